"""Texts about the schedule of a series, and notes to its organiser when something failed."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.core.naming import duration
from bot.tavern.tournament.series_rounds import HOUR_SECONDS
from bot.text.translate import _, ngettext, shown
from games.engine.core.errors import N_
from storage.tournaments.series import Rhythm, Series, SeriesSchedule

DAY_HOURS = 24
WEEKDAYS = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)
RECURRENCES: Mapping[Rhythm, tuple[str, str]] = {
    "weekly": (N_("Every week, on the weekday below"), N_("every {weekday}")),
    "first": (N_("Every month, on the first such weekday"), N_("every first {weekday} of the month")),
    "second": (
        N_("Every month, on the second such weekday"),
        N_("every second {weekday} of the month"),
    ),
    "third": (N_("Every month, on the third such weekday"), N_("every third {weekday} of the month")),
    "fourth": (
        N_("Every month, on the fourth such weekday"),
        N_("every fourth {weekday} of the month"),
    ),
    "last": (N_("Every month, on the last such weekday"), N_("every last {weekday} of the month")),
    "day": (N_("Every month, on the day below"), N_("on day {day} of every month")),
}
"""The label of each recurrence in the form, and its text in a sentence."""
SHORT_MONTHS_FROM = 29


def schedule_words(schedule: SeriesSchedule) -> str:
    """Return a schedule as text: when tournaments begin, and how long ahead they are announced."""
    _choice, template = RECURRENCES[schedule.rhythm]
    days = _(template).format(weekday=_(WEEKDAYS[schedule.weekday]), day=schedule.day)
    if schedule.rhythm == "day" and schedule.day >= SHORT_MONTHS_FROM:
        days = _("{days}, in shorter months on the last one").format(days=days)
    template = _("{days} at {hour}:{minute} ({zone}), announced {time} ahead")
    hour, minute = divmod(schedule.minute, 60)
    return template.format(
        days=days,
        hour=hour,
        minute=f"{minute:02}",
        zone=schedule.zone,
        time=lead_time_words(schedule.ahead_hours),
    )


def lead_time_words(hours: int) -> str:
    """Return a number of hours as text; in days if it is a multiple of 24."""
    if hours % DAY_HOURS:
        return duration(HOUR_SECONDS * hours)
    days = hours // DAY_HOURS
    return ngettext("{count} day", "{count} days", days).format(count=days)


def missed_note(series: Series, following: int) -> str:
    """Return the note that the bot was offline when a tournament should have been announced."""
    words = _(
        "I was away when the tournament of {start} should have been announced, so I left it out. {next}"
    )
    return words.format(start=_moment(series.start_at or 0), next=_next_sentence(following))


def failed_note(series: Series, why: str, following: int) -> str:
    """Return the note that a tournament could not be announced, with the reason `why`."""
    words = _("I couldn’t announce the tournament of {start}. {why} {next}")
    return words.format(start=_moment(series.start_at or 0), why=why, next=_next_sentence(following))


def organiser_gone_note(series: Series) -> str:
    """Return the note that a schedule has ended because its organiser has left or was erased."""
    words = _("<@{player}>, who set the schedule, isn’t in this server any more, so it has ended.")
    if series.organiser <= 0:
        return _("The person who set the schedule asked me to forget them, so it has ended.")
    return words.format(player=series.organiser)


def not_organiser_note(series: Series) -> str:
    """Return the note that a schedule has ended because its organiser may no longer run tournaments."""
    words = _("<@{player}>, who set the schedule, may no longer run tournaments here, so it has ended.")
    return words.format(player=series.organiser)


def no_events_note() -> str:
    """Return the note that the bot lacks the permission to create Discord events."""
    return _(
        "I can’t create events here any more, so this series’ tournaments won’t be listed as events. A "
        "manager can give my role the permission Create Events; then tick it again under “Set points”."
    )


def too_many_events_note() -> str:
    """Return the note that the server has reached Discord's maximum of events."""
    return _(
        "This server can’t have more Discord events, so this series’ tournaments won’t be listed as "
        "events. Tick it again under “Set points” when some are over."
    )


def trouble_note(series: Series, server: str) -> tuple[str, str]:
    """Return the two lines of the direct message to an organiser about a failure of the series."""
    hint = _("`/organise series manage` in {server} shows the schedule.").format(server=shown(server))
    return f"**{shown(series.title)}:** {series.trouble}", f"-# {hint}"


def _next_sentence(start: int) -> str:
    return _("The next one is {start}.").format(start=_moment(start))


def _moment(start: int) -> str:
    return f"<t:{start}:f>"
