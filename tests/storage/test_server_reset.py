"""The reset of a server (TB-23)."""

from __future__ import annotations

from contextlib import closing

import pytest

from storage.books import ledger
from storage.books.audit_lines import CHANGES
from storage.books.ledger import TransferInfo
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import server_data, server_reset, server_settings
from storage.people.server_reset import DELETED, STAYING
from storage.people.server_settings import ServerSettings
from storage.play.tables import prune
from storage.standing import backfill
from tests.storage.bystander_calls import all_over
from tests.storage.bystanders import opened
from tests.storage.crowd import ANN, GAMES, OTHER_SERVER, contents, shape
from tests.storage.tables import SERVER

NOW = 2_000_000_000.0
EARLY = ServerSettings().hands_days * DAY_SECONDS + 0.5
"""A time at which no table is old enough to be deleted by itself."""


def test_tb23_every_table_of_a_server_goes_or_stays_for_a_reason() -> None:
    """TB-23: each table with a server is deleted by a reset, or stays for a stated reason."""
    of_servers = {name for name, columns in shape().items() if "server" in columns}

    assert of_servers - DELETED.keys() == STAYING.keys()
    assert DELETED.keys() <= shape().keys()


def test_tb23_nothing_is_reset_while_a_table_is_open(settled: bytes) -> None:
    """TB-23: a server with an open table or tournament is left as it is."""
    with closing(opened(settled)) as connection:
        tx = Transaction(connection)
        before = contents(tx)
        tables, tournaments = server_reset.open_places(tx, SERVER)

        assert tables
        assert tournaments
        assert server_reset.reset(tx, SERVER, ANN, NOW) == (tables, tournaments)
        assert contents(tx) == before


def test_tb23_a_reset_server_begins_anew(settled: bytes) -> None:
    """TB-23: wallets, settings and books are as in a new server; bars stay; the audit has one line."""
    with closing(opened(settled)) as connection:
        tx = Transaction(connection)
        all_over(tx)
        server_settings.save(tx, SERVER, ServerSettings(purse=150))
        ledger.transfer(
            tx, ledger.bank_account(SERVER), ledger.house_account(SERVER), 9, TransferInfo("house_bank", 1.0)
        )
        ledger.count_on_day(tx, SERVER, ANN, "lost", 3, NOW)
        ledger.count_on_day(tx, SERVER, ANN, "pay", 3, NOW)
        barred = tx.all("SELECT * FROM bars")
        elsewhere = [each for each in contents(tx) if OTHER_SERVER in each]
        assert server_reset.reset(tx, SERVER, ANN, NOW) == ([], [])

        for name in set(DELETED) - {"server_changes", "day_limits", "notes"}:
            if "server" in shape()[name]:
                assert not tx.scalar(f"SELECT count(*) FROM {name} WHERE server = ?", (SERVER,)), name  # noqa: S608
        assert [*map(tuple, tx.all("SELECT * FROM bars"))] == [*map(tuple, barred)]
        assert server_settings.load(tx, SERVER) == ServerSettings()
        assert ledger.balance(tx, ledger.house_account(SERVER)) == 0
        assert ledger.balance(tx, ledger.bank_account(SERVER)) == 0
        assert ledger.counted_on_day(tx, SERVER, ANN, "lost", NOW) == 3
        assert ledger.counted_on_day(tx, SERVER, ANN, "pay", NOW) == 0
        assert ledger.history(tx, ledger.wallet(SERVER, ANN)) == ()
        assert ledger.audit(tx, SERVER) == ()
        assert server_data.export(tx, SERVER)["transfers"] == []
        assert [(each.kind, each.by) for each in CHANGES.latest(tx, SERVER, 5)] == [("server", ANN)]
        assert ledger.verify_chain(tx, SERVER) is None
        assert ledger.open_wallet(tx, SERVER, ANN, 200, NOW) == 200
        assert ledger.verify_chain(tx, SERVER) is None
        assert [each for each in contents(tx) if OTHER_SERVER in each] == elsewhere


@pytest.mark.parametrize("state", [backfill.DUE, backfill.AGAIN])
def test_tb23_earlier_hands_count_no_more(settled: bytes, state: str) -> None:
    """TB-23: also an upgrade that counts the stored hands anew gives nobody a record of before."""
    with closing(opened(settled)) as connection:
        tx = Transaction(connection)
        all_over(tx)
        server_reset.reset(tx, SERVER, ANN, 5.0)
        tx.set_note(backfill.NAME, state)
        backfill.work_out(tx, GAMES, 5.0)

        assert tx.all("SELECT * FROM records WHERE server = ?", (SERVER,)) == []


def test_tb13_kept_hands_outlast_a_reset(settled: bytes) -> None:
    """TB-13, TB-23: the clean-up after a reset deletes the tables without kept hands, and only those."""
    with closing(opened(settled)) as connection:
        tx = Transaction(connection)
        all_over(tx)
        kept = tx.all("SELECT table_id, hand FROM hand_marks WHERE kind = 'kept' ORDER BY table_id, hand")
        server_reset.reset(tx, SERVER, ANN, NOW)
        while prune(tx, SERVER, EARLY):
            pass
        left = tx.all(
            "SELECT table_id, number FROM hands JOIN tables ON id = table_id WHERE server = ?", (SERVER,)
        )

        assert kept
        assert {tuple(each) for each in left} == {tuple(each) for each in kept}


def test_tb23_coins_begin_anew_on_both_databases(tx: Transaction) -> None:
    """TB-23, F-10: each account is new, everybody gets the purse once more, and the ledger stays sound."""
    ledger.open_wallet(tx, SERVER, ANN, 200, 1.0)
    ledger.transfer(
        tx, ledger.bank_account(SERVER), ledger.house_account(SERVER), 9, TransferInfo("take", 2.0)
    )
    server_settings.save(tx, SERVER, ServerSettings(purse=150, audit_channel=5))
    tx.set_note(f"draft:{SERVER}:{ANN}", "a plan")
    tx.set_note(f"draft:{SERVER}0:{ANN}", "another server's")

    assert server_reset.reset(tx, SERVER, ANN, 3.0) == ([], [])
    assert ledger.balance(tx, ledger.house_account(SERVER)) == 0
    assert ledger.audit(tx, SERVER) == ()
    assert server_data.export(tx, SERVER)["transfers"] == []
    assert ledger.open_wallet(tx, SERVER, ANN, 200, 4.0) == 200
    assert len(ledger.history(tx, ledger.wallet(SERVER, ANN))) == 1
    assert len(server_data.export(tx, SERVER)["transfers"]) == 1
    assert ledger.sum_of_server(tx, SERVER) == 0
    assert ledger.verify_chain(tx, SERVER) is None
    assert tx.get_note(f"draft:{SERVER}:{ANN}") is None
    assert tx.get_note(f"draft:{SERVER}0:{ANN}") is not None
