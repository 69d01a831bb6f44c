"""The games' screens, listed by hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.destiny import DestinyScreen
from bot.screens.dividha import DividhaScreen
from bot.screens.game import GameScreen
from bot.screens.knights_heads import KnightsHeadsScreen
from bot.screens.stone_hand import StoneHandScreen

FACES: Mapping[str, GameScreen] = {
    "stone_hand": StoneHandScreen(),
    "destiny": DestinyScreen(),
    "knights_heads": KnightsHeadsScreen(),
    "dividha": DividhaScreen(),
}
