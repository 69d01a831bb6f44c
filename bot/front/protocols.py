"""The interface of a frontend ("front"): contexts, messages, panels, pings, and facts about a server.

Discord's implementation is in `bot/discord_io`. Several fronts can act as one (`CompositeFront`): the front
that received a request responds to it, and all fronts show the change. The first front is the primary one: it
keeps the postings, knows the members of servers, and pings users.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bot.front.request import Request, User
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
"""A function that edits a sent message to show a screen."""
Delete: TypeAlias = Callable[[], Awaitable[object]]
"""A function that takes a sent message away."""
Redraw: TypeAlias = Callable[[], Awaitable[object]]
"""A function that redraws a message once its picture has been painted."""
PeriodicTask: TypeAlias = tuple[Callable[[], Awaitable[None]], float]
"""A task and its period in seconds."""
T_contra = TypeVar("T_contra", bound=PostingState[Any], contravariant=True)

Part = TypeVar("Part")
T = TypeVar("T", bound=PostingState[Any])


@dataclass(frozen=True, slots=True)
class EphemeralMessage:
    """A private message: its id, if known, and the function that edits it."""

    message: int | None
    edit: Edit
    delete: Delete | None = None
    """Takes it away, if that can be done."""


@dataclass(frozen=True, slots=True)
class File:
    """A file sent to a user."""

    name: str
    content: bytes


class Context(Protocol):
    """A request and the methods that respond to it, once."""

    request: Request
    front: SingleFront
    is_unseen: bool
    """True if the posted message is hidden from other users."""

    server: int
    """The server's id, or `DIRECT` or `ELSEWHERE` (`storage/play/postings.py`)."""
    player: int
    """The id of the user who made the request."""
    channel: int

    async def update(self, screen: Screen, again: Redraw | None = None) -> bool:
        """Edit the pressed message; return False if that failed. `again` redraws it later."""

    async def edit_original(self, screen: Screen) -> None:
        """Edit the pressed message again."""

    async def send_ephemeral(self, screen: Screen, again: Redraw | None = None) -> EphemeralMessage | None:
        """Respond privately; return None if the response was lost."""

    async def send_form(self, form: Form) -> bool:
        """Respond with a form; the submitted form arrives as a request of its own."""

    async def send_file(self, words: str, file: File, *buttons: Button) -> bool:
        """Respond privately with a file, and optionally with buttons below it."""

    async def post(self, screen: Screen) -> int | None:
        """Respond publicly; return the message's id, or None if it could not be posted this way."""

    async def launch(self, table: int) -> bool:
        """Open a table's page within the front; return False, without a response, if it can't."""


class PostingMessages(Protocol[T_contra]):
    """The messages of tables or of tournaments: one each, kept up to date."""

    async def respond(self, ctx: Context, state: T_contra) -> None:
        """Respond to a press on a message by editing it."""

    async def show_again(self, ctx: Context, state: T_contra) -> None:
        """Respond to a refused press with the current state."""

    async def post(self, ctx: Context, state: T_contra) -> None:
        """Respond to a command by posting the message."""

    def refresh(self, state: T_contra) -> None:
        """Show this state or a newer one."""

    def is_lost(self, number: int) -> bool:
        """Return True if a posting cannot be shown."""

    async def draw_again(self) -> None:
        """Redraw everything, because the displayed times are out of date."""

    def drop_tokens(self) -> None:
        """Drop expired tokens, and drawings that no message needs any more."""

    async def quiet(self) -> None:
        """Wait until every message is up to date."""


class Panels(Protocol):
    """Each player's private panel."""

    async def open(self, ctx: Context, first: int | None = None, channel: int | None = None) -> None:
        """Open the user's panel: of table `first`, or of the channel's table that waits for them."""

    async def respond(self, ctx: Context, state: TableState, order: str | None = None) -> None:
        """Respond to a press on a panel by redrawing it; `order` changes the order of the cards."""

    async def refresh(self, state: TableState) -> None:
        """Update every open panel of this table."""

    async def refresh_all(self) -> None:
        """Update all open panels."""

    def shows(self, table: int) -> bool:
        """Return True if any open panel shows a table."""

    def shown_to(self, player: int) -> int | None:
        """Return the table on a user's open panel."""

    def is_open(self, ctx: Context, table: int) -> bool:
        """Return True if the user's open panel shows that table."""

    def has(self, ctx: Context, state: TableState) -> bool:
        """Return True if the pressed message is a panel of that table."""


