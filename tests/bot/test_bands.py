"""Pages are packed band by band: the picture is whole, and no more of it is drawn than changes."""

from __future__ import annotations

from dataclasses import replace
from zlib import decompress

import pytest

from bot.pictures import canvas
from bot.pictures.painter import paint
from bot.pictures.tiles import HEIGHT_MAX, WIDTH
from bot.screens.core.picture import Picture
from tests.bot import curves as test_curves
from tests.bot import pictures as test_pictures
from tests.bot.pictures import FULLEST, ROW, shown

SEATS = Picture("four", "Brenna takes 5", lanes=(ROW,) * 4)


@pytest.fixture(autouse=True)
def nothing_known() -> None:
    """No band is known from another test."""
    canvas.band.cache_clear()


def rows_of(content: bytes) -> bytes:
    """The rows of a PNG; that their sum is right is checked by zlib."""
    at = content.index(b"IDAT")
    return decompress(content[at + 4 : at + 4 + int.from_bytes(content[at - 4 : at], "big")])


@pytest.mark.parametrize("picture", [*FULLEST, *test_curves.FULLEST], ids=lambda picture: picture.description)
def test_bands_show_in_no_picture(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-61: every pixel is the same as if the page had been drawn at once."""
    content = paint(picture)
    canvas.band.cache_clear()
    monkeypatch.setattr(canvas, "ROWS", HEIGHT_MAX)

    assert rows_of(content) == rows_of(paint(picture))


def test_what_stays_is_not_drawn_again() -> None:
    """If one of four seats changes, most of the page is cached; drawn anew, the picture is the same."""
    paint(SEATS)
    whole = canvas.band.cache_info().misses
    changed = replace(SEATS, lanes=(*SEATS.lanes[:3], replace(ROW, name="Brenda")))
    content = paint(changed)

    assert canvas.band.cache_info().misses - whole <= whole // 3
    assert content != paint(SEATS)

    canvas.band.cache_clear()

    assert paint(changed) == content


def test_a_picture_of_bands_is_a_png() -> None:
    """A player who reads it finds all its rows, each in the palette's colours."""
    content = paint(SEATS)
    image = shown(content)

    assert (image.mode, image.width) == ("P", WIDTH)
    assert len(rows_of(content)) == (image.width + 1) * image.height
    assert len(image.palette.colors if image.palette else ()) <= test_pictures.COLOURS_MAX
