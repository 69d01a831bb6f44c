"""Helpers that several tests about killed share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from games.catalog import GAMES
from storage.db.transaction import Transaction
from storage.play.tables import Tables
from tests.bot.books import answers, is_whole
from tests.bot.crowd import Delivery

ROOT = Path(__file__).parents[2]


@dataclass(slots=True)
class Told:
    """A process's output before it was killed: presses sent, and those done with table and revision."""

    sent: list[Delivery] = field(default_factory=list)
    done: dict[Delivery, tuple[int, int]] = field(default_factory=dict)
    refused: set[Delivery] = field(default_factory=set)

    @classmethod
    def read(cls, text: str) -> Told:
        """Read a process's output; a line that was not finished was not said."""
        told = cls()
        for line in text.splitlines(keepends=True):
            if not line.endswith("\n"):
                continue
            what, number, player, custom_id, table, revision = line.split()
            delivery = Delivery(int(number), int(player), custom_id)
            match what:
                case "sent":
                    told.sent.append(delivery)
                case "done":
                    told.done[delivery] = (int(table), int(revision))
                case "refused":
                    told.refused.add(delivery)
        return told


def check_told(tx: Transaction, told: Told) -> None:
    """Check that acknowledged presses are stored once with their moves, and others wholly or not at all."""
    kept = Tables(GAMES)
    for delivery, (table_id, revision) in told.done.items():
        assert is_whole(tx, delivery)
        stored = kept.load(tx, table_id)
        assert stored is not None
        assert stored.revision >= revision
        if delivery.is_answer:
            (at,) = answers(tx, delivery)
            # The end of a tournament's hand changes the table once more: by its director's orders.
            assert revision - (stored.table.terms.tournament is not None) <= at <= revision
    for delivery in told.sent:
        assert not (is_whole(tx, delivery) and delivery in told.refused)
