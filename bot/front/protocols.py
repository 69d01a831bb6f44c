"""What handlers and the house ask of a front: replies, messages, panels, calls, what is known of a server.

Discord's are in `bot/discord_io`. Several fronts of one house answer as one (`CompositeFront`): whoever
presses is answered by theirs, and all show what changed. The first is where the house is at home: it keeps
the postings, knows who is there, and calls people.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bot.front.request import Request
from bot.screens.core.screen import Button, Form, Screen
from bot.screens.server.board import BoardQuery
from bot.screens.server.help_pages import DiscordRejection, EmojiProgress
from bot.tavern.posting_service import PostingState
from bot.tavern.table.actions import Actor
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_tables import TournamentOutcome
from games.engine.core.errors import UserError
from games.engine.table.refusals import NotHost
from storage.books.refunds import Voided
from storage.errors import StorageError
from storage.people.server_settings import ServerSettings

log = logging.getLogger(__name__)

Edit: TypeAlias = Callable[[Screen], Awaitable[object]]
"""The means of changing a sent message."""
Redraw: TypeAlias = Callable[[], Awaitable[object]]
"""Draws a message anew, once its picture has been painted."""
PeriodicTask: TypeAlias = tuple[Callable[[], Awaitable[None]], float]
"""What is done, and after how many seconds again."""
T_contra = TypeVar("T_contra", bound=PostingState[Any], contravariant=True)

Part = TypeVar("Part")
T = TypeVar("T", bound=PostingState[Any])


@dataclass(frozen=True, slots=True)
class EphemeralMessage:
    """A private message: its id, if known, and how to change it."""

    message: int | None
    edit: Edit


@dataclass(frozen=True, slots=True)
class File:
    """A file that is handed over."""

    name: str
    content: bytes


class Context(Protocol):
    """The one answer to a visit."""

    request: Request
    front: SingleFront
    is_unseen: bool
    """Whether what was posted turned out to be hidden from others."""

    server: int
    """The id of the server, or what stands for a place that has none."""
    player: int
    """The id of whoever gets this answer."""
    channel: int

    async def update(self, screen: Screen, again: Redraw | None = None) -> bool:
        """Change the message that was pressed; False if that did not arrive. `again` draws it anew."""

    async def edit_original(self, screen: Screen) -> None:
        """Change the message that was pressed once more."""

    async def send_ephemeral(self, screen: Screen, again: Redraw | None = None) -> EphemeralMessage | None:
        """Answer privately; None if the answer got lost."""

    async def send_form(self, form: Form) -> bool:
        """Answer with a form; what is filled in comes back as a visit of its own."""

    async def send_file(self, words: str, file: File, *buttons: Button) -> bool:
        """Answer privately with a file, and below it buttons if there are any."""

    async def post(self, screen: Screen) -> int | None:
        """Answer publicly; the message's id, or None if it could not be posted this way."""

    async def launch(self, table: int) -> bool:
        """Open a table's page within the front; False where that cannot be, and nothing is answered yet."""


class PostingMessages(Protocol[T_contra]):
    """The messages of tables, or of tournaments: one each, kept up to date."""

    async def respond(self, ctx: Context, state: T_contra) -> None:
        """Answer a press on such a message by changing it."""

    async def show_again(self, ctx: Context, state: T_contra) -> None:
        """Answer a refused press with how things stand."""

    async def post(self, ctx: Context, state: T_contra) -> None:
        """Answer a command by posting the message."""

    def refresh(self, state: T_contra) -> None:
        """Have the message show this state or a newer one."""

    def is_lost(self, number: int) -> bool:
        """Whether a posting cannot be shown."""

    async def draw_again(self) -> None:
        """Redraw everything, since the times shown have moved."""

    def drop_tokens(self) -> None:
        """Drop tokens and drawings by which no message can be changed any more."""

    async def quiet(self) -> None:
        """Wait until every message is up to date."""


