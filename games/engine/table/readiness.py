"""What a table is ready for: to be touched at all, or for its next hand (TB-17)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.core.errors import AtTournament, HandUnderWay, NotCalled, NotStarted, TableClosed
from games.engine.core.game import AnyGame, Seat
from games.engine.table.table import AnyTable, facts


def is_enough(table: AnyTable, game: AnyGame, dealt_in: Sequence[Seat]) -> bool:
    """Whether these can play the next hand: enough of them, and a person among them."""
    needed = table.terms.seats_needed(game.seats)
    needed = min(needed, game.seats_left) if table.hands else needed
    has_people = any(table.seated(seat).player is not None for seat in dealt_in)
    return has_people and len(dealt_in) >= needed


def awaited(table: AnyTable, game: AnyGame) -> tuple[Seat, ...]:
    """Those who sit out, where the next hand cannot begin without them but could with them; else nobody."""
    out = tuple(each.seat for each in table.seats if each.standing == "out")
    if not out or table.phase != "playing" or table.hand is not None:
        return ()
    if is_enough(table, game, game.dealt_in(facts(table), table.carry)):
        return ()
    everybody = facts(table, playing=("in", "away", "out"))
    return out if is_enough(table, game, game.dealt_in(everybody, table.carry)) else ()


def require_open(table: AnyTable) -> None:
    """Refuse to touch a closed table."""
    if table.phase == "closed":
        raise TableClosed


def require_free(table: AnyTable) -> None:
    """Refuse at a tournament's table, where players do not decide who sits there and when it is played."""
    require_open(table)
    if table.terms.tournament is not None:
        raise AtTournament


def require_resting(table: AnyTable) -> None:
    """Refuse before the game, during a hand, and before the next hand is called for."""
    require_open(table)
    if table.phase == "lobby":
        raise NotStarted
    if table.hand is not None:
        raise HandUnderWay
    if table.terms.tournament is not None and not table.is_called:
        raise NotCalled
