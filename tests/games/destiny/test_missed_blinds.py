"""TB-17 in Destiny: whoever sat out while a blind passed waits for the big one. By hand (DE-3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import Blinds, DestinyCarry
from games.engine.core.game import Seat
from tests.games.destiny.scripted import Hand, seated

STACK, SEATS = 50, range(1, 6)


def after(seats: str, carry: DestinyCarry | None = None) -> DestinyCarry:
    """What a hand of these seats leaves, the first of them dealt by seat 1: all fold to one."""
    hand = Hand(*(STACK if str(seat) in seats else None for seat in SEATS), carry=carry, dealer=1)
    while hand.state.stage != "over":
        hand.presses("fold")
    left: DestinyCarry = hand.carry
    return left


def dealt(carry: DestinyCarry | None, owing: str, seats: str = "12345") -> str:
    """Who is dealt in of those who sit there, where some owe a blind."""
    facts = seated(*(STACK if str(seat) in seats else None for seat in SEATS))
    guests = tuple(replace(guest, owes_blind=str(guest.seat) in owing) for guest in facts.guests)
    return "".join(map(str, DESTINY.dealt_in(replace(facts, guests=guests), carry)))


def test_who_owes_a_blind_is_dealt_in_with_the_big_one() -> None:
    """TB-17: 4 posts the big blind, sits out where the small one is due, and waits for two hands."""
    carry = after("12345", after("12345"))
    assert carry.blinds == Blinds(Seat(3), Seat(4))
    carry = after("1235", carry)
    # 3 dealt, 5 and 1 posted; 5 and 1 will deal, and with 2 the big blind is due at 4.
    waits = [dealt(carry, "4")]
    for _ in range(2):
        carry = after("1235", carry)
        waits.append(dealt(carry, "4"))

    assert waits == ["1235", "1235", "12345"]


def test_two_who_owe_a_blind_come_in_one_after_the_other() -> None:
    """TB-17: only one of them can post the big blind."""
    # 1 dealt, 2 and 3 posted: the big blind is due at 4, and after that at 5.
    carry = after("123")
    assert dealt(carry, "45") == "1234"
    assert dealt(after("1234", carry), "5") == "12345"


@pytest.mark.parametrize(("owing", "seats"), [("23", "123"), ("123", "123"), ("", "123")])
def test_too_few_without_them(owing: str, seats: str) -> None:
    """TB-17: where fewer than two would be left, nobody waits."""
    assert dealt(after("123"), owing, seats) == seats


def test_before_the_first_hand_nothing_is_owed() -> None:
    """TB-17: no blind has passed anybody."""
    assert dealt(None, "4") == "12345"


@pytest.mark.parametrize(
    ("seat", "small", "big", "has_missed"),
    [
        # From 2 and 3 to ...
        (4, 3, 5, True),  # the big blind went from 3 to 5
        (1, 5, 2, True),
        (3, 4, 5, True),  # the small blind went from 2 to 4
        (5, 3, 4, False),
        (1, 2, 3, False),  # both stayed
    ],
)
def test_a_blind_that_passes(seat: int, small: int, big: int, *, has_missed: bool) -> None:
    """TB-17: it goes from a seat before the one that sits out to a seat behind it."""
    before = after("12345")
    assert before.blinds == Blinds(Seat(2), Seat(3))
    later = replace(before, blinds=Blinds(Seat(small), Seat(big)))

    assert DESTINY.has_missed_blind(before, later, Seat(seat)) is has_missed


def test_where_blinds_were_not_noted() -> None:
    """TB-17: in the first hand, and at tables older than that, nothing is owed."""
    carry = after("12345")

    assert not DESTINY.has_missed_blind(None, carry, Seat(4))
    assert not DESTINY.has_missed_blind(carry, replace(carry, blinds=None), Seat(4))
