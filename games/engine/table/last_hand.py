"""The last hand of a game, if its players may agree on one (SH-8)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.errors import NotOffered, NotSeated, NotStarted
from games.engine.core.game import AnyGame
from games.engine.table.events import LastCalled
from games.engine.table.table import AnyTable, Change, require_free


def call_last(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Ask all others to let this be the last hand, or agree to that.

    When everybody has agreed, the hand under way is the last; between hands, the next one is.
    """
    require_free(table)
    if not game.ends_by_agreement:
        raise NotOffered
    if table.phase != "playing":
        raise NotStarted
    seated = table.seat_of(player)
    if seated.standing == "leaving":
        raise NotSeated
    if is_last(table) or seated.seat in table.wants_last:
        return Change(table)
    called = replace(table, wants_last=(*table.wants_last, seated.seat)).telling(LastCalled(seated.seat))
    if not is_agreed(called):
        return Change(called)
    return Change(replace(called, last_hand=called.hands + (called.hand is None)))


def is_agreed(table: AnyTable) -> bool:
    """Whether somebody has called for the last hand, and everybody who has a say agreed.

    House players always agree. Nobody waits for players who are seated out: they would lose their
    seats after one more hand anyway (TB-8).
    """
    asked = (each for each in table.present if each.player is not None and each.standing == "in")
    return bool(table.wants_last) and all(each.seat in table.wants_last for each in asked)


def is_last(table: AnyTable) -> bool:
    """Whether the hand under way is surely the last; a player who is away may still come back and object."""
    return table.last_hand is not None or is_agreed(table)


def is_over(table: AnyTable) -> bool:
    """Whether the last hand has been played, or the last player to object has left or is seated out."""
    return table.hands == table.last_hand or is_agreed(table)
