"""The SQLite file: creation, copies, migrations, detection of damage, and the shapes of its tables.

Migrations are the numbered SQL files in `migrations`; the number of the last one that ran is the file's
`user_version`. Each runs in one transaction. Before an older file is migrated, it is copied. PostgreSQL gets
the same tables from the same files.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from urllib.parse import quote

from games.engine.core.errors import ensure
from storage.db.transaction import Transaction, Upgrade
from storage.errors import Behind, Broken, NotAccepted, NotADatabase, SchemaTooNew, SchemaTooOld
from storage.files import database_files, restored_copy
from storage.files.database_files import BESIDE, LOGS, MARK, MOVING, RESTORED, create, sibling

APPLICATION_ID = int.from_bytes(b"TAPR", "big")
"""The application id in the file header, by which our databases are recognised."""
DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)
"""The errors of a damaged file; decoding fails if SQLite's message quotes bytes that are not text."""
UNTOUCHED = "&immutable=1"
"""The option for reading a file without a log, which SQLite would otherwise create; it ignores writers."""


@cache
def migrations() -> tuple[str, ...]:
    """Return the SQL of every migration, in order."""
    steps = sorted(Path(__file__).with_name("migrations").glob("*.sql"))
    for number, each in enumerate(steps, start=1):
        ensure(each.name.startswith(f"{number:04}_"), Broken, f"migration {number} is missing")
    return tuple(each.read_text(encoding="utf-8") for each in steps)


def open_file(path: Path) -> None:
    """Create the file if needed, and check it. Raises as `require_whole` does."""
    require_finished(path)
    if not path.exists():
        _require_commits(path)
    create(path)
    require_whole(path)


def require_whole(path: Path) -> None:
    """Check a file without writing to it.

    Raises as `check` does, `Behind` if commits are lost, `NotAccepted` after an unfinished restore or move.
    """
    require_finished(path)
    check(path)
    _require_commits(path)


def require_finished(path: Path) -> None:
    """Raise `NotAccepted` if a restore or a move to this path is unfinished."""
    if sibling(path, RESTORED).exists():
        raise NotAccepted(f"{path} was not restored to the end: restore it once more")
    if (part := sibling(path, MOVING)).exists():
        raise NotAccepted(
            f"{path} was not moved to the end: run taproom move once more, or delete {part} to begin"
            " without it"
        )


def damaged(path: Path) -> NotADatabase:
    """Return the error for a damaged file, which names its newest undamaged copy."""
    return NotADatabase(path, _newest_copy(path))


def check(path: Path) -> None:
    """Raise if a file is not ours, is damaged, or is newer than this program; it is only read."""
    if not os.access(path, os.R_OK):  # SQLite would report an unreadable file as damaged
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    has_log = any(sibling(path.resolve(), tail).exists() for tail in LOGS)
    try:
        with read_only(path, "" if has_log else UNTOUCHED) as connection:
            version = _pragma(connection, "user_version")
            application = _pragma(connection, "application_id")
            tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    except DAMAGED as error:
        raise damaged(path) from error
    if application != APPLICATION_ID and (application or version or tables):
        raise damaged(path)
    refuse_newer(str(path), version)


def refuse_newer(name: str, version: int) -> None:
    """Raise if a database is newer than this program (F-14)."""
    known = len(migrations())
    if version > known:
        raise SchemaTooNew(f"{name} has schema {version}; this program knows up to {known}")


def require_current(name: str, version: int) -> None:
    """Raise if a database is newer or older than this program."""
    refuse_newer(name, version)
    known = len(migrations())
    if version < known:
        raise SchemaTooOld(
            f"{name} has schema {version}, and {known} is this program's: start the bot on it once, which"
            " brings it up to date"
        )


def version_of(connection: sqlite3.Connection) -> int:
    """Return the number of migrations that have run on a file."""
    return _pragma(connection, "user_version")


def _require_commits(path: Path) -> None:
    """Raise `Behind` if acknowledged commits are missing (F-57); the file is only read."""
    acknowledged = database_files.acknowledged_commits(path)
    if not acknowledged:
        return
    counted = 0
    if path.exists():
        with read_only(path) as connection:
            counted = database_files.counted_commits(connection)
    if counted < acknowledged:
        raise Behind(path, _newest_copy(path), acknowledged - counted, sibling(path, MARK))


