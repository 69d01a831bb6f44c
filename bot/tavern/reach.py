"""Which tables a press can mean (F-27)."""

from __future__ import annotations

from bot.tavern.actions import Request
from storage import tables
from storage.places import DIRECT, is_server
from storage.tables import Stored
from storage.transaction import Transaction


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
