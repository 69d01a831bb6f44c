"""Tables that `/play` offers instead of a new one: the player's own, and tables with free seats nearby."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor, Scope
from games.engine.core.errors import RuleError
from games.engine.core.game import AnyGame
from games.engine.table import seating
from games.engine.table.table import AnyTable, TableChange
from storage.db.transaction import Transaction
from storage.play.postings import is_server
from storage.play.tables import StoredTable, Tables


class TableNearby(Exception):
    """Raised instead of opening a table: the player has to choose between this table and a new one."""

    def __init__(self, stored: StoredTable, free: int) -> None:
        super().__init__(f"table {stored.id}")
        self.stored = stored
        self.free = free
        """The number of free seats; 0 if it is the player's own table."""

    @property
    def host(self) -> int | None:
        """The host; if the host is absent, the person who has been seated longest."""
        table = self.stored.table
        people = [each.player for each in table.present if each.player is not None]
        return table.terms.host if table.terms.host in people else people[0]


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that a player wants to open with `/play`."""

    channel: int
    game: AnyGame
    closes: int = 0
    """The player's own table that is closed in exchange; 0 for none."""
    is_alone: bool = False
    """True if the player prefers a new table to a seat nearby."""
    is_slow: bool = False
    """True if its turns last days (TB-28): only slow tables are nearby, and the player may host several."""

    def require_none(self, tx: Transaction, tables: Tables, actor: Actor) -> None:
        """Raise `TableNearby` for the player's own table, or else for one of this game with free seats."""
        if not is_server(actor.server):
            return
        actions.require_admitted(tx, actor.server, actor.player, actor.roles, actor.at)
        for stored in () if self.is_slow else tables.of_player(tx, actor.server, actor.player):
            if stored.id != self.closes and _is_own(stored.table, actor.player):
                raise TableNearby(stored, 0)
        for stored in () if self.is_alone else tables.around(tx, actor.server, self.channel):
            is_alike = stored.table.terms.pace.is_slow == self.is_slow
            if is_alike and (free := free_seats(stored.table, tables.games, self.game, actor.player)):
                raise TableNearby(stored, free)


def free_seats(table: AnyTable, games: Mapping[str, AnyGame], game: AnyGame, player: int) -> int:
    """Return the number of free seats for a player at a table of a game; 0 if they can't sit down there."""
    if table.game != game.key or table.terms.tournament is not None or table.terms.hands_max is not None:
        return 0
    has_people = any(each.player is not None for each in table.present)
    if not has_people or not seating.is_admitting(table, games[table.game]):
        return 0
    try:
        seating.require_welcome(table, player)
    except RuleError:
        return 0
    return game.seats.stop - 1 - len(table.present)


def close_own(actor: Actor, scope: Scope) -> TableChange:
    """Close a table that the actor hosts, in exchange for a new one.

    Beside house players alone nobody would end the hand under way, as there is no clock (TB-8): it is left.
    """
    seating.require_host(scope.table, actor.player)
    change = actions.close()(actor, scope)
    if not leaves_hand(scope.table, actor.player):
        return change
    return change.then(seating.leave(change.table, scope.game, actor.player, scope.seeds))


def leaves_hand(table: AnyTable, player: int) -> bool:
    """Return True if a player who closes their table for another leaves a hand against house players."""
    return table.hand is not None and all(each.player in (None, player) for each in table.present)


def _is_own(table: AnyTable, player: int) -> bool:
    """Return True if a player hosts this open table: no tournament's table, no quick throw, no slow table."""
    terms = table.terms
    is_hosted = (terms.host, terms.tournament, terms.hands_max, table.closing) == (player, None, None, None)
    return is_hosted and not terms.pace.is_slow
