"""Several fronts of one house, as one: whoever presses is answered by theirs, and all show what changed.

The first is where the house is at home: it keeps the postings, knows who is there, and calls people.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from bot.front.protocols import (
    Announcements,
    Boards,
    Calls,
    Emojis,
    Front,
    KnownCommands,
    Members,
    Panels,
    Pings,
    PostingMessages,
    Reply,
    Rhythm,
)
from bot.screens.server.board import BoardAsked
from bot.tavern.posting_keeper import PostingState
from bot.tavern.table.limits import TableState
from bot.tavern.tournament.tables import TournamentOutcome
from storage.books.refunds import Voided
from storage.people.server_settings import ServerSettings

Part = TypeVar("Part")
T = TypeVar("T", bound=PostingState[Any])


class Fronts:
    """A front that is made of others, each complete already."""

    table_messages: PostingMessages[Any]
    tournament_messages: PostingMessages[Any]
    panels: Panels
    turn_pings: Pings
    board_posts: Boards
    tournament_news: Announcements
    table_calls: Calls
    departed_members: Members
    command_sync: KnownCommands
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
        self.rhythms: Mapping[str, Rhythm] = {
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
        await asyncio.gather(*(each.tell_voided(voided, settings) for each in self._all))


class _Shared(Generic[Part]):
    """One part of all fronts, home's first."""

    def __init__(self, fronts: Iterable[Front], part: Callable[[Front], Part]) -> None:
        self._fronts = tuple(fronts)
        self._part = part

    @property
    def _all(self) -> tuple[Part, ...]:
        return tuple(map(self._part, self._fronts))

    def _own(self, reply: Reply) -> Part:
        """That of the front which a reply is of."""
        return self._part(reply.front)

    def _others(self, reply: Reply) -> tuple[Part, ...]:
        return tuple(self._part(each) for each in self._fronts if each is not reply.front)


class SharedMessages(_Shared[PostingMessages[T]], Generic[T]):
    """Messages of tables, or of tournaments."""

    async def answer(self, reply: Reply, state: T) -> None:
        """Answer a press; the others need not wait for that, since it is committed."""
        for each in self._others(reply):
            each.refresh(state)
        await self._own(reply).answer(reply, state)

    async def show_again(self, reply: Reply, state: T) -> None:
        """Answer a refused press with how things stand."""
        await self._own(reply).show_again(reply, state)

    async def post(self, reply: Reply, state: T) -> None:
        """Answer a command by posting, and show that everywhere."""
        await self._own(reply).post(reply, state)
        for each in self._others(reply):
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
        await asyncio.gather(*(each.draw_again() for each in self._all))

    def drop_tokens(self) -> None:
        """Drop tokens and drawings by which no message can be changed any more."""
        for each in self._all:
            each.drop_tokens()

    async def quiet(self) -> None:
        """Wait until everything is up to date."""
        await asyncio.gather(*(each.quiet() for each in self._all))


class SharedPanels(_Shared[Panels]):
    """Everybody's own panels; what is private is on the front where it was asked for."""

    async def open(self, reply: Reply, first: int | None = None, channel: int | None = None) -> None:
        """Show a player's panel."""
        await self._own(reply).open(reply, first, channel)

    async def answer(self, reply: Reply, state: TableState, order: str | None = None) -> None:
        """Answer a press on a panel by changing it."""
        await self._own(reply).answer(reply, state, order)

    async def refresh(self, state: TableState) -> None:
        """Bring every open panel of this table up to date."""
        await asyncio.gather(*(each.refresh(state) for each in self._all))

    async def refresh_all(self) -> None:
        """Bring all open panels up to date."""
        await asyncio.gather(*(each.refresh_all() for each in self._all))

    def shows(self, table: int) -> bool:
        """Whether any open panel shows a table."""
        return any(each.shows(table) for each in self._all)

    def shown_to(self, player: int) -> int | None:
        """The table on somebody's open panel."""
        return next((found for each in self._all if (found := each.shown_to(player))), None)

    def is_open(self, reply: Reply, table: int) -> bool:
        """Whether whoever gets this reply has an open panel of that table, where they get it."""
        return self._own(reply).is_open(reply, table)

    def has(self, reply: Reply, state: TableState) -> bool:
        """Whether a press came from a panel of that table."""
        return self._own(reply).has(reply, state)


class SharedPings(_Shared[Pings]):
    """Calls to those whose turn it is."""

    async def note(self, state: TableState, *, by: int | None = None) -> None:
        """Call who acts next at a changed table, except `by`."""
        await asyncio.gather(*(each.note(state, by=by) for each in self._all))

    def stop(self) -> None:
        """Stop calling."""
        for each in self._all:
            each.stop()


class SharedBoards(_Shared[Boards]):
    """Boards that stay in a channel."""

    async def post(self, reply: Reply, asked: BoardAsked) -> None:
        """Answer a command by a board that is kept up to date."""
        await self._own(reply).post(reply, asked)

    async def refresh(self) -> None:
        """Change every board that says something else by now."""
        await asyncio.gather(*(each.refresh() for each in self._all))


class SharedNews(_Shared[Announcements]):
    """What is announced of tournaments."""

    def hear(self, outcome: TournamentOutcome) -> None:
        """Announce what came of an order."""
        for each in self._all:
            each.hear(outcome)

    async def resume(self) -> None:
        """Announce what has not been yet."""
        await asyncio.gather(*(each.resume() for each in self._all))
