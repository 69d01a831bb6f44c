"""Tournaments that a series announces automatically, from its plan and schedule (TN-35 to TN-37).

A schedule names a local time in its time zone, which summer time moves. A local time that the clocks skip
moves forward by the length of the gap; of a local time that occurs twice, the first counts.

A series stores when its next tournament starts and when that is announced. The transaction that announces
a tournament advances both, so no tournament is announced twice, however often the process crashes.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta

from bot.tavern.table.actions import Actor
from bot.tavern.tournament import draft as tournament_draft
from bot.tavern.tournament import series as rules
from bot.tavern.tournament.draft import Draft
from bot.tavern.tournament.parse_times import time_words, zone_of
from bot.tavern.tournament.tournament_service import TournamentProposal, TournamentService, TournamentState
from games.catalog import HOSTED
from games.engine.core.errors import N_, UserError, must_find
from games.tournament.series import require_room
from storage.db.transaction import Transaction
from storage.people import preferences, server_settings
from storage.tournaments import series as storage
from storage.tournaments.series import Series, SeriesSchedule

DAYS_MAX = 70
"""Within this many days every recurrence has a day, even if the time zone skips one."""
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
    # The search begins a day early: a time zone change may have skipped or repeated a date.
    first = datetime.fromtimestamp(after, zone).date() - timedelta(days=1)
    days = (first + timedelta(days=count) for count in range(DAYS_MAX))
    # `datetime.timestamp` takes the first of two equal local times, and moves a skipped time past the gap.
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
    """Store a draft as the plan of a series' tournaments; return the series."""
    planned = replace(series, plan=tournament_draft.to_text(draft), trouble="", is_told=True)
    storage.save(tx, planned)
    return planned


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
        changed = _advanced(changed, max(actor.at + NOTICE_SECONDS_MIN, announced))
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
        now = self.now()
        return self._served(await self._database.read(lambda tx: storage.due(tx, now)))

    async def unnotified(self) -> tuple[Series, ...]:
        """Return the series whose organisers have an unread notice."""
        return self._served(await self._database.read(storage.untold))

    def _served(self, candidates: tuple[Series, ...]) -> tuple[Series, ...]:
        """Return the series of the servers that this process serves."""
        return tuple(each for each in candidates if self._tournaments.serving.has(each.server))

    async def mark_notified(self, series: Series) -> None:
        """Record that the organiser was notified, unless the notice has changed since."""

        def mark(tx: Transaction) -> None:
            stored = storage.load(tx, series.server, series.id)
            if stored is not None and stored.trouble == series.trouble:
                storage.save(tx, replace(stored, is_told=True))

        await self._database.write(mark)

    def is_too_late(self, series: Series) -> bool:
        """Return True if the due tournament would begin too soon, or should have begun already."""
        return (series.start_at or 0) < self.now() + NOTICE_SECONDS_MIN

    async def announce(self, series: Series, *, by_manager: bool) -> TournamentState | None:
        """Announce the due tournament; return None if it isn't due any more, or its schedule has changed."""
        now = self.now()

        def announce(tx: Transaction) -> TournamentState | None:
            due = self._if_still_due(tx, series)
            if due is None:
                return None
            actor = Actor(0, now, due.organiser, "", due.server, is_manager=by_manager)
            place = due.server, due.channel or 0
            state = self._tournaments.begin(tx, actor, place, _next_tournament(tx, due, now))
            after = replace(_advanced(due, now), trouble="", is_told=True)
            count = len(storage.rounds(tx, due.id))
            if due.terms.tournament_count and count >= due.terms.tournament_count:
                after = rules.without_schedule(after)
            storage.save(tx, after)
            return state

        return await self._tournaments.announce_by_itself(announce)

    async def skip(self, series: Series, reason: str, *, stops: bool = False) -> None:
        """Skip the due tournament and notify the organiser of the reason; `stops` removes the schedule."""
        now = self.now()

        def skip(tx: Transaction) -> None:
            due = self._if_still_due(tx, series)
            if due is not None:
                after = rules.without_schedule(due) if stops else _advanced(due, now)
                storage.save(tx, replace(after, trouble=reason, is_told=False))

        await self._database.write(skip)

    def following_start(self, series: Series) -> int:
        """Return the start of the tournament after the one that is due."""
        return _advanced(series, self.now()).start_at or 0

    def _if_still_due(self, tx: Transaction, series: Series) -> Series | None:
        """Return the series as it is stored now; None if its schedule or next start has changed."""
        stored = storage.load(tx, series.server, series.id)
        if stored is None or stored.schedule is None or stored.start_at != series.start_at:
            return None
        return stored


def _advanced(series: Series, after: float) -> Series:
    """Return the series with its first start that is later than both its current start and `after`."""
    if series.schedule is None:
        return series
    start = next_start(series.schedule, max(after, series.start_at or 0))
    return replace(series, start_at=start, due_at=float(start - HOUR_SECONDS * series.schedule.ahead_hours))


def _next_tournament(tx: Transaction, series: Series, now: float) -> TournamentProposal:
    """Return the terms of the series' next tournament, with its title and start."""
    draft = tournament_draft.from_text(series.plan)
    game = None if draft is None else HOSTED.get(draft.game)
    if draft is None or game is None:
        raise NoPlan
    turn_seconds = server_settings.load(tx, series.server).turn_seconds
    # The schedule decides the start, whatever the plan said when it was stored.
    draft = replace(draft, starts_in=0, starts_at=None)
    laid = tournament_draft.plan_and_terms(draft, game, series.organiser, turn_seconds, now)
    title = rules.next_title(tx, series)
    plan = replace(laid.plan, title=title, starts_at=series.start_at, keeps_hour=True)
    return replace(laid, plan=plan, series=series.id)
