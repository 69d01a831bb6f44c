"""Series of tournaments: public pages, and the panel on which organisers manage one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, TypeAlias, TypeVar, cast

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import AsShown, TablePress
from bot.front.decorators import Group, IntRange, command, on_button, on_form
from bot.front.forms import reading, whole, words
from bot.front.protocols import ChannelInfo, Context, File
from bot.screens.core.screen import Form, Screen, say
from bot.screens.tournament import series as screens
from bot.screens.tournament.plan import TITLE_LENGTH, plan_screen
from bot.screens.tournament.series_texts import RECURRENCES, WEEKDAYS
from bot.tavern.tournament import draft as tournament_draft
from bot.tavern.tournament import parse_times, series, series_rounds
from bot.tavern.tournament.draft import Draft, read_shares
from bot.tavern.tournament.series import COUNT_MAX, SeriesView
from bot.tavern.tournament.series_rounds import hour_words
from bot.tavern.tournament.tournament_service import TournamentOver
from bot.text.translate import _, shown
from games.catalog import HOSTED
from games.engine.core.errors import N_, NotOffered, UserError, must_find
from games.tournament.series import SeriesTerms
from storage.books.audit_lines import ServerChange
from storage.db.transaction import Transaction
from storage.people import preferences, server_settings
from storage.tournaments.series import Rhythm, Series, SeriesSchedule, closed_in, open_in

T = TypeVar("T")
MONTH_DAYS = 31
WRITERS: Mapping[str, Callable[[SeriesView], bytes]] = {"json": series.as_json, "csv": series.as_csv}
"""The formats of exported standings, by file extension."""
WHICH = "Which series, if there are several"
Count: TypeAlias = Annotated[int, IntRange(0, COUNT_MAX)]
Number: TypeAlias = Annotated[int, IntRange()]


class MayNotCreateEvents(UserError):
    template = N_(
        "I need the permission Create Events for that. A manager can give it to my role; then tick it again."
    )


class HourUnused(UserError):
    template = N_(
        "You typed a time, but chose not to announce anything automatically. Choose how often, too, or "
        "leave the time as it was."
    )


class SeriesViews(TaproomCog):
    """Methods to read a series."""

    async def _organiser(self, ctx: Context) -> server_settings.ServerSettings:
        """Return the server's settings if this user may run tournaments."""
        settings = await self._settings(ctx)
        ctx.request.require_organiser(settings.organiser_role)
        return settings

    async def _view(self, ctx: Context, number: int | None, seen: str | None = None) -> SeriesView:
        """Return a series; with `seen`, its checksum as shown, it must be open and unchanged since."""

        def read(tx: Transaction) -> SeriesView:
            if seen is None:
                return series.view(tx, series.find(tx, ctx.server, number), ctx.player)
            return series.view(tx, series.find_open(tx, ctx.server, number, seen), ctx.player)

        return await self.app.database.read_long(read)

    async def _managed(self, ctx: Context, number: int | None) -> Screen:
        view = await self.app.database.read_long(
            lambda tx: series.view(tx, series.find_open(tx, ctx.server, number))
        )
        return screens.manage_screen(view, tournament_draft.from_text(view.series.plan))


class SeriesPages(SeriesViews):
    """The public pages and files of series."""

    @on_button("series")
    async def _turn(self, ctx: Context, press: TablePress) -> None:
        page = press.number
        await ctx.update(screens.series_screen(await self._view(ctx, press.table), page))

    @on_button("series_past")
    async def _show_all(self, ctx: Context, press: TablePress) -> None:
        """Show all series, or the closed ones before one."""
        before = press.table or None

        def read(tx: Transaction) -> tuple[tuple[SeriesView, ...], ...]:
            under_way = () if before else open_in(tx, ctx.server)
            closed = closed_in(tx, ctx.server, screens.PAST_SHOWN + 1, before)
            return tuple(
                tuple(series.view(tx, each, ctx.player) for each in some) for some in (under_way, closed)
            )

        under_way, closed = await self.app.database.read_long(read)
        shown_closed = closed[: max(1, screens.PAST_SHOWN - len(under_way))]
        has_more = len(closed) > len(shown_closed)
        await ctx.update(screens.all_series_screen(under_way, shown_closed, has_more=has_more))

    @on_button("series_save")
    async def _save(self, ctx: Context, press: TablePress) -> None:
        """Send the standings as a file."""
        kind, view = press.among(WRITERS), await self._view(ctx, press.table)
        file = File(f"series-{view.series.id}.{kind}", WRITERS[kind](view))
        said = _("Here are the standings of {title}.").format(title=shown(view.series.title))
        await ctx.send_file(said, file)


