"""The titles of Knights' Heads (TB-21)."""

from __future__ import annotations

from games.engine.core.errors import phrase
from games.engine.core.titles import WON, earned_by, won_with
from games.knights_heads.hands import RABBLE_NUMBER


def laid(number: int) -> str:
    """The word for a hand of that number that was laid down."""
    return f"hand_{number}"


TITLES = (
    earned_by("knights_won", phrase("Head of the Table"), phrase("won a hand of Knights’ Heads"), WON),
    earned_by("knights_court", phrase("Court of Knights"), phrase("laid down four Knights"), "courts"),
    earned_by(
        "knights_courts",
        phrase("Three Courts"),
        phrase("laid down three courts of Knights"),
        "courts",
        times=3,
    ),
    earned_by("knights_family", phrase("The Royal Family"), phrase("laid down a Royal Family"), laid(18)),
    earned_by(
        "knights_court_of_twins", phrase("The Court of Twins"), phrase("laid down a Court of Twins"), laid(15)
    ),
    earned_by("knights_gala", phrase("Master of the Gala"), phrase("laid down a Gala"), laid(13)),
    earned_by(
        "knights_house_of_twins", phrase("The House of Twins"), phrase("laid down a House of Twins"), laid(11)
    ),
    earned_by("knights_war_room", phrase("Lord of the War Room"), phrase("laid down a War Room"), laid(8)),
    earned_by(
        "knights_crowned",
        phrase("Crowned Head"),
        phrase("laid down a Royal House or better"),
        *map(laid, range(1, 6)),
    ),
    earned_by(
        "knights_rabble",
        phrase("King of the Rabble"),
        phrase("won a showdown with Rabble"),
        won_with(RABBLE_NUMBER),
    ),
)
