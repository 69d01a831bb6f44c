"""The application without a frontend: it connects database, services, scheduler and handlers.

Everything follows one order: change, commit, show. A press (`act`), a deadline (`Scheduler`) or an order of a
tournament is first committed by the `TableService` or the `TournamentService`, which return a state. Then the
frontend shows the state: it responds to the user who pressed, refreshes the table's message and all panels,
and pings the players to act. A crash in between loses nothing: at the next start the frontend redraws every
message that shows an older revision (`catch_up`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from bot.custom_ids import AnswerPress, TablePress, parse
from bot.front.decorators import PressMethod, methods_by_verb
from bot.front.forms import FieldError, PendingForms
from bot.front.page_links import PendingEntries
from bot.front.protocols import CompositeFront, Context, Front
from bot.front.render import has_cards, has_news
from bot.front.request import NoLongerMember, Request
from bot.process.logs import Loggable
from bot.process.peers import PeerListener, RemovedServers
from bot.process.scheduler import Scheduler
from bot.process.shard_lease import ShardLease
from bot.screens.core.presenter import refusal
from bot.screens.table.panel import NUMBER_FIELDS
from bot.tavern.daily import DailyDeals
from bot.tavern.deadlines import MonotonicClock
from bot.tavern.table import actions, waiting
from bot.tavern.table.actions import UNSEEN, Actor, TableAction
from bot.tavern.table.table_state import TableState
from bot.tavern.table.waiting import WaitingTable
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentService
from bot.tavern.tournament.tournament_tables import TournamentOutcome
from bot.text.translate import _, read_number
from games import plugins
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, OutOfRange, RuleError, UserError
from games.engine.table.refusals import NotHost
from storage.books.refunds import Voided
from storage.db.database import Database
from storage.errors import StorageError
from storage.play import postings

if TYPE_CHECKING:  # only reading settings needs pydantic-settings
    from bot.settings import Settings

log = logging.getLogger(__name__)

NO_NUMBER = -1
"""A number outside the bounds of every offer, for a text that is no number."""
WAIT_SECONDS = 2.5
"""Seconds for which an interaction waits for the shards: Discord allows three for a response."""
SHARED_SECONDS = 15.0
"""Seconds for which the other process may still receive interactions after a handover: it exits after ten."""
MakeHandlers: TypeAlias = Callable[["Application"], object]


class Application:
    """The application; `now` returns unix seconds (usually a `MonotonicClock`).

    With a `lease` other processes may serve other shards; this process holds its own already, or stands by.
    The attributes of `front` need not exist before the application does.
    """

    def __init__(
        self,
        front: Front,
        settings: Settings,
        database: Database,
        handlers: Iterable[MakeHandlers],
        *,
        now: Callable[[], float],
        lease: ShardLease | None = None,
    ) -> None:
        self.front = front
        self.database = database
        self.pictures = settings.pictures
        self.policies = settings.privacy_url, settings.terms_url
        self.now = now
        self.elapsed = now.elapsed if isinstance(now, MonotonicClock) else now
        """A clock in seconds for what is kept in memory only; setting the wall clock doesn't affect it."""
        self.clocks = clocks = Scheduler(self, now)
        self.tavern = tavern = TableService(
            database, GAMES, now=now, set_deadline=clocks.tables.set, tell=self._hear
        )
        self.lease = lease
        if lease is not None:
            tavern.serving = lease.serving
        self.serving = serving = tavern.serving
        self.gate = InteractionGate(database, now, serving.is_sure)
        self.peers = PeerListener(self)
        self.removed_servers = RemovedServers(self)
        self.pending_forms = PendingForms()
        self.pending_entries = PendingEntries(now)
        self.daily_deals = DailyDeals(tavern)
        self.tournaments = TournamentService(tavern, set_deadline=clocks.tournaments.set)
        self.has_resumed = self.has_stopped = False
        self.observers: set[Callable[[TableState], None]] = set()
        """Functions called with each changed table."""
        self.show_note: Callable[[TableState], None] | None = None
        """Called with each changed table that has a thread of its own."""
        self.on_erase: set[Callable[[int], None]] = set()
        """Functions called with each user whose data was erased."""
        self.voided: list[Voided] = []
        """Tables closed with a refund at the start, and not announced yet."""
        self.handlers = tuple(make(self) for make in handlers)
        self._pressed = methods_by_verb("pressed", self.handlers)
        self._filled_in = methods_by_verb("filled_in", self.handlers)

    def show_on(self, front: Front) -> None:
        """Add a front, which shows all changes from now on and may send requests."""
        self.front = CompositeFront(self.front, front)

    async def start_serving(self) -> None:
        """Restore the tables of this process's shards, and begin to admit interactions."""
        for fault in plugins.FAULTS:
            log.warning("%s", Loggable(str(fault)))
        self.peers.begin()
        self.voided = await self.tavern.resume()
        await self.tournaments.set_deadlines()
        self.gate.open()
        if self.serving.is_leading:
            await self.daily_deals.resume()
        self.has_resumed = True
        self.clocks.begin()

    async def catch_up(self) -> None:
        """Apply and show changes made by other processes, or before this start."""
        await self.tavern.set_deadlines()
        await self.tournaments.set_deadlines()
        await self.removed_servers.refresh_outdated()
        await self.front.tournament_news.resume()
        await self.front.panels.refresh_all()

    async def take(self, ctx: Context) -> None:
        """Dispatch a button press or a submitted form to its handler."""
        request = ctx.request
        press, is_form = parse(request.action), request.kind == "form"
        # Discord lets no bot press a button; a forged press of one is refused (F-26).
        if request.person.is_bot or press is None:
            await self._refuse(ctx)
            return
        if press.table:
            await self.admit(ctx, press.table)
        if isinstance(press, AnswerPress) and is_form:
            await self._answer_typed(ctx, press)
        elif isinstance(press, AnswerPress):
            # The numbers are in the button's custom_id, or they are the choices of a select.
            numbers = press.answer.numbers or request.all_chosen()
            whole_answer = replace(press.answer, numbers=numbers)
            await self.act(ctx, press.table, actions.answer(press.seat, whole_answer))
        elif method := (self._filled_in if is_form else self._pressed).get(press.verb):
            await self._handle(ctx, press, method)
        else:
            await self._refuse(ctx)

    async def _handle(self, ctx: Context, press: TablePress, method: PressMethod) -> None:
        """Call a handler; if only a host may press who has left, call it again for the next one (TB-15)."""
        try:
            await method(ctx, press)
        except NotHost as error:
            members, actor = self.front.departed_members, ctx.request.actor()
            await self.refresh(await members.pass_on_host(error, actor, press.table))
            await method(ctx, press)

    async def _answer_typed(self, ctx: Context, press: AnswerPress) -> None:
        """Answer an offer with the numbers typed into a form; only the first field is required."""
        amount, *more = (ctx.request.fields.get(name, "") for name in NUMBER_FIELDS)
        numbers = (_number(amount), *(_number(each) for each in more if each.strip()))
        whole_answer = replace(press.answer, numbers=numbers)
        try:
            await self.act(ctx, press.table, actions.answer(press.seat, whole_answer))
        except OutOfRange as error:
            raise FieldError(NUMBER_FIELDS[error.at], error) from error

    async def _refuse(self, ctx: Context) -> None:
        if ctx.request.kind == "form":
            raise NotOffered
        log.info("a press that we never offered")
        await ctx.send_ephemeral(refusal(_("That button isn’t mine, or it no longer works.")))

    async def admit(self, ctx: Context, table: int) -> None:
        """Raise unless the user is an active member of the table's server (F-38).

        If the user has left the server, their seats are freed. A user who presses within the server is a
        member if the front has confirmed it.
        """
        player, members = ctx.player, self.front.departed_members
        if ctx.request.is_member:
            members.note_member(ctx.server, player)
            return
        server = (await self.tavern.look(table, ctx.request.actor())).stored.server
        if postings.is_server(server):
            try:
                await members.require_present(server, player)
            except NoLongerMember:
                await self.show_left(await members.leave(server, player))
                raise

    async def waiting(self, request: Request) -> list[WaitingTable]:
        """Return a user's tables in all servers that they haven't left, tables waiting for them first."""
        actor = request.actor()
        tables = await self.waiting_for(actor.player, actor.server if request.is_member else None)
        return [each for each in tables if each.server != actor.server or actor.sees(each.channel)]

    async def waiting_for(self, player: int, member_of: int | None = None) -> list[WaitingTable]:
        """Return the same for a user who is certainly a member of that server, if one is given."""
        members, inaccessible = self.front.departed_members, set[int]()
        tables = await self.database.read(lambda tx: waiting.of_player(tx, self.tavern.tables, player))
        for server in {each.server for each in tables if postings.is_server(each.server)} - {member_of}:
            try:
                await members.require_present(server, player)
            except NoLongerMember:
                inaccessible.add(server)
                await self.show_left(await members.leave(server, player))
            except UserError:
                inaccessible.add(server)
        return [each for each in tables if each.server not in inaccessible]

    async def act(self, ctx: Context, table: int, act: TableAction, *, opens_panel: bool = False) -> None:
        """Apply an action to a table and respond to the press; `opens_panel` opens the user's panel, too."""
        try:
            state = await self.tavern.act(ctx.request.actor(), table, act)
        except RuleError:
            # The pressed message may be out of date: show the current state before the refusal (F-25).
            await self.show_again(ctx, await self.tavern.look(table))
            raise
        await self.respond(ctx, state, opens_panel=opens_panel)

    async def close_table(self, actor: Actor, table_id: int) -> TableState:
        """Close a table after its current hand, or at once if it can't be shown (F-36)."""
        reason = UNSEEN if self.front.table_messages.is_lost(table_id) else ""
        return await self.tavern.close(actor, table_id, reason)

    async def begin(self, ctx: Context, state: TableState) -> None:
        """Post a new table; if its game has begun already, open the user's panel, too."""
        try:
            await self.front.table_messages.post(ctx, state)
            # In a thread of its own the panel opens there, by “My cards”.
            if state.table.phase == "playing" and has_cards(state) and not state.stored.awaits_thread:
                await self.front.panels.open(ctx, state.id)
        finally:
            await self.show(state, by=ctx.player)

    async def refresh(self, state: TableState) -> None:
        """Show a changed table everywhere, and ping the players to act."""
        self.front.table_messages.refresh(state)
        await self.show(state)

    async def show(self, state: TableState, *, by: int | None = None) -> None:
        """Refresh all panels of a changed table, and ping the players to act, except `by`."""
        for each in tuple(self.observers):
            each(state)
        if state.stored.thread and self.show_note is not None:
            self.show_note(state)
        await self.front.panels.refresh(state)
        await self.front.turn_pings.note(state, by=by)

    async def respond(self, ctx: Context, state: TableState, *, opens_panel: bool = False) -> None:
        """Respond to a press on a table's message or a panel, and show the change to everybody else."""
        player, panels, messages = ctx.player, self.front.panels, self.front.table_messages
        try:
            if ctx.request.message is None:
                messages.refresh(state)
                await panels.open(ctx, state.id)
            elif panels.has(ctx, state):
                messages.refresh(state)
                await panels.respond(ctx, state)
            else:
                await messages.respond(ctx, state)
                is_due = opens_panel and has_cards(state)
                if not panels.is_open(ctx, state.id) and (is_due or await self._has_news(state, player)):
                    await panels.open(ctx, state.id)
        finally:
            # Even if the response fails, since the change is committed.
            await self.show(state, by=player)

    async def _has_news(self, state: TableState, player: int) -> bool:
        """Return True if the player's panel has news that the message doesn't show, or the coach's advice."""
        return has_news(state, player) or await self.tavern.coach.advise(state, player) is not None

    async def show_again(self, ctx: Context, state: TableState) -> None:
        """Show the current table to a user whose press is about to be refused."""
        if ctx.request.message is None:
            return
        if self.front.panels.has(ctx, state):
            await self.front.panels.respond(ctx, state)
        else:
            await self.front.table_messages.show_again(ctx, state)

    async def show_left(self, tables: list[TableState]) -> None:
        """Show tables from which a player was removed."""
        for each in tables:
            await self.refresh(each)

    def stop(self) -> None:
        """Start no further work; work in progress goes on."""
        self.has_stopped = True
        self.clocks.stop()
        self.peers.stop()
        self.daily_deals.stop()

    def _hear(self, outcome: TournamentOutcome) -> None:
        self.front.tournament_news.handle_outcome(outcome)


