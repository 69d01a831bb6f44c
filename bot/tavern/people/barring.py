"""What happens to somebody's games when they are barred (TB-23) or keep themselves out (TB-24).

In the transaction of the bar itself: no kill can come between. They play the hand under way to its end and
go home with their stack, from other tables at once; entries to tournaments that have not begun are given
back. A tournament under way goes on, since others' chips and seats hang on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.tavern.table import actions
from bot.tavern.table.actions import Act, Request
from bot.tavern.table.limits import TableState
from bot.tavern.tournament.tables import TournamentOutcome, TournamentTables
from games.tournament import entries
from games.tournament.model import Tournament, TournamentChange
from games.tournament.seating import Lots
from storage.books import audit_lines
from storage.db.transaction import Transaction
from storage.people import bars, preferences
from storage.people.bars import Bar
from storage.people.forgotten import EVERYWHERE
from storage.play.tables import Stored
from storage.tournaments.tournaments import Author

ActAt: TypeAlias = Callable[[Transaction, Stored, Request, Act], TableState]
"""Does something at a table."""


@dataclass(frozen=True, slots=True)
class LeftGames:
    """The tables and tournaments that somebody leaves, and the numbers of those that they play on in."""

    tables: tuple[TableState, ...]
    withdrawn: tuple[TournamentOutcome, ...]
    playing: tuple[int, ...]


def bar(
    tx: Transaction, orders: TournamentTables, press: Request, act: ActAt, word: Bar, zone: str
) -> LeftGames:
    """Bar somebody, and take them out of everything they play; a zone that its end was typed in is kept."""
    server = press.in_server()
    if zone:
        preferences.keep_time_zone(tx, press.player, zone)
    audit_lines.add(tx, server, "bar", bars.bar(tx, server, word))
    return _send_home(tx, orders, press, act, word.player, server)


def keep_out(
    tx: Transaction, orders: TournamentTables, press: Request, act: ActAt, server: int, seconds: int
) -> LeftGames:
    """Keep somebody out of a server, or `EVERYWHERE`, for so long, as they wish; it is in no audit."""
    bars.keep_out(tx, server, press.player, press.at + seconds)
    return _send_home(tx, orders, press, act, press.player, None if server == EVERYWHERE else server)


def lift(tx: Transaction, press: Request, word: Bar) -> None:
    """Let somebody play again; `NotBarred` if they may."""
    server = press.in_server()
    audit_lines.add(tx, server, "bar", bars.lift(tx, server, word))


def _send_home(
    tx: Transaction, orders: TournamentTables, press: Request, act: ActAt, player: int, server: int | None
) -> LeftGames:
    """Take somebody out of everything they play, in a server or anywhere."""
    own = replace(press, player=player, name="", handle="")
    tables = tuple(
        act(tx, each, own, actions.send_home)
        for each in orders.tables.of_player(tx, server, player)
        if each.table.terms.tournament is None
    )

    def withdraw(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
        return entries.withdraw(before, player)

    entered = orders.tournaments.entered(tx, player, server)
    withdrawn = tuple(
        orders.change(tx, each, withdraw, press.at, Author(press.player))
        for each in entered
        if each.tournament.phase == "open"
    )
    playing = tuple(each.id for each in entered if each.tournament.phase == "running")
    return LeftGames(tables, withdrawn, playing)
