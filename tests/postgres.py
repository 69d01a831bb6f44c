"""A PostgreSQL of our own: in a temporary folder, on a free port, run by an unprivileged user."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg

FOLDERS = Path("/usr/lib/postgresql")
"""Debian's folder of versions."""
USER = "taproom"
TEMPLATE = "template_of_the_tests"


@dataclass(frozen=True)
class Cluster:
    """A running server."""

    folder: Path
    port: int
    options: str
    numbers: Iterator[int]

    def address(self, name: str) -> str:
        """Return the address of a database of the server."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"

    def make(self, template: str = "template0") -> str:
        """Make a database; returns its address."""
        name = f"books_{next(self.numbers)}"
        self.run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.address(name)

    def run(self, sql: str) -> None:
        """Run a statement outside of the databases that are made."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(sql.encode())

    def cut_off(self, name: str) -> None:
        """Cut all connections to a database."""
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")  # noqa: S608

    def make_books(self) -> BooksAnew:
        """Make books that are emptied and used again."""
        address = self.make(TEMPLATE)
        with psycopg.connect(address) as connection:
            connection.execute("CREATE SCHEMA anew")
            words = ["SET LOCAL session_replication_role = replica"]  # what no trigger hears of
            for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"):
                words.append(f"DELETE FROM {name}")  # noqa: S608  (our own words)
                if connection.execute(f"SELECT 1 FROM {name}".encode()).fetchone():  # noqa: S608
                    connection.execute(f"CREATE TABLE anew.{name} AS TABLE {name}".encode())
                    words.append(f"INSERT INTO {name} SELECT * FROM anew.{name}")  # noqa: S608
            for name, last in connection.execute("SELECT sequencename, last_value FROM pg_sequences"):
                words.append(f"SELECT setval('{name}', {last or 1}, {last is not None})")
        return BooksAnew(self, address, "; ".join(words).encode())

    def put_back(self, name: str) -> str:
        """Put a dump of a database into a new one; returns its address."""
        made, dump = self.make(), str(self.folder / f"{name}.dump")
        _call(self.folder, "pg_dump", "-Fc", "-f", dump, "-d", self.address(name))
        _call(self.folder, "pg_restore", "-d", made, dump)
        return made

    def say(self, name: str, sql: str) -> str:
        """Return the first value of a statement's result in a database; empty without one."""
        with psycopg.connect(self.address(name), autocommit=True) as connection:
            found = connection.execute(sql.encode())
            row = found.fetchone() if found.description else None
            return "" if row is None else str(row[0])

    def promote(self) -> None:
        """Promote a standby."""
        _call(self.folder, "pg_ctl", "promote", "-w", "-D", str(self.folder / "data"))

    def stop(self) -> None:
        """Stop it at once, as a power failure would."""
        _call(self.folder, "pg_ctl", "stop", "-w", "-m", "immediate", "-D", str(self.folder / "data"))

    def start(self) -> None:
        """Start it, or start it again."""
        data, log = str(self.folder / "data"), str(self.folder / "log")
        _call(self.folder, "pg_ctl", "start", "-w", "-D", data, "-l", log, "-o", self.options)


@dataclass(frozen=True)
class BooksAnew:
    """Books that are emptied for each test: a database of its own takes twenty times as long to make."""

    cluster: Cluster
    address: str
    words: bytes

    def emptied(self) -> str:
        """Return the address of new books; a connection that has them open still is cut off."""
        self.cluster.cut_off(self.address.rpartition("/")[2])
        with psycopg.connect(self.address) as connection:
            connection.execute(self.words)
        return self.address


def why_not() -> str | None:
    """Return the reason why there can be no cluster here; None if there can."""
    if _programs() is None:
        return f"no PostgreSQL in {FOLDERS}"
    if os.geteuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return None


@contextmanager
def cluster(*, is_durable: bool = False) -> Iterator[Cluster]:
    """A server for the length of a block."""
    options = "" if is_durable else " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    with _place(options) as made:
        data = str(made.folder / "data")
        words = ("-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync")
        _call(made.folder, "initdb", "-D", data, *words)
        with _started(made):
            yield made


@contextmanager
def standby(first: Cluster) -> Iterator[Cluster]:
    """A second server for the length of a block, which follows the first by streaming replication."""
    with _place("") as made:
        source = f"host=127.0.0.1 port={first.port} user={USER}"
        _call(made.folder, "pg_basebackup", "-R", "-c", "fast", "-D", str(made.folder / "data"), "-d", source)
        with _started(made):
            yield made


@contextmanager
def _place(options: str) -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="taproom-postgres-"))
    try:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        user = _user()
        if os.geteuid() == 0 and user is not None:
            shutil.chown(folder, user)
        usual = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=50"
        yield Cluster(folder, port, usual + options, count(1))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _started(made: Cluster) -> Iterator[None]:
    made.start()
    try:
        yield
    finally:
        # A test may have stopped it.
        if (made.folder / "data" / "postmaster.pid").exists():
            made.stop()


def _call(folder: Path, program: str, *arguments: str) -> None:
    programs = _programs()
    assert programs is not None
    user = _user() if os.geteuid() == 0 else None
    with (folder / f"{program}.log").open("ab") as log:
        subprocess.run(  # noqa: S603  (our own words)
            [programs / program, *arguments], cwd=folder, user=user, stdout=log, stderr=log, check=True
        )


def _programs() -> Path | None:
    found = sorted(FOLDERS.glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    return found[-1].parent if found else None


def _user() -> str | None:
    """Return the user who runs it if we are root, as whom PostgreSQL refuses to run."""
    return next((each.pw_name for each in pwd.getpwall() if each.pw_name == "postgres"), None)
