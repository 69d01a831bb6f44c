"""A tournament's tables: carries out the director's orders at our tables, in the transaction that books them.

The director's value has the seating, and its orders name the changed tables. The tables are updated to match
that value: players in the wrong seat get up, missing players sit down, and then every stack is compared.

`TournamentView` is the public view of a tournament: the one place where its secret seed is redacted (TB-11,
TN-22).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from bot.tavern import deadlines
from bot.tavern.tournament.reminders import deadline, rises_soon
from games.engine.core.characters import distinct_names
from games.engine.core.errors import N_, SeatsDiffer, Stale, Untimely, ensure
from games.engine.core.game import AnyGame, Seat
from games.engine.table import seating, tournament_table, views
from games.engine.table.table import AnyTable, Closing, EndedHand, TableChange, TableSeat, Terms
from games.tournament import director, entries, orders, placing
from games.tournament.model import Entrant, Report, Scored, Tournament, TournamentChange, level_at, postpone
from games.tournament.orders import Order
from games.tournament.seating import Lots
from storage.books import refunds
from storage.books.refunds import Voided
from storage.db.codec import codec_of
from storage.db.transaction import Transaction
from storage.errors import GameMissing
from storage.leases import ALL_SHARDS, ShardRange
from storage.people import preferences
from storage.play.postings import TOURNAMENTS
from storage.play.tables import StoredTable, Tables, host_of
from storage.tournaments import outbox
from storage.tournaments import tournaments as storage
from storage.tournaments.role_prizes import WonRole
from storage.tournaments.tournaments import BY_ITSELF, Author, Booked, Plan, StoredTournament, TablePlace

# Translators: after “Closed:”.
TOURNAMENT_OVER = N_("the tournament is over")
"""The recorded reason for calling its hands off."""
UNREADABLE = N_("one of its tables can’t be read any more")
"""The recorded reason for calling a tournament off."""
SERVER_LEFT = N_("I was removed from the server")
ANNOUNCED = (
    *(orders.Announced, orders.Added, orders.Invited, orders.SeatGiven, orders.Ranked),
    *(orders.Removed, orders.Restored, orders.Dropped, orders.MovedUp, orders.TurnedAway, orders.Edited),
    *(orders.HandForHand, orders.TournamentCalledOff, orders.Finished, orders.DealOffered),
    *(orders.DealEnded, orders.ChipsCorrected, orders.ResultStruck, orders.BreakBegan, orders.BreakEnded),
)
"""Orders with announcements of their own."""

Make: TypeAlias = Callable[[Tournament, int, Lots], TournamentChange]
"""A function of the director: the tournament, the time in whole seconds, and lots to draw."""


@dataclass(frozen=True, slots=True)
class TournamentOutcome:
    """A changed tournament, our changed tables, and the director's orders."""

    stored: StoredTournament
    tables: tuple[StoredTable, ...] = ()
    orders: tuple[Order, ...] = ()
    reminder: str = ""
    """The reminder to send although nothing changed: see `tournament_service.py`."""
    news: int | None = None
    """The number under which it is stored until announced."""


@dataclass(frozen=True, slots=True)
class VoidedAtRest:
    """A closed table or tournament whose game is not installed, and its host or organiser."""

    voided: Voided
    host: int
    title: str = ""
    """A tournament's title."""


