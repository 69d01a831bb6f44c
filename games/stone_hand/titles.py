"""The titles of Stone Hand (TB-21)."""

from __future__ import annotations

from games.engine.core.errors import phrase
from games.engine.core.titles import WON, earned_by, won_with

SHOW_UPS, LAST_THROW = "two_show_ups", "won_by_third_rethrow"

TITLES = (
    earned_by("stone_won", phrase("Stonecaster"), phrase("won a round of Stone Hand"), WON),
    earned_by("stone_home", phrase("Thrown Home"), phrase("threw a home throw"), "home"),
    earned_by("stone_homes", phrase("Three Times Home"), phrase("threw three home throws"), "home", times=3),
    earned_by(
        "stone_home_won",
        phrase("No Place Like Home"),
        phrase("won a round with a home throw"),
        won_with("home"),
    ),
    earned_by("stone_triple", phrase("The Three Brothers"), phrase("threw a triple"), "triple"),
    earned_by(
        "stone_junk_won", phrase("Gold in the Gravel"), phrase("won a round with junk"), won_with("junk")
    ),
    earned_by("stone_double", phrase("Four, Six, Eight"), phrase("threw a double show-up"), "double_show_up"),
    earned_by("stone_show_ups", phrase("The Show-Off"), phrase("threw two show-ups in one round"), SHOW_UPS),
    earned_by(
        "stone_last_throw", phrase("Third Time Lucky"), phrase("won a round by a third rethrow"), LAST_THROW
    ),
)
