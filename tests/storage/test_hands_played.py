"""How many hands somebody has played, as long as the coach asks."""

from __future__ import annotations

from storage import hands_played, preferences
from storage.preferences import Preferences
from storage.tables import Tables
from storage.transaction import Transaction
from tests.storage.test_tables import in_lobby
from tests.storage.toy import TOY

ANN, BOB = 11, 12


def test_the_coach_has_ten_hands_of_each_game(tx: Transaction, tables: Tables) -> None:
    """Ten hands of a game are counted for each person; hands of another game are another count."""
    stored = in_lobby(tx, tables, ANN, BOB)
    for _ in range(9):
        hands_played.count(tx, TOY.key, (ANN,))
    nine = hands_played.learners(tx, stored.id, TOY.key)
    hands_played.count(tx, TOY.key, (ANN,))
    hands_played.count(tx, TOY.key, (ANN,))

    assert nine == {ANN, BOB}
    assert hands_played.learners(tx, stored.id, TOY.key) == {BOB}
    assert hands_played.learners(tx, stored.id, "chess") == {ANN, BOB}
    assert tx.number("SELECT hands FROM hands_played WHERE player = ?", (ANN,)) == 10


def test_who_wants_no_coach_has_none(tx: Transaction, tables: Tables) -> None:
    """It is off for whoever has sent it away, and for nobody else."""
    stored = in_lobby(tx, tables, ANN, BOB)
    preferences.save(tx, ANN, Preferences(coach="off"))

    assert hands_played.learners(tx, stored.id, TOY.key) == {BOB}
    assert preferences.load(tx, ANN).coach == "off"
