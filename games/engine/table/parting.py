"""What somebody who gives up their seat now leaves behind, so that they can be asked first (TB-9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.engine.core.game import AnyGame, Seat
from games.engine.table.table import AnyTable


@dataclass(frozen=True, slots=True)
class Parting:
    """How much of theirs stays at the table, and what becomes of their part in the hand.

    It is folded, or played to its end for them: because they are all in, or as the game has it (SH-13).
    None: they have no part in it.
    """

    stays: int
    hand: Literal["folded", "all_in", "played"] | None


def parting(table: AnyTable, game: AnyGame, seat: Seat) -> Parting | None:
    """What leaving comes to for that seat; None where it costs nothing but the seat."""
    seated, hand = table.seated(seat), table.hand
    if table.phase != "playing" or seated.standing == "leaving" or table.terms.tournament is not None:
        return None
    stays = game.claims(table.carry, None).get(seat, 0)
    if game.forfeits(table.rules, table.carry):
        stays += seated.stack
    # A pot that is shared out already is nobody's to lose.
    has_part = hand is not None and seat in hand.seats and not game.is_out(hand.state, seat)
    if hand is None or not has_part or (game.departure is not None and not game.pot(hand.state)):
        return Parting(stays, None) if stays else None
    stays += seated.stack - game.stacks(hand.state)[seat]
    if game.is_all_in(hand.state, seat):
        return Parting(stays, "all_in")
    return Parting(stays, "played" if game.departure is None else "folded")
