"""Time zones, as people name them."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from games.engine.core.errors import Slip
from games.engine.core.sentences import phrase


class UnknownZone(Slip):
    """A time zone that nobody knows."""

    says = phrase("I don’t know that time zone. Please write it like Europe/Berlin, America/New_York or UTC.")


def known_zone(text: str) -> str:
    """The name of a time zone that a person wrote, in large letters or small; raises `UnknownZone`."""
    known = _zones().get(text.casefold())
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
