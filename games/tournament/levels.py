"""What is posted at which level, and when the next level begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.core.game import Level
from games.tournament.model import Tournament, TournamentTable, TournamentTerms

DOUBLINGS_MAX = 30
"""Doublings after which no stack can match what is posted."""


def level_at(terms: TournamentTerms, number: int) -> Level:
    """A level by its number from 1; after the last one laid down, amounts double with each level."""
    last = terms.levels[-1]
    if number <= len(terms.levels):
        return terms.levels[number - 1]
    # Bounded, however long the tournament is played.
    times = 2 ** min(number - len(terms.levels), DOUBLINGS_MAX)
    return Level(last.ante * times, last.small_blind * times, last.big_blind * times)


def begin_levels(tournament: Tournament, now: int) -> Tournament:
    """Start the first level, and the tournament's clock if it has one."""
    terms = tournament.terms
    return replace(
        tournament,
        level=1,
        level_hands=0,
        level_ends_at=now + 60 * terms.level_length if terms.level_unit == "minutes" else None,
        ends_at=None if terms.minutes_max is None else now + 60 * terms.minutes_max,
        is_time_up=False,
    )


def strike(tournament: Tournament, now: int, tables: int) -> Tournament:
    """Do what the clock says it is time for: end play, begin the next level.

    A level lasts a number of minutes, or a number of hands per table on average.
    """
    if tournament.ends_at is not None and now >= tournament.ends_at:
        tournament = replace(tournament, ends_at=None, is_time_up=True)
    ends_at = tournament.level_ends_at
    if ends_at is not None:
        length = 60 * tournament.terms.level_length
        passed = max(0, 1 + (now - ends_at) // length)
        return replace(tournament, level=tournament.level + passed, level_ends_at=ends_at + passed * length)
    if tournament.level_hands >= tournament.terms.level_length * tables:
        return replace(tournament, level=tournament.level + 1, level_hands=0)
    return tournament


def counted(tables: Iterable[TournamentTable]) -> int:
    """The number of tables by which hands are counted for a level: heats that are over play none."""
    return sum(table.waits_for != "heat" for table in tables)


def postpone(tournament: Tournament, seconds: int) -> Tournament:
    """All deadlines moved out: time in which nobody could play does not count.

    During a pause the tournament's clock stands still anyway.
    """
    if tournament.paused_at is not None:
        return tournament

    def later(moment: int | None) -> int | None:
        return None if moment is None else moment + seconds

    return replace(
        tournament, level_ends_at=later(tournament.level_ends_at), ends_at=later(tournament.ends_at)
    )


def next_at(tournament: Tournament) -> int | None:
    """When the director has to be woken, because something happens by itself."""
    if tournament.phase != "running" or tournament.paused_at is not None:
        return None
    return min(
        (each for each in (tournament.level_ends_at, tournament.ends_at) if each is not None), default=None
    )
