"""Court scores of a tournament (KH-12)."""

from __future__ import annotations

import pytest

from games.engine.provable_chance import Seal
from games.tournament import entries
from games.tournament.model import Entrant, Tournament, TournamentTerms
from storage.books.ledger import AMOUNT_MAX
from storage.db.transaction import Transaction
from storage.people import personal_data
from storage.play.tables import Tables
from storage.tournaments import results
from storage.tournaments.tournaments import Plan, Tournaments

SERVER, ANN, BEN, CORA = 1, 11, 12, 13
TOURNAMENT, OTHER = 1, 2


def announced(tx: Transaction) -> int:
    """Return a tournament that can be entered."""
    made = entries.announce(TournamentTerms(2, 20), range(2, 7))
    return Tournaments().add(tx, (SERVER, 2), Plan("Cup", ANN, "toy", "{}", 60), made, Seal("00"), 1.0).id


@pytest.fixture
def played(tx: Transaction) -> Transaction:
    """Add scores: Ann 3 points in two hands, Ben 3 in one, Cora 1; Cora 9 in another tournament."""
    for tournament, player, points in (
        (TOURNAMENT, ANN, 1),
        (TOURNAMENT, ANN, 2),
        (TOURNAMENT, BEN, 3),
        (TOURNAMENT, CORA, 1),
        (OTHER, CORA, 9),
    ):
        results.add_points(tx, tournament, player, points)
    return tx


def test_points_are_kept_by_player_and_tournament(played: Transaction) -> None:
    """KH-12: all hands of a tournament add up to one score for each player."""
    assert results.points(played, TOURNAMENT).get(ANN, 0) == 3
    assert results.points(played, TOURNAMENT).get(CORA, 0) == 1
    assert results.points(played, OTHER).get(CORA, 0) == 9
    assert results.points(played, OTHER).get(ANN, 0) == 0


def test_the_highest_score_takes_the_house_prize(played: Transaction) -> None:
    """KH-12: all players with the highest score share the prize; without scores nobody gets it."""
    assert results.best(played, TOURNAMENT) == ((ANN, 3), (BEN, 3))
    assert results.best(played, OTHER) == ((CORA, 9),)
    assert results.best(played, 3) == ()


def test_the_score_of_whoever_was_removed_takes_no_prize(played: Transaction) -> None:
    """TN-17: Ann and Ben were removed, so Cora, with one point, has the highest score."""
    assert announced(played) == TOURNAMENT
    entrants = (
        Entrant(ANN, "Ann", 1, standing="removed", removed=1),
        Entrant(BEN, "Ben", 2, standing="removed", removed=2),
        Entrant(CORA, "Cora", 3),
    )
    over = Tournament(TournamentTerms(4, 9), phase="over", entrants=entrants)
    results.write(played, TOURNAMENT, SERVER, over)

    assert results.best(played, TOURNAMENT) == ((CORA, 1),)


def test_no_score_grows_beyond_all_numbers(played: Transaction) -> None:
    """KH-12: a score stops at the largest number that all JSON readers agree on."""
    results.add_points(played, TOURNAMENT, ANN, AMOUNT_MAX)

    assert results.points(played, TOURNAMENT).get(ANN, 0) == AMOUNT_MAX


def test_a_score_is_exported_and_forgotten_with_its_player(played: Transaction, tables: Tables) -> None:
    """An export has the score; an erased player has none, and the others keep theirs."""
    told = personal_data.export(played, tables, CORA)
    personal_data.forget(played, tables, CORA, 1.0)

    assert told["courts"] == [{"tournament": TOURNAMENT, "points": 1}, {"tournament": OTHER, "points": 9}]
    assert results.points(played, OTHER).get(CORA, 0) == 0
    assert results.points(played, TOURNAMENT).get(BEN, 0) == 3
