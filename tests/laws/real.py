"""Whole tournaments with the real rules of a game: the director's orders carried out at tables, by chance.

What `bot/tavern/tournament/tournament_tables.py` does with a database, without one: whoever sits wrong gets
up, whoever is missing sits down, and every stack is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.destiny.model import Blinds, DestinyCarry
from games.engine.core.errors import RuleError
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.table import play, seating, tournament_table
from games.engine.table.table import AnyTable, BegunHand, EndedHand, LoggedMove, TableChange, TableSeat
from games.engine.table.table import Terms as TableTerms
from games.tools.replay import FinishedHand, history, to_file
from games.tools.verify import verify
from games.tournament import director, entries
from games.tournament.model import Entrant, Report, Scored, TournamentTerms, level_at
from games.tournament.model import TournamentChange as Directed
from games.tournament.orders import BeginHand, FinalDrawn, TableOpened
from tests.games.luck import Luck
from tests.games.scripted import kinds
from tests.games.tournament.evening import Evening
from tests.laws.chaos import Dice
from tests.laws.secrecy import check_secrecy
from tests.laws.walk import asides, random_answer, rule_sets, seeds

FORMATS: tuple[dict[str, Any], ...] = (
    {},
    {"late_until": 2, "reentry_until": 2},
    {"minutes_max": 20, "level_unit": "minutes"},
    {"through": 1},
    {"shares": (5, 3, 2)},
)
STEPS_MAX = 40_000
"""More than any tournament of these takes."""
PRESS_SECONDS = 9
SEATS_MAX = 12
ORGANISER = 11
CHECKED_ONE_IN = 25
"""One hand's history in so many is given to the referee, which is the slowest check."""
LOOKED_AT_ONE_IN = 40
"""One table in so many is checked for its secrets (Law 5)."""


@dataclass(frozen=True, slots=True)
class Posted:
    """The blinds of a hand of Destiny, and who was dealt in where."""

    blinds: Blinds
    players: Mapping[Seat, int]

    def goes_forward_to(self, later: Posted) -> None:
        """Check that no player posts the big blind twice running, or is spared a blind (TN-27)."""
        last, now = self.blinds, later.blinds
        assert later.players[now.big] != self.players[last.big], "the big blind twice"
        if later.players.get(last.big) == self.players[last.big]:
            assert now.small == last.big, "spared the small blind"
        way = {seat: (seat - last.big) % SEATS_MAX for seat in later.players}
        assert not any(0 < each < way[now.big] for each in way.values()), "spared the big blind"


@dataclass(slots=True)
class Place:
    """A table of ours, and what was written down of its hand."""

    table: AnyTable
    begun: BegunHand | None = None
    moves: list[LoggedMove] = field(default_factory=list)
    posted: Posted | None = None
    """The posts of the last hand, unless all have drawn new seats since."""


