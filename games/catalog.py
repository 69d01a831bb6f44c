"""The games of the tavern, listed by hand, and who reads their hands on the command line."""

from __future__ import annotations

from collections.abc import Mapping

from games.dividha import notation as dividha_notation
from games.engine.game import AnyGame
from games.engine.notation import Ranker
from games.stone_hand import notation as stone_hand_notation
from games.stone_hand.game import STONE_HAND

GAMES: Mapping[str, AnyGame] = {game.key: game for game in (STONE_HAND,)}

RANKERS: Mapping[str, Ranker] = {
    STONE_HAND.key: stone_hand_notation.RANKER,
    "dividha": dividha_notation.RANKER,
}
