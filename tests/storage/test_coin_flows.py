"""Flows of coins between users, by gifts and over tables (TB-23)."""

from __future__ import annotations

from storage.books import flows, ledger
from storage.books.flows import CoinFlow
from storage.books.ledger import Account, Reason, TransferInfo
from storage.db.transaction import Transaction

SERVER = 7
ANN, BOB, CORA = 13, 14, 15
DAY = 86_400.0


def move(tx: Transaction, payer: Account, payee: Account, amount: int, reason: Reason, at: float) -> None:
    """Make a transfer."""
    ledger.transfer(tx, payer, payee, amount, TransferInfo(reason, at))


def wallet(player: int) -> Account:
    """Return a player's account."""
    return ledger.wallet(SERVER, player)


def funded(tx: Transaction) -> None:
    """Give everybody 500 coins."""
    for player in (ANN, BOB, CORA):
        move(tx, ledger.bank_account(SERVER), wallet(player), 500, "grant", 0.0)


def played(tx: Transaction, number: int, home: dict[int, int], at: float, house: int = 0) -> None:
    """Add a table at which all pay 100 and take `home` away; the house pays 100 if it takes any."""
    table = ledger.at_table(SERVER, number)
    for player in home:
        move(tx, wallet(player), table, 100, "buy_in", at)
    if house:
        move(tx, ledger.bank_account(SERVER), table, 100, "buy_in", at)
        move(tx, table, ledger.house_account(SERVER), house, "cash_out", at)
    for player, amount in home.items():
        if amount:
            move(tx, table, wallet(player), amount, "cash_out", at)


def test_gifts_and_tables_of_a_pair_are_added_up(tx: Transaction) -> None:
    """TB-23: Ann gave Bob 50 and 20, lost 100 to him at a table and won 30 back: a net flow of 140."""
    funded(tx)
    for amount in (50, 20):
        move(tx, wallet(ANN), wallet(BOB), amount, "pay", DAY)
    played(tx, 1, {ANN: 0, BOB: 200}, DAY)
    played(tx, 2, {ANN: 130, BOB: 70}, DAY)
    move(tx, wallet(CORA), wallet(ANN), 99, "pay", DAY)

    found = flows.between_people(tx, SERVER, 1.0, 100, 9)
    assert found == (CoinFlow(ANN, BOB, net=140, gifts=70, tables=70, times=4, times_so=3),)
    assert flows.between_people(tx, SERVER, 1.0, 141, 9) == ()
    assert [each.giver for each in flows.between_people(tx, SERVER, 1.0, 99, 9)] == [ANN, CORA]
    assert flows.between_people(tx, SERVER, 1.0, 99, 1) == found


def test_a_loss_goes_to_the_winners_by_what_they_won(tx: Transaction) -> None:
    """TB-23: Bob won 75 and Cora 25 of Ann's loss of 100; if the house won half, half is the house's."""
    funded(tx)
    played(tx, 1, {ANN: 0, BOB: 175, CORA: 125}, DAY)
    assert [(each.giver, each.taker, each.net) for each in flows.between_people(tx, SERVER, 1.0, 1, 9)] == [
        (ANN, BOB, 75),
        (ANN, CORA, 25),
    ]

    played(tx, 2, {ANN: 0, BOB: 150}, DAY * 3, house=150)
    assert [
        (each.giver, each.taker, each.net) for each in flows.between_people(tx, SERVER, DAY * 2, 1, 9)
    ] == [(ANN, BOB, 50)]


def test_what_lies_on_a_table_is_not_lost_yet(tx: Transaction) -> None:
    """TB-23: coins on a table are not lost yet; results from before the period do not count."""
    funded(tx)
    played(tx, 1, {ANN: 0, BOB: 200}, DAY)
    table = ledger.at_table(SERVER, 2)
    for player in (ANN, BOB):
        move(tx, wallet(player), table, 100, "buy_in", DAY * 2)
    move(tx, table, wallet(BOB), 150, "cash_out", DAY * 2)

    assert flows.between_people(tx, SERVER, DAY + 1, 1, 9) == ()
    assert [each.net for each in flows.between_people(tx, SERVER, DAY, 1, 9)] == [100]


def test_forgotten_people_are_not_told_of(tx: Transaction) -> None:
    """TB-23: an erased person is on no page."""
    funded(tx)
    move(tx, wallet(ANN), wallet(BOB), 50, "pay", DAY)
    played(tx, 1, {ANN: 0, BOB: 200}, DAY)
    tx.execute("UPDATE accounts SET owner = -1 WHERE kind = 'wallet' AND owner = ?", (ANN,))

    assert flows.between_people(tx, SERVER, 1.0, 1, 9) == ()
