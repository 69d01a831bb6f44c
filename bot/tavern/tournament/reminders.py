"""A tournament's deadlines: when its director must act, and when to remind people."""

from __future__ import annotations

from games.tournament.model import Tournament, counted, level_at, next_at
from storage.tournaments.tournaments import StoredTournament

START_NOTICE_SECONDS = 10 * 60
LATE_NOTICE_SECONDS = 2 * 60
LEVEL_NOTICE_SECONDS = 60
BREAK_NOTICE_SECONDS = 60
"""How long people are reminded before the start, all and who comes later, a level, and a break's end."""
LEVEL_HANDS_MIN = 3
"""Levels that rise more often get no reminders."""
START, LATE = "start", "late"
"""The starting reminders, for all and for who came later; after it stands how many entrants there ever were.

Others are named after their level.
"""
BREAK = "break"
"""The reminder that a break is over soon; after it stand the stage and the level."""
TOO_FEW = "too few"
"""The reminder that it could not begin on time."""


def deadline(stored: StoredTournament) -> float | None:
    """The next deadline: the start, the director's, or a reminder's."""
    tournament, starts_at = stored.tournament, stored.plan.starts_at
    moments: list[float | None] = [next_at(tournament)]
    if tournament.phase == "open" and starts_at is not None:
        moments.append(starts_at)
    due = reminder(stored)
    if due is not None and due[0] != stored.reminded:
        moments.append(due[1])
    return min((each for each in moments if each is not None), default=None)


def reminder(stored: StoredTournament) -> tuple[str, float] | None:
    """The next reminder to give, by the name under which it is noted, and when."""
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
    """What counts as given once the hour was told: none that is so near is told again (TN-48)."""
    is_near = starts_at is not None and starts_at - START_NOTICE_SECONDS <= at
    return f"{START} {tournament.numbers}" if is_near else ""


def _before_start(stored: StoredTournament, starts_at: int) -> tuple[str, float] | None:
    """The reminder for all, and then for those who have come since (TN-48)."""
    numbers, kind = stored.tournament.numbers, stored.reminded.partition(" ")[0]
    if kind not in (START, LATE):
        return f"{START} {numbers}", starts_at - START_NOTICE_SECONDS
    if kind == LATE or not came_later(stored.tournament, stored.reminded):
        return None
    return stored.reminded.replace(START, LATE), starts_at - LATE_NOTICE_SECONDS


def _before_end(tournament: Tournament) -> tuple[str, float] | None:
    """The reminder that a break is over soon, unless it is a short one (TN-51)."""
    began_at, until = tournament.paused_at or 0, tournament.break_until or 0
    if until - began_at <= 2 * BREAK_NOTICE_SECONDS:
        return None
    return _break(tournament), until - BREAK_NOTICE_SECONDS


def came_later(tournament: Tournament, name: str) -> tuple[int, ...]:
    """The people who have entered since a starting reminder."""
    _kind, _between, told = name.partition(" ")
    since = int(told) if told else tournament.numbers
    return tuple(each.player for each in tournament.entrants if each.number > since and not each.is_house)


def is_due(tournament: Tournament, starts_at: int | None, name: str) -> bool:
    """Whether a recorded reminder still lies ahead."""
    if name.partition(" ")[0] in (START, LATE):
        return tournament.phase == "open" and starts_at is not None
    if tournament.standstill == "break":
        return name == _break(tournament)
    return tournament.phase == "running" and name == _next_level(tournament)


def rises_soon(stored: StoredTournament) -> str:
    """The reminder of a level that rises by hands, when about one hand a table is left; else empty."""
    tournament, terms = stored.tournament, stored.tournament.terms
    left = hands_left(tournament)
    is_soon = terms.level_unit == "hands" and left <= counted(tournament.tables)
    if not _is_raised(tournament) or not is_soon or terms.level_length < LEVEL_HANDS_MIN:
        return ""
    name = _next_level(tournament)
    rises = level_at(terms, tournament.level) != level_at(terms, tournament.level + 1)
    return name if rises and name != stored.reminded else ""


def _is_raised(tournament: Tournament) -> bool:
    """Whether more will be posted: nothing is in a race, and no hand begins once time is up."""
    return tournament.phase == "running" and tournament.terms.goal is None and not tournament.is_time_up


def hands_left(tournament: Tournament) -> int:
    """Hands left at this level, over all tables.

    May be negative after tables were broken: then the level rises with the next hand.
    """
    return max(1, tournament.terms.level_length * counted(tournament.tables) - tournament.level_hands)


def _break(tournament: Tournament) -> str:
    return f"{BREAK} {tournament.stage}/{tournament.level}"


def _next_level(tournament: Tournament) -> str:
    return f"{tournament.stage}/{tournament.level + 1}"
