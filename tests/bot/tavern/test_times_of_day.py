"""Hours and time zones as people write them (TN-35)."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.tavern.tournament.parse_times import (
    ABBREVIATIONS,
    REGIONS,
    NoHours,
    NoTimeOfDay,
    NoZone,
    UnknownZone,
    WhichZone,
    known_zone,
    read_hour,
    read_hours,
)
from games.engine.core.errors import UserError

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


@pytest.mark.parametrize(
    ("text", "minute", "zone"),
    [
        ("20:00 europe/berlin", 1200, BERLIN),
        (" 7.05  UTC ", 425, "UTC"),
        ("20:00 Berlin", 1200, BERLIN),
        ("20.30 Uhr Berlin", 1230, BERLIN),
        ("20h Europe/Paris", 1200, "Europe/Paris"),
        ("20h30, São Paulo", 1230, "America/Sao_Paulo"),
        ("8pm Europe/London", 1200, "Europe/London"),
        ("8:30 p.m. new york", 1230, NEW_YORK),
        ("12am UTC", 0, "UTC"),
        ("12 PM UTC", 720, "UTC"),
        ("0:00 Honolulu", 0, "Pacific/Honolulu"),
        ("20:00 Buenos_Aires", 1200, "America/Buenos_Aires"),
    ],
)
def test_hours_are_understood(text: str, minute: int, zone: str) -> None:
    """TN-35: with a colon, a point or letters, the zone by its name or its city."""
    assert read_hour(text) == (minute, zone)


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        *(
            (text, NoTimeOfDay)
            for text in ("", "20", "20 UTC", "24:00 UTC", "20:60 UTC", "0am UTC", "13pm UTC")
        ),
        *((text, NoTimeOfDay) for text in ("٢٠:٠٠ UTC", "20:00UTC", "-8pm UTC", "108pm UTC", "8pmm UTC")),
        *((text, NoZone) for text in ("20:00", "8pm", "20h")),
        *((text, UnknownZone) for text in ("20:00 Europe", "8pm ../../etc/passwd", "20:00 localtime")),
        *((text, WhichZone) for text in ("20:00 EST", "8pm cest", "20h PST")),
    ],
)
def test_other_hours_are_answered(text: str, slip: type[UserError]) -> None:
    """TN-35: it is said if a text is no hour or has no zone, and asked if summer time is meant."""
    with pytest.raises(slip):
        read_hour(text)


def test_the_answers_name_what_was_meant() -> None:
    """TN-35: the hour as it was understood, and both zones that the letters may mean."""
    with pytest.raises(NoZone) as no_zone:
        read_hour("8pm")
    with pytest.raises(WhichZone) as which:
        known_zone("est")

    assert no_zone.value.hour == "20:00"
    assert vars(which.value) == {"letters": "EST", "changing": NEW_YORK, "fixed": "America/Panama"}


@pytest.mark.parametrize("letters", ABBREVIATIONS)
def test_of_both_answers_one_has_summer_time(letters: str) -> None:
    """TN-35: one zone's clocks are changed within a year, the other's never; both can be typed."""
    changing, fixed = ABBREVIATIONS[letters]
    days = [datetime(2026, 1, 1) + timedelta(days=day) for day in range(365)]  # noqa: DTZ001  (in any zone)
    shifts = {zone: {ZoneInfo(zone).utcoffset(day) for day in days} for zone in (changing, fixed)}

    assert known_zone(changing) == changing
    assert known_zone(fixed) == fixed
    assert [len(shifts[changing]), len(shifts[fixed])] == [2, 1]
    assert shifts[fixed] < shifts[changing]


def test_a_city_stands_for_one_zone() -> None:
    """TN-35: if two zones are named after one city, their clocks show the same."""
    days = [datetime(2026, 1, 1) + timedelta(days=day) for day in range(0, 365, 7)]  # noqa: DTZ001  (in any zone)
    for zone in available_timezones():
        city = zone.split("/")[-1]
        if zone.startswith(REGIONS) and city.casefold() not in ABBREVIATIONS:
            meant = ZoneInfo(known_zone(city))
            assert all(meant.utcoffset(day) == ZoneInfo(zone).utcoffset(day) for day in days), zone


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("18:30-1:00 Asia/Tokyo", (1110, 60, "Asia/Tokyo")),
        ("18:00 – 24:00 Berlin", (1080, 0, BERLIN)),
        ("18-23 Berlin", (1080, 1380, BERLIN)),
        ("18h-23h30 Berlin", (1080, 1410, BERLIN)),
        ("6pm-11pm New York", (1080, 1380, NEW_YORK)),
    ],
)
def test_stretches_of_a_day_are_understood(text: str, hours: tuple[int, int, str]) -> None:
    """Hours for calls are understood in several forms, and written alike."""
    assert read_hours(text) == hours


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        *((text, NoHours) for text in ("", "18:00 Berlin", "18-23", "6-11pm Berlin", "6pm-23:00 Berlin")),
        *((text, NoHours) for text in ("8-8 UTC", "24:00-8:00 UTC", "20:00-24:01 UTC", "20:00-25:00 UTC")),
        ("18:00-23:00 EST", WhichZone),
        ("18:00-23:00 Bree", UnknownZone),
    ],
)
def test_other_stretches_are_answered(text: str, slip: type[UserError]) -> None:
    """An unclear text is refused, not guessed: half a pair of letters, no zone, or no stretch at all."""
    with pytest.raises(slip):
        read_hours(text)
