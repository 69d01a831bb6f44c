"""Helpers that several tests about tempers share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.core.characters import Temper

BETTING: Sequence[Temper] = ("even", "bold", "careful", "talker")


TEMPERS: Mapping[str, Sequence[Temper]] = {
    "destiny": BETTING,
    "knights_heads": BETTING,
    "dividha": BETTING,
}
