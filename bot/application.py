"""The whole application without a front. It wires database, Tavern, clocks and handlers together.

Everything here follows one order: change, commit, show. A press (`act`), a deadline (`Scheduler`) or a
tournament's order is first committed by the Tavern or the `TournamentService`, which return a state. Only
then are people shown it, by the front: whoever pressed gets the answer to their press, everybody else a
refresh of the table's message and of their panels, and the player to act a ping. A kill in between loses
nothing: at the next start the front redraws every message that shows an older revision (`catch_up`).
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
"""Outside the bounds of every offer."""
WAIT_SECONDS = 2.5
"""Seconds for which an interaction waits for our shards: Discord allows three for an answer."""
SHARED_SECONDS = 15.0
"""Seconds for which a process that handed over may still receive interactions: it exits after about ten."""
MakeHandlers: TypeAlias = Callable[["Application"], object]


class Application:
    """The application; `now` gives unix seconds (usually a `MonotonicClock`).

    With a `lease` other processes may serve other shards: it is ours already, or we stand by for one. The
    front is complete once the house is.
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
        """Seconds by which what is kept in memory only expires, whatever becomes of the wall clock."""
        self.clocks = clocks = Scheduler(self, now)
        self.tavern = tavern = TableService(
            database, GAMES, now=now, set_deadline=clocks.tables.set, tell=self._hear
        )
        self.lease = lease
        if lease is not None:
            tavern.serving = lease.serving
        self.serving = serving = tavern.serving
        self.door = InteractionGate(database, now, serving.is_sure)
        self.neighbours = PeerListener(self)
        self.own_servers = RemovedServers(self)
        self.asked_forms = PendingForms()
        self.pending_entries = PendingEntries(now)
        self.daily_deals = DailyDeals(tavern)
        self.tournaments = TournamentService(tavern, set_deadline=clocks.tournaments.set)
        self.has_resumed = self.has_stopped = False
        self.onlookers: set[Callable[[TableState], None]] = set()
        """Whoever else is told of each table that has changed."""
        self.forgotten: set[Callable[[int], None]] = set()
        """Whoever is told of each person that had everything about them deleted."""
        self.voided: list[Voided] = []
        """Closed by the books at the start, and not told of yet."""
        self.handlers = tuple(make(self) for make in handlers)
        self._pressed = methods_by_verb("pressed", self.handlers)
        self._filled_in = methods_by_verb("filled_in", self.handlers)

    def show_on(self, front: Front) -> None:
        """Show everything on another front too, and accept its requests."""
        self.front = CompositeFront(self.front, front)

    async def come_up(self) -> None:
        """Bring the tables of our shards back."""
        for fault in plugins.FAULTS:
            log.warning("%s", Loggable(str(fault)))
        self.neighbours.begin()
        self.voided = await self.tavern.resume()
        await self.tournaments.set_deadlines()
        self.door.open()
        if self.serving.is_leading:
            await self.daily_deals.resume()
        self.has_resumed = True
        self.clocks.begin()

    async def catch_up(self) -> None:
        """Do and show whatever was changed by others, or before this start, where it was not heard of."""
        await self.tavern.set_deadlines()
        await self.tournaments.set_deadlines()
        await self.own_servers.show_behind()
        await self.front.tournament_news.resume()
        await self.front.panels.refresh_all()

    async def take(self, ctx: Context) -> None:
        """Dispatch a button press or a submitted form to its handler."""
        request = ctx.request
        meaning, is_form = parse(request.action), request.kind == "form"
        # Bots cannot press anything, but they are refused all the same (F-26).
        if request.person.is_bot or meaning is None:
            await self._refuse(ctx)
            return
        if meaning.table:
            await self.admit(ctx, meaning.table)
        if isinstance(meaning, AnswerPress) and is_form:
            await self._answer_typed(ctx, meaning)
        elif isinstance(meaning, AnswerPress):
            # The numbers of the button, or what was chosen in a select.
            numbers = meaning.answer.numbers or request.all_chosen()
            whole_answer = replace(meaning.answer, numbers=numbers)
            await self.act(ctx, meaning.table, actions.answer(meaning.seat, whole_answer))
        elif method := (self._filled_in if is_form else self._pressed).get(meaning.verb):
            await self._ask_host(ctx, meaning, method)
        else:
            await self._refuse(ctx)

    async def _ask_host(self, ctx: Context, press: TablePress, method: PressMethod) -> None:
        """Do what a press asks for, and once more if the host, to whom it was left, is gone (TB-15)."""
        try:
            await method(ctx, press)
        except NotHost as refused:
            members, actor = self.front.departed_members, ctx.request.actor()
            await self.refresh(await members.pass_on_host(refused, actor, press.table))
            await method(ctx, press)

    async def _answer_typed(self, ctx: Context, press: AnswerPress) -> None:
        """Answer an offer with the numbers of a form, whose last fields may be empty."""
        amount, *more = (ctx.request.fields.get(name, "") for name in NUMBER_FIELDS)
        numbers = (_number(amount), *(_number(each) for each in more if each.strip()))
        whole_answer = replace(press.answer, numbers=numbers)
        try:
            await self.act(ctx, press.table, actions.answer(press.seat, whole_answer))
        except OutOfRange as slip:
            raise FieldError(NUMBER_FIELDS[slip.at], slip) from slip

    async def _refuse(self, ctx: Context) -> None:
        if ctx.request.kind == "form":
            raise NotOffered
        log.info("a press that we never offered")
        await ctx.send_ephemeral(refusal(_("That button isn’t mine, or it no longer works.")))

    async def admit(self, ctx: Context, table: int) -> None:
        """Raise unless the user is an active member of the table's server; free the seats of leavers (F-38).

        A user who presses within the server is a member if the front confirms it.
        """
        player, members = ctx.player, self.front.departed_members
        if ctx.request.is_member:
            members.saw(ctx.server, player)
            return
        server = (await self.tavern.look(table, ctx.request.actor())).stored.server
        if postings.is_server(server):
            try:
                await members.require_present(server, player)
            except NoLongerMember:
                await self.show_left(await members.leave(server, player))
                raise

    async def waiting(self, request: Request) -> list[WaitingTable]:
        """Return a person's tables in all servers that they haven't left, those waiting for them first."""
        actor = request.actor()
        found = await self.waiting_for(actor.player, actor.server if request.is_member else None)
        return [each for each in found if each.server != actor.server or actor.sees(each.channel)]

    async def waiting_for(self, player: int, member_of: int | None = None) -> list[WaitingTable]:
        """Return the same for somebody who is surely a member of one server, or of none."""
        members, closed = self.front.departed_members, set[int]()
        found = await self.database.read(lambda tx: waiting.of_player(tx, self.tavern.tables, player))
        for server in {each.server for each in found if postings.is_server(each.server)} - {member_of}:
            try:
                await members.require_present(server, player)
            except NoLongerMember:
                closed.add(server)
                await self.show_left(await members.leave(server, player))
            except UserError:
                closed.add(server)
        return [each for each in found if each.server not in closed]

    async def act(self, ctx: Context, table: int, act: TableAction, *, opens_panel: bool = False) -> None:
        """Do what a press asks for, and answer it; some presses open their player's panel by themselves."""
        try:
            state = await self.tavern.act(ctx.request.actor(), table, act)
        except RuleError:
            # The pressed message may be out of date: show the current state, then say what was wrong (F-25).
            await self.show_again(ctx, await self.tavern.look(table))
            raise
        await self.respond(ctx, state, opens_panel=opens_panel)

    async def close_table(self, actor: Actor, table_id: int) -> TableState:
        """Close a table; at once if it cannot be shown, and so not be played to its end (F-36)."""
        at_once = UNSEEN if self.front.table_messages.is_lost(table_id) else ""
        return await self.tavern.close(actor, table_id, at_once)

    async def begin(self, ctx: Context, state: TableState) -> None:
        """Post a new table; where its game has begun already, with the panel of whoever began it."""
        try:
            await self.front.table_messages.post(ctx, state)
            if state.table.phase == "playing" and has_cards(state):
                await self.front.panels.open(ctx, state.id)
        finally:
            await self.show(state, by=ctx.player)

    async def refresh(self, state: TableState) -> None:
        """Show a changed table everywhere, and call those who are to act."""
        self.front.table_messages.refresh(state)
        await self.show(state)

    async def show(self, state: TableState, *, by: int | None = None) -> None:
        """Refresh everybody's panels of a changed table, and ping who acts next, except `by`."""
        for each in tuple(self.onlookers):
            each(state)
        await self.front.panels.refresh(state)
        await self.front.turn_pings.note(state, by=by)

    async def respond(self, ctx: Context, state: TableState, *, opens_panel: bool = False) -> None:
        """Answer a press on a table's message or a panel, and show everybody else."""
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
            # Also where the front cannot answer: the change is committed.
            await self.show(state, by=player)

    async def _has_news(self, state: TableState, player: int) -> bool:
        """Return True if only the player's panel shows some news; the coach may have some too."""
        return has_news(state, player) or await self.tavern.coach.advise(state, player) is not None

    async def show_again(self, ctx: Context, state: TableState) -> None:
        """Show the current table to somebody whose press is about to be refused."""
        if ctx.request.message is None:
            return
        if self.front.panels.has(ctx, state):
            await self.front.panels.respond(ctx, state)
        else:
            await self.front.table_messages.show_again(ctx, state)

    async def show_left(self, tables: list[TableState]) -> None:
        """Show tables that somebody was removed from."""
        for left in tables:
            await self.refresh(left)

    def stop(self) -> None:
        """Start nothing new; work under way goes on."""
        self.has_stopped = True
        self.clocks.stop()
        self.neighbours.stop()
        self.daily_deals.stop()

    def _hear(self, outcome: TournamentOutcome) -> None:
        self.front.tournament_news.hear(outcome)


