"""Showing one's cards to all when a hand is over, though nothing asks for it (TB-11)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.errors import NotOffered
from games.engine.core.game import AnyGame, Seat
from games.engine.table.notes import ShownCards
from games.engine.table.readiness import require_open
from games.engine.table.table import AnyTable, Change


def to_show(table: AnyTable, game: AnyGame, seat: Seat) -> tuple[str, ...]:
    """The cards that this seat may show of the hand that is over, until the next begins."""
    last = table.last
    if table.phase != "playing" or last is None or seat not in last.seats:
        return ()
    is_theirs = table.seated(seat).since < last.number
    has_shown = any(each.seat == seat for each in table.shown)
    return game.unshown(last.state, seat) if is_theirs and not has_shown else ()


def show(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Show a player's folded or uncalled cards to all; `NotOffered` if there are none."""
    require_open(table)
    seat = table.seat_of(player).seat
    cards = to_show(table, game, seat)
    if not cards:
        raise NotOffered
    return Change(replace(table, shown=(*table.shown, ShownCards(seat, cards))))
