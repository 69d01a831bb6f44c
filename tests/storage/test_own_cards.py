"""A server's own texts for the cards of a game (KH-13)."""

from __future__ import annotations

import pytest

from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.server_settings import OwnCard
from storage.play.tables import Tables
from tests.storage.tables import SERVER, playing

GAME = "toy"
FIRST, SECOND = OwnCard("Bob", "Bakes."), OwnCard("Rob")


def test_the_latest_words_count(tx: Transaction) -> None:
    """KH-13: the latest texts of each card count; empty ones mean the game's own; servers are separate."""
    server_settings.say_own_cards(tx, SERVER, GAME, {"a": FIRST, "b": OwnCard()}, 1.0)
    assert server_settings.own_cards_now(tx, SERVER, GAME) == {"a": FIRST}
    server_settings.say_own_cards(tx, SERVER, GAME, {"b": SECOND}, 2.0)

    assert server_settings.own_cards_now(tx, SERVER, GAME) == {"b": SECOND}
    assert (
        server_settings.own_cards_now(tx, SERVER + 1, GAME)
        == server_settings.own_cards_now(tx, SERVER, "other")
        == {}
    )
    server_settings.clear_own_cards(tx, SERVER, GAME)
    assert server_settings.own_cards_now(tx, SERVER, GAME) == {}


def test_a_hand_keeps_the_words_it_began_with(tx: Transaction, tables: Tables) -> None:
    """KH-13: later texts are for the next hand; deleted ones are gone from this one, too."""
    stored = playing(tx, tables)
    began = 50.0
    tx.execute(
        "INSERT INTO moves (table_id, revision, number, hand, seat, move, at) VALUES (?, 9, 1, 7, 0, '', ?)",
        (stored.id, began),
    )
    server_settings.say_own_cards(tx, SERVER, GAME, {"a": FIRST}, began - 1)
    server_settings.say_own_cards(tx, SERVER, GAME, {"a": SECOND}, began + 1)

    assert server_settings.own_cards_of_hand(tx, SERVER, GAME, stored.id, 7) == {"a": FIRST}
    assert server_settings.own_cards_of_hand(tx, SERVER, GAME, stored.id, 8) == {"a": SECOND}
    server_settings.clear_own_cards(tx, SERVER, GAME)
    assert server_settings.own_cards_of_hand(tx, SERVER, GAME, stored.id, 7) == {}


def test_old_words_are_dropped_and_never_the_latest(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    """KH-13: a server that keeps naming its cards fills no disk."""
    monkeypatch.setattr(server_settings, "WORDS_MAX", 3)
    for number in range(9):
        server_settings.say_own_cards(
            tx, SERVER, GAME, {"a": OwnCard(f"A{number}"), "b": FIRST}, float(number)
        )

    assert server_settings.own_cards_now(tx, SERVER, GAME) == {"a": OwnCard("A8"), "b": FIRST}
    assert tx.scalar_int("SELECT count(*) FROM own_cards") == 4
