"""The look of each game's deal of the day, listed by hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.dividha.lesson import DividhaDailyFace
from bot.screens.knights_heads.lesson import KnightsDailyFace
from bot.screens.learn.daily_face import DailyFace
from bot.screens.stone_hand.lesson import StoneHandDailyFace

DAILY_FACES: Mapping[str, DailyFace] = {
    "stone_hand": StoneHandDailyFace(),
    "knights_heads": KnightsDailyFace(),
    "dividha": DividhaDailyFace(),
}
