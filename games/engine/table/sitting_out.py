"""Sitting out and coming back, posting a blind, and filling up one's stack, without leaving the seat (TB-17).

What is wished for during a hand takes effect when it is over. Of a wallet nothing is known here: a hand
after which somebody fills up is settled, and goes on once `top_up_wished` was told what they hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.core.errors import NoBlindOwed, NoTopUp, NotSeated, NotStarted, PlaysOn, StackFull
from games.engine.core.game import AnyGame
from games.engine.table.events import CameBack, NotToppedUp, TopUpTakenBack, WillPost, WillSitOut, WillTopUp
from games.engine.table.progress import Progress, sitting_out
from games.engine.table.readiness import require_free, require_open
from games.engine.table.settlement import missing, taken_back, top_up
from games.engine.table.table import AnyTable, Change, Seated, Seeds, facts


def sit_out(table: AnyTable, game: AnyGame, player: int, seeds: Seeds) -> Change:
    """Deal a player no more cards until they come back: at once between hands, else when this one is over."""
    seated = _require_seat(table, game, player)
    if seated.standing == "out" or seated.sits_out_next:
        return Change(table)
    if table.hand is not None and seated.seat in table.hand.seats:
        return Change(table.with_seat(replace(seated, sits_out_next=True)).telling(WillSitOut(seated.seat)))
    progress = Progress(sitting_out(table, game, seated.seat), game, seeds)
    if table.hand is None:
        # Whoever sits out keeps nobody from a last hand that all others agreed on (SH-8).
        progress.end_if_over()
    return progress.change


def come_back(table: AnyTable, player: int) -> Change:
    """Let a player who was seated out decide again (TB-8), or one who sits out play again (TB-17)."""
    require_open(table)
    seated = table.seat_of(player)
    if seated.standing not in ("away", "out") and not seated.sits_out_next:
        return Change(table)
    back = replace(seated, standing="in", sits_out_next=False, missed=0)
    return Change(table.with_seat(back).telling(CameBack(seated.seat)))


def post_blind(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Have somebody who owes a blind post it instead of waiting for the big one; else `NoBlindOwed`."""
    seated = _require_seat(table, game, player)
    is_in_hand = table.hand is not None and seated.seat in table.hand.seats
    if not seated.owes_blind or seated.standing != "in" or is_in_hand:
        raise NoBlindOwed
    if seated.posts_blind:
        return Change(table)
    return Change(table.with_seat(replace(seated, posts_blind=True)).telling(WillPost(seated.seat)))


def ask_top_up(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Fill a player's stack up to the buy-in: at once between hands, else when this one is over.

    Raises `StackFull`, between hands and for somebody who is not in the hand.
    """
    seated = _require_seat(table, game, player)
    if table.hand is not None and seated.seat in table.hand.seats:
        if seated.tops_up_next:
            return Change(table)
        return Change(table.with_seat(replace(seated, tops_up_next=True)).telling(WillTopUp(seated.seat)))
    if not missing(table, game, seated.seat):
        raise StackFull
    return top_up(table, game, seated.seat)


def take_back_top_up(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Fill a player's stack up no more when the hand is over; `NoTopUp` if nothing waits for that."""
    seated = _require_seat(table, game, player)
    if not seated.tops_up_next:
        raise NoTopUp
    return Change(table.with_seat(replace(seated, tops_up_next=False)).telling(TopUpTakenBack(seated.seat)))


def top_up_wished(table: AnyTable, game: AnyGame, seeds: Seeds, purses: Mapping[int, int]) -> Change:
    """Fill up the stacks of those who wished it during the hand that is over, and go on.

    `purses` are what people hold in their wallets. A table that closes now takes nothing from them.
    """
    progress = Progress(table, game, seeds)
    for each in table.present:
        if each.tops_up_next:
            progress.take(_topped_up(progress.table, game, each, purses))
    progress.go_on()
    return progress.run()


def _topped_up(table: AnyTable, game: AnyGame, seated: Seated[Any], purses: Mapping[int, int]) -> Change:
    asked = Change(table.with_seat(replace(seated, tops_up_next=False)))
    going_on = taken_back(table, game, seated.seat)
    amount = missing(going_on.table, game, seated.seat)
    if not amount or table.closing is not None or seated.seat in table.sent:
        return asked
    filled = going_on.then(top_up(going_on.table, game, seated.seat))
    if going_on.inherited and seated.seat not in game.dealt_in(facts(filled.table), filled.table.carry):
        # They would be out with more.
        return asked
    if table.money == "coins" and purses.get(seated.player or 0, 0) < amount:
        return Change(asked.table.telling(NotToppedUp(seated.seat)))
    return filled


def _require_seat(table: AnyTable, game: AnyGame, player: int) -> Seated[Any]:
    """The seat of a player who may sit out and fill up here."""
    require_free(table)
    seated = table.seat_of(player)
    if seated.standing == "leaving":
        raise NotSeated
    if table.phase == "lobby":
        raise NotStarted
    if table.terms.hands_max == 1 or not game.lets_sit_out(table.rules):
        raise PlaysOn
    return seated
