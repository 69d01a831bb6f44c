"""A tournament's table: the director decides on the seats and the start of hands.

Players bring their chips and take them along; nothing is paid. The seats are fixed, so another player may
take a vacated seat. Absent players keep their seats and are played for (TB-8). Between hands the table rests
until the director calls for the next hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.core.errors import SeatsDiffer, Untimely, ensure
from games.engine.core.game import AnyGame, Seat
from games.engine.table.events import PlayerJoined
from games.engine.table.table import AnyTable, TableSeat, with_sealed_deck
from games.engine.table.update import cash_up


def sit_down(table: AnyTable, newcomer: TableSeat[object]) -> AnyTable:
    """Seat a player; a hand under way goes on without them."""
    ensure(all(each.seat != newcomer.seat for each in table.present), SeatsDiffer, newcomer.seat)
    before = [each for each in table.seats if each.seat == newcomer.seat]
    # A press on an older message must not answer for the seat's new player.
    question = 1 + max((each.question for each in before), default=-1)
    sitting = replace(newcomer, since=table.hands, question=question)
    others = [each for each in table.seats if each.seat != newcomer.seat]
    seats = tuple(sorted((*others, sitting), key=lambda each: each.seat))
    table = replace(table, phase="playing", seats=seats)
    if before:
        # The table's story and last hand are about the seat's previous player.
        table = replace(table, story=(), last=None)
    return table.with_events(PlayerJoined(newcomer.seat))


def stand_up(table: AnyTable, game: AnyGame, seat: Seat) -> AnyTable:
    """Free a seat; the chips go with the player."""
    ensure(table.hand is None or seat not in table.hand.seats, Untimely)
    freed = table.with_seat(replace(table.seated(seat), standing="gone", stack=0))
    if freed.carry is not None:
        freed = replace(freed, carry=game.vacated(freed.carry, seat))
    return freed


def stacked(table: AnyTable, seat: Seat, chips: int) -> AnyTable:
    """Return the table with a seat's stack set by the director, between hands."""
    seated = table.seated(seat)
    ensure(seated.stack == chips or table.hand is None, Untimely)
    return table if seated.stack == chips else table.with_seat(replace(seated, stack=chips))


def packed(table: AnyTable, game: AnyGame, seat: Seat) -> Any:
    """Return the keepsake that a seat's player takes to another table."""
    return game.taken_along(table.seated(seat).keepsake, table.carry, seat)


def call_hand(table: AnyTable, game: AnyGame, rules: object) -> AnyTable:
    """Start the next hand as soon as possible, under these rules."""
    ensure(table.hand is None, Untimely)
    return with_sealed_deck(replace(table, rules=rules, is_called=True), game)


def begin_anew(table: AnyTable, game: AnyGame) -> AnyTable:
    """Forget earlier hands: all seats have new players, and the first dealer is drawn again."""
    ensure(table.hand is None, Untimely)
    return with_sealed_deck(replace(table, carry=None, decks=(), last=None, story=()), game)


def close(table: AnyTable, game: AnyGame) -> AnyTable:
    """Close the table, after its director has moved all players away."""
    return cash_up(table, game, winner=None).table
