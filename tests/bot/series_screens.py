"""Helpers that several tests about series screens share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.screens.core.screen import Screen
from bot.screens.tournament.series import (
    all_series_screen,
    close_question,
    manage_screen,
    series_screen,
)
from bot.tavern.tournament import draft
from bot.tavern.tournament.series import COUNT_MAX, SeriesView
from games.stone_hand.game import STONE_HAND
from games.tournament.series import Finish, SeriesTerms
from storage.people.server_settings import ServerSettings
from storage.tournaments.series import NamedFinish, Series, SeriesRound, SeriesSchedule
from tests.bot.tournament_screens import AT, ID, LETTERS

PLAYERS = 60


def widest(letter: str, count: int, *, best_count: int = 0, closed_at: float | None = None) -> SeriesView:
    """Sixty people have played so many tournaments for as many points as can be given; three are to come."""
    terms = SeriesTerms((10**9 - 1,) * 40, best_count, COUNT_MAX)
    series = Series(10**6, ID, ID, letter * 40, terms, AT, closed_at)
    rounds = tuple(
        SeriesRound(
            10**6 + number,
            letter * 40,
            "toy",
            "over" if number < count or closed_at is not None else "open",
            AT,
            500,
            ID,
            ID,
        )
        for number in range(count + 3)
    )
    places = [
        NamedFinish(Finish(10**6 + number, ID + player, 1 + player % 3), letter * 32)
        for number in range(count)
        for player in range(PLAYERS)
    ]
    return SeriesView(series, rounds, tuple(places))


def views(letter: str = LETTERS[0]) -> Iterator[SeriesView]:
    """Series of every kind."""
    for count in (0, 1, 8, 9, 50):
        yield widest(letter, count)
        yield widest(letter, count, best_count=5)
        yield widest(letter, count, closed_at=AT)
    view = widest(letter, 9)
    yield replace(view, series=replace(view.series, terms=SeriesTerms((10, 6), tournament_count=9)))


def screens(view: SeriesView) -> Iterator[Screen]:
    """All that can be seen of a series."""
    yield from (series_screen(view, page) for page in (0, 2, 99))
    kept = draft.new_draft(STONE_HAND, ServerSettings(), "x")
    yield from (manage_screen(each, kept) for each in (view, by_itself(view)))
    yield close_question(view)
    yield all_series_screen((), (), has_more=False)


def by_itself(view: SeriesView) -> SeriesView:
    """The same with the longest schedule, and the longest trouble with it."""
    schedule = SeriesSchedule("day", 2, 31, 1199, "America/Argentina/ComodRivadavia", 168)
    trouble = "⟦" + "x" * 500 + "⟧"
    told = replace(view.series, schedule=schedule, channel=ID, start_at=AT, due_at=AT, trouble=trouble)
    return replace(view, series=told)
