"""Series: their terms and schedules, their tournaments, and the results.

The standings are computed from `results`, so people erased there are anonymous here, too.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from operator import itemgetter
from sqlite3 import Row
from typing import Literal, TypeAlias

from games.tournament.series import Finish, SeriesTerms
from storage.db.codec import Codec
from storage.db.retention import PersonalColumns
from storage.db.transaction import Transaction, Value
from storage.errors import Unreadable

Rhythm: TypeAlias = Literal["weekly", "first", "second", "third", "fourth", "last", "day"]
"""The recurrence: weekly, monthly on a certain weekday of the month, or monthly on a day of the month."""


@dataclass(frozen=True, slots=True)
class SeriesSchedule:
    """The recurring start of a series's tournaments, and the time of their announcements before it."""

    rhythm: Rhythm
    weekday: int
    """The weekday (0: Monday); unused if `rhythm` is "day"."""
    day: int
    """The day of the month, or the last day of shorter months."""
    minute: int
    """The minute after midnight, in the time zone."""
    zone: str
    """The name of a time zone, such as `Europe/Berlin`."""
    ahead_hours: int


TERMS = Codec[SeriesTerms](SeriesTerms)
SCHEDULES = Codec[SeriesSchedule](SeriesSchedule)


@dataclass(frozen=True, slots=True)
class Series:
    """A series of a server's tournaments; `closed_at` is None while it is open.

    Without automatic announcements, `schedule`, `channel`, `start_at` and `due_at` are None.
    """

    id: int
    server: int
    organiser: int
    """The responsible organiser, who began the series or was the last to set its schedule."""
    title: str
    terms: SeriesTerms
    opened_at: float
    closed_at: float | None = None
    plan: str = ""
    """The plan of its tournaments, as JSON; empty without a schedule."""
    schedule: SeriesSchedule | None = None
    channel: int | None = None
    """The channel in which its tournaments are announced."""
    start_at: int | None = None
    """The start of the next tournament to be announced, in unix seconds."""
    due_at: float | None = None
    """The time of the next announcement, in unix seconds."""
    trouble: str = ""
    """The message to the organiser about a failure."""
    is_told: bool = True
    """True if the organiser has been notified of `trouble`."""
    has_events: bool = False
    """True if its tournaments get scheduled events in Discord."""


@dataclass(frozen=True, slots=True)
class SeriesRound:
    """A tournament of a series, and the message of its notice; `players` is their number, once it is over."""

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
    """A place in a tournament, and the player's name at that time."""

    finish: Finish
    name: str


def add(tx: Transaction, series: Series) -> Series:
    """Store a new series with a new id."""
    row = _row(series)
    del row["id"]
    number = tx.insert("series", row)
    return _series(tx.one("SELECT * FROM series WHERE id = ?", (number,)))


def save(tx: Transaction, series: Series) -> None:
    """Store the changed fields of a series."""
    tx.execute(
        "UPDATE series SET organiser = :organiser, title = :title, terms = :terms, closed_at = :closed_at,"
        " plan = :plan, schedule = :schedule, channel = :channel, start_at = :start_at, due_at = :due_at,"
        " trouble = :trouble, is_told = :is_told, has_events = :has_events WHERE id = :id",
        _row(series),
    )


def due(tx: Transaction, at: float) -> tuple[Series, ...]:
    """Return the series with a due announcement, in all servers."""
    return _all(tx, "closed_at IS NULL AND due_at <= ?", (at,))


def untold(tx: Transaction) -> tuple[Series, ...]:
    """Return the series whose organisers have not been notified of `trouble` yet."""
    return _all(tx, "is_told = 0", ())


def load(tx: Transaction, server: int, number: int) -> Series | None:
    """Return a server's series, or None."""
    return next(iter(_all(tx, "id = ? AND server = ?", (number, server))), None)


def open_in(tx: Transaction, server: int) -> tuple[Series, ...]:
    """Return a server's open series, newest first."""
    return _all(tx, "closed_at IS NULL AND server = ?", (server,))