def prepare(connection: sqlite3.Connection, path: Path, busy_ms: int) -> Upgrade | None:
    """Configure a new connection, and migrate its file."""
    for pragma in (
        f"busy_timeout = {busy_ms}",
        "journal_mode = WAL",
        # With WAL, FULL is what makes a commit survive a power failure (F-4).
        "synchronous = FULL",
        "foreign_keys = ON",
        "trusted_schema = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return migrate(connection, path, migrations())


def migrate(connection: sqlite3.Connection, path: Path, steps: Sequence[str]) -> Upgrade | None:
    """Run the migrations that the file needs, each wholly or not at all (F-15)."""
    version = _pragma(connection, "user_version")
    upgrade = None
    if 0 < version < len(steps):
        upgrade = Upgrade(version, len(steps), sibling(path, f".v{version}.bak"))
        copy(path, sibling(path, f".v{version}.bak"))
    for number, step in enumerate(steps[version:], start=version + 1):
        try:
            # `executescript` does not begin a transaction itself.
            connection.executescript(f"BEGIN IMMEDIATE;\n{step}\n;")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return upgrade


def inspect(connection: sqlite3.Connection, path: Path) -> None:
    """Raise if a file has damaged pages or a damaged ledger (F-10); rebuild damaged indexes."""
    try:
        # A file without our application id was not written by this program.
        is_ours = _pragma(connection, "application_id") == APPLICATION_ID
        is_usable = (
            is_ours
            and _columns(connection) >= _current_columns()
            and database_files.rebuild_indexes(connection)
        )
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", None) is not None:
            raise
        is_usable = False  # a ledger with damaged text raises this error without a code
    except DAMAGED:
        is_usable = False
    if not is_usable:
        raise damaged(path)


def copy(source: Path, target: Path) -> None:
    """Write a consistent copy of a database, in use or not, readable for its owner only.

    A complete copy replaces an older file of that name.
    """
    source, target = source.resolve(), target.resolve()
    if target in {source, *(sibling(source, tail) for tail in BESIDE)}:
        raise FileExistsError(target)
    part = sibling(target, ".part")
    part.unlink(missing_ok=True)
    create(part)
    try:
        with read_only(source) as reading, closing(sqlite3.connect(part)) as writing:
            reading.backup(writing)
            restored_copy.mark(writing, source.name)
            writing.commit()
            # Without WAL, the copy is a single file.
            writing.execute("PRAGMA journal_mode = DELETE").fetchall()
        part.replace(target)
    finally:
        # On a full disk, an incomplete copy would occupy the remaining space (F-6).
        part.unlink(missing_ok=True)


@contextmanager
def read_only(path: Path, options: str = "") -> Iterator[sqlite3.Connection]:
    """Yield a read-only connection; `options` are appended to the URI.

    After a crash SQLite may have to roll back a journal before it can read, which it does on a copy (F-3).
    """
    path = path.resolve()
    with ExitStack() as stack:
        connection = stack.enter_context(
            closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro{options}", uri=True))
        )
        try:
            _pragma(connection, "schema_version")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_READONLY_ROLLBACK":
                raise
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="taproom-")))
            for each in (path, sibling(path, "-journal")):
                shutil.copy(each, folder)
            connection = stack.enter_context(closing(sqlite3.connect(folder / path.name)))
        yield connection


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    number: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return number


@cache
def _current_columns() -> frozenset[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, Path(":memory:"), migrations())
        return _columns(connection)


def _columns(connection: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """Return the names of all columns, indexes and triggers, in which damage may have changed a letter."""
    return frozenset(
        connection.execute(
            "SELECT s.name, c.name, c.type FROM sqlite_schema s JOIN pragma_table_info(s.name) c"
            " WHERE s.type = 'table'"
            " UNION SELECT tbl_name, name, type FROM sqlite_schema WHERE type <> 'table'"
        )
    )


def _newest_copy(path: Path) -> Path | None:
    """Return the newest undamaged copy of a damaged file, among all recorded and neighbouring copies."""
    path = path.resolve()
    dated = [
        (age_key, each) for each in restored_copy.of(path) if (age_key := _age_key(each, path)) is not None
    ]
    return next((each for _, each in sorted(dated, reverse=True) if _is_good(each)), None)


def _age_key(copied: Path, path: Path) -> tuple[int, float] | None:
    """Return the sort key of a copy by age: commits and modification time; None if the file is no copy."""
    try:
        with read_only(copied) as connection:
            if _pragma(connection, "application_id") != APPLICATION_ID:
                return None
            # Copies made before a migration, or by an older version, are recognised by name only.
            is_named = copied.name.startswith(f"{path.name}.v")
            if not is_named and not restored_copy.is_copy(Transaction(connection), path.name):
                return None
            return database_files.counted_commits(connection), copied.stat().st_mtime
    except (*DAMAGED, OSError):
        return None


def _is_good(copied: Path) -> bool:
    try:
        with read_only(copied) as connection:
            return database_files.is_sound(connection)
    except DAMAGED:
        return False


@dataclass(frozen=True, slots=True)
class Shape:
    """A table and its columns; columns of the type `ANY` are text in PostgreSQL."""

    name: str
    columns: tuple[str, ...]
    loose: frozenset[int]
    """The indices of columns whose numbers PostgreSQL keeps as text."""
    is_numbered: bool
    """True if its ids are never reused (AUTOINCREMENT)."""

    @property
    def select(self) -> str:
        """The query for all rows."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"  # noqa: S608  (our own words)


@cache
def shapes() -> tuple[Shape, ...]:
    """Return all tables, each after the tables that its foreign keys refer to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, Path(":memory:"), migrations())
        return shapes_of(connection)


def shapes_of(connection: sqlite3.Connection) -> tuple[Shape, ...]:
    """Return the shapes of an open file."""
    autoincrement = {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'")
    }
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        )
    ]
    referenced = {
        name: {
            row[0] for row in connection.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (name,))
        }
        for name in names
    }
    return tuple(
        _shape(connection, name, is_numbered=name in autoincrement)
        for name in TopologicalSorter(referenced).static_order()
    )


def _shape(connection: sqlite3.Connection, name: str, *, is_numbered: bool) -> Shape:
    rows = connection.execute("SELECT name, type FROM pragma_table_info(?)", (name,)).fetchall()
    loose = frozenset(index for index, (_, kind) in enumerate(rows) if kind == "ANY")
    return Shape(name, tuple(column for column, _ in rows), loose, is_numbered)
