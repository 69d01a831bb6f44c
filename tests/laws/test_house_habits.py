"""What house players do, counted over many hands (TB-12): how often they bet, and who does what more."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import pytest

from games.dividha import house as dividha_house
from games.dividha.insight import Insight
from games.engine.betting.limits import pot_after_match
from games.engine.betting.strategy_table import read
from games.engine.core.character import MASTER, Character, Skill, Temper
from games.engine.core.game import HOUSE, Seat
from games.engine.core.offers import Answer, Offer, Split
from games.knights_heads.house import WEAK, judged
from games.knights_heads.strength import yardstick
from training.catalog import opponents, setting
from training.league import EVENING_HANDS, Imagine, Luck, Player, Schemer, Setting, evening

SHARE_MIN = 0.3
READ_HANDS = 200
HANDS = [pytest.param(40), pytest.param(2000, marks=pytest.mark.soak)]


class Told(NamedTuple):
    """One answer: seeing what, out of which offers."""

    view: Any
    offers: dict[str, Offer[Any]]
    answer: Answer

    @property
    def may_raise(self) -> bool:
        """Whether it could have bet or raised."""
        return bool({"bet", "raise"} & {*self.offers})

    @property
    def is_asked(self) -> bool:
        """Whether staying in costs something, so that folding is a choice."""
        return "fold" in self.offers and "check" not in self.offers

    @property
    def is_raise(self) -> bool:
        """Whether it bets or raises."""
        return self.answer.key in {"bet", "raise"}


@dataclass
class Watched:
    """A house player whose answers of a hand are noted."""

    where: Setting
    character: Character
    luck: Luck
    told: list[Told] = field(default_factory=list)

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...], _imagine: Imagine) -> Answer:
        """Answer, and note it."""
        answer = self.where.game.decide(view, offers, self.luck, self.character)
        self.told.append(Told(view, {offer.key: offer for offer in offers}, answer))
        return answer


def hands(
    key: str, characters: Sequence[Character], count: int, name: str, stranger: str = ""
) -> Iterator[list[list[Told]]]:
    """What each of these house players did in one evening of so many hands, perhaps with a stranger."""
    where = setting(key, len(characters) + bool(stranger))
    randoms = {HOUSE: Random(), **{Seat(at): Random() for at in range(1, where.seats + 1)}}
    watched = [
        Watched(where, character, Luck(randoms[Seat(at)])) for at, character in enumerate(characters, 1)
    ]
    players: dict[Seat, Player] = {Seat(at): each for at, each in enumerate(watched, 1)}
    if stranger:
        last = Seat(where.seats)
        master = Watched(where, MASTER, Luck(randoms[last]))
        players[last] = Schemer(where, opponents(key)[stranger], master, randoms[last])
    for _ in evening(where, players, randoms, name, count):
        yield [[*each.told] for each in watched]
        for each in watched:
            each.told.clear()


@pytest.mark.parametrize("count", HANDS)
@pytest.mark.parametrize("skill", ["regular", "master"])
def test_dividha_is_bet_on(skill: Skill, count: int) -> None:
    """Issue 16: a bet in two hands of three, none below 0.3 of the pot, all of it on the likelier column."""
    character, bet_on, played = Character(skill), 0, 0
    # The ante rises with the hands of an evening, until little is left to bet.
    names = [f"{skill} {evening}" for evening in range(count // EVENING_HANDS)]
    for hand in (each for name in names for each in hands("dividha", [character] * 4, EVENING_HANDS, name)):
        answers = [each for seat in hand for each in seat]
        bet_on += any(each.is_raise for each in answers)
        played += 1
        for each in answers:
            offer = each.offers[each.answer.key]
            if isinstance(offer, Split) and each.view.betting.to_act is not None:
                lays_what_it_thinks(each, offer, character)

    assert played == count
    assert bet_on >= 2 / 3 * played


def lays_what_it_thinks(told: Told, offer: Split[Any], character: Character) -> None:
    """No coin against what it thinks, and no small raise."""
    to, on_win = told.answer.numbers
    betting = told.view.betting
    assert on_win == (to - offer.laid if Insight(told.view, character).is_on_win else 0)
    if told.is_raise and to < offer.most:
        assert to - betting.to_match >= SHARE_MIN * pot_after_match(betting, betting.acting) - 1


@pytest.mark.parametrize("count", HANDS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_knights_heads_is_played_on(seats: int, count: int) -> None:
    """Issue 16: at most one hand in eight ends before the exchange, and no round sees a fifth raise."""
    exchanged, raises = 0, 0
    for hand in hands("knights_heads", [MASTER] * seats, count, "course"):
        answers = [each for seat in hand for each in seat]
        exchanged += any("pass" in each.offers for each in answers)
        raises = max(raises, *(each.view.betting.raises + each.is_raise for each in answers))

    assert count - exchanged <= count / 8
    assert raises <= 4


Counted = Callable[[Told], tuple[bool, bool]]
"""Whether an answer is one of those that are counted, and whether it is what is counted."""


def stays(told: Told) -> tuple[bool, bool]:
    """Pays to stay in."""
    return told.is_asked, told.answer.key != "fold"


def raises(told: Told) -> tuple[bool, bool]:
    """Bets or raises."""
    return told.may_raise, told.is_raise


def bluffs(told: Told) -> tuple[bool, bool]:
    """Bets or raises with cards of which most are better, at Knights' Heads."""
    is_weak = told.may_raise and judged(told.view, MASTER).strength < WEAK
    return is_weak, told.is_raise


