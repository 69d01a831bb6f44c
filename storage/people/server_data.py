"""Everything kept about a server, as its managers may have it in a file.

Left out is what managers can't see (PRIVACY.md): hands with their cards and seeds (TB-11), people's own
exclusions and limits, their answers to deals, whom they want to be called by, records and titles that they
hide, and the words of prizes that only the winner reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from storage.db.transaction import Transaction

_SHOWN = (
    "NOT EXISTS (SELECT 1 FROM preferences WHERE preferences.player = {rows}.player AND record = 'hidden')"
)


@dataclass(frozen=True, slots=True)
class ServerRows:
    """Rows of one kind that belong to a server."""

    columns: str
    order: str
    which: str = "server = ?"
    """The condition; its one parameter is the server."""
    written: tuple[str, ...] = ()
    """The columns that hold JSON."""


_OF_SEASONS = "season IN (SELECT id FROM seasons WHERE server = ?)"
_OF_TOURNAMENTS = "tournament IN (SELECT id FROM tournaments WHERE server = ?)"
# The last transfer before a reset went to the bank of then, since a reset leaves no coins elsewhere.
_SINCE_RESET = (
    "server = ?1 AND id > coalesce((SELECT max(t.id) FROM transfers t JOIN accounts a ON a.id = t.credit"
    " WHERE a.server = ?1 AND a.kind = 'bank' AND a.owner < 0), 0)"
)
EXPORTED: Mapping[str, ServerRows] = {
    "settings": ServerRows("body", "server", written=("body",)),
    "own_cards": ServerRows("game, card, name, line, at", "id"),
    "accounts": ServerRows("id, kind, owner, balance, opened_at", "id"),
    "transfers": ServerRows(
        "id, debit, credit, amount, reason, table_id, at, by_player, note", "id", _SINCE_RESET
    ),
    "house_results": ServerRows("game, won, lost", "game"),
    "scores": ServerRows("game, player, points", "game, player"),
    "prizes": ServerRows(
        "id, game, name, threshold, gift, CASE WHEN gift = 'text' THEN '' ELSE value END AS value", "id"
    ),
    "claims": ServerRows(
        "prize_id, player, at",
        "prize_id, player",
        "prize_id IN (SELECT id FROM prizes WHERE server = ?)",
    ),
    "records": ServerRows(
        "player, game, money, day, hands, won, folds, showdowns, net, staked",
        "player, game, money, day",
        f"server = ? AND {_SHOWN.format(rows='records')}",
    ),
    "titles": ServerRows(
        "player, title, at, table_id, hand",
        "player, title",
        f"server = ? AND {_SHOWN.format(rows='titles')}",
    ),
    "seasons": ServerRows("id, name, first_day, last_day", "id"),
    "season_places": ServerRows(
        "season, measure, game, player, place, value",
        "season, measure, game, place, player",
        f"{_OF_SEASONS} AND {_SHOWN.format(rows='season_places')}",
    ),
    "keepsakes": ServerRows("game, player, body", "game, player", written=("body",)),
    "tables": ServerRows(
        "id, channel, game, phase, opened_at, acted_at, is_slow",
        "id",
    ),
    "closings": ServerRows("table_id, hand, by_player, reason, at", "id"),
    "tournaments": ServerRows("id, channel, phase, announced_at, acted_at, plan", "id", written=("plan",)),
    "entrants": ServerRows("tournament, player", "tournament, player", _OF_TOURNAMENTS),
    "results": ServerRows(
        "tournament, player, place, players, money, words, name, removed, struck",
        "tournament, place, player",
    ),
    "tournament_acts": ServerRows("tournament, act, player, count, by_player, reason, at, what", "id"),
    "series": ServerRows(
        "id, organiser, title, terms, opened_at, closed_at, plan, schedule, channel",
        "id",
        written=("terms", "plan", "schedule"),
    ),
    "series_tournaments": ServerRows("series, tournament", "series, tournament", _OF_TOURNAMENTS),
    "bars": ServerRows("player, is_lifted, until, by_player, reason, at", "id"),
    "private_notes": ServerRows("kind, number, by_player, player, note", "kind, number"),
    "server_changes": ServerRows("kind, what, name, before, after, by_player, at", "id"),
    "board_posts": ServerRows("channel, message, measure, game, period, stopped_at, why", "id"),
}
"""The rows of a server that its managers may have, by the tables that hold them."""


def export(tx: Transaction, server: int) -> dict[str, Any]:
    """Return what is kept about a server, ready for JSON; people and roles are ids."""
    return {"server": server, **{name: [*_rows(tx, server, name)] for name in EXPORTED}}


def _rows(tx: Transaction, server: int, name: str) -> Iterator[dict[str, Any]]:
    kind = EXPORTED[name]
    sql = f"SELECT {kind.columns} FROM {name} WHERE {kind.which} ORDER BY {kind.order}"  # noqa: S608  (our own words)
    for row in tx.all(sql, (server,)):
        yield {**row, **{column: _read(row[column]) for column in kind.written}}


def _read(text: str | None) -> Any:
    try:
        return json.loads(text or "null")
    except ValueError:
        # A damaged value does not stop the export of everything else.
        return None
