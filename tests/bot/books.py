"""The laws of the database, at any moment, whatever happened to the process."""

from __future__ import annotations

from games.catalog import GAMES
from games.engine.core.game import Seat
from games.engine.table.table import money
from games.tools.simulation import replay
from storage.books import ledger
from storage.db.transaction import Transaction
from storage.play import hands, postings
from storage.play.tables import StoredTable, Tables
from storage.postgres.connection import PostgresTransaction
from storage.tournaments import results
from storage.tournaments.tournaments import StoredTournament, Tournaments, places
from tests.bot.crowd import Delivery


def check_laws(tx: Transaction) -> None:
    """Money: nothing made or lost, nothing below zero, each account its table's; hands: their own log's."""
    for server in ledger.servers(tx):
        assert ledger.sum_of_server(tx, server) == 0
        assert ledger.verify_chain(tx, server) is None
    assert tx.all("SELECT * FROM accounts WHERE kind <> 'bank' AND balance < 0") == []
    if not isinstance(tx, PostgresTransaction):  # which never lets a reference go astray
        assert tx.all("PRAGMA foreign_key_check") == []
    tables = Tables(GAMES)
    for (table_id,) in tx.all("SELECT id FROM tables"):
        stored = tables.load(tx, table_id)
        assert stored is not None
        _check_table(tx, tables, stored)
    check_tournaments(tx)


def check_tournaments(tx: Transaction) -> None:
    """Each fund is its director's; everybody in play sits once, with the chips that the director says."""
    tables, tournaments = Tables(GAMES), Tournaments()
    for (number,) in tx.all("SELECT id FROM tournaments"):
        stored = tournaments.load(tx, number)
        assert stored is not None
        tournament = stored.tournament
        due = 0 if stored.is_over else tournament.held
        assert ledger.balance(tx, ledger.fund(stored.server, number)) == due
        sitting = {
            (each.table, each.seat): (each.name, each.chips)
            for each in tournament.entrants
            if each.seat is not None
        }
        there: dict[tuple[int | None, Seat | None], tuple[str, int]] = {}
        for place, ours in places(tx, number).items():
            table = tables.load(tx, ours.table)
            assert table is not None
            there |= {(place, each.seat): (each.name, each.stack) for each in table.table.present}
        assert there == sitting
        scored = {each.player: each.score for each in tournament.entrants if each.score}
        assert results.points(tx, number) == scored
        if tournament.phase == "running":
            assert all(each.seat is not None for each in tournament.entrants if each.standing == "in")
            _check_called(tx, tables, stored)


def _check_called(tx: Transaction, tables: Tables, stored: StoredTournament) -> None:
    """A table plays, or may begin, exactly where its director says so; in a pause none may begin."""
    is_paused = stored.tournament.paused_at is not None
    for each in stored.tournament.tables:
        table = tables.load(tx, stored.tables[each.number])
        assert table is not None
        if table.table.hand is None:
            assert table.table.is_called == (each.is_playing and not is_paused)
        else:
            assert each.is_playing


def answers(tx: Transaction, delivery: Delivery) -> list[int]:
    """The revisions to which a press led by its answer: every press has a moment of its own."""
    _, table, seat, *_ = delivery.custom_id.split(":")
    rows = tx.all(
        "SELECT revision FROM moves JOIN interactions ON interactions.at = moves.at"
        " WHERE interactions.id = ? AND table_id = ? AND seat = ? AND number = 0",
        (delivery.id, int(table), int(seat)),
    )
    return [revision for (revision,) in rows]


def is_whole(tx: Transaction, delivery: Delivery) -> bool:
    """Return True if a press has been acted on; check that its effects are there wholly or not at all."""
    is_remembered = postings.done_by_press(tx, delivery.id) is not None
    if delivery.is_answer:
        assert len(answers(tx, delivery)) == is_remembered
    return is_remembered


def _check_table(tx: Transaction, tables: Tables, stored: StoredTable) -> None:
    table, game = stored.table, GAMES[stored.table.game]
    held = ledger.balance(tx, ledger.at_table(stored.server, stored.id))
    assert held == (money(table, game) if table.money == "coins" else 0)
    newest = tx.scalar_int("SELECT max(revision) FROM moves WHERE table_id = ?", (stored.id,))
    assert (newest or 0) <= stored.revision
    if table.hand is None:
        return
    logged = hands.moves(tx, game, stored.id, table.hand.number)
    kept = hands.get(tx, game, stored.id, table.hand.number)
    assert kept is not None
    assert replay(game, kept.beginning, logged) == table.hand.state
