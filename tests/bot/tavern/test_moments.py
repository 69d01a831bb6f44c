"""Moments to come as people write them (TN-41)."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.tavern.tournament.parse_times import (
    MomentPast,
    NoMoment,
    NoSuchDay,
    NoZone,
    TooFarAhead,
    UnknownZone,
    WhichMoment,
    read_length,
    read_moment,
    weeks_later,
    written_moment,
)
from games.engine.core.errors import UserError

BERLIN = "Europe/Berlin"
NOW = datetime(2026, 11, 26, 21, 0, 30, tzinfo=ZoneInfo(BERLIN)).timestamp()
"""A Thursday evening."""
SATURDAY = "2026-11-28 20:00"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(
            (f"{day} {hour}", SATURDAY)
            for day in ("Sat", "saturday,", "Samstag", "sáb.")
            for hour in ("20:00", "8pm")
        ),
        *(
            (text, SATURDAY)
            for text in ("2026-11-28 20:00", "28.11. 20 Uhr", "28.11.2026 20h", "28/11 20:00")
        ),
        *((text, SATURDAY) for text in ("8pm Saturday", "20:00 on sat", "Sat at 20:00", "11/28/2026 8 pm")),
        *(
            (text, SATURDAY)
            for text in (
                "Sat 20",
                "28 Nov 20:00",
                "Nov. 28th, 2026, 8 pm",
                "20 Uhr 28. November",
                "28 de novembro 20h",
            )
        ),
        *((text, SATURDAY) for text in ("this Saturday at 8pm", "am Samstag um 20h", "28 de novembro 20h")),
        *((text, SATURDAY) for text in ("kommenden Samstag 20 Uhr", "Sat 20:00 Berlin")),
        *((text, "2026-12-03 22:00") for text in ("next Thursday 10pm", "22 Uhr am nächsten Donnerstag")),
        ("tonight 10pm", "2026-11-26 22:00"),
        ("2 March 20:00", "2027-03-02 20:00"),
        ("2026-11-28T19:00 UTC", SATURDAY),
        ("Sat 2pm New York", SATURDAY),
        ("Thu 20:00", "2026-12-03 20:00"),
        ("Thu 22:00", "2026-11-26 22:00"),
        ("20:00", "2026-11-27 20:00"),
        ("22:00", "2026-11-26 22:00"),
        ("tomorrow 0:30", "2026-11-27 00:30"),
        ("heute 23 Uhr", "2026-11-26 23:00"),
        ("25.11. 20:00", "2027-11-25 20:00"),
        ("in 90 min", "2026-11-26 22:31"),
        ("in 1h 30m", "2026-11-26 22:31"),
        ("in 2 Tagen", "2026-11-28 21:01"),
        ("em 3 horas", "2026-11-27 00:01"),
        ("<t:1795892400:F>", SATURDAY),
        ("2027-03-28 02:30", "2027-03-28 03:30"),
        ("2027-10-31 02:30", "2027-10-31 02:30"),
    ],
)
def test_moments_are_understood(text: str, day: str) -> None:
    """TN-41: in the zone that is written, else in the user's own; the next to come; summer time by TN-35."""
    moment = read_moment(f" {text} ", NOW, BERLIN)

    assert written_moment(moment.at, BERLIN) == f"{day} {BERLIN}"


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        *(
            (text, NoMoment)
            for text in ("", "Sat", "Nov 28", "20", "soon", "in 5", "in 5 fortnights", "Sat 25:00")
        ),
        *((text, NoSuchDay) for text in ("2026-02-30 20:00", "31.11. 20:00", "2027-13-01 20:00")),
        *((text, MomentPast) for text in ("today 20:00", "2026-11-25 20:00", "<t:1:F>")),
        *((text, TooFarAhead) for text in ("2027-11-29 20:00", "in 53 weeks", "<t:99999999999>")),
        *((text, WhichMoment) for text in ("4/3 20:00", "next Saturday 20:00", "no próximo sábado às 20h")),
        *((text, WhichMoment) for text in ("Saturday at 8", "Sat 12", "28 Nov 8 Berlin")),
        ("Sat 20:00 Bree", UnknownZone),
    ],
)
def test_others_are_answered(text: str, slip: type[UserError]) -> None:
    """TN-41: a text that is no moment, no day, past, more than a year ahead, or ambiguous is refused."""
    with pytest.raises(slip):
        read_moment(text, NOW, BERLIN)


MINUTE, HOUR, DAY = 60, 3600, 86_400


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *(
            ("1d", DAY),
            ("7d", 7 * DAY),
            ("7 days", 7 * DAY),
            ("2w", 14 * DAY),
            ("24h", DAY),
            ("30m", 30 * MINUTE),
        ),
        *(("90 min", 90 * MINUTE), ("1h30m", 90 * MINUTE), ("1h 30", None), ("2 h, 5 min.", 2 * HOUR + 300)),
        *(
            ("for 3 hours", 3 * HOUR),
            ("in 2 weeks and 1 day", 15 * DAY),
            ("a week", 7 * DAY),
            ("1 WEEK", 7 * DAY),
        ),
        *(("6 months", 180 * DAY), ("1y", 365 * DAY), ("2 Tage", 2 * DAY), ("für eine Woche", 7 * DAY)),
        *(("1 Monat", 30 * DAY), ("3 dias e 2 horas", 3 * DAY + 2 * HOUR), ("um mês", 30 * DAY)),
        *(
            (text, None)
            for text in ("", "7", "d", "-1d", "1.5d", "1dd", "1 dance", "Sat 20:00", "8pm", "for")
        ),
    ],
)
def test_lengths_are_understood(text: str, seconds: int | None) -> None:
    """TB-23: as people write them elsewhere; a month has 30 days, a year 365; nothing else is a length."""
    assert read_length(text) == seconds


def test_no_month_is_guessed_for_a_moment() -> None:
    """TN-41: a month is no number of days where the day counts."""
    with pytest.raises(NoMoment):
        read_moment("in 2 months", NOW, BERLIN)


def test_an_hour_needs_a_zone_and_a_stretch_does_not() -> None:
    """TN-41: a player who never wrote a zone is asked for it; what was written in one is kept with it."""
    with pytest.raises(NoZone):
        read_moment("Sat 20:00", NOW, "")

    assert read_moment("Sat 20:00 berlin", NOW, "").zone == BERLIN
    assert read_moment("in 90 min", NOW, "").zone == ""
    assert written_moment(1_795_892_400, "") == "2026-11-28 19:00 UTC"


def test_a_week_later_the_clock_shows_the_same_hour() -> None:
    """TN-42: 22 October 2026, 20:00 in Berlin (18:00 UTC) is 19:00 UTC a week later, after summer time."""
    thursday = int(datetime(2026, 10, 22, 18, 0, tzinfo=UTC).timestamp())
    later = int(datetime(2026, 10, 29, 19, 0, tzinfo=UTC).timestamp())

    assert weeks_later(thursday, thursday - 3600, "Europe/Berlin") == later
    assert weeks_later(thursday, thursday + 3600, "Europe/Berlin") == later
    assert weeks_later(thursday, later - 60, "Europe/Berlin") == later
    assert weeks_later(thursday, later, "Europe/Berlin") == later + 7 * 24 * 3600
    assert weeks_later(thursday, thursday, "") == thursday + 7 * 24 * 3600
