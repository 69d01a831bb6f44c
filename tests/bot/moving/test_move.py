"""A tavern in the middle of an evening is moved from a file to PostgreSQL, and back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot import cli
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage import leases
from storage.books import ledger
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import (
    AlreadyOpen,
    NotAccepted,
    NotADatabase,
    NotAlike,
    NotEmpty,
    SchemaTooNew,
    SchemaTooOld,
    StorageError,
    TextNotKept,
)
from storage.files.migrate_backend import move
from storage.leases import ALL_SHARDS
from storage.postgres.connection import PostgresTransaction
from tests.bot.crowd import SERVER, WallClock
from tests.bot.moving.ways import STARTED_AT, Way, contents, play, quiet, refusal
from tests.postgres import Cluster
from tests.storage.database import add


def test_there_and_back_it_is_the_same_tavern(
    source: Path, there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every row with its id, the next ids, odd texts, and play goes on; what was read is untouched."""
    back = source.with_name("back.db")
    before, written = source.read_bytes(), contents(source)

    assert cli.main(["move", str(source), there]) == 0
    moved = contents(there)
    assert cli.main(["move", there, f"sqlite:///{back}"]) == 0

    assert moved == written
    assert contents(back) == written
    assert source.read_bytes() == before
    told = "".join(capsys.readouterr())
    assert "transfers: " in told
    assert "Checked on both sides: every transfer by its hash" in told
    assert "hushhush" not in told
    asyncio.run(play(there, 10**6, 8))


def test_a_bot_that_runs_is_not_moved(way: Way) -> None:
    """F-12: data written meanwhile would be lost, so it is refused, and the target stays empty."""

    async def while_it_runs() -> None:
        async with open_database(way.source) as database:
            with pytest.raises(AlreadyOpen):
                await asyncio.to_thread(move, way.source, way.target, GAMES, quiet)
            await database.write(add(4711))

    asyncio.run(while_it_runs())
    assert way.state() == "empty"


def test_a_process_that_serves_shards_is_not_moved(
    source: Path, there: str, postgres_cluster: Cluster, tmp_path: Path
) -> None:
    """F-12: none of several processes has the database to itself, and each has a lease."""
    move(source, there, GAMES, quiet)

    async def served() -> None:
        async with open_database(there, alone=False) as database:
            await database.write(lambda tx: leases.claim(tx, ALL_SHARDS, "one"))
            with pytest.raises(AlreadyOpen):
                await asyncio.to_thread(move, there, tmp_path / "target.db", GAMES, quiet)

    asyncio.run(served())


def test_no_bot_runs_while_it_is_moved(way: Way) -> None:
    """F-12: a bot that is started meanwhile is refused on both sides."""
    refused: list[str] = []

    def start(line: str) -> None:
        if line.startswith("hands:"):
            for place in (way.source, way.target):
                with pytest.raises((AlreadyOpen, NotAccepted)) as told:
                    asyncio.run(Database.open(place))
                refused.append(type(told.value).__name__)

    move(way.source, way.target, GAMES, start)

    assert refused[0] == "AlreadyOpen"
    assert len(refused) == 2


def test_a_tavern_is_not_overwritten(way: Way, tmp_path: Path) -> None:
    """A move to a place with a tavern is refused, and so is a move from a place without one."""
    move(way.source, way.target, GAMES, quiet)
    there = contents(way.target)
    with pytest.raises(NotEmpty):
        move(way.source, way.target, GAMES, quiet)
    with pytest.raises(NotADatabase):
        move(way.cluster.make(), tmp_path / "other.db", GAMES, quiet)
    with pytest.raises(FileNotFoundError):
        move(tmp_path / "nowhere.db", way.cluster.make(), GAMES, quiet)

    assert contents(way.target) == there


def set_schema(place: Path | str, by: int) -> None:
    """Set a database's schema to a later or an earlier version."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as file:
            (version,) = file.execute("PRAGMA user_version").fetchone()
            file.execute(f"PRAGMA user_version = {version + by}")
    else:
        with psycopg.connect(place) as connection:
            connection.execute("UPDATE taproom_schema SET number = number + %s", (by,))


def test_f14_only_this_versions_databases_are_moved(way: Way) -> None:
    """F-14: a newer one is refused, and for an older one it is said how it becomes one of this version."""
    set_schema(way.source, 1)
    with pytest.raises(SchemaTooNew):
        move(way.source, way.target, GAMES, quiet)
    set_schema(way.source, -2)
    with pytest.raises(SchemaTooOld, match="start the bot on it once"):
        move(way.source, way.target, GAMES, quiet)

    assert way.state() == "empty"


def change(place: Path | str, sql: str, *values: object) -> None:
    """Change something behind the bot's back."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as file, file:
            file.execute("DROP TRIGGER transfers_stay")
            file.execute(sql.replace("%s", "?"), values)
    else:
        with psycopg.connect(place) as connection:
            connection.execute("DROP TRIGGER transfers_stay ON transfers")
            connection.execute(sql.encode(), values)


