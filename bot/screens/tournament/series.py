"""A series of tournaments: its standings, the organiser's panel, and closed series."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.custom_ids import AsShown, table_id
from bot.screens.core import screen
from bot.screens.core.naming import listed, person, points_of
from bot.screens.core.presenter import address, sure
from bot.screens.core.screen import (
    Button,
    ChoiceField,
    Form,
    Screen,
    SelectOption,
    Text,
    TextField,
    first_of,
    rows,
)
from bot.screens.tournament.plan import LISTED_LENGTH, TITLE_LENGTH
from bot.screens.tournament.series_texts import RHYTHMS, WEEKDAYS, ahead_words, schedule_words
from bot.screens.tournament.summary import format_words
from bot.tavern.tournament.draft import Draft
from bot.tavern.tournament.draft import terms as terms_of
from bot.tavern.tournament.series import COUNT_MAX, SeriesView, check
from bot.tavern.tournament.series_rounds import hour_words
from bot.text.translate import _, ngettext, number, shown
from games.catalog import HOSTED
from games.tournament.series import Chances, SeriesRank, SeriesTerms
from storage.tournaments.series import Series, SeriesRound, SeriesSchedule

PAGE_LINES = 15
RESULTS_SHOWN = 8
"""The number of results listed beside a name; beyond it only their number is told."""
POINTS_SHOWN = 12
NAMES_SHOWN = 6
ROUNDS_SHOWN = 5
PAST_SHOWN = 10
AHEAD_HOURS = (3, 12, 24, 48, 72, 168)


def usual_schedule(zone: str) -> SeriesSchedule:
    """Return the initial values of the schedule's form, in the organiser's time zone."""
    return SeriesSchedule("weekly", 4, 1, 20 * 60, zone, 24)


def series_screen(view: SeriesView, page: int = 0) -> Screen:
    """Return the standings of a series, a page at a time: what counted, and who can still win."""
    number = view.series.id
    ranks, buttons = screen.paged(
        view.ranks,
        page,
        PAGE_LINES,
        lambda at: table_id(number, "series", str(at)),
        _("Ahead"),
        _("Behind"),
    )
    standing = [_line(each, view.reader) for each in ranks] or [_("Nobody has a result yet.")]
    lines = [_heading(view), *_outlook(view), *standing]
    small = [_laid_down(view.series.terms), _("series {number}").format(number=view.series.id)]
    buttons += [
        Button(_("Save as {kind}").format(kind=kind), table_id(number, "series_save", kind.lower()))
        for kind in ("JSON", "CSV")
    ]
    return Screen((Text("\n".join(lines)), *rows(buttons), Text("-# " + " · ".join(small))))


def manage_screen(view: SeriesView, kept: Draft | None) -> Screen:
    """Return an organiser's view of an open series, with all possible actions.

    `kept` is the plan from which its tournaments are announced, if there is one.
    """
    series = view.series
    alive = check(series)
    lines = [_heading(view), _laid_down(series.terms), *_outlook(view), *_by_itself(series, kept)]
    if series.trouble:
        lines.append(f"⚠️ {series.trouble}")
    lines += first_of(view.played, ROUNDS_SHOWN, _played)
    buttons = [
        Button(_("Plan tournament"), table_id(series.id, "series_plan", alive), "main"),
        Button(_("Set points"), table_id(series.id, "series_ask", "terms")),
        Button(_("Set schedule"), table_id(series.id, "series_ask", "schedule")),
        Button(_("Close series"), table_id(series.id, "series_close", alive), "danger"),
    ]
    hint = _("To add a tournament that’s already announced, use `/organise series add`.")
    return Screen((Text("\n".join(lines)), *rows(buttons), Text(f"-# {hint}")))


def terms_form(series: Series) -> Form:
    """Return a form for title and terms, filled in with the current ones."""
    terms = series.terms
    counts = len(str(COUNT_MAX))
    fields = (
        TextField("title", _("Title"), series.title, length=TITLE_LENGTH),
        TextField(
            "points",
            _("Points by place"),
            " ".join(map(str, terms.points)),
            description=_("First place first; players who share a place all get it whole"),
            length=LISTED_LENGTH,
        ),
        TextField(
            "best_count",
            _("Best results that count"),
            str(terms.best_count),
            description=_("0: all of them"),
            length=counts,
            kind="number",
            least=0,
            most=COUNT_MAX,
        ),
        TextField(
            "tournament_count",
            _("Tournaments in all"),
            str(terms.tournament_count),
            description=_("0: until you close it. With a number I can say who may still win"),
            length=counts,
            kind="number",
            least=0,
            most=COUNT_MAX,
        ),
        screen.CheckboxField(
            "has_events",
            _("Show them as Discord events"),
            series.has_events,
            _("People can say there that they’re interested. I need the permission Create Events"),
        ),
    )
    return Form(_("Points"), table_id(series.id, "series_typed", AsShown("terms", check(series))), fields)


def schedule_form(series: Series, zone: str) -> Form:
    """Return a form for the automatic schedule, filled in with the current one."""
    now = series.schedule or usual_schedule(zone)
    rhythm = "never" if series.schedule is None else now.rhythm
    rhythms = [
        ("never", _("Not automatically")),
        *((key, _(words)) for key, (words, _said) in RHYTHMS.items()),
    ]
    ahead = [(str(hours), ahead_words(hours)) for hours in AHEAD_HOURS]
    weekdays = [(str(index), _(words)) for index, words in enumerate(WEEKDAYS)]
    fields = (
        ChoiceField("rhythm", _("How often"), _choices(rhythms, rhythm), is_folded=True),
        ChoiceField("weekday", _("Weekday"), _choices(weekdays, str(now.weekday)), is_folded=True),
        TextField(
            "day",
            _("Day of the month"),
            str(now.day),
            description=_("Only for a day of the month; shorter months take their last day"),
            length=2,
            kind="number",
            least=1,
            most=31,
        ),
        TextField("hour", _("Begins at"), hour_words(now), description=_("Such as 20:00 Europe/Berlin")),
        ChoiceField(
            "ahead_hours",
            _("Announced this long ahead"),
            _choices(ahead, str(now.ahead_hours)),
            is_folded=True,
        ),
    )
    return Form(
        _("Schedule"), table_id(series.id, "series_typed", AsShown("schedule", check(series))), fields
    )


def close_question(view: SeriesView) -> Screen:
    """Return the question before closing a series."""
    words = _("Close **{title}**? No other tournament will count for it, and {champions}.")
    if view.ranks and view.ranks[0].points:
        first = [person(each.player) for each in view.ranks if each.place == 1]
        won = ngettext("{names} wins it", "{names} share the win", len(first)).format(names=_few(first))
    else:
        won = _("nobody wins it")
    asks = words.format(title=shown(view.series.title), champions=won)
    action = table_id(view.series.id, "series_end", check(view.series))
    return sure(asks, Button(_("Close series"), action, "danger"))


def all_series_screen(
    under_way: tuple[SeriesView, ...], closed: tuple[SeriesView, ...], *, has_more: bool
) -> Screen:
    """Return a server's series: those under way, and the closed ones with their champions, latest first."""
    lines = [*map(_played_so_far, under_way), *map(_past, closed)] or [_("There are no series here yet.")]
    buttons = [
        Button(f"{each.series.title} ({each.series.id})", table_id(each.series.id, "series", "0"))
        for each in (*under_way, *closed)
    ]
    if has_more:
        buttons.append(Button(_("Earlier ones"), table_id(closed[-1].series.id, "series_past"), "main"))
    return Screen((Text("\n".join(["### " + _("Series"), *lines])), *rows(buttons)))