class Pings(Protocol):
    """Pings for players whose turn it is."""

    async def note(self, state: TableState, *, by: int | None = None) -> None:
        """Ping the players to act at a changed table, except `by`."""

    def stop(self) -> None:
        """Stop pinging."""


class TableInvites(Protocol):
    """Calls and invitations to a table."""

    async def unable_to_see(self, server: int, channel: int, people: Iterable[int]) -> tuple[int, ...]:
        """Return the users who can't see a channel or have left its server."""

    async def deliver(self, state: TableState) -> int:
        """Send everything due for a table; return the number of users reached."""

    async def call_role(self, state: TableState, role: int) -> bool:
        """Ping a role instead of single users; return True if that was sent."""


class Members(Protocol):
    """Membership of servers."""

    def note_member(self, server: int, player: int) -> None:
        """Record that a user is a member of a server."""

    async def require_present(self, server: int, player: int) -> None:
        """Raise `NoLongerMember` if a user has left a server, or another user error if they are timed out."""

    async def pass_on_host(self, refused: NotHost, actor: Actor, table: int) -> TableState:
        """Make the next player host of a lobby whose host has left (TB-15). Raises `NotHost` otherwise."""

    async def leave(self, server: int, player: int) -> list[TableState]:
        """Free a user's seats; return the changed tables."""

    async def note(self, state: TableState) -> list[TableState]:
        """Look up players who have become absent; return the tables whose seats were freed."""


@dataclass(frozen=True, slots=True)
class ServerNeeds:
    """The channels, roles and features of a server for which the bot needs permissions."""

    channels: frozenset[int] = frozenset()
    """The channels in which tables are or will be posted."""
    prizes: Mapping[int, str] = field(default_factory=dict)
    """The names of prizes by role id."""
    has_events: bool = False
    """True if tournaments are listed among the server's scheduled events."""


class ChannelInfo(Protocol):
    """Facts about the channel and server of a request, and what is allowed there."""

    def server_name(self, ctx: Context) -> str:
        """Return the server's name, without what can't be shown."""

    def channels(self, ctx: Context) -> Collection[int]:
        """Return the ids of the server's channels in which tables can be posted."""

    def roles(self, ctx: Context) -> Collection[int]:
        """Return the ids of the server's roles."""

    def may_mention(self, ctx: Context, role: int) -> bool:
        """Return True if the bot can mention a role here so that it pings its members."""

    def may_have_mentioned(self, ctx: Context, role: int) -> bool:
        """Return True if the user could mention a role here themselves so that it pings its members."""

    def may_create_events(self, ctx: Context) -> bool:
        """Return True if the bot can create scheduled events in the server."""

    def faults(self, ctx: Context, settings: ServerSettings) -> list[str]:
        """Return sentences about missing permissions and settings of the channel."""

    def server_faults(self, ctx: Context, needs: ServerNeeds) -> list[str]:
        """Return sentences about faults elsewhere in the server, and how to fix them."""

    async def shows_group(self, ctx: Context, group: str, role: int) -> bool | None:
        """Return True if the front shows a group of commands to a role's members; None if unknown."""

    async def find_people(self, ctx: Context, people: Sequence[str]) -> tuple[User | None, ...]:
        """Return the users with these ids, or names in the server; None for each that is not clear."""

    def page_of(self, ctx: Context, state: TableState) -> str:
        """Return the address at which a table can be seen outside the chat; empty if there is none."""


class PrizeRoles(Protocol):
    """Roles that are prizes."""

    def named(self, ctx: Context, text: str) -> int:
        """Return the role with this id or mention. Raises `RoleOutOfReach` if the bot can't assign it."""

    def require_own(self, ctx: Context, role: int) -> None:
        """Raise `RoleTooMighty` for a role with permissions that the user lacks.

        Raises `RoleNotTheirsToGive` unless the user may manage roles or the server.
        """

    async def give(self, ctx: Context, role: int, why: str) -> None:
        """Assign a role to the user. Raises `RoleOutOfReach`."""


class Boards(Protocol):
    """Posted boards, which are kept up to date."""

    async def post(self, ctx: Context, query: BoardQuery) -> None:
        """Respond to a command with a board that is kept up to date."""

    async def refresh(self) -> None:
        """Update every board whose contents have changed."""


class CommandSyncStatus(Protocol):
    """The state of the last upload of commands."""

    refusal: DiscordRejection | None
    is_told: bool
    """True if Discord has received all commands."""


class Emojis(Protocol):
    """The sprites that the front can show in texts."""

    markup: Mapping[str, str]

    @property
    def progress(self) -> EmojiProgress | None:
        """Return the progress of the upload; None if sprites are switched off."""


