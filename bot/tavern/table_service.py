"""The table service: load a table, apply one action, and commit."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from bot.tavern import deadlines, house_decisions
from bot.tavern.coaching import Coach, HandReviews
from bot.tavern.house_decisions import Decision
from bot.tavern.posting_service import PostingService, Serving, SetDeadline, is_due
from bot.tavern.queries import TableQueries
from bot.tavern.recovery import recover
from bot.tavern.table import actions, nearby
from bot.tavern.table.actions import Actor, Scope, TableAction
from bot.tavern.table.finished_hands import at_home
from bot.tavern.table.nearby import NewTable
from bot.tavern.table.next_game import NextGame, close_between_hands
from bot.tavern.table.table_state import (
    NoSuchTable,
    Paused,
    TableRests,
    TableSpot,
    TableState,
    learners_at,
    require_channel_room,
    require_game,
    require_room,
    require_slow_room,
    words_of,
)
from bot.tavern.tournament.tournament_tables import TournamentOutcome, TournamentTables
from games.engine.core.errors import UserError
from games.engine.core.game import AnyGame
from games.engine.table import seating, time_bank
from games.engine.table.pace import SLOW_SECONDS
from games.engine.table.refusals import NotManager, TableClosed
from games.engine.table.table import TableChange, Terms
from games.engine.table.table_talk import faded
from storage import leases
from storage.books import audit_lines, refunds
from storage.books.refunds import Voided
from storage.db.database import Database
from storage.db.retention import is_steady
from storage.db.transaction import Transaction
from storage.errors import Differs, StorageError, Unreadable
from storage.files import restored_copy
from storage.leases import ShardRange
from storage.people import bars, erased_people, preferences, server_settings
from storage.people.bars import Bar
from storage.people.erased_people import EVERYWHERE
from storage.play import postings, tables, turn_calls
from storage.play.postings import DIRECT, ELSEWHERE, TABLES, PostingPlace, ReplacedMessage, is_server
from storage.play.tables import StoredTable, Tables
from storage.standing import boards
from storage.standing.titles import shown_at_table
from storage.tournaments.tournaments import Tournaments

log = logging.getLogger(__name__)

T = TypeVar("T")

EXPIRING = (
    *postings.EXPIRING,
    *erased_people.EXPIRING,
    *bars.EXPIRING,
    *boards.EXPIRING,
)
"""The kinds of expiring rows that are deleted besides old tables."""


def fresh_seeds() -> Iterator[str]:
    """Return an iterator of secret seeds from the operating system's cryptographic source (TB-13).

    Unlike a generator, it is thread-safe.
    """
    return iter(partial(secrets.token_hex, 32), "")


@dataclass(frozen=True, slots=True)
class LeftGames:
    """The tables and tournaments from which a player was removed, and those in which they play on."""

    tables: tuple[TableState, ...]
    withdrawn: tuple[TournamentOutcome, ...]
    playing: tuple[int, ...]


class TableService(TableQueries, PostingService[StoredTable, TableState]):
    """The table service: load a table, apply one action, commit, and return the new state to show.

    Each coroutine that changes a table runs one transaction: it parses the snapshot, applies an action of
    `bot/tavern/table/actions.py`, and writes snapshot, moves, transfers and scores together. The service
    knows no frontend: callers show the returned state.

    - `games`: all games by key.
    - `now`: returns unix seconds; a `MonotonicClock` in the bot, so setting the wall clock moves no deadline
      (F-16).
    - `seeds`: secret seeds for coming hands; by default from the operating system (TB-13).
    - `set_deadline`: called with a table's id and the time of its next `tick`, or None.
    - `tell`: called with the consequences of a change in a tournament and at its other tables.

    A `UserError` is a user's mistake, has a text for the user, and means that nothing has changed. `Paused`
    is a `UserError`, too: the table is paused because of a bug. Of `StorageError`, `NotAccepted` may be
    retried; after `Broken` the process must restart.

    Example: apply a press, and show the result.

        state = await tavern.act(request.actor(), table_id, actions.sit_down)
        front.table_messages.refresh(state)
    """

    unknown = NoSuchTable
    unreadable = TableClosed

    def __init__(
        self,
        database: Database,
        games: Mapping[str, AnyGame],
        *,
        now: Callable[[], float],
        seeds: Iterator[str] | None = None,
        set_deadline: SetDeadline = lambda table, at: None,  # noqa: ARG005
        tell: Callable[[TournamentOutcome], None] = lambda outcome: None,  # noqa: ARG005
    ) -> None:
        self.games = games
        TableQueries.__init__(self, database, Tables(games), now)
        PostingService.__init__(self, database, self.tables, now, set_deadline, Serving())
        self._seeds = fresh_seeds() if seeds is None else seeds
        self._tell = tell
        self.tournaments = Tournaments(games)
        self.tournament_tables = TournamentTables(self.tables, self.tournaments, self._seeds)
        self._paused: dict[int, str] = {}
        self._thinking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="house-player")
        self._window = house_decisions.ThinkingWindow()
        self.coach = Coach(self.think)
        self.hand_reviews = HandReviews(self, self.think, self._seeds)

    async def open_table(
        self,
        actor: Actor,
        channel: int,
        game: AnyGame,
        rules: object,
        terms: Terms,
        first: TableAction = actions.sit_down,
    ) -> TableState:
        """Open a table and apply a first action to it: sit down, or begin at once."""
        actor = replace(actor, at=self.now())
        return await self._open(
            actor, lambda tx: self._add(tx, actor, channel, game, rules, terms, first=first)
        )

    async def play(
        self, actor: Actor, new_table: NewTable, rules: object, terms: Terms, first: TableAction
    ) -> tuple[TableState, TableState | None]:
        """Open a table; return it, and the player's own table that was closed in exchange, if any.

        Raises `TableNearby` if the player has to choose between another table and a new one.
        """
        actor = replace(actor, at=self.now())
        closed: TableState | None = None

        def make(tx: Transaction) -> TableState:
            # Search and opening share a transaction, so that two concurrent presses don't open two tables.
            nonlocal closed
            if new_table.closes:
                old = self._load(tx, new_table.closes, actor)
                closed = None if old.is_over else self._act(tx, old, actor, nearby.close_own)
            new_table.require_none(tx, self.tables, actor)
            return self._add(tx, actor, new_table.channel, new_table.game, rules, terms, first=first)

        opened = await self._open(actor, make)
        return opened, closed and self._done(closed)

    async def play_again(
        self, actor: Actor, over: TableState, game: AnyGame
    ) -> tuple[TableState, TableState | None]:
        """Seat the actor at the table where the players of a table play again, or open that table.

        Its host may do that between two hands too; then also return the table, which is closed. Raises
        `NotOffered` after a quick throw.
        """
        before, server, channel = over.table, at_home(actor, over.stored), over.stored.channel
        actor = replace(actor, at=self.now())
        again = NextGame.of(actor, over, game)
        closed: TableState | None = None

        def make(tx: Transaction) -> TableState:
            nonlocal closed
            # Search and opening share a transaction, so that two concurrent presses don't open two tables.
            waiting = again.awaiting(self.tables.in_channel(tx, server, channel), actor.player)
            if waiting is not None:
                return self._act(tx, waiting, actor, actions.join)
            # Checked first: the old host's guest list decides who may open the new table.
            seating.require_welcome(before, actor.player)
            old = self._load(tx, over.id, None)
            closed = None if old.is_over else self._act(tx, old, actor, close_between_hands)
            first = actions.come_again
            return self._add(tx, actor, channel, game, again.rules, again.terms, first=first, beside=old)

        opened = await self._open(actor, make)
        return opened, closed and self._done(closed)

    async def act(self, actor: Actor, table_id: int, act: TableAction) -> TableState:
        """Apply a player's action to a table (`actions.py`)."""
        if table_id in self._paused:
            raise Paused(self._paused[table_id])
        return await self.act_despite_pause(actor, table_id, act)

    async def act_despite_pause(self, actor: Actor, table_id: int, act: TableAction) -> TableState:
        """Apply an action even if a bug has paused the table; a successful action ends that pause."""
        # The time is read now, since the clock may jump while the transaction is queued (F-16).
        actor = replace(actor, at=self.now())

        changing = self._change(actor, table_id, lambda tx, stored: self._act(tx, stored, actor, act))
        state = self._done(await self._guarded(table_id, changing))
        # The rules and the ledger have accepted the action, so the table works again.
        self._paused.pop(table_id, None)
        return state

    async def close(self, actor: Actor, table_id: int, broken: str = "") -> TableState:
        """Close a table; with a reason `broken`, close it at once and call its hand off (TB-10)."""
        if table_id in self._paused:
            broken = f"error {self._paused[table_id]}"
        return await self.act_despite_pause(actor, table_id, actions.close(broken))

    async def void(self, actor: Actor, table_id: int) -> Voided:
        """End a table that can't be closed, with refunds by the ledger (TB-10). Raises `TableClosed`."""
        if not actor.is_manager:
            raise NotManager

        def transaction(tx: Transaction) -> Voided:
            if not tables.is_open(tx, actor.in_server(), table_id):
                raise TableClosed
            voided = refunds.void(tx, table_id, actor.at, actor.player)
            self.tournament_tables.call_off(tx, [table_id], actor.at)
            return voided

        voided = await self.once(actor, transaction)
        self._paused.pop(table_id, None)
        self._set_deadline(table_id, None)
        return voided

    async def depart(self, table_id: int, player: int, act: TableAction = actions.leave) -> TableState:
        """Act for a player without a press, for example leave for a player who left the server (TB-9)."""
        now = self.now()

        def transaction(tx: Transaction) -> TableState:
            stored = self._load(tx, table_id, None)
            return self._act(tx, stored, Actor(0, now, player, "", stored.server), act)

        return self._done(await self._guarded(table_id, self.database.write(transaction, table_id)))

    async def bar(self, actor: Actor, bar: Bar, zone: str = "") -> LeftGames:
        """Bar a player from a server's games, and free their seats there (TB-23).

        `zone`, the time zone in which the actor typed the bar's end, is stored with their preferences.
        """
        server = actor.in_server()

        def store(tx: Transaction, _now: float) -> None:
            if zone:
                preferences.keep_time_zone(tx, actor.player, zone)
            audit_lines.add(tx, server, "bar", bars.bar(tx, server, bar))

        return await self._remove(actor, store, bar.player, server)

    async def lift_bar(self, actor: Actor, bar: Bar) -> None:
        """Lift a bar. Raises `NotBarred` if there is none."""
        server = actor.in_server()
        await self.once(actor, lambda tx: audit_lines.add(tx, server, "bar", bars.lift(tx, server, bar)))

    async def keep_out(self, actor: Actor, server: int, seconds: int) -> LeftGames:
        """Exclude the actor, at their own wish, from a server's games, and free their seats there (TB-24).

        `server` may be `EVERYWHERE`. The audit log doesn't show a self-exclusion.
        """

        def store(tx: Transaction, now: float) -> None:
            bars.keep_out(tx, server, actor.player, now + seconds)

        return await self._remove(actor, store, actor.player, None if server == EVERYWHERE else server)

    async def _remove(
        self, actor: Actor, store: Callable[[Transaction, float], None], player: int, server: int | None
    ) -> LeftGames:
        """Remove a player from all tables and tournaments of a server, or of all servers (None).

        A player in a hand plays it to its end before they leave with their stack. Entries to tournaments that
        have not begun are refunded; in a running tournament they play on, since others' chips and seats
        depend on it. All this and `store` are one transaction, so that a crash can't separate them.
        """
        actor = replace(actor, at=self.now())
        own = replace(actor, player=player, name="", handle="")

        def transaction(tx: Transaction) -> LeftGames:
            store(tx, actor.at)
            stored_tables = self.tables.of_player(tx, server, player)
            ordinary = (each for each in stored_tables if each.table.terms.tournament is None)
            left = tuple(self._act(tx, each, own, actions.send_home) for each in ordinary)
            return LeftGames(
                left, *self.tournament_tables.withdraw(tx, player, server, actor.player, actor.at)
            )

        games = await self.once(actor, transaction)
        for outcome in games.withdrawn:
            self.follow(outcome)
        return replace(games, tables=tuple(map(self._done, games.tables)))

    async def withdraw(self, server: int) -> None:
        """Call off all games, with refunds, in a server that the bot has left (F-37)."""
        now = self.now()

        def transaction(tx: Transaction) -> list[int]:
            self.tournament_tables.close(tx, server, now)
            open_tables = self.tables.open_tables(tx, server)
            for stored in open_tables:
                change = seating.break_off(
                    stored.table, self.games[stored.table.game], None, actions.WITHDRAWN
                )
                self.tables.save(tx, stored, change, None, now)
            resting = self.tournament_tables.void_resting(tx, server, now, actions.WITHDRAWN)
            voided = [each.voided.id for each in resting if not each.voided.is_tournament]
            return [*(each.id for each in open_tables), *voided]

        for table_id in await self.database.write(transaction):
            self._set_deadline(table_id, None)

    async def tick(self, table_id: int) -> TableState | None:
        """Apply a due action; return None if none is due, or a decision has to be computed again."""
        fired_at = self.now()

        def transaction(tx: Transaction) -> TableState | StoredTable:
            stored = self._load(tx, table_id, None)
            # Another player has acted during the computation, so the decision is computed again.
            is_outdated = decision is not None and decision.revision != stored.revision
            # If the deadline fired early, there is no decision yet, and it will fire again.
            if is_outdated or not is_due(stored, fired_at):
                return stored
            scope = Scope(tx, stored, self.games[stored.table.game], self._seeds)
            return self._save(tx, stored, actions.time_up(scope, decision, now), now)

        if table_id in self._paused:
            return None
        decision, now = await self._decide(table_id, fired_at), self.now()
        result = await self._guarded(table_id, self.database.write(transaction, table_id))
        if isinstance(result, StoredTable):
            self.wake_for(result)
            return None
        return self._done(result)

    async def _decide(self, table_id: int, at: float) -> Decision | None:
        """Compute house players' decisions in a background thread; None if none is due."""
        state = await self.look(table_id)
        if not is_due(state.stored, at) or deadlines.house_player_to_act(state.table, state.game) is None:
            return None
        decide = partial(house_decisions.decide, state.stored, state.game, next(self._seeds))
        return await self._guarded(table_id, self._window.in_its_time(self.think(decide)))

    async def think(self, function: Callable[[], T]) -> T:
        """Run a function in the thread in which house players think."""
        return await asyncio.get_running_loop().run_in_executor(self._thinking, function)

    def stop_thinking(self) -> None:
        """Begin no more computations; one in progress runs to its end."""
        self._thinking.shutdown(wait=False, cancel_futures=True)

    async def in_channel(self, server: int, *channels: int) -> list[TableState]:
        """Return the open tables of one or more channels."""
        return await self.database.read(
            lambda tx: [
                self._state(tx, each)
                for channel in channels
                for each in self.tables.in_channel(tx, server, channel)
            ]
        )

    async def around(self, server: int, channel: int) -> list[TableState]:
        """Return the open tables of a channel and of its threads."""
        return await self.database.read(
            lambda tx: [self._state(tx, each) for each in self.tables.around(tx, server, channel)]
        )

    async def leave_thread(self, number: int, note: ReplacedMessage | None) -> None:
        """Take a table out of its thread, to the channel above; its note is to be deleted."""
        now = self.now()

        def transaction(tx: Transaction) -> None:
            stored = self._load(tx, number, None)
            TABLES.set_message(tx, number, stored.parent, None, now)
            self.tables.put_in_thread(tx, stored, 0, "")
            if note is not None:
                postings.note_replaced(tx, note)

        await self.database.write(transaction, number)

    async def thread_archived(self, server: int, channel: int) -> None:
        """Record that a thread was archived, unless a table has been opened there meanwhile."""
        await self.database.write(lambda tx: tables.archive_thread(tx, server, channel))

    async def look_at(self, tables: Iterable[int]) -> list[TableState]:
        """Return the states of several tables as of one moment."""
        return await self.database.read(lambda tx: [self._see(tx, each) for each in tables])

    async def restart_clock(self, table_id: int) -> TableState:
        """Give the players to act their whole time again, after the table could not be shown."""
        now = self.now()

        def transaction(tx: Transaction) -> TableState:
            stored = self._load(tx, table_id, None)
            if stored.deadline_at is not None:
                deadline_at = deadlines.restarted_deadline(stored.table, self.games[stored.table.game], now)
                self.tables.restart_clock(tx, stored, deadline_at)
            return self._see(tx, table_id)

        return self._done(await self.database.write(transaction, table_id))

    async def rehearse(self, shards: ShardRange) -> None:
        """Read all data of these shards that `resume` will read, to warm the cache."""
        kept = self.tournament_tables
        for each in (kept.tables, kept.tournaments):
            under_way = partial(each.rows.under_way, shards=shards)
            for number in await self.database.read(under_way):
                # Read one by one, so that other requests needn't wait; `resume` reports damaged rows.
                with suppress(Unreadable):
                    await self.database.read(partial(each.load, number=number))

    async def resume(self) -> list[Voided]:
        """Repair the database at a start, before interactions are admitted, and set the deadlines.

        Return the tables and tournaments that were closed with a refund.
        """
        now = self.now()
        lease = self.serving.lease
        voided = await self.database.write(lambda tx: recover(tx, self.tournament_tables, now, lease))
        await self.set_deadlines()
        return voided

    async def purge_expired(self) -> None:
        """Delete expired data, in pieces between which presses are answered.

        For at least a day after a clock jump, nothing is deleted: the new time may be wrong.
        """
        now = self.now()
        await self.forget_on()
        if not await self.database.read(partial(is_steady, at=now)):
            return
        servers = await self.database.read_long(tables.servers_of_closed)
        old_tables = (partial(tables.prune, server=server, at=now) for server in servers)
        for prune in (*(partial(each.delete, at=now) for each in EXPIRING), *old_tables):
            while await self.database.write(prune):
                pass

    async def _guarded(self, table_id: int, work: Awaitable[T]) -> T:
        """Await work at a table; a bug pauses this table and no other (F-20)."""
        try:
            return await work
        except Exception as error:
            # `Differs` is a `StorageError`, but means a bug: a sum that doesn't balance.
            is_bug = isinstance(error, Differs)
            if isinstance(error, UserError | StorageError) and not is_bug:
                raise
            number = secrets.token_hex(3)
            self._paused[table_id] = number
            log.exception("table %d is paused, error %s", table_id, number)
            raise Paused(number) from error

    def _pulse(self, tx: Transaction, at: float) -> None:
        """Record that the bot is alive, and drop idle tables from the cache."""
        leases.note_alive(tx, at, self.serving.lease.number)
        restored_copy.settle_in(tx)
        self.tables.let_go()

    def _move_calls(self, tx: Transaction, number: int, channel: int, message: int) -> None:
        turn_calls.move(tx, number, channel, message)

    def _at_rest(self, number: int) -> TableRests:
        return TableRests(number)

    def _reaches(self, tx: Transaction, actor: Actor, stored: StoredTable | PostingPlace) -> bool:
        """Return True for a press in the table's server, or in a direct message by a person at the table.

        A table outside of servers is accessible in its own channel only, by the users who see that channel.
        """
        if not actor.sees(stored.channel):
            return False
        if not is_server(stored.server):
            return (actor.server, actor.channel) == (stored.server, stored.channel)
        if actor.server == DIRECT:
            return tables.is_named(tx, stored.id, actor.player)
        return actor.server == stored.server

    def _add(  # noqa: PLR0913 -- what a table is made of
        self,
        tx: Transaction,
        actor: Actor,
        channel: int,
        game: AnyGame,
        rules: object,
        terms: Terms,
        *,
        first: TableAction,
        beside: StoredTable | None = None,
    ) -> TableState:
        """Add a table; `beside` is the one whose people it is for, in the same channel."""
        server, spot = actor.server, TableSpot(channel)
        require_room(tx, self.tables, server, terms, actor.at)
        if is_server(server):
            settings = server_settings.load(tx, server)
            require_game(settings, game.key)
            spot = TableSpot.of(actor, channel, settings, terms, beside)
            require_channel_room(tx, self.tables, (server, spot.parent or channel), terms, settings)
        table = partial(seating.open_table, game=game, rules=rules, terms=terms, seeds=self._seeds)
        stored = self.tables.add(tx, server, channel, table, actor.at)
        if spot.parent:
            stored = self.tables.put_in_thread(tx, stored, spot.parent, spot.thread)
        return self._act(tx, stored, actor, first)

    def _act(self, tx: Transaction, stored: StoredTable, actor: Actor, act: TableAction) -> TableState:
        change = act(actor, Scope(tx, stored, self.games[stored.table.game], self._seeds))
        turns = (stored.table.terms.turn_seconds, change.table.terms.turn_seconds)
        if max(turns) >= SLOW_SECONDS:
            require_slow_room(tx, self.tables, stored, change.table, actor.player, actor.at)
        if actor.name and actor.server == stored.server:
            # A direct message contains no server nickname, so there the player's name stays.
            change = replace(change, table=change.table.with_name(actor.player, actor.name, actor.handle))
        return self._save(tx, stored, replace(change, by=actor.player), actor.at)

    def _save(self, tx: Transaction, stored: StoredTable, change: TableChange, at: float) -> TableState:
        game = self.games[stored.table.game]
        if change.table.terms.minutes_max:
            change = time_bank.timed(stored.table, change, game, int(at))
        if change.table.hand is None or change.begun:
            # Top-ups and limits apply between hands, when all stacks are settled.
            change = actions.fill(tx, stored, game, self._seeds, change, at)
            change = house_decisions.settle(tx, stored, game, change, at)
        if change.table.terms.turn_seconds >= SLOW_SECONDS:
            since = at - stored.acted_at
            change = replace(change, table=time_bank.passed(stored.table, change.table, since))
        if change.table.remarks:
            change = replace(change, table=faded(change.table, int(at)))
        deadline_at = deadlines.deadline(stored.table, change.table, game, at, stored.deadline_at)
        if stored.server == ELSEWHERE and deadline_at is not None:
            # The table must close while the token of the last press can still edit its message.
            deadline_at = min(deadline_at, at + deadlines.IN_SIGHT_SECONDS)
        saved = self.tables.save(tx, stored, change, deadline_at, at)
        # Reported in the same transaction: a crash in between would leave the director waiting forever.
        if saved.table.terms.tournament is None or not change.ended:
            return self._state(tx, saved)
        outcome = self.tournament_tables.report_hand(tx, saved, change.ended[-1], at)
        # The director may have changed this table again.
        latest = next((each for each in outcome.tables if each.id == saved.id), saved)
        others = tuple(each for each in outcome.tables if each.id != saved.id)
        return replace(self._state(tx, latest), outcome=replace(outcome, tables=others))

    def _state(self, tx: Transaction, stored: StoredTable) -> TableState:
        number = stored.table.terms.tournament
        tournament = None if number is None else self.tournaments.load(tx, number)
        # All queries are sent before the first result is read, to save round trips.
        server, preferred = server_settings.loading(tx, stored.server), preferences.of_table(tx, stored.id)
        # Titles are earned when a hand or the session ends.
        has_ended = stored.table.phase == "closed" or stored.table.hands > (stored.table.hand is not None)
        earned = shown_at_table(tx, stored.table) if has_ended else tuple
        learners = learners_at(tx, stored)
        game = self.games[stored.table.game]
        words = words_of(tx, stored.server, stored.table)
        calls = tuple(turn_calls.of_table(tx, stored.id)) if is_server(stored.server) else ()
        return TableState(
            *(stored, game, server(), tournament, preferred(), learners),
            own_cards=words,
            calls=calls,
            titles=earned(),
        )

    def follow(self, outcome: TournamentOutcome) -> None:
        """Set the deadlines of tables that a tournament changed, and announce the changes."""
        for each in outcome.tables:
            self.wake_for(each)
        self._tell(outcome)
