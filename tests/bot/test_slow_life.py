"""The law of slow tables: weeks of any game, restarts, kills and clocks that are set (TB-28)."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.tavern.table.actions import give_up
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table.pace import DAY
from storage.db.database import open_database
from storage.play import turn_calls
from tests.bot.crowd import SERVER
from tests.bot.slow_life import SlowLife

EARLIER = Path(__file__).with_name("earlier_version.sqlite3.gz")
"""Made by 0.1.0: a table of each game in the middle of a hand."""

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
@pytest.mark.parametrize("key", GAMES)
async def test_tb28_an_upgrade_in_mid_hand(tmp_path: Path, key: str) -> None:
    """TB-28, F-15: a live table’s hand goes on after it (slow ones came later), and a slow table follows."""
    path = tmp_path / "tavern.db"
    path.write_bytes(gzip.decompress(EARLIER.read_bytes()))
    life = SlowLife(path, GAMES[key], 3, seed=5)
    earlier, hand, life.people = under_way(path, key)
    await close_others(path, earlier, life.clock.at)
    life.table, life.clock.at = earlier, life.clock.at + DAY
    await life.lives(20, 20)
    over, last = await life.tavern.look(earlier), await life.tavern.look(life.table)
    await require_law(life)

    assert (over.is_over, over.table.hands >= hand) == (True, True)
    assert (last.id > earlier, last.table.terms.turn_seconds) == (True, DAY)
    assert life.answered > 5


async def close_others(path: Path, table: int, at: float) -> None:
    """Close everything but one table, as nobody plays on there."""
    async with open_database(path) as database:
        tavern = TableService(database, GAMES, now=lambda: at)
        await tavern.resume()
        kept, which = tavern.tournament_tables, "SELECT id FROM tables WHERE phase <> 'closed' AND id <> ?"
        await database.write(lambda tx: kept.close(tx, SERVER, at))
        for each in await database.read(lambda tx: tx.scalars(which, (table,))):
            await tavern.depart(each, 1, give_up("nobody plays on there"))


def under_way(path: Path, key: str) -> tuple[int, int, tuple[int, ...]]:
    """Return a game’s table in mid-hand, the number of its hand, and its people."""
    with closing(sqlite3.connect(path)) as books:
        number, snapshot = books.execute(
            "SELECT id, snapshot FROM tables WHERE game = ? AND phase = 'playing' ORDER BY id", (key,)
        ).fetchone()
    table = json.loads(snapshot)
    people = [each["player"] for each in table["seats"] if each["player"] is not None]
    return number, table["hand"]["number"], tuple(people)


@pytest.mark.soak
@pytest.mark.parametrize(("key", "people"), WHOLE)
async def test_tb28_sixty_slow_days(tmp_path: Path, key: str, people: int) -> None:
    """TB-8, TB-28, Law 1: the same over sixty days and sixty disasters, with two, four and six people."""
    life = SlowLife(tmp_path / "tavern.db", GAMES[key], people, seed=people)
    await life.lives(60, 60)

    await require_law(life)
