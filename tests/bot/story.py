"""Helpers that several tests about story share."""

from __future__ import annotations

from dataclasses import replace

from games.dividha.game import DIVIDHA
from games.dividha.view import DividhaView
from games.engine.core.game import Seat
from games.engine.table.table import Phase
from games.engine.table.views import SeatView, TableView, view_table
from tests.bot.rendering import tables_of

PERSON = SeatView(Seat(1), 7, "Ann", 5, "in")


HOUSE = (
    SeatView(Seat(2), None, "Ilse", 5, "in", is_house=True),
    SeatView(Seat(3), None, "Anselm", 5, "in", is_house=True),
)


def view_of_dividha(phase: Phase) -> TableView[DividhaView]:
    """A person and two house players at Dividha."""
    table = next(iter(tables_of((DIVIDHA.key, 0, 3))))
    return replace(view_table(table, DIVIDHA, None), places=(PERSON, *HOUSE), phase=phase)
