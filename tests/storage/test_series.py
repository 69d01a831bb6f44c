"""Series and the places taken in their tournaments."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine.provable_chance import Seal
from games.tournament import entries
from games.tournament.model import Entrant, Tournament, TournamentTerms
from games.tournament.series import Finish, SeriesTerms
from storage.db import schema
from storage.db.transaction import Transaction
from storage.people import personal_data
from storage.play.tables import Tables
from storage.tournaments import results
from storage.tournaments import series as storage
from storage.tournaments.series import NamedFinish, Series, SeriesSchedule
from storage.tournaments.tournaments import Plan, Tournaments
from tests.storage.privacy import everything
from tests.storage.tables import SERVER

ANN, BEN, CAT, HOUSE = 4_001_001_001, 4_002_002_002, 4_003_003_003, -(2**40)
TERMS = SeriesTerms((10, 6), 2, 5)


@pytest.fixture
def winter(tx: Transaction) -> Series:
    """Return a series that Ann runs."""
    return storage.add(tx, Series(0, SERVER, ANN, "Winter", TERMS, 1.0))


def announced(tx: Transaction) -> int:
    """Return a tournament that has not begun."""
    made = entries.announce(TournamentTerms(2, 20), range(2, 7))
    return Tournaments().add(tx, (SERVER, 2), Plan("Cup", ANN, "toy", "{}", 60), made, Seal("00"), 1.0).id


def over() -> Tournament:
    """Return a finished tournament: a house player first, Ann second, Ben third, Cat removed."""
    entrants = (
        Entrant(HOUSE, "Vask", 1, is_house=True, chips=9),
        Entrant(ANN, "Ann", 2, standing="out", fell=2),
        Entrant(BEN, "Ben", 3, standing="out", fell=1),
        Entrant(CAT, "Cat", 4, standing="removed", removed=1, fell=3),
    )
    return Tournament(TournamentTerms(4, 9), phase="over", entrants=entrants)


def play(tx: Transaction, series: Series) -> int:
    """Add a finished tournament of the series."""
    number = announced(tx)
    storage.attach(tx, series.id, number)
    results.write(tx, number, SERVER, over())
    tx.execute("UPDATE tournaments SET phase = 'over', acted_at = 7.0 WHERE id = ?", (number,))
    return number


def test_a_series_is_read_as_it_was_stored(tx: Transaction, winter: Series) -> None:
    """The terms are read back, and their changes."""
    assert storage.load(tx, SERVER, winter.id) == Series(1, SERVER, ANN, "Winter", TERMS, 1.0)
    assert storage.load(tx, SERVER + 1, winter.id) is None

    schedule = SeriesSchedule("last", 4, 31, 1200, "Europe/Berlin", 24)
    by_itself = {"plan": "{}", "schedule": schedule, "channel": 5, "start_at": 8, "due_at": 7.5}
    told = {"trouble": "no room", "is_told": False}
    closed = replace(winter, title="Summer", terms=SeriesTerms(), closed_at=9.0, **by_itself, **told)  # type: ignore[arg-type]
    storage.save(tx, closed)

    assert storage.load(tx, SERVER, winter.id) == closed
    assert storage.open_in(tx, SERVER) == ()
    assert storage.closed_in(tx, SERVER, 5) == (closed,)
    assert storage.closed_in(tx, SERVER, 5, before=winter.id) == ()


def test_house_players_and_the_removed_take_no_points(tx: Transaction, winter: Series) -> None:
    """TN-30: the house's first place is nobody's, Ann stays second; Cat, who was removed, is left out."""
    number = play(tx, winter)

    assert storage.finishes(tx, winter.id) == (
        NamedFinish(Finish(number, ANN, 2), "Ann"),
        NamedFinish(Finish(number, BEN, 3), "Ben"),
    )


def test_called_off_counts_for_nothing(tx: Transaction, winter: Series) -> None:
    """TN-29: it no longer belongs to the series; others are told by their number."""
    lost, played = announced(tx), play(tx, winter)
    storage.attach(tx, winter.id, lost)
    open_one = announced(tx)
    storage.attach(tx, winter.id, open_one)
    tx.execute("UPDATE tournaments SET phase = 'called_off' WHERE id = ?", (lost,))

    found = storage.rounds(tx, winter.id)

    assert [(each.tournament, each.phase, each.players) for each in found] == [
        (played, "over", 4),
        (open_one, "open", 0),
    ]
    assert (found[0].title, found[0].game, found[0].acted_at) == ("Cup", "toy", 7.0)
    assert storage.of_tournament(tx, played) == winter
    assert storage.of_tournament(tx, 99) is None


def test_who_is_forgotten_is_nameless_in_the_standings(
    tx: Transaction, tables: Tables, winter: Series
) -> None:
    """The place stays anonymous; neither name nor id is left. The others keep theirs."""
    number = play(tx, winter)
    tx.execute("UPDATE tournaments SET settled = 1")
    told = personal_data.export(tx, tables, ANN)
    personal_data.forget(tx, tables, ANN, 5.0)

    assert told["series"] == [
        {"series": winter.id, "server": SERVER, "title": "Winter", "plan": "", "schedule": None}
    ]
    assert told["tournaments"][0]["name"] == "Ann"
    assert storage.finishes(tx, winter.id) == (
        NamedFinish(Finish(number, -1, 2), "?"),
        NamedFinish(Finish(number, BEN, 3), "Ben"),
    )
    kept = storage.load(tx, SERVER, winter.id)
    assert kept is not None
    assert kept.organiser == -1
    assert str(ANN) not in everything(tx)


def test_a_tournament_that_cannot_be_read_still_counts(tx: Transaction, winter: Series) -> None:
    """Its plan was blanked by an erasure: it has no title, and its places stand."""
    number = play(tx, winter)
    tx.execute("UPDATE tournaments SET plan = ''")

    (found,) = storage.rounds(tx, winter.id)

    assert (found.tournament, found.title, found.game) == (number, "?", "")
    assert len(storage.finishes(tx, winter.id)) == 2


def test_f15_addresses_of_webhooks_are_forgotten(tmp_path: Path) -> None:
    """F-15, TN-39: 0.3.0's data about webhooks is gone after the migration; the series stays."""
    hook, path = "https://hooks.example.org/T0KEN", tmp_path / "old.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, path, schema.migrations()[:44])
        tx = Transaction(connection)
        kept = storage.add(tx, Series(0, SERVER, ANN, "Winter", TERMS, 1.0))
        tx.add("webhooks", {"series": kept.id, "player": ANN, "address": hook})
        assert hook in everything(tx)
        schema.migrate(connection, path, schema.migrations())

        assert hook not in everything(tx)
        assert not tx.scalars("SELECT name FROM sqlite_schema WHERE name LIKE '%webhook%'")
        assert storage.load(tx, SERVER, kept.id) == kept