def _heading(view: SeriesView) -> str:
    """Return the title, and below it the progress of the series."""
    count = len(view.played)
    now = ngettext("{count} tournament played", "{count} tournaments played", count).format(count=count)
    planned = view.series.terms.tournament_count
    if planned:
        words = ngettext(
            "{count} of {planned} tournament played", "{count} of {planned} tournaments played", planned
        )
        now = words.format(count=count, planned=planned)
    return f"## 🏆 {shown(view.series.title)}\n{now}"


def _outlook(view: SeriesView) -> Iterator[str]:
    """Yield the winners or possible winners, and coming tournaments."""
    if view.series.closed_at is not None:
        names = [person(each) for each in view.champions if each != view.reader]
        won = ngettext("**{names} has won.**", "**{names} have won.**", len(names))
        if len(names) < len(view.champions):
            won = _("**You and {names} have won.**") if names else _("**You have won.**")
            yield won.format(names=_few(names) if names else "")
            return
        yield won.format(names=_few(names)) if names else _("Closed without a winner.")
        return
    if view.coming:
        yield _("**Next:** {tournaments}").format(
            tournaments=", ".join(first_of(view.coming, ROUNDS_SHOWN, lambda each: _linked(view, each)))
        )
    if view.chances is not None and view.finishes:
        yield _who_can(view, view.chances)


