"""The size of house players' bets and raises (TB-12)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.betting.bot_betting import bet_after_raise, raise_offer
from games.engine.betting.rounds import offers
from tests.games.engine.betting_script import read_hand


def amount(told: str, share: float, *, is_best: bool = False) -> int | None:
    """Return the amount to which the seat to act raises by that share of the pot."""
    betting = read_hand(told).run()
    offered: dict[str, Any] = {offer.key: offer for offer in offers(betting)}
    offer = raise_offer(offered)
    assert offer is not None
    return bet_after_raise(betting, offer, share, is_best=is_best)


@pytest.mark.parametrize(
    ("told", "share", "due"),
    [
        ("100 100 100, ante 2: ", 1.0, 6),  # three antes of 2
        ("100 100 100, ante 2: ", 0.5, 3),
        ("100 100 100, ante 2: ", 0.1, 2),  # 0.3 of 6, rounded up: less would say nothing
        ("100 100 100, ante 2: 1 bets 6", 1.0, 24),  # 12 lie there, 18 with the match
        ("5 100 100, ante 2: ", 1.0, 3),  # all in
        ("100 5 5, ante 2: ", 1.0, 3),  # nobody could match more
        ("100 100 100, ante 2, fixed limit: 1 bets 2, 2 raises to 4", 1.0, 6),
    ],
)
def test_adds_a_share_of_the_pot(told: str, share: float, due: int) -> None:
    """A share of the pot, no less than 0.3 of it if it may, and no more than can be matched."""
    assert amount(told, share) == due


def test_no_raise_without_end() -> None:
    """After three bets and raises in a round only the best raises once more."""
    told = "900 900 900, ante 2: 1 bets 6, 2 raises to 24, 3 raises to 78"

    assert amount(told, 0.5) is None
    assert amount(told, 0.5, is_best=True) is not None


def test_nothing_that_nobody_could_match() -> None:
    """TB-12, TB-4: a raise is legal where all others are all in, and house players never make it."""
    assert amount("10 200 10, blinds 1 2: 3 all in, 1 all in", 1.0, is_best=True) is None
    # Seat 1 could match 2 more, and that is what a raise adds at least.
    assert amount("12 200 10, blinds 1 2, bet_min 2: 3 all in, 1 matches", 1.0) == 18


def test_no_offer_to_raise() -> None:
    """A player who may only match or fold has nothing to raise with."""
    assert raise_offer({}) is None
