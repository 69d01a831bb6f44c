"""The fixtures and settings of all tests."""

from __future__ import annotations

import gc
import os

# The bot does the same at its start: no imported or collected object could be freed.
gc.disable()

# Taproom's own tests see its own games only, whatever is installed; those of plug-ins run in a process apart.
os.environ.setdefault("TAPROOM_PLUGINS", "off")

import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

from tests.begun import hide_begun

hide_begun()

from bot.text import translate
from storage.db import schema
from storage.files.database_files import sibling
from storage.postgres.connection import PostgresConnection
from storage.postgres.driver import migrate
from tests import postgres
from tests.postgres import TEMPLATE, BooksAnew, Cluster

MEMORY = Path("/dev/shm")  # noqa: S108  (a folder of our own is made in it)

CHANCE = Random()
"""The chance of tests: each has its own, which is the same in every run."""


def pytest_configure(config: pytest.Config) -> None:
    """Make every run the same: failures by chance belong to the soak, which tries other examples."""
    is_soak = config.getoption("markexpr") == "soak"
    # Durations are measured in `benchmarks/`; here the machine may be busy with other things.
    examples = 100 if is_soak else 50
    settings.register_profile("untimed", deadline=None, derandomize=not is_soak, max_examples=examples)
    settings.load_profile("untimed")
    if not is_soak:
        secrets.token_bytes = lambda nbytes=None: CHANCE.randbytes(nbytes or 32)
        secrets.token_hex = lambda nbytes=None: CHANCE.randbytes(nbytes or 32).hex()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin each test's chance anew, whichever tests ran before."""
    CHANCE.seed(item.nodeid)


def pytest_collection_finish() -> None:
    """Spare the collector, which takes a tenth of all time, what lives until the end."""
    gc.collect()
    gc.freeze()
    # Each bot that starts would have all freed by nobody that the tests before it left behind.
    gc.freeze = lambda: None
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session")
def empty_books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new tavern's books, brought up to date, checked and inspected once for all tests."""
    path = tmp_path_factory.mktemp("books") / "taproom.db"
    checks, inspects = schema.check, schema.inspect
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, path, schema.migrations())
        # The bot opens them in this mode, so a copy is not written to before data is stored there.
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        inspects(connection, path)
    checks(path)
    whole = path.read_bytes()

    def is_copy(opened: Path) -> bool:
        if not opened.exists() or opened.stat().st_size != len(whole) or opened.read_bytes() != whole:
            return False
        logs = (sibling(opened, tail) for tail in ("-wal", "-journal"))
        return not any(each.exists() and each.stat().st_size for each in logs)

    def check(opened: Path) -> None:
        if not is_copy(opened):
            checks(opened)

    def inspect(connection: sqlite3.Connection, opened: Path) -> None:
        if not is_copy(opened):
            inspects(connection, opened)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(schema, "check", check)
        patched.setattr(schema, "inspect", inspect)
        yield path


@pytest.fixture
def bot_path(request: pytest.FixtureRequest, empty_books: Path) -> Iterator[Path]:
    """The path of such books: in memory if possible, for tests that are not about the disk."""
    folder = MEMORY if os.access(MEMORY, os.W_OK) else request.getfixturevalue("tmp_path")
    with tempfile.TemporaryDirectory(dir=folder) as books:
        copied = Path(shutil.copy(empty_books, books))
        copied.chmod(0o600)
        yield copied


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Cluster]:
    """A PostgreSQL of our own, with the template of a new tavern's books."""
    reason = postgres.why_not()
    if reason is not None:
        pytest.skip(reason)
    with postgres.cluster() as running:
        running.run(f"CREATE DATABASE {TEMPLATE}")
        connection = PostgresConnection(running.address(TEMPLATE))
        migrate(connection, "template")
        connection.close()
        yield running


@pytest.fixture(scope="session")
def books_anew(postgres_cluster: Cluster) -> BooksAnew:
    """Books in PostgreSQL for one test after another."""
    return postgres_cluster.make_books()


@pytest.fixture
def postgres_address(books_anew: BooksAnew) -> str:
    """The address of a new tavern's books in PostgreSQL, whose tables a test must not change."""
    return books_anew.emptied()


def forget_languages() -> None:
    """Read the catalogues again."""
    for each in (translate.all_languages, translate.languages, translate.spoken, translate.catalogue):
        each.cache_clear()
    translate._read.cache_clear()


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A little German is the only language beside English."""
    shutil.copy(Path(__file__).with_name("german.po"), tmp_path / "de.po")
    monkeypatch.setattr(translate, "LOCALES", tmp_path)
    forget_languages()
    yield
    forget_languages()
