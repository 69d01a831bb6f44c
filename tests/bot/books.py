"""What must hold of the database at any moment, whatever happened to the process."""

from __future__ import annotations

from collections import Counter

from games.catalog import GAMES
from games.engine.game import Seat
from games.engine.replay import replay
from games.engine.table import Logged, money
from storage import hands, interactions, ledger
from storage.tables import Stored, Tables
from storage.transaction import Transaction
from tests.bot.crowd import Delivery


def check_laws(tx: Transaction) -> None:
    """Money: nothing made or lost, nothing below zero, each account its table's; hands: their own log's."""
    for server in ledger.servers(tx):
        assert ledger.sum_of_server(tx, server) == 0
        assert ledger.verify_chain(tx, server) is None
    assert tx.all("SELECT * FROM accounts WHERE kind <> 'bank' AND balance < 0") == []
    assert tx.all("PRAGMA foreign_key_check") == []
    tables = Tables(GAMES)
    for (table_id,) in tx.all("SELECT id FROM tables"):
        stored = tables.load(tx, table_id)
        assert stored is not None
        _check_table(tx, tables, stored)


def is_whole(tx: Transaction, delivery: Delivery) -> bool:
    """Whether a press has been acted on; if so all of it is there, and if not nothing."""
    is_remembered = interactions.done(tx, delivery.id) is not None
    moves = tx.value("SELECT count(*) FROM moves WHERE cut = ?", (str(delivery.id),))
    assert moves == (1 if is_remembered and delivery.is_answer else 0)
    return is_remembered


def _check_table(tx: Transaction, tables: Tables, stored: Stored) -> None:
    table, game = stored.table, GAMES[stored.table.game]
    held = ledger.balance(tx, ledger.at_table(stored.server, stored.id))
    assert held == (money(table, game) if table.money == "coins" else 0)
    moves = tables.moves(tx, stored.id)
    assert all(move.revision <= stored.revision for move in moves)
    repeated = [cut for cut, times in Counter(each.cut for each in moves).items() if cut and times > 1]
    assert repeated == []
    if table.hand is None:
        return
    logged = [
        Logged(each.hand, Seat(each.seat), each.move, each.cut)
        for each in moves
        if each.hand == table.hand.number
    ]
    kept = hands.get(tx, game, stored.id, table.hand.number)
    assert kept is not None
    assert replay(game, kept.beginning, logged) == table.hand.state
