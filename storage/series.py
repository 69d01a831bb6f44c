"""Series: what was laid down for them, their tournaments, and the places taken there.

The standings are worked out from `results`, so who is forgotten there is nameless here, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from sqlite3 import Row

from games.tournament.series import Finish, SeriesTerms
from storage.codec import Codec
from storage.transaction import Transaction, Value

TERMS = Codec[SeriesTerms](SeriesTerms)


@dataclass(frozen=True, slots=True)
class Series:
    """A series of a server's tournaments; `closed_at` is None while it is open."""

    id: int
    server: int
    organiser: int
    title: str
    terms: SeriesTerms
    opened_at: float
    closed_at: float | None = None


@dataclass(frozen=True, slots=True)
class SeriesRound:
    """A tournament of a series, and where its notice is; `players` are those it began with, if it is over."""

    tournament: int
    title: str
    game: str
    phase: str
    acted_at: float
    players: int
    channel: int
    message: int | None


@dataclass(frozen=True, slots=True)
class NamedFinish:
    """A place in a tournament, and the name that its player had then."""

    finish: Finish
    name: str


def add(tx: Transaction, series: Series) -> Series:
    """Store a new series, under a number of its own."""
    number = tx.insert(
        "INSERT INTO series (server, organiser, title, terms, opened_at) VALUES (?, ?, ?, ?, ?)",
        (series.server, series.organiser, series.title, TERMS.encode(series.terms), series.opened_at),
    )
    return _series(tx.only("SELECT * FROM series WHERE id = ?", (number,)))


def save(tx: Transaction, series: Series) -> None:
    """Store what has changed of a series."""
    tx.execute(
        "UPDATE series SET organiser = ?, title = ?, terms = ?, closed_at = ? WHERE id = ?",
        (series.organiser, series.title, TERMS.encode(series.terms), series.closed_at, series.id),
    )


def load(tx: Transaction, server: int, number: int) -> Series | None:
    """A server's series, or None."""
    row = tx.one("SELECT * FROM series WHERE id = ? AND server = ?", (number, server))
    return None if row is None else _series(row)


def open_in(tx: Transaction, server: int) -> tuple[Series, ...]:
    """A server's open series, newest first."""
    return _all(tx, "closed_at IS NULL AND server = ?", (server,))


def closed_in(tx: Transaction, server: int, limit: int, before: int | None = None) -> tuple[Series, ...]:
    """A server's closed series, newest first, or those before one."""
    latest = 2**62 if before is None else before
    return _all(tx, "closed_at IS NOT NULL AND server = ? AND id < ?", (server, latest))[:limit]


def of_tournament(tx: Transaction, tournament: int) -> Series | None:
    """The series that a tournament belongs to, or None."""
    found = _all(tx, "id = (SELECT series FROM series_tournaments WHERE tournament = ?)", (tournament,))
    return next(iter(found), None)


def attach(tx: Transaction, series: int, tournament: int) -> None:
    """Take a tournament into a series."""
    tx.execute("INSERT INTO series_tournaments VALUES (?, ?)", (tournament, series))


def rounds(tx: Transaction, series: int) -> tuple[SeriesRound, ...]:
    """The tournaments of a series that were not called off, in the order in which they were announced."""
    rows = tx.all(
        "SELECT t.id AS tournament, t.phase, t.acted_at, t.channel, t.message,"
        " (SELECT max(players) FROM results r WHERE r.tournament = t.id) AS players,"
        # The plan of one that could not be read is blanked when somebody in it is forgotten.
        " CASE WHEN json_valid(t.plan) THEN json_extract(t.plan, '$.title') END AS title,"
        " CASE WHEN json_valid(t.plan) THEN json_extract(t.plan, '$.game') END AS game"
        " FROM series_tournaments JOIN tournaments t ON t.id = tournament"
        " WHERE series = ? AND t.phase <> 'called_off' ORDER BY t.id",
        (series,),
    )
    blanks = {"title": "?", "game": "", "players": 0}
    return tuple(
        SeriesRound(**{**row, **{name: row[name] or blank for name, blank in blanks.items()}}) for row in rows
    )


def finishes(tx: Transaction, series: int) -> tuple[NamedFinish, ...]:
    """All places taken in a series by whoever was not removed (TN-30)."""
    rows = tx.all(
        "SELECT r.tournament, r.player, r.place, r.name FROM results r"
        " JOIN series_tournaments s ON s.tournament = r.tournament"
        " WHERE s.series = ? AND r.removed = 0 ORDER BY r.tournament, r.place, r.player",
        (series,),
    )
    return tuple(
        NamedFinish(Finish(row["tournament"], row["player"], row["place"]), row["name"]) for row in rows
    )


def _all(tx: Transaction, which: str, parameters: tuple[Value, ...]) -> tuple[Series, ...]:
    rows = tx.all(f"SELECT * FROM series WHERE {which} ORDER BY id DESC", parameters)  # noqa: S608  (our own words)
    return tuple(map(_series, rows))


def _series(row: Row) -> Series:
    return Series(**{**row, "terms": TERMS.decode(row["terms"])})
