"""Helpers that several tests about blind levels share."""

from __future__ import annotations

from games.dividha.model import DividhaCarry
from games.engine.core.game import Seat


def risen() -> DividhaCarry:
    """Return the carry after the ante has gone up."""
    return DividhaCarry(Seat(1), 5, 2, (), ())
