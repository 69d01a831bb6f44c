"""Money: nothing comes from nowhere, and no change behind the ledger's back is missed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.books import ledger
from storage.books.ledger import AMOUNT_MAX, Account, Entry, TransferInfo
from storage.db.transaction import Transaction
from storage.errors import NotEnough, OverLimit
from storage.standing.boards import Placed, left_out
from tests.storage.both import CONSTRAINED, drop_trigger, try_out

SERVER = 7
GRANT = TransferInfo("grant", 5.0, note="for the song", by=99)
BANK, ANN, BOB = ledger.bank_account(SERVER), ledger.wallet(SERVER, 11), ledger.wallet(SERVER, 12)


@pytest.mark.parametrize(
    "amount", [0, -1, 2**53, 2**63, 10**30, 1.5, float("nan"), "1e9", "١٢٣", "", True, None]
)
def test_f43_an_amount_is_a_whole_number_within_bounds(tx: Transaction, amount: Any) -> None:
    """F-43: any other amount is refused with the range."""
    with pytest.raises(OverLimit) as refused:
        ledger.transfer(tx, BANK, ANN, amount, GRANT)

    assert (refused.value.least, refused.value.most) == (1, 2**53 - 1)
    assert tx.all("SELECT * FROM transfers") == []


def test_a_transfer_takes_here_what_it_gives_there(tx: Transaction) -> None:
    """The sum over a server is always zero."""
    ledger.transfer(tx, BANK, ANN, 50, GRANT)
    ledger.transfer(tx, ANN, BOB, 20, TransferInfo("pay", 6.0, by=11))

    assert [ledger.balance(tx, each) for each in (BANK, ANN, BOB)] == [-50, 30, 20]
    assert ledger.sum_of_server(tx, SERVER) == 0


def test_nobody_but_the_bank_goes_below_zero(tx: Transaction) -> None:
    """No account but the bank goes below zero."""
    ledger.transfer(tx, BANK, ANN, 50, GRANT)
    with pytest.raises(NotEnough) as refused:
        ledger.transfer(tx, ANN, BOB, 51, TransferInfo("pay", 6.0))

    assert (refused.value.balance, refused.value.amount) == (50, 51)
    assert [ledger.balance(tx, each) for each in (ANN, BOB)] == [50, 0]


def test_the_file_itself_refuses_a_debt(tx: Transaction) -> None:
    """Every money column is an integer with a CHECK."""
    ledger.transfer(tx, BANK, ANN, 50, GRANT)

    with pytest.raises(CONSTRAINED):
        try_out(tx, "UPDATE accounts SET balance = -1 WHERE owner = 11")


def test_the_bank_has_a_last_coin(tx: Transaction) -> None:
    """Balances stay below 2**53 because the bank's debt does."""
    ledger.transfer(tx, BANK, ANN, AMOUNT_MAX - 1, GRANT)
    with pytest.raises(OverLimit) as refused:
        ledger.transfer(tx, BANK, BOB, 2, GRANT)
    ledger.transfer(tx, BANK, BOB, 1, GRANT)

    assert refused.value.most == 1
    assert ledger.balance(tx, BANK) == 1 - 2**53


def test_the_purse_is_given_once(tx: Transaction) -> None:
    """A newcomer's wallet gets the purse exactly once, even if it was paid into before."""
    ledger.transfer(tx, BANK, ANN, 5, GRANT)

    assert ledger.open_wallet(tx, SERVER, 11, 200, 1.0) == 205
    assert ledger.open_wallet(tx, SERVER, 11, 200, 2.0) == 205
    assert ledger.open_wallet(tx, SERVER, 12, 0, 2.0) == 0
    assert ledger.open_wallet(tx, SERVER, 12, 200, 3.0) == 0


def test_servers_share_nothing_but_the_person(tx: Transaction) -> None:
    """F-41: a person's two servers share nothing."""
    ledger.open_wallet(tx, 1, 11, 200, 1.0)
    ledger.open_wallet(tx, 2, 11, 100, 1.0)

    assert [ledger.balance(tx, ledger.wallet(server, 11)) for server in (1, 2)] == [200, 100]
    assert [ledger.sum_of_server(tx, server) for server in ledger.servers(tx)] == [0, 0]


def test_history_is_ones_own_and_the_latest_first(tx: Transaction) -> None:
    """A player's own ledger has reasons, page by page."""
    ledger.open_wallet(tx, SERVER, 11, 200, 1.0)
    ledger.transfer(tx, BANK, BOB, 9, GRANT)
    ledger.transfer(tx, ANN, ledger.at_table(SERVER, 3), 20, TransferInfo("buy_in", 2.0, table=3))
    latest, first = ledger.history(tx, ANN)

    assert latest == Entry(3, ANN, Account(SERVER, "table", 3), 20, TransferInfo("buy_in", 2.0, table=3))
    assert first == Entry(1, BANK, ANN, 200, TransferInfo("purse", 1.0))
    assert ledger.history(tx, ANN, limit=1) == (latest,)
    assert ledger.history(tx, ANN, before=3) == (first,)
    assert ledger.history(tx, ledger.wallet(SERVER, 404)) == ()


