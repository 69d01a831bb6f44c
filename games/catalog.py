"""The games of the tavern, listed by hand, and who reads and judges their hands on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from games.destiny import referee as destiny_referee
from games.destiny.game import DESTINY
from games.dividha import notation as dividha_notation
from games.dividha import referee as dividha_referee
from games.dividha.game import DIVIDHA
from games.engine.core.game import AnyGame
from games.engine.core.notation import Ranker
from games.engine.history.record import History
from games.knights_heads import notation as knights_heads_notation
from games.knights_heads import referee as knights_heads_referee
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand import notation as stone_hand_notation
from games.stone_hand import referee as stone_hand_referee
from games.stone_hand.game import STONE_HAND

Referee: TypeAlias = Callable[[History], Iterator[str]]
"""What in a hand's history does not keep to the rules, one line each; raises `Misshapen`."""

GAMES: Mapping[str, AnyGame] = {game.key: game for game in (STONE_HAND, DESTINY, KNIGHTS_HEADS, DIVIDHA)}

HOSTED: Mapping[str, AnyGame] = {key: game for key, game in GAMES.items() if game.tournament_seats}
"""The games that tournaments can be played of."""

RANKERS: Mapping[str, Ranker] = {
    "stone_hand": stone_hand_notation.RANKER,
    "knights_heads": knights_heads_notation.RANKER,
    "dividha": dividha_notation.RANKER,
}

REFEREES: Mapping[str, Referee] = {
    STONE_HAND.key: stone_hand_referee.referee,
    DESTINY.key: destiny_referee.referee,
    KNIGHTS_HEADS.key: knights_heads_referee.referee,
    DIVIDHA.key: dividha_referee.referee,
}
