"""A hand again, from its beginning and its moves alone."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.core.game import AnyGame
from games.engine.table.table import Logged


def replay(game: AnyGame, state: object, moves: Iterable[Logged]) -> object:
    """The state to which these moves lead."""
    for logged in moves:
        state = game.apply(state, logged.seat, logged.move).state
    return state