class SeriesPanel(SeriesViews):
    """The organisers' panel of a series."""

    @on_button("series_ask")
    async def _ask(self, ctx: Context, press: TablePress) -> None:
        await self._organiser(ctx)
        form = FORMS[press.among(FORMS)]

        def read(tx: Transaction) -> tuple[Series, str]:
            return series.find_open(tx, ctx.server, press.table), preferences.time_zone(tx, ctx.player)

        await ctx.send_form(form(*await self.app.database.read(read)))

    @on_form("series_typed")
    async def _fill_in(self, ctx: Context, press: TablePress) -> None:
        settings = await self._organiser(ctx)
        form, fields = AsShown.of(press.argument), ctx.request.fields
        change: Callable[[Transaction, Series], object]
        if form.name == "terms":
            change = _terms_change(fields, ctx, ctx.front.surroundings)
        elif form.name == "schedule":
            ctx.request.require_channel(settings)
            zone = await self.app.database.read(lambda tx: preferences.time_zone(tx, ctx.player))
            change = _schedule_change(fields, ctx, zone)
        else:
            raise NotOffered
        await self._change(ctx, press.table, form.check, change, form.name)
        await ctx.update(await self._managed(ctx, press.table))

    @on_button("series_plan")
    async def _plan(self, ctx: Context, press: TablePress) -> None:
        settings = await self._organiser(ctx)
        ctx.request.require_channel(settings)

        def create_draft(tx: Transaction, own: Series) -> Draft:
            plan = tournament_draft.from_text(own.plan)
            title = series.next_title(tx, own)
            draft = plan or tournament_draft.new_draft(must_find(HOSTED.values()), settings, title)
            draft = replace(draft, title=title, series=own.id)
            return tournament_draft.save(tx, ctx.server, ctx.player, draft)

        draft = await self._change(ctx, press.table, press.argument, create_draft)
        await ctx.update(plan_screen(draft, HOSTED[draft.game], tuple(HOSTED.values()), settings))

    @on_button("series_keep")
    async def _store_plan(self, ctx: Context, press: TablePress) -> None:
        await self._organiser(ctx)

        def store(tx: Transaction) -> Series:
            draft = tournament_draft.drop(tx, ctx.server, ctx.player)
            tournament_draft.require_unchanged(draft, press.argument)
            before = series.find_open(tx, ctx.server, press.table)
            return series_rounds.keep_plan(tx, before, draft)

        await self._once_audited(ctx, store, partial(_audit_entry, "plan"))
        await ctx.update(await self._managed(ctx, press.table))

    @on_button("series_close")
    async def _ask_to_close(self, ctx: Context, press: TablePress) -> None:
        await self._organiser(ctx)
        await ctx.send_ephemeral(screens.close_question(await self._view(ctx, press.table, press.argument)))

    @on_button("series_end")
    async def _close(self, ctx: Context, press: TablePress) -> None:
        await self._organiser(ctx)
        now = self.app.tavern.now()

        def close(tx: Transaction, before: Series) -> SeriesView:
            return series.view(tx, series.close(tx, before, now))

        view = await self._change(ctx, press.table, press.argument, close, "closed")
        await ctx.update(screens.series_screen(view))

    async def _change(
        self, ctx: Context, number: int, seen: str, change: Callable[[Transaction, Series], T], what: str = ""
    ) -> T:
        """Change an open series if it is unchanged since it was shown; `what` is for the audit, if set."""

        def transaction(tx: Transaction) -> tuple[Series, T]:
            before = series.find_open(tx, ctx.server, number, seen)
            return before, change(tx, before)

        if not what:
            return (await self._once(ctx, transaction))[1]
        return (await self._once_audited(ctx, transaction, lambda pair: _audit_entry(what, pair[0])))[1]


def _audit_entry(what: str, changed: Series) -> ServerChange:
    return ServerChange(kind="series", what=what, name=changed.title)


def _terms_change(
    fields: Mapping[str, str], ctx: Context, surroundings: ChannelInfo
) -> Callable[[Transaction, Series], Series]:
    with reading("title"):
        title = words(fields.get("title", ""), TITLE_LENGTH)
    with reading("points"):
        points = read_shares(fields.get("points", ""))
    best, tournaments = (_count(fields, name) for name in ("best_count", "tournament_count"))
    terms = SeriesTerms(points, best, tournaments)
    has_events = bool(fields.get("has_events"))
    if has_events and not surroundings.may_create_events(ctx):
        raise MayNotCreateEvents
    return lambda tx, before: series.change(tx, before, title, terms, has_events=has_events)


