"""Luck with dice: what throws are worth, and that the dice alone decide it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import Dice, all_throws, luck
from tests.games.stone_hand.scripted import Round

USUAL = luck(frozenset(), inverted_junk=False)


@pytest.mark.parametrize(
    ("dice", "margin"),
    [
        ((1, 1, 1), 499),  # all other hands are worse: 512 without itself and 12 show-ups
        ((1, 2, 3), 12 + 276 + 168 + 5 * 6 - 8),  # runs are 2-3-4 to 6-7-8, too; triples are better
        ((1, 4, 7), -488),  # all but the 12 empties are better
        ((2, 4, 6), 0),  # no hand at all
    ],
)
def test_a_throw_is_worth_what_it_beats(dice: Dice, margin: int) -> None:
    """TB-19: a throw's worth is the number of the 512 throws that are worse less those that are better."""
    assert USUAL.worths[dice] == round(1e6 * margin / 512)


def test_a_home_throw_is_worth_most() -> None:
    """TB-19, SH-3: it comes in 6 of 512 throws, and only show-ups do not lose to it."""
    own = luck(frozenset([(1, 4, 7)]), inverted_junk=False)

    assert own.worths[1, 4, 7] == round(1e6 * (512 - 12 - 6) / 512)
    assert own.worths[1, 1, 1] == round(1e6 * (499 - 2 * 6) / 512)


def test_inverted_junk_is_worth_the_other_way() -> None:
    """TB-19, SH-9: junk of 2 is then the worst of 276 (30 throws of it), and 12 empties are worse."""
    inverted = luck(frozenset(), inverted_junk=True)

    assert inverted.worths[1, 2, 4] == round(1e6 * (12 - 246 - 168 - 36 - 8) / 512)


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("homes", [(), ((2, 4, 6),), ((1, 1, 2), (5, 5, 5))])
def test_luck_is_fair(homes: tuple[Dice, ...], inverted: bool) -> None:  # noqa: FBT001 -- pytest gives it
    """TB-19: over all 512 throws it comes to nothing, and its variance is what is said."""
    chances = luck(frozenset(homes), inverted_junk=inverted)
    worths = [chances.worths[dice] for dice in all_throws()]

    assert abs(sum(worths)) < 512
    assert chances.spread == pytest.approx(sum(each**2 for each in worths) / 512 / 1e6, abs=1)


def test_a_round_of_an_earlier_version_goes_on() -> None:
    """F-15: throws whose dice were not kept are neither lucky nor unlucky."""
    over = Round(20, 20).throws("1-1-4", "2-2-2").state
    without = replace(over, casts=tuple(replace(each, dice=None) for each in over.casts))

    assert [each.luck for each in STONE_HAND.hand_stats(without).values()] == [0, 0]
    assert [each.spread for each in STONE_HAND.hand_stats(without).values()] == [0, 0]
