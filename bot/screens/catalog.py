"""Each game's screen, listed by hand; it names the game's commands and rules page."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.core.game_screen import GameScreen
from bot.screens.destiny.screen import DestinyScreen
from bot.screens.dividha.screen import DividhaScreen
from bot.screens.knights_heads.screen import KnightsHeadsScreen
from bot.screens.stone_hand.screen import StoneHandScreen

FACES: Mapping[str, GameScreen] = {
    "stone_hand": StoneHandScreen(),
    "destiny": DestinyScreen(),
    "knights_heads": KnightsHeadsScreen(),
    "dividha": DividhaScreen(),
}
