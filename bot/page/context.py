"""The contexts of requests on the page; and its tables, notices and panels, each rendered for one viewer.

An ephemeral response is a sheet over one window. A post is visible to everybody in the room. Neither is
stored. The page numbers messages itself, so that a table can be found by its message's URL as on Discord.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from bot.front.protocols import Context, EphemeralMessage, File, Redraw, SingleFront
from bot.front.request import Request
from bot.page.auth import DirectoryOf
from bot.page.windows import PageSheet, PageWindow, PageWindows
from bot.screens.core.presenter import refusal
from bot.screens.core.screen import Button, Form, Screen, Text, rows
from bot.tavern.deadlines import until_done
from bot.tavern.posting_service import PostingService
from bot.tavern.table.finished_hands import by_relevance
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentService, TournamentState
from bot.text.translate import _
from games.engine.core.errors import ensure
from storage.play.postings import Posting

TABLE_MESSAGES, NOTICE_MESSAGES = 0, 1
"""The remainders, modulo `NUMBERS`, of the message numbers of tables and notices; posts use others."""
NUMBERS = 4
SpotKind: TypeAlias = Literal["table", "panel", "sheet", "post", "nothing"]


@dataclass(frozen=True, slots=True)
class PressedSpot:
    """The place of a press: the public table, the user's own part of it, a sheet, or a post."""

    kind: SpotKind = "nothing"
    number: int = 0


class ForeignContext(Exception):
    """A context of another frontend was passed to this one."""


class PageContext:
    """The context of one request."""

    def __init__(
        self,
        front: SingleFront,
        windows: PageWindows,
        window: PageWindow,
        request: Request,
        spot: PressedSpot,
    ) -> None:
        self.front = front
        self.windows, self.window, self.request, self.spot = windows, window, request, spot
        self.is_unseen = False
        self.server, self.player, self.channel = request.place, request.person.id, request.channel

    async def update(self, screen: Screen, again: Redraw | None = None) -> bool:  # noqa: ARG002
        """Replace the sheet or post that was pressed; a press on a table opens a new sheet.

        A submitted form replaces the sheet from which it was opened. A post is public, so only a public
        screen replaces it.
        """
        number, sheet = self.spot.number, self._pressed_sheet()
        if sheet and (self.window.replace(sheet.asked_on, screen) or self.window.replace(number, screen)):
            return True
        is_public = self.spot.kind == "post" and screen.is_for_all
        if is_public and self.windows.change_post(self.channel, number, screen):
            return True
        self.spot = PressedSpot("sheet", self.window.open_sheet(screen).id)
        return True

    async def edit_original(self, screen: Screen) -> None:
        """Replace the response."""
        await self.update(screen)

    async def send_ephemeral(self, screen: Screen, again: Redraw | None = None) -> EphemeralMessage | None:  # noqa: ARG002
        """Open a sheet over the window."""
        return self.window.open_message(screen)

    async def send_form(self, form: Form) -> bool:
        """Open a sheet with a form."""
        sheet = self._pressed_sheet()
        self.window.open_sheet(form, asked_on=sheet.id if sheet else 0)
        return True

    async def send_file(self, words: str, file: File, *buttons: Button) -> bool:
        """Open a sheet with a file to download."""
        name = self.windows.keep_file(self.player, file)
        self.window.open_sheet(Screen((Text(words), *rows([*buttons]))), (name, file.name))
        return True

    async def post(self, screen: Screen) -> int | None:
        """Post a screen in the room."""
        return self.windows.post(self.channel, screen)

    async def launch(self, table: int) -> bool:
        """Show the table in this window."""
        self.shows_table(table)
        return True

    def _pressed_sheet(self) -> PageSheet | None:
        """Return the sheet that was pressed, if it is still open."""
        return self.window.find(self.spot.number) if self.spot.kind == "sheet" else None

    def refuse(self, screen: Screen) -> None:
        """Show why a press was refused, beside the pressed element."""
        self.window.refusal, self.window.refused_at = screen, self.request.at
        self.window.touch()

    def form_again(self, form: Form, faults: Mapping[str, str]) -> None:
        """Show a form again, with the errors of its fields."""
        if not (self.spot.kind == "sheet" and self.window.replace(self.spot.number, form, faults)):
            self.window.replace(self.window.open_sheet(form).id, form, faults)

    def shows_table(self, table: int) -> None:
        """Show a table, without any sheet."""
        self.window.look_at(table)


def page_context(ctx: Context) -> PageContext:
    """Return the context as one of this frontend. Raises `ForeignContext` for any other."""
    ensure(isinstance(ctx, PageContext), ForeignContext)
    assert isinstance(ctx, PageContext)
    return ctx


class Placing(Protocol):
    """Records where postings are shown."""

    async def place(self, posting: Posting) -> None:
        """Record that a posting is shown."""

    def begin(self, posting: Posting) -> None:
        """Record in the background that a posting is shown."""

    async def quiet(self) -> None:
        """Wait until all postings shown are recorded."""


class PlacedElsewhere:
    """Records nothing: another frontend keeps the messages."""

    async def place(self, posting: Posting) -> None:
        """Do nothing: the message is elsewhere."""

    def begin(self, posting: Posting) -> None:
        """Do nothing: the message is elsewhere."""

    async def quiet(self) -> None:
        """Return at once: nothing is pending."""


