"""How much one person may open in a server, so that nobody shuts the tavern for all others (F-55).

Ordinary tables, quick throws and challenges have a limit each. Everything open counts towards the
server's limit.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.sentences import phrase
from games.engine.table.table import Terms
from storage import tables
from storage.errors import Refused
from storage.tables import Stored, Tables
from storage.transaction import Transaction

OPEN_TABLES_MAX = 50
"""Open tables a server may have at a time."""
HOSTED_MAX = 3
"""Open tables that one person may host at a time, without quick throws and challenges."""
THROWS_MAX = 3
"""Quick throws that one person may have open at a time."""
CHALLENGES_MAX = 6
"""Challenges that one person may make within an hour."""
HOUR_SECONDS = 3600


class TooManyTables(Refused):
    """The server has as many open tables as allowed."""

    says = phrase("This server can’t have more open tables. Close one first.")


@dataclass(eq=False)
class HostsEnough(Refused):
    """The person hosts as many open tables as allowed: these."""

    says = phrase("You host {most} open tables already. Close one of them first: {tables}.")
    most: int
    tables: tuple[Stored, ...]


@dataclass(eq=False)
class ThrowsEnough(Refused):
    """The person has as many open throws as allowed."""

    says = phrase("You have {most} throws under way. Finish one of them first.")
    most: int


class ChallengeOpen(Refused):
    """These two already have an open challenge."""

    says = phrase("There’s a challenge between you two already. Finish that one first.")


@dataclass(eq=False)
class ChallengedEnough(Refused):
    """The person has made as many challenges this hour as allowed, and may make more at this time."""

    says = phrase(
        "That’s {most} challenges within an hour: let people catch their breath. You can challenge somebody "
        "again <t:{again_at}:R>."
    )
    most: int
    again_at: float


def require_room(tx: Transaction, kept: Tables, server: int, terms: Terms, at: float) -> None:
    """Refuse a table over the limit of the server or of its host."""
    if tables.open_count(tx, server) >= OPEN_TABLES_MAX:
        raise TooManyTables
    kind, lately = _kind(terms), kept.naming(tx, server, terms.host, since=at - HOUR_SECONDS)
    alike = [each for each in lately if _kind(each.table.terms) == kind]
    mine = [each for each in alike if each.table.terms.host == terms.host]
    still_open = tuple(each for each in mine if not each.is_over)
    if kind == "challenge":
        pair = set(terms.invited)
        if any(set(each.table.terms.invited) == pair for each in alike if not each.is_over):
            raise ChallengeOpen
        made = sorted(each.opened_at for each in mine if each.opened_at > at - HOUR_SECONDS)
        if len(made) >= CHALLENGES_MAX:
            raise ChallengedEnough(CHALLENGES_MAX, made[-CHALLENGES_MAX] + HOUR_SECONDS)
    elif kind == "throw" and len(still_open) >= THROWS_MAX:
        raise ThrowsEnough(THROWS_MAX)
    elif kind == "table" and len(still_open) >= HOSTED_MAX:
        raise HostsEnough(HOSTED_MAX, still_open)


def _kind(terms: Terms) -> str:
    if terms.hands_max is None:
        return "table"
    return "challenge" if len(terms.invited) > 1 else "throw"
