"""Stone Hand's house player beside the exact plan of a round between two, worked out backwards.

After two show-ups more of them raise the pay no further: they come once in 77,000 throws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

from games.engine.core.characters import MASTER
from games.engine.core.game import Seat
from games.engine.provable_chance import Draw, Seal
from games.stone_hand.game import STONE_HAND
from tests.games.stone_hand.scripted import Round, dice
from tests.judges.stone_hand import (
    BEST_FIRST,
    EVERY,
    EXAMPLES,
    FIRST_HANDS,
    PAY,
    RETHROWS,
    THROWS,
    Thrown,
    paid,
    read,
)

SHOW_UPS, LIFTS_MAX = 6, 2
"""The number of 512 throws that raise the pay by one, and of those that raise it by two (SH-5)."""


@cache
def second(first: Thrown, throws: int, pay: int = PAY, lifts: int = 0) -> Fraction:
    """Return the value of this many throws to the second player against a hand that stands."""
    landed = (count * second_at(first, hand, throws - 1, pay, lifts) for hand, count in THROWS.items())
    lifted = (SHOW_UPS * second(first, throws, pay + by, lifts + 1) for by in lifting(lifts))
    return (sum(landed, Fraction(0)) + sum(lifted, Fraction(0))) / (EVERY + SHOW_UPS * len(lifting(lifts)))


def second_at(first: Thrown, hand: Thrown, rethrows: int, pay: int, lifts: int) -> Fraction:
    """Return the value of a hand to the second player, who keeps or rethrows it as is best."""
    kept = second_kept(first, hand, pay)
    return max(kept, second(first, rethrows, pay, lifts)) if hand.is_junk and rethrows else kept


def second_kept(first: Thrown, hand: Thrown, pay: int = PAY) -> Fraction:
    """Return the value of keeping (SH-6): two empties pay nothing; the first hand lowered the pay before."""
    return Fraction(paid(pay, hand) * ((hand < first) - (hand > first)))


@cache
def first(throws: int, pay: int = PAY, lifts: int = 0) -> Fraction:
    """Return the value of this many throws to the first player."""
    landed = (count * first_at(hand, throws - 1, pay, lifts) for hand, count in THROWS.items())
    lifted = (SHOW_UPS * first(throws, pay + by, lifts + 1) for by in lifting(lifts))
    return (sum(landed, Fraction(0)) + sum(lifted, Fraction(0))) / (EVERY + SHOW_UPS * len(lifting(lifts)))


def first_at(hand: Thrown, rethrows: int, pay: int = PAY, lifts: int = 0) -> Fraction:
    """Return the value of a hand to the first player: one wins what the other loses."""
    kept = -second(hand, 1 + RETHROWS, paid(pay, hand))
    return max(kept, first(rethrows, pay, lifts)) if hand.is_junk and rethrows else kept


def lifting(lifts: int) -> tuple[int, ...]:
    """Return the possible raises of the pay by the next throw (SH-5)."""
    return (1, 2) if lifts < LIFTS_MAX else ()


def decided(played: Round) -> str:
    """Return the key of a house player's answer."""
    seat = Seat(played.turn)
    view = STONE_HAND.view(played.state, seat)
    return STONE_HAND.decide(view, STONE_HAND.offers(played.state, seat), Draw(Seal("00"))).key


def worths(played: Round) -> Mapping[str, float]:
    """Return a master's expected values of both answers."""
    seat = Seat(played.turn)
    found = STONE_HAND.estimate(
        STONE_HAND.view(played.state, seat), STONE_HAND.offers(played.state, seat), MASTER
    )
    assert found is not None
    return found.ev


def turned(before: Round, text: str, rethrows: int) -> Round:
    """Return a round whose player to act has junk, with this many rethrows left."""
    return before.throws(text).rethrows(*[text] * (RETHROWS - rethrows))


def test_all_throws_are_there() -> None:
    """There are 512 throws without 12 show-ups, in the five kinds of the rulebook's table."""
    kinds = Counter[str]()
    for hand, count in THROWS.items():
        kinds[BEST_FIRST[hand.place]] += count

    assert kinds == {"triple": 8, "run": 36, "pair": 168, "junk": 276, "empty": 12}


@pytest.mark.parametrize("rethrows", [3, 2, 1])
def test_the_first_player_follows_the_plan(rethrows: int) -> None:
    """TB-12: the first thrower assumes best play of the other, makes no mistake, and tells its values."""
    for score, text in EXAMPLES.items():
        kept, thrown = -second(Thrown(3, score), 1 + RETHROWS, score), first(rethrows)
        played = turned(Round(20, 20), text, rethrows)

        assert decided(played) == ("rethrow" if thrown > kept else "keep")
        assert worths(played) == pytest.approx({"keep": float(kept), "rethrow": float(thrown)})


@pytest.mark.parametrize("before", FIRST_HANDS.values(), ids=str)
def test_the_second_player_follows_the_plan(before: str) -> None:
    """TB-12: the last thrower knows the hand to beat, and makes no mistake."""
    standing = read(dice(before))
    assert standing is not None
    for rethrows in (3, 2, 1):
        for score, text in EXAMPLES.items():
            pay = paid(PAY, standing)
            kept, thrown = second_kept(standing, Thrown(3, score), pay), second(standing, rethrows, pay)
            played = turned(Round(20, 20).takes(before), text, rethrows)

            assert decided(played) == ("rethrow" if thrown > kept else "keep")
            assert worths(played) == pytest.approx({"keep": float(kept), "rethrow": float(thrown)})
