"""The dead button of tournaments, hand after hand, worked out by hand (TN-27, DE-3)."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import BlindPosted, DestinyCarry, DestinyRules
from games.engine.core.game import Level, Seat
from tests.games.destiny.scripted import Hand, seated

AT_TOURNAMENT = DESTINY.at_level(DestinyRules(), Level(small_blind=1, big_blind=2))
FULL = 8


class Posted(NamedTuple):
    """The seats dealt in, the button, the blinds (0: none), and the first to act."""

    dealt: str
    button: int
    small: int
    big: int
    first: int


def played(seats: str, carry: DestinyCarry | None = None, dealer: int = 1) -> tuple[Posted, DestinyCarry]:
    """Play a hand of the seats with money in which all fold to one; return its posts and its carry."""
    dealt_in = DESTINY.dealt_in(seated(*_stacks(seats), rules=AT_TOURNAMENT), carry)
    hand = Hand(*_stacks("".join(map(str, dealt_in))), rules=AT_TOURNAMENT, carry=carry, dealer=dealer)
    blinds = {event.blind: event.seat for event in hand.events if isinstance(event, BlindPosted)}
    dealt = "".join(str(seat) for seat in sorted(hand.state.order))
    posted = Posted(dealt, hand.state.dealer or 0, blinds.get("small", 0), blinds["big"], hand.turn)
    while hand.state.stage != "over":
        hand.presses("fold")
    return posted, hand.carry


def _stacks(seats: str) -> list[int | None]:
    return [50 if str(seat) in seats else None for seat in range(1, FULL + 1)]


def evening(text: str) -> list[tuple[Posted, Posted]]:
    """Return the actual and the due posts, a hand a line: who has money, then button, blinds, first to bet.

    In brackets stands the seat of a button before which nobody sits; `-` is a small blind that
    nobody posts, and `+2` somebody at the table who is not dealt in yet.
    """
    carry, told = None, []
    for line in text.split("\n"):
        seats, button, small, big, first = line.replace("-", "0").split()
        dealt = seats.split("+")[0]
        is_empty = button.startswith("(")
        due = Posted(dealt, int(button.strip("()")), int(small), int(big), int(first))
        posted, carry = played(seats, carry, int(min(dealt)))
        assert is_empty == (str(due.button) not in seats), line
        told.append((posted, due))
    return told


@pytest.mark.parametrize(
    "text",
    [
        # All players stay in.
        "12345 1 2 3 4\n12345 2 3 4 5\n12345 3 4 5 1\n12345 4 5 1 2\n12345 5 1 2 3",
        # The big blind goes out: nobody posts the small one, then the button stands before the empty seat.
        "12345 1 2 3 4\n1245 2 - 4 5\n1245 (3) 4 5 1\n1245 4 5 1 2\n1245 5 1 2 4",
        # The small blind goes out.
        "12345 1 2 3 4\n1345 (2) 3 4 5\n1345 3 4 5 1\n1345 4 5 1 3",
        # The dealer goes out: nothing changes for the others.
        "12345 1 2 3 4\n2345 2 3 4 5\n2345 3 4 5 2\n2345 4 5 2 3\n2345 5 2 3 4",
        # The one who was to post the big blind goes out: the next one does.
        "12345 1 2 3 4\n1235 2 3 5 1\n1235 3 5 1 2\n1235 5 1 2 3",
        # Both blinds go out.
        "12345 1 2 3 4\n145 (2) - 4 5\n145 (3) 4 5 1\n145 4 5 1 4",
        # The big blind goes out three times running, down to two.
        "12345 1 2 3 4\n1245 2 - 4 5\n125 (3) - 5 1\n12 2 2 1 2\n12 1 1 2 1",
    ],
)
def test_five(text: str) -> None:
    """TN-27: five players, and who goes out in each position."""
    for posted, due in evening(text):
        assert posted == due


@pytest.mark.parametrize(
    "text",
    [
        "123 1 2 3 1\n23 3 3 2 3\n23 2 2 3 2",
        "123 1 2 3 1\n13 3 3 1 3\n13 1 1 3 1",
        "123 1 2 3 1\n12 2 2 1 2\n12 1 1 2 1",
    ],
)
def test_three_become_two(text: str) -> None:
    """TN-27, DE-3: if one of three goes out, nobody has the big blind twice, and the dealer begins."""
    for posted, due in evening(text):
        assert posted == due


@pytest.mark.parametrize(
    "text",
    [
        # Behind the big blind: the newcomer posts the next one.
        "12 1 1 2 1\n123 1 2 3 1\n123 2 3 1 2",
        # Between button and small blind: dealt in when the button has passed.
        "13 1 1 3 1\n13+2 3 3 1 3\n123 3 1 2 3",
    ],
)
def test_two_become_three(text: str) -> None:
    """TN-27: from heads-up on the blinds go forward as well."""
    for posted, due in evening(text):
        assert posted == due


@pytest.mark.parametrize(
    "text",
    [
        # The first to post the big blind.
        "1246 1 2 4 6\n12456 2 4 5 6",
        # At the button's seat, for a small blind that went out.
        "1246 1 2 4 6\n146 (2) 4 6 1\n1246 4 6 1 2",
        "1246 1 2 4 6\n1246 2 4 6 1",
        # Between button and small blind: dealt in a hand later.
        "1246 1 2 4 6\n1246+3 2 4 6 1\n12346 4 6 1 2",
        # Elsewhere: at once, and the blinds come when they come.
        "1246 1 2 4 6\n12467 2 4 6 7\n12467 4 6 7 1",
        # The dealer's old seat, behind the new button.
        "2468 2 4 6 8\n12468 4 6 8 1",
    ],
)
def test_whoever_comes_takes_the_seats_place(text: str) -> None:
    """TN-27: a seat's dues are those of its current player."""
    for posted, due in evening(text):
        assert posted == due


