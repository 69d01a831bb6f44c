"""Wishes for notifications, and at most one notification per player and table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from storage.db import schema
from storage.db.kept import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import calls, personal_data
from storage.people.calls import CallHours
from storage.play.tables import Tables
from tests.storage.test_tables import SERVER, in_lobby

ANN, BEN, CORA = 4_001, 4_002, 4_003
ELSEWHERE = SERVER + 1
EVENINGS = CallHours("dm", "Europe/Berlin", 18 * 60, 23 * 60)


def test_wishes_are_for_one_server(tx: Transaction) -> None:
    """A wish is for one game in one server only."""
    calls.wish(tx, SERVER, ANN, "destiny")
    calls.wish(tx, SERVER, ANN, "destiny")
    calls.wish(tx, SERVER, ANN, "dividha")

    assert calls.wished(tx, SERVER, ANN) == {"destiny", "dividha"}
    assert calls.wished(tx, ELSEWHERE, ANN) == frozenset()
    calls.unwish(tx, SERVER, ANN, "destiny")
    assert calls.wished(tx, SERVER, ANN) == {"dividha"}
    calls.unwish(tx, SERVER, ANN)
    assert calls.wished(tx, SERVER, ANN) == frozenset()


def test_hours_are_for_all_servers(tx: Transaction) -> None:
    """A user is notified in the channel at any hour by default."""
    assert calls.hours(tx, ANN) == CallHours()
    assert calls.hours(tx, ANN).is_any
    calls.keep_hours(tx, ANN, CallHours())
    calls.keep_hours(tx, ANN, EVENINGS)

    assert calls.hours(tx, ANN) == EVENINGS
    assert not EVENINGS.is_any


def test_who_waited_longest_comes_first(tx: Transaction, tables: Tables) -> None:
    """A user already notified for this table is left out; the others come in the order of their wait."""
    first, second, third = (in_lobby(tx, tables).id for _ in range(3))
    for player in (ANN, BEN, CORA):
        calls.wish(tx, SERVER, player, "toy")
    calls.keep_hours(tx, BEN, EVENINGS)
    calls.add(tx, first, {ANN: "ping"}, 20.0)
    calls.add(tx, second, {BEN: "dm"}, 10.0)

    assert calls.wishing(tx, SERVER, "toy", third) == [
        (CORA, CallHours()),
        (BEN, EVENINGS),
        (ANN, CallHours()),
    ]
    assert [player for player, _hours in calls.wishing(tx, SERVER, "toy", first)] == [CORA, BEN]
    assert calls.wishing(tx, ELSEWHERE, "toy", third) == []


def test_a_call_is_taken_once(tx: Transaction, tables: Tables) -> None:
    """An invited user is not notified as well, and a taken notification is not delivered again."""
    table = in_lobby(tx, tables).id
    calls.add(tx, table, {ANN: "invited"}, 1.0)
    calls.add(tx, table, {ANN: "ping", BEN: "dm"}, 2.0)

    assert calls.take(tx, table) == {ANN: "invited", BEN: "dm"}
    calls.add(tx, table, {ANN: "invited", BEN: "dm"}, 3.0)
    assert calls.take(tx, table) == {}


def test_a_closed_door_is_remembered(tx: Transaction, tables: Tables) -> None:
    """F-39: closed direct messages are recorded, whatever the user chose, until they are said to be open."""
    table = in_lobby(tx, tables).id
    for player in (ANN, BEN):
        calls.keep_hours(tx, player, EVENINGS)
    calls.add(tx, table, {ANN: "dm", BEN: "ping"}, 1.0)
    calls.take(tx, table)
    calls.miss(tx, table, ANN)
    for player in (ANN, CORA):
        calls.note_closed(tx, player, 5.0)

    assert calls.hours(tx, ANN) == replace(EVENINGS, unreachable_at=5.0)
    assert calls.hours(tx, BEN) == EVENINGS
    assert calls.hours(tx, CORA) == CallHours(unreachable_at=5.0)
    assert [calls.hours(tx, each).is_closed for each in (ANN, BEN, CORA)] == [True, False, False]
    assert tx.column("SELECT outcome FROM calls WHERE player = ?", (ANN,)) == ["missed"]

    calls.note_open(tx, ANN)

    assert calls.hours(tx, ANN) == EVENINGS


def test_a_days_calls_are_counted(tx: Transaction) -> None:
    """Notifications of a day are counted by host and by server; invitations one by one."""
    calls.count(tx, SERVER, ANN, "call", 1, 1.0)
    calls.count(tx, SERVER, BEN, "call", 1, 2.0)
    calls.count(tx, SERVER, ANN, "invite", 2, 2.0)
    calls.count(tx, SERVER, ANN, "invite", 1, 2.0)

    assert calls.counted(tx, SERVER, "call", 3.0) == [1.0, 2.0]
    assert calls.counted(tx, SERVER, "call", 3.0, ANN) == [1.0]
    assert calls.counted(tx, SERVER, "invite", 3.0, ANN) == [2.0, 2.0, 2.0]
    assert calls.counted(tx, SERVER, "call", 1.5 + DAY_SECONDS) == [2.0]
    assert calls.counted(tx, ELSEWHERE, "call", 3.0) == []


def test_sqlite_finds_no_damage(path: Path) -> None:
    """F-10: SQLite 3.40 reports whole rows as damaged whose key has another order than its columns."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, path, schema.migrations())
        tx = Transaction(connection)
        calls.wish(tx, SERVER, ANN, "toy")
        calls.keep_hours(tx, ANN, EVENINGS)
        calls.count(tx, SERVER, ANN, "call", 1, 1.0)

        assert tx.column("PRAGMA integrity_check") == ["ok"]


TOLD = ("call_wishes", "call_hours", "calls", "callings")


def test_forgotten_with_their_calls(tx: Transaction, tables: Tables) -> None:
    """F-53: erasure leaves only the fact of a notification; before it, an export has everything."""
    table = in_lobby(tx, tables).id
    calls.wish(tx, SERVER, ANN, "toy")
    calls.keep_hours(tx, ANN, EVENINGS)
    calls.add(tx, table, {ANN: "dm"}, 1.0)
    calls.count(tx, SERVER, ANN, "call", 1, 1.0)
    kept = personal_data.export(tx, tables, ANN)
    assert {each: kept[each] for each in TOLD} == {
        "call_wishes": [{"server": SERVER, "game": "toy"}],
        "call_hours": [
            {"way": "dm", "zone": "Europe/Berlin", "first": 1080, "last": 1380, "unreachable_at": None}
        ],
        "calls": [{"table": table, "kind": "dm", "outcome": "due", "at": 1.0}],
        "callings": [{"server": SERVER, "kind": "call", "people": 1, "at": 1.0}],
    }

    personal_data.forget(tx, tables, ANN, 2.0)

    kept = personal_data.export(tx, tables, ANN)
    assert not any(kept[each] for each in TOLD)
    assert calls.counted(tx, SERVER, "call", 3.0) == [1.0]
