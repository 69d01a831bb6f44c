"""Revisions of tables and tournaments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.provable_chance import Seal
from games.tournament import entries
from games.tournament.model import TournamentTerms
from storage.db.transaction import Transaction
from storage.errors import Overtaken
from storage.play.tables import Tables
from storage.tournaments.tournaments import Booked, Plan, Tournaments
from tests.storage.privacy import everything
from tests.storage.tables import CHANNEL, SERVER, playing
from tests.storage.toy import called

OFF = (-1, 1)


@pytest.mark.parametrize("off", OFF)
def test_a_table_is_changed_from_its_own_revision_alone(tx: Transaction, tables: Tables, off: int) -> None:
    """A change that began with the revision before, or one to come, is refused and writes nothing."""
    stored = playing(tx, tables)
    before = everything(tx)
    with pytest.raises(Overtaken):
        tables.save(
            tx, replace(stored, revision=stored.revision + off), called(stored.table, 1, "heads"), None, 4.0
        )

    assert everything(tx) == before


@pytest.mark.parametrize("off", OFF)
def test_a_tournament_is_changed_from_its_own_revision_alone(tx: Transaction, off: int) -> None:
    """The same holds for a tournament."""
    held = Tournaments()
    announced = entries.announce(TournamentTerms(2, 20), range(2, 7))
    stored = held.add(tx, (SERVER, CHANNEL), Plan("Cup", 11, "toy", "{}", 60), announced, Seal("00"), 1.0)
    before = everything(tx)
    with pytest.raises(Overtaken):
        held.save(tx, replace(stored, revision=stored.revision + off), stored, (), Booked(4.0, 11, None))

    assert everything(tx) == before