def test_the_audit_says_who_gave_what_and_why(tx: Transaction) -> None:
    """Each grant and each fine is in the ledger with its author and reason."""
    ledger.open_wallet(tx, SERVER, 11, 200, 1.0)
    ledger.transfer(tx, BANK, ANN, 5, GRANT)
    ledger.transfer(tx, ANN, BANK, 2, TransferInfo("take", 6.0, note="spilt beer", by=98))
    ledger.transfer(tx, BANK, ledger.house_account(SERVER), 1000, TransferInfo("house_bank", 7.0, by=99))
    audited = ledger.audit(tx, SERVER)

    assert [(each.amount, each.why.reason, each.why.note, each.why.by) for each in audited] == [
        (1000, "house_bank", "", 99),
        (2, "take", "spilt beer", 98),
        (5, "grant", "for the song", 99),
    ]


def test_the_fullest_wallets_come_first(tx: Transaction) -> None:
    """Only wallets are listed, and only those that hold something."""
    for player, amount in ((11, 30), (12, 50), (13, 30)):
        ledger.transfer(tx, BANK, ledger.wallet(SERVER, player), amount, GRANT)
    ledger.transfer(tx, BANK, ledger.house_account(SERVER), 99, GRANT)
    ledger.open_wallet(tx, SERVER, 14, 0, 1.0)

    first, *equal = [Placed(1, 12, 50, 1), Placed(2, 11, 30, 2), Placed(2, 13, 30, 2)]
    assert ledger.top(tx, SERVER) == [first, *equal]
    assert ledger.top(tx, SERVER, limit=2) == [first, equal[0]]
    assert [left_out(ledger.top(tx, SERVER, limit)) for limit in (1, 2, 3)] == [0, 1, 0]


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE transfers SET amount = 51 WHERE id = 2",
        "UPDATE transfers SET credit = 3, debit = 2 WHERE id = 2",
        "UPDATE transfers SET at = 1.25 WHERE id = 2",
        "UPDATE transfers SET reason = 'wages' WHERE id = 2",
        "UPDATE transfers SET hash = (SELECT hash FROM transfers WHERE id = 1) WHERE id = 2",
    ],
)
def test_f10_a_row_that_was_changed_is_found(tx: Transaction, tampering: str) -> None:
    """F-10: ledger rows carry a hash of the row before, so that damage to one is seen."""
    for owner in (11, 12, 13):
        ledger.transfer(tx, BANK, ledger.wallet(SERVER, owner), 50, GRANT)
    ledger.transfer(tx, ledger.bank_account(8), ledger.wallet(8, 11), 50, GRANT)
    assert ledger.verify_chain(tx, SERVER) is None

    with pytest.raises(CONSTRAINED):
        try_out(tx, tampering)
    drop_trigger(tx, "transfers", "transfers_stay")
    tx.execute(tampering)
    assert ledger.verify_chain(tx, SERVER) == 2
    assert ledger.verify_chain(tx, 8) is None


def test_f10_a_last_row_that_is_missing_is_found(tx: Transaction) -> None:
    """F-10: a missing last transfer shows in the balances."""
    ledger.transfer(tx, BANK, ANN, 50, GRANT)
    ledger.transfer(tx, BANK, ANN, 50, GRANT)
    with pytest.raises(CONSTRAINED):
        try_out(tx, "DELETE FROM transfers WHERE id = 2")
    drop_trigger(tx, "transfers", "transfers_last")
    tx.execute("DELETE FROM transfers WHERE id = 2")

    assert ledger.verify_chain(tx, SERVER) == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 100)), max_size=30))
def test_money_is_conserved(tx: Transaction, moves: list[tuple[int, int, int]]) -> None:
    """Law 4: money is conserved and nothing is below zero, after any transfers."""
    accounts = [BANK, ANN, BOB, ledger.house_account(SERVER), ledger.at_table(SERVER, 3)]
    for payer, payee, amount in moves:
        if payer != payee:
            with suppress(NotEnough):
                ledger.transfer(tx, accounts[payer], accounts[payee], amount, GRANT)

    assert ledger.sum_of_server(tx, SERVER) == 0
    assert all(ledger.balance(tx, each) >= 0 for each in accounts[1:])
    assert ledger.verify_chain(tx, SERVER) is None
