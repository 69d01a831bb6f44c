"""Who pays what into a table and out of it (TB-2). Only coins are ever a payment (TB-12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from games.engine.core.game import AnyGame, Coins, Seat
from games.engine.table.events import BroughtAlong, ToppedUp, Went
from games.engine.table.table import AnyTable, Change, Payment, Seated, hosted


def buy_in(table: AnyTable, game: AnyGame, seat: Seat, brought: int = 0) -> Change:
    """Put the table's buy-in before a seat, or what its player brings along if that is more (TB-17)."""
    seated, price = table.seated(seat), game.price(table.rules, table.terms.buy_in)
    stack = max(price, brought)
    bought_in = table.with_seat(replace(seated, stack=stack, topped_up=seated.topped_up + stack - price))
    told = bought_in.telling(BroughtAlong(seat, stack)) if stack > price else bought_in
    return Change(told, _payment(table, seated, stack))


def top_up(table: AnyTable, game: AnyGame, seat: Seat) -> Change:
    """Fill a seat's stack up to the table's buy-in (TB-17)."""
    seated, amount = table.seated(seat), missing(table, game, seat)
    filled = replace(seated, stack=seated.stack + amount, topped_up=seated.topped_up + amount)
    topped = table.with_seat(replace(filled, tops_up_next=False)).telling(ToppedUp(seat, amount))
    return Change(topped, _payment(table, seated, amount))


def taken_back(table: AnyTable, game: AnyGame, seat: Seat) -> Change:
    """Give a seat back what it left between hands: it can go on after all, or is sent home (DV-15, TB-23)."""
    if table.carry is None:
        return Change(table)
    carry = game.repaid(table.carry, seat)
    amount = game.claims(table.carry, None).get(seat, 0) - game.claims(carry, None).get(seat, 0)
    if not amount:
        return Change(table)
    seated = table.seated(seat)
    own = table.with_seat(replace(seated, stack=seated.stack + amount))
    gains = tuple(
        replace(each, amount=each.amount + amount) if each.seat == seat else each for each in table.gains
    )
    return Change(replace(own, carry=carry, gains=gains), inherited=(Coins(seat, amount),))


def missing(table: AnyTable, game: AnyGame, seat: Seat) -> int:
    """What a seat's stack is short of the table's buy-in."""
    return max(0, game.price(table.rules, table.terms.buy_in) - table.seated(seat).stack)


def stand_up(table: AnyTable, game: AnyGame, seat: Seat) -> Change:
    """Free a seat and pay its stack out, unless it is forfeit: then it stays on the table.

    Whoever is barred loses no coin by that, nor any that lies between hands (TB-23).
    """
    if seat in table.barred:
        return _spared(table, game, seat)
    seated = table.seated(seat)
    is_forfeit = table.phase == "playing" and game.forfeits(table.rules, table.carry)
    return _freed(table, seated, 0 if is_forfeit else seated.stack)


def _spared(table: AnyTable, game: AnyGame, seat: Seat) -> Change:
    """Free a seat and pay out all of its player's; whoever has no stack is out of the game by its rules."""
    back = taken_back(table, game, seat) if table.seated(seat).stack else Change(table)
    seated = back.table.seated(seat)
    return replace(_freed(back.table, seated, seated.stack), inherited=back.inherited)


def _freed(table: AnyTable, seated: Seated[Any], home: int) -> Change:
    """Free a seat whose player takes so much home."""
    seat, kept = seated.seat, home if table.phase == "playing" else None
    freed = table.with_seat(replace(seated, standing="gone", stack=seated.stack - home, home=kept))
    sent, barred = (tuple(each for each in going if each != seat) for going in (table.sent, table.barred))
    freed = replace(freed, pause=None, sent=sent, barred=barred)
    return Change(hosted(freed.telling(Went(seat, home))), _payment(table, seated, -home))


def cash_up(table: AnyTable, game: AnyGame, winner: Seat | None) -> Change:
    """Close the table and pay everybody out.

    Forfeit stacks, and money that lies between hands, go to the winner or back. Seats and last hand
    are kept for the record.
    """
    claims = Counter(game.claims(table.carry, winner))
    for each in table.seats:
        if winner is not None and each.standing == "gone":
            claims[winner] += each.stack
            claims[each.seat] -= each.stack
    seats = tuple(replace(each, stack=each.stack + claims[each.seat]) for each in table.seats)
    payments = tuple(paid for each in seats for paid in _payment(table, each, -each.stack))
    return Change(
        replace(table, phase="closed", hand=None, carry=None, seats=seats, pause=None),
        payments,
        inherited=tuple(Coins(seat, amount) for seat, amount in claims.items() if amount),
    )


def won_from_house(before: AnyTable, change: Change, game: AnyGame) -> dict[int, int]:
    """What people won from house players by a change, or lost to them: below zero (TB-12).

    If several win, the house's loss is attributed in proportion, odd units to the first.
    """
    if change.table.money != "coins":
        return {}
    gains = belongings(change.table, game)
    gains.subtract(belongings(before, game))
    # Bought in or cashed out, and neither won nor lost.
    for each in change.payments:
        gains[each.player] -= each.amount
    lost = -gains.pop(None, 0)
    # Where the house lost, those who won; where it won, those who lost.
    rivals = {player: gain for player, gain in gains.items() if player is not None and gain * lost > 0}
    total = sum(rivals.values())
    shares = {player: abs(lost * gain) // abs(total) for player, gain in rivals.items()}
    for player in list(shares)[: abs(lost) - sum(shares.values())]:
        shares[player] += 1
    return {player: share if lost > 0 else -share for player, share in shares.items()}


def belongings(table: AnyTable, game: AnyGame) -> Counter[int | None]:
    """Who owns what of all that lies on a table, by player.

    All house players together are None. The pot of a hand under way still belongs to its players.
    """
    owned: Counter[int | None] = Counter()
    if table.phase != "closed":
        claims = game.claims(table.carry, None)
        for each in table.seats:
            owned[each.player] += each.stack + claims.get(each.seat, 0)
    return owned


def _payment(table: AnyTable, seated: Seated[object], amount: int) -> tuple[Payment, ...]:
    if table.money != "coins" or amount == 0:
        return ()
    return (Payment(seated.player, amount, "buy_in" if amount > 0 else "cash_out"),)
