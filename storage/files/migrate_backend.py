"""The move of a database from a SQLite file to PostgreSQL or back.

Rows are copied unchanged, with their ids, table by table, with only a few in memory at a time. The content of
both sides is compared before the target becomes valid. A target file is written under another name and
renamed at the end. If that file is left unfinished, the bot does not start.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

from games.engine.core.game import AnyGame
from storage.books import ledger
from storage.db import schema
from storage.db.schema import Shape, shapes
from storage.db.transaction import Transaction, Value
from storage.errors import NotAccepted, NotAlike, NotEmpty, StorageError, TextNotKept
from storage.files import database_files, restored_copy
from storage.files.database_files import LOGS, MARK, MOVING, RESTORED, create, locked, sibling
from storage.play.tables import Tables
from storage.tournaments.tournaments import Tournaments

CACHE_KB = 64 * 1024
POSTGRES = "postgresql://"
PROGRESS_SECONDS = 2.0
"""The seconds between two progress messages within a table."""

Tell: TypeAlias = Callable[[str], None]
End: TypeAlias = AbstractContextManager[tuple[str, Transaction]]


@dataclass(slots=True)
class Content:
    """A number of rows, and a sum over them that does not depend on their order."""

    rows: int = 0
    digest: int = 0

    def add(self, row: Sequence[Value]) -> None:
        """Count a row."""
        self.rows += 1
        written = blake2b(repr(row).encode(errors="backslashreplace"), digest_size=16).digest()
        self.digest = (self.digest + int.from_bytes(written, "big")) % 2**128


@dataclass(frozen=True, slots=True)
class Soundness:
    """The counts, and the unsound tables and tournaments, of one side."""

    transfers: int
    servers: int
    tables: int
    tournaments: int
    unsound: tuple[tuple[int, ...], tuple[int, ...]]
    """The ids of tables and tournaments that cannot go on; the next start calls them off (F-58)."""


def move(source: Path | str, target: Path | str, games: Mapping[str, AnyGame], tell: Tell) -> None:
    """Move a database; `tell` is called with a sentence about each step and check.

    The source is locked and only read. The target has to be empty, and stays empty until everything is copied
    and compared. Raises `FileNotFoundError` for paths, `StorageError` for everything else.
    """
    started = time.monotonic()
    with _leaving(source) as (source_name, old), _arriving(target) as (target_name, new):
        tell(f"From {source_name} to {target_name}")
        before = _inspect(old, games)
        rows = sum(_copy_table(old, new, each, tell) for each in shapes())
        after = _inspect(new, games)
        if before != after:
            raise NotAlike("its books and snapshots")
        _tell_checked(before, tell)
        restored_copy.tell_moved(old, new)
    seconds = time.monotonic() - started
    tell(f"Done: {rows:,} rows in {seconds:.0f} s, {rows / max(seconds, 0.001):,.0f} a second")


def content(tx: Transaction, shape: Shape) -> Content:
    """Return the content of a table."""
    total = Content()
    for row in tx.stream(shape.select):
        total.add(_plain(shape, row))
    return total


def _leaving(place: Path | str) -> End:
    if str(place).startswith(POSTGRES):
        # The driver is an optional dependency, which few have installed.
        from storage.postgres import driver  # noqa: PLC0415

        return driver.leaving(str(place))
    return leaving_file(Path(place))


def _arriving(place: Path | str) -> End:
    if str(place).startswith(POSTGRES):
        from storage.postgres import driver  # noqa: PLC0415

        return driver.arriving(str(place))
    return arriving_file(Path(place))


@contextmanager
def leaving_file(path: Path) -> Iterator[tuple[str, Transaction]]:
    """Yield the name of a source file, which is locked, and a transaction that reads it."""
    if not path.is_file():
        raise FileNotFoundError(path)
    with locked(path) as real:
        schema.require_whole(real)
        with _storage_errors(), schema.read_only(real) as connection:
            schema.require_current(str(path), schema.version_of(connection))
            if not database_files.is_sound(connection):
                raise schema.damaged(real)
            yield str(path), Transaction(connection)


@contextmanager
def arriving_file(path: Path) -> Iterator[tuple[str, Transaction]]:
    """Yield the name of a target file, and a transaction that writes it; it exists only after success.

    Raises `NotEmpty` if any of its files exists, except the file of an unfinished move.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(path.parent)
    with locked(path) as real:
        for tail in ("", *LOGS, MARK, RESTORED):
            if sibling(real, tail).exists():
                raise NotEmpty(str(sibling(path, tail)))
        part = sibling(real, MOVING)
        part.unlink(missing_ok=True)
        create(part)
        try:
            with _storage_errors(), closing(sqlite3.connect(part, isolation_level=None)) as connection:
                yield str(path), _begin_target(connection, part)
                connection.execute("COMMIT")
            _make_durable(part)
            part.rename(real)
            _make_durable(real.parent)
        except BaseException:
            # The unfinished file keeps the bot from starting with a new one; empty, it needs no space (F-6).
            if part.exists():
                os.truncate(part, 0)
            raise