def test_for_a_big_blind_that_went_out_the_newcomer_posts_the_small_one() -> None:
    """TN-27: another player in the seat of the last big blind owes the small one."""
    _, carry = played("1246")
    carry = DESTINY.vacated(carry, Seat(4))

    assert played("1246", carry)[0] == Posted("1246", 2, 4, 6, 1)


def test_with_nobody_else_to_play_with_everybody_is_dealt_in() -> None:
    """TN-27: both blinds went out, and two came in between button and small blind: nobody can wait."""
    _, carry = played("158")

    assert played("1" + "67", carry)[0] == Posted("167", 5, 0, 1, 6)


@pytest.mark.parametrize("seed", range(20))
def test_nobody_is_spared_a_blind_or_posts_a_big_one_twice(seed: int) -> None:
    """TN-27: with random arrivals each player who stays has big blind, small blind, then button."""
    random = Random(seed)
    carry, sitting, hands = None, {*"12345"}, list[Posted]()
    for _ in range(40):
        posted, carry = played("".join(sorted(sitting)), carry, dealer=int(min(sitting)))
        hands.append(posted)
        sitting -= {*random.sample(sorted(sitting), min(random.choice((0, 0, 1, 2)), len(sitting) - 2))}
        free = sorted({*"12345678"} - sitting)
        sitting |= {*random.sample(free, min(random.choice((0, 0, 0, 1, 2)), len(free)))}
    for last, now in pairwise(hands):
        assert now.big != last.big
        between = [seat for seat in _clockwise(last.big, now.big) if str(seat) in now.dealt]
        assert between == [], "somebody was spared the big blind"
        if str(last.big) in now.dealt:
            assert now.small == last.big, "somebody was spared the small blind"


def _clockwise(start: int, end: int) -> list[int]:
    """The seats strictly between two."""
    return [(start + step - 1) % FULL + 1 for step in range(1, (end - start) % FULL)]


def test_at_a_cash_table_the_button_moves() -> None:
    """DE-3: there the next player deals, and blinds follow from that."""
    first = Hand(50, 50, 50, 50, dealer=1)
    while first.state.stage != "over":
        first.presses("fold")
    second = Hand(50, None, 50, 50, carry=first.carry)

    assert (second.state.dealer, second.turn) == (3, 3)
    blinds = [event.seat for event in second.events if isinstance(event, BlindPosted)]
    assert blinds == [4, 1]
