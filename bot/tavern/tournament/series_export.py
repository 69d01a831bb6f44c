"""The standings of a series as files; what stands in them is described in `docs/standings.md`."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

from bot.tavern.tournament.series import SeriesView
from bot.text.escape import spreadsheet_cell
from games.tournament.series import SeriesRank, SeriesResult
from storage.tournaments.series import SeriesRound

FORMAT = "taproom-series-1"
"""Stands in every file; the number rises when a reader of the one before could no longer read it."""


def as_json(view: SeriesView) -> bytes:
    """Everything that a series' standings are made of."""
    series, terms = view.series, view.series.terms
    told = {
        "format": FORMAT,
        "series": {
            "number": series.id,
            "title": series.title,
            "closed": series.closed_at is not None,
            "points": terms.points,
            "best_count": terms.best_count,
            "tournament_count": terms.tournament_count,
        },
        "tournaments": [_tournament(each) for each in view.played],
        "standings": [_rank(view, each) for each in view.ranks],
        "champions": [_player(each) for each in view.champions],
    }
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def as_csv(view: SeriesView) -> bytes:
    """A line a player, a column a tournament; no name can act as a formula."""
    text = io.StringIO()
    lines = csv.writer(text)
    played = [each.tournament for each in view.played]
    lines.writerow(
        ["place", "name", "player", "points", "counted", *(f"tournament {each}" for each in played)]
    )
    for rank in view.ranks:
        brought = {each.tournament: each.points for each in rank.results}
        player = _player(rank.player)
        lines.writerow(
            [
                rank.place,
                spreadsheet_cell(view.names[rank.player]),
                # Spreadsheets round bare numbers of that length.
                "" if player is None else f"<@{player}>",
                rank.points,
                sum(each.counts for each in rank.results),
                *(brought.get(each, "") for each in played),
            ]
        )
    # The byte order mark makes spreadsheets read UTF-8.
    return text.getvalue().encode("utf-8-sig")


def _tournament(each: SeriesRound) -> dict[str, Any]:
    ended = datetime.fromtimestamp(int(each.acted_at), UTC)
    return {
        "number": each.tournament,
        "title": each.title,
        "game": each.game,
        "ended": ended.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "players": each.players,
    }


def _rank(view: SeriesView, rank: SeriesRank) -> dict[str, Any]:
    return {
        "place": rank.place,
        "player": _player(rank.player),
        "name": view.names[rank.player],
        "points": rank.points,
        "results": [_result(view, rank, each) for each in rank.results],
    }


def _result(view: SeriesView, rank: SeriesRank, result: SeriesResult) -> dict[str, Any]:
    return {
        "tournament": result.tournament,
        "name": view.names_then[result.tournament, rank.player],
        "place": result.place,
        "points": result.points,
        "counts": result.counts,
    }


def _player(player: int) -> str | None:
    """Discord's id as text, since many readers of JSON round numbers of that length; None if forgotten."""
    return str(player) if player > 0 else None