def closed_in(tx: Transaction, server: int, limit: int, before: int | None = None) -> tuple[Series, ...]:
    """Return a server's closed series, newest first; for the next page, `before` is the last id."""
    latest = 2**62 if before is None else before
    return _all(tx, "closed_at IS NOT NULL AND server = ? AND id < ?", (server, latest))[:limit]


def of_tournament(tx: Transaction, tournament: int) -> Series | None:
    """Return the series of a tournament, or None."""
    condition = "id = (SELECT series FROM series_tournaments WHERE tournament = ?)"
    return next(iter(_all(tx, condition, (tournament,))), None)


def attach(tx: Transaction, series: int, tournament: int) -> None:
    """Add a tournament to a series."""
    tx.add("series_tournaments", {"tournament": tournament, "series": series})


def rounds(tx: Transaction, series: int) -> tuple[SeriesRound, ...]:
    """Return the tournaments of a series, without called off ones, in the order of their announcements."""
    rows = tx.all(
        "SELECT t.id AS tournament, t.phase, t.acted_at, t.channel, t.message,"
        " (SELECT max(players) FROM results r WHERE r.tournament = t.id) AS players,"
        # An erasure blanks the plan of an unreadable tournament.
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


def last_start(tx: Transaction, series: int) -> float:
    """Return the latest automatic start of a series's tournaments in unix seconds; 0.0 without one."""
    last: float | None = tx.scalar(
        "SELECT max(CASE WHEN json_valid(plan) THEN CAST(json_extract(plan, '$.starts_at') AS BIGINT) END)"
        " FROM series_tournaments JOIN tournaments ON id = tournament"
        " WHERE series = ? AND phase <> 'called_off'",
        (series,),
    )
    return last or 0.0


def finishes(tx: Transaction, series: int) -> tuple[NamedFinish, ...]:
    """Return the places in a series that count, without removed players and excluded results (TN-30)."""
    rows = tx.all(
        "SELECT r.tournament, r.player, r.place, r.name FROM results r"
        " JOIN series_tournaments s ON s.tournament = r.tournament"
        " WHERE s.series = ? AND r.removed = 0 AND r.struck = 0 ORDER BY r.tournament, r.place, r.player",
        (series,),
    )
    return tuple(
        NamedFinish(Finish(row["tournament"], row["player"], row["place"]), row["name"]) for row in rows
    )


def _all(tx: Transaction, condition: str, parameters: tuple[Value, ...]) -> tuple[Series, ...]:
    """Return the readable series for condition an SQL condition holds, newest first."""
    readable = []
    # The rows are sorted in Python: with ORDER BY, SQLite would go through all series.
    rows = tx.all(f"SELECT * FROM series WHERE {condition}", parameters)  # noqa: S608  (our own words)
    for row in sorted(rows, key=itemgetter("id"), reverse=True):
        with suppress(Unreadable):
            readable.append(_series(row))
    return tuple(readable)


def _row(series: Series) -> dict[str, Value]:
    schedule = None if series.schedule is None else SCHEDULES.encode(series.schedule)
    return {**asdict(series), "terms": TERMS.encode(series.terms), "schedule": schedule}


def _series(row: Row) -> Series:
    schedule = None if row["schedule"] is None else SCHEDULES.decode(row["schedule"])
    decoded = {"terms": TERMS.decode(row["terms"]), "schedule": schedule, "is_told": bool(row["is_told"])}
    decoded["has_events"] = bool(row["has_events"])
    return Series(**{**row, **decoded})


_ENDED = (
    "UPDATE series SET organiser = :nobody, plan = '', schedule = NULL, start_at = NULL, due_at = NULL,"
    " trouble = '', is_told = 1 WHERE organiser = :player"
)

PERSONAL = (
    PersonalColumns(
        "series", "id AS series, server, title, plan, schedule", "id", "organiser", forgetting=(_ENDED,)
    ),
)
