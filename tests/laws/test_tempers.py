"""House players can be told apart by how they play, without their names (TB-12, docs/lab/how-strong.md).

Three masters of an even temper sit beside whoever is watched; every second evening one of them stays away for
a stranger who raises by the least whenever it may, since what somebody remembers shows only where there is
something to remember.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, product
from statistics import fmean
from typing import TypeAlias

import pytest

from games.engine.core.characters import MASTER, Character, Temper
from games.engine.core.offers import SplitOffer
from games.knights_heads.bot_player import WEAK, assess
from tests.laws.tempers import TEMPERS
from tests.laws.watched import Told, hands

READ_HANDS = 200
EVENING = 50
"""The number of hands for which the same players stay."""
STRANGERS = ("", "least")
"""The strangers, from evening to evening."""
READERS = 6
KNOWN_APART = 0.9
MOSTLY = 0.7

Counted = Callable[[Told], tuple[bool, bool]]
"""A function that returns if an answer is a chance to show a habit, and if it does."""


def stays(told: Told) -> tuple[bool, bool]:
    """Pays to stay in, when asked to."""
    return told.is_asked, told.is_asked and told.answer.key != "fold"


def raises(told: Told) -> tuple[bool, bool]:
    """Bets or raises."""
    return told.may_raise, told.is_raise


def bets_little(told: Told) -> tuple[bool, bool]:
    """Bets half the pot, when it bets."""
    return told.is_raise, told.is_raise and told.added <= 0.6


def bets_much(told: Told) -> tuple[bool, bool]:
    """Bets the pot, or more, when it bets."""
    return told.is_raise, told.is_raise and told.added >= 0.9


def lays_on_lose(told: Told) -> tuple[bool, bool]:
    """Puts coins on Lose, at Dividha."""
    numbers = told.answer.numbers
    is_split = isinstance(told.offers[told.answer.key], SplitOffer)
    return is_split, is_split and numbers[1] == 0


HABITS: Sequence[Counted] = (stays, raises, bets_little, bets_much, lays_on_lose)
"""The habits that a reader knows; all can be seen at the table, coins on Lose once they are shown."""


Kind: TypeAlias = tuple[Counted, str]
"""A habit, and beside which stranger."""
Notes: TypeAlias = Mapping[Kind, float]
"""A player's frequency of each habit, of all chances to show it."""


def notes(key: str, temper: Temper, reader: str, count: int, beside: Sequence[str] = STRANGERS) -> Notes:
    """Return a reader's counts of a temper in so many hands, of those beside one of these strangers."""
    seen, done = Counter[Kind](), Counter[Kind]()
    for evening, stranger in zip(range(0, count, EVENING), cycle(STRANGERS)):
        if stranger not in beside:
            continue
        company = [Character(temper=temper), *[MASTER] * (2 if stranger else 3)]
        # No two readers see the same deals, nor one of them for two people.
        name = f"{reader} reads {temper} {evening}"
        for hand, *_ in hands(key, company, EVENING, name, stranger):
            for habit, told in product(HABITS, hand):
                is_seen, is_done = habit(told)
                seen[habit, stranger] += is_seen
                done[habit, stranger] += is_done
    # Each habit counts once more both ways, so that an unseen one is no habit.
    return {kind: (done[kind] + 1) / (seen[kind] + 2) for kind in product(HABITS, beside)}


def named(read: Mapping[Temper, Notes], others: Sequence[Mapping[Temper, Notes]]) -> Mapping[Temper, Temper]:
    """Return the temper by which the notes of others name each that one reader has read: the least unlike.

    A difference counts by how far notes of the same temper are apart.
    """
    usual = {temper: _averages([each[temper] for each in others]) for temper in read}
    spread = _averages(
        [
            {kind: (share - usual[temper][kind]) ** 2 for kind, share in each[temper].items()}
            for each, temper in product(others, read)
        ]
    )

    def unlike(one: Notes, other: Notes) -> float:
        return sum((one[kind] - other[kind]) ** 2 / spread[kind] for kind in one if spread[kind])

    def name(seen: Notes) -> Temper:
        return min(usual, key=lambda each: unlike(seen, usual[each]))

    return {temper: name(seen) for temper, seen in read.items()}


def _averages(found: Sequence[Notes]) -> Notes:
    return {kind: fmean(each[kind] for each in found) for kind in found[0]}


def right_and_wrong(
    key: str, tempers: Sequence[Temper], readers: int, count: int
) -> Counter[tuple[Temper, Temper]]:
    """Return the number of each naming, when one reader after the other names what it has read."""
    read = [
        {temper: notes(key, temper, f"reader {reader}", count) for temper in tempers}
        for reader in range(readers)
    ]
    return Counter(
        each
        for at, unknown in enumerate(read)
        for each in named(unknown, [*read[:at], *read[at + 1 :]]).items()
    )


@pytest.mark.soak
@pytest.mark.parametrize("key", TEMPERS)
def test_tempers_can_be_told_apart(key: str) -> None:
    """TB-12: a reader of 200 hands of a player without a name finds the name in the notes of other readers.

    Nine in ten of thirty at least; by chance it would be one in five, or in six at Dividha.
    """
    found = right_and_wrong(key, TEMPERS[key], READERS, READ_HANDS)

    assert found.total() == READERS * len(TEMPERS[key])
    assert sum(found[temper, temper] for temper in TEMPERS[key]) >= KNOWN_APART * found.total(), found


@pytest.mark.soak
def test_the_size_of_a_bet_tells_a_temper() -> None:
    """TB-12: at Destiny a careful one mostly bets half the pot or less, a bold one all, a talker neither."""
    careful, bold, talker = (
        notes("destiny", each, "one", 3 * EVENING, [""]) for each in ("careful", "bold", "talker")
    )
    little, much = (bets_little, ""), (bets_much, "")

    assert careful[little] > MOSTLY > 1 - MOSTLY > careful[much]
    assert bold[much] > MOSTLY > 1 - MOSTLY > bold[little]
    assert max(talker[little], talker[much]) < 1 - MOSTLY


def bluffs(told: Told) -> tuple[bool, bool]:
    """Bets or raises with cards of which most are better, at Knights' Heads."""
    is_weak = told.may_raise and assess(told.view, MASTER).strength < WEAK
    return is_weak, is_weak and told.is_raise


def shares(key: str, temper: Temper, habit: Counted, stranger: str) -> tuple[float, list[float]]:
    """Return the frequency of a habit of that temper, and by how much each hand moves that figure."""
    company, counts = [Character(temper=temper), *[MASTER] * (2 if stranger else 3)], []
    for hand in hands(key, company, READ_HANDS, "read", stranger):
        found = [habit(told) for told in hand[0]]
        counts.append((sum(of for of, _ in found), sum(does for _, does in found)))
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
    ],
)
def test_each_temper_does_what_it_is_named_for(
    key: str, more: Temper, less: Temper, habit: Counted, stranger: str
) -> None:
    """TB-12: over the same 200 deals by two errors more than another player."""
    often, moves = shares(key, more, habit, stranger)
    seldom, other_moves = shares(key, less, habit, stranger)
    error = sum((one - other) ** 2 for one, other in zip(moves, other_moves, strict=True)) ** 0.5

    assert often - seldom > 2 * error