class Panels(Protocol):
    """Everybody's own private panel."""

    async def open(self, ctx: Context, first: int | None = None, channel: int | None = None) -> None:
        """Show a player's panel: of that table, or of this channel's, or that one's, that asks them."""

    async def respond(self, ctx: Context, state: TableState, order: str | None = None) -> None:
        """Answer a press on a panel by changing it, with the cards in this order if one is given."""

    async def refresh(self, state: TableState) -> None:
        """Bring every open panel of this table up to date."""

    async def refresh_all(self) -> None:
        """Bring all open panels up to date."""

    def shows(self, table: int) -> bool:
        """Whether any open panel shows a table."""

    def shown_to(self, player: int) -> int | None:
        """The table on somebody's open panel."""

    def is_open(self, ctx: Context, table: int) -> bool:
        """Whether whoever gets this reply has an open panel of that table."""

    def has(self, ctx: Context, state: TableState) -> bool:
        """Whether a press came from a panel of that table."""


class Pings(Protocol):
    """Calls to those whose turn it is."""

    async def note(self, state: TableState, *, by: int | None = None) -> None:
        """Call who acts next at a changed table, except `by`."""

    def stop(self) -> None:
        """Stop calling."""


class TableInvites(Protocol):
    """Calls and invitations to a table."""

    async def blind(self, server: int, channel: int, people: Iterable[int]) -> tuple[int, ...]:
        """Those of these people who cannot see a channel, or are not in its server any more."""

    async def deliver(self, state: TableState) -> int:
        """Send all that is due for a table; how many people it reached."""

    async def call_role(self, state: TableState, role: int) -> bool:
        """Mention a role instead; whether that could be sent."""


class Members(Protocol):
    """Knows who is in a server, and who has left it."""

    def saw(self, server: int, player: int) -> None:
        """Note that somebody is there."""

    async def require_present(self, server: int, player: int) -> None:
        """Raise `NoLongerMember` for who left, another slip for who may do nothing there for a while."""

    async def pass_on_host(self, refused: NotHost, actor: Actor, table: int) -> TableState:
        """Let the next player host a lobby whose host has left (TB-15); raises `NotHost` otherwise."""

    async def leave(self, server: int, player: int) -> list[TableState]:
        """Free somebody's seats; the changed tables."""

    async def note(self, state: TableState) -> list[TableState]:
        """Look up who is absent; the tables changed by those who left."""


@dataclass(frozen=True, slots=True)
class ServerNeeds:
    """What a server is used for, as far as rights are needed for it."""

    channels: frozenset[int] = frozenset()
    """Where tables stand, or are to stand."""
    prizes: Mapping[int, str] = field(default_factory=dict)
    """The prizes that are roles, by the role's id."""
    has_events: bool = False
    """Whether tournaments are to stand among the server's events."""


class ChannelInfo(Protocol):
    """What is known of the place of a visit, and what may be done there."""

    def channels(self, ctx: Context) -> Collection[int]:
        """The ids of the server's channels that tables can stand in."""

    def roles(self, ctx: Context) -> Collection[int]:
        """The ids of the server's roles."""

    def may_mention(self, ctx: Context, role: int) -> bool:
        """Whether the bot's mention of a role calls its members here."""

    def may_have_mentioned(self, ctx: Context, role: int) -> bool:
        """Whether whoever asks could mention a role here by themselves."""

    def may_create_events(self, ctx: Context) -> bool:
        """Whether the bot may put up events in the server."""

    def faults(self, ctx: Context, settings: ServerSettings) -> list[str]:
        """What is missing in the channel, in sentences."""

    def server_faults(self, ctx: Context, needs: ServerNeeds) -> list[str]:
        """What is missing in the rest of the server, in sentences, each with what mends it."""

    def page_of(self, ctx: Context, state: TableState) -> str:
        """The address at which a table is seen elsewhere; empty where that is nowhere."""


class PrizeRoles(Protocol):
    """Roles that are prizes."""

    def named(self, ctx: Context, text: str) -> int:
        """The role that a text names, if the bot can give it; `RoleOutOfReach`."""

    def require_own(self, ctx: Context, role: int) -> None:
        """Raise `RoleTooMighty` for a role with rights that the person lacks."""

    async def give(self, ctx: Context, role: int, why: str) -> None:
        """Give it to whoever asks; `RoleOutOfReach`."""


class Boards(Protocol):
    """Boards that stay in a channel."""

    async def post(self, ctx: Context, asked: BoardQuery) -> None:
        """Answer a command by a board that is kept up to date."""

    async def refresh(self) -> None:
        """Change every board that says something else by now."""


class CommandSyncStatus(Protocol):
    """Whether people have the newest commands."""

    refusal: DiscordRejection | None
    is_told: bool


