"""Tournaments that a series announces automatically, from its plan and schedule (TN-35 to TN-37).

A schedule names a local time in its time zone, which summer time moves. A time that the clocks skip moves to
the same time after the gap; a time that occurs twice means the first.

A series stores the start of its next tournament, and the time of that one's announcement. Both advance in the
transaction that announces it, so no tournament is announced twice, however often the process crashes.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta

from bot.tavern.table.actions import Actor
from bot.tavern.tournament import draft as tournament_draft
from bot.tavern.tournament import series as rules
from bot.tavern.tournament.draft import Draft
from bot.tavern.tournament.parse_times import time_words, zone_of
from bot.tavern.tournament.tournament_service import LaidDown, TournamentService, TournamentState
from games.catalog import HOSTED
from games.engine.core.errors import N_, UserError, must_find
from games.tournament.series import require_room
from storage.db.transaction import Transaction
from storage.people import preferences, server_settings
from storage.tournaments import series as storage
from storage.tournaments.series import Series, SeriesSchedule

DAYS_MAX = 70
"""Within this many days every rhythm has a day, even where a zone skips one."""
NTH = {"first": 0, "second": 1, "third": 2, "fourth": 3}

HOUR_SECONDS = 3600
NOTICE_SECONDS_MIN = 10 * 60
"""A tournament that would begin within these seconds is no longer announced."""


class NoPlan(UserError):
    template = N_(
        "I need to know what each tournament is like: press “Plan tournament” on `/organise "
        "series manage`, and then “Keep plan”."
    )


def hour_words(schedule: SeriesSchedule) -> str:
    """Return the start time of a schedule as a person would type it; without a zone if none is known."""
    return f"{time_words(schedule.minute)} {schedule.zone}".rstrip()


def next_start(schedule: SeriesSchedule, after: float) -> int:
    """Return the first start after that moment, in unix seconds; raise `UnknownZone`."""
    zone, hour = zone_of(schedule.zone), time(schedule.minute // 60, schedule.minute % 60)
    # The search begins a day early, since in some zones it is still that day.
    first = datetime.fromtimestamp(after, zone).date() - timedelta(days=1)
    days = (first + timedelta(days=count) for count in range(DAYS_MAX))
    # A local time that occurs twice means the first; one that is skipped moves to after the gap.
    starts = (int(datetime.combine(day, hour, zone).timestamp()) for day in days if _is_day(schedule, day))
    return must_find(start for start in starts if start > after)


def _is_day(schedule: SeriesSchedule, day: date) -> bool:
    is_last = (day + timedelta(days=1)).month != day.month
    if schedule.rhythm == "day":
        return day.day == schedule.day or (is_last and day.day < schedule.day)
    if day.weekday() != schedule.weekday:
        return False
    if schedule.rhythm == "last":
        return (day + timedelta(days=7)).month != day.month
    return schedule.rhythm == "weekly" or (day.day - 1) // 7 == NTH[schedule.rhythm]


def keep_plan(tx: Transaction, series: Series, draft: Draft) -> Series:
    """Announce tournaments like this one for a series from now on."""
    kept = replace(series, plan=tournament_draft.to_text(draft), trouble="", is_told=True)
    storage.save(tx, kept)
    return kept


def set_schedule(
    tx: Transaction, series: Series, schedule: SeriesSchedule | None, channel: int, actor: Actor
) -> Series:
    """Set or remove a series' schedule; the actor becomes responsible for its announcements."""
    changed = replace(rules.without_schedule(series), trouble="", is_told=True)
    if schedule is not None:
        if tournament_draft.from_text(series.plan) is None:
            raise NoPlan
        require_room(series.terms, len(storage.rounds(tx, series.id)))
        preferences.keep_time_zone(tx, actor.player, schedule.zone)
        changed = replace(changed, schedule=schedule, channel=channel, organiser=actor.player)
        # A start that has been announced already is not announced again.
        announced = storage.last_start(tx, series.id)
        changed = _moved_on(changed, max(actor.at + NOTICE_SECONDS_MIN, announced))
    storage.save(tx, changed)
    return changed


