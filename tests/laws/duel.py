"""A toy game for two: High Die, which `python -m games new` writes, with no third seat."""

from __future__ import annotations

from games.tools.high_die import HighDie, HighDieVerifier


class Duel(HighDie):
    """The same for two people, who can neither race nor play heats of three."""

    key = "duel"
    title = "Duel"
    seats = range(2, 3)
    tournament_seats = range(2, 3)


class DuelVerifier(HighDieVerifier):
    """Replays a duel."""

    game = Duel()
