"""Helpers that several tests about games share."""

from __future__ import annotations

STAKES = {
    "stone_hand": {"wager": 4},
    "destiny": {"buy_in": 12, "blinds": 4},
    "knights_heads": {"buy_in": 12, "ante": 4},
    "dividha": {"buy_in": 12, "ante": 4},
}


"""The price of a seat, as the game's own command asks for it; small, so that a game soon ends."""
