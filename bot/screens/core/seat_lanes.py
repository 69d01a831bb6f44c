"""Seats in pictures.

Places in an order of hands, so that nobody has to ask which end they are counted from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.screens.core.picture import Lane, Tile, Tone
from bot.text.translate import _, isolated
from games.engine.core.errors import phrase
from games.engine.core.game import Seat
from games.engine.table.views import TableView

MARKS = 12
"""How many seats have a mark of their own."""


def seat_lane(
    view: TableView[Any],
    seat: Seat,
    tiles: Iterable[Tile],
    said: str = "",
    gain: str = "",
    tone: Tone = "plain",
) -> Lane:
    """What lies before a seat of the hand, with its mark and its player's name."""
    # A table where many have come and gone has seats beyond the marks.
    mark = f"seat_{seat}" if seat <= MARKS else "coin"
    alias = _("Seat {number}").format(number=seat)
    return Lane(tuple(tiles), mark, view.name(seat), alias, said, gain, tone)


def told(lane: Lane, tiles: str) -> str:
    """A lane as a line of a picture's description, with its tiles in words."""
    name = isolated(lane.name)
    name = f"{name}: {tiles}" if tiles else name
    return ", ".join(filter(None, (name, lane.said, lane.gain)))


TEENS = range(11, 14)
USUAL = phrase("{number}th best")
ENDINGS = {1: phrase("{number}st best"), 2: phrase("{number}nd best"), 3: phrase("{number}rd best")}
USUAL_LOW = phrase("{number}th lowest")
ENDINGS_LOW = {
    1: phrase("{number}st lowest"),
    2: phrase("{number}nd lowest"),
    3: phrase("{number}rd lowest"),
}


def nth_best(number: int) -> str:
    """The place of the hand that is so many from the top: best, 2nd best, 10th best."""
    if number == 1:
        return _("best")
    words = USUAL if number % 100 in TEENS else ENDINGS.get(number % 10, USUAL)
    return _(words).format(number=number)


def nth_lowest(number: int) -> str:
    """The place of the hand that is so many from the bottom: lowest, 2nd lowest, 10th lowest."""
    if number == 1:
        # Translators: the last of a row: 3rd lowest, 2nd lowest, lowest.
        return _("lowest")
    words = USUAL_LOW if number % 100 in TEENS else ENDINGS_LOW.get(number % 10, USUAL_LOW)
    return _(words).format(number=number)
