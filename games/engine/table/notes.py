"""What stands at a table beside its seats and hands."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.game import Seat


@dataclass(frozen=True, slots=True)
class Remark:
    """One of the phrases (`remarks.py`), who said it, and when (unix seconds)."""

    seat: Seat
    key: str
    at: int


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause, or the question whether there is to be one: `left` is what the clock has when it goes on."""

    agreed: tuple[Seat, ...]
    left: int | None = None
    """In seconds; None while somebody has yet to agree."""


@dataclass(frozen=True, slots=True)
class ShownCards:
    """What its owner showed to all, though nothing asked for it (TB-11)."""

    seat: Seat
    cards: tuple[str, ...]
