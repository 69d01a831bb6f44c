"""Parses times of day and future moments as people write them, in a time zone (TN-35, TN-41).

A time of day is 20:00, 20.30 Uhr, 20h30 or 8pm. A time zone is its name, or only the city in it.

A moment is `Sat 20:00`, `tomorrow 8pm`, `28.11. 20 Uhr`, `28 Nov 8pm`, `2026-11-28 20:00 Berlin`, `in 90
min`, or a timestamp of Discord's date picker. A length is `90 min`, `1d` or `1h 30m`. Days can be written in
every language of the bot, lengths in English, German and Portuguese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.tavern.tournament.day_words import alternatives, day_words, unaccented
from bot.text.translate import all_languages
from games.engine.core.errors import N_, UserError

REGIONS = (
    *("Africa/", "America/", "Antarctica/", "Arctic/", "Asia/"),
    *("Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/"),
)
"""The regions whose zones are named after cities; zones of the same city have the same clocks."""
ABBREVIATIONS: Mapping[str, tuple[str, str]] = {
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
"""Ambiguous abbreviations: by each, a zone with summer time and a zone without."""

HOUR_MINUTES = 60
DAY_MINUTES = 24 * HOUR_MINUTES
_HALF_DAY = 12
TIME = r"([0-9]{1,2})(?:\s?[:.h]([0-5][0-9]))?(?:\s?(h|uhr|[ap]\.?m\.?))?"
ZONE = r"[\s,]+(\S.{0,59})"
"""Regular expressions of a time of day, with three groups, and of the zone after it, with one."""
_HOUR = re.compile(rf"{TIME}(?:{ZONE})?", re.IGNORECASE)
_HOURS = re.compile(rf"{TIME}\s*[-–]\s*{TIME}{ZONE}", re.IGNORECASE)


class UnknownZone(UserError):
    template = N_("I don’t know that time zone. Please write it like Europe/Berlin, America/New_York or UTC.")


class WhichZone(UserError):
    template = N_(
        "Does {letters} change to summer time where you mean it? Then please write {changing}; if the clocks "
        "stay the same all year, {fixed}."
    )
    letters: str
    changing: str
    fixed: str


class NoTimeOfDay(UserError):
    template = N_("Please write the time and the time zone, such as 20:00 Europe/Berlin.")


class NoZone(UserError):
    template = N_("{hour} in which time zone? Please add it after the time, such as {hour} Europe/Berlin.")
    hour: str


class NoHours(UserError):
    template = N_("Please write from when to when, and your time zone, such as 18:00-23:00 Europe/Berlin.")


def read_hour(text: str, zone: str = "") -> tuple[int, str]:
    """Parse `20:00 Europe/Berlin` or `8pm`; return the minutes after midnight, and the zone or `zone`."""
    match = _HOUR.fullmatch(text.strip())
    # A bare number is ambiguous.
    minute = None if match is None or not (match[2] or match[3]) else minute_of(*match.group(1, 2, 3))
    if match is None or minute is None or minute == DAY_MINUTES:
        raise NoTimeOfDay
    return minute, zone_meant(match[4] or "", zone, minute)


def read_hours(text: str) -> tuple[int, int, str]:
    """Parse `18:00-23:00 Europe/Berlin`; return the first and last minute after midnight, and the zone."""
    match = _HOURS.fullmatch(text.strip())
    if match is None or _is_twelve_hour(match[3]) != _is_twelve_hour(match[6]):
        raise NoHours
    first, last = minute_of(*match.group(1, 2, 3)), minute_of(*match.group(4, 5, 6))
    if first is None or last is None or first in (DAY_MINUTES, last):
        raise NoHours
    return first, last % DAY_MINUTES, known_zone(match[7])


def time_words(minute: int) -> str:
    """Return a time of day such as 20:00."""
    return f"{minute // HOUR_MINUTES:02}:{minute % HOUR_MINUTES:02}"


def known_zone(text: str) -> str:
    """Return the time zone with a typed name, in upper or lower case, or with a city such as São Paulo.

    Raises `UnknownZone`, or `WhichZone` for an abbreviation that may or may not include summer time.
    """
    typed = re.sub(r"[\s_]+", "_", unaccented(text).strip().casefold())
    if typed in ABBREVIATIONS:
        raise WhichZone(typed.upper(), *ABBREVIATIONS[typed])
    known = _zones().get(typed) or _cities().get(typed)
    if known is None:
        raise UnknownZone
    return known


def zone_meant(typed: str, default: str, minute: int) -> str:
    """Return the zone typed beside a time, or else the default. Raises `NoZone` if there is none."""
    if typed:
        return known_zone(typed)
    if not default:
        raise NoZone(time_words(minute))
    return default


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone with a stored name. Raises `UnknownZone` if this machine no longer has it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UnknownZone from error


@cache
def _zones() -> dict[str, str]:
    """Return all time zones by lower-case name, except those whose meaning depends on the machine."""
    return {each.casefold(): each for each in available_timezones() - {"localtime", "Factory"}}


@cache
def _cities() -> dict[str, str]:
    """Return the zones of the regions by lower-case city; of several names of a city, the shortest."""
    names = sorted(_zones().values(), key=lambda name: (-len(name), name))
    return {name.split("/")[-1].casefold(): name for name in names if name.startswith(REGIONS)}


def _is_twelve_hour(mark: str | None) -> bool:
    """Return True for a mark of the 12-hour clock, such as pm."""
    return mark is not None and mark[0] in "apAP"


def minute_of(hour: str, minute: str | None, mark: str | None) -> int | None:
    """Return the minutes after midnight, up to 24:00; None for an invalid time of day."""
    hours = int(hour)
    if mark is not None and _is_twelve_hour(mark):
        if not 1 <= hours <= _HALF_DAY:
            return None
        hours = hours % _HALF_DAY + _HALF_DAY * (mark[0] in "pP")
    minutes = HOUR_MINUTES * hours + int(minute or 0)
    return minutes if minutes <= DAY_MINUTES else None


AHEAD_MAX = timedelta(days=366)
"""The furthest moment in the future."""
UNITS: Mapping[str, int] = {
    "m|min|mins|minute|minutes|minuten|minuto|minutos": 60,
    "h|hr|hrs|hour|hours|std|stunde|stunden|hora|horas": 3600,
    "d|day|days|tag|tage|tagen|dia|dias": 86_400,
    "w|week|weeks|woche|wochen|semana|semanas": 7 * 86_400,
}
"""The units of a duration, in seconds."""
LENGTH_UNITS: Mapping[str, int] = {
    **UNITS,
    "mo|month|months|monat|monate|monaten|mes|meses": 30 * 86_400,
    "y|yr|yrs|year|years|jahr|jahre|jahren|ano|anos": 365 * 86_400,
}
"""The units of a length, in seconds; a month has 30 days."""
ONE = "a|an|one|ein|eine|einen|einem|einer|um|uma"
FOR_GOOD = (
    *("forever", "for ever", "for good", "permanent", "permanently", "perma", "perm", "indefinitely"),
    *("für immer", "immer", "ewig", "dauerhaft", "unbefristet"),
    *("para sempre", "sempre", "permanente", "indefinidamente"),
)
"""The words for an unlimited length."""

HALF_DAY_HOURS = 12
MONTHS = 12

_ISO = r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
_DATE = r"[0-9]{1,2}\.\s?[0-9]{1,2}\.?(?:\s?[0-9]{4})?"
_SLASHED = r"[0-9]{1,2}/[0-9]{1,2}(?:/[0-9]{4})?"
_NUMBER = r"[0-9]{1,2}(?:st|nd|rd|th|\.)?"
_NEXT = r"(?:next|nachste[nr]?|proxim[oa])\s+"
_PART = rf"(?:([0-9]{{1,6}})\s*|\b(?:{ONE})\s+)({'|'.join(LENGTH_UNITS)})(?![^\W\d_])\.?"
_STRETCH = re.compile(rf"{_PART}(?:(?:\s*,\s*|\s+(?:and|und|e)\s+|\s*){_PART})*", re.IGNORECASE)
_FOR = re.compile(r"(?:(?:for|fur|por)\s+)?(.+)", re.IGNORECASE)
_TIMESTAMP = re.compile(r"<t:([0-9]{1,12})(?::[a-zA-Z])?>")


@dataclass(frozen=True, slots=True)
class _Forms:
    """The regular expressions of a moment, with the words of all languages."""

    day_first: re.Pattern[str]
    time_first: re.Pattern[str]
    ahead: re.Pattern[str]


_TIME_ALONE = re.compile(rf"{TIME}(?:{ZONE})?", re.IGNORECASE)


@cache
def _forms(_languages: tuple[str, ...]) -> _Forms:
    words = day_words()
    month = rf"(?:{alternatives(words.months)})"
    named = rf"(?:{_NUMBER}\s?(?:de\s)?{month}\.?|{month}\.?\s{_NUMBER})(?:,?\s(?:de\s)?[0-9]{{4}})?"
    weekday = rf"(?:{_NEXT})?(?:{alternatives(words.weekdays)})"
    day = rf"({_ISO}|{_DATE}|{_SLASHED}|{named}|{weekday}|{alternatives(words.near)})"
    before, at = r"(?:on|this|am|diesen|kommenden|no|neste|este)", r"(?:at|um|as)"
    return _Forms(
        re.compile(rf"(?:{before}\s+)?{day}\.?(?:[\s,]+|T)(?:{at}\s+)?{TIME}(?:{ZONE})?", re.IGNORECASE),
        re.compile(rf"{TIME}[\s,]+(?:on\s+|am\s+)?{day}\.?(?:{ZONE})?", re.IGNORECASE),
        re.compile(rf"(?:{alternatives(words.ahead)})\s+(.+)", re.IGNORECASE),
    )


class NoMoment(UserError):
    template = N_("Please write when, such as Sat 20:00, 2026-11-28 20:00 or in 90 min.")


class NoLength(UserError):
    template = N_(
        "Please write for how long, such as 90 min, 24h, 7 days, 2 weeks or forever; or until when, such as "
        "Sat 20:00."
    )


class NoSuchDay(UserError):
    template = N_("There’s no such day. Please write it like 2026-11-28 20:00.")


class WhichMoment(UserError):
    template = N_("Do you mean {first} or {second}? Please write the one you mean.")
    first: str
    second: str


class MomentPast(UserError):
    template = N_("<t:{at}:f> has passed. Please write a time that’s still to come.")
    at: int


class TooFarAhead(UserError):
    template = N_("<t:{at}:D> is more than a year ahead. Please choose an earlier day.")
    at: int


@dataclass(frozen=True, slots=True)
class TypedMoment:
    """A moment in unix seconds, and the time zone in which it was typed; empty for a relative moment."""

    at: int
    zone: str = ""


def read_moment(text: str, now: float, zone: str) -> TypedMoment:
    """Parse a moment within the next year; `zone` is the default time zone."""
    text = unaccented(text)
    moment = _timestamp(text) or _relative(text, now) or _absolute(text, now, zone)
    return TypedMoment(still_to_come(moment.at, now), moment.zone)


def still_to_come(moment: int, now: float) -> int:
    """Return the moment. Raises `MomentPast`, or `TooFarAhead` if it is more than a year ahead."""
    if moment <= now:
        raise MomentPast(moment)
    if moment > now + AHEAD_MAX.total_seconds():
        raise TooFarAhead(moment)
    return moment


def weeks_later(moment: int, now: float, zone: str) -> int:
    """Return the next moment on the same weekday at the same hour, by the clock of a time zone."""
    before, week = datetime.fromtimestamp(moment, zone_of(zone or "UTC")), timedelta(weeks=1)
    weeks = max(1, int((now - moment) // week.total_seconds()))
    # The wall clock keeps its hour, also over a change to summer time.
    later = before + weeks * week
    return int((later if later.timestamp() > now else later + week).timestamp())


def written_moment(moment: int, zone: str) -> str:
    """Return a moment as a person would type it, in a time zone."""
    name = zone or "UTC"
    return f"{datetime.fromtimestamp(moment, zone_of(name)):%Y-%m-%d %H:%M} {name}"


def _timestamp(text: str) -> TypedMoment | None:
    match = _TIMESTAMP.fullmatch(text.strip())
    return None if match is None else TypedMoment(int(match[1]))


def _relative(text: str, now: float) -> TypedMoment | None:
    """Parse `in …` as a moment after that length, rounded up to a full minute."""
    ahead = _forms(all_languages()).ahead.fullmatch(text.strip())
    seconds = None if ahead is None else _seconds(ahead[1], UNITS)
    return None if seconds is None else TypedMoment(-(-int(now + seconds) // 60) * 60)


def read_length(text: str) -> int | None:
    """Return the seconds of a length such as `1d`, `24h`, `1h 30m` or `2 weeks`; None for any other text."""
    plain = unaccented(text).strip()
    match = _forms(all_languages()).ahead.fullmatch(plain) or _FOR.fullmatch(plain)
    return None if match is None else _seconds(match[1], LENGTH_UNITS)


def _seconds(text: str, units: Mapping[str, int]) -> int | None:
    if _STRETCH.fullmatch(text) is None:
        return None
    parts = re.findall(_PART, text, re.IGNORECASE)
    sizes = [(int(count or 1), _unit_seconds(units, unit)) for count, unit in parts]
    return sum(count * size for count, size in sizes) if all(size for _count, size in sizes) else None


def _absolute(text: str, now: float, zone: str) -> TypedMoment:
    """Parse a day and a time of day, or a time of day alone."""
    day, clock, typed_zone = _split(text.strip())
    minute = minute_of(*clock) if clock[1] or clock[2] else _whole_hour(day, int(clock[0]))
    if minute is None or minute == DAY_MINUTES:
        raise NoMoment
    zone_name, at = zone_meant(typed_zone, zone, minute), int(now)
    tz, hour = zone_of(zone_name), time(minute // HOUR_MINUTES, minute % HOUR_MINUTES)
    for each in _days(day, datetime.fromtimestamp(now, tz).date()):
        # `timestamp` takes the first of two equal local times, and moves a skipped time past the gap (TN-35).
        at = int(datetime.combine(each, hour, tz).timestamp())
        if at > now:
            break
    return TypedMoment(at, zone_name)


def _split(text: str) -> tuple[str, tuple[str, str | None, str | None], str]:
    """Split a text into the day, the three parts of the time, and the zone; day and zone may be empty."""
    forms = _forms(all_languages())
    if match := forms.day_first.fullmatch(text):
        return match[1], (match[2], match[3], match[4]), match[5] or ""
    if match := forms.time_first.fullmatch(text):
        return match[4], (match[1], match[2], match[3]), match[5] or ""
    if match := _TIME_ALONE.fullmatch(text):
        return "", (match[1], match[2], match[3]), match[4] or ""
    raise NoMoment


def _whole_hour(day: str, hour: int) -> int | None:
    """Return the minutes of a bare hour; None without a day. Raises `WhichMoment` if it may be am or pm."""
    if not day:
        return None
    if hour <= HALF_DAY_HOURS:
        first = HOUR_MINUTES * (hour % HALF_DAY_HOURS)
        raise WhichMoment(time_words(first), time_words(first + HALF_DAY_HOURS * HOUR_MINUTES))
    return minute_of(str(hour), None, None)


def _days(typed: str, today: date) -> Iterator[date]:
    """Yield the candidates for a typed day, the earliest first; the caller takes the first in the future."""
    day, words = typed.casefold(), day_words()
    if day in words.near:
        yield today + timedelta(days=words.near[day])
        return
    weekday = re.sub(f"^{_NEXT}", "", day)
    if weekday in words.weekdays:
        yield from _weekdays(words.weekdays[weekday], today, is_next=weekday != day)
        return
    if not day:
        yield from (today, today + timedelta(days=1))
        return
    yield from _dates(day, today)


def _weekdays(weekday: int, today: date, *, is_next: bool) -> Iterator[date]:
    """Yield the next such weekday, and the one a week later; after “next” it may be ambiguous which."""
    first = today + timedelta(days=(weekday - today.weekday()) % 7)
    second = first + timedelta(days=7)
    if is_next and first != today:
        raise WhichMoment(first.isoformat(), second.isoformat())
    yield from (second,) if is_next else (first, second)


def _dates(day: str, today: date) -> Iterator[date]:
    """Yield a typed date; without a year, in this year and in the next."""
    numbers = [int(each) for each in re.findall(r"[0-9]+", day)]
    if "-" in day:
        yield _date(*numbers)
        return
    months = day_words().months
    named = next((months[each] for each in re.findall(r"[^\W\d_]+", day) if each in months), None)
    first, second, *year = (numbers[0], named, *numbers[1:]) if named else numbers
    if "/" in day and first != second and max(first, second) <= MONTHS:
        written = f"{(year or [today.year])[0]}-{{:02}}-{{:02}}"
        raise WhichMoment(written.format(second, first), written.format(first, second))
    is_month_first = "/" in day and second > MONTHS
    month, number = (first, second) if is_month_first else (second, first)
    yield from (_date(each, month, number) for each in year or (today.year, today.year + 1))


def _date(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as error:
        raise NoSuchDay from error


def _unit_seconds(units: Mapping[str, int], name: str) -> int:
    """Return the seconds of a unit; 0 for an unknown one."""
    return next((size for names, size in units.items() if name.casefold() in names.split("|")), 0)