class SeriesRounds:
    """The next tournaments of all series."""

    def __init__(self, tournaments: TournamentService) -> None:
        self._tournaments = tournaments
        self._database = tournaments.database
        self.now = tournaments.now

    async def due(self) -> tuple[Series, ...]:
        """Return the series that have to announce a tournament now."""
        at = self.now()
        return self._served(await self._database.read(lambda tx: storage.due(tx, at)))

    async def untold(self) -> tuple[Series, ...]:
        """Return the series whose organisers have an unread notice."""
        return self._served(await self._database.read(storage.untold))

    def _served(self, found: tuple[Series, ...]) -> tuple[Series, ...]:
        """Return the series of the servers that this process serves."""
        return tuple(each for each in found if self._tournaments.serving.has(each.server))

    async def told(self, series: Series) -> None:
        """Record that an organiser was notified."""

        def note(tx: Transaction) -> None:
            found = storage.load(tx, series.server, series.id)
            if found is not None and found.trouble == series.trouble:
                storage.save(tx, replace(found, is_told=True))

        await self._database.write(note)

    def is_too_late(self, series: Series) -> bool:
        """Return True if the due tournament would begin too soon, or should have begun already."""
        return (series.start_at or 0) < self.now() + NOTICE_SECONDS_MIN

    async def announce(self, series: Series, *, by_manager: bool) -> TournamentState | None:
        """Announce the due tournament; return None if that has been done, or is no longer wanted."""
        at = self.now()

        def make(tx: Transaction) -> TournamentState | None:
            found = self._still_due(tx, series)
            if found is None:
                return None
            actor = Actor(0, at, found.organiser, "", found.server, is_manager=by_manager)
            place = found.server, found.channel or 0
            state = self._tournaments.begin(tx, actor, place, _laid(tx, found, at))
            after = replace(_moved_on(found, at), trouble="", is_told=True)
            count = len(storage.rounds(tx, found.id))
            if found.terms.tournament_count and count >= found.terms.tournament_count:
                after = rules.without_schedule(after)
            storage.save(tx, after)
            return state

        return await self._tournaments.announce_by_itself(make)

    async def pass_over(self, series: Series, words: str, *, stops: bool = False) -> None:
        """Skip this announcement, or all of them, and notify the organiser of the reason."""
        at = self.now()

        def note(tx: Transaction) -> None:
            found = self._still_due(tx, series)
            if found is not None:
                after = rules.without_schedule(found) if stops else _moved_on(found, at)
                storage.save(tx, replace(after, trouble=words, is_told=False))

        await self._database.write(note)

    def following(self, series: Series) -> int:
        """Return the start of the tournament after the one that is due."""
        return _moved_on(series, self.now()).start_at or 0

    def _still_due(self, tx: Transaction, series: Series) -> Series | None:
        found = storage.load(tx, series.server, series.id)
        if found is None or found.schedule is None or found.start_at != series.start_at:
            return None
        return found


def _moved_on(series: Series, at: float) -> Series:
    """Return the series advanced to its next start after the due one and after that moment."""
    if series.schedule is None:
        return series
    start = next_start(series.schedule, max(at, series.start_at or 0))
    return replace(series, start_at=start, due_at=float(start - HOUR_SECONDS * series.schedule.ahead_hours))


def _laid(tx: Transaction, series: Series, at: float) -> LaidDown:
    """Return the plan to announce, with its title and start."""
    draft = tournament_draft.from_text(series.plan)
    game = None if draft is None else HOSTED.get(draft.game)
    if draft is None or game is None:
        raise NoPlan
    turn_seconds = server_settings.load(tx, series.server).turn_seconds
    # The schedule decides the start, whatever the plan said when it was stored.
    draft = replace(draft, starts_in=0, starts_at=None)
    laid = tournament_draft.laid(draft, game, series.organiser, turn_seconds, at)
    title = rules.next_title(tx, series)
    plan = replace(laid.plan, title=title, starts_at=series.start_at, keeps_hour=True)
    return replace(laid, plan=plan, series=series.id)
