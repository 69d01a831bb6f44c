"""Hands written as text, each judged in three ways that must agree: as read, by the judge, by strength."""

from __future__ import annotations

from games.dividha.cards import ACE, TWO, read
from games.dividha.hands import BROKEN, DividhaHand, best
from games.dividha.strength import pack, strength
from tests.games.dividha import judge


def made(text: str, *, divine_intervention: bool = False) -> DividhaHand:
    """Return the hand that five cards make."""
    five = read(text)
    hand = best(five, divine_intervention=divine_intervention)
    judged = judge.best(five, divine_intervention=divine_intervention)

    assert (hand.number, as_judged(hand.key)) == (judged.number, judged.key)
    assert pack(hand.key) == strength(five, divine_intervention=divine_intervention)
    return hand


def as_judged(key: tuple[int, ...]) -> tuple[int, ...]:
    """A key in the judge's numbers: it counts places from High Card, and values from a Two as 1."""
    place, high, is_wild, immortals, sum_, *values = key
    return (
        place - (BROKEN - judge.HIGH_CARD),
        _rank(high),
        is_wild,
        immortals,
        sum_,
        *map(_rank, values),
    )


def _rank(value: int) -> int:
    assert value == 0 or TWO <= value <= ACE
    return max(value - 1, 0)
