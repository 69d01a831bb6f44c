"""What is told of a table's events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.catalog import FACES
from bot.screens.story import happened
from games.dividha.events import PlayerOut
from games.dividha.game import DIVIDHA
from games.engine.game import Seat
from games.engine.table import GameOver, Phase
from games.engine.views import Place, TableView, view_table
from games.stone_hand.game import STONE_HAND
from tests.bot.test_rendering import tables_of

PERSON = Place(Seat(1), 7, "Ann", 5, "in")
HOUSE = (Place(Seat(2), None, "Ilse", 5, "in"), Place(Seat(3), None, "Anselm", 5, "in"))


def view_of(*places: Place) -> TableView[object]:
    """A table with these at it."""
    table = next(iter(tables_of((STONE_HAND.key, 0, 3))))
    return replace(view_table(table, STONE_HAND, None), places=places)


def test_it_is_told_why_a_game_ends_without_a_winner() -> None:
    """House players do not play on among themselves: the words say so, and only then."""
    face = FACES[STONE_HAND.key]

    assert happened(GameOver(None), view_of(*HOUSE), face) == "Only house players are left: the game is over."
    assert happened(GameOver(None), view_of(PERSON, *HOUSE), face) == "The game is over."


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("playing", "Ann cannot pay the next ante and is out; 1 go into the next pot."),
        ("closed", "Ann cannot pay the next ante and is out, with 1 left."),
    ],
)
def test_nothing_goes_into_the_next_pot_where_none_follows(phase: Phase, words: str) -> None:
    """DV-15, TB-10: when the table closes, what is left goes to the winner, or home with its owner."""
    table = next(iter(tables_of((DIVIDHA.key, 0, 3))))
    view = replace(view_table(table, DIVIDHA, None), places=(PERSON, *HOUSE), phase=phase)

    assert happened(PlayerOut(Seat(1), 1), view, FACES[DIVIDHA.key]) == words
