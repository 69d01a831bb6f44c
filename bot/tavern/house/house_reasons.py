"""Asking a house player why it played a hand as it did (`games/reasons.py`)."""

from __future__ import annotations

from bot.tavern.table.hand_lookup import NoSuchHand
from games.engine.core.errors import NotOffered
from games.engine.core.game import AnyGame, Seat
from games.engine.table.table import AnyTable
from games.house_players import character_of
from games.reasons import Reasons, reasons
from games.tools.hand_files import FinishedHand


def askable(table: AnyTable, game: AnyGame, over: FinishedHand, player: int) -> tuple[Seat, ...]:
    """The house players of a hand whom somebody at the table can ask about it; `NotOffered` if none."""
    table.seat_of(player)
    seats = tuple(seat for seat in game.result(over.end(game)).stacks if _is_houses(table, seat, over.number))
    if not seats:
        raise NotOffered
    return seats


def why(table: AnyTable, game: AnyGame, over: FinishedHand, seat: Seat, player: int) -> Reasons:
    """A house player's reasons in that hand, as far as this person may know them."""
    character = character_of(table.seated(seat).name)
    try:
        return reasons(table, game, over, seat, character, player)
    except NotOffered as by_other_rules:
        raise NoSuchHand(over.number, table.id) from by_other_rules


def _is_houses(table: AnyTable, seat: Seat, number: int) -> bool:
    """Whether a house player had that seat in that hand, and has it or had it to the end."""
    seated = table.seated(seat)
    return seated.player is None and seated.since < number
