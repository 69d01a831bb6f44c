"""Painted people are large enough to be recognised on a phone."""

from __future__ import annotations

from bot.pictures import painter
from bot.pictures.painter import paint
from bot.pictures.row_layout import evenly
from bot.screens.core.picture import Lane, Picture
from bot.screens.core.tiles import Tile
from bot.screens.knights_heads.cards import painted
from tests.bot.pictures import PEOPLE, shown


def test_people_are_as_large_as_a_phone_shows_them() -> None:
    """A phone shows a picture at a quarter of its size: a face takes more than 50 of its pixels."""
    ten = ("K01", "Q03", "N02", "N05", "A11", "M08", "S04", "D12", "J07", "B09")
    named, bare = painted(ten, triplet_counts=True), Lane(tuple(Tile(each) for each in PEOPLE[:10]))
    heights = [shown(paint(each)).height for each in (named, Picture("bare", lanes=(bare,)))]

    assert painter.NAMED_SIDE >= 52 * 4
    # Three rows of faces, each with at least a line for what they are and one for their name.
    assert heights[0] > 3 * (painter.NAMED_SIDE + painter.CAPTION + painter.NAME)
    assert heights[1] < heights[0]


def test_rows_are_of_like_length() -> None:
    """Ten stand four, three and three; nine in three rows of three; six without names in one."""
    tiles = tuple(Tile(each) for each in PEOPLE[:10])

    assert [len(row) for row in evenly(tiles, 3)] == [4, 3, 3]
    assert [len(row) for row in evenly(tiles[:9], 3)] == [3, 3, 3]
    assert [len(row) for row in evenly(tiles[:6], 1)] == [6]