def lays_on_lose(told: Told) -> tuple[bool, bool]:
    """Puts coins on Lose, at Dividha."""
    numbers = told.answer.numbers
    return isinstance(told.offers[told.answer.key], Split), len(numbers) > 1 and numbers[1] == 0


def shares(key: str, temper: Temper, habit: Counted, stranger: str) -> tuple[float, list[float]]:
    """How often somebody of that temper does that, and by how much each hand moves that figure."""
    company, counts = [Character(temper=temper), *[MASTER] * (2 if stranger else 3)], []
    for hand in hands(key, company, READ_HANDS, "read", stranger):
        found = [habit(told) for told in hand[0]]
        counts.append((sum(of for of, _ in found), sum(of and does for of, does in found)))
    total = sum(of for of, _ in counts)
    mean = sum(does for _, does in counts) / total
    return mean, [(does - mean * of) / total for of, does in counts]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("key", "more", "less", "habit", "stranger"),
    [
        ("knights_heads", "bold", "even", stays, ""),
        ("knights_heads", "even", "careful", raises, ""),
        ("knights_heads", "talker", "even", bluffs, ""),
        ("destiny", "bold", "talker", stays, ""),
        ("dividha", "stickler", "even", lays_on_lose, ""),
        ("dividha", "rememberer", "even", stays, "pot"),
    ],
)
def test_tempers_can_be_told_apart(
    key: str, more: Temper, less: Temper, habit: Counted, stranger: str
) -> None:
    """Issue 16: two readers of the same 200 deals know whom they read, by two errors of what they count."""
    often, moves = shares(key, more, habit, stranger)
    seldom, other_moves = shares(key, less, habit, stranger)
    error = sum((one - other) ** 2 for one, other in zip(moves, other_moves, strict=True)) ** 0.5

    assert often - seldom > 2 * error


def test_tables_are_small_and_read_when_needed() -> None:
    """Issue 16: what house players have learned takes less than 20 MB, and none before it is needed."""
    for cached in (read, yardstick):
        cached.cache_clear()
    tracemalloc.start()
    read("games.knights_heads", "betting.table")
    dividha_house.TABLE()
    for counts in (True, False):
        yardstick(triplet_counts=counts)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert size < 20_000_000
    asked = (
        "import games.catalog as _, games.engine.betting.strategy_table as t; print(t.read.cache_info()[3])"
    )
    assert subprocess.check_output([sys.executable, "-c", asked], text=True) == "0\n"  # noqa: S603
