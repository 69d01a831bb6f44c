"""TN-35: on which days, and at what moment, the tournaments of a series begin."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bot.tavern.tournament.parse_times import UnknownZone, read_hour
from bot.tavern.tournament.series_rounds import hour_words, next_start
from storage.tournaments.series import Rhythm, SeriesSchedule

FRIDAY, SUNDAY = 4, 6
BERLIN = "Europe/Berlin"


def at(text: str) -> int:
    """A moment in UTC, as unix seconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def utc(moment: int) -> str:
    """The same as it is written."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M")


def starts(
    rhythm: Rhythm,
    after: str,
    count: int,
    *,
    weekday: int = FRIDAY,
    day: int = 1,
    hour: str = f"20:00 {BERLIN}",
) -> list[str]:
    """The first starts after a moment, in UTC."""
    minute, zone = read_hour(hour)
    schedule = SeriesSchedule(rhythm, weekday, day, minute, zone, 24)
    found, moment = [], at(after)
    for _ in range(count):
        moment = next_start(schedule, moment)
        found.append(utc(moment))
    return found


def test_every_friday_at_eight() -> None:
    """Berlin is two hours ahead of UTC until 25 October 2026, then one: it is eight there all the same."""
    assert starts("weekly", "2026-10-14", 4) == [
        "2026-10-16 18:00",
        "2026-10-23 18:00",
        "2026-10-30 19:00",
        "2026-11-06 19:00",
    ]


def test_the_start_itself_is_not_the_next_one() -> None:
    """A second before it is still to come, at that moment it is the week after."""
    assert starts("weekly", "2026-10-16 17:59:59", 1) == ["2026-10-16 18:00"]
    assert starts("weekly", "2026-10-16 18:00:00", 1) == ["2026-10-23 18:00"]


def test_an_hour_that_is_skipped_comes_as_much_later() -> None:
    """On 29 March 2026 Berlin's clocks go from 2:00 to 3:00: half past two is half past three, 1:30 UTC."""
    assert starts("weekly", "2026-03-20", 3, weekday=SUNDAY, hour=f"2:30 {BERLIN}") == [
        "2026-03-22 01:30",
        "2026-03-29 01:30",
        "2026-04-05 00:30",
    ]


def test_of_an_hour_that_comes_twice_the_first() -> None:
    """On 25 October 2026 it is half past two at 0:30 and at 1:30 UTC: it begins once, at the first."""
    assert starts("weekly", "2026-10-18 12:00", 2, weekday=SUNDAY, hour=f"02:30 {BERLIN}") == [
        "2026-10-25 00:30",
        "2026-11-01 01:30",
    ]


@pytest.mark.parametrize(
    ("rhythm", "days"),
    [
        ("first", ["2026-11-06", "2026-12-04", "2027-01-01"]),
        ("second", ["2026-11-13", "2026-12-11", "2027-01-08"]),
        ("third", ["2026-11-20", "2026-12-18", "2027-01-15"]),
        ("fourth", ["2026-11-27", "2026-12-25", "2027-01-22"]),
        ("last", ["2026-11-27", "2026-12-25", "2027-01-29"]),
    ],
)
def test_once_a_month_on_a_friday(rhythm: Rhythm, days: list[str]) -> None:
    """The first to the fourth, or the last, which may be the fifth."""
    assert starts(rhythm, "2026-11-01", 3) == [f"{day} 19:00" for day in days]


def test_once_a_month_on_a_day_that_some_months_lack() -> None:
    """The 31st is the last day where there is none; so is the 29th of February 2027."""
    assert starts("day", "2026-11-01", 4, day=31, hour="20:00 UTC") == [
        "2026-11-30 20:00",
        "2026-12-31 20:00",
        "2027-01-31 20:00",
        "2027-02-28 20:00",
    ]
    assert starts("day", "2027-02-01", 2, day=29, hour="20:00 UTC") == [
        "2027-02-28 20:00",
        "2027-03-29 20:00",
    ]


def test_zones_far_from_utc() -> None:
    """In Kiritimati it is Friday while it is Thursday in UTC; in Pago Pago while it is Saturday there."""
    assert starts("weekly", "2026-11-01", 1, hour="8:00 Pacific/Kiritimati") == ["2026-11-05 18:00"]
    assert starts("weekly", "2026-11-01", 1, hour="20:00 Pacific/Pago_Pago") == ["2026-11-07 07:00"]


def test_a_day_that_a_zone_left_out() -> None:
    """Samoa had no Friday, 30 December 2011: what would begin then begins once, a day later."""
    found = starts("weekly", "2011-12-20", 3, hour="12:00 Pacific/Apia")

    assert found == ["2011-12-23 22:00", "2011-12-30 22:00", "2012-01-05 22:00"]


@pytest.mark.parametrize(
    "zone", [BERLIN, "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"]
)
@pytest.mark.parametrize("rhythm", ["weekly", "last", "day"])
def test_starts_rise_and_none_is_left_out(zone: str, rhythm: Rhythm) -> None:
    """Over six years, at an hour that summer time moves: a week apart, or a month, but for an hour or so."""
    schedule = SeriesSchedule(rhythm, SUNDAY, 31, 150, zone, 24)
    moments = [at("2026-01-01")]
    for _ in range(70 if rhythm != "weekly" else 310):
        moments.append(next_start(schedule, moments[-1]))
    gaps = [(later - sooner) / 86400 for sooner, later in pairwise(moments[1:])]

    assert min(gaps) > (6.8 if rhythm == "weekly" else 27.8)
    assert max(gaps) < (7.2 if rhythm == "weekly" else 35.2)


def test_the_hour_of_a_schedule_in_words() -> None:
    """TN-35: it could be typed again in this form; a zone that this machine does not know is named."""
    assert hour_words(SeriesSchedule("weekly", 0, 1, 425, "UTC", 1)) == "07:05 UTC"
    with pytest.raises(UnknownZone):
        next_start(SeriesSchedule("weekly", 0, 1, 0, "Middle/Earth", 1), 0.0)


@pytest.fixture
def _without_zones() -> Iterator[None]:
    """A machine that has no time zones of its own."""
    zoneinfo.reset_tzpath(to=())
    zoneinfo.ZoneInfo.clear_cache()
    yield
    zoneinfo.reset_tzpath()
    zoneinfo.ZoneInfo.clear_cache()


@pytest.mark.usefixtures("_without_zones")
def test_a_machine_without_time_zones() -> None:
    """The package `tzdata` has them."""
    assert starts("weekly", "2026-10-14", 1) == ["2026-10-16 18:00"]
