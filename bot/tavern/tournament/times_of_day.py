"""Times of day as people write them, and the time zone behind them (TN-35).

An hour is 20:00, 20.30 Uhr, 20h30 or 8pm; a time zone goes by its name, or by a city's alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from games.engine.core.errors import Slip, phrase

REGIONS = (
    *("Africa/", "America/", "Antarctica/", "Arctic/", "Asia/"),
    *("Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/"),
)
"""Where the zones are named after cities; no city's name stands for two zones whose clocks differ."""
LETTERS: Mapping[str, tuple[str, str]] = {
    "est": ("America/New_York", "America/Panama"),
    "edt": ("America/New_York", "Etc/GMT+4"),
    "cst": ("America/Chicago", "America/Costa_Rica"),
    "cdt": ("America/Chicago", "Etc/GMT+5"),
    "mst": ("America/Denver", "America/Phoenix"),
    "mdt": ("America/Denver", "Etc/GMT+6"),
    "pst": ("America/Los_Angeles", "Etc/GMT+8"),
    "pdt": ("America/Los_Angeles", "Etc/GMT+7"),
    "bst": ("Europe/London", "Etc/GMT-1"),
    "west": ("Europe/Lisbon", "Etc/GMT-1"),
    "cest": ("Europe/Berlin", "Etc/GMT-2"),
    "eest": ("Europe/Athens", "Etc/GMT-3"),
    "aest": ("Australia/Sydney", "Australia/Brisbane"),
    "aedt": ("Australia/Sydney", "Etc/GMT-11"),
}
"""What is written beside a clock for one part of the year: a zone that has summer time, and one without."""

HOUR_MINUTES = 60
DAY_MINUTES = 24 * HOUR_MINUTES
_HALF_DAY = 12
TIME = r"([0-9]{1,2})(?:\s?[:.h]([0-5][0-9]))?(?:\s?(h|uhr|[ap]\.?m\.?))?"
ZONE = r"[\s,]+(\S.{0,59})"
"""An hour in three groups, and the zone behind it in one."""
_ONE = re.compile(rf"{TIME}(?:{ZONE})?", re.IGNORECASE)
_STRETCH = re.compile(rf"{TIME}\s*[-–]\s*{TIME}{ZONE}", re.IGNORECASE)


class UnknownZone(Slip):
    says = phrase("I don’t know that time zone. Please write it like Europe/Berlin, America/New_York or UTC.")


@dataclass(eq=False)
class WhichZone(Slip):
    says = phrase(
        "Does {letters} change to summer time where you mean it? Then please write {changing}; if the clocks "
        "stay the same all year, {fixed}."
    )
    letters: str
    changing: str
    fixed: str


class NoTimeOfDay(Slip):
    says = phrase("Please write the hour and the time zone, such as 20:00 Europe/Berlin.")


@dataclass(eq=False)
class NoZone(Slip):
    says = phrase("{hour} in which time zone? Please write it behind the hour, such as {hour} Europe/Berlin.")
    hour: str


class NoHours(Slip):
    says = phrase("Please write the hours and your time zone, such as 18:00-23:00 Europe/Berlin.")


def read_hour(text: str, zone: str = "") -> tuple[int, str]:
    """Minutes after midnight and the time zone, `zone` if none is written: `20:00 Europe/Berlin`, `8pm`."""
    found = _ONE.fullmatch(text.strip())
    # A number alone may be anything.
    minute = None if found is None or not (found[2] or found[3]) else minute_of(*found.group(1, 2, 3))
    if found is None or minute is None or minute == DAY_MINUTES:
        raise NoTimeOfDay
    return minute, zone_meant(found[4] or "", zone, minute)


def read_hours(text: str) -> tuple[int, int, str]:
    """Minutes after midnight, from and to, and the time zone: `18:00-23:00 Europe/Berlin`."""
    found = _STRETCH.fullmatch(text.strip())
    if found is None or _is_half(found[3]) != _is_half(found[6]):
        raise NoHours
    first, last = minute_of(*found.group(1, 2, 3)), minute_of(*found.group(4, 5, 6))
    if first is None or last is None or first in (DAY_MINUTES, last):
        raise NoHours
    return first, last % DAY_MINUTES, known_zone(found[7])


def time_words(minute: int) -> str:
    """A time of day as everybody reads it."""
    return f"{minute // HOUR_MINUTES:02}:{minute % HOUR_MINUTES:02}"


def known_zone(text: str) -> str:
    """The name of a time zone that a person wrote, in large letters or small, or of a city in it: São Paulo.

    Raises `UnknownZone`, or `WhichZone` where that leaves open whether summer time is meant.
    """
    bare = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    typed = re.sub(r"[\s_]+", "_", bare.strip().casefold())
    if typed in LETTERS:
        raise WhichZone(typed.upper(), *LETTERS[typed])
    known = _zones().get(typed) or _cities().get(typed)
    if known is None:
        raise UnknownZone
    return known


def zone_meant(written: str, usual: str, minute: int) -> str:
    """The zone that was written beside an hour, or else the usual one; `NoZone` if there is none."""
    if written:
        return known_zone(written)
    if not usual:
        raise NoZone(time_words(minute))
    return usual


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name; raises `UnknownZone` where this machine has it no more."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as unknown:
        raise UnknownZone from unknown


@cache
def _zones() -> dict[str, str]:
    """All time zones by their names in small letters, but for those that differ from machine to machine."""
    return {each.casefold(): each for each in available_timezones() - {"localtime", "Factory"}}


@cache
def _cities() -> dict[str, str]:
    """The zones of the regions by their cities in small letters; of several names the shortest."""
    named = sorted(_zones().values(), key=lambda name: (-len(name), name))
    return {name.split("/")[-1].casefold(): name for name in named if name.startswith(REGIONS)}


def _is_half(mark: str | None) -> bool:
    """Whether a mark counts the hours twice a day."""
    return mark is not None and mark[0] in "apAP"


def minute_of(hour: str, minute: str | None, mark: str | None) -> int | None:
    """Minutes after midnight, up to the next one; None if no clock shows that."""
    hours = int(hour)
    if mark is not None and _is_half(mark):
        if not 1 <= hours <= _HALF_DAY:
            return None
        hours = hours % _HALF_DAY + _HALF_DAY * (mark[0] in "pP")
    found = HOUR_MINUTES * hours + int(minute or 0)
    return found if found <= DAY_MINUTES else None