class Emojis(Protocol):
    """The sprites, as far as the front can show them within words."""

    markup: Mapping[str, str]

    @property
    def progress(self) -> EmojiProgress | None:
        """How far they have been put up; None where nobody wants them."""


class Announcements(Protocol):
    """What is announced of tournaments."""

    def hear(self, outcome: TournamentOutcome) -> None:
        """Announce what came of an order."""

    async def resume(self) -> None:
        """Announce what has not been yet."""


class Front(Protocol):
    """A front as a whole, or several of them as one."""

    has_messages: bool
    """Whether people can read direct messages."""
    table_messages: PostingMessages[Any]
    tournament_messages: PostingMessages[Any]
    panels: Panels
    turn_pings: Pings
    table_calls: TableInvites
    departed_members: Members
    board_posts: Boards
    tournament_news: Announcements
    command_sync: CommandSyncStatus
    application_emojis: Emojis
    rhythms: Mapping[str, PeriodicTask]
    """What it does again and again, by names for the log."""

    def is_ready(self) -> bool:
        """Whether it shows what changes, or catches up later."""

    def is_me(self, player: int) -> bool:
        """Whether that is the bot's own id."""

    def is_in(self, server: int) -> bool:
        """Whether the bot is in a server."""

    def is_watched(self, server: int) -> bool:
        """Whether anybody looks at a server's tables by this front, whoever serves them."""

    async def tell_voided(self, voided: Voided, settings: ServerSettings) -> None:
        """Tell the host of a table that was closed by the books."""


class SingleFront(Front, Protocol):
    """The one front that a reply is of, which also knows the place of the visit."""

    surroundings: ChannelInfo
    prize_roles: PrizeRoles


class CompositeFront:
    """A front that is made of others, each complete already."""

    table_messages: PostingMessages[Any]
    tournament_messages: PostingMessages[Any]
    panels: Panels
    turn_pings: Pings
    board_posts: Boards
    tournament_news: Announcements
    table_calls: TableInvites
    departed_members: Members
    command_sync: CommandSyncStatus
    application_emojis: Emojis

    def __init__(self, home: Front, *others: Front) -> None:
        self._home = home
        self._all = every = (home, *others)
        self.table_messages = SharedMessages(every, lambda each: each.table_messages)
        self.tournament_messages = SharedMessages(every, lambda each: each.tournament_messages)
        self.panels = SharedPanels(every, lambda each: each.panels)
        self.turn_pings = SharedPings(every, lambda each: each.turn_pings)
        self.board_posts = SharedBoards(every, lambda each: each.board_posts)
        self.tournament_news = SharedNews(every, lambda each: each.tournament_news)
        # Once to each person, so by one front; and of who is where one is sure.
        self.table_calls, self.departed_members = home.table_calls, home.departed_members
        self.command_sync, self.application_emojis = home.command_sync, home.application_emojis
        self.has_messages = home.has_messages
        self.rhythms: Mapping[str, PeriodicTask] = {
            name: beat for each in every for name, beat in each.rhythms.items()
        }

    def is_ready(self) -> bool:
        """Whether it shows what changes."""
        return self._home.is_ready()

    def is_me(self, player: int) -> bool:
        """Whether that is the bot's own id."""
        return self._home.is_me(player)

    def is_in(self, server: int) -> bool:
        """Whether the bot is in a server."""
        return self._home.is_in(server)

    def is_watched(self, server: int) -> bool:
        """Whether anybody looks at a server's tables."""
        return any(each.is_watched(server) for each in self._all)

    async def tell_voided(self, voided: Voided, settings: ServerSettings) -> None:
        """Tell of a table that was closed by the books."""
        await together(*(each.tell_voided(voided, settings) for each in self._all))


class _Shared(Generic[Part]):
    """One part of all fronts, home's first."""

    def __init__(self, fronts: Iterable[Front], part: Callable[[Front], Part]) -> None:
        self._fronts = tuple(fronts)
        self._part = part

    @property
    def _all(self) -> tuple[Part, ...]:
        return tuple(map(self._part, self._fronts))

    def _own(self, ctx: Context) -> Part:
        """That of the front which a reply is of."""
        return self._part(ctx.front)

    def _others(self, ctx: Context) -> tuple[Part, ...]:
        return tuple(self._part(each) for each in self._fronts if each is not ctx.front)


