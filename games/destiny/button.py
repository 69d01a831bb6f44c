"""Where the button goes from hand to hand, and who posts the blinds (DE-3, TN-27).

At a cash table the next player to the left deals, and the blinds follow from that. At a tournament
it is the other way round: the big blind goes forward to the next player, the small blind is due
where the big one was, and the button stands where the small one was, even at an empty seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.destiny.model import Blinds
from games.engine.core.game import Seat, clockwise

HEADS_UP = 2


def blinds_of(order: Sequence[Seat]) -> Blinds:
    """The two left of the dealer, who comes last; of two players the dealer posts the small blind."""
    return Blinds(order[0], order[1]) if len(order) > HEADS_UP else Blinds(order[1], order[0])


def forward(seats: Sequence[Seat], last: Blinds) -> tuple[Seat, Blinds]:
    """The seat of a dead button, and the blinds, after a hand with those blinds (TN-27).

    Nobody may sit at the button's seat, nor at the small blind's: then nobody posts that.
    """
    big = clockwise(seats, last.big)[0]
    if len(seats) > HEADS_UP:
        return last.small, Blinds(last.big, big)
    (dealer,) = (seat for seat in seats if seat != big)
    return dealer, Blinds(dealer, big)


def dealt_in(seats: Sequence[Seat], last: Blinds) -> tuple[Seat, ...]:
    """All but those who have come in between the button and the small blind (TN-27).

    If that leaves fewer than two players, they are dealt in too.
    """
    round_ = clockwise({*seats, last.big}, last.small)
    waiting = round_[: round_.index(last.big)]
    others = tuple(seat for seat in seats if seat not in waiting)
    return others if len(others) >= HEADS_UP else tuple(seats)
