"""Helpers that several tests about histories share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any

from games.destiny.model import PLACES, Look
from games.engine.betting.bets import Deal
from games.engine.core.game import AnyGame, Seat
from games.engine.table.table import AnyTable
from games.tools.replay import FinishedHand
from games.tools.simulation import replay
from tests.laws.walk import (
    Case,
    PlayedHand,
    cases,
    play_hands,
    rule_sets,
    walk,
)


def hands_over(case: Case) -> list[FinishedHand]:
    """The hands of a walk that came to their end."""
    return over_of(play_hands(case))


def over_of(hands: Sequence[PlayedHand]) -> list[FinishedHand]:
    """Return the finished ones of some hands."""
    return [FinishedHand(hand.number, hand.beginning, hand.moves, hand.seals) for hand in hands if hand.seals]


def players(table: AnyTable) -> list[int | None]:
    """Return all players who ever sat there, and None for a stranger."""
    return [*(each.player for each in table.seats), None]


def last_table(case: Case) -> AnyTable:
    """The table at the end of its walk."""
    return walk(case)[-1].change.table


def final_state(game: AnyGame, over: FinishedHand) -> object:
    """Return the state at the end of a hand."""
    return replay(game, over.beginning, over.moves)


@dataclass(frozen=True, slots=True)
class Looked:
    """A look: in which hand, at which seat, at which card, and whether that card still lies in that field."""

    hand: int
    seat: Seat
    card: str
    place: int
    is_lying: bool


def looks(game: AnyGame, begun: Sequence[PlayedHand]) -> list[Looked]:
    """All looks of a game of Destiny so far, worked out from its moves alone."""
    found: list[Looked] = []
    for hand in begun:
        state: Any = hand.beginning
        for logged in hand.moves:
            field = state.field
            if isinstance(logged.move, Look):
                place = PLACES.index(logged.move.place)
                found.append(Looked(hand.number, logged.seat, field[place], place, is_lying=True))
            state = replay(game, state, [logged])
            if isinstance(logged.move, Deal) and not any(field):
                found = [replace(each, is_lying=False) for each in found]
            found = [
                replace(each, is_lying=each.is_lying and state.field[each.place] == each.card)
                for each in found
            ]
    return found


WITHOUT_AID = [
    case
    for case in cases()
    if case[0] == "destiny" and not rule_sets("destiny")[case[1]].memory_aid  # type: ignore[attr-defined]
]


def otherwise(over: FinishedHand, unseen: list[str]) -> FinishedHand:
    """The same hand with the unseen cards in each other's places."""
    mixed = Random(len(unseen)).sample(unseen, len(unseen))
    names = dict(zip(unseen, mixed, strict=True))
    seals = tuple(replace(seal, cards=renamed(seal.cards, names)) for seal in over.seals)
    return FinishedHand(over.number, renamed(over.beginning, names), renamed(over.moves, names), seals)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value in which some cards have become others."""
    match value:
        case str():
            return names.get(value, value)
        case tuple():
            return tuple(renamed(each, names) for each in value)
        case Mapping():
            return {renamed(key, names): renamed(each, names) for key, each in value.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            inner = {each.name: renamed(getattr(value, each.name), names) for each in fields(value)}
            return type(value)(**inner)
        case _:
            return value
