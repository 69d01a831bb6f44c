"""Roles as prizes of tournaments (TN-53): which places win them, and which players have them yet.

They are stored in the transaction that ends the tournament, and given afterwards: a kill in between, or a
missing permission, loses none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.tournament.model import Tournament
from games.tournament.placing import standings
from storage.db.retention import DAY_SECONDS, PersonalColumns
from storage.db.transaction import Transaction

TRIED_SECONDS = 30 * DAY_SECONDS
"""The time for which a role is tried again after the end of its tournament."""

State: TypeAlias = Literal["due", "refused", "given", "gone"]
"""Not given yet; refused by Discord, to be tried again; given; never to be given, as the player has left."""


@dataclass(frozen=True, slots=True)
class RolePrize:
    """A role for the players in these places."""

    role: int
    first: int = 1
    last: int = 1


@dataclass(frozen=True, slots=True)
class WonRole:
    """A role that a player has won."""

    id: int
    server: int
    tournament: int
    player: int
    role: int
    state: State = "due"


def winners(prizes: Iterable[RolePrize], tournament: Tournament) -> tuple[tuple[int, int], ...]:
    """Return the players with the roles that they win, by place; a player wins each role once.

    All who share a place win its roles. Removed players and house players win none.
    """
    won = [
        (each.player, prize.role)
        for prize in prizes
        for place, each in standings(tournament)
        if prize.first <= place <= prize.last and each.standing != "removed" and not each.is_house
    ]
    return tuple(dict.fromkeys(won))


def add(tx: Transaction, server: int, tournament: int, won: Sequence[tuple[int, int]], at: float) -> None:
    """Record the players and the roles that they have won."""
    tx.insert_many(
        "role_prizes",
        [
            {"server": server, "tournament": tournament, "player": player, "role": role, "at": at}
            for player, role in won
        ],
    )


def waiting(tx: Transaction, now: float) -> tuple[WonRole, ...]:
    """Return the roles to give, those first that were never tried."""
    since = now - TRIED_SECONDS
    return _found(tx, "state IN ('due', 'refused') AND at > ? ORDER BY state, id", (since,))


def of_tournament(tx: Transaction, tournament: int) -> tuple[WonRole, ...]:
    """Return the roles won at a tournament."""
    return _found(tx, "tournament = ? ORDER BY id", (tournament,))


def refused(tx: Transaction, server: int, now: float) -> tuple[WonRole, ...]:
    """Return the roles in a server that Discord did not let the bot give, and that are tried again."""
    since = now - TRIED_SECONDS
    return _found(tx, "state = 'refused' AND server = ? AND at > ? ORDER BY id", (server, since))


def settle(tx: Transaction, won: WonRole, state: State) -> None:
    """Record what became of a role."""
    tx.execute("UPDATE role_prizes SET state = ? WHERE id = ?", (state, won.id))


def _found(tx: Transaction, which: str, parameters: tuple[float, ...]) -> tuple[WonRole, ...]:
    columns = "id, server, tournament, player, role, state"
    query = f"SELECT {columns} FROM role_prizes WHERE {which}"  # noqa: S608  (our own words)
    return tuple(WonRole(**row) for row in tx.all(query, parameters))


PERSONAL = (PersonalColumns("role_prizes", "server, tournament, role, state, at", "id"),)
