"""What a server calls the cards of a game (KH-13)."""

from __future__ import annotations

import pytest

from storage.db.transaction import Transaction
from storage.play import own_cards
from storage.play.own_cards import OwnCard
from storage.play.tables import Tables
from tests.storage.test_tables import SERVER, playing

GAME = "toy"
FIRST, SECOND = OwnCard("Bob", "Bakes."), OwnCard("Rob")


def test_the_latest_words_count(tx: Transaction) -> None:
    """KH-13: of each card; what is empty is the game's own, and other servers have theirs."""
    own_cards.say(tx, SERVER, GAME, {"a": FIRST, "b": OwnCard()}, 1.0)
    assert own_cards.now(tx, SERVER, GAME) == {"a": FIRST}
    own_cards.say(tx, SERVER, GAME, {"b": SECOND}, 2.0)

    assert own_cards.now(tx, SERVER, GAME) == {"b": SECOND}
    assert own_cards.now(tx, SERVER + 1, GAME) == own_cards.now(tx, SERVER, "other") == {}
    own_cards.clear(tx, SERVER, GAME)
    assert own_cards.now(tx, SERVER, GAME) == {}


def test_a_hand_keeps_the_words_it_began_with(tx: Transaction, tables: Tables) -> None:
    """KH-13: what is said later is for the next one; what has been dropped is gone from it, too."""
    stored = playing(tx, tables)
    began = 50.0
    tx.execute(
        "INSERT INTO moves (table_id, revision, number, hand, seat, move, at) VALUES (?, 9, 1, 7, 0, '', ?)",
        (stored.id, began),
    )
    own_cards.say(tx, SERVER, GAME, {"a": FIRST}, began - 1)
    own_cards.say(tx, SERVER, GAME, {"a": SECOND}, began + 1)

    assert own_cards.of_hand(tx, SERVER, GAME, stored.id, 7) == {"a": FIRST}
    assert own_cards.of_hand(tx, SERVER, GAME, stored.id, 8) == {"a": SECOND}
    own_cards.clear(tx, SERVER, GAME)
    assert own_cards.of_hand(tx, SERVER, GAME, stored.id, 7) == {}


def test_old_words_are_dropped_and_never_the_latest(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    """KH-13: a server that keeps naming its cards fills no disk."""
    monkeypatch.setattr(own_cards, "WORDS_MAX", 3)
    for number in range(9):
        own_cards.say(tx, SERVER, GAME, {"a": OwnCard(f"A{number}"), "b": FIRST}, float(number))

    assert own_cards.now(tx, SERVER, GAME) == {"a": OwnCard("A8"), "b": FIRST}
    assert tx.number("SELECT count(*) FROM own_cards") == 4
