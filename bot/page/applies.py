"""The buttons of a table's public message that do something for one reader."""

from __future__ import annotations

from bot.screens.table.scenes import Scene

OF_PLAYERS = frozenset({"begin", "deal", "last", "pause", "play_on"})
"""The verbs of those who have a seat."""
OF_CHALLENGED = frozenset({"accept", "decline"})


def applies(scene: Scene, verb: str, player: int) -> bool:
    """Return False for a button that would only refuse this reader."""
    view = scene.view
    if verb in OF_CHALLENGED:
        return not player or (player in view.terms.invited and player != view.terms.host)
    return verb not in OF_PLAYERS or view.viewer is not None
