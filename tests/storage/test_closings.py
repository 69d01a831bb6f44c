"""Every closing and calling off is in the audit, with its author and reason (TB-10)."""

from __future__ import annotations

from games.engine.table import play, seating
from games.engine.table.table import Closing
from storage.books import audit_lines, ledger, refunds
from storage.books.audit_lines import Closed
from storage.db.transaction import Transaction
from storage.play.tables import Tables
from tests.storage.tables import SERVER, in_lobby, playing
from tests.storage.toy import SEEDS, TOY, called

HOST, BOSS = 11, 99


def test_a_closing_stands_in_the_books_when_it_is_asked_for(tx: Transaction, tables: Tables) -> None:
    """TB-10: it is recorded once, though the table closes later; the refunds name who closed it."""
    stored = playing(tx, tables)
    stored = tables.save(tx, stored, seating.close(stored.table, TOY, HOST), None, 4.0)
    assert audit_lines.CLOSINGS.latest(tx, SERVER, 5) == (Closed(1, stored.id, Closing(HOST), 4.0),)
    for seat in (1, 2):
        stored = tables.save(tx, stored, called(stored.table, seat, "heads"), None, 5.0)

    assert stored.table.phase == "closed"
    assert len(audit_lines.CLOSINGS.latest(tx, SERVER, 5)) == 1
    last = ledger.history(tx, ledger.wallet(SERVER, 12), limit=1)[0]
    assert (last.why.reason, last.why.by) == ("closed", HOST)


def test_a_hand_that_is_called_off_stands_in_the_books(tx: Transaction, tables: Tables) -> None:
    """TB-10: it is recorded with the reason; nothing is paid, since all stakes go back to their seats."""
    stored = playing(tx, tables)
    change = play.call_off(stored.table, TOY, SEEDS, BOSS, "spilt ale")
    stored = tables.save(tx, stored, change, None, 4.0)

    assert audit_lines.CLOSINGS.latest(tx, SERVER, 5) == (
        Closed(1, stored.id, Closing(BOSS, "spilt ale", 1), 4.0),
    )
    assert ledger.balance(tx, ledger.at_table(SERVER, stored.id)) == 40


def test_a_lobby_that_was_closed_stands_in_the_books(tx: Transaction, tables: Tables) -> None:
    """TB-10: it is recorded though no money moved."""
    stored = in_lobby(tx, tables, 11)
    tables.save(tx, stored, seating.close(stored.table, TOY, BOSS), None, 4.0)

    assert audit_lines.CLOSINGS.latest(tx, SERVER, 5) == (Closed(1, stored.id, Closing(BOSS), 4.0),)


def test_what_cannot_be_read_stands_in_the_books(tx: Transaction, tables: Tables) -> None:
    """TB-10: it is recorded without an author, with the reason."""
    stored = playing(tx, tables)
    refunds.void(tx, stored.id, 4.0)

    (closed,) = audit_lines.CLOSINGS.latest(tx, SERVER, 5)
    assert (closed.table, closed.closing.by, closed.closing.reason) == (stored.id, None, refunds.UNREADABLE)


def test_pages(tx: Transaction, tables: Tables) -> None:
    """The latest come first, earlier ones after the end of a page; other servers' are separate."""
    for _ in range(3):
        stored = in_lobby(tx, tables, 11)
        tables.save(tx, stored, seating.close(stored.table, TOY, BOSS), None, 4.0)
    assert [each.id for each in audit_lines.CLOSINGS.latest(tx, SERVER, 2)] == [3, 2]
    assert [each.id for each in audit_lines.CLOSINGS.latest(tx, SERVER, 2, 2)] == [1]
    assert audit_lines.CLOSINGS.latest(tx, SERVER + 1, 2) == ()
