"""A row that does not match its checksum is never used."""

from __future__ import annotations

from typing import Any

import pytest

from storage.books import ledger, refunds
from storage.db.transaction import Transaction
from storage.errors import Unreadable
from storage.play import hands
from storage.play.postings import TABLES
from storage.play.tables import Tables
from tests.storage.tables import SERVER, in_lobby, playing
from tests.storage.toy import GAMES, TOY, called
from tests.storage.voiding import held, played

pytestmark = pytest.mark.parametrize("tx", ["sqlite"], indirect=True)
"""Damage is a file's: PostgreSQL has checksums of its own."""


def spoil(tx: Transaction, table: str, column: str, value: Any) -> None:
    """Overwrite a column of every row, behind the program's back."""
    for (trigger,) in tx.all("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
        tx.execute(f"DROP TRIGGER {trigger}")
    tx.execute("PRAGMA ignore_check_constraints = ON")
    tx.execute(f"UPDATE {table} SET {column} = {value}")  # noqa: S608  (our own words)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("snapshot", "replace(snapshot, '\"stack\":20', '\"stack\":21')"),
        ("snapshot", "replace(snapshot, 'Ann', 'Amn')"),
        ("snapshot", "CAST(replace(CAST(snapshot AS TEXT), 'Ann', CAST(x'41ff6e' AS TEXT)) AS TEXT)"),
        ("game", "CAST(x'746f79ff' AS TEXT)"),
        ("server", "8"),
        ("format", "2"),
    ],
)
def test_f58_a_table_that_is_damaged_is_called_off_alone(
    tx: Transaction, tables: Tables, column: str, value: str
) -> None:
    """F-58: after any damaged byte, everybody gets refunds by the ledger (TB-10)."""
    stored = playing(tx, tables)
    spoil(tx, "tables", column, value)
    other = in_lobby(tx, tables, 13)
    fresh = Tables(GAMES)

    assert fresh.check(tx).lost == (stored.id,)
    assert refunds.void(tx, stored.id, 6.0).refunds == {11: 20, 12: 20}
    assert held(tx) == [200, 200, 0]
    assert fresh.check(tx).lost == ()
    assert fresh.load(tx, other.id) == other
    with pytest.raises(Unreadable):
        fresh.load(tx, stored.id)


def test_f58_a_table_whose_money_differs_is_called_off(tx: Transaction, tables: Tables) -> None:
    """F-58: at the start the account of each open table is compared with its snapshot."""
    stored = playing(tx, tables)
    on_table = ledger.at_table(SERVER, stored.id)
    ledger.transfer(tx, on_table, ledger.house_account(SERVER), 1, ledger.TransferInfo("cash_out", 5.0))

    assert Tables(GAMES).check(tx).lost == (stored.id,)


def test_f58_columns_beside_the_snapshot_are_mended_from_it(tx: Transaction, tables: Tables) -> None:
    """F-58: an open table whose columns say that it is settled is found again."""
    stored = playing(tx, tables)
    spoil(tx, "tables", "settled", "1")
    spoil(tx, "tables", "phase", "'plaxing'")

    assert tables.open_tables(tx, SERVER) == ()
    assert tables.check(tx).lost == ()
    assert tables.open_tables(tx, SERVER) == (stored,)


def test_f58_coins_of_a_table_that_is_not_there_go_back(tx: Transaction, tables: Tables) -> None:
    """F-58: if the row's own number was damaged, the ledger still has the owners of the coins."""
    stored = playing(tx, tables)
    tx.execute("PRAGMA foreign_keys = OFF")
    tx.execute("DELETE FROM tables WHERE id = ?", (stored.id,))
    refunds.pay_strays_back(tx, 6.0)

    assert held(tx) == [200, 200, 0]
    assert ledger.verify_chain(tx, SERVER) is None


def test_f58_what_was_won_goes_back_by_the_books(tx: Transaction, tables: Tables) -> None:
    """TB-10: a damaged snapshot's stacks are not used, though a coin was won there."""
    stored = played(tx, tables, "heads", "tails")
    spoil(tx, "tables", "snapshot", "replace(snapshot, 'Ann', 'Amn')")

    assert refunds.void(tx, stored.id, 6.0).refunds == {11: 20, 12: 20}


@pytest.mark.parametrize(
    ("column", "value"),
    [("hand", "2"), ("seat", "2"), ("move", "'{}'"), ("move", "CAST(x'ff' AS TEXT)")],
)
def test_f58_a_move_that_is_damaged_is_not_told(
    tx: Transaction, tables: Tables, column: str, value: str
) -> None:
    """F-58: nor is a move shown that has a wrong hand number and would be missing from its own."""
    stored = played(tx, tables, "heads")
    assert len(hands.moves(tx, TOY, stored.id, 1)) == 1
    spoil(tx, "moves", column, value)

    with pytest.raises(Unreadable):
        hands.moves(tx, TOY, stored.id, 1)


@pytest.mark.parametrize(
    ("column", "value"),
    [("beginning", "replace(beginning, '20', '21')"), ("seals", "'[]'"), ("seals", "CAST(x'ff' AS TEXT)")],
)
def test_f58_a_hand_that_is_damaged_is_not_told(
    tx: Transaction, tables: Tables, column: str, value: str
) -> None:
    """F-58: neither its beginning nor its seals are shown; and play goes on."""
    stored = played(tx, tables, "heads")
    assert hands.get(tx, TOY, stored.id, 1) is not None
    spoil(tx, "hands", column, value)
    with pytest.raises(Unreadable):
        hands.get(tx, TOY, stored.id, 1)

    tables.save(tx, stored, called(stored.table, 2, "tails"), 9.0, 5.0)


def test_rows_of_old_have_no_checksum(tx: Transaction, tables: Tables) -> None:
    """F-15: a row of an older version is read without a checksum, and gets one with its next change."""
    stored = playing(tx, tables)
    for each in ("tables", "hands", "moves"):
        spoil(tx, each, "checksum", "NULL")

    assert Tables(GAMES).load(tx, stored.id) == stored
    assert TABLES.deadlines(tx) == [(stored.id, stored.revision, 63.0)]
