from dataclasses import replace
from typing import Any

import pytest

from games.engine.core.game import Level
from games.tournament import director
from games.tournament.model import (
    AlreadyPaused,
    NotPaused,
    NotRunning,
    TournamentTerms,
    level_at,
    next_at,
    postpone,
)
from games.tournament.orders import BeginHand, LevelRose, PlayResumed
from tests.games.tournament.evening import Evening, Script, announced, under_way

LEVELS = (Level(2, 1, 2), Level(4, 2, 4))


def by_minutes(**terms: int) -> Evening:
    """Return four players at one table, and a level that lasts ten minutes."""
    return announced(level_unit="minutes", level_length=10, **terms).enters(11, 12, 13, 14).starts()


def test_the_levels_laid_down_and_then_the_double() -> None:
    """TN-7: after the last level all amounts double from level to level."""
    terms = TournamentTerms(6, 50, LEVELS)

    assert [level_at(terms, number) for number in (1, 2, 3, 4)] == [
        Level(2, 1, 2),
        Level(4, 2, 4),
        Level(8, 4, 8),
        Level(16, 8, 16),
    ]


def test_amounts_stay_within_reason() -> None:
    """TN-7: however many levels there have been."""
    assert level_at(TournamentTerms(6, 50, LEVELS), 10_000).ante == 4 * 2**30


def test_after_so_many_hands() -> None:
    """TN-7: two tables, two hands each: after the fourth hand of all, for the next that begins."""
    evening = under_way({1: "11:50 12:50 13:50 14:50", 2: "21:50 22:50 23:50 24:50"}, level_length=2)

    evening.hand(1, "").hand(1, "").hand(1, "")
    assert list(evening.orders) == [BeginHand(1, 4, 1)]
    evening.hand(2, "")
    assert list(evening.orders) == [LevelRose(2), BeginHand(2, 2, 2)]


def test_heats_that_are_over_play_no_hands() -> None:
    """TN-7, TN-14: two hands a table, and one heat of three is left: every second hand there is a level."""
    evening = announced(seats=3, through=1, level_length=2).enters(*range(11, 20)).starts()
    for table in (1, 2):
        first, second, third = evening.seats(table).split()
        evening.hand(table, f"{first}:150 {second}:0 {third}:0")
    evening.hand(3, "")
    assert evening.tournament.level == 2
    evening.hand(3, "").hand(3, "").hand(3, "").hand(3, "")

    assert evening.tournament.level == 4


def test_after_so_many_minutes() -> None:
    """TN-7: from the tenth minute on, for the next hand that begins."""
    evening = by_minutes()

    assert next_at(evening.tournament) == 600
    evening.now = 599
    evening.hand(1, "")
    assert list(evening.orders) == [BeginHand(1, 2, 1)]
    evening.now = 600
    evening.hand(1, "")
    assert list(evening.orders) == [LevelRose(2), BeginHand(1, 3, 2)]
    assert next_at(evening.tournament) == 1200


def test_woken_for_a_level() -> None:
    """TN-7: it rises while a hand is under way, and is told once where several have passed."""
    evening = by_minutes()
    evening.now = 1799
    evening.does(director.wake)

    assert evening.orders == (LevelRose(3),)
    assert evening.tournament.level_ends_at == 1800


def test_a_pause_moves_deadlines_out() -> None:
    """TN-20: paused at minute 3 for an hour, the level that ends at minute 10 ends at minute 70."""
    evening = by_minutes()
    evening.now = 180
    evening.does(director.pause)
    assert next_at(evening.tournament) is None
    evening.now = 3780
    evening.does(director.resume)

    assert evening.tournament.level == 1
    assert next_at(evening.tournament) == 4200


def test_no_hand_begins_in_a_pause() -> None:
    """TN-20: the hand under way is played to its end, and the next begins when it goes on."""
    evening = by_minutes().does(director.pause)
    evening.now = 900
    evening.hand(1, "")

    assert evening.table(1).waits_for == "pause"
    evening.does(director.resume)
    assert evening.orders == (PlayResumed(), BeginHand(1, 2, 1))
    assert evening.tournament.level_ends_at == 1500


def test_paused_once_and_resumed_once() -> None:
    """TN-20, F-60: the later one is refused, and the pause is as long as it was."""
    evening = by_minutes().does(director.pause)
    with pytest.raises(AlreadyPaused):
        director.pause(evening.tournament, 60, Script())
    evening.now = 300
    evening.does(director.resume)
    with pytest.raises(NotPaused):
        director.resume(evening.tournament, 360, Script())

    assert evening.tournament.level_ends_at == 900


def test_time_away_does_not_count() -> None:
    """TN-20: deadlines move out by the time that the bot was away; in a pause they stand still anyway."""
    evening = by_minutes(minutes_max=60)
    later = postpone(evening.tournament, 300)

    assert (later.level_ends_at, later.ends_at) == (900, 3900)
    paused = evening.does(director.pause).tournament
    assert postpone(paused, 300) == paused
    without = announced().enters(11, 12).starts().tournament
    assert postpone(without, 300) == replace(without, began_at=300)


def test_nothing_to_be_woken_for() -> None:
    """TN-7: by hands, and before and after play, there is no deadline."""
    evening = announced().enters(11, 12)

    assert next_at(evening.tournament) is None
    assert next_at(evening.starts().tournament) is None
    assert next_at(evening.hand(1, "11:100 12:0").tournament) is None


@pytest.mark.parametrize("action", [director.wake, director.pause, director.resume])
def test_only_while_it_is_played(action: Any) -> None:
    """Before it begins there is nothing to pause, resume or wake."""
    evening = announced().enters(11, 12)

    with pytest.raises(NotRunning):
        evening.does(action)
