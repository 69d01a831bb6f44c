"""Tables that this version cannot read."""

from __future__ import annotations

import pytest

from games.engine.provable_chance import Seal
from games.engine.table import seating
from games.tournament import entries
from games.tournament.model import TournamentTerms
from storage.books import ledger, refunds
from storage.books.refunds import Voided
from storage.db.transaction import Transaction
from storage.play.postings import TABLES
from storage.play.tables import Tables
from storage.tournaments import tournaments
from storage.tournaments.tournaments import Plan, Tournaments
from tests.storage.tables import CHANNEL, SERVER, in_lobby
from tests.storage.toy import TOY
from tests.storage.voiding import held, played


def test_everybody_gets_back_what_they_had(tx: Transaction, tables: Tables) -> None:
    """A snapshot that this version cannot read is voided: the stacks that it names are paid out."""
    stored = played(tx, tables)
    TABLES.set_message(tx, stored.id, 71, 700, 5.0)
    tx.execute("UPDATE tables SET format = 99, snapshot = replace(snapshot, '\"stack\":20', '\"stack\":20 ')")
    voided = refunds.void(tx, stored.id, 6.0)

    assert voided == Voided(1, SERVER, 71, 700, {11: 20, 12: 20})
    assert held(tx) == [200, 200, 0]
    assert TABLES.deadlines(tx) == []
    assert tables.check(tx).lost == ()
    assert TABLES.behind(tx) == ()
    assert ledger.verify_chain(tx, SERVER) is None


@pytest.mark.parametrize("snapshot", ["", "[]", "{", '{"seats":[{"player":11,"stack":41}]}', '{"seats":[1]}'])
def test_where_nothing_can_be_made_out_what_was_paid_in_goes_back(
    tx: Transaction, tables: Tables, snapshot: str
) -> None:
    """Without readable stacks, the money goes back in proportion to the payments."""
    stored = played(tx, tables)
    tx.execute("UPDATE tables SET snapshot = ?", (snapshot,))
    voided = refunds.void(tx, stored.id, 6.0)

    assert voided.refunds == {11: 20, 12: 20}
    assert held(tx) == [200, 200, 0]


def test_money_between_hands_goes_back_too(tx: Transaction, tables: Tables) -> None:
    """One of the two was wrong, so stacks sum to 39 of 40: all of it is paid out."""
    stored = played(tx, tables, "heads", "tails")
    tx.execute("UPDATE tables SET format = 99")
    voided = refunds.void(tx, stored.id, 6.0)

    assert sum(voided.refunds.values()) == 40
    assert held(tx)[2] == 0


def test_odd_units_go_one_each_to_the_first(tx: Transaction, tables: Tables) -> None:
    """TB-1: nothing is divided into fractions."""
    stored = played(tx, tables)
    on_table = ledger.at_table(SERVER, stored.id)
    ledger.transfer(tx, on_table, ledger.house_account(SERVER), 1, ledger.TransferInfo("cash_out", 5.0))
    tx.execute("UPDATE tables SET snapshot = ''")

    assert refunds.void(tx, stored.id, 6.0).refunds == {11: 20, 12: 19}


def test_a_table_without_money_is_just_closed(tx: Transaction, tables: Tables) -> None:
    """A lobby and a practice table have no money to refund."""
    stored = in_lobby(tx, tables, 11, money="practice")
    tx.execute("UPDATE tables SET format = 99, snapshot = replace(snapshot, '\"stack\":0', '\"stack\":20')")

    assert refunds.void(tx, stored.id, 6.0).refunds == {}
    assert held(tx)[0] == 200


def test_a_voided_tournament_closes_only_tables_that_are_open(tx: Transaction, tables: Tables) -> None:
    """F-58: its tables that were closed before stay as they were, and can still be read."""
    announced = entries.announce(TournamentTerms(2, 20), range(2, 7))
    plan = Plan("Cup", 11, "toy", "{}", 60)
    number = Tournaments().add(tx, (SERVER, CHANNEL), plan, announced, Seal("00"), 1.0).id
    over, going = (in_lobby(tx, tables, 11, money="practice") for _ in range(2))
    over = tables.save(tx, over, seating.close(over.table, TOY, 11), None, 3.0)
    for at, stored in enumerate((over, going), 1):
        tournaments.note_table(tx, number, at, stored.id)
    before = tables.load(tx, over.id)
    closings = tx.scalar("SELECT count(*) FROM closings")
    refunds.void_tournament(tx, number, 6.0)

    assert tables.load(tx, over.id) == before
    assert tx.scalar("SELECT phase FROM tables WHERE id = ?", (going.id,)) == "closed"
    assert tx.scalar("SELECT count(*) FROM closings") == closings + 1
