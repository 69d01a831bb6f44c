"""The layout of seats' rows: which cards are painted, where tiles are, and which text fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import ImageFont

from bot.pictures.text import SIZE_BESIDE, SIZE_MIN, in_lines, length, paintable, wrapped
from bot.pictures.tiles import breadth
from bot.screens.core.picture import SHORT, Lane
from bot.screens.core.tiles import Tile

MARGIN = 32
LARGE_ROW_MAX = 6
"""The number of large tiles side by side."""
SHOWN_OF_TEN = 4
"""The number of painted cards of a hand of ten, if no cards make it and it did not win."""
GAP = 8
"""Pixels between two tiles."""
NAME_LEFT = MARGIN + 84
COLUMN_LEFT = 500
"""The rightmost end of names, if all are short."""
GAIN_SIZE = 46
CARD = 194
"""The side of a card that a phone shows 40 pixels wide."""
FEW = 2
"""The number of cards in a row up to which there is room for text beside them, even if they are large."""
ROOM, ROOM_UNDER_WAY, TAKEN_BELOW = 1240, 1100, 60
"""The maximum height of all rows of cards: at a hand's end, during a hand; at the end less for each seat."""
THIN = 90
"""The height of a row without cards."""
WORDS_ABOVE, SIDE_MIN = 110, 124
"""The height of text above cards, and the minimum side of such cards."""
SAID_BELOW = 3
"""The number of lines below tiles for their meaning and for their player's style."""


def evenly(tiles: Sequence[Tile], count: int) -> list[Sequence[Tile]]:
    """Return the tiles in this many rows of nearly equal length, the longer rows first."""
    rows: list[Sequence[Tile]] = []
    for left in range(count, 0, -1):
        length = -(-len(tiles) // left)
        rows.append(tiles[:length])
        tiles = tiles[length:]
    return rows


def is_large(lane: Lane) -> bool:
    """Return True if the lane is the best hand, of many cards, which is painted large."""
    return len(lane.tiles) > LARGE_ROW_MAX and lane.tone == "gold" and is_captioned(lane)


def is_captioned(lane: Lane) -> bool:
    """Return True if any of the lane's cards has a caption."""
    return any(each.caption for each in lane.tiles)


def with_painted_cards(lane: Lane) -> Lane:
    """Return a lane with the cards to paint: of a losing hand of many cards only some.

    Those are the cards that make the hand, or else the first ones.
    """
    if not lane.mark or len(lane.tiles) <= LARGE_ROW_MAX or is_large(lane):
        return lane
    making = tuple(each for each in lane.tiles if each.look == "lit")
    return replace(lane, tiles=making or lane.tiles[:SHOWN_OF_TEN])


def height_of_few(lanes: Sequence[Lane], *, is_under_way: bool) -> int:
    """Return the height of rows of one or two cards; 0 if other rows have more."""
    if max((len(each.tiles) for each in lanes), default=0) > FEW:
        return 0
    room = ROOM_UNDER_WAY if is_under_way else ROOM - TAKEN_BELOW * len(lanes)
    return min(CARD + 20, room // max(1, len(lanes)) - 6)


def side_below_words(lanes: Sequence[Lane]) -> int:
    """Return the side of cards that are below the row's text; 0 if they do not fit there."""
    rows = sum(len(each.tiles) > SHORT for each in lanes)
    if not rows or any(map(is_large, lanes)):
        return 0
    room = ROOM - TAKEN_BELOW * len(lanes) - THIN * (len(lanes) - rows)
    side = min(CARD, room // rows - WORDS_ABOVE)
    return side if side >= SIDE_MIN else 0


def name_below(lane: Lane, width: int) -> tuple[list[str], ImageFont.FreeTypeFont]:
    """Return a name below tiles, in up to three lines; none without a name."""
    lines, face = in_lines(paintable(lane.name, lane.alias), 42, width - 60, lines=3)
    return (lines if lane.name else []), face


def said_in_lines(lane: Lane, room: int, lines: int, size: int = SIZE_MIN) -> list[str]:
    """Return a seat's text in at most this many lines; a house player's style is added only if it fits."""
    texts, manner = lane.said.split(" · ") if lane.said else [], lane.manner.split(", ")
    for last in ([" · ".join(manner)], manner):
        packed = _packed([*texts, *last], room, len(texts) + len(manner), size)
        if len(packed) <= lines and all(length(each, SIZE_MIN) <= room for each in (*packed, *last)):
            return packed
    return _packed(texts or manner, room, lines, size)


def _packed(parts: Sequence[str], room: int, lines: int, size: int) -> list[str]:
    """Return the parts in lines, as many per line as fit; the last line takes the rest."""
    packed: list[str] = []
    for part in filter(None, parts):
        longer = f"{packed[-1]} · {part}" if packed else part
        if packed and (len(packed) == lines or length(longer, size) <= room):
            packed[-1] = longer
        elif length(part, SIZE_MIN) <= room:
            packed.append(part)
        else:
            packed += wrapped(part, SIZE_MIN, room, lines - len(packed))
    return packed


def lines_below(lane: Lane, width: int) -> int:
    """Return the number of lines below tiles."""
    return len(name_below(lane, width)[0]) + len(said_in_lines(lane, width, SAID_BELOW)) + bool(lane.gain)


def tiles_begin(lane: Lane, among: Sequence[Lane], side: int, edge: int) -> int:
    """Return the left edge of few tiles in their row: right of the longest name, as far as there is room.

    Without tiles, text may extend to the gain or bet.
    """
    if not lane.tiles:
        return edge - 28 - width_at_edge(lane)
    alike = [each for each in among if len(each.tiles) <= SHORT]
    names = (length(paintable(each.name, each.alias), SIZE_BESIDE) for each in alike)
    taken = max(pitch_of(each.tiles, side) * len(each.tiles) for each in alike)
    taken += max(map(width_at_edge, alike)) + 28
    needed = NAME_LEFT + int(max(names)) + 20
    return max(min(COLUMN_LEFT, edge - taken), min(needed, edge - taken))


def width_at_edge(lane: Lane) -> int:
    """Return the width of the gain or bet at the edge."""
    if lane.gain or not lane.bet:
        return int(length(lane.gain, GAIN_SIZE))
    return int(length(lane.bet, GAIN_SIZE)) + 64


def broadest(tiles: Sequence[Tile]) -> float:
    """Return the share of its width that the broadest of these tiles takes."""
    return max((breadth(each.sprite) for each in tiles), default=1.0)


def pitch_of(tiles: Sequence[Tile], side: int) -> int:
    """Return the distance from the middle of a tile to that of the next."""
    return int(side * broadest(tiles)) + GAP