class Announcements(Protocol):
    """Announcements of tournaments."""

    def handle_outcome(self, outcome: TournamentOutcome) -> None:
        """Show and announce a change of a tournament."""

    async def resume(self) -> None:
        """Make the stored announcements that were not made yet."""


class Front(Protocol):
    """A frontend of the application: Discord (`bot/discord_bot.py`), the page, or several (`CompositeFront`).

    A front builds a `Request` from each press, command and form, wraps it in a `Context` of its own, and
    passes it to `Application.take` or to a command's method. The application then calls the parts below,
    always after the commit: a front that fails shows stale data until the next start, but never corrupts a
    game.

    The attributes are the parts that a front must provide; each is a protocol of this module. `refresh` and
    `note` may be called with revisions in any order: a part ignores a state older than the one it shows.

    Implementations must be conservative: facts that a front can't confirm (membership, permissions, visible
    channels) keep the defaults of `Request`, which grant nothing (F-38).

    Example: show a state on both fronts, and ping the players to act.

        front: Front = CompositeFront(discord, page)
        front.table_messages.refresh(state)
        await front.panels.refresh(state)
        await front.turn_pings.note(state, by=request.person.id)
    """

    has_messages: bool
    """True if the bot can send direct messages."""
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
    periodic_tasks: Mapping[str, PeriodicTask]
    """Periodic tasks by their names in the log."""

    def is_ready(self) -> bool:
        """Return True if the front shows changes now, False if it will show them only once it is ready."""

    def is_me(self, player: int) -> bool:
        """Return True for the bot's own id."""

    def is_in(self, server: int) -> bool:
        """Return True if the bot is in a server."""

    def is_watched(self, server: int) -> bool:
        """Return True if a user watches a server's tables in this process, whichever process serves them."""

    async def tell_voided(self, voided: Voided, settings: ServerSettings) -> None:
        """Tell the host of a table that was closed with a refund."""


class SingleFront(Front, Protocol):
    """A single frontend, as in a context; it also has facts about the request's channel and server."""

    surroundings: ChannelInfo
    prize_roles: PrizeRoles


class CompositeFront:
    """Several complete fronts as one."""

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

    def __init__(self, primary: Front, *others: Front) -> None:
        self._primary = primary
        self._all = every = (primary, *others)
        self.table_messages = SharedMessages(every, lambda each: each.table_messages)
        self.tournament_messages = SharedMessages(every, lambda each: each.tournament_messages)
        self.panels = SharedPanels(every, lambda each: each.panels)
        self.turn_pings = SharedPings(every, lambda each: each.turn_pings)
        self.board_posts = SharedBoards(every, lambda each: each.board_posts)
        self.tournament_news = SharedNews(every, lambda each: each.tournament_news)
        # Each user is called once, so by one front only; and only the first one knows members for certain.
        self.table_calls, self.departed_members = primary.table_calls, primary.departed_members
        self.command_sync, self.application_emojis = primary.command_sync, primary.application_emojis
        self.has_messages = primary.has_messages
        self.periodic_tasks: Mapping[str, PeriodicTask] = {
            name: task for each in every for name, task in each.periodic_tasks.items()
        }

    def is_ready(self) -> bool:
        """Return True if the primary front shows changes now."""
        return self._primary.is_ready()

    def is_me(self, player: int) -> bool:
        """Return True for the bot's own id."""
        return self._primary.is_me(player)

    def is_in(self, server: int) -> bool:
        """Return True if the bot is in a server."""
        return self._primary.is_in(server)

    def is_watched(self, server: int) -> bool:
        """Return True if a user watches a server's tables on any front."""
        return any(each.is_watched(server) for each in self._all)

    async def tell_voided(self, voided: Voided, settings: ServerSettings) -> None:
        """Tell the host of a table that was closed with a refund, through every front."""
        await together(*(each.tell_voided(voided, settings) for each in self._all))


class _Shared(Generic[Part]):
    """One part of all fronts, the primary front's first."""

    def __init__(self, fronts: Iterable[Front], part: Callable[[Front], Part]) -> None:
        self._fronts = tuple(fronts)
        self._part = part

    @property
    def _all(self) -> tuple[Part, ...]:
        return tuple(map(self._part, self._fronts))

    def _own(self, ctx: Context) -> Part:
        """Return this part of the front that received the request."""
        return self._part(ctx.front)

    def _others(self, ctx: Context) -> tuple[Part, ...]:
        return tuple(self._part(each) for each in self._fronts if each is not ctx.front)


