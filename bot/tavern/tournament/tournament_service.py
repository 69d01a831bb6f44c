"""The tournament service, the counterpart of the table service.

Every change is one transaction: the director's, its payments, and the resulting changes at the tables
(`tournament_tables.py`). The table service announces the outcome, whether it came from a press, a deadline,
or the end of a hand.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC
from itertools import islice

from bot.tavern.house_decisions import all_names
from bot.tavern.posting_service import PostingService, PostingState, SetDeadline, is_due
from bot.tavern.table.actions import Actor, require_admitted, require_rivals_admitted
from bot.tavern.table.table_state import require_game
from bot.tavern.table_service import TableService
from bot.tavern.tournament import entrants_file, parse_times, series
from bot.tavern.tournament.reminders import TOO_FEW, reminder, told_of
from bot.tavern.tournament.tournament_tables import (
    Make,
    TournamentOutcome,
    TournamentView,
    deal_check,
    view_tournament,
)
from games.engine.core.errors import N_, UserError
from games.engine.provable_chance import Seal
from games.engine.table.refusals import AlreadyStarted, TooFewPlayers
from games.tournament import director, entries, prize_deals
from games.tournament.model import NotEntered, SeriesClosed, Tournament, TournamentChange, TournamentTerms
from games.tournament.orders import Announced, Edited, ResultStruck, TournamentCalledOff
from games.tournament.seating import Lots
from storage.books import ledger, payments, private_notes, refunds
from storage.db.transaction import Transaction
from storage.people import bars, preferences, server_settings
from storage.play.postings import TOURNAMENTS
from storage.tournaments import outbox, results, role_prizes
from storage.tournaments import series as stored_series
from storage.tournaments import tournaments as storage
from storage.tournaments.role_prizes import WonRole
from storage.tournaments.tournaments import Author, Plan, StoredTournament, TablePlace, TournamentAct

OPEN_MAX = 10
"""The maximum number of open tournaments in a server."""
ACTS_MAX = 5
"""The number of organisers' latest acts shown on a notice."""
EXPORTED_ACTS_MAX = 10_000
"""The maximum number of organisers' acts in a tournament's file."""
HOUSE_FIRST = -(2**40)
"""House players are numbered down from here, below all numbers of erased players."""


class NoSuchTournament(UserError):
    template = N_("There’s no such tournament here.")


class WhichTournament(UserError):
    template = N_("There are several tournaments: please name one of {numbers}.")
    numbers: tuple[int, ...]


class TournamentOver(UserError):
    template = N_("This tournament is over.")


class TournamentRests(TournamentOver):
    template = N_(
        "This tournament’s game isn’t here right now, so it rests: entries, chips and places stay as they "
        "are. An organiser can call it off with `/organise cancel`, and everyone gets their entry back."
    )
    number: int


class HasBegun(UserError):
    template = N_("The tournament has begun already. If you want to leave it, ask an organiser.")


class BegunMeanwhile(UserError):
    template = N_(
        "The tournament has begun since you were asked. To call it off anyway, use `/organise cancel` again."
    )


class FilledMeanwhile(UserError):
    template = N_("House players have just entered. Press again if you want more of them.")


class NotInASeries(UserError):
    template = N_("Only a result of a tournament that is over and counts for a series can be struck.")


class StruckAlready(UserError):
    template = N_("That result is struck already.")


class CountsAlready(UserError):
    template = N_("That result counts already.")


class DealChanged(UserError):
    template = N_("The shares have changed: please read them again on the notice.")


class NotIn(UserError):
    template = N_("You’re not in this tournament.")


class TheyNeedRole(UserError):
    template = N_("Only people with the role {role} can play here, and {player} doesn’t have it.")
    player: int
    role: int


class NotAsked(UserError):
    template = N_("The invitation is for {player}. To enter yourself, press “Join” on the notice.")
    player: int


