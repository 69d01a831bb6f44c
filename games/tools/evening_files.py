"""All hands of a table that are over, as one viewer saw them, in one file (TB-13).

Each hand stands in it as in a file of its own, checksum and all, so that each is checked by itself
(`verify.py`). What is too large is packed, and what is too large even so is cut off after some hand.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.core.errors import NotOffered
from games.engine.core.game import AnyGame
from games.engine.history.plain import plain
from games.engine.history.record import History
from games.engine.table.table import AnyTable
from games.tools.hand_files import FinishedHand, history, sealed, written

FORMAT: Final = 1
HANDS_MAX = 500
"""So many hands one file has at most."""
PLAIN_MAX, PACKED_MAX = 8_000_000, 9_000_000
"""Bytes beyond which a file is packed, and beyond which it has fewer hands: Discord takes ten million."""
WHOLE_MAX = 2**25
"""So many bytes a file has at most when it is unpacked."""


@dataclass(frozen=True, slots=True)
class EveningFile:
    """A file of several hands; `rest` is the number of the first hand that had no room in it."""

    name: str
    content: bytes
    viewer: int | None
    hands: tuple[int, ...]
    rest: int | None


def evening_file(
    table: AnyTable, game: AnyGame, hands: Sequence[FinishedHand], player: int | None
) -> EveningFile | None:
    """As many of these hands as fit into a file, as this person saw them; None if none can be told.

    Whoever had no seat in a hand gets what everybody saw of it. Hands of other rules are left out.
    """
    told = list(_histories(table, game, hands[:HANDS_MAX], player))
    while told:
        content = _written(table, told)
        is_packed = len(content) > PLAIN_MAX
        packed = gzip.compress(content, mtime=0) if is_packed else content
        if len(content) <= WHOLE_MAX and len(packed) <= PACKED_MAX:
            numbers = tuple(each.hand for each in told)
            rest = next((each.number for each in hands if each.number > numbers[-1]), None)
            name = f"taproom-{table.id}.json{'.gz' if is_packed else ''}"
            return EveningFile(name, packed, told[-1].viewer, numbers, rest)
        told = told[: len(told) // 2]
    return None


def _histories(
    table: AnyTable, game: AnyGame, hands: Sequence[FinishedHand], player: int | None
) -> Iterator[History]:
    for over in hands:
        try:
            yield history(table, game, over, player)
        except NotOffered:
            # An older version let somebody do what is not offered any more.
            continue


def _written(table: AnyTable, told: Sequence[History]) -> bytes:
    hands = [sealed(plain(each)) for each in told]
    return written({"evening": FORMAT, "table": table.id, "hands": hands})