class SharedMessages(_Shared[PostingMessages[T]], Generic[T]):
    """Messages of tables or of tournaments on all fronts."""

    async def respond(self, ctx: Context, state: T) -> None:
        """Respond to a press; refresh the other fronts first, since the change is committed already."""
        for each in self._others(ctx):
            each.refresh(state)
        await self._own(ctx).respond(ctx, state)

    async def show_again(self, ctx: Context, state: T) -> None:
        """Respond to a refused press with the current state."""
        await self._own(ctx).show_again(ctx, state)

    async def post(self, ctx: Context, state: T) -> None:
        """Respond to a command by posting the message, and refresh the other fronts."""
        await self._own(ctx).post(ctx, state)
        for each in self._others(ctx):
            each.refresh(state)

    def refresh(self, state: T) -> None:
        """Show this state or a newer one."""
        for each in self._all:
            each.refresh(state)

    def is_lost(self, number: int) -> bool:
        """Return True if the primary front can't show a posting."""
        return self._all[0].is_lost(number)

    async def draw_again(self) -> None:
        """Redraw everything."""
        await together(*(each.draw_again() for each in self._all))

    def drop_tokens(self) -> None:
        """Drop expired tokens, and drawings that no message needs any more."""
        for each in self._all:
            each.drop_tokens()

    async def quiet(self) -> None:
        """Wait until everything is up to date."""
        await together(*(each.quiet() for each in self._all))


class SharedPanels(_Shared[Panels]):
    """The panels of all fronts; the front that received a request responds to it."""

    async def open(self, ctx: Context, first: int | None = None, channel: int | None = None) -> None:
        """Open the user's panel on their front."""
        await self._own(ctx).open(ctx, first, channel)

    async def respond(self, ctx: Context, state: TableState, order: str | None = None) -> None:
        """Respond to a press on a panel by redrawing it."""
        await self._own(ctx).respond(ctx, state, order)

    async def refresh(self, state: TableState) -> None:
        """Update every open panel of this table."""
        await together(*(each.refresh(state) for each in self._all))

    async def refresh_all(self) -> None:
        """Update all open panels."""
        await together(*(each.refresh_all() for each in self._all))

    def shows(self, table: int) -> bool:
        """Return True if any open panel shows a table."""
        return any(each.shows(table) for each in self._all)

    def shown_to(self, player: int) -> int | None:
        """Return the table on a user's open panel."""
        return next((table for each in self._all if (table := each.shown_to(player))), None)

    def is_open(self, ctx: Context, table: int) -> bool:
        """Return True if the user's open panel on the request's front shows that table."""
        return self._own(ctx).is_open(ctx, table)

    def has(self, ctx: Context, state: TableState) -> bool:
        """Return True if the pressed message is a panel of that table."""
        return self._own(ctx).has(ctx, state)


class SharedPings(_Shared[Pings]):
    """Pings on all fronts."""

    async def note(self, state: TableState, *, by: int | None = None) -> None:
        """Ping the players to act at a changed table, except `by`."""
        await together(*(each.note(state, by=by) for each in self._all))

    def stop(self) -> None:
        """Stop pinging."""
        for each in self._all:
            each.stop()


class SharedBoards(_Shared[Boards]):
    """Boards on all fronts."""

    async def post(self, ctx: Context, query: BoardQuery) -> None:
        """Respond to a command with a board that is kept up to date."""
        await self._own(ctx).post(ctx, query)

    async def refresh(self) -> None:
        """Update every board whose contents have changed."""
        await together(*(each.refresh() for each in self._all))


class SharedNews(_Shared[Announcements]):
    """Announcements of tournaments on all fronts."""

    def handle_outcome(self, outcome: TournamentOutcome) -> None:
        """Show and announce a change of a tournament."""
        for each in self._all:
            each.handle_outcome(outcome)

    async def resume(self) -> None:
        """Make the stored announcements that were not made yet."""
        await together(*(each.resume() for each in self._all))


async def together(*work: Awaitable[object]) -> None:
    """Wait for all awaitables; log each unexpected exception under an error number.

    A user error, storage error or cancellation concerns the caller: the first is raised once all are done.
    """
    results = await asyncio.gather(*work, return_exceptions=True)
    errors = [each for each in results if isinstance(each, BaseException)]
    raised = [
        each
        for each in errors
        if isinstance(each, UserError | StorageError) or not isinstance(each, Exception)
    ]
    for each in errors:
        if each not in raised:
            log.error("one of several could not be shown, error %s", secrets.token_hex(3), exc_info=each)
    if raised:
        raise raised[0]