@dataclass(frozen=True)
class TournamentTables:
    """Changes tournaments and their tables together."""

    tables: Tables
    tournaments: storage.Tournaments
    seeds: Iterator[str]

    def report_hand(
        self, tx: Transaction, table: StoredTable, ended: EndedHand, at: float
    ) -> TournamentOutcome:
        """Report a finished hand to its director, once."""
        assert table.table.terms.tournament is not None
        stored = self.tournaments.known(tx, table.table.terms.tournament)
        number = storage.number_of(tx, table.id)
        game = self.tables.games[table.table.game]
        report = _report(stored.tournament, number, ended, game.big_blind(table.table.carry))

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            # An actor's current name is used at the next table too.
            for each in table.table.present:
                if each.player is not None and each.handle:
                    before = before.with_name(each.player, each.name, each.handle)
            return director.report_hand(before, report, now, lots)

        try:
            return self.change(tx, stored, make, at)
        except Stale as error:
            # The director raises a user's error, but its caller is this function: this is a bug.
            raise Untimely("a hand was reported twice") from error

    def change(
        self, tx: Transaction, stored: StoredTournament, make: Make, at: float, author: Author = BY_ITSELF
    ) -> TournamentOutcome:
        """Change a tournament, book its payments, carry out its orders, and record its author's act."""
        lots = Lots(stored.seal)
        change = make(stored.tournament, int(at), lots)
        plan = stored.plan
        if stored.tournament.phase == "open" and change.tournament.phase == "running":
            plan = self._drawn_plan(tx, stored, lots)
        after = replace(stored, tournament=change.tournament, plan=plan, seal=lots.seal)
        # Levels by hands may rise soon after any hand; levels by time have a deadline instead.
        level_reminder = rises_soon(after)
        after = replace(after, reminded=level_reminder or after.reminded)
        game = self.tables.games[plan.game]
        table_changes = _TableChanges(tx, self.tables, stored, after, at, self.seeds, game)
        table_changes.carry_out(change.orders)
        booked = Booked(at, author.player, deadline(after))
        saved = self.tournaments.save(tx, stored, after, change.payments, booked)
        storage.write_acts(tx, stored.server, stored.id, change.orders, author, at)
        is_announced = bool(level_reminder) or any(isinstance(order, ANNOUNCED) for order in change.orders)
        news = outbox.add(tx, stored.id, change.orders, level_reminder) if is_announced else None
        return TournamentOutcome(
            saved, table_changes.save(author.player), change.orders, level_reminder, news
        )

    def withdraw(
        self, tx: Transaction, player: int, server: int | None, by: int, at: float
    ) -> tuple[tuple[TournamentOutcome, ...], tuple[int, ...]]:
        """Remove a player from open tournaments; return those, and the numbers of running ones."""

        def make(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
            return entries.withdraw(before, player)

        entered = self.tournaments.entered(tx, player, server)
        left = tuple(
            self.change(tx, each, make, at, Author(by)) for each in entered if each.tournament.phase == "open"
        )
        return left, tuple(each.id for each in entered if each.tournament.phase == "running")

    def not_begun(self, tx: Transaction, stored: StoredTournament) -> tuple[int, ...]:
        """Return the director's numbers of tables where a hand was called and has not begun."""
        called = (each.number for each in stored.tournament.tables if each.is_playing)
        return tuple(each for each in called if self.tables.known(tx, stored.tables[each]).table.hand is None)

    def _drawn_plan(self, tx: Transaction, stored: StoredTournament, lots: Lots) -> Plan:
        """Return the plan with everything drawn by lot for all tables before the first hand (TN-28)."""
        game = self.tables.games[stored.plan.game]
        codec = codec_of(game).rules
        keepsake = preferences.keepsake_of(tx, stored.server, preferences.SERVER, game)
        rules = game.at_tournament(codec.decode(stored.plan.rules), keepsake, lots.below)
        return replace(stored.plan, rules=codec.encode(rules))

    def remind(
        self, tx: Transaction, stored: StoredTournament, reminder: str, at: float, plan: Plan | None = None
    ) -> TournamentOutcome:
        """Record a reminder, and perhaps a new plan; nothing else changes."""
        after = replace(stored, plan=plan or stored.plan, reminded=reminder)
        saved = self.tournaments.save(tx, stored, after, (), Booked(at, None, deadline(after)))
        return TournamentOutcome(saved, reminder=reminder, news=outbox.add(tx, stored.id, (), reminder))

    def call_off(self, tx: Transaction, tables: list[int], at: float) -> None:
        """Call off tournaments that cannot go on without these unreadable tables (TN-21)."""
        author = Author(why=UNREADABLE)
        for number in sorted({each for table in tables if (each := storage.of_table(tx, table)) is not None}):
            try:
                stored = self.tournaments.known(tx, number)
            except GameMissing:
                refunds.void_tournament(tx, number, at)
                continue
            if not stored.is_over:
                self.change(tx, stored, _called_off, at, author)

    def close(
        self,
        tx: Transaction,
        server: int,
        at: float,
        why: str = SERVER_LEFT,
        channels: Collection[int] | None = None,
    ) -> list[TournamentOutcome]:
        """Call off a server's tournaments without an announcement, in all channels or in these.

        That closes their tables.
        """
        outcomes = []
        for stored in self.tournaments.on_notice(tx, server):
            if channels is None or stored.channel in channels:
                outcome = self.change(tx, stored, _called_off, at, Author(why=why))
                outbox.drop(tx, stored.id)
                outcomes.append(replace(outcome, orders=(), news=None))
        return outcomes

    def void_resting(
        self,
        tx: Transaction,
        server: int,
        at: float,
        why: str,
        channels: Collection[int] | None = None,
    ) -> list[VoidedAtRest]:
        """Close a server's tournaments and tables whose game is not installed, in all channels or in these.

        A tournament's table ends with it, wherever the table is.
        """
        voided = []
        for place in self.tournaments.at_rest(tx, server):
            if channels is None or place.channel in channels:
                plan = storage.plan_of(tx, place.id)
                refunded = refunds.void_tournament(tx, place.id, at, why=why)
                called_off = (orders.TournamentCalledOff(),)
                storage.write_acts(tx, server, place.id, called_off, Author(why=why), at)
                voided.append(VoidedAtRest(refunded, plan.organiser, plan.title))
        for place in self.tables.at_rest(tx, server):
            is_here = channels is None or place.channel in channels
            if is_here and storage.of_table(tx, place.id) is None:
                host = host_of(tx, place.id)
                voided.append(VoidedAtRest(refunds.void(tx, place.id, at, why=why), host))
        return voided

    def come_back(
        self, tx: Transaction, away_seconds: int, at: float, shards: ShardRange = ALL_SHARDS
    ) -> None:
        """Postpone everything in these shards by the downtime (TN-20)."""
        for number in TOURNAMENTS.under_way(tx, shards):
            # Those without their game are put off when it is back.
            with suppress(GameMissing):
                self.put_off(tx, number, away_seconds, at)

    def put_off(self, tx: Transaction, number: int, seconds: int, at: float) -> None:
        """Postpone a tournament, which did not go on for so long."""
        stored = self.tournaments.known(tx, number)
        plan = stored.plan.put_off(seconds, at)
        later = replace(stored, plan=plan, tournament=postpone(stored.tournament, seconds))
        self.tournaments.save(tx, stored, later, (), Booked(at, None, deadline(later)))


def _called_off(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
    return director.call_off(before)


def _report(tournament: Tournament, number: int, ended: EndedHand, big_blind: Seat | None) -> Report:
    players = {each.seat: each.player for each in _sitting(tournament, number)}
    return Report(
        number,
        ended.number,
        {players[seat]: stack for seat, stack in ended.stacks.items()},
        big_blind,
        {players[seat]: Scored(points) for seat, points in ended.points.items() if points},
        tuple(players[seat] for seat, each in ended.deeds.items() if each.has_won),
        {players[seat]: each.shown for seat, each in ended.deeds.items() if each.shown is not None},
    )


def _sitting(tournament: Tournament, number: int) -> Iterator[Entrant]:
    return (each for each in tournament.entrants if each.table == number and each.seat is not None)


@dataclass
class _TableChanges:
    """The tables during one change."""

    tx: Transaction
    tables: Tables
    before: StoredTournament
    after: StoredTournament
    at: float
    seeds: Iterator[str]
    game: AnyGame
    loaded: dict[int, StoredTable] = field(default_factory=dict)
    """The tables by the director's numbers, as they were."""
    now: dict[int, AnyTable] = field(default_factory=dict)
    """The tables by the director's numbers, as changed so far."""

    def carry_out(self, director_orders: tuple[Order, ...]) -> None:
        """Change the tables according to the director's orders."""
        for order in director_orders:
            if isinstance(order, orders.TableOpened):
                self._open(order.table)
        broken = {order.table for order in director_orders if isinstance(order, orders.TableBroken)}
        if any(isinstance(order, orders.Finished | orders.TournamentCalledOff) for order in director_orders):
            broken = set(storage.places(self.tx, self.after.id))
        for number in sorted(broken):
            self.now[number] = tournament_table.close(self._table(number), self.game)
        restarted = {order.table for order in director_orders if isinstance(order, orders.FinalDrawn)}
        for number in sorted((_touched(director_orders) | restarted) - broken):
            self._update_seats(number, is_restarted=number in restarted)
        for order in director_orders:
            if isinstance(order, orders.BeginHand):
                self._call(order.table, order.level)
        self._pause_or_resume()

    def save(self, by: int | None) -> tuple[StoredTable, ...]:
        """Write the changed tables, and check that open ones hold the director's stacks.

        A hand at a removed table is called off in the name of the user who ordered that (TB-10).
        """
        saved = []
        for number, table in self.now.items():
            stored = self.loaded[number]
            deadline_at = deadlines.deadline(stored.table, table, self.game, self.at, stored.deadline_at)
            hand = stored.table.hand if table.phase == "closed" else None
            closings = () if hand is None else (Closing(by, TOURNAMENT_OVER, hand.number),)
            change = TableChange(table, closings=closings)
            saved.append(self.tables.save(self.tx, stored, change, deadline_at, self.at))
            # A removed table has no stacks left to compare.
            if table.phase != "closed":
                self._compare(number, table)
        return tuple(saved)

    def _open(self, number: int) -> None:
        after, terms = self.after, self.after.tournament.terms
        table_terms = Terms(
            host=after.plan.organiser,
            buy_in=terms.chips,
            turn_seconds=after.plan.turn_seconds,
            money="chips",
            tournament=after.id,
        )
        rules = codec_of(self.game).rules.decode(after.plan.rules)

        def make(table_id: int) -> AnyTable:
            return seating.open_table(table_id, self.game, rules, table_terms, self.seeds)

        stored = self.tables.add(self.tx, after.server, after.channel, make, self.at)
        storage.note_table(self.tx, after.id, number, stored.id)
        self.loaded[number], self.now[number] = stored, stored.table

    def _table(self, number: int) -> AnyTable:
        if number not in self.loaded:
            self.loaded[number] = self.tables.known(self.tx, self.before.tables[number])
        return self.now.get(number, self.loaded[number].table)

    def _update_seats(self, number: int, *, is_restarted: bool) -> None:
        table, game = self._table(number), self.game
        entrants = {each.seat: each for each in _sitting(self.after.tournament, number)}
        for seated in table.present:
            entrant = entrants.get(seated.seat)
            # At a restarted table everybody has drawn a new seat, so all get up.
            if is_restarted or entrant is None or not _matches(entrant, seated):
                table = tournament_table.stand_up(table, game, seated.seat)
        if is_restarted:
            table = tournament_table.begin_anew(table, game)
        taken = {seated.seat for seated in table.present}
        for seat, entrant in sorted(entrants.items(), key=lambda each: each[1].number):
            if seat not in taken:
                table = tournament_table.sit_down(table, self._seated(entrant))
            else:
                table = tournament_table.stacked(table, seat, entrant.chips)
        if not any(each.number == number and each.is_playing for each in self.after.tournament.tables):
            # Take back a called hand if no hand shall begin now.
            table = replace(table, is_called=False)
        self.now[number] = table

    def _seated(self, entrant: Entrant) -> TableSeat[object]:
        """Return an entrant at their current seat; absent players stay absent (TN-19)."""
        assert entrant.seat is not None
        player = None if entrant.is_house else entrant.player
        table, seat = self._seat_before(entrant)
        keepsake = None if table is None else tournament_table.packed(table, self.game, seat)
        if keepsake is None and player is not None:
            keepsake = preferences.keepsake_of(self.tx, self.after.server, player, self.game)
        elif keepsake is None:
            keepsake = self.game.house_keepsake(entrant.name)
        brought = self.game.brought(keepsake, entrant.score or 0)
        standing = "in" if table is None else table.seated(seat).standing
        seat, name, handle = entrant.seat, entrant.name, entrant.handle
        return TableSeat(seat, player, name, entrant.chips, standing, brought, handle=handle)

    def _seat_before(self, entrant: Entrant) -> tuple[AnyTable | None, Seat]:
        """Return an entrant's table and seat before this change; None if there was none."""
        for each in self.before.tournament.entrants:
            if each.player == entrant.player and each.table is not None and each.seat is not None:
                # Load the table as it was before the change: by now the entrant may have left the seat.
                self._table(each.table)
                return self.loaded[each.table].table, each.seat
        return None, Seat(0)

    def _call(self, number: int, level: int) -> None:
        table = self._table(number)
        rules = self.game.at_level(table.rules, level_at(self.after.tournament.terms, level))
        self.now[number] = tournament_table.call_hand(table, self.game, rules)

    def _pause_or_resume(self) -> None:
        """During a pause, take back called hands; after it, call them again."""
        tournament = self.after.tournament
        was_paused = self.before.tournament.paused_at is not None
        is_paused = tournament.paused_at is not None
        if tournament.phase != "running" or was_paused == is_paused:
            return
        for each in tournament.tables:
            table = self._table(each.number)
            if not each.is_playing or table.hand is not None:
                continue
            if is_paused:
                self.now[each.number] = replace(table, is_called=False)
            elif not table.is_called:
                self._call(each.number, tournament.level)

    def _compare(self, number: int, table: AnyTable) -> None:
        entrants = {each.seat: each for each in _sitting(self.after.tournament, number)}
        seated = {each.seat: each for each in table.present}
        ensure(seated.keys() == entrants.keys(), SeatsDiffer, number)
        for seat, each in seated.items():
            ensure(_matches(entrants[seat], each) and entrants[seat].chips == each.stack, SeatsDiffer, number)


def _touched(director_orders: tuple[Order, ...]) -> set[int]:
    """Return the tables whose players or chips change, or whose reason to wait changed."""
    touched: set[int] = set()
    for order in director_orders:
        match order:
            case orders.SeatGiven(table=number, table_before=before):
                touched |= {number} if before is None else {number, before}
            case orders.StoodUp() | orders.TableHeld() | orders.ChipsCorrected():
                touched.add(order.table)
    return touched


def _matches(entrant: Entrant, seated: TableSeat[object]) -> bool:
    """Return True if this entrant sits there; house players are identified by name."""
    if entrant.is_house:
        return seated.player is None and seated.name == entrant.name
    return seated.player == entrant.player


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as screens show it.

    Once it is over, `proof` opens the seal of its lots. `tables` are our tables by the director's numbers,
    `places` the channels and messages of the open ones, `scores` the points by player.
    """

    id: int
    server: int
    channel: int
    message: int | None
    acted_at: float
    tournament: Tournament
    plan: Plan
    game: AnyGame
    commitment: str
    proof: views.Proof | None
    tables: Mapping[int, int]
    places: Mapping[int, TablePlace] = field(default_factory=dict)
    scores: Mapping[int, int] = field(default_factory=dict)
    currency: str = ""
    series: str = ""
    """The title of the series that it counts for, if any."""
    acts: tuple[storage.TournamentAct, ...] = ()
    """The organisers' acts, the latest first."""
    roles: tuple[WonRole, ...] = ()
    """The roles that players have won (TN-53)."""
    reader: int = 0
    """The player for whom it is drawn, who is “you” there; 0 for what everybody sees."""

    @property
    def rules(self) -> Any:
        """The house rules in force."""
        return codec_of(self.game).rules.decode(self.plan.rules)


def view_tournament(
    stored: StoredTournament,
    game: AnyGame,
    places: Mapping[int, TablePlace] | None = None,
    scores: Mapping[int, int] | None = None,
    currency: str = "",
) -> TournamentView:
    """Return a tournament's public view."""
    seal = stored.seal
    return TournamentView(
        stored.id,
        stored.server,
        stored.channel,
        stored.message,
        stored.acted_at,
        _with_list_names(stored.tournament),
        stored.plan,
        game,
        seal.commitment,
        views.Proof(seal.seed, seal.public_cuts) if stored.phase == "over" else None,
        stored.tables,
        places or {},
        scores or {},
        currency,
    )


def deal_check(tournament: Tournament) -> str:
    """Return the checksum by which a press identifies the shares of a deal when it was drawn (TN-46)."""
    return hashlib.sha256(repr(placing.deal_shares(tournament)).encode()).hexdigest()[:8]


def _with_list_names(tournament: Tournament) -> Tournament:
    """Return the tournament with its entrants named as in lists (F-46)."""
    entrants = tournament.entrants
    names = distinct_names(entrants)
    if all(each.name == name for each, name in zip(entrants, names, strict=True)):
        return tournament
    named = tuple(replace(each, name=name) for each, name in zip(entrants, names, strict=True))
    return replace(tournament, entrants=named)
