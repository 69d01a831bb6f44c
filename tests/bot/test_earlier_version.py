"""A database of version 0.1.0 with an evening under way in it: it opens, and the evening goes on (F-15)."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest

from bot.process.services import services
from bot.settings import Settings
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db.database import open_database
from storage.db.schema import migrations
from storage.db.transaction import Transaction, Upgrade
from tests.bot.books import check_laws
from tests.bot.crowd import Crowd, WallClock
from tests.bot.evening import STARTED_AT
from tests.bot.recount import check_records
from tests.bot.steward import Steward

KEPT = Path(__file__).with_name("earlier_version.sqlite3.gz")
"""Made by 0.1.0: a table of each game and a tournament, each in the middle of a hand."""
PRESSES = 120
TICKS_MAX = 100


def hands_under_way(tx: Transaction) -> dict[int, int]:
    """Return the number of the hand in progress by the id of its open table."""
    rows = tx.all(
        "SELECT id, json_extract(snapshot, '$.hand.number') AS hand FROM tables WHERE phase = 'playing'"
        " AND json_extract(snapshot, '$.hand') NOTNULL"
    )
    return {row["id"]: row["hand"] for row in rows}


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """A copy of the database to play in."""
    path = tmp_path / "taproom.db"
    path.write_bytes(gzip.decompress(KEPT.read_bytes()))
    return path


async def goes_on(tavern: TableService, clock: WallClock, number: int, hand: int) -> bool:
    """Run a table's deadlines until that hand is over; return True if it can be played to its end."""
    for _ in range(TICKS_MAX):
        seen = await tavern.look(number)
        if seen.is_over or seen.table.hands > hand or seen.table.hand is None:
            return True
        assert seen.stored.deadline_at is not None
        clock.at = max(clock.at, seen.stored.deadline_at)
        await tavern.tick(number)
    return False


async def test_what_was_migrated_is_told_as_the_bot_starts(earlier: Path) -> None:
    """F-15: from which version to which, and where the copy lies; the next start has nothing to tell."""
    copy, now = earlier.with_name("taproom.db.v6.bak"), len(migrations())
    async with open_database(earlier) as database:
        upgrade = database.upgrade
    async with open_database(earlier) as again:
        assert again.upgrade is None
    page = {"page_url": "https://inn.example", "page_port": "8080", "activity": "on"}
    page |= {"discord_client_id": "77", "discord_client_secret": "not-a-real-secret", "discord_token": "x"}
    programs = {"program_port": "8090", "program_token": "not-a-real-token", "metrics_port": "9464"}
    settings = Settings.model_validate(page | programs)

    assert upgrade == Upgrade(6, now, copy)
    assert copy.exists()
    assert services(settings, upgrade) == (
        "Page: https://inn.example by 127.0.0.1:8080, and as an Activity. Metrics: http://127.0.0.1:9464/metrics."
        " Programs: port 8090."
        f" The database was migrated from 6 to {now}; as it was before it is kept in {copy}."
    )


async def test_an_evening_of_the_version_before_goes_on(earlier: Path) -> None:
    """F-15, F-5: no table is called off, no hand is lost, and play goes on from where it was."""
    clock = WallClock(STARTED_AT + 100_000)
    async with open_database(earlier) as database:
        before = await database.read(hands_under_way)
        tavern = TableService(database, GAMES, now=clock)

        assert len(before) == 5
        assert await tavern.resume() == []
        assert await database.read(hands_under_way) == before
        # Hands played before there were records are in them.
        assert await database.read(check_records) > 0

        crowd, steward = (
            Crowd(tavern, clock, Random(1), 10**12),
            Steward(tavern, clock, Random(1), 2 * 10**12),
        )
        for _ in range(PRESSES):
            await crowd.press(lambda *_: None)
            await steward.act()
        for number, hand in before.items():
            assert await goes_on(tavern, clock, number, hand)
        await database.read(check_laws)
