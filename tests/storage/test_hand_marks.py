"""Hands that their players keep, and hands that they have shown (TB-13)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import cast

import pytest

from games.engine.table import play, seating
from storage.db.transaction import Transaction
from storage.errors import Unreadable
from storage.people import personal_data, server_settings
from storage.people.server_settings import ServerSettings
from storage.play import hands
from storage.play import tables as stored_tables
from storage.play.hands import KEPT_MAX, KeptEnough, KeptMark
from storage.play.tables import StoredTable, Tables
from storage.postgres.connection import PostgresTransaction
from tests.storage.both import forget, prune
from tests.storage.tables import CHANNEL, MONTH_SECONDS, SERVER, playing
from tests.storage.toy import GAMES, SEEDS, TOY, called

ANN, BEN = 11, 12
CLOSED_AT = 6.0


def closed(tx: Transaction, tables: Tables) -> StoredTable:
    """Return a closed table of Ann and Ben with two finished hands."""
    stored = playing(tx, tables)
    for number in (1, 2):
        for _ in range(2):
            seat = min(TOY.to_act(stored.table.hand.state))  # type: ignore[union-attr]
            stored = tables.save(tx, stored, called(stored.table, seat, "heads"), None, 4.0)
        if number == 1 and stored.table.hand is None:
            stored = tables.save(tx, stored, play.deal(stored.table, TOY, SEEDS), None, 5.0)
    return tables.save(tx, stored, seating.break_off(stored.table, TOY, None, ""), None, CLOSED_AT)


def there(tx: Transaction, table: int) -> tuple[list[int], list[int]]:
    """Return the numbers of a table's hands with stored beginnings, and with stored moves."""
    numbers = tx.scalars("SELECT number FROM hands WHERE table_id = ? ORDER BY 1", (table,))
    return numbers, tx.scalars("SELECT DISTINCT hand FROM moves WHERE table_id = ? ORDER BY 1", (table,))


def test_a_hand_is_kept_and_let_go(tx: Transaction, tables: Tables) -> None:
    """TB-13: the newest bookmark is first; keeping a hand twice keeps it once."""
    table = closed(tx, tables).id
    hands.keep_for_good(tx, ANN, table, 1, 7.0)
    hands.keep_for_good(tx, ANN, table, 2, 8.0)
    hands.keep_for_good(tx, ANN, table, 1, 9.0)
    both = hands.kept_by(tx, ANN)
    hands.let_go(tx, ANN, table, 2)

    assert both == [KeptMark(SERVER, "toy", table, 2, 8.0), KeptMark(SERVER, "toy", table, 1, 7.0)]
    assert [hands.is_kept(tx, ANN, table, hand) for hand in (1, 2)] == [True, False]
    assert hands.kept_by(tx, BEN) == []


