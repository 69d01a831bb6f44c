"""Tournaments that a series announces by itself, from its plan and at its hours (TN-35 to TN-37).

A schedule speaks of an hour on the clocks of its time zone, which summer time moves. An hour that the
clocks skip comes as much later; of an hour that they show twice it is the first.

A series holds when its next tournament begins, and when that one is to be announced. Both move on in the
transaction that announces it, so no tournament is announced twice, however often the bot is killed.
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
"""Within so many days every rhythm has a day, even where a zone leaves one out."""
NTH = {"first": 0, "second": 1, "third": 2, "fourth": 3}

HOUR_SECONDS = 3600
NOTICE_SECONDS_MIN = 10 * 60
"""A tournament that would begin sooner is not announced any more."""


class NoPlan(UserError):
    template = N_(
        "I need to know what each tournament is like: press “Plan tournament” on `/organise "
        "series manage`, and then “Keep plan”."
    )


def hour_words(schedule: SeriesSchedule) -> str:
    """When a schedule's tournaments begin, as a person would type it; without a zone where none is known."""
    return f"{time_words(schedule.minute)} {schedule.zone}".rstrip()


def next_start(schedule: SeriesSchedule, after: float) -> int:
    """When the first tournament begins after that moment, in unix seconds; raises `UnknownZone`."""
    zone, hour = zone_of(schedule.zone), time(schedule.minute // 60, schedule.minute % 60)
    # The day before: in some zones it is still that day.
    first = datetime.fromtimestamp(after, zone).date() - timedelta(days=1)
    days = (first + timedelta(days=count) for count in range(DAYS_MAX))
    # Of an hour that comes twice this is the first; one that is skipped comes as much later.
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
    """Announce the tournaments of a series like this one from now on."""
    kept = replace(series, plan=tournament_draft.to_text(draft), trouble="", is_told=True)
    storage.save(tx, kept)
    return kept


def set_schedule(
    tx: Transaction, series: Series, schedule: SeriesSchedule | None, channel: int, actor: Actor
) -> Series:
    """Announce tournaments at these hours from now on, or none; whoever sets that answers for it."""
    changed = replace(rules.without_schedule(series), trouble="", is_told=True)
    if schedule is not None:
        if tournament_draft.from_text(series.plan) is None:
            raise NoPlan
        require_room(series.terms, len(storage.rounds(tx, series.id)))
        preferences.keep_time_zone(tx, actor.player, schedule.zone)
        changed = replace(changed, schedule=schedule, channel=channel, organiser=actor.player)
        # What has been announced for one of these hours already is not announced again.
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
        """The series that have to announce a tournament now."""
        at = self.now()
        return self._served(await self._database.read(lambda tx: storage.due(tx, at)))

    async def untold(self) -> tuple[Series, ...]:
        """The series whose organisers are to be told of something."""
        return self._served(await self._database.read(storage.untold))

    def _served(self, found: tuple[Series, ...]) -> tuple[Series, ...]:
        """Those of the servers that this process serves."""
        return tuple(each for each in found if self._tournaments.serving.has(each.server))

    async def told(self, series: Series) -> None:
        """Note that an organiser was told."""

        def note(tx: Transaction) -> None:
            found = storage.load(tx, series.server, series.id)
            if found is not None and found.trouble == series.trouble:
                storage.save(tx, replace(found, is_told=True))

        await self._database.write(note)

    def is_too_late(self, series: Series) -> bool:
        """Whether the tournament that is due would begin too soon, or has begun already."""
        return (series.start_at or 0) < self.now() + NOTICE_SECONDS_MIN

    async def announce(self, series: Series, *, by_manager: bool) -> TournamentState | None:
        """Announce the tournament that is due; None if that has been done, or is no longer wanted."""
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
        """Skip this announcement, or all of them, and tell the organiser why."""
        at = self.now()

        def note(tx: Transaction) -> None:
            found = self._still_due(tx, series)
            if found is not None:
                after = rules.without_schedule(found) if stops else _moved_on(found, at)
                storage.save(tx, replace(after, trouble=words, is_told=False))

        await self._database.write(note)

    def following(self, series: Series) -> int:
        """When the tournament after the one that is due begins."""
        return _moved_on(series, self.now()).start_at or 0

    def _still_due(self, tx: Transaction, series: Series) -> Series | None:
        found = storage.load(tx, series.server, series.id)
        if found is None or found.schedule is None or found.start_at != series.start_at:
            return None
        return found


def _moved_on(series: Series, at: float) -> Series:
    """The series with the next tournament that begins after the one that was due, and after that moment."""
    if series.schedule is None:
        return series
    start = next_start(series.schedule, max(at, series.start_at or 0))
    return replace(series, start_at=start, due_at=float(start - HOUR_SECONDS * series.schedule.ahead_hours))


def _laid(tx: Transaction, series: Series, at: float) -> LaidDown:
    """What is announced: the plan with its title and its hour."""
    draft = tournament_draft.from_text(series.plan)
    game = None if draft is None else HOSTED.get(draft.game)
    if draft is None or game is None:
        raise NoPlan
    turn_seconds = server_settings.load(tx, series.server).turn_seconds
    # The hour is the schedule's, whatever the plan said when it was kept.
    draft = replace(draft, starts_in=0, starts_at=None)
    laid = tournament_draft.laid(draft, game, series.organiser, turn_seconds, at)
    title = rules.next_title(tx, series)
    plan = replace(laid.plan, title=title, starts_at=series.start_at, keeps_hour=True)
    return replace(laid, plan=plan, series=series.id)