class SharedMessages(_Shared[PostingMessages[T]], Generic[T]):
    """Messages of tables, or of tournaments."""

    async def respond(self, ctx: Context, state: T) -> None:
        """Answer a press; the others need not wait for that, since it is committed."""
        for each in self._others(ctx):
            each.refresh(state)
        await self._own(ctx).respond(ctx, state)

    async def show_again(self, ctx: Context, state: T) -> None:
        """Answer a refused press with how things stand."""
        await self._own(ctx).show_again(ctx, state)

    async def post(self, ctx: Context, state: T) -> None:
        """Answer a command by posting, and show that everywhere."""
        await self._own(ctx).post(ctx, state)
        for each in self._others(ctx):
            each.refresh(state)

    def refresh(self, state: T) -> None:
        """Show this state, or a newer one."""
        for each in self._all:
            each.refresh(state)

    def is_lost(self, number: int) -> bool:
        """Whether a posting cannot be shown where it should stand."""
        return self._all[0].is_lost(number)

    async def draw_again(self) -> None:
        """Redraw everything."""
        await together(*(each.draw_again() for each in self._all))

    def drop_tokens(self) -> None:
        """Drop tokens and drawings by which no message can be changed any more."""
        for each in self._all:
            each.drop_tokens()

    async def quiet(self) -> None:
        """Wait until everything is up to date."""
        await together(*(each.quiet() for each in self._all))


class SharedPanels(_Shared[Panels]):
    """Everybody's own panels; what is private is on the front where it was asked for."""

    async def open(self, ctx: Context, first: int | None = None, channel: int | None = None) -> None:
        """Show a player's panel."""
        await self._own(ctx).open(ctx, first, channel)

    async def respond(self, ctx: Context, state: TableState, order: str | None = None) -> None:
        """Answer a press on a panel by changing it."""
        await self._own(ctx).respond(ctx, state, order)

    async def refresh(self, state: TableState) -> None:
        """Bring every open panel of this table up to date."""
        await together(*(each.refresh(state) for each in self._all))

    async def refresh_all(self) -> None:
        """Bring all open panels up to date."""
        await together(*(each.refresh_all() for each in self._all))

    def shows(self, table: int) -> bool:
        """Whether any open panel shows a table."""
        return any(each.shows(table) for each in self._all)

    def shown_to(self, player: int) -> int | None:
        """The table on somebody's open panel."""
        return next((found for each in self._all if (found := each.shown_to(player))), None)

    def is_open(self, ctx: Context, table: int) -> bool:
        """Whether whoever gets this reply has an open panel of that table, where they get it."""
        return self._own(ctx).is_open(ctx, table)

    def has(self, ctx: Context, state: TableState) -> bool:
        """Whether a press came from a panel of that table."""
        return self._own(ctx).has(ctx, state)


class SharedPings(_Shared[Pings]):
    """Calls to those whose turn it is."""

    async def note(self, state: TableState, *, by: int | None = None) -> None:
        """Call who acts next at a changed table, except `by`."""
        await together(*(each.note(state, by=by) for each in self._all))

    def stop(self) -> None:
        """Stop calling."""
        for each in self._all:
            each.stop()


class SharedBoards(_Shared[Boards]):
    """Boards that stay in a channel."""

    async def post(self, ctx: Context, asked: BoardQuery) -> None:
        """Answer a command by a board that is kept up to date."""
        await self._own(ctx).post(ctx, asked)

    async def refresh(self) -> None:
        """Change every board that says something else by now."""
        await together(*(each.refresh() for each in self._all))


class SharedNews(_Shared[Announcements]):
    """What is announced of tournaments."""

    def hear(self, outcome: TournamentOutcome) -> None:
        """Announce what came of an order."""
        for each in self._all:
            each.hear(outcome)

    async def resume(self) -> None:
        """Announce what has not been yet."""
        await together(*(each.resume() for each in self._all))


async def together(*work: Awaitable[object]) -> None:
    """Wait for all of it; a fault is logged under a number.

    What a person or the database refuses is for whoever asked: the first is raised once all is done.
    """
    ends = await asyncio.gather(*work, return_exceptions=True)
    failed = [each for each in ends if isinstance(each, BaseException)]
    refused = [
        each
        for each in failed
        if isinstance(each, UserError | StorageError) or not isinstance(each, Exception)
    ]
    for each in failed:
        if each not in refused:
            log.error("one of several could not be shown, error %s", secrets.token_hex(3), exc_info=each)
    if refused:
        raise refused[0]
