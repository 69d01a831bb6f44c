"""Helpers that several tests about house players share."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.engine.core.game import Seat
from games.engine.table.play import asked
from games.engine.table.table import AnyTable
from tests.laws.walk import ALL_GAMES, cases, walk


def moments(key: str, count: int) -> Iterator[tuple[AnyTable, Seat]]:
    """Moments of random games in which a seat is asked, from all house rules."""
    random = Random(key)
    mine = cases([key])
    while count:
        table = random.choice(walk(random.choice(mine))).change.table
        seats = asked(table, ALL_GAMES[key])
        if seats:
            count -= 1
            yield table, random.choice(seats)
