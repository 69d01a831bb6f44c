"""The history of a hand played by script, as it is and changed: for the tests of the referees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.history import History
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, Terms
from games.tools.replay import FinishedHand, history
from tests.games.scripted import Scripted

PEOPLE = (11, 12, 13)
"""The players in seats 1, 2 and 3."""


def told(hand: Scripted[Any, Any], player: int | None = 11) -> History:
    """Return a player's history of a hand of three that was sealed as the tavern does it."""
    return history(table_of(hand), hand.game, finished(hand), player)


def table_of(hand: Scripted[Any, Any]) -> AnyTable:
    """The table of three at which a hand was played."""
    table = open_table(3, hand.game, hand.rules, Terms(11, 100), iter(["ef" * 32]))
    for number in PEOPLE:
        table = sit_down(table, hand.game, number, f"p{number}", None).table
    return table


def finished(hand: Scripted[Any, Any]) -> FinishedHand:
    """A hand that was sealed as the tavern does it, as it is kept."""
    assert hand.is_sealed
    is_spare = bool(hand.seal.cards) and not hand.game.shuffles(hand.beginning)
    seals = (*hand.earlier, replace(hand.seal, draws=1, is_spare=is_spare))
    return FinishedHand(1, hand.beginning, tuple(hand.moves), seals)


def index_of(told: History, kind: str) -> int:
    """Return the index of the first event of a kind."""
    return next(index for index, event in enumerate(told.events) if event["kind"] == kind)


def changed(told: History, kind: str, **facts: Any) -> History:
    """The history with other facts in the first event of a kind."""
    index, events = index_of(told, kind), list(told.events)
    events[index] = events[index] | facts
    return replace(told, events=tuple(events))


def answered(told: History, key: str, /, **facts: Any) -> History:
    """The history with other facts in the first answer of a key."""
    index = next(index for index, each in enumerate(told.answers) if each.key == key)
    other = replace(told.answers[index], **facts)
    return replace(told, answers=(*told.answers[:index], other, *told.answers[index + 1 :]))


def without(told: History, kind: str) -> History:
    """The history with the first event of a kind left out."""
    index = index_of(told, kind)
    return replace(told, events=(*told.events[:index], *told.events[index + 1 :]))


def begun_with(told: History, **facts: Any) -> History:
    """The history of a hand that begins otherwise."""
    return replace(told, beginning=told.beginning | facts)
