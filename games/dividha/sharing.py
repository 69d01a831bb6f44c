"""Who takes which coins: the strongest hand the Win columns, the weakest the Lose columns (DV-20, DV-21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.dividha.hands import BROKEN, DividhaHand
from games.dividha.model import Layer
from games.dividha.tablets import Tablet
from games.engine.betting.pots import layers, share
from games.engine.core.game import Seat


def share_out(
    tablets: Sequence[Tablet], hands: Mapping[Seat, DividhaHand], left_behind: int = 0
) -> tuple[Layer, ...]:
    """The layers of a pot, lowest first, and who takes their columns; tablets in turn order.

    `hands` are those of the contenders. The lowest layer also holds what earlier players left, on Win,
    and what was paid for trades, on the columns it was paid on.
    """
    dead = left_behind + sum(laid.coins for each in tablets for laid in each.trades)
    dead_win = left_behind + sum(laid.win for each in tablets for laid in each.trades)
    found = []
    for pot in layers([(each.seat, each.total) for each in tablets], hands, dead):
        win = sum(each.win_below(pot.ceiling) - each.win_below(pot.floor) for each in tablets)
        win += 0 if pot.floor else dead_win
        contending = {seat: hands[seat] for seat in pot.contenders}
        winners = strongest(contending), weakest(contending)
        found.append(Layer(win, pot.amount - win, pot.contenders, *winners))
    return tuple(found)


def strongest(hands: Mapping[Seat, DividhaHand]) -> tuple[Seat, ...]:
    """Who takes or shares the Win: broken hands rank below all others by their keys (DV-10)."""
    highest = max(hand.key for hand in hands.values())
    return tuple(seat for seat, hand in hands.items() if hand.key == highest)


def weakest(hands: Mapping[Seat, DividhaHand]) -> tuple[Seat, ...]:
    """Who takes or shares the Lose: no broken hand; if all are broken, those who take the Win (DV-10)."""
    whole = {seat: hand for seat, hand in hands.items() if hand.number != BROKEN}
    if not whole:
        return strongest(hands)
    lowest = min(hand.key for hand in whole.values())
    return tuple(seat for seat, hand in whole.items() if hand.key == lowest)


def gains(found: Sequence[Layer]) -> Mapping[Seat, int]:
    """What each seat takes of all layers; odd coins to the left of the dealer first (TB-1)."""
    taken: Counter[Seat] = Counter()
    for layer in found:
        taken.update(share(layer.win, layer.strongest))
        taken.update(share(layer.lose, layer.weakest))
    return taken


def invictories(found: Sequence[Layer], tablets: Sequence[Tablet]) -> tuple[Seat, ...]:
    """Who takes or shares the Win of the lowest layer with more on Lose than on Win (DV-12)."""
    return tuple(each.seat for each in tablets if each.seat in found[0].strongest and each.lose > each.win)
