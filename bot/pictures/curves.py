"""Curves in a picture: what came of something from day to day."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.pictures.ground import FILLS, SMOOTHING, Box
from bot.screens.core.picture import Curve, Plot

STROKE = 7
DOT = 10


def height_of(amount: int, plot: Plot, box: Box) -> int:
    """How high an amount lies between the least and the most of all curves, nothing among them."""
    amounts = [0, *(each for curve in plot.curves for _day, each in curve.points)]
    most, least = max(amounts), min(amounts)
    _left, top, _right, bottom = box
    return bottom - (bottom - top) * (amount - least) // max(1, most - least)


def curve(page: Image.Image, drawn: Curve, plot: Plot, box: Box) -> None:
    """Draw one, from day to day in straight lines, with a dot where it ends."""
    left, top, right, bottom = box
    days = [day for each in plot.curves for day, _amount in each.points]
    first, last = min(days), max(days)
    places = [
        (left + (right - left) * (day - first) // max(1, last - first), height_of(amount, plot, box))
        for day, amount in drawn.points
    ]
    # Drawn larger, so that its edges come out smooth.
    size = ((right - left + 2 * DOT) * SMOOTHING, (bottom - top + 2 * DOT) * SMOOTHING)
    large = Image.new("L", size)
    strokes = ImageDraw.Draw(large)
    inside = [((x - left + DOT) * SMOOTHING, (y - top + DOT) * SMOOTHING) for x, y in places]
    strokes.line(inside, 255, STROKE * SMOOTHING, joint="curve")
    (x, y), around = inside[-1], DOT * SMOOTHING
    strokes.ellipse((x - around, y - around, x + around, y + around), 255)
    page.paste(FILLS[drawn.tone], (left - DOT, top - DOT), large.reduce(SMOOTHING))