class Real:
    """One tournament of a game, from its announcement to its winner; `told` is all that its tables told."""

    def __init__(self, game: AnyGame, players: int, seed: int, rules: object | None = None) -> None:
        self.random = Random(f"{game.key}/{players}/{seed}")
        self.game = game
        self.rules = self.random.choice(rule_sets(game.key)) if rules is None else rules
        self.told: set[str] = set()
        self.places: dict[int, Place] = {}
        self._chance = Dice(self.random)
        self._seeds = seeds(f"{game.key}/{players}/{seed}")
        self._luck = Luck(f"{game.key}/{players}/{seed}")
        self.evening = Evening(entries.announce(self._terms(), game.tournament_seats))
        self.evening.enters(*range(1, players + 1))

    def play(self) -> Evening:
        """Play until it is over."""
        evening = self.evening
        self._takes(director.start(evening.tournament, 0, self._chance))
        for _ in range(STEPS_MAX):
            if evening.tournament.phase != "running":
                return evening
            evening.now += self.random.randint(0, PRESS_SECONDS)
            self._step()
        raise AssertionError("a tournament without end")

    def _terms(self) -> TournamentTerms:
        random = self.random
        seats = random.choice(self.game.tournament_seats[:4])
        if not self.game.price(self.rules, self.game.buy_in):
            return TournamentTerms(max(3, seats), 0, goal=15)
        chips = random.choice((1, 7, 20, 45))
        laid_down = random.choice(FORMATS)
        return TournamentTerms(
            seats, chips, levels=self.game.levels, level_length=random.randint(1, 3), **laid_down
        )

    def _step(self) -> None:
        if self.random.random() < 0.01:
            self._disturb()
            return
        places = [place for place in self.places.values() if place.table.hand or place.table.is_called]
        place = self.random.choice(places)
        self._at(place, self._press(place.table))

    def _press(self, table: AnyTable) -> TableChange:
        """Deal, answer, come back, or let the time run out."""
        game, random = self.game, self.random
        if table.hand is None:
            return play.deal(table, game, self._seeds)
        if random.random() < 0.03:
            return play.run_out(table, game, self._seeds)
        away = [each for each in table.present if each.standing == "away" and each.player is not None]
        if away and random.random() < 0.1:
            return play.come_back(table, away[0].player or 0)
        asked = play.open_offers(table, game)
        if random.random() < 0.1:
            asked = asides(table, game) or asked
        seat = random.choice(sorted(asked))
        given: Answer = random_answer(asked[seat], random)
        return play.answer(table, game, self._seeds, seat, given)

    def _at(self, place: Place, change: TableChange) -> None:
        """Note what changed at a table, and report a hand that is over."""
        place.begun = change.begun[-1] if change.begun else place.begun
        place.moves = [*([] if change.begun else place.moves), *change.moves]
        self.told.update(kinds(change.table.story))
        place.table = change.table
        if not self._luck.below(LOOKED_AT_ONE_IN):
            check_secrecy(place.table, self.game, self._luck)
        if change.ended:
            self._check(place, change.ended[-1])
            self._follow_blinds(place, change.ended[-1])
            self._report(place, change.ended[-1])

    def _check(self, place: Place, ended: EndedHand) -> None:
        """Now and then let the referee judge a hand from what a player saw of it."""
        assert min(ended.stacks.values()) >= 0
        assert not self.game.claims(place.table.carry, None), "chips lie where no stack is"
        if self.random.randrange(CHECKED_ONE_IN):
            return
        assert place.begun is not None
        over = FinishedHand(ended.number, place.begun.state, tuple(place.moves), ended.seals)
        player = self.random.choice([None, *(each.player for each in place.table.present)])
        finding = verify(to_file(history(place.table, self.game, over, player)))
        assert finding.faults == (), finding.faults

    def _follow_blinds(self, place: Place, ended: EndedHand) -> None:
        carry = place.table.carry
        if isinstance(carry, DestinyCarry) and carry.blinds is not None:
            posted = Posted(
                carry.blinds, {seat: place.table.seated(seat).player or 0 for seat in ended.stacks}
            )
            if place.posted is not None:
                place.posted.goes_forward_to(posted)
                self.told.add("blinds_followed")
            place.posted = posted

    def _report(self, place: Place, ended: EndedHand) -> None:
        number = next(number for number, each in self.places.items() if each is place)
        players = {seat: each.player for seat, each in self._sitting(number).items()}
        stacks = {players[seat]: stack for seat, stack in ended.stacks.items()}
        scores = {players[seat]: Scored(points) for seat, points in ended.points.items() if points}
        report = Report(number, ended.number, stacks, self.game.big_blind(place.table.carry), scores)
        self._direct(lambda *at: director.report_hand(at[0], report, *at[1:]))

    def _disturb(self) -> None:
        """Add, remove or restore an entrant, pause, or call a hand off."""
        random, entrants = self.random, self.evening.tournament.entrants
        player = random.choice(entrants).player
        newcomer = random.choice([player, 1000 + len(entrants)])
        doing: list[Callable[..., Any]] = [
            lambda *at: director.remove(at[0], player, *at[1:]),
            lambda *at: director.restore(at[0], player, *at[1:]),
            lambda *at: entries.enter(at[0], newcomer, "late", *at[1:]),
            director.wake,
        ]
        what = random.randrange(len(doing) + 2)
        if what < len(doing):
            try:
                self._direct(doing[what])
            except RuleError:
                return
        elif what == len(doing):
            self._direct(director.pause)
            self.evening.now += random.randint(0, 300)
            self._direct(director.resume)
        else:
            self._call_off()

    def _call_off(self) -> None:
        for place in self.places.values():
            if place.table.hand is not None:
                change = play.call_off(place.table, self.game, self._seeds, ORGANISER, "spilt ale")
                place.table = change.table
                self._report(place, change.ended[-1])
                return

    def _direct(self, make: Callable[..., Directed]) -> None:
        self._takes(make(self.evening.tournament, self.evening.now, self._chance))

    def _takes(self, change: Directed) -> None:
        """Carry the orders out, and see that everybody sits where the director has them sit."""
        packed = {
            each.player: tournament_table.packed(self.places[each.table].table, self.game, each.seat)
            for each in self.evening.tournament.entrants
            if each.table is not None and each.seat is not None
        }
        self.evening.takes(change)
        for order in change.orders:
            if isinstance(order, TableOpened):
                self.places[order.table] = Place(self._open(order.table))
        tables = {each.number: each for each in self.evening.tournament.tables}
        self.places = {number: place for number, place in self.places.items() if number in tables}
        anew = {order.table for order in change.orders if isinstance(order, FinalDrawn)}
        for number, place in self.places.items():
            place.table = self._agreed(number, place.table, packed, is_anew=number in anew)
            place.posted = None if number in anew else place.posted
        for order in change.orders:
            if isinstance(order, BeginHand):
                level = level_at(self.evening.tournament.terms, order.level)
                table = self.places[order.table].table
                rules = self.game.at_level(table.rules, level)
                self.places[order.table].table = tournament_table.call_hand(table, self.game, rules)

    def _open(self, number: int) -> AnyTable:
        terms = TableTerms(ORGANISER, self.evening.tournament.terms.chips, money="chips", tournament=1)
        return seating.open_table(number, self.game, self.rules, terms, self._seeds)

    def _agreed(self, number: int, table: AnyTable, packed: dict[int, Any], *, is_anew: bool) -> AnyTable:
        """The table with everybody in the right seat, and with the right stack."""
        due = self._sitting(number)
        for each in table.present:
            if is_anew or each.seat not in due or due[each.seat].player != each.player:
                table = tournament_table.stand_up(table, self.game, each.seat)
        if is_anew:
            table = tournament_table.begin_anew(table, self.game)
        there = {each.seat for each in table.present}
        for seat, entrant in due.items():
            if seat not in there:
                kept = self.game.brought(packed.get(entrant.player), entrant.score or 0)
                newcomer: TableSeat[object] = TableSeat(
                    seat, entrant.player, entrant.name, entrant.chips, keepsake=kept
                )
                table = tournament_table.sit_down(table, newcomer)
        stacks = {each.seat: (each.stack, each.player) for each in table.present}
        assert stacks == {seat: (entrant.chips, entrant.player) for seat, entrant in due.items()}
        return table

    def _sitting(self, number: int) -> dict[Seat, Entrant]:
        entrants = self.evening.tournament.entrants
        return {each.seat: each for each in entrants if each.table == number and each.seat is not None}
