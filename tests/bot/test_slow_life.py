"""The law of slow tables: weeks of any game, restarts, kills and clocks that are set (TB-28)."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.catalog import GAMES
from storage.play import turn_calls
from tests.bot.slow_life import SlowLife

WHOLE = [(key, people) for key, game in GAMES.items() for people in (2, 4, 6) if people in game.seats]


async def require_law(life: SlowLife) -> None:
    """Each question was called once, each message sent once, and none lies there for one that is over."""
    state = await life.tavern.look(life.table)
    await life.ends()
    is_open = turn_calls.asked_people(state.table, state.game)

    assert {*life.sent.values()} == {1}
    assert {asked for asked, _kind in life.lying.values()} <= is_open
    assert life.missed == set()
    assert any(kind == "reminder" for _asked, kind in life.sent)


@pytest.mark.parametrize("key", GAMES)
async def test_tb28_a_slow_week(tmp_path: Path, key: str) -> None:
    """TB-8, TB-28, Law 1: over ten disasters books are right, questions are called once, no call is dead."""
    life = SlowLife(tmp_path / "tavern.db", GAMES[key], 4, seed=7)
    await life.lives(10, 10)
    await require_law(life)

    assert life.answered > 5


@pytest.mark.soak
@pytest.mark.parametrize(("key", "people"), WHOLE)
async def test_tb28_sixty_slow_days(tmp_path: Path, key: str, people: int) -> None:
    """TB-8, TB-28, Law 1: the same over sixty days and sixty disasters, with two, four and six people."""
    life = SlowLife(tmp_path / "tavern.db", GAMES[key], people, seed=people)
    await life.lives(60, 60)

    await require_law(life)
