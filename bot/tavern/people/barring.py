"""What becomes of somebody's games when they are barred from them (TB-23).

In the transaction of the bar itself: no kill can come between. They play the hand under way to its end and
go home with their stack, from other tables at once; entries to tournaments that have not begun are given
back. A tournament under way goes on, since others' chips and seats hang on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.tavern.table import actions
from bot.tavern.table.actions import Act, Request
from bot.tavern.table.limits import TableState
from bot.tavern.tournament.tables import TournamentOutcome, TournamentTables
from games.tournament import entries
from games.tournament.model import Tournament, TournamentChange
from games.tournament.seating import Lots
from storage.books import audit_lines
from storage.db.transaction import Transaction
from storage.people import bars
from storage.people.bars import Bar
from storage.play.tables import Stored
from storage.tournaments.acts import Author


@dataclass(frozen=True, slots=True)
class LeftGames:
    """The tables and tournaments that somebody leaves, and the numbers of those that they play on in."""

    tables: tuple[TableState, ...]
    withdrawn: tuple[TournamentOutcome, ...]
    playing: tuple[int, ...]


def bar(
    tx: Transaction,
    orders: TournamentTables,
    press: Request,
    word: Bar,
    act: Callable[[Transaction, Stored, Request, Act], TableState],
) -> LeftGames:
    """Bar somebody, and have them go from wherever they play; `act` does something at a table."""
    server, player = press.in_server(), word.player
    audit_lines.add(tx, server, "bar", bars.bar(tx, server, word))
    own = replace(press, player=player, name="", handle="")
    tables = tuple(
        act(tx, each, own, actions.send_home)
        for each in orders.tables.of_player(tx, server, player)
        if each.table.terms.tournament is None
    )

    def withdraw(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
        return entries.withdraw(before, player)

    entered = [
        each
        for each in orders.tournaments.on_notice(tx, server)
        if any(entrant.player == player for entrant in each.tournament.entrants)
    ]
    withdrawn = tuple(
        orders.change(tx, each, withdraw, press.at, Author(press.player))
        for each in entered
        if each.tournament.phase == "open"
    )
    playing = tuple(each.id for each in entered if each.tournament.phase == "running")
    return LeftGames(tables, withdrawn, playing)


def lift(tx: Transaction, press: Request, word: Bar) -> None:
    """Let somebody play again; `NotBarred` if they may."""
    server = press.in_server()
    audit_lines.add(tx, server, "bar", bars.lift(tx, server, word))
