"""Random games, recorded step by step for the laws to look at.

Whoever is to act answers at random from what is offered; now and then somebody's time runs
out, somebody leaves, the host too, comes, or comes back, the table is closed, or a hand called off.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, product
from random import Random
from typing import Any, TypeAlias

from games.catalog import CATALOG
from games.engine.core.game import AnyGame, Seat
from games.engine.core.house_rules import RulesClash, options
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer, PlainOffer, SplitOffer
from games.engine.provable_chance import AlreadyCut, Seal
from games.engine.record import GameRecord
from games.engine.table.play import answer, begin, call_off, come_back, cut, deal, open_offers, run_out
from games.engine.table.refusals import ClosesSoon, LastHand, NotAdmitted, NothingToCut, TableFull
from games.engine.table.seating import close, leave, open_table, seat_house_player, sit_down
from games.engine.table.table import AnyTable, LoggedMove, TableChange, Terms
from games.engine.table.table_talk import call_last
from games.knights_heads.model import CourtScore
from games.stone_hand.model import HomeThrow
from games.tools.high_die import RECORD as HIGH_DIE_RECORD
from games.tools.simulation import replay
from tests.begun import BEGUN
from tests.laws.bones import BONES, BonesReferee
from tests.laws.duel import DuelVerifier
from tests.laws.toy import FISTS, FistsReferee

FISTS_RECORD = GameRecord(
    FISTS,
    FistsReferee.judge,
    None,
    hidden=frozenset({"fists.cards", "fists.bet", "fists.guess", "fists.card"}),
    # A deal and a die, three decisions a seat, and sometimes a card chosen again.
    moves_max=(2, 6),
)
BONES_RECORD = GameRecord(
    BONES,
    BonesReferee.judge,
    None,
    # It has no secrets.
    hidden=frozenset(),
    # Most dice stand at once; one in five is thrown again.
    moves_max=(10, 12),
)
DUEL_RECORD = replace(HIGH_DIE_RECORD, game=DuelVerifier.game, referee=DuelVerifier.judge)
ALL_RECORDS: dict[str, GameRecord] = {}
ALL_GAMES: dict[str, AnyGame] = {}
KEEPSAKES: Mapping[str, tuple[object, ...]] = {
    "stone_hand": (None, HomeThrow((2, 5, 6), "the road home"), HomeThrow((2, 4, 6)), HomeThrow((1, 1, 1))),
    "knights_heads": (None, CourtScore(2)),
}
"""Players' keepsakes by game; none without an entry."""
HANDS_MAX = 3
SETS_MAX = 12
"""The limit of played sets that change more than one house rule."""
STEPS_MAX = 2_000
MANAGER = 99
"""Whoever calls a hand off; nobody who plays."""
Case: TypeAlias = tuple[str, int, int]
"""A game's key, the index of a set of house rules, and a number of seats."""


def enter(record: GameRecord) -> str:
    """Register a game for the laws, and return its key."""
    key = record.game.key
    ALL_RECORDS[key], ALL_GAMES[key] = record, record.game
    return key


for known in (*CATALOG.values(), *BEGUN.values(), FISTS_RECORD, BONES_RECORD, HIGH_DIE_RECORD, DUEL_RECORD):
    enter(known)


def some_seats(key: str, wanted: int = 3) -> int:
    """Return this number of seats, or the nearest one that the game can have."""
    seats = ALL_GAMES[key].seats
    return min(max(wanted, seats.start), seats.stop - 1)


@dataclass(frozen=True, slots=True)
class Taken:
    """One thing that happened to a table."""

    before: AnyTable
    change: TableChange


@dataclass(frozen=True, slots=True, eq=False)
class PlayedHand:
    """One hand of a walk: how it began, its moves, the states at rest by number of moves, its seals."""

    number: int
    beginning: object
    moves: tuple[LoggedMove, ...]
    rests: Mapping[int, object]
    seals: tuple[Seal, ...]


@cache
def rule_sets(key: str) -> tuple[object, ...]:
    """All house rules of a game that go together, the usual ones first."""
    game = ALL_GAMES[key]
    known = options(game.house_rules)
    sets = []
    for chosen in product(*([choice for choice, _ in each.choices] for each in known)):
        values = {each.name: choice for each, choice in zip(known, chosen, strict=True)}
        try:
            sets.append(game.house_rules(**values))
        except RulesClash:
            continue
    return tuple(sorted(sets, key=lambda rules: len(_changes(rules))))


