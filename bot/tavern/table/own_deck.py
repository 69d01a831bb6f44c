"""Which words the cards of a table go by (KH-13).

The server's own where its house rules say so and coins are at stake. Tournaments, practice, lessons and the
deal of the day have the official deck.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.table.table import AnyTable
from storage.db.transaction import Transaction
from storage.play import own_cards
from storage.play.own_cards import OwnCard

RULE = "deck"
"""The house rule that says whose words they are, in games that have it."""


def words_of(tx: Transaction, server: int, table: AnyTable, hand: int | None = None) -> Mapping[str, OwnCard]:
    """The cards that go by a server's own words: as they were when a table's hand began, the last if None."""
    is_own = getattr(table.rules, RULE, "official") == "own"
    if not is_own or table.money != "coins" or table.terms.tournament is not None:
        return {}
    return own_cards.of_hand(tx, server, table.game, table.id, table.hands if hand is None else hand)
