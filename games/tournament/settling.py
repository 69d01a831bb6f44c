"""What follows by itself after any change of a running tournament."""

from __future__ import annotations

from games.tournament import balancing, heats
from games.tournament.errors import NotRunning
from games.tournament.model import Tournament, TournamentChange
from games.tournament.progress import TournamentProgress


def running(tournament: Tournament) -> Tournament:
    """The tournament, if it is being played; raises `NotRunning`."""
    if tournament.phase != "running":
        raise NotRunning
    return tournament


def settled(progress: TournamentProgress) -> TournamentChange:
    """Finish a change: do all that follows from it, until every table plays or has to wait."""
    is_paused = progress.base.paused_at is not None
    if not is_paused:
        progress.strike()
    if progress.seating.is_still or not progress.base.in_step:
        progress.rank_fallen()
    if is_paused:
        progress.hold_idle("pause")
        return progress.change()
    if progress.terms.through is None:
        balancing.run(progress)
    else:
        heats.run(progress)
    return progress.change()