class TooManyTournaments(UserError):
    template = N_("This server can’t have more tournaments at once. End one first.")


@dataclass(frozen=True, slots=True)
class TournamentProposal:
    """An organiser's plan and terms, with the bank's purses."""

    plan: Plan
    terms: TournamentTerms
    purse: int = 0
    score_purse: int = 0
    series: int = 0
    """The series that it counts for; 0: none."""

    def put_up(self, tournament: Tournament, _now: int, _lots: Lots) -> TournamentChange:
        """Return the tournament with its purses; a role may be mentioned for it."""
        change = TournamentChange(tournament)
        for amount, for_score in ((self.purse, False), (self.score_purse, True)):
            if amount:
                added = entries.add_purse(change.tournament, amount, for_score=for_score)
                change = TournamentChange(added.tournament, payments=(*change.payments, *added.payments))
        return replace(change, orders=(Announced(),)) if self.plan.call_role else change


@dataclass(frozen=True, slots=True)
class TournamentState(PostingState[StoredTournament]):
    """A tournament's current state.

    `places` are our open tables by the director's numbers, `scores` the points by player, `series` the title
    of the series it counts for, `acts` the organisers' acts there, the latest first, `roles` those won.
    """

    places: Mapping[int, TablePlace]
    scores: Mapping[int, int]
    series: str = ""
    acts: tuple[TournamentAct, ...] = ()
    roles: tuple[WonRole, ...] = ()

    @property
    def tournament(self) -> Tournament:
        """The director's value."""
        return self.stored.tournament

    @property
    def view(self) -> TournamentView:
        """The tournament's public view."""
        view = view_tournament(self.stored, self.game, self.places, self.scores, self.settings.currency)
        return replace(view, series=self.series, acts=self.acts, roles=self.roles)

    def view_for(self, player: int) -> TournamentView:
        """Return the tournament's public view as one player reads it."""
        return replace(self.view, reader=player)