def _begin_target(connection: sqlite3.Connection, part: Path) -> Transaction:
    # An unfinished file is discarded, so no journal is needed.
    for pragma in (
        "journal_mode = OFF",
        "synchronous = OFF",
        f"cache_size = -{CACHE_KB}",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    schema.migrate(connection, part, schema.migrations())
    connection.execute("BEGIN IMMEDIATE")
    return Transaction(connection)


def _make_durable(path: Path) -> None:
    if path.is_dir() and os.name == "nt":  # Windows cannot open folders
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _storage_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise NotAccepted(str(error)) from error


def _copy_table(old: Transaction, new: Transaction, shape: Shape, tell: Tell) -> int:
    """Copy and compare one table; return its number of rows."""
    # Rows that the migrations have written into the new database are in the source, too.
    new.execute(f"DELETE FROM {shape.name}")  # noqa: S608  (our own words)
    copied = Content()
    rows = (_plain(shape, row) for row in old.stream(shape.select))
    new.insert_rows(shape.name, shape.columns, _counting(rows, shape, copied, tell))
    if shape.is_numbered:
        new.count_on(shape.name, old.last_id(shape.name))
        if new.last_id(shape.name) != old.last_id(shape.name):
            raise NotAlike(f"the next number in {shape.name}")
    if content(new, shape) != copied:
        raise NotAlike(shape.name)
    if copied.rows:
        tell(f"{shape.name}: {copied.rows:,} carried, and the same on both sides")
    return copied.rows


def _plain(shape: Shape, row: Sequence[Value]) -> tuple[Value, ...]:
    if not shape.loose:
        return tuple(row)
    return tuple(str(each) if index in shape.loose else each for index, each in enumerate(row))


def _counting(
    rows: Iterable[tuple[Value, ...]], shape: Shape, copied: Content, tell: Tell
) -> Iterator[tuple[Value, ...]]:
    """Yield the rows, count them in `copied`, and report progress."""
    reported_at = time.monotonic()
    for row in rows:
        if any(isinstance(each, str) and "\0" in each for each in row):
            # The error names only the row's position, because the row may be a secret (TB-11).
            raise TextNotKept(shape.name, copied.rows + 1)
        copied.add(row)
        yield row
        if time.monotonic() - reported_at >= PROGRESS_SECONDS:
            reported_at = time.monotonic()
            tell(f"{shape.name}: {copied.rows:,} so far")


def _inspect(tx: Transaction, games: Mapping[str, AnyGame]) -> Soundness:
    """Return the counts and unsound tables of a database. Raises `StorageError` for a damaged ledger."""
    servers = sorted(ledger.servers(tx))
    for server in servers:
        altered = ledger.verify_chain(tx, server)
        if altered is not None or ledger.sum_of_server(tx, server) != 0:
            raise StorageError(f"the ledger of server {server} is damaged at transfer {altered or 'unknown'}")
    tables, tournaments = Tables(games), Tournaments()
    return Soundness(
        tx.scalar_int("SELECT count(*) FROM transfers") or 0,
        len(servers),
        len(tables.rows.under_way(tx)),
        len(tournaments.rows.under_way(tx)),
        (tables.unsound(tx), tournaments.unsound(tx)),
    )


def _tell_checked(side: Soundness, tell: Tell) -> None:
    tell(
        f"Checked on both sides: every transfer by its hash ({side.transfers:,}), and that the accounts of"
        f" every server sum to 0 ({side.servers:,})"
    )
    tell(
        f"Checked on both sides: open tables ({side.tables:,}) and tournaments ({side.tournaments:,}) can"
        " be read, and agree with their accounts"
    )
    for name, numbers in zip(("tables", "tournaments"), side.unsound, strict=True):
        if numbers:
            listed = ", ".join(map(str, numbers))
            tell(f"As before, these {name} cannot go on, and the next start calls them off: {listed}")