def _count(fields: Mapping[str, str], name: str) -> int:
    with reading(name):
        return whole(fields.get(name, ""), 0, COUNT_MAX)


def _schedule_change(
    fields: Mapping[str, str], ctx: Context, zone: str
) -> Callable[[Transaction, Series], Series]:
    actor, schedule = ctx.request.actor(), _schedule(fields, zone)
    hour = fields.get("hour", "").strip()

    def change(tx: Transaction, before: Series) -> Series:
        shown_schedule = before.schedule or screens.default_schedule(zone)
        if schedule is None and hour not in ("", hour_words(shown_schedule)):
            raise HourUnused
        return series_rounds.set_schedule(tx, before, schedule, ctx.channel, actor)

    return change


def _schedule(fields: Mapping[str, str], zone: str) -> SeriesSchedule | None:
    """Parse a submitted schedule; None for no schedule. `zone` is the default time zone."""
    rhythm = fields.get("rhythm", "")
    if rhythm == "never":
        return None
    weekdays = [str(index) for index in range(len(WEEKDAYS))]
    ahead = [str(each) for each in screens.AHEAD_HOURS]
    if (
        rhythm not in RECURRENCES
        or fields.get("weekday") not in weekdays
        or fields.get("ahead_hours") not in ahead
    ):
        raise NotOffered
    with reading("day"):
        day = whole(fields.get("day", ""), 1, MONTH_DAYS)
    with reading("hour"):
        minute, zone = parse_times.read_hour(fields.get("hour", ""), zone)
    weekday, hours = int(fields["weekday"]), int(fields["ahead_hours"])
    return SeriesSchedule(cast(Rhythm, rhythm), weekday, day, minute, zone, hours)


FORMS: Mapping[str, Callable[[Series, str], Form]] = {
    "terms": lambda own, _zone: screens.terms_form(own),
    "schedule": screens.schedule_form,
}
"""The forms of the panel: functions of the series and of the organiser's time zone."""


class SeriesCommands(SeriesViews):
    """Commands for organisers to begin and manage series."""

    within = Group("series", "Tournaments that count together")

    @command(
        within,
        called="create",
        name="Its name",
        points="By place, such as 10 6 4 3 2 1; the usual ones if left out",
        best="How many of a player’s results count; all if left out",
        tournaments="How many tournaments there will be, if you know",
    )
    async def begin_series(
        self, ctx: Context, name: str, points: str | None = None, best: Count = 0, tournaments: Count = 0
    ) -> None:
        """Begin a series of tournaments."""
        await self._organiser(ctx)
        actor = ctx.request.actor()
        usual = SeriesTerms(best_count=best, tournament_count=tournaments)
        terms = usual if points is None else SeriesTerms(read_shares(points), best, tournaments)
        new = Series(0, ctx.server, actor.player, words(name, TITLE_LENGTH), terms, actor.at)
        created = await self._once_audited(
            ctx, lambda tx: series.create(tx, new), partial(_audit_entry, "begun")
        )
        await ctx.send_ephemeral(await self._managed(ctx, created.id))

    @command(within, called="manage", number=WHICH)
    async def run_series(self, ctx: Context, number: Number | None = None) -> None:
        """Plan, change or close a series."""
        await self._organiser(ctx)
        await ctx.send_ephemeral(await self._managed(ctx, number))

    @command(within, called="add", tournament="The number of a tournament that isn’t over", number=WHICH)
    async def add_to_series(self, ctx: Context, tournament: Number, number: Number | None = None) -> None:
        """Add a tournament to a series."""
        await self._organiser(ctx)
        state = await self._tournament(ctx, tournament)
        if state.is_over:
            raise TournamentOver

        def add(tx: Transaction) -> Series:
            own = series.find_open(tx, ctx.server, number)
            series.take_in(tx, own, tournament)
            return own

        changed = await self._once_audited(ctx, add, partial(_audit_entry, "round"))
        text = _("**{tournament}** counts for **{series}** now.")
        names = {"tournament": shown(state.stored.plan.title), "series": shown(changed.title)}
        await ctx.send_ephemeral(say(text.format(**names)))
