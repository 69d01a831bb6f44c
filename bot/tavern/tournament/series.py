"""Actions on a series of tournaments, inside a transaction, and the public view of a series.

The standings can be exported as files; `docs/run/standings.md` describes the format.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from bot.text.translate import spreadsheet_cell
from games.engine.core.errors import N_, UserError
from games.tournament import series as rules
from games.tournament.model import InASeries, SeriesClosed, StillPlayed
from games.tournament.series import Chances, Finish, SeriesRank, SeriesTerms
from storage.db.transaction import Transaction
from storage.errors import NameTaken
from storage.standing.scores import folded
from storage.tournaments import outbox
from storage.tournaments import series as storage
from storage.tournaments.series import NamedFinish, Series, SeriesRound

OPEN_MAX = 10
"""The maximum number of open series in a server."""
COUNT_MAX = 100
"""The maximum number of tournaments of a series, and of results that count."""
TITLE_KEPT = 36
"""The maximum length of a series' title within a tournament's title, before the number."""
FORMAT = "taproom-series-1"
"""The name of the files' format; its number rises with each incompatible change."""


class NoSuchSeries(UserError):
    template = N_("There’s no such series here. An organiser can begin one with `/organise series create`.")


class WhichSeries(UserError):
    template = N_("There are several series: please name one of {numbers}.")
    numbers: tuple[int, ...]


class TooManySeries(UserError):
    template = N_("This server can’t have more open series. Close one first.")


class SeriesChanged(UserError):
    template = N_(
        "The series has changed since you were shown that. Open it again with `/organise series manage`."
    )


class FullSeries(UserError):
    template = N_("That series is full. Please begin another one.")


@dataclass(frozen=True)
class SeriesView:
    """A series as anybody may see it; `named` are the finishes with the players' names at that time."""

    series: Series
    rounds: tuple[SeriesRound, ...]
    named: tuple[NamedFinish, ...]
    reader: int = 0
    """The player who reads it; 0 for what everybody sees."""

    def computed(self) -> SeriesView:
        """Compute the standings now, which takes a moment if there are many results; return the view."""
        _ = self.ranks, self.chances
        return self

    @cached_property
    def finishes(self) -> tuple[Finish, ...]:
        """The finishes that count."""
        return tuple(each.finish for each in self.named)

    @cached_property
    def ranks(self) -> tuple[SeriesRank, ...]:
        """The standings."""
        return rules.ranks(self.series.terms, self.finishes)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The players' latest names, by player."""
        return {each.finish.player: each.name for each in self.named}

    @cached_property
    def names_then(self) -> Mapping[tuple[int, int], str]:
        """The players' names at the time, by tournament and player."""
        return {(each.finish.tournament, each.finish.player): each.name for each in self.named}

    @property
    def played(self) -> tuple[SeriesRound, ...]:
        """The finished tournaments."""
        return tuple(each for each in self.rounds if each.phase == "over")

    @property
    def coming(self) -> tuple[SeriesRound, ...]:
        """The announced tournaments that are not over."""
        return tuple(each for each in self.rounds if each.phase != "over")

    @cached_property
    def chances(self) -> Chances | None:
        """The players who can still win, if that is known."""
        if self.series.closed_at is not None:
            return None
        return rules.chances(self.series.terms, self.ranks, len(self.played))

    @property
    def champions(self) -> tuple[int, ...]:
        """The winners; empty while the series is open."""
        return () if self.series.closed_at is None else rules.champions(self.ranks)


def view(tx: Transaction, series: Series, reader: int = 0) -> SeriesView:
    """Return a series with its tournaments and results, worded for a `reader` if there is one."""
    rounds, finishes = storage.rounds(tx, series.id), storage.finishes(tx, series.id)
    return SeriesView(series, rounds, finishes, reader).computed()


def check(series: Series) -> str:
    """Return a checksum of six hex digits, by which a form recognises a changed series (F-60)."""
    return hashlib.sha256(repr(series).encode()).hexdigest()[:6]


def create(tx: Transaction, series: Series) -> Series:
    """Begin a series."""
    if len(storage.open_in(tx, series.server)) >= OPEN_MAX:
        raise TooManySeries
    _require_own_title(tx, series)
    return storage.add(tx, series)