def cases(keys: Iterable[str] = (), *, is_thorough: bool = False) -> list[Case]:
    """Every number of seats by the usual rules, each house rule by itself, and some sets of rules.

    A house rule by itself comes with the fewest, the most and another number of seats; thoroughly,
    with every number. Of these games, or of all.
    """
    found: list[Case] = []
    for key in keys or ALL_GAMES:
        seats = list(ALL_GAMES[key].seats)
        sets = rule_sets(key)
        simple = [index for index, rules in enumerate(sets) if len(_changes(rules)) < 2]
        others = range(len(simple), len(sets))
        chosen = sorted(Random(key).sample(others, min(SETS_MAX, len(others))))
        for index in simple:
            some = {seats[0], seats[index % len(seats)], seats[-1]}
            numbers = seats if index == 0 or is_thorough else sorted(some)
            found.extend((key, index, number) for number in numbers)
        found.extend((key, index, seats[index % len(seats)]) for index in chosen)
    return found


def few_cases(keys: Iterable[str] = ()) -> list[Case]:
    """Each set of rules of `cases` once, the usual ones with the fewest seats and with the most."""
    found = cases(keys)
    numbers = {key: list(ALL_GAMES[key].seats) for key in {key for key, _, _ in found}}
    some = ((case, numbers[case[0]]) for case in found)
    return [
        case for case, seats in some if case[2] == seats[case[1] % len(seats)] or case[1:] == (0, seats[-1])
    ]


def named(case: Case) -> str:
    """A case in a word."""
    return "-".join(map(str, case))


@cache
def walk(case: Case) -> tuple[Taken, ...]:
    """A random game from its first to its last step; the same whenever it is asked for."""
    return tuple(_Walker(case).steps())


@cache
def play_hands(case: Case, steps: int | None = None) -> tuple[PlayedHand, ...]:
    """The hands of a walk, or of its first steps, each with its moves."""
    begun: dict[int, object] = {}
    moves: dict[int, list[LoggedMove]] = {}
    rests: dict[int, dict[int, object]] = {}
    seals: dict[int, tuple[Seal, ...]] = {}
    for taken in walk(case)[:steps]:
        for logged in taken.change.moves:
            moves.setdefault(logged.hand, []).append(logged)
        begun.update({each.number: each.state for each in taken.change.begun})
        seals.update({each.number: each.seals for each in taken.change.ended})
        hand = taken.change.table.hand
        if hand is not None:
            rests.setdefault(hand.number, {})[len(moves.get(hand.number, []))] = hand.state
    return tuple(
        PlayedHand(number, state, tuple(moves.get(number, ())), rests.get(number, {}), seals.get(number, ()))
        for number, state in begun.items()
    )


@cache
def states_of(game: AnyGame, hand: PlayedHand) -> tuple[object, ...]:
    """Every state of a hand, the House's turns included."""
    states = [hand.beginning]
    for logged in hand.moves:
        states.append(replay(game, states[-1], [logged]))
    return tuple(states)


def random_answer(offers: tuple[Offer[Any], ...], random: Random) -> Answer:
    """Any of the answers that are legal."""
    offer = random.choice(offers)
    match offer:
        case PlainOffer(key=key):
            return Answer(key)
        case NumberOffer(key=key):
            return Answer(key, (random.choice(offer.numbers),))
        case PickOffer(key=key, choices=choices, count=number):
            return Answer(key, tuple(random.sample(range(len(choices)), number)))
        case SplitOffer(key=key, least=least, most=most):
            amount = random.randint(least, most)
            return Answer(key, (amount, random.choice(offer.parts(amount)))[: random.randint(1, 2)])


def seeds(name: str) -> Iterator[str]:
    """Seeds that can be had again."""
    for number in count():
        yield hashlib.sha256(f"{name}:{number}".encode()).hexdigest()


def reseeded(table: AnyTable) -> AnyTable:
    """The table as it would be had the House other secrets in store."""
    hand = table.hand
    if hand is not None:
        hand = replace(hand, seal=replace(hand.seal, seed="11" * 32))
    return replace(table, hand=hand, next_seal=replace(table.next_seal, seed="22" * 32))


def _changes(rules: Any) -> list[str]:
    return [each.name for each in options(type(rules)) if getattr(rules, each.name) != each.default]


