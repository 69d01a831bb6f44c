"""Which tables a press can mean (F-27), and which a command means that names none."""

from __future__ import annotations

from collections.abc import Iterable

from bot.tavern.table.actions import Request
from bot.tavern.table.state import TableState
from storage.db.transaction import Transaction
from storage.play import tables
from storage.play.server_or_elsewhere import DIRECT, is_server
from storage.play.tables import Stored


def reaches(tx: Transaction, press: Request, stored: Stored) -> bool:
    """Whether a press is in the table's server, or in a direct message of somebody there.

    A table without a server is reached in its own channel alone: only those see it who are there.
    """
    if not is_server(stored.server):
        return (press.server, press.channel) == (stored.server, stored.channel)
    if press.server == DIRECT:
        return tables.is_named(tx, stored.id, press.player)
    return press.server == stored.server


def at_home(press: Request, stored: Stored) -> int:
    """The place of a table, for what is only done there; `OnlyInServer` for a press from a direct message."""
    return press.in_server() if is_server(stored.server) else stored.server


def as_meant(states: Iterable[TableState], player: int, first: int | None = None) -> list[TableState]:
    """Those of these tables at which somebody sits, the one that they most likely mean first.

    That is the table before them (`first`); then come those that ask them something, those that play, and the
    newest. Panels and commands go by this one order, so that a bet is made where the cards are shown.
    """
    sat = (state for state in states if any(each.player == player for each in state.table.present))
    return sorted(sat, key=lambda each: _likely(each, player, first), reverse=True)


def _likely(state: TableState, player: int, first: int | None) -> tuple[bool, bool, bool, int]:
    table = state.table
    view = state.view(table.seat_of(player).seat)
    is_asked = any(each.seat == view.viewer for each in view.questions)
    return table.id == first, is_asked, table.phase == "playing", table.id
