"""Helpers that several tests about replays share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from bot.front.render import DisplayOptions, replay_screen
from bot.screens.core.screen import Screen
from bot.tavern.table.finished_hands import LAST_HANDS, WatchedHand
from games.catalog import GAMES
from games.engine.core.game import SeatAmount
from games.engine.table.table import AnyTable, EndedHand, Hand
from games.tools.replay import FinishedHand, Replay, replay
from storage.people.server_settings import Pictures, ServerSettings
from tests.bot.rendering import IN_WORDS
from tests.laws.histories import over_of
from tests.laws.walk import Case, Taken, cases, play_hands, some_seats, states_of, walk

SOME = [case for case in cases() if case[0] in GAMES]


FEW = [[case for case in SOME if case[0] == key and case[2] == some_seats(key)][-1] for key in GAMES]


"""One case of each game with three viewers who may not see each other's cards, by other house rules."""


WATCHING = {"watch", "watch_hand", "show", "shown", "let_go", "kept", "second"}


"""All that can be pressed beside a hand that is watched."""


Then = tuple[AnyTable, tuple[Any, ...]]


"""A table as it was when it was shown, with the events since it was shown before."""


@cache
def hands_shown(case: Case) -> list[tuple[FinishedHand, list[Then]]]:
    """The hands of a walk that came to their end, each with the tables that were shown of it."""
    tables: dict[int, dict[int, AnyTable]] = {}
    counts: dict[int, int] = {}
    for taken in walk(case):
        for logged in taken.change.moves:
            counts[logged.hand] = counts.get(logged.hand, 0) + 1
        table = taken.change.table
        if table.hand is not None:
            tables.setdefault(table.hand.number, {}).setdefault(counts.get(table.hand.number, 0), table)
        for over in [each for each in taken.change.ended if each.seals]:
            tables.setdefault(over.number, {})[counts[over.number]] = at_end(case, taken, over)
    found = []
    for hand in over_of(play_hands(case)):
        made, before, shown = hand.played(GAMES[case[0]]), 0, []
        for count, table in sorted(tables[hand.number].items()):
            events = tuple(event for each in made[before:count] for event in each.step.events)
            shown.append((table, events))
            before = count
        found.append((hand, shown))
    return found


def at_end(case: Case, taken: Taken, over: EndedHand) -> AnyTable:
    """The table as it rests after a hand, whatever came of the table then."""
    hand = next(each for each in play_hands(case) if each.number == over.number)
    seats = tuple(sorted(over.stacks))
    began = {each.seat: each.stack for each in taken.before.seats}
    lying = Hand(over.number, seats, states_of(GAMES[case[0]], hand)[-1], over.seals[-1])
    return replace(
        taken.change.table,
        phase="playing",
        hand=None,
        last=lying,
        hands=over.number,
        seats=tuple(replace(each, stack=over.stacks.get(each.seat, 0)) for each in taken.before.seats),
        gains=tuple(SeatAmount(seat, over.stacks[seat] - began[seat]) for seat in seats),
    )


def last_table(case: Case) -> AnyTable:
    """The table at the end of its walk."""
    return walk(case)[-1].change.table


def players(case: Case) -> list[int | None]:
    """Return all players who ever sat there, and None for a stranger."""
    return [*(each.player for each in last_table(case).seats), None]


def watch(case: Case, over: FinishedHand, player: int | None, table: AnyTable | None = None) -> Replay:
    """A hand of a walk again."""
    shown = dict(counts_shown(case))[over.number]
    return replay(table or last_table(case), GAMES[case[0]], over, shown, player)


@cache
def counts_shown(case: Case) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the number of moves after which the table of each hand was shown."""
    found: dict[int, set[int]] = {}
    counts: dict[int, int] = {}
    for taken in walk(case):
        for logged in taken.change.moves:
            counts[logged.hand] = counts.get(logged.hand, 0) + 1
        for hand in {each.hand for each in taken.change.moves}:
            found.setdefault(hand, set()).add(counts[hand])
    return tuple((hand, tuple(sorted(each))) for hand, each in found.items())


def screens(again: Replay, *, is_shared: bool = False) -> Iterator[Screen]:
    """All moments of a hand."""
    for step in range(len(again.moments)):
        yield drawn(again, step, is_shared=is_shared)


def drawn(
    again: Replay,
    step: int,
    emojis: Mapping[str, str] = IN_WORDS,
    *,
    is_shared: bool = False,
    pictures: Pictures = "always",
) -> Screen:
    """A moment as it is drawn."""
    looks = DisplayOptions(emojis, "always", "emojis" if emojis else "words")
    own = None if is_shared else WatchedHand(again, is_kept=True, last_hands=tuple(range(1, 1 + LAST_HANDS)))
    return replay_screen(again, step, ServerSettings(pictures=pictures), looks, is_shared=is_shared, own=own)