def test_f10_damaged_books_are_not_moved(way: Way) -> None:
    """F-10: with an altered transfer the move does not begin; damage is mended where it is."""
    change(way.source, "UPDATE transfers SET amount = amount + %s WHERE id = 3", 1)

    with pytest.raises(StorageError, match="damaged"):
        move(way.source, way.target, GAMES, quiet)
    assert way.state() != "whole"


def test_a_text_that_postgresql_cannot_keep(source: Path, there: str) -> None:
    """A zero byte: the row is named and not repeated (TB-11), and the target is not used half carried."""
    change(source, "INSERT INTO notes VALUES ('zero', %s)", "hush\0hush")

    with pytest.raises(TextNotKept, match=r"row [0-9]+ of notes") as refused:
        move(source, there, GAMES, quiet)
    assert "hush" not in str(refused.value)
    assert "was not moved to the end" in refusal(there)


def test_what_is_not_the_same_is_not_moved(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that did not arrive, or a number that did not, undoes the move."""
    kind: Any = PostgresTransaction if isinstance(way.target, str) else Transaction
    insert: Callable[..., None] = kind.insert_rows

    def lose_one(tx: Transaction, rows: str, columns: Any, values: Iterator[Any]) -> None:
        if rows == "hands":
            next(values)
        insert(tx, rows, columns, values)

    with monkeypatch.context() as patched:
        patched.setattr(kind, "insert_rows", lose_one)
        with pytest.raises(NotAlike, match="hands"):
            move(way.source, way.target, GAMES, quiet)
    assert way.state() == "half"
    monkeypatch.setattr(kind, "count_on", lambda *_: None)
    with pytest.raises(NotAlike, match="next number in"):
        move(way.source, way.target, GAMES, quiet)


def test_f58_a_table_that_cannot_go_on_is_told(source: Path, there: str) -> None:
    """F-58: it is carried over as it is, told, and called off and paid back by the next start."""
    lines: list[str] = []
    change(
        source,
        "UPDATE tables SET snapshot = %s WHERE id = (SELECT max(id) FROM tables WHERE phase = 'playing')",
        "?",
    )

    move(source, there, GAMES, lines.append)

    assert any("tables cannot go on, and the next start calls them off" in line for line in lines)

    async def begun() -> None:
        async with open_database(there) as database:
            assert len(await TableService(database, GAMES, now=WallClock(STARTED_AT + 10**6)).resume()) == 1
            assert await database.read(lambda tx: ledger.verify_chain(tx, SERVER)) is None

    asyncio.run(begun())


@pytest.mark.parametrize(
    "words",
    [
        ["mysql://ann:hush@books/x", "a.db"],
        ["postgresql:/ann:hush@books/x", "a.db"],
        ["a.db", ""],
        ["a.db", "http://hush"],
    ],
)
def test_another_kind_of_address_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2, and nothing of it is repeated, since a password may stand there."""
    with pytest.raises(SystemExit) as left:
        cli.main(["move", *words])

    assert left.value.code == 2
    assert "hush" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:hu/sh@books/x",
        "postgresql://ann:h%sh@books:1/x",
        "postgresql://ann:hu@sh@127.0.0.1:9/x",
        "postgresql://ann:@hush@127.0.0.1:9/x",
        "postgresql://ann:hu@127.0.0.1:9/sh@books/x",
        "postgresql://127.0.0.1:9/hush@books/x",
        "postgresql://ann:hu@127.0.0.1:9,sh@books/x",
        "postgresql://ann:hu@/sh@books:9/x",
        "postgresql://ann:hu@127.0.0.1:9?sslmode=sh@books/x",
    ],
)
def test_a_password_that_makes_an_address_unreadable(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """TB-11: it is said how to write it, without a piece of it."""
    assert cli.main(["move", address, str(tmp_path / "a.db")]) == 1

    said = capsys.readouterr().err
    assert "%2F" in said
    assert "sh@" not in said
    assert "hu" not in said.replace("hush", "")
