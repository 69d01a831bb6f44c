"""On which days, and at what moment, the tournaments of a series begin (TN-35).

A schedule speaks of an hour on the clocks of its time zone, which summer time moves. An hour that the
clocks skip comes as much later; of an hour that they show twice it is the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.tavern.tournament.time_zones import zone_of
from bot.tavern.tournament.times_of_day import time_words
from storage.tournaments.series import SeriesSchedule

DAYS_MAX = 70
"""Within so many days every rhythm has a day, even where a zone leaves one out."""
NTH = {"first": 0, "second": 1, "third": 2, "fourth": 3}


def hour_words(schedule: SeriesSchedule) -> str:
    """When a schedule's tournaments begin, as a person would type it."""
    return f"{time_words(schedule.minute)} {schedule.zone}"


def next_start(schedule: SeriesSchedule, after: float) -> int:
    """When the first tournament begins after that moment, in unix seconds; raises `UnknownZone`."""
    zone = zone_of(schedule.zone)
    # The day before: in some zones it is still that day.
    first = datetime.fromtimestamp(after, zone).date() - timedelta(days=1)
    days = (first + timedelta(days=count) for count in range(DAYS_MAX))
    return next(start for start in _starts(schedule, zone, days) if start > after)


def _starts(schedule: SeriesSchedule, zone: ZoneInfo, days: Iterator[date]) -> Iterator[int]:
    hour = time(schedule.minute // 60, schedule.minute % 60)
    for day in days:
        if _is_day(schedule, day):
            # Of an hour that comes twice this is the first; one that is skipped comes as much later.
            yield int(datetime.combine(day, hour, zone).timestamp())


def _is_day(schedule: SeriesSchedule, day: date) -> bool:
    is_last = (day + timedelta(days=1)).month != day.month
    if schedule.rhythm == "day":
        return day.day == schedule.day or (is_last and day.day < schedule.day)
    if day.weekday() != schedule.weekday:
        return False
    if schedule.rhythm == "last":
        return (day + timedelta(days=7)).month != day.month
    return schedule.rhythm == "weekly" or (day.day - 1) // 7 == NTH[schedule.rhythm]
