"""A move that is killed, or meets a full disk or a server that goes away, is begun again."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest

from games.catalog import GAMES
from storage.db.transaction import Parameters
from storage.errors import NotAccepted, NotEmpty
from storage.files.database_files import MOVING, sibling
from storage.files.migrate_backend import move
from storage.postgres.connection import PostgresConnection, PostgresResult
from tests.bot.moving.ways import ROOT, Way, contents, quiet, refusal
from tests.postgres import Cluster
from tests.storage.database import largest_file


def kill(way: Way, seconds: float) -> int:
    """Move in a process of its own that is killed after some time; its exit status."""
    command = [sys.executable, "-m", "tests.bot.moving.child", str(way.source), str(way.target), str(seconds)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 -- our own words only


def kill_again_and_again(way: Way, times: int) -> set[str]:
    """Kill moves at random moments: each is begun again over what the last one left; how they ended."""
    random, found = Random(times), set()
    before = contents(way.source)
    for _ in range(times):
        status = kill(way, random.uniform(0.0, 0.6))
        state = way.state()
        found.add(state)
        assert status in (0, -signal.SIGKILL)
        assert status != 0 or state == "whole"
        assert contents(way.source) == before
        if state == "half":
            assert "was not moved to the end: run taproom move once more" in refusal(way.target)
        if state == "whole":
            assert contents(way.target) == before
            with pytest.raises(NotEmpty):
                move(way.source, way.target, GAMES, quiet)
            way = _anew(way)
    move(way.source, way.target, GAMES, quiet)
    assert contents(way.target) == before
    return found


def _anew(way: Way) -> Way:
    if isinstance(way.target, Path):
        return Way(way.source, way.target.with_name(f"x{way.target.name}"), way.cluster)
    return Way(way.source, way.cluster.make(), way.cluster)


@pytest.mark.soak
def test_killed_in_the_middle_it_is_not_moved(way: Way) -> None:
    """F-1: kill -9 at any moment: the target is empty, refused or whole; the source is as it was."""
    kill_again_and_again(way, 1)


@pytest.mark.soak
def test_killed_forty_times_it_is_not_moved(way: Way) -> None:
    """F-1: the same, forty times over."""
    assert "half" in kill_again_and_again(way, 40)


def test_broken_off_in_the_middle_it_is_begun_again(way: Way) -> None:
    """F-6, F-63: a full disk, or a connection that is lost: it is said; begun again it goes through."""
    before = contents(way.source)
    disk = largest_file(200_000) if isinstance(way.target, Path) else nullcontext()

    def cut(line: str) -> None:
        if line.startswith("hands:") and isinstance(way.target, str):
            way.cluster.cut_off(way.target.rpartition("/")[2])

    with disk, pytest.raises((NotAccepted, OSError)):
        move(way.source, way.target, GAMES, cut)

    assert way.state() == "half"
    assert "was not moved to the end" in refusal(way.target)
    if isinstance(way.target, Path):
        # A file for which there is no room takes up none.
        assert sibling(way.target, MOVING).stat().st_size == 0
    move(way.source, way.target, GAMES, quiet)
    assert contents(way.target) == before


def test_lost_where_it_is_read_from(source: Path, there: str, postgres_cluster: Cluster) -> None:
    """F-63: a source that goes away in the middle is said; begun again it goes through."""
    target = source.with_name("target.db")
    move(source, there, GAMES, quiet)

    def cut(line: str) -> None:
        if line.startswith("hands:"):
            postgres_cluster.cut_off(there.rpartition("/")[2])

    with pytest.raises(NotAccepted):
        move(there, target, GAMES, cut)
    assert "was not moved to the end" in refusal(target)
    move(there, target, GAMES, quiet)
    assert contents(target) == contents(source)


def test_lost_once_all_is_there(source: Path, there: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-63: a committed move is not said to have failed, since begun again it would be refused."""
    execute = PostgresConnection.execute

    def lose(connection: PostgresConnection, sql: str, parameters: Parameters = ()) -> PostgresResult:
        if sql == "ANALYZE":
            connection.close()
        return execute(connection, sql, parameters)

    monkeypatch.setattr(PostgresConnection, "execute", lose)
    move(source, there, GAMES, quiet)

    assert contents(there) == contents(source)
