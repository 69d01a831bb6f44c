"""Helpers that several tests about tempers share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.core.characters import Temper

BETTING: Sequence[Temper] = ("even", "bold", "careful", "talker", "rememberer")


TEMPERS: Mapping[str, Sequence[Temper]] = {
    "destiny": BETTING,
    "knights_heads": BETTING,
    "dividha": (*BETTING, "stickler"),
}


"""A stickler for Lose shows where there is a Lose, and else plays evenly."""
