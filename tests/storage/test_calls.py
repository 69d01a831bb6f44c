"""Wishes for notifications, and at most one notification per player and table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from storage.db import schema
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import invite_preferences, personal_data
from storage.people.invite_preferences import CallHours
from storage.play.tables import Tables
from tests.storage.tables import SERVER, in_lobby

ANN, BEN, CORA = 4_001, 4_002, 4_003
ELSEWHERE = SERVER + 1
EVENINGS = CallHours("dm", "Europe/Berlin", 18 * 60, 23 * 60)


def test_wishes_are_for_one_server(tx: Transaction) -> None:
    """A wish is for one game in one server only."""
    invite_preferences.wish(tx, SERVER, ANN, "destiny")
    invite_preferences.wish(tx, SERVER, ANN, "destiny")
    invite_preferences.wish(tx, SERVER, ANN, "dividha")

    assert invite_preferences.wished(tx, SERVER, ANN) == {"destiny", "dividha"}
    assert invite_preferences.wished(tx, ELSEWHERE, ANN) == frozenset()
    invite_preferences.unwish(tx, SERVER, ANN, "destiny")
    assert invite_preferences.wished(tx, SERVER, ANN) == {"dividha"}
    invite_preferences.unwish(tx, SERVER, ANN)
    assert invite_preferences.wished(tx, SERVER, ANN) == frozenset()


def test_hours_are_for_all_servers(tx: Transaction) -> None:
    """A user is notified in the channel at any hour by default."""
    assert invite_preferences.hours(tx, ANN) == CallHours()
    assert invite_preferences.hours(tx, ANN).is_any
    invite_preferences.keep_hours(tx, ANN, CallHours())
    invite_preferences.keep_hours(tx, ANN, EVENINGS)

    assert invite_preferences.hours(tx, ANN) == EVENINGS
    assert not EVENINGS.is_any


def test_who_waited_longest_comes_first(tx: Transaction, tables: Tables) -> None:
    """A user already notified for this table is left out; the others come in the order of their wait."""
    first, second, third = (in_lobby(tx, tables).id for _ in range(3))
    for player in (ANN, BEN, CORA):
        invite_preferences.wish(tx, SERVER, player, "toy")
    invite_preferences.keep_hours(tx, BEN, EVENINGS)
    invite_preferences.add(tx, first, {ANN: "ping"}, 20.0)
    invite_preferences.add(tx, second, {BEN: "dm"}, 10.0)

    assert invite_preferences.wishing(tx, SERVER, "toy", third) == [
        (CORA, CallHours()),
        (BEN, EVENINGS),
        (ANN, CallHours()),
    ]
    assert [player for player, _hours in invite_preferences.wishing(tx, SERVER, "toy", first)] == [CORA, BEN]
    assert invite_preferences.wishing(tx, ELSEWHERE, "toy", third) == []


def test_a_call_is_taken_once(tx: Transaction, tables: Tables) -> None:
    """An invited user is not notified as well, and a taken notification is not delivered again."""
    table = in_lobby(tx, tables).id
    invite_preferences.add(tx, table, {ANN: "invited"}, 1.0)
    invite_preferences.add(tx, table, {ANN: "ping", BEN: "dm"}, 2.0)

    assert invite_preferences.take(tx, table) == {ANN: "invited", BEN: "dm"}
    invite_preferences.add(tx, table, {ANN: "invited", BEN: "dm"}, 3.0)
    assert invite_preferences.take(tx, table) == {}


def test_a_closed_door_is_remembered(tx: Transaction, tables: Tables) -> None:
    """F-39: closed direct messages are recorded, whatever the user chose, until they are said to be open."""
    table = in_lobby(tx, tables).id
    for player in (ANN, BEN):
        invite_preferences.keep_hours(tx, player, EVENINGS)
    invite_preferences.add(tx, table, {ANN: "dm", BEN: "ping"}, 1.0)
    invite_preferences.take(tx, table)
    invite_preferences.miss(tx, table, ANN)
    for player in (ANN, CORA):
        invite_preferences.note_closed(tx, player, 5.0)

    assert invite_preferences.hours(tx, ANN) == replace(EVENINGS, unreachable_at=5.0)
    assert invite_preferences.hours(tx, BEN) == EVENINGS
    assert invite_preferences.hours(tx, CORA) == CallHours(unreachable_at=5.0)
    assert [invite_preferences.hours(tx, each).is_closed for each in (ANN, BEN, CORA)] == [True, False, False]
    assert tx.scalars("SELECT outcome FROM calls WHERE player = ?", (ANN,)) == ["missed"]

    invite_preferences.note_open(tx, ANN)

    assert invite_preferences.hours(tx, ANN) == EVENINGS


def test_a_days_calls_are_counted(tx: Transaction) -> None:
    """Notifications of a day are counted by host and by server; invitations one by one."""
    invite_preferences.count(tx, SERVER, ANN, "call", 1, 1.0)
    invite_preferences.count(tx, SERVER, BEN, "call", 1, 2.0)
    invite_preferences.count(tx, SERVER, ANN, "invite", 2, 2.0)
    invite_preferences.count(tx, SERVER, ANN, "invite", 1, 2.0)

    assert invite_preferences.counted(tx, SERVER, "call", 3.0) == [1.0, 2.0]
    assert invite_preferences.counted(tx, SERVER, "call", 3.0, ANN) == [1.0]
    assert invite_preferences.counted(tx, SERVER, "invite", 3.0, ANN) == [2.0, 2.0, 2.0]
    assert invite_preferences.counted(tx, SERVER, "call", 1.5 + DAY_SECONDS) == [2.0]
    assert invite_preferences.counted(tx, ELSEWHERE, "call", 3.0) == []


def test_sqlite_finds_no_damage(path: Path) -> None:
    """F-10: SQLite 3.40 reports whole rows as damaged whose key has another order than its columns."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, path, schema.migrations())
        tx = Transaction(connection)
        invite_preferences.wish(tx, SERVER, ANN, "toy")
        invite_preferences.keep_hours(tx, ANN, EVENINGS)
        invite_preferences.count(tx, SERVER, ANN, "call", 1, 1.0)

        assert tx.scalars("PRAGMA integrity_check") == ["ok"]


TOLD = ("call_wishes", "call_hours", "calls", "callings")


def test_forgotten_with_their_calls(tx: Transaction, tables: Tables) -> None:
    """F-53: erasure leaves only the fact of a notification; before it, an export has everything."""
    table = in_lobby(tx, tables).id
    invite_preferences.wish(tx, SERVER, ANN, "toy")
    invite_preferences.keep_hours(tx, ANN, EVENINGS)
    invite_preferences.add(tx, table, {ANN: "dm"}, 1.0)
    invite_preferences.count(tx, SERVER, ANN, "call", 1, 1.0)
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
    assert invite_preferences.counted(tx, SERVER, "call", 3.0) == [1.0]
