"""What is told of a table's events."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.catalog import FACES
from bot.screens.story import happened
from games.engine.game import Seat
from games.engine.table import GameOver
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
