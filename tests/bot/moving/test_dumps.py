"""A dump of PostgreSQL’s that is put back is known for a copy, and what was moved for none (F-59)."""

from __future__ import annotations

from pathlib import Path

from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db.database import open_database
from storage.files import restored_copy
from storage.files.migrate_backend import move
from storage.files.restored_copy import NUMBERS_SKIPPED
from tests.bot.books import check_laws
from tests.bot.crowd import WallClock
from tests.bot.moving.ways import STARTED_AT, quiet
from tests.bot.restored import secrets, under_way
from tests.postgres import Cluster
from tests.storage.postgres import name_of


async def begin(place: Path | str) -> tuple[set[str], set[str]]:
    """Start the bot there; the seeds that hands are drawn from, before and after."""
    async with open_database(place) as database:
        before = await database.read(secrets)
        await TableService(database, GAMES, now=WallClock(STARTED_AT + 10**5)).resume()
        await database.read(check_laws)
        return before, await database.read(secrets)


async def test_f59_no_card_that_was_sealed_in_a_dump_is_dealt(
    source: Path, there: str, postgres_cluster: Cluster
) -> None:
    """F-59: books from `pg_restore` know that they lie elsewhere: hands are called off, once."""
    move(source, there, GAMES, quiet)
    before, after = await begin(there)
    assert before == after
    copied = postgres_cluster.put_back(name_of(there))
    async with open_database(copied) as database:
        assert await database.read(under_way)
        last = await database.read(lambda tx: tx.last_id("tables"))

    before, after = await begin(copied)

    assert before
    assert after & before == set()
    assert (await begin(copied))[1] == after
    async with open_database(copied) as database:
        # F-27: buttons of tables that were opened since lead nowhere.
        assert await database.read(lambda tx: tx.last_id("tables")) >= last + NUMBERS_SKIPPED
    before, after = await begin(there)
    assert before == after


async def test_f59_a_copy_that_is_moved_is_one_still(
    source: Path, there: str, postgres_cluster: Cluster, tmp_path: Path
) -> None:
    """F-59: from a dump to a file or on to another database it stays a copy; other books become none."""
    target, other = tmp_path / "target.db", postgres_cluster.make()
    move(source, there, GAMES, quiet)
    await begin(there)
    move(postgres_cluster.put_back(name_of(there)), target, GAMES, quiet)
    move(there, other, GAMES, quiet)

    for place, is_copy in ((target, True), (other, False)):
        async with open_database(place) as database:
            assert await database.read(restored_copy.is_copy) == is_copy
