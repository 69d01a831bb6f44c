"""The evaluator agrees with the literal judge."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dividha.cards import DECK
from games.dividha.hands import BROKEN, FIVES_TOTAL, ODDS, best
from games.dividha.strength import RANK_UNIT, pack, strength
from tests.games.dividha import judge

fives = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True).map(tuple)
sixes = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True).map(tuple)


@given(fives, st.randoms(), st.booleans())
def test_the_order_of_cards_does_not_matter(five: tuple[str, ...], shuffler: Random, divine: bool) -> None:  # noqa: FBT001 -- Hypothesis gives it by place
    """DV-7: a hand is worth the same, however its cards are shuffled."""
    shuffled = tuple(shuffler.sample(five, 5))

    assert best(five, divine_intervention=divine) == best(shuffled, divine_intervention=divine)
    assert strength(five, divine_intervention=divine) == strength(shuffled, divine_intervention=divine)


@given(fives, fives)
def test_strengths_order_hands_as_their_keys_do(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """DV-6: keys are as long as each other and of whole numbers, so they order all hands."""
    keys = [best(five).key for five in (one, other)]
    strengths = [strength(five) for five in (one, other)]

    assert {len(key) for key in keys} == {10}
    assert {type(number) for key in keys for number in key} == {int}
    assert (keys[0] > keys[1], keys[0] == keys[1]) == (
        strengths[0] > strengths[1],
        strengths[0] == strengths[1],
    )


@given(sixes, st.booleans())
def test_six_cards_are_their_best_five(six: tuple[str, ...], divine: bool) -> None:  # noqa: FBT001 -- Hypothesis gives it by place
    """DV-8: the best of six is the strongest of the six discards."""
    left = [best(five, divine_intervention=divine).key for five in combinations(six, 5)]

    assert strength(six, divine_intervention=divine) == pack(max(left))


def kin(five: tuple[str, ...]) -> tuple[str, ...]:
    """Return a key that is equal for hands that differ only in which mortal suit and which six is which."""
    mortal = ("".join(sorted(card[0] for card in five if card[1] == suit)) for suit in "HDB")
    immortal = (card[:2] for card in five if card[1] not in "HDB")
    return (*sorted(mortal), *sorted(immortal))


def judged_strength(five: tuple[str, ...]) -> int:
    """Return a strength by the judge's key."""
    place, high, is_wild, immortals, sum_, *values = judge.best(five).key
    up = [value + 1 if value else 0 for value in (high, *values)]
    return pack((place + BROKEN - judge.HIGH_CARD, up[0], is_wild, immortals, sum_, *up[1:]))


@pytest.mark.parametrize("hands", [500, pytest.param(200_000, marks=pytest.mark.soak)])
def test_as_the_judge_has_it(hands: int) -> None:
    """DV-1 to DV-7: random hands, judged by the rulebook word by word."""
    chance = Random(5)
    for _ in range(hands):
        five = tuple(chance.sample(judge.DECK, 5))
        assert strength(five) == judged_strength(five)


@pytest.mark.soak
def test_all_hands() -> None:
    """DV-1 to DV-7: all 3,819,816 sets of five cards; the judge is asked for one of each kind."""
    counts: Counter[int] = Counter()
    first: dict[tuple[str, ...], tuple[str, ...]] = {}
    found: dict[tuple[str, ...], int] = {}
    for five in combinations(DECK, 5):
        this, family = strength(five), kin(five)
        counts[BROKEN - this // RANK_UNIT] += 1
        first.setdefault(family, five)
        assert found.setdefault(family, this) == this
    with ProcessPoolExecutor(2) as pool:
        judged = pool.map(judged_strength, first.values(), chunksize=1000)

    assert list(judged) == list(found.values())
    assert counts == ODDS
    assert sum(counts.values()) == FIVES_TOTAL