def test_the_fifty_first_is_refused(tx: Transaction, tables: Tables) -> None:
    """TB-13: a user keeps at most 50 hands; a kept one does not count again; others have their own."""
    ids = [closed(tx, tables).id for _ in range(KEPT_MAX // 2 + 1)]
    for table in ids[:-1]:
        for hand in (1, 2):
            hands.keep_for_good(tx, ANN, table, hand, 7.0)
    hands.keep_for_good(tx, ANN, ids[0], 1, 8.0)
    hands.keep_for_good(tx, BEN, ids[-1], 1, 8.0)

    with pytest.raises(KeptEnough):
        hands.keep_for_good(tx, ANN, ids[-1], 1, 8.0)
    hands.let_go(tx, ANN, ids[0], 2)
    hands.keep_for_good(tx, ANN, ids[-1], 1, 8.0)
    assert len(hands.kept_by(tx, ANN)) == KEPT_MAX == 50


def test_a_hand_is_shown_once(tx: Transaction, tables: Tables) -> None:
    """TB-13: each player shows a hand once, unless it could not be posted; showing is not keeping."""
    table = closed(tx, tables).id
    shown = [hands.mark_shown(tx, player, table, 1, 7.0) for player in (ANN, ANN, BEN)]
    hands.unmark_shown(tx, ANN, table, 1)

    assert shown == [True, False, True]
    assert hands.mark_shown(tx, ANN, table, 1, 8.0)
    assert hands.kept_by(tx, ANN) == []


def test_a_kept_hand_stays_when_its_table_goes(tx: Transaction, tables: Tables) -> None:
    """TB-13: after a month only the kept hand of its table is left; without the bookmark, all goes."""
    mine, other = closed(tx, tables).id, closed(tx, tables).id
    hands.keep_for_good(tx, ANN, mine, 1, 7.0)
    hands.mark_shown(tx, BEN, mine, 2, 7.0)
    before = hands.moves(tx, TOY, mine, 1)
    at = MONTH_SECONDS + CLOSED_AT + 1

    assert prune(tx, at) == 1
    assert (there(tx, mine), there(tx, other)) == (([1], [1]), ([], []))
    assert hands.moves(tx, TOY, mine, 1) == before
    assert hands.is_over(tx, mine, 1)
    assert tables.load(tx, mine) is not None
    assert tx.scalars("SELECT hand FROM hand_marks") == [1]

    hands.let_go(tx, ANN, mine, 1)
    assert prune(tx, at) == 1
    assert there(tx, mine) == ([], [])


def test_a_server_says_how_long_hands_are_kept(tx: Transaction, tables: Tables) -> None:
    """TB-13: hands stay 30 days, or as long as the managers chose; an open table is never deleted."""
    table, still_open = closed(tx, tables).id, playing(tx, tables).id
    server_settings.save(tx, SERVER, ServerSettings(hands_days=60))

    assert prune(tx, 2 * MONTH_SECONDS + CLOSED_AT) == 0
    assert prune(tx, 2 * MONTH_SECONDS + CLOSED_AT + 1) == 1
    assert there(tx, table) == ([], [])
    assert there(tx, still_open) == ([1], [])


def test_marks_go_with_their_player(tx: Transaction, tables: Tables) -> None:
    """F-53: an erased person keeps nothing; another's kept hand stays, without their name."""
    table = closed(tx, tables).id
    for player in (ANN, BEN):
        hands.keep_for_good(tx, player, table, 1, 7.0)
    exported = personal_data.export(tx, tables, ANN)["kept_hands"]
    forget(tx, tables, ANN, 8.0)
    stored = tables.load(tx, table)

    assert exported == [{"table": table, "hand": 1, "at": 7.0}]
    assert hands.kept_by(tx, ANN) == []
    assert [each.hand for each in hands.kept_by(tx, BEN)] == [1]
    assert stored is not None
    # All of the toy's players are called Ann.
    assert [each.name for each in stored.table.seats] == ["?", "Ann"]
    assert hands.is_over(tx, table, 1)


def test_what_cannot_be_read_is_kept_by_nobody(tx: Transaction, tables: Tables) -> None:
    """F-53: data that cannot be made anonymous is deleted, with its bookmarks."""
    table = closed(tx, tables).id
    hands.keep_for_good(tx, BEN, table, 1, 7.0)
    tx.execute("UPDATE tables SET format = 99")
    fresh = Tables(GAMES)
    with pytest.raises(Unreadable):
        fresh.load(tx, table)
    forget(tx, fresh, ANN, 8.0)

    assert hands.kept_by(tx, BEN) == []
    assert not hands.is_over(tx, table, 1)


def test_the_table_last_played_at(tx: Transaction, tables: Tables) -> None:
    """TB-13: it is the newest of open and closed ones with a finished hand, found by an index."""
    first, second = closed(tx, tables), playing(tx, tables)
    before = hands.newest_table(tx, SERVER, CHANNEL, ANN)
    for at in (7.0, 8.0):
        seat = min(TOY.to_act(second.table.hand.state))  # type: ignore[union-attr]
        second = tables.save(tx, second, called(second.table, seat, "heads"), None, at)

    assert before == first.id
    assert hands.newest_table(tx, SERVER, CHANNEL, ANN) == second.id
    assert hands.newest_table(tx, SERVER, CHANNEL + 1, ANN) is None
    assert hands.newest_table(tx, SERVER, CHANNEL, 404) is None


def test_however_many_tables_are_closed(tx: Transaction, tables: Tables) -> None:
    """The last played table is found without reading all, and so are old ones."""
    closed(tx, tables)
    if isinstance(tx, PostgresTransaction):
        # With so few rows it would rather read them all.
        return
    newest = steps(tx, lambda: hands.newest_table(tx, SERVER, CHANNEL, ANN))
    old = steps(tx, lambda: stored_tables.prune(tx, SERVER, 0.0))

    assert any("tables_closed (server=? AND channel=?)" in each for each in newest)
    assert any("tables_old (server=? AND acted_at<?)" in each for each in old)
    assert not [each for each in (*newest, *old) if each.startswith("SCAN tables") and "INDEX" not in each]


def steps(tx: Transaction, ask: Callable[[], object]) -> list[str]:
    """Return SQLite's query plan."""
    asked: list[str] = []
    connection = cast("sqlite3.Connection", tx._connection)
    connection.set_trace_callback(asked.append)
    ask()
    connection.set_trace_callback(None)
    return [row[3] for sql in asked for row in tx.all(f"EXPLAIN QUERY PLAN {sql}")]
