"""The prospects of cards: both ways of six cards, and rivals' likely hands."""

from __future__ import annotations

from random import Random

import pytest

from games.dividha import equity
from games.dividha.cards import DECK
from games.dividha.equity import ColumnOdds, Extremes, PotCoins, RivalRange
from games.dividha.strength import strength

KINGS = ("KH", "KD", "KB", "KV", "5D", "5B")


def test_both_ways_of_six_cards() -> None:
    """DV-8: without a Five four Kings, without a King a Full House."""
    found = equity.extremes(KINGS, divine=False)

    assert found == (strength(("KH", "KD", "KB", "KV", "5D")), strength(("KH", "KD", "KB", "5D", "5B")))


def test_complete_cards_have_no_futures_but_themselves() -> None:
    """DV-17: after the last two there is nothing to come."""
    unknown = tuple(card for card in DECK if card not in KINGS)

    assert equity.completions(KINGS, unknown, divine=False) == (equity.extremes(KINGS, divine=False),)


def test_what_is_imagined_once_is_imagined_again() -> None:
    """The same cards have the same futures, also when they are no longer remembered."""
    unknown = tuple(card for card in DECK if card not in KINGS)
    before = equity.completions(KINGS[:4], unknown, divine=False)
    equity.completions.cache_clear()

    assert equity.completions(KINGS[:4], unknown, divine=False) == before


def test_public_cards_tell_of_the_way() -> None:
    """Two Kings rather go for Win, a Two and a Three for Lose."""
    high, low = (equity.rival_range(two, divine=False) for two in (("KH", "KD"), ("2H", "3D")))

    assert high.for_lose < 0.5 < low.for_lose


RIVAL = RivalRange(tuple(range(equity.LIKELY)), 0.5)
"""Its hands are of all strengths, and those of the lower half go for Lose."""


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        # Above all: the Win is sure, and half of the rivals lay a coin there.
        (Extremes(95, 95), (1, 1.5, 1 / 96, 1 / 96)),
        # Above three quarters: of them, one third had gone for Win. Above or at 71 is a quarter.
        (Extremes(71, 72), (0.75, 1.0, 0.25, 0.25)),
        # Below all: the Lose is sure.
        (Extremes(-1, -1), (0, 0, 1, 1.5)),
        (Extremes(0, 96), (1 / 96, 1 / 96, 0, 0)),
    ],
)
def test_both_ways_against_a_rival(own: Extremes, expected: tuple[float, ...]) -> None:
    """DV-20: the estimate counts how often each column is taken, and the coins that lie there then."""
    assert equity.column_odds(own, [RIVAL]) == pytest.approx(expected)


def test_rivals_must_all_be_beaten() -> None:
    """DV-20: three quarters of each of two are nine sixteenths."""
    assert equity.column_odds(Extremes(71, 72), [RIVAL, RIVAL]).win == 0.75**2


def test_a_prospect_counts_the_way_that_is_gone() -> None:
    """If one of two futures is sure of the Win and one of the Lose, each is taken every second time."""
    found = equity.estimate_equity((Extremes(95, 95), Extremes(-1, -1)), [RIVAL])

    assert found == (0.5, 0.5, 0.75, 1)


@pytest.mark.parametrize(
    ("laid", "is_strong"),
    [
        (PotCoins(0, 10, 0, 0), False),
        (PotCoins(10, 0, 0, 0), True),
        (PotCoins(0, 0, 10, 0), True),
        (PotCoins(1, 9, 0, 40), False),
    ],
)
def test_the_coins_count_at_the_showdown(laid: PotCoins, *, is_strong: bool) -> None:
    """DV-20: 0.5 of the Win with half a rival's coin, or 0.6 of the Lose with a fifth: by where coins lie.

    With 40 of which half lie on each column: 0.5 × 21 against 0.6 × 29.
    """
    assert equity.is_better_strong(ColumnOdds(0.5, 1.0, 0.6, 0.8), laid) is is_strong


def test_the_less_skilled_trade_by_luck() -> None:
    """TB-12: a player who imagines few futures keeps other cards than a master, an apprentice most often."""
    random, differ = Random(4), {"apprentice": 0, "regular": 0}
    for _ in range(12):
        held = tuple(random.sample(DECK, 4))
        unknown = tuple(card for card in DECK if card not in held)
        rivals = (equity.rival_range(held[:1], divine=False),)
        best = equity.best_to_keep(held, unknown, rivals, divine=False)
        for skill in differ:
            trading = equity.Trading(skill=skill)  # type: ignore[arg-type]
            differ[skill] += equity.best_to_keep(held, unknown, rivals, trading, divine=False) != best

    assert differ["apprentice"] > differ["regular"] > 0


def test_what_goes_together_is_kept() -> None:
    """DV-19: four Kings are."""
    unknown = tuple(card for card in DECK if card not in KINGS)
    kept = equity.best_to_keep(KINGS[:4], unknown, (RIVAL._replace(strengths=(0,) * 96),), divine=False)

    assert kept == KINGS[:4]
