"""Series: what was laid down for them, their tournaments, and the places taken there.

The standings are worked out from `results`, so who is forgotten there is nameless here, too.
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
"""Every week on a weekday, once a month on a weekday, or once a month on a day."""


@dataclass(frozen=True, slots=True)
class SeriesSchedule:
    """When the tournaments of a series begin, and how long before that they are announced."""

    rhythm: Rhythm
    weekday: int
    """0: Monday; for every rhythm but that of a day of the month."""
    day: int
    """The day of the month; in shorter months, their last one."""
    minute: int
    """The minute after midnight, in the time zone."""
    zone: str
    """Such as `Europe/Berlin`."""
    ahead_hours: int


TERMS = Codec[SeriesTerms](SeriesTerms)
SCHEDULES = Codec[SeriesSchedule](SeriesSchedule)


@dataclass(frozen=True, slots=True)
class Series:
    """A series of a server's tournaments; `closed_at` is None while it is open.

    `schedule` and what belongs to it are None where nothing is announced by itself.
    """

    id: int
    server: int
    organiser: int
    """The responsible organiser: the one who began it, or set its schedule last."""
    title: str
    terms: SeriesTerms
    opened_at: float
    closed_at: float | None = None
    plan: str = ""
    """The plan of each of its tournaments, as JSON; empty without one."""
    schedule: SeriesSchedule | None = None
    channel: int | None = None
    """The channel in which its tournaments are announced."""
    start_at: int | None = None
    """The start of the next one that is not announced yet, in unix seconds."""
    due_at: float | None = None
    """The time of its announcement, in unix seconds."""
    trouble: str = ""
    """The message to the organiser about a failure."""
    is_told: bool = True
    """True if the organiser has been told of it."""
    has_events: bool = False
    """True if its tournaments stand among Discord's scheduled events, too."""


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
    row = _row(series)
    del row["id"]
    number = tx.insert("series", row)
    return _series(tx.one("SELECT * FROM series WHERE id = ?", (number,)))


def save(tx: Transaction, series: Series) -> None:
    """Store what has changed of a series."""
    tx.execute(
        "UPDATE series SET organiser = :organiser, title = :title, terms = :terms, closed_at = :closed_at,"
        " plan = :plan, schedule = :schedule, channel = :channel, start_at = :start_at, due_at = :due_at,"
        " trouble = :trouble, is_told = :is_told, has_events = :has_events WHERE id = :id",
        _row(series),
    )


def due(tx: Transaction, at: float) -> tuple[Series, ...]:
    """The series with something to announce now, in all servers."""
    return _all(tx, "closed_at IS NULL AND due_at <= ?", (at,))


def untold(tx: Transaction) -> tuple[Series, ...]:
    """The series whose organisers are yet to be told of something."""
    return _all(tx, "is_told = 0", ())


def load(tx: Transaction, server: int, number: int) -> Series | None:
    """A server's series, or None."""
    return next(iter(_all(tx, "id = ? AND server = ?", (number, server))), None)


def open_in(tx: Transaction, server: int) -> tuple[Series, ...]:
    """A server's open series, newest first."""
    return _all(tx, "closed_at IS NULL AND server = ?", (server,))


def closed_in(tx: Transaction, server: int, limit: int, before: int | None = None) -> tuple[Series, ...]:
    """A server's closed series, newest first, or those before one."""
    latest = 2**62 if before is None else before
    return _all(tx, "closed_at IS NOT NULL AND server = ? AND id < ?", (server, latest))[:limit]


def of_tournament(tx: Transaction, tournament: int) -> Series | None:
    """The series that a tournament belongs to, or None."""
    which = "id = (SELECT series FROM series_tournaments WHERE tournament = ?)"
    return next(iter(_all(tx, which, (tournament,))), None)


def attach(tx: Transaction, series: int, tournament: int) -> None:
    """Take a tournament into a series."""
    tx.add("series_tournaments", {"tournament": tournament, "series": series})


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


def last_start(tx: Transaction, series: int) -> float:
    """When the last tournament of a series begins that begins by itself; 0.0 if none does."""
    last: float | None = tx.scalar(
        "SELECT max(CASE WHEN json_valid(plan) THEN CAST(json_extract(plan, '$.starts_at') AS BIGINT) END)"
        " FROM series_tournaments JOIN tournaments ON id = tournament"
        " WHERE series = ? AND phase <> 'called_off'",
        (series,),
    )
    return last or 0.0


def finishes(tx: Transaction, series: int) -> tuple[NamedFinish, ...]:
    """All places taken in a series by whoever was not removed (TN-30), but for results that were struck."""
    rows = tx.all(
        "SELECT r.tournament, r.player, r.place, r.name FROM results r"
        " JOIN series_tournaments s ON s.tournament = r.tournament"
        " WHERE s.series = ? AND r.removed = 0 AND r.struck = 0 ORDER BY r.tournament, r.place, r.player",
        (series,),
    )
    return tuple(
        NamedFinish(Finish(row["tournament"], row["player"], row["place"]), row["name"]) for row in rows
    )


def _all(tx: Transaction, which: str, parameters: tuple[Value, ...]) -> tuple[Series, ...]:
    """Return the matching series that this version can read, newest first."""
    found = []
    # Sorted here: asked for in their order, all others would be passed by.
    rows = tx.all(f"SELECT * FROM series WHERE {which}", parameters)  # noqa: S608  (our own words)
    for row in sorted(rows, key=itemgetter("id"), reverse=True):
        with suppress(Unreadable):
            found.append(_series(row))
    return tuple(found)


def _row(series: Series) -> dict[str, Value]:
    schedule = None if series.schedule is None else SCHEDULES.encode(series.schedule)
    return {**asdict(series), "terms": TERMS.encode(series.terms), "schedule": schedule}


def _series(row: Row) -> Series:
    schedule = None if row["schedule"] is None else SCHEDULES.decode(row["schedule"])
    told = {"terms": TERMS.decode(row["terms"]), "schedule": schedule, "is_told": bool(row["is_told"])}
    told["has_events"] = bool(row["has_events"])
    return Series(**{**row, **told})


_ENDED = (
    "UPDATE series SET organiser = :nobody, plan = '', schedule = NULL, start_at = NULL, due_at = NULL,"
    " trouble = '', is_told = 1 WHERE organiser = :player"
)

PERSONAL = (
    PersonalColumns(
        "series", "id AS series, server, title, plan, schedule", "id", "organiser", forgetting=(_ENDED,)
    ),
)
