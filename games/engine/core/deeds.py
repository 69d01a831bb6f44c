"""What of a hand that is over counts for the records of those who played it; all of it was public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand that was shown: of two keys the larger is the better one; `kind` is the game's word for it."""

    key: tuple[int, ...]
    kind: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deeds:
    """What one seat did in a hand.

    `counts` is what the game turns on, by words of its own; `shown` is the seat's hand, if all saw it.
    `luck` is by how much that was better than on average which chance alone decided while all looked on,
    each time between -1 and 1; `spread` is the variance of it. Both are in millionths.
    `feats` is what else a title can be earned by (`titles.py`), by such words too.
    """

    staked: int
    has_won: bool
    has_folded: bool = False
    shown: BestHand | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    luck: int = 0
    spread: int = 0
    feats: frozenset[str] = frozenset()
