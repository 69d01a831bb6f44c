"""Who pays what into a table and out of it (TB-2). Only coins are ever a payment (TB-12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.engine.game import AnyGame, Seat
from games.engine.table import AnyTable, Change, Payment, Seated, hosted
from games.engine.table_events import Went


def buy_in(table: AnyTable, game: AnyGame, seat: Seat) -> Change:
    """Put the table's buy-in before a seat."""
    seated = table.seated(seat)
    price = game.price(table.rules, table.terms.buy_in)
    return Change(table.with_seat(replace(seated, stack=price)), _payment(table, seated, price))


def stand_up(table: AnyTable, game: AnyGame, seat: Seat) -> Change:
    """Free a seat and pay its stack out, unless it is forfeit: then it stays where it lies."""
    seated = table.seated(seat)
    is_forfeit = table.phase == "playing" and game.forfeits(table.rules, table.carry)
    home = 0 if is_forfeit else seated.stack
    freed = table.with_seat(replace(seated, standing="gone", stack=seated.stack - home))
    return Change(hosted(freed.telling(Went(seat, home))), _payment(table, seated, -home))


def cash_up(table: AnyTable, game: AnyGame, winner: Seat | None) -> Change:
    """Close the table and pay everybody out; what lies between hands goes to the winner, or back.

    So do forfeit stacks. The seats keep what they took along, for the record, and what the last hand
    showed still lies there.
    """
    claims = Counter(game.claims(table.carry, winner))
    for each in table.seats:
        if winner is not None and each.standing == "gone":
            claims[winner] += each.stack
            claims[each.seat] -= each.stack
    seats = tuple(replace(each, stack=each.stack + claims[each.seat]) for each in table.seats)
    payments = tuple(paid for each in seats for paid in _payment(table, each, -each.stack))
    return Change(replace(table, phase="closed", hand=None, carry=None, seats=seats), payments)


def _payment(table: AnyTable, seated: Seated[object], amount: int) -> tuple[Payment, ...]:
    if table.money != "coins" or amount == 0:
        return ()
    return (Payment(seated.player, amount, "buy_in" if amount > 0 else "cash_out"),)
