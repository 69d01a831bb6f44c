"""Notes for the books alone, which nothing but the audit reads (TB-23)."""

from __future__ import annotations

from games.engine.provable_chance import Seal
from games.tournament import entries
from games.tournament.model import TournamentTerms
from games.tournament.orders import PlayPaused, Removed
from storage.books import ledger, private_notes
from storage.books.ledger import TransferInfo
from storage.db.transaction import Transaction
from storage.people import personal_data
from storage.play.tables import Tables
from storage.tournaments import tournaments
from storage.tournaments.tournaments import Author, Plan, Tournaments

SERVER, ANN, BEN = 7, 11, 12
NOTE = "plays with two accounts"


def _noted(tx: Transaction) -> int:
    """Grant BEN coins as ANN, and remove him from a tournament, each with a note; return its number."""
    info = TransferInfo("grant", 1.0, "a quiz", ANN, private_note=NOTE)
    ledger.transfer(tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, BEN), 5, info)
    made = entries.announce(TournamentTerms(2, 20), range(2, 7))
    cup = Tournaments().add(tx, (SERVER, 2), Plan("Cup", 99, "toy", "{}", 60), made, Seal("00"), 1.0).id
    author = Author(ANN, "late", NOTE)
    tournaments.write_acts(tx, SERVER, cup, (Removed(BEN), PlayPaused()), author, 2.0)
    return cup


def test_a_note_stands_beside_what_it_is_about(tx: Transaction) -> None:
    """TB-23: it is found by the transfer or the act, and neither of these is read with it."""
    cup = _noted(tx)
    (entry,) = ledger.audit(tx, SERVER)
    acts = tournaments.acts_of(tx, cup, 9)

    assert private_notes.of(tx, "transfer", [entry.id, 99]) == {entry.id: NOTE}
    assert private_notes.of(tx, "tournament", [each.id for each in acts]) == dict.fromkeys(
        (each.id for each in acts), NOTE
    )
    assert [each.kind for each in acts] == ["paused", "removed"]
    history = ledger.history(tx, ledger.wallet(SERVER, BEN))
    assert NOTE not in repr((entry, acts, history, tournaments.ACTS.latest(tx, SERVER, 9)))


def test_without_a_note_nothing_is_stored(tx: Transaction) -> None:
    """A reason alone makes no note."""
    info = TransferInfo("grant", 1.0, "a quiz", ANN)
    ledger.transfer(tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, BEN), 5, info)

    assert tx.scalar("SELECT count(*) FROM private_notes") == 0


def test_the_author_has_it_and_whom_it_is_about_takes_it_along(tx: Transaction, tables: Tables) -> None:
    """F-53: it is in the file of the author alone, and goes with either of them."""
    _noted(tx)

    told = personal_data.export(tx, tables, ANN)["private_notes"]
    assert [(each["kind"], each["note"]) for each in told] == [
        ("tournament", NOTE),
        ("tournament", NOTE),
        ("transfer", NOTE),
    ]
    assert NOTE not in repr(personal_data.export(tx, tables, BEN))
    personal_data.forget(tx, tables, BEN, 3.0)
    assert len(personal_data.export(tx, tables, ANN)["private_notes"]) == 1  # the pause is about nobody
    personal_data.forget(tx, tables, ANN, 3.0)
    assert tx.scalar("SELECT count(*) FROM private_notes") == 0