def _number(text: str) -> int:
    """A number that was typed, or one that no offer takes: what fits, the offer knows."""
    number = read_number(text)
    return NO_NUMBER if number is None else number


class InteractionGate:
    """Lets interactions in, each once, also while shards change hands (`shard_lease.py`).

    `is_sure()` returns True while no other process can own our shards.
    """

    def __init__(self, database: Database, now: Callable[[], float], is_sure: Callable[[], bool]) -> None:
        self._database = database
        self._now = now
        self._is_sure = is_sure
        self._opened = asyncio.Event()
        self._opened.set()
        self._is_shut = False
        self._shared_until = 0.0
        """Until when, by the machine's clock, another process may be told of the same interactions."""

    def wait(self) -> None:
        """Hold back all interactions until `open`."""
        self.share()
        self._opened.clear()

    def share(self) -> None:
        """Start recording interaction ids: another process receives them too."""
        self._shared_until = inf

    def open(self) -> None:
        """Admit waiting and coming interactions."""
        if not self._opened.is_set():
            self._shared_until = monotonic() + SHARED_SECONDS
        self._opened.set()

    def shut(self) -> None:
        """Reject all further interactions; another process, or the next start, handles them."""
        self._is_shut = True

    async def admits(self, interaction: int) -> bool:
        """Return True if it is answered here."""
        if not self._opened.is_set():
            try:
                await asyncio.wait_for(self._opened.wait(), WAIT_SECONDS)
            except TimeoutError:
                return False
        if self._is_shut or not self._is_sure():
            return False
        return monotonic() >= self._shared_until or await self._accept(interaction)

    async def _accept(self, interaction: int) -> bool:
        at = self._now()
        try:
            return await self._database.write(lambda tx: postings.accept_press(tx, interaction, at))
        except StorageError:
            return False