class _Walker:
    def __init__(self, case: Case) -> None:
        key, rules_index, self._seats = case
        self._game = ALL_GAMES[key]
        self._rules = rule_sets(key)[rules_index]
        self._random = Random(repr(case))
        self._seeds = seeds(repr(case))
        self._people = count(1)
        self._keepsakes = KEEPSAKES.get(key, (None,))

    def steps(self) -> Iterator[Taken]:
        terms = Terms(host=1, buy_in=self._game.usual_stake(self._rules), hands_max=HANDS_MAX)
        table = open_table(1, self._game, self._rules, terms, self._seeds)
        for _ in range(self._seats):
            change = self._come(table)
            yield Taken(table, change)
            table = change.table
        change = begin(table, self._game, self._seeds)
        for _ in range(STEPS_MAX):
            yield Taken(table, change)
            table = change.table
            if table.phase == "closed":
                return
            change = self._anything(table)
        raise AssertionError("a game without end")

    def _anything(self, table: AnyTable) -> TableChange:
        if table.hand is None:
            return self._rest(table)
        dice = self._random.random()
        if dice < 0.02:
            return run_out(table, self._game, self._seeds)
        if dice < 0.03:
            return self._go(table)
        if dice < 0.05:
            return self._come_or_not(table)
        if dice < 0.06 and self._game.ends_by_agreement:
            return self._call_last(table)
        return self._end_early(table) if dice > 0.99 and table.hands > 1 else self._answer(table)

    def _call_last(self, table: AnyTable) -> TableChange:
        people = [each for each in table.present if each.player is not None and each.standing != "leaving"]
        if not people:
            return self._answer(table)
        return call_last(table, self._game, _person(self._random.choice(people).player))

    def _end_early(self, table: AnyTable) -> TableChange:
        if self._random.random() < 0.5:
            return close(table, self._game, table.terms.host)
        return call_off(table, self._game, self._seeds, MANAGER, "spilt ale")

    def _answer(self, table: AnyTable) -> TableChange:
        asked = open_offers(table, self._game)
        if self._random.random() < 0.1:
            asked = asides(table, self._game) or asked
        seat = self._random.choice(sorted(asked))
        given = random_answer(asked[seat], self._random)
        return answer(table, self._game, self._seeds, seat, given)

    def _rest(self, table: AnyTable) -> TableChange:
        """Between two hands: a player goes, comes, cuts or closes; mostly the next one is dealt."""
        dice = self._random.random()
        if dice < 0.01:
            return close(table, self._game, table.terms.host)
        if dice < 0.1:
            return self._come_or_not(table)
        if dice < 0.2:
            return self._cut(table)
        people = [each for each in table.present if each.player is not None]
        if dice < 0.25 and len(people) > 1:
            return leave(table, self._game, _person(self._random.choice(people).player), self._seeds)
        return deal(table, self._game, self._seeds)

    def _cut(self, table: AnyTable) -> TableChange:
        person = self._random.choice([each for each in table.present if each.player is not None])
        words = f"{self._random.random()}"
        try:
            return cut(table, self._game, _person(person.player), person.name, words)
        except (AlreadyCut, NothingToCut):
            return TableChange(table)

    def _go(self, table: AnyTable) -> TableChange:
        away = [each for each in table.present if each.standing == "away" and each.player is not None]
        if away:
            return come_back(table, _person(away[0].player))
        staying = [each for each in table.present if each.standing == "in" and each.player is not None]
        if len(staying) < 2:
            return self._answer(table)
        return leave(table, self._game, _person(self._random.choice(staying).player), self._seeds)

    def _come_or_not(self, table: AnyTable) -> TableChange:
        try:
            return self._come(table)
        except (TableFull, LastHand, ClosesSoon, NotAdmitted):
            return TableChange(table) if table.hand is None else self._answer(table)

    def _come(self, table: AnyTable) -> TableChange:
        person = next(self._people)
        # The house would tighten some rules, and then the looser ones would never be walked.
        if person % 3 == 0 and self._game.for_house_money(self._rules) == self._rules:
            return seat_house_player(table, self._game, f"house {person}", funded=True)
        return sit_down(table, self._game, person, f"p{person}", self._random.choice(self._keepsakes))


def asides(table: AnyTable, game: AnyGame) -> dict[Seat, tuple[Offer[Any], ...]]:
    """Return the offers out of turn by seat."""
    assert table.hand is not None
    found = {seat: game.asides(table.hand.state, seat) for seat in table.hand.seats}
    return {seat: offers for seat, offers in found.items() if offers}


def _person(player: int | None) -> int:
    assert player is not None
    return player


def secret_seats(table: AnyTable) -> tuple[Seat | None, ...]:
    """Return all viewers of a table, a spectator too."""
    return (None, *(each.seat for each in table.present))