def _by_itself(series: Series, kept: Draft | None) -> Iterator[str]:
    """Yield the stored plan, the schedule, and whether Discord shows it."""
    if kept is not None:
        game = HOSTED[kept.game]
        words = _("**Kept plan:** {game}, {format}")
        yield words.format(game=_(game.title), format=format_words(terms_of(kept, game)))
    if series.schedule is not None:
        words = _("**Automatically:** {schedule} in <#{channel}>; the next one begins <t:{start}:f>")
        yield words.format(
            schedule=schedule_words(series.schedule), channel=series.channel, start=series.start_at
        )
    if series.has_events:
        yield _("Tournaments with a start time are also listed among this server’s events.")


def _choices(lines: Iterable[tuple[str, str]], now: str) -> tuple[SelectOption, ...]:
    return tuple(SelectOption(words[: screen.LABEL_MAX], key, is_chosen=key == now) for key, words in lines)


def _who_can(view: SeriesView, chances: Chances) -> str:
    if not chances.left:
        return _("All planned tournaments have been played: an organiser can close the series now.")
    names = [_named(view, each.player) for each in view.ranks if each.player in chances.players]
    if chances.newcomers:
        # Translators: in “Can still win: Ann, Ben, anyone who joins now”.
        names.append(_("anyone who joins now"))
    return _("**Can still win:** {names}").format(names=_few(names))


def _named(view: SeriesView, player: int) -> str:
    """Return a player's name in a list; “you” for the reader."""
    return _("you") if player == view.reader else person(player)


def _few(names: list[str]) -> str:
    return listed(names) if len(names) <= NAMES_SHOWN else ", ".join(first_of(names, NAMES_SHOWN, str))


def _line(rank: SeriesRank, reader: int) -> str:
    """Return a line of the standings, with the counted results; the others are struck through."""
    # Without the backslash this would be a list, which Discord numbers anew if places are shared.
    said = [f"{rank.place}\\. {person(rank.player, reader)}", f"**{points_of(rank.points)}**"]
    counted = [each for each in rank.results if each.counts]
    if len(rank.results) <= RESULTS_SHOWN:
        points = ((number(each.points), each.counts) for each in rank.results)
        said.append(" ".join(each if counts else f"~~{each}~~" for each, counts in points))
    elif len(counted) < len(rank.results):
        count = len(counted)
        words = ngettext("{count} of {all} results counts", "{count} of {all} results count", count)
        said.append(words.format(count=count, all=len(rank.results)))
    else:
        count = len(rank.results)
        said.append(ngettext("{count} result", "{count} results", count).format(count=count))
    return " · ".join(said)


def _laid_down(terms: SeriesTerms) -> str:
    """Return the rules of counting, as text."""
    points = " ".join(first_of(terms.points, POINTS_SHOWN, number))
    said = [_("Points by place: {points}").format(points=points)]
    if terms.best_count:
        said.append(
            ngettext(
                "each player’s best result counts",
                "each player’s best {count} results count",
                terms.best_count,
            ).format(count=terms.best_count)
        )
    return " · ".join(said)


def _played(round_: SeriesRound) -> str:
    count = round_.players
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    return f"- {shown(round_.title)} ({round_.tournament}) · {players} · <t:{int(round_.acted_at)}:d>"


def _linked(view: SeriesView, round_: SeriesRound) -> str:
    where = address(view.series.server, round_.channel, round_.message)
    return f"[{shown(round_.title)}]({where})"


def _played_so_far(view: SeriesView) -> str:
    count = len(view.played)
    played = ngettext("{count} tournament", "{count} tournaments", count).format(count=count)
    return f"- **{shown(view.series.title)}** ({view.series.id}) · {played}"


def _past(view: SeriesView) -> str:
    names = [_named(view, each) for each in view.champions]
    won = _("won by {names}").format(names=_few(names)) if names else _("nobody won")
    return " · ".join([_played_so_far(view), won, f"<t:{int(view.series.closed_at or 0)}:d>"])
