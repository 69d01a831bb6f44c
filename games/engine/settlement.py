"""Who pays what into a table and out of it (TB-2). Only coins are ever a payment (TB-12)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.game import AnyGame, Seat
from games.engine.table import AnyTable, Change, Payment, Seated, Went


def buy_in(table: AnyTable, game: AnyGame, seat: Seat) -> Change:
    """Put the table's buy-in before a seat."""
    seated = table.seated(seat)
    price = game.price(table.rules, table.terms.buy_in)
    return Change(table.with_seat(replace(seated, stack=price)), _payment(table, seated, price))


def stand_up(table: AnyTable, seat: Seat) -> Change:
    """Free a seat and pay its stack out."""
    seated = table.seated(seat)
    freed = table.with_seat(replace(seated, standing="gone", stack=0)).telling(Went(seat, seated.stack))
    return Change(freed, _payment(table, seated, -seated.stack))


def cash_up(table: AnyTable, game: AnyGame, winner: Seat | None) -> Change:
    """Close the table and pay everybody out; what lies between hands goes to the winner, or back.

    The seats keep what they took along, for the record, and what the last hand showed still lies there.
    """
    claims = game.claims(table.carry, winner)
    seats = tuple(replace(each, stack=each.stack + claims.get(each.seat, 0)) for each in table.seats)
    payments = tuple(paid for each in seats for paid in _payment(table, each, -each.stack))
    return Change(replace(table, phase="closed", hand=None, carry=None, seats=seats), payments)


def _payment(table: AnyTable, seated: Seated[object], amount: int) -> tuple[Payment, ...]:
    if table.money != "coins" or amount == 0:
        return ()
    return (Payment(seated.player, amount, "buy_in" if amount > 0 else "cash_out"),)
