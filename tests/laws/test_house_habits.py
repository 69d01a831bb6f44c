"""What house players do, counted over many hands (TB-12): how often they bet, and how large."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from typing import Any

import pytest

from games.dividha import house as dividha_house
from games.dividha.insight import Insight
from games.engine.betting.limits import pot_after_match
from games.engine.betting.strategy_table import read
from games.engine.core.character import MASTER, Character, Skill
from games.engine.core.offers import Split
from games.knights_heads.strength import yardstick
from tests.laws.watched import Told, hands
from training.league import EVENING_HANDS

SHARE_MIN = 0.3
HANDS = [pytest.param(40), pytest.param(2000, marks=pytest.mark.soak)]


@pytest.mark.parametrize("count", HANDS)
@pytest.mark.parametrize("skill", ["regular", "master"])
def test_dividha_is_bet_on(skill: Skill, count: int) -> None:
    """Issue 16: a bet in two hands of three, none below 0.3 of the pot, all of it on the likelier column."""
    character, bet_on, played = Character(skill), 0, 0
    # The ante rises with the hands of an evening, until little is left to bet.
    names = [f"{skill} {evening}" for evening in range(count // EVENING_HANDS)]
    for hand in (each for name in names for each in hands("dividha", [character] * 4, EVENING_HANDS, name)):
        answers = [each for seat in hand for each in seat]
        bet_on += any(each.is_raise for each in answers)
        played += 1
        for each in answers:
            offer = each.offers[each.answer.key]
            if isinstance(offer, Split) and each.view.betting.to_act is not None:
                lays_what_it_thinks(each, offer, character)

    assert played == count
    assert bet_on >= 2 / 3 * played


def lays_what_it_thinks(told: Told, offer: Split[Any], character: Character) -> None:
    """No coin against what it thinks, and no small raise."""
    to, on_win = told.answer.numbers
    betting = told.view.betting
    assert on_win == (to - offer.laid if Insight(told.view, character).is_on_win else 0)
    if told.is_raise and to < offer.most:
        assert to - betting.to_match >= SHARE_MIN * pot_after_match(betting, betting.acting) - 1


@pytest.mark.parametrize("count", HANDS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_knights_heads_is_played_on(seats: int, count: int) -> None:
    """Issue 16: at most one hand in eight ends before the exchange, and no round sees a fifth raise."""
    exchanged, raises = 0, 0
    for hand in hands("knights_heads", [MASTER] * seats, count, "course"):
        answers = [each for seat in hand for each in seat]
        exchanged += any("pass" in each.offers for each in answers)
        raises = max(raises, *(each.view.betting.raises + each.is_raise for each in answers))

    assert count - exchanged <= count / 8
    assert raises <= 4


def test_tables_are_small_and_read_when_needed() -> None:
    """Issue 16: what house players have learned takes less than 20 MB, and none before it is needed."""
    for cached in (read, yardstick):
        cached.cache_clear()
    tracemalloc.start()
    read("games.knights_heads", "betting.table")
    dividha_house.TABLE()
    for counts in (True, False):
        yardstick(triplet_counts=counts)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert size < 20_000_000
    asked = (
        "import games.catalog as _, games.engine.betting.strategy_table as t; print(t.read.cache_info()[3])"
    )
    assert subprocess.check_output([sys.executable, "-c", asked], text=True) == "0\n"  # noqa: S603
