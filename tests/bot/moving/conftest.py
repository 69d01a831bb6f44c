"""An evening under way, and places to move it to."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games.catalog import GAMES
from storage.db.transaction import Transaction
from storage.files.migrate_backend import move
from tests.bot.crowd import SERVER
from tests.bot.moving.ways import ODD, PRESSES, Way, play, quiet
from tests.postgres import Cluster


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, empty_books: Path) -> Path:
    """An evening under way, in a file; what is odd is in it too."""
    path = Path(shutil.copy(empty_books, tmp_path_factory.mktemp("played") / "tavern.db"))
    asyncio.run(play(path, 0, PRESSES))
    with closing(sqlite3.connect(path)) as connection, connection:
        tx = Transaction(connection)
        tx.set_note("odd", ODD)
        tx.execute("INSERT INTO keys VALUES ('odd', ?)", (bytes(range(0, 256, 8)),))
        for number, at in ((2**63 - 1, 5e-324), (-(2**63), 0.1 + 0.2), (0, -1e308)):
            tx.execute("INSERT INTO interactions VALUES (?, ?, ?)", (number, at, ODD))
        # Ids that were given, and whose rows are gone.
        tx.count_on("prizes", 77)
        tx.execute("INSERT INTO seasons VALUES (1, ?, 'S', 1, 2)", (SERVER,))
        tx.execute("INSERT INTO season_places VALUES (1, 'net', '', 101, 1, 250)")
        tx.execute("INSERT INTO season_places VALUES (1, 'best', 'x', 101, 1, '9.8 pair')")
    return path


@pytest.fixture
def there(postgres_cluster: Cluster) -> str:
    """An empty database, with a password that nobody is to read."""
    return postgres_cluster.make().replace("taproom@", "taproom:hushhush@")


@pytest.fixture
def source(played: Path, tmp_path: Path) -> Path:
    """A file of one's own."""
    return Path(shutil.copy(played, tmp_path / "tavern.db"))


@pytest.fixture(params=["to postgres", pytest.param("to a file", marks=pytest.mark.soak)])
def way(request: pytest.FixtureRequest, source: Path, postgres_cluster: Cluster, tmp_path: Path) -> Way:
    """Both directions, of which one is tried by the soak."""
    there = postgres_cluster.make()
    if request.param == "to postgres":
        return Way(source, there, postgres_cluster)
    move(source, there, GAMES, quiet)
    return Way(there, tmp_path / "target.db", postgres_cluster)
