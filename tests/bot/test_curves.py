"""Curves and gauges in pictures: as large as they may be, and told apart."""

from __future__ import annotations

import pytest

from bot.pictures.painter import paint
from bot.pictures.text import height_of
from bot.pictures.tiles import HEIGHT_MAX, WIDTH
from bot.screens.core.picture import Curve, Gauge, Picture, Plot, picture_faults
from tests.bot.curves import DOUBLE, FULLEST
from tests.bot.pictures import BYTES_MAX, COLOURS_MAX, shown


@pytest.mark.parametrize("picture", FULLEST, ids=lambda picture: picture.description)
def test_the_fullest_are_small(picture: Picture) -> None:
    """F-61: they take at most 60 KB and 64 colours, and nothing of them is cut off."""
    content = paint(picture)
    image = shown(content)

    assert picture_faults(picture) == []
    assert len(content) <= BYTES_MAX
    assert image.width == WIDTH
    assert image.height < HEIGHT_MAX
    assert len(image.convert("RGB").getcolors(1 << 16) or []) <= COLOURS_MAX


def test_other_numbers_look_different() -> None:
    """Another amount, another share, another expectation: all can be told apart."""
    plots = [Plot((Curve(((0, 0), (5, most), (9, 9)), "gold"),), "+9", "0", "") for most in (5, 7)]
    gauges = (Gauge("a", "1", 500, 500), Gauge("a", "1", 700, 500), Gauge("a", "1", 500, None))

    assert len({paint(Picture("p", "t", plot=each)) for each in plots}) == 2
    assert len({paint(Picture("g", "t", gauges=(each,))) for each in gauges}) == 3


def test_a_curve_goes_from_its_least_to_its_most() -> None:
    """It includes amounts between the given ones, and the line of a constant curve is straight."""
    box = (0, 100, 500, 300)
    plot = Plot((Curve(((0, -50), (1, 150)), "gold"),), "", "", "")

    assert [height_of(amount, plot, box) for amount in (150, 50, 0, -50)] == [100, 200, 250, 300]
    assert height_of(0, Plot((Curve(((0, 0), (1, 0)), "gold"),), "", "", ""), box) == 300


def test_what_cannot_be_painted_is_found() -> None:
    """There is room for so many gauges, and for one or two curves."""
    assert picture_faults(Picture("x", "t", gauges=(DOUBLE,) * 9)) == ["too many gauges in a picture"]
    assert picture_faults(Picture("x", "t", plot=Plot((), "", "", ""))) == ["no curve in a plot, or too many"]
