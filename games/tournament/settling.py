"""What follows by itself after any change of a running tournament."""

from __future__ import annotations

from games.tournament import balancing, heats
from games.tournament.errors import NotRunning
from games.tournament.model import Tournament, TournamentChange
from games.tournament.running import TournamentRun


def running(tournament: Tournament) -> Tournament:
    """The tournament, if it is being played; raises `NotRunning`."""
    if tournament.phase != "running":
        raise NotRunning
    return tournament


def settled(course: TournamentRun) -> TournamentChange:
    """Finish a change: do all that follows from it, until every table plays or has to wait."""
    is_paused = course.beside.paused_at is not None
    if not is_paused:
        course.strike()
    if course.seating.is_still or not course.beside.in_step:
        course.rank_fallen()
    if is_paused:
        course.hold_idle("pause")
        return course.change()
    if course.terms.through is None:
        balancing.run(course)
    else:
        heats.run(course)
    return course.change()
