"""Who is still learning a game, and may be helped: at tables where only practice chips are at stake."""

from __future__ import annotations

from games.engine.table.table import AnyTable
from storage.db.transaction import Transaction
from storage.play.tables import Stored
from storage.standing import records


def is_for_practice(table: AnyTable) -> bool:
    """Whether nothing but practice chips is at stake: never with coins, nor at a tournament."""
    is_passing = table.terms.hands_max is not None
    return table.money == "practice" and table.terms.tournament is None and not is_passing


def may_have_hints(table: AnyTable, player: int | None) -> bool:
    """Whether somebody practises here with nobody but house players."""
    people = [each.player for each in table.present if each.player is not None]
    return is_for_practice(table) and people == [player]


def learners(tx: Transaction, stored: Stored) -> frozenset[int]:
    """Who at a table is told what matters now."""
    if not is_for_practice(stored.table) or stored.table.hand is None:
        return frozenset()
    return records.learners(tx, stored.id, stored.table.game)
