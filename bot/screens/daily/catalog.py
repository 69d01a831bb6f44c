"""The look of each game's deal of the day, listed by hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.daily.daily_face import DailyFace
from bot.screens.daily.dividha import DividhaDailyFace
from bot.screens.daily.knights_heads import KnightsDailyFace
from bot.screens.daily.stone_hand import StoneHandDailyFace

DAILY_FACES: Mapping[str, DailyFace] = {
    "stone_hand": StoneHandDailyFace(),
    "knights_heads": KnightsDailyFace(),
    "dividha": DividhaDailyFace(),
}
