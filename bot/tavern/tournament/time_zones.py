"""Time zones, as people name them: by their name, or by a city's alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from games.engine.core.errors import Slip
from games.engine.core.sentences import phrase

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


class UnknownZone(Slip):
    """A time zone that nobody knows."""

    says = phrase("I don’t know that time zone. Please write it like Europe/Berlin, America/New_York or UTC.")


@dataclass(eq=False)
class WhichZone(Slip):
    """Letters that leave open whether the clocks are changed for summer time."""

    says = phrase(
        "Does {letters} change to summer time where you mean it? Then please write {changing}; if the clocks "
        "stay the same all year, {fixed}."
    )
    letters: str
    changing: str
    fixed: str


def known_zone(text: str) -> str:
    """The name of a time zone that a person wrote, in large letters or small, or of a city in it.

    Raises `UnknownZone`, or `WhichZone` where that leaves open whether summer time is meant.
    """
    typed = re.sub(r"[\s_]+", "_", text.strip().casefold())
    if typed in LETTERS:
        raise WhichZone(typed.upper(), *LETTERS[typed])
    known = _zones().get(typed) or _cities().get(typed)
    if known is None:
        raise UnknownZone
    return known


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
