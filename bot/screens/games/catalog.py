"""Each game's screen, listed by hand; it names the game's commands and rules page."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.core.game_screen import GameScreen
from bot.screens.games.destiny import DestinyScreen
from bot.screens.games.dividha import DividhaScreen
from bot.screens.games.knights_heads import KnightsHeadsScreen
from bot.screens.games.stone_hand import StoneHandScreen

FACES: Mapping[str, GameScreen] = {
    "stone_hand": StoneHandScreen(),
    "destiny": DestinyScreen(),
    "knights_heads": KnightsHeadsScreen(),
    "dividha": DividhaScreen(),
}
