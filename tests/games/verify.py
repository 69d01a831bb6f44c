"""Helpers that several tests about verify share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from games.engine.history import History
from games.stone_hand.game import STONE_HAND
from games.tools.replay import history, sealed, to_file, written
from games.tools.verify import verify
from tests.games.cards_table import CardsTable
from tests.games.stone_hand.loaded import StoneTable
from tests.laws.toy import FISTS
from tests.laws.walk import ALL_RECORDS

Told = dict[str, Any]


def cards_history(player: int | None = 11) -> History:
    """A hand of the toy game: seat 1 sees its two cards, and the two that the others show."""
    played = CardsTable().cuts("lucky").cuts("charm", 12).begins().plays(1, 1, 1)
    return history(played.table, FISTS, played.over(), player)


def dice_history() -> History:
    """A round of Stone Hand, by the dice as they fall."""
    played = StoneTable(2)
    played.game = STONE_HAND
    played.cuts(11, "start").begins()
    while not played.ended:
        played.presses("throw")
        while played.table.hands == 1 and played.table.hand.state.stage == "choosing":  # type: ignore[union-attr]
            played.presses("keep")
    over = CardsTable.over(played)  # type: ignore[arg-type]
    return history(played.table, STONE_HAND, over, 11)


CARDS, DICE = to_file(cards_history()), to_file(dice_history())


def faults(content: bytes) -> tuple[str, ...]:
    """Return the faults."""
    return verify(content, ALL_RECORDS).faults


def tampered(content: bytes, change: Callable[[Told], object]) -> tuple[str, ...]:
    """Return the faults after a change by a forger who knows how to make a checksum."""
    told = json.loads(content)
    change(told)
    return faults(written(sealed(told)))
