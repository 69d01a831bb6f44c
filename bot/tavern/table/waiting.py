"""A player's tables everywhere: first the tables that wait for them, by remaining time, then the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.core.game import AnyGame
from games.engine.table import play
from games.engine.table.table import awaited, has_clock, unready
from storage.db.transaction import Transaction
from storage.play.postings import ELSEWHERE
from storage.play.tables import StoredTable, Tables


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A player's open table, and the players for whom it waits."""

    id: int
    game: str
    server: int
    channel: int
    message: int | None
    acted_at: float
    has_begun: bool
    is_mine: bool
    """True if it waits for the player."""
    others: tuple[str, ...]
    """The names of the other players for whom it waits."""
    due_at: float | None
    """The time at which the turn ends; None if it has no limit."""


def of_player(tx: Transaction, tables: Tables, player: int) -> list[WaitingTable]:
    """Return the tables at which a player sits, except tables elsewhere, where the bot can only respond."""
    stored_tables = (each for each in tables.of_player(tx, None, player) if each.server != ELSEWHERE)
    own = [_waiting(each, tables.games, player) for each in stored_tables]
    waiting = sorted((each for each in own if each.is_mine), key=_time_left)
    return [*waiting, *sorted((each for each in own if not each.is_mine), key=_age)]


def _waiting(stored: StoredTable, games: Mapping[str, AnyGame], player: int) -> WaitingTable:
    table, game = stored.table, games[stored.table.game]
    absent = awaited(table, game)
    waits_for = play.asked(table, game) or absent or unready(table)
    seats = [table.seated(seat) for seat in waits_for]
    is_timed = has_clock(table) and bool(waits_for) and not absent
    return WaitingTable(
        stored.id,
        table.game,
        stored.server,
        stored.channel,
        stored.message,
        stored.acted_at,
        table.phase != "lobby",
        any(each.player == player for each in seats),
        tuple(each.name for each in seats if each.player != player),
        stored.due_at if is_timed else None,
    )


def _time_left(each: WaitingTable) -> tuple[float, int]:
    return (float("inf") if each.due_at is None else each.due_at), each.id


def _age(each: WaitingTable) -> tuple[float, int]:
    return each.acted_at, each.id
