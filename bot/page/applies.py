"""The rule which buttons of a table's public message are useful to one reader."""

from __future__ import annotations

from bot.screens.table.scenes import Scene, hosts

OF_PLAYERS = frozenset({"deal", "last", "pause", "play_on"})
"""The verbs for seated players."""
OF_HOST = frozenset({"begin", "house", "invite", "call_players"})
"""The verbs for a lobby's host, and for a player who may take it over (TB-15)."""
OF_CHALLENGED = frozenset({"accept", "decline"})
OF_NEWCOMERS = frozenset({"join", "call_me"})
"""The verbs for users without a seat."""


def applies(scene: Scene, verb: str, player: int) -> bool:
    """Return False for a button whose press this user would be refused."""
    view = scene.view
    is_seated, terms = view.viewer is not None, view.terms
    if verb in OF_CHALLENGED:
        return not player or (player in terms.invited and player != terms.host)
    if verb in OF_HOST:
        return hosts(scene) or (is_seated and scene.is_quiet)
    if verb in OF_NEWCOMERS and is_seated:
        return False
    if verb == "join":
        is_welcome = player not in terms.sent_away and (not terms.invited or player in terms.invited)
        return not player or is_welcome
    return verb not in OF_PLAYERS or is_seated