class TournamentService(PostingService[StoredTournament, TournamentState]):
    """All tournaments of all servers."""

    unknown = NoSuchTournament
    unreadable = TournamentOver

    def __init__(
        self,
        tavern: TableService,
        *,
        set_deadline: SetDeadline = lambda number, at: None,  # noqa: ARG005
    ) -> None:
        self._tavern = tavern
        self._tournaments = tavern.tournaments
        super().__init__(tavern.database, self._tournaments, tavern.now, set_deadline, tavern.serving)

    def _at_rest(self, number: int) -> TournamentRests:
        return TournamentRests(number)

    async def announce(
        self, actor: Actor, channel: int, propose: Callable[[Transaction], TournamentProposal]
    ) -> TournamentState:
        """Announce a tournament, once; `propose` returns its plan."""
        server, actor = actor.in_server(), replace(actor, at=self.now())
        return await self._open(actor, lambda tx: self.begin(tx, actor, (server, channel), propose(tx)))

    async def announce_by_itself(
        self, make: Callable[[Transaction], TournamentState | None]
    ) -> TournamentState | None:
        """Announce a tournament without a press, if one is still due."""
        state = await self.database.write(make)
        return None if state is None else self._done(state)

    def begin(
        self, tx: Transaction, actor: Actor, place: tuple[int, int], proposal: TournamentProposal
    ) -> TournamentState:
        """Create a tournament from its plan, in a server's channel."""
        server, _channel = place
        require_game(server_settings.load(tx, server), proposal.plan.game)
        if len(self._tournaments.on_notice(tx, server)) >= OPEN_MAX:
            raise TooManyTournaments
        tournament = entries.announce(proposal.terms, self._tavern.games[proposal.plan.game].tournament_seats)
        seal = Seal.fresh(secrets.token_hex(32))
        stored = self._tournaments.add(tx, place, proposal.plan, tournament, seal, actor.at)
        stored = replace(stored, reminded=told_of(tournament, proposal.plan.starts_at, actor.at))
        put_up = _within_limits(tx, actor, stored, proposal.put_up)
        outcome = self._tavern.tournament_tables.change(tx, stored, put_up, actor.at, Author(actor.player))
        if proposal.series:
            series.take_in(tx, series.find_open(tx, server, proposal.series), stored.id)
        return replace(self._state(tx, outcome.stored), outcome=outcome if outcome.news else None)

    async def do(
        self,
        actor: Actor,
        number: int,
        make: Make,
        words: str | None = None,
        require: Callable[[Transaction, StoredTournament], None] = lambda tx, stored: None,  # noqa: ARG005
    ) -> TournamentState:
        """Apply a player's action to a tournament; typed words are mixed into its lots (TN-22).

        `require` may refuse the press by the stored tournament. Refused in a direct message: only members of
        the server can enter.
        """
        actor = replace(actor, at=self.now())

        def change(tx: Transaction, stored: StoredTournament) -> TournamentState:
            require(tx, stored)
            return self._changed_by(tx, actor, stored, make, words)

        return self._done(await self._change(actor, number, change))

    async def do_between_hands(self, actor: Actor, number: int, make: Make) -> TournamentState:
        """Apply a change that needs all hands finished; take back a hand that has not begun."""
        actor = replace(actor, at=self.now())

        def change(tx: Transaction, stored: StoredTournament) -> TournamentState:
            waiting = self._tavern.tournament_tables.not_begun(tx, stored)

            def make_between(before: Tournament, now: int, lots: Lots) -> TournamentChange:
                return make(director.recalled(before, waiting), now, lots)

            return self._changed_by(tx, actor, stored, make_between)

        return self._done(await self._change(actor, number, change))

    def _changed_by(
        self, tx: Transaction, actor: Actor, stored: StoredTournament, make: Make, words: str | None = None
    ) -> TournamentState:
        if stored.is_over:
            raise TournamentOver
        purse = server_settings.load(tx, stored.server).purse
        ledger.open_wallet(tx, stored.server, actor.player, purse, actor.at)
        limited = _within_limits(tx, actor, stored, _named(actor, stored, make))
        try:
            if words is not None:
                seal = entries.cut(stored.seal, stored.tournament, actor.player, (actor.name, words))
                stored = replace(stored, seal=seal)
            author = Author(actor.player, actor.why, actor.note)
            outcome = self._tavern.tournament_tables.change(tx, stored, limited, actor.at, author)
        except AlreadyStarted as error:
            raise HasBegun from error
        return replace(self._state(tx, outcome.stored), outcome=outcome)

    async def edit(
        self,
        actor: Actor,
        number: int,
        propose: Callable[[Transaction, StoredTournament], tuple[TournamentProposal, tuple[str, ...]]],
    ) -> TournamentState:
        """Replace an announced tournament's plan (TN-42); `propose` returns it and the changed fields."""
        actor = replace(actor, at=self.now())

        def change(tx: Transaction, stored: StoredTournament) -> TournamentState:
            if stored.is_over:
                raise TournamentOver
            proposal, fields = propose(tx, stored)
            seats = self._tavern.games[proposal.plan.game].tournament_seats
            plan = replace(
                proposal.plan, organiser=stored.plan.organiser, turn_seconds=stored.plan.turn_seconds
            )

            def make(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
                if before.phase == "running":
                    return TournamentChange(before, (Edited(fields),))
                return entries.edit(before, proposal.terms, seats, fields)

            edited = replace(stored, plan=plan)
            if plan.starts_at != stored.plan.starts_at:
                # With a new start time people are reminded again.
                edited = replace(edited, reminded=told_of(stored.tournament, plan.starts_at, actor.at))
            outcome = self._tavern.tournament_tables.change(tx, edited, make, actor.at, Author(actor.player))
            return replace(self._state(tx, outcome.stored), outcome=outcome)

        return self._done(await self._change(actor, number, change))

    async def join(self, actor: Actor, number: int) -> TournamentState:
        """Enter, also late or again if the terms allow it."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            return entries.enter(before, actor.player, actor.name, now, lots)

        # The time is read here, since code in the database's thread knows only the machine's clock.
        at = self.now()

        def require(tx: Transaction, stored: StoredTournament) -> None:
            require_admitted(tx, actor.in_server(), actor.player, actor.roles, at)
            entry = stored.tournament.terms.entry
            bars.require_left(tx, stored.server, actor.player, entry, at)

        return await self.do(actor, number, make, require=require)

    async def add(self, actor: Actor, number: int, whom: Actor) -> TournamentState:
        """Enter a player in the organiser's name, or ask them to enter (TN-50)."""
        at = self.now()

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            change = entries.add(before, whom.player, whom.name, now, lots)
            named = change.tournament.with_name(whom.player, whom.name, whom.handle)
            return replace(change, tournament=named)

        def require(tx: Transaction, stored: StoredTournament) -> None:
            require_rivals_admitted(tx, stored.server, [whom.player], at)
            role = server_settings.load(tx, stored.server).player_role
            if role and role not in whom.roles:
                raise TheyNeedRole(whom.player, role)

        return await self.do(actor, number, make, require=require)

    async def add_all(self, actor: Actor, number: int, whom: Collection[Actor]) -> TournamentState:
        """Add players as `add` does, or invite them, and leave out those who cannot enter (TN-50)."""
        at, refused = self.now(), set[int]()

        def require(tx: Transaction, stored: StoredTournament) -> None:
            refused.update(_refused(tx, stored.server, whom, at))

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            allowed = [each for each in whom if each.player not in refused]
            change = entries.add_all(before, [(each.player, each.name) for each in allowed], now, lots)
            after = change.tournament
            for each in allowed:
                after = after.with_name(each.player, each.name, each.handle)
            return replace(change, tournament=after)

        return await self.do(actor, number, make, require=require)

    async def refused_of(self, server: int, whom: Collection[Actor]) -> frozenset[int]:
        """Return those of these players who may not play in a server."""
        at = self.now()
        return await self.database.read(lambda tx: _refused(tx, server, whom, at))

    async def agree(self, actor: Actor, number: int, seen: str) -> TournamentState:
        """Agree to the deal, unless its shares differ from the `seen` ones (TN-46)."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            if deal_check(before) != seen:
                raise DealChanged
            return prize_deals.agree(before, actor.player, now, lots)

        return await self.do(actor, number, make)

    async def call_off(self, actor: Actor, number: int, phase: str) -> TournamentState:
        """Call a tournament off, unless it has begun since the actor was asked (F-60)."""

        def make(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
            if before.phase != phase:
                raise BegunMeanwhile
            return director.call_off(before)

        return await self.do(actor, number, make)

    async def void(self, actor: Actor, number: int) -> refunds.Voided:
        """Call a tournament off whose game is not installed, with refunds by the ledger (TN-21)."""
        author = Author(actor.player, actor.why, actor.note)

        def transaction(tx: Transaction) -> refunds.Voided:
            place = self._tournaments.place(tx, number)
            if place is None or not self._reaches(tx, actor, place):
                raise NoSuchTournament
            if place.phase in TOURNAMENTS.over:
                raise TournamentOver
            voided = refunds.void_tournament(tx, number, actor.at, actor.player)
            storage.write_acts(tx, voided.server, number, (TournamentCalledOff(),), author, actor.at)
            return voided

        voided = await self._tavern.once(actor, transaction)
        self._set_deadline(number, None)
        return voided

    async def strike(self, actor: Actor, number: int, player: int, *, counts: bool) -> TournamentState:
        """Strike a player's result from the series of a finished tournament, or count it again (TN-47)."""
        actor = replace(actor, at=self.now())

        def change(tx: Transaction, stored: StoredTournament) -> TournamentState:
            its_series = stored_series.of_tournament(tx, stored.id)
            if its_series is None or stored.phase != "over":
                raise NotInASeries
            if its_series.closed_at is not None:
                raise SeriesClosed
            before = results.counts(tx, stored.id, player)
            if before is None:
                raise NotEntered
            if before is counts:
                raise CountsAlready if counts else StruckAlready
            results.strike(tx, stored.id, player, counts=counts)

            def make(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
                return TournamentChange(before, (ResultStruck(player, counts),))

            author = Author(actor.player, actor.why, actor.note)
            outcome = self._tavern.tournament_tables.change(tx, stored, make, actor.at, author)
            return replace(self._state(tx, outcome.stored), outcome=outcome)

        return self._done(await self._change(actor, number, change))

    async def fill_up(
        self, actor: Actor, number: int, count: int, seen: int | None = None
    ) -> TournamentState:
        """Enter house players as far as there is room (TN-18), unless their number differs from `seen`."""

        def make(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
            taken = {each.name for each in before.entrants if each.is_house}
            if seen not in (None, len(taken)):
                raise FilledMeanwhile
            room = max(1, before.terms.players_max - len(before.entrants))
            names = islice((name for name in all_names() if name not in taken), min(count, room))
            first = HOUSE_FIRST - before.numbers
            return entries.fill_up(before, [(first - index, name) for index, name in enumerate(names)])

        return await self.do(actor, number, make)

    async def tick(self, number: int) -> TournamentState | None:
        """Apply whatever is due; return None if nothing was."""
        at = self.now()

        def transaction(tx: Transaction) -> TournamentState:
            stored = self._load(tx, number, None)
            if not is_due(stored, at):
                return self._state(tx, stored)
            outcome = self._process_due(tx, stored, at)
            return replace(self._state(tx, outcome.stored), outcome=outcome)

        state = self._done(await self.database.write(transaction, number))
        return None if state.outcome is None else state

    async def find(self, actor: Actor, channel: int, number: int | None) -> TournamentState:
        """Return the tournament of that number, of that channel, or the only one.

        In a notice's channel it is that notice's tournament, even if others have tables there.
        """
        server = actor.server

        def read(tx: Transaction) -> TournamentState:
            current = self._tournaments.on_notice(tx, server)
            here = tuple(each for each in current if each.channel == channel)
            wanted = storage.at_tables_in(tx, server, channel) if number is None and not here else number
            if wanted is None and not current:
                # If no tournament can be shown, take one whose game is not installed.
                wanted = next((each.id for each in self._tournaments.at_rest(tx, server)), None)
            if wanted is not None:
                return self._see(tx, wanted, actor)
            candidates = here or current or self._tournaments.past(tx, server, 1)
            if len(candidates) > 1:
                raise WhichTournament(tuple(each.id for each in candidates))
            if not candidates:
                raise NoSuchTournament
            return self._state(tx, candidates[0])

        return await self.database.read(read)

    async def announced(self, server: int, channels: Collection[int]) -> list[TournamentState]:
        """Return the tournaments that are open or running in these channels, newest first."""

        def read(tx: Transaction) -> list[TournamentState]:
            current = self._tournaments.on_notice(tx, server)
            return [self._state(tx, each) for each in current if each.channel in channels]

        return await self.database.read(read)

    async def untold(self) -> list[TournamentOutcome]:
        """Return the announcements still to be made after a start, oldest first."""

        def read(tx: Transaction) -> list[TournamentOutcome]:
            outcomes = []
            for each in outbox.untold(tx, self.serving.lease.shards):
                # At its start the application calls off unreadable tournaments, but not finished ones.
                with suppress(TournamentOver):
                    stored = self._load(tx, each.tournament, None)
                    outcomes.append(TournamentOutcome(stored, (), each.orders, each.reminder, each.id))
            return outcomes

        return await self.database.read(read)

    async def export(self, state: TournamentState, player: int) -> bytes:
        """Return the list of entrants as a file, with times in the zone in which a player types hours."""

        def read(tx: Transaction) -> tuple[entrants_file.Books, str]:
            acts = storage.acts_of(tx, state.id, EXPORTED_ACTS_MAX)[::-1]
            notes = private_notes.of(tx, "tournament", [each.id for each in acts])
            return entrants_file.Books(acts, notes), preferences.time_zone(tx, player)

        books, zone = await self.database.read_long(read)
        return entrants_file.as_csv(
            state.tournament, state.scores, books, parse_times.zone_of(zone) if zone else UTC
        )

    async def mark_announced(self, number: int) -> None:
        """Record that an announcement was made."""
        await self.database.write(lambda tx: outbox.told(tx, number))

    async def refused(self, number: int, error: str) -> None:
        """Record the log's error number of an announcement that Discord refused."""
        await self.database.write(lambda tx: outbox.lay_aside(tx, number, error))

    def _process_due(self, tx: Transaction, stored: StoredTournament, at: float) -> TournamentOutcome:
        tables, starts_at = self._tavern.tournament_tables, stored.plan.starts_at
        if stored.tournament.phase == "open" and starts_at is not None and starts_at <= at:
            try:
                return tables.change(tx, stored, director.start, at)
            except TooFewPlayers:
                # Without a start time, only its organiser starts it.
                plan = replace(stored.plan, starts_at=None)
                return tables.remind(tx, stored, TOO_FEW, at, plan)
        due = reminder(stored)
        if due is not None and due[0] != stored.reminded and due[1] <= at:
            return tables.remind(tx, stored, due[0], at)
        return tables.change(tx, stored, director.wake, at)

    def follow(self, outcome: TournamentOutcome) -> None:
        """Pass the outcome to the table service, which owns the tables."""
        self._tavern.follow(outcome)

    def _state(self, tx: Transaction, stored: StoredTournament) -> TournamentState:
        game = self._tavern.games[stored.plan.game]
        settings = server_settings.load(tx, stored.server)
        its_series = stored_series.of_tournament(tx, stored.id)
        return TournamentState(
            stored,
            game,
            settings,
            storage.places(tx, stored.id),
            results.points(tx, stored.id),
            "" if its_series is None else its_series.title,
            storage.acts_of(tx, stored.id, ACTS_MAX),
            role_prizes.of_tournament(tx, stored.id) if stored.plan.roles else (),
        )


def _refused(tx: Transaction, server: int, whom: Collection[Actor], at: float) -> frozenset[int]:
    """Return those of these players who are barred, keep out, or lack the role that is needed to play."""
    role = server_settings.load(tx, server).player_role
    return frozenset(
        each.player
        for each in whom
        if bars.is_barred(tx, server, each.player, at) or (role and role not in each.roles)
    )


def _named(actor: Actor, stored: StoredTournament, make: Make) -> Make:
    """Return a press's change that also updates the actor's current name in the server."""
    if actor.server != stored.server:
        return make

    def named(before: Tournament, now: int, lots: Lots) -> TournamentChange:
        change = make(before, now, lots)
        return replace(change, tournament=change.tournament.with_name(actor.player, actor.name, actor.handle))

    return named


def _within_limits(tx: Transaction, actor: Actor, stored: StoredTournament, make: Make) -> Make:
    """Return a press's change, which may add bank money only within the actor's limit."""

    def limited(before: Tournament, now: int, lots: Lots) -> TournamentChange:
        change = make(before, now, lots)
        purses = sum(each.amount for each in change.payments if each.reason == "purse")
        if purses and not actor.is_manager:
            settings = server_settings.load(tx, stored.server)
            payments.put_up(tx, stored.server, purses, settings, actor.at)
        return change

    return limited
