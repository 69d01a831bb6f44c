"""A tournament's deadlines: the director's next action, and reminders to players."""

from __future__ import annotations

from games.tournament.model import Tournament, counted, level_at, next_at
from storage.tournaments.tournaments import StoredTournament

START_NOTICE_SECONDS = 10 * 60
LATE_NOTICE_SECONDS = 2 * 60
LEVEL_NOTICE_SECONDS = 60
BREAK_NOTICE_SECONDS = 60
"""Seconds between a reminder and its event: the start (for all and for late entrants), a level, a break's
end."""
LEVEL_HANDS_MIN = 3
"""Levels with fewer hands get no reminders."""
START, LATE = "start", "late"
"""The names of the reminders of the start, for all and for late entrants; the number of entrants follows.

A reminder of a level is named after the stage and the level.
"""
BREAK = "break"
"""The name of the reminder that a break ends soon; the stage and the level follow."""
TOO_FEW = "too few"
"""The name of the notice that a tournament could not begin on time."""


def deadline(stored: StoredTournament) -> float | None:
    """Return the next deadline: the start, the director's, or a reminder's."""
    tournament, starts_at = stored.tournament, stored.plan.starts_at
    moments: list[float | None] = [next_at(tournament)]
    if tournament.phase == "open" and starts_at is not None:
        moments.append(starts_at)
    upcoming = reminder(stored)
    if upcoming is not None and upcoming[0] != stored.reminded:
        moments.append(upcoming[1])
    return min((each for each in moments if each is not None), default=None)


def reminder(stored: StoredTournament) -> tuple[str, float] | None:
    """Return the name and the time of the next reminder; None if there is none."""
    tournament, starts_at = stored.tournament, stored.plan.starts_at
    if tournament.phase == "open" and starts_at is not None:
        return _before_start(stored, starts_at)
    if tournament.standstill == "break":
        return _before_end(tournament)
    if not _is_raised(tournament) or tournament.paused_at is not None or tournament.level_ends_at is None:
        return None
    if 60 * tournament.terms.level_length <= 2 * LEVEL_NOTICE_SECONDS:
        return None
    return _next_level(tournament), tournament.level_ends_at - LEVEL_NOTICE_SECONDS


def told_of(tournament: Tournament, starts_at: int | None, at: float) -> str:
    """Return the name of the reminder that the announcement of a start makes unnecessary, or "" (TN-48).

    If the start is near, its announcement is the reminder.
    """
    is_near = starts_at is not None and starts_at - START_NOTICE_SECONDS <= at
    return f"{START} {tournament.numbers}" if is_near else ""


def _before_start(stored: StoredTournament, starts_at: int) -> tuple[str, float] | None:
    """Return the reminder for all or, once that was sent, for the entrants who came later (TN-48)."""
    numbers, kind = stored.tournament.numbers, stored.reminded.partition(" ")[0]
    if kind not in (START, LATE):
        return f"{START} {numbers}", starts_at - START_NOTICE_SECONDS
    if kind == LATE or not came_later(stored.tournament, stored.reminded):
        return None
    return stored.reminded.replace(START, LATE), starts_at - LATE_NOTICE_SECONDS


def _before_end(tournament: Tournament) -> tuple[str, float] | None:
    """Return the reminder that a break ends soon; None for a short break (TN-51)."""
    began_at, until = tournament.paused_at or 0, tournament.break_until or 0
    if until - began_at <= 2 * BREAK_NOTICE_SECONDS:
        return None
    return _break(tournament), until - BREAK_NOTICE_SECONDS


def came_later(tournament: Tournament, name: str) -> tuple[int, ...]:
    """Return the people who have entered since a reminder of the start."""
    _kind, _separator, count = name.partition(" ")
    since = int(count) if count else tournament.numbers
    return tuple(each.player for each in tournament.entrants if each.number > since and not each.is_house)


def is_due(tournament: Tournament, starts_at: int | None, name: str) -> bool:
    """Return True if the event of a stored reminder is still to come."""
    if name.partition(" ")[0] in (START, LATE):
        return tournament.phase == "open" and starts_at is not None
    if tournament.standstill == "break":
        return name == _break(tournament)
    return tournament.phase == "running" and name == _next_level(tournament)


def rises_soon(stored: StoredTournament) -> str:
    """Return the name of the reminder that a level rises after about one more hand per table, or ""."""
    tournament, terms = stored.tournament, stored.tournament.terms
    hands = hands_left(tournament)
    is_soon = terms.level_unit == "hands" and hands <= counted(tournament.tables)
    if not _is_raised(tournament) or not is_soon or terms.level_length < LEVEL_HANDS_MIN:
        return ""
    name = _next_level(tournament)
    rises = level_at(terms, tournament.level) != level_at(terms, tournament.level + 1)
    return name if rises and name != stored.reminded else ""


def _is_raised(tournament: Tournament) -> bool:
    """Return True if the stakes will rise again; they don't in a race, nor once time is up."""
    return tournament.phase == "running" and tournament.terms.goal is None and not tournament.is_time_up


def hands_left(tournament: Tournament) -> int:
    """Return the number of hands left at this level, over all tables, and at least 1.

    After tables were broken there may have been more hands than planned: the level rises with the next one.
    """
    return max(1, tournament.terms.level_length * counted(tournament.tables) - tournament.level_hands)


def _break(tournament: Tournament) -> str:
    return f"{BREAK} {tournament.stage}/{tournament.level}"


def _next_level(tournament: Tournament) -> str:
    return f"{tournament.stage}/{tournament.level + 1}"
