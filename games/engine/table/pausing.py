"""A pause on which all who play agree: the clock stands still, and nothing is played.

One asks, all others say yes, of whom there must be one; whoever says no ends the asking, and so does the
end of the hand. How much of the clock was left is told from outside: the rules have none.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.errors import NotOffered, NotSeated, NotStarted, OnPause
from games.engine.core.game import Seat
from games.engine.table.events import PauseAsked, PauseBegun, PauseEnded, PauseRefused
from games.engine.table.notes import Pause
from games.engine.table.readiness import require_free
from games.engine.table.table import AnyTable, Change, Seated, has_clock

VOTERS_MIN = 2
"""With fewer who are there nobody would be asked whether they want a pause."""


def voters(table: AnyTable) -> tuple[Seat, ...]:
    """The people who have a say: neither seated out nor sitting out, nor about to leave."""
    return tuple(each.seat for each in table.present if each.player is not None and each.standing == "in")


def is_paused(table: AnyTable) -> bool:
    """Whether the clock stands still."""
    return table.pause is not None and table.pause.left is not None


def require_running(table: AnyTable) -> None:
    """Refuse to play on while the table is paused."""
    if is_paused(table):
        raise OnPause


def may_pause(table: AnyTable) -> bool:
    """Whether people can agree on a pause here: where a clock runs, and nobody outside waits."""
    is_free = table.terms.tournament is None and table.terms.hands_max != 1
    is_wanted = len(voters(table)) >= VOTERS_MIN and table.pause is None
    return is_free and table.phase == "playing" and has_clock(table) and is_wanted


def ask(table: AnyTable, player: int, left: int) -> Change:
    """Ask all others for a pause, or agree to it; `left` are the seconds that the clock still has."""
    seat = _voter(table, player).seat
    if is_paused(table):
        return Change(table)
    if not may_pause(replace(table, pause=None)):
        raise NotOffered
    if table.pause is None:
        table = replace(table.telling(PauseAsked(seat)), pause=Pause(()))
    agreed = tuple(dict.fromkeys((*(table.pause.agreed if table.pause else ()), seat)))
    if {*voters(table)} - {*agreed}:
        return Change(replace(table, pause=Pause(agreed)))
    return Change(replace(table.telling(PauseBegun()), pause=Pause(agreed, left)))


def refuse(table: AnyTable, player: int) -> Change:
    """Say no to a pause that somebody asks for."""
    seat = _voter(table, player).seat
    if table.pause is None or is_paused(table):
        raise NotOffered
    return Change(replace(table.telling(PauseRefused(seat)), pause=None))


def play_on(table: AnyTable, player: int) -> Change:
    """End the pause; anybody may who plays, also who was away when it began."""
    _voter(table, player)
    if not is_paused(table):
        raise NotOffered
    return run_on(table)


def run_on(table: AnyTable) -> Change:
    """End the pause by itself: it has lasted long enough."""
    return Change(replace(table.telling(PauseEnded()), pause=None))


def _voter(table: AnyTable, player: int) -> Seated[object]:
    require_free(table)
    if table.phase != "playing":
        raise NotStarted
    seated = table.seat_of(player)
    if seated.seat not in voters(table):
        raise NotSeated
    return seated