def _number(text: str) -> int:
    """Return a typed number; `NO_NUMBER` for any other text, so that the offer refuses it with its bounds."""
    number = read_number(text)
    return NO_NUMBER if number is None else number


class InteractionGate:
    """Admits each interaction once, even while shards are handed over (`shard_lease.py`).

    `is_sure()` returns True while no other process can hold this process's shards.
    """

    def __init__(self, database: Database, now: Callable[[], float], is_sure: Callable[[], bool]) -> None:
        self._database = database
        self._now = now
        self._is_sure = is_sure
        self._opened = asyncio.Event()
        self._opened.set()
        self._is_shut = False
        self._shared_until = 0.0
        """The time, by `monotonic`, until which another process may receive the same interactions."""

    def wait(self) -> None:
        """Delay all interactions until `open`."""
        self.share()
        self._opened.clear()

    def share(self) -> None:
        """Start recording interaction ids: another process receives them too."""
        self._shared_until = inf

    def open(self) -> None:
        """Admit delayed and further interactions."""
        if not self._opened.is_set():
            self._shared_until = monotonic() + SHARED_SECONDS
        self._opened.set()

    def shut(self) -> None:
        """Reject all further interactions; another process, or the next start, handles them."""
        self._is_shut = True

    async def admits(self, interaction: int) -> bool:
        """Return True if this process answers the interaction; wait while it is being delayed."""
        if not self._opened.is_set():
            try:
                await asyncio.wait_for(self._opened.wait(), WAIT_SECONDS)
            except TimeoutError:
                return False
        if self._is_shut or not self._is_sure():
            return False
        return monotonic() >= self._shared_until or await self._accept(interaction)

    async def _accept(self, interaction: int) -> bool:
        now = self._now()
        try:
            return await self._database.write(lambda tx: postings.accept_press(tx, interaction, now))
        except StorageError:
            return False
