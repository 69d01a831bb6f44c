"""The estimate of how long a tournament takes (TN-52); all figures are worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.core.presenter import HandLength
from bot.screens.tournament.length import over_at, rounded, seconds_ahead, seconds_left, words_ahead
from games.engine.core.game import Level
from games.tournament.model import Entrant, PlannedBreak, Tournament, TournamentTable, TournamentTerms
from games.tournament.story import Story

PACE = HandLength(player_seconds=20, swing=1)
"""For two players a hand takes 8 + 2 × 20 = 48 seconds, and moves one chip from one to the other or so."""
TERMS = TournamentTerms(6, 10, levels=(Level(ante=1),), level_length=1000)


def test_two_players_play_until_one_has_everything() -> None:
    """Stacks of 10: the squares grow from 200 to 400, by 1 in each hand: 200 hands of 48 seconds."""
    assert seconds_ahead(TERMS, PACE, 2) == 200 * 48


def test_higher_levels_are_quicker() -> None:
    """100 hands at 1 take 100 of the 200, those at 2 take 4 each: 25 more."""
    terms = replace(TERMS, levels=(Level(ante=1), Level(big_blind=2)), level_length=100)

    assert seconds_ahead(terms, PACE, 2) == 125 * 48


def test_levels_by_the_clock() -> None:
    """80 minutes are 100 hands of 48 seconds."""
    terms = replace(TERMS, levels=(Level(ante=1), Level(ante=2)), level_length=80, level_unit="minutes")

    assert seconds_ahead(terms, PACE, 2) == 125 * 48


def test_nobody_loses_more_than_there_is() -> None:
    """With an ante of 100 everything is decided by the first hand."""
    assert seconds_ahead(replace(TERMS, levels=(Level(ante=100),)), PACE, 2) == 48


def test_breaks_count() -> None:
    """TN-51: ten minutes after the first of two levels."""
    terms = replace(TERMS, levels=(Level(ante=1), Level(ante=2)), level_length=100)
    terms = replace(terms, breaks=(PlannedBreak(1, 10),))

    assert seconds_ahead(terms, PACE, 2) == 125 * 48 + 600


def test_the_clock_ends_it() -> None:
    """TN-12: after an hour, whatever is left."""
    assert seconds_ahead(replace(TERMS, minutes_max=60), PACE, 2) == 3600


def test_heats_are_played_at_once() -> None:
    """TN-14: four players at tables of two: two heats, and a final of two that takes as long."""
    assert seconds_ahead(replace(TERMS, seats=2, through=1), PACE, 4) == 2 * 200 * 48


def test_heats_always_lose_somebody() -> None:
    """TN-14: with two of two or three to go through there is an end all the same."""
    assert seconds_ahead(replace(TERMS, seats=3, through=2), PACE, 4) > 0
    assert seconds_ahead(replace(TERMS, seats=2, through=2), PACE, 24) > 0


def test_a_race_takes_rounds() -> None:
    """TN-13: three at a table, 27 points at 6.75 for the leader of one: 12 rounds of 8 + 3 × 20 seconds."""
    assert seconds_ahead(replace(TERMS, goal=27, seats=6), PACE, 3) == 12 * 68


def running(*chips: int, **changed: object) -> Tournament:
    """Return a tournament under way at one table."""
    entrants = tuple(
        Entrant(number, number, f"p{number}", chips=each, table=1, seat=number)  # type: ignore[arg-type]
        for number, each in enumerate(chips, 1)
    )
    fresh = Tournament(TERMS, "running", entrants, tables=(TournamentTable(1),), tables_ever=1)
    return replace(fresh, **changed)  # type: ignore[arg-type]


def test_who_is_far_ahead_has_less_left_to_win() -> None:
    """Stacks of 18 and 2: 400 less 328 are 72 hands."""
    assert seconds_left(running(18, 2), PACE, 0.0) == 72 * 48


def test_it_is_measured_anew() -> None:
    """After 4 hands in 4 × 96 seconds a hand counts 1.5 times: half as measured, half as assumed."""
    tournament = running(18, 2, began_at=1000, story=Story(hands=4))

    assert seconds_left(tournament, PACE, 1000 + 4 * 96) == pytest.approx(72 * 72)


def test_a_pause_is_no_slow_hand() -> None:
    """TN-20: measuring ends where the pause began."""
    tournament = running(18, 2, began_at=1000, paused_at=1000 + 4 * 48, story=Story(hands=4))

    assert seconds_left(tournament, PACE, 100_000) == pytest.approx(72 * 48)


def test_the_clock_is_told_while_it_runs() -> None:
    """TN-12: five minutes are left, however many chips."""
    assert seconds_left(running(10, 10, ends_at=1300), PACE, 1000) == 300


def test_what_is_left_of_a_race() -> None:
    """TN-13: 9 of 27 points are missing at a table of two: 9 × 2 / 6.75 rounds of 48 seconds."""
    race = running(0, 0, terms=replace(TERMS, goal=27))

    assert seconds_left(race, PACE, 0.0, best=18) == pytest.approx(9 * 2 / 6.75 * 48)


def test_heats_and_what_comes_after_them() -> None:
    """TN-14: two heats of two, one goes through of each: the heat, and a final of two from level 1."""
    two = (TournamentTable(1), TournamentTable(2))
    heats = running(10, 10, 10, 10, tables=two, tables_ever=2, terms=replace(TERMS, seats=2, through=1))

    assert seconds_left(heats, PACE, 0.0) == 2 * 200 * 48


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (48 * 3, "about 15 minutes"),
        (48 * 75, "about 1 hour"),
        (48 * 112, "about 1 h 30 min"),
        (48 * 300, "about 4 hours"),
    ],
)
def test_it_is_told_roughly(seconds: int, words: str) -> None:
    """To a quarter of an hour, and from two hours on to half an hour."""
    pace = replace(PACE, swing=200 / (seconds / 48))

    assert words_ahead(TERMS, pace, 2) == words


def test_the_end_is_told_to_ten_minutes() -> None:
    """22:03 is “by 22:10”, and 22:10 stays."""
    assert [over_at(each, 600_000) for each in (180, 600)] == [600_600, 600_600]
    assert [rounded(each) for each in (10, 2 * 3600 + 1000)] == [900, 9000]