class PlacedHere:
    """Assigns message numbers to postings that have none."""

    def __init__(self, keeper: PostingService[Any, Any], kind: int) -> None:
        self._keeper = keeper
        self._kind = kind
        self._tasks: set[asyncio.Task[None]] = set()

    def message(self, posting: Posting) -> int:
        """Return the number that stands for a posting's message."""
        return posting.id * NUMBERS + self._kind

    async def place(self, posting: Posting) -> None:
        """Record that a posting is shown."""
        if posting.message is None:
            await self._keeper.place(posting.id, posting.channel, self.message(posting))
        self._keeper.shown(posting.id, posting.revision)

    def begin(self, posting: Posting) -> None:
        """Record in the background that a posting is shown."""
        if posting.message is not None:
            self._keeper.shown(posting.id, posting.revision)
            return
        self.do(self.place(posting))

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def quiet(self) -> None:
        """Wait until all background work is done."""
        await until_done(lambda: self._tasks)


class PageMessages:
    """The common part of tables and notices on the page: there is no message to lose."""

    def __init__(self, windows: PageWindows, placing: Placing) -> None:
        self._windows = windows
        self._placing = placing

    def is_lost(self, number: int) -> bool:  # noqa: ARG002
        """Return False: the page has no messages to lose."""
        return False

    async def draw_again(self) -> None:
        """Redraw every window."""
        self._windows.touch()

    def drop_tokens(self) -> None:
        """Do nothing: the page has no interaction tokens."""

    async def quiet(self) -> None:
        """Wait until all postings shown are recorded."""
        await self._placing.quiet()


class PageTables(PageMessages):
    """The tables, as everybody on the page sees them."""

    def __init__(
        self, windows: PageWindows, tavern: TableService, placing: Placing, company: DirectoryOf
    ) -> None:
        super().__init__(windows, placing)
        self._tavern = tavern
        self._company = company

    async def respond(self, ctx: Context, state: TableState) -> None:
        """Show the table to the user who pressed, and to everybody else."""
        self.refresh(state)
        page_context(ctx).shows_table(state.id)

    async def show_again(self, ctx: Context, state: TableState) -> None:
        """Show the current state below the refusal."""
        self.refresh(state)
        page_context(ctx).window.touch()

    async def post(self, ctx: Context, state: TableState) -> None:
        """Show a new table to the user who opened it."""
        await self._placing.place(state.stored)
        self.refresh(await self._tavern.look(state.id))
        page_context(ctx).shows_table(state.id)

    def refresh(self, state: TableState) -> None:
        """Show this state, unless a newer one is shown."""
        self._placing.begin(state.stored)
        for each in state.table.seats:
            if each.player is not None:
                self._company(state.stored.server).meet(each.player, each.name)
        self._windows.changed(state)


class PageNotices(PageMessages):
    """The notices of tournaments, each in the room where it was announced."""

    def __init__(self, windows: PageWindows, tournaments: TournamentService, placing: Placing) -> None:
        super().__init__(windows, placing)
        self._tournaments = tournaments

    async def respond(self, ctx: Context, state: TournamentState) -> None:
        """Show the notice to the user who pressed it."""
        self.refresh(state)
        page_context(ctx).window.touch()

    async def show_again(self, ctx: Context, state: TournamentState) -> None:
        """Show the notice below a refusal."""
        await self.respond(ctx, state)

    async def post(self, ctx: Context, state: TournamentState) -> None:
        """Post a new notice."""
        await self._placing.place(state.stored)
        page_context(ctx).shows_table(0)
        self.refresh(await self._tournaments.look(state.id))

    def refresh(self, state: TournamentState) -> None:
        """Show this state, unless a newer one is shown."""
        self._placing.begin(state.stored)
        self._windows.room(state.stored.channel).note(state)
        self._windows.touch(state.stored)


class PagePanels:
    """Each viewer's own part of a table: always shown below the table, so it is never opened."""

    def __init__(self, windows: PageWindows, tavern: TableService) -> None:
        self._windows = windows
        self._tavern = tavern

    async def open(self, ctx: Context, first: int | None = None, channel: int | None = None) -> None:
        """Show the user's table in the channel."""
        tables = await self._tavern.around(ctx.server, channel or ctx.channel)
        states = by_relevance(tables, ctx.player, first)
        if not states:
            await ctx.send_ephemeral(refusal(_("You’re not sitting at a table in this channel.")))
            return
        page_context(ctx).shows_table(states[0].id)

    async def respond(self, ctx: Context, state: TableState, order: str | None = None) -> None:
        """Show the table, with the user's cards in `order` if it is given."""
        self._windows.changed(state)
        mine = page_context(ctx)
        mine.shows_table(state.id)
        mine.window.order = mine.window.order if order is None else order

    async def refresh(self, state: TableState) -> None:
        """Update every window that shows this table."""
        self._windows.changed(state)

    async def refresh_all(self) -> None:
        """Redraw every window."""
        self._windows.touch()

    def shows(self, table: int) -> bool:
        """Return True if any window shows a table."""
        return any(each.table == table for each in self._windows)

    def shown_to(self, player: int) -> int | None:
        """Return the table that a user is looking at."""
        return next((each.table for each in self._windows.of(player) if each.table), None)

    def is_open(self, ctx: Context, table: int) -> bool:
        """Return True if the user is looking at a table."""
        return any(each.table == table for each in self._windows.of(ctx.player))

    def has(self, ctx: Context, state: TableState) -> bool:  # noqa: ARG002
        """Return True if a press came from the user's own part of a table, or from a sheet over it."""
        return page_context(ctx).request.on_private
