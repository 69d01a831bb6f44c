"""House players of the betting games against simple opponents: nobody robs them (TB-12).

`python -m training league` tells the figures.
"""

from __future__ import annotations

import pytest

from games.engine.core.character import MASTER, Character, Skill
from training.catalog import LEAGUES, opponents, setting
from training.league import EVENING_HANDS, play

ERRORS_MAX = 2.0
"""Whoever wins by no more standard errors than this may have been lucky."""
QUICK_HANDS, QUICK_ERRORS_MAX = 8 * EVENING_HANDS, 3.0
DIVIDHA_HANDS = 5 * EVENING_HANDS
KNIGHTS_HANDS = 3 * EVENING_HANDS
SOAK_HANDS = 4000


@pytest.mark.parametrize("key", LEAGUES)
def test_whoever_always_folds_loses_what_is_posted(key: str) -> None:
    """At most the smallest bet in each hand, and something in the long run."""
    score = play(setting(key, 2), opponents(key)["fold"], MASTER, EVENING_HANDS, "fold")

    assert -1 <= score.gain < 0
    assert score.hands == 2 * EVENING_HANDS


def test_a_league_can_be_played_again() -> None:
    """The same seed, the same score."""
    scores = [
        play(setting("destiny", 3), opponents("destiny")["call"], MASTER, EVENING_HANDS, "again")
        for _ in range(2)
    ]

    assert scores[0].gain == scores[1].gain
    assert scores[0].error == scores[1].error > 0


def test_nobody_robs_destiny_by_raising_all_there_is() -> None:
    """TB-12: some evenings of a plan that once won 2.6 big blinds a hand, by sixty errors."""
    score = play(setting("destiny", 4), opponents("destiny")["all-in"], MASTER, QUICK_HANDS, "quick")

    assert score.errors < QUICK_ERRORS_MAX, score


def test_nobody_robs_dividha_with_two_by_betting_the_pot() -> None:
    """TB-12: some evenings of a plan that once won 2.8 antes a hand, since nobody folded."""
    score = play(setting("dividha", 2), opponents("dividha")["all-in"], MASTER, DIVIDHA_HANDS, "quick")

    assert score.errors < QUICK_ERRORS_MAX, score


def test_nobody_robs_knights_heads_by_waiting_for_the_last_round() -> None:
    """TB-12: some evenings of a plan that once won 2.3 antes a hand, since nobody folded to its last bet."""
    score = play(
        setting("knights_heads", 4), opponents("knights_heads")["small-bets"], MASTER, KNIGHTS_HANDS, "quick"
    )

    assert score.gain < 0, score


@pytest.mark.soak
@pytest.mark.parametrize(("key", "name"), [(key, name) for key in LEAGUES for name in opponents(key)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_nobody_robs_masters(key: str, seats: int, name: str) -> None:
    """TB-12: no opponent, simple or fitted to the game, wins from masters by more than two errors."""
    score = play(setting(key, seats), opponents(key)[name], MASTER, SOAK_HANDS, f"soak {name}")

    assert score.errors < ERRORS_MAX, score


@pytest.mark.soak
@pytest.mark.parametrize(("weaker", "stronger"), [("regular", "master"), ("apprentice", "regular")])
@pytest.mark.parametrize("key", LEAGUES)
def test_skill_shows(key: str, weaker: Skill, stronger: Skill) -> None:
    """A regular loses to masters by three standard errors, and an apprentice to regulars."""
    score = play(setting(key, 4), Character(weaker), Character(stronger), 5 * SOAK_HANDS, "skill")

    assert score.errors < -3, score