def find(tx: Transaction, server: int, number: int | None) -> Series:
    """Return the series with a number; without one, the only open series, or else the last closed one."""
    if number is not None:
        series = storage.load(tx, server, number)
        if series is None:
            raise NoSuchSeries
        return series
    candidates = storage.open_in(tx, server) or storage.closed_in(tx, server, 1)
    if len(candidates) > 1:
        raise WhichSeries(tuple(each.id for each in candidates))
    if not candidates:
        raise NoSuchSeries
    return candidates[0]


def find_open(tx: Transaction, server: int, number: int | None, seen: str | None = None) -> Series:
    """Return an open series like `find`; `seen` is its checksum as it was shown to the actor, if known."""
    series = find(tx, server, number)
    if series.closed_at is not None:
        raise SeriesClosed
    if seen not in (None, check(series)):
        raise SeriesChanged
    return series


def change(tx: Transaction, series: Series, title: str, terms: SeriesTerms, *, has_events: bool) -> Series:
    """Change a series' title and terms. Raises a `UserError` if a term can't change now (TN-29, TN-31)."""
    before = view(tx, series)
    terms = rules.changed(series.terms, terms, len(before.rounds), before.finishes)
    changed = replace(series, title=title, terms=terms, has_events=has_events)
    if title != series.title:
        _require_own_title(tx, changed)
    storage.save(tx, changed)
    for each in before.coming if has_events else ():
        outbox.want_event(tx, each.tournament)
    return changed


def _require_own_title(tx: Transaction, series: Series) -> None:
    """Raise `NameTaken` if another open series of the server has this title, ignoring case (TN-29)."""
    others = [each for each in storage.open_in(tx, series.server) if each.id != series.id]
    if any(folded(each.title) == folded(series.title) for each in others):
        raise NameTaken


def next_title(tx: Transaction, series: Series) -> str:
    """Return the default title of a series' next tournament."""
    return f"{series.title[:TITLE_KEPT]} {len(storage.rounds(tx, series.id)) + 1}"


def take_in(tx: Transaction, series: Series, tournament: int) -> None:
    """Make an unfinished tournament count for a series (TN-29)."""
    if storage.of_tournament(tx, tournament) is not None:
        raise InASeries
    count = len(storage.rounds(tx, series.id))
    rules.require_room(series.terms, count)
    if count >= COUNT_MAX:
        raise FullSeries
    storage.attach(tx, series.id, tournament)
    if series.has_events:
        outbox.want_event(tx, tournament)


def close(tx: Transaction, series: Series, at: float) -> Series:
    """Close a series whose tournaments are all over (TN-34)."""
    unfinished = view(tx, series).coming
    if unfinished:
        raise StillPlayed(tuple(each.tournament for each in unfinished))
    closed = replace(without_schedule(series), closed_at=at)
    storage.save(tx, closed)
    return closed


def without_schedule(series: Series) -> Series:
    """Return the series without its schedule."""
    return replace(series, schedule=None, start_at=None, due_at=None)


def as_json(view: SeriesView) -> bytes:
    """Return a series' standings as JSON, with all results from which they are computed."""
    series, terms = view.series, view.series.terms
    document = {
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
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def as_csv(view: SeriesView) -> bytes:
    """Return the standings as CSV with a row per player, in which no name is taken for a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    played = [each.tournament for each in view.played]
    writer.writerow(
        ["place", "name", "player", "points", "counted", *(f"tournament {each}" for each in played)]
    )
    for rank in view.ranks:
        points = {each.tournament: each.points for each in rank.results}
        player = _player(rank.player)
        writer.writerow(
            [
                rank.place,
                spreadsheet_cell(view.names[rank.player]),
                # As a mention, since spreadsheets round long numbers.
                "" if player is None else f"<@{player}>",
                rank.points,
                sum(each.counts for each in rank.results),
                *(points.get(each, "") for each in played),
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
        "results": [
            {
                "tournament": each.tournament,
                "name": view.names_then[each.tournament, rank.player],
                "place": each.place,
                "points": each.points,
                "counts": each.counts,
            }
            for each in rank.results
        ],
    }


def _player(player: int) -> str | None:
    """Return a player's id as text, since many JSON parsers round long numbers; None for an erased player."""
    return str(player) if player > 0 else None
