"""The titles of Dividha (TB-21)."""

from __future__ import annotations

from games.dividha.hands import (
    DIVINE_INTERVENTION,
    FIVE_OF_A_KIND,
    FULL_HOUSE,
    PURE_FIVE_OF_A_KIND,
    PUREBLOOD_STRAIGHT,
)
from games.engine.core.errors import phrase
from games.engine.core.titles import WON, earned_by, shown_as, won_with

BOTH, MEEK = "both_columns", "won_lose_with_high_card"

TITLES = (
    earned_by("dividha_won", phrase("The Divider"), phrase("won a hand of Dividha"), WON),
    earned_by("dividha_invictory", phrase("Invictorious"), phrase("had an Invictory"), "invictories"),
    earned_by(
        "dividha_invictories",
        phrase("Three Invictories"),
        phrase("had three Invictories"),
        "invictories",
        times=3,
    ),
    earned_by(
        "dividha_both",
        phrase("Both Sides of the Coin"),
        phrase("took coins from Win and from Lose in one hand"),
        BOTH,
    ),
    earned_by(
        "dividha_meek", phrase("The Meek Inherit"), phrase("took coins from Lose with a High Card"), MEEK
    ),
    earned_by(
        "dividha_full",
        phrase("Full House, Full Purse"),
        phrase("won with a Full House"),
        won_with(FULL_HOUSE),
    ),
    earned_by(
        "dividha_five",
        phrase("Five Alike"),
        phrase("showed a Five-of-a-Kind"),
        shown_as(PURE_FIVE_OF_A_KIND),
        shown_as(FIVE_OF_A_KIND),
    ),
    earned_by(
        "dividha_pureblood",
        phrase("Pureblood"),
        phrase("showed a Pureblood Straight"),
        shown_as(PUREBLOOD_STRAIGHT),
    ),
    earned_by(
        "dividha_divine",
        phrase("Touched by the Divine"),
        phrase("showed a Divine Intervention"),
        shown_as(DIVINE_INTERVENTION),
    ),
)
