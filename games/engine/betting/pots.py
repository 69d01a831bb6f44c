"""Who may win which chips (TB-6), and how an amount is shared out (TB-1).

From each opponent a player can win at most as many chips as they put in themselves. So the pot
is cut into *layers*, with an edge wherever the chips of a player who is still in end:

            0          20                    50
    Ann     ███████████                             all in for 20
    Bob     ███████████ ██████████████████████
    Cyd     ███████████ ██████████████████████
    Dee     ███████████ ██████████                  folded after 35
             80 chips         75 chips
           Ann, Bob, Cyd      Bob, Cyd

Chips of those who folded count towards the amounts, but their ends make no edge. Dead money, which
is in nobody's total, lies in the lowest layer: everyone still in can win it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.engine.core.game import Seat


@dataclass(frozen=True, slots=True)
class Pot:
    """A layer: of what each seat paid the chips from `floor` to `ceiling`, and who may win them.

    The dead money lies in the lowest one and is part of its `amount`.
    """

    amount: int
    contenders: tuple[Seat, ...]
    floor: int
    ceiling: int


def layers(paid: Sequence[tuple[Seat, int]], contenders: Collection[Seat], dead: int = 0) -> tuple[Pot, ...]:
    """The layers of a pot, lowest first; contenders in the order of `paid`.

    An edge lies where a contender's chips end, so neighbours never have the same contenders.
    What folded players paid above the highest of them falls to the top layer.
    """
    edges = sorted({amount for seat, amount in paid if seat in contenders and amount})
    # The top layer reaches up to the largest amount of all, also where its player has folded.
    bounds = [0, *edges[:-1], max(amount for _, amount in paid)]
    pots = []
    for floor, ceiling in pairwise(bounds):
        amount = sum(min(each, ceiling) - min(each, floor) for _, each in paid)
        # Where no contender has put anything in, the only layer is open to all of them.
        reaching = (seat for seat, each in paid if seat in contenders and (each > floor or not edges))
        pots.append(Pot(amount + (0 if floor else dead), tuple(reaching), floor, ceiling))
    return tuple(pot for pot in pots if pot.amount)


def share(amount: int, receivers: Sequence[Seat]) -> dict[Seat, int]:
    """Equal parts; odd units go one each to the first receivers (TB-1)."""
    part, odd = divmod(amount, len(receivers))
    return {seat: part + (index < odd) for index, seat in enumerate(receivers)}
