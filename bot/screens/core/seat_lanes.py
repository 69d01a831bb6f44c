"""Seats in pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.screens.core.picture import Lane, Tile, Tone
from bot.text.escape import isolated
from bot.text.translate import _
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
