"""The games of the tavern, listed by hand."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.game import AnyGame
from games.stone_hand.game import STONE_HAND

GAMES: Mapping[str, AnyGame] = {game.key: game for game in (STONE_HAND,)}
