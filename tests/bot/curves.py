"""Helpers that several tests about curves share."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.core.picture import Curve, Gauge, Lane, Picture, Plot
from bot.screens.core.tiles import Tile
from tests.bot.pictures import PEOPLE

WALK = Curve(tuple((day, 37 * day * day % 199 - 99) for day in range(120)), "gold", "A" * 32, said="+9")


DOUBLE = Gauge("Double show-up", "1,000,000 (1,000,000)", 1000, 1000)


FULLEST = (
    Picture(
        "a record",
        "+1,000,000,000 coins",
        "Stone Hand · The last 30 days · For coins",
        lanes=(Lane(tuple(Tile(each, "lit") for each in PEOPLE[:10]), "crown", "Council of Kings"),),
        plot=Plot((replace(WALK, name=""),), "+90", "−99", "2026-10-01 – 2026-10-31"),
        gauges=(DOUBLE,) * 8,
        legend="Hands (and by chance)",
    ),
    Picture("two", "Coins", "all", plot=Plot((WALK, replace(WALK, tone="blue")), "+9", "−99", "")),
)
