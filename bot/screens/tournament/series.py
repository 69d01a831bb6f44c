"""Screens of a series of tournaments: its standings, the organiser's panel, and closed series."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.custom_ids import AsShown, table_id
from bot.screens.core import screen
from bot.screens.core.naming import listed, person, points_of, with_you
from bot.screens.core.presenter import address, confirm_screen
from bot.screens.core.screen import (
    Button,
    ChoiceField,
    Form,
    Screen,
    SelectOption,
    Text,
    TextField,
    first_lines,
    rows,
)
from bot.screens.tournament.plan import LISTED_LENGTH, TITLE_LENGTH
from bot.screens.tournament.series_texts import RECURRENCES, WEEKDAYS, lead_time_words, schedule_words
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
"""The maximum number of results listed beside a name; of more results only the number is shown."""
POINTS_SHOWN = 12
NAMES_SHOWN = 6
ROUNDS_SHOWN = 5
PAST_SHOWN = 10
AHEAD_HOURS = (3, 12, 24, 48, 72, 168)


def default_schedule(zone: str) -> SeriesSchedule:
    """Return the initial values of the schedule's form, in the organiser's time zone."""
    return SeriesSchedule("weekly", 4, 1, 20 * 60, zone, 24)


def series_screen(view: SeriesView, page: int = 0) -> Screen:
    """Return a page of a series' standings, with what counts and who can still win."""
    number = view.series.id
    ranks, buttons = screen.paged(
        view.ranks,
        page,
        PAGE_LINES,
        lambda index: table_id(number, "series", str(index)),
        _("Ahead"),
        _("Behind"),
    )
    standings_lines = [_line(each, view.reader) for each in ranks] or [_("Nobody has a result yet.")]
    lines = [_heading(view), *_outlook(view), *standings_lines]
    small = [_terms_text(view.series.terms), _("series {number}").format(number=view.series.id)]
    buttons += [
        Button(_("Save as {kind}").format(kind=kind), table_id(number, "series_save", kind.lower()))
        for kind in ("JSON", "CSV")
    ]
    return Screen((Text("\n".join(lines)), *rows(buttons), Text("-# " + " · ".join(small))))


def manage_screen(view: SeriesView, kept: Draft | None) -> Screen:
    """Return an organiser's panel of an open series.

    `kept` is the stored plan from which the series announces its tournaments, if there is one.
    """
    series = view.series
    version = check(series)
    lines = [_heading(view), _terms_text(series.terms), *_outlook(view), *_automation_lines(series, kept)]
    if series.trouble:
        lines.append(f"⚠️ {series.trouble}")
    lines += first_lines(view.played, ROUNDS_SHOWN, _played)
    buttons = [
        Button(_("Plan tournament"), table_id(series.id, "series_plan", version), "main"),
        Button(_("Set points"), table_id(series.id, "series_ask", "terms")),
        Button(_("Set schedule"), table_id(series.id, "series_ask", "schedule")),
        Button(_("Close series"), table_id(series.id, "series_close", version), "danger"),
    ]
    hint = _("To add a tournament that’s already announced, use `/organise series add`.")
    return Screen((Text("\n".join(lines)), *rows(buttons), Text(f"-# {hint}")))


def terms_form(series: Series) -> Form:
    """Return the form for a series' title and terms, filled in with the current values."""
    terms = series.terms
    counts = len(str(COUNT_MAX))
    fields = (
        TextField("title", _("Title"), series.title, length=TITLE_LENGTH),
        TextField(
            "points",
            _("Points by place"),
            " ".join(map(str, terms.points)),
            description=_("First place first; players who share a place all get its full points"),
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
    """Return the form for the automatic schedule, filled in with the current values."""
    current = series.schedule or default_schedule(zone)
    selected = "never" if series.schedule is None else current.rhythm
    recurrences = [
        ("never", _("Not automatically")),
        *((key, _(words)) for key, (words, _said) in RECURRENCES.items()),
    ]
    lead_times = [(str(hours), lead_time_words(hours)) for hours in AHEAD_HOURS]
    weekdays = [(str(index), _(words)) for index, words in enumerate(WEEKDAYS)]
    fields = (
        ChoiceField("rhythm", _("How often"), _choices(recurrences, selected), is_folded=True),
        ChoiceField("weekday", _("Weekday"), _choices(weekdays, str(current.weekday)), is_folded=True),
        TextField(
            "day",
            _("Day of the month"),
            str(current.day),
            description=_("Only for a day of the month; shorter months take their last day"),
            length=2,
            kind="number",
            least=1,
            most=31,
        ),
        TextField("hour", _("Begins at"), hour_words(current), description=_("Such as 20:00 Europe/Berlin")),
        ChoiceField(
            "ahead_hours",
            _("Announced this long ahead"),
            _choices(lead_times, str(current.ahead_hours)),
            is_folded=True,
        ),
    )
    return Form(
        _("Schedule"), table_id(series.id, "series_typed", AsShown("schedule", check(series))), fields
    )


def close_question(view: SeriesView) -> Screen:
    """Return the confirmation before a series is closed."""
    words = _("Close **{title}**? No other tournament will count for it, and {champions}.")
    if view.ranks and view.ranks[0].points:
        winners = [person(each.player) for each in view.ranks if each.place == 1]
        outcome = ngettext("{names} wins it", "{names} share the win", len(winners)).format(
            names=_few(winners)
        )
    else:
        outcome = _("nobody wins it")
    asks = words.format(title=shown(view.series.title), champions=outcome)
    action = table_id(view.series.id, "series_end", check(view.series))
    return confirm_screen(asks, Button(_("Close series"), action, "danger"))


def all_series_screen(
    under_way: tuple[SeriesView, ...], closed: tuple[SeriesView, ...], *, has_more: bool
) -> Screen:
    """Return a server's series: those under way, then closed ones with their champions, latest first."""
    lines = [*map(_played_so_far, under_way), *map(_past, closed)] or [_("There are no series here yet.")]
    buttons = [
        Button(f"{each.series.title} ({each.series.id})", table_id(each.series.id, "series", "0"))
        for each in (*under_way, *closed)
    ]
    if has_more:
        buttons.append(Button(_("Earlier ones"), table_id(closed[-1].series.id, "series_past"), "main"))
    return Screen((Text("\n".join(["### " + _("Series"), *lines])), *rows(buttons)))


def _heading(view: SeriesView) -> str:
    """Return the title of a series, and below it how many tournaments have been played."""
    count = len(view.played)
    progress = ngettext("{count} tournament played", "{count} tournaments played", count).format(count=count)
    planned = view.series.terms.tournament_count
    if planned:
        words = ngettext(
            "{count} of {planned} tournament played", "{count} of {planned} tournaments played", planned
        )
        progress = words.format(count=count, planned=planned)
    return f"## 🏆 {shown(view.series.title)}\n{progress}"


def _outlook(view: SeriesView) -> Iterator[str]:
    """Yield the winners of a closed series; for an open one, its next tournaments, and who can still win."""
    if view.series.closed_at is not None:
        names = [person(each) for each in view.champions if each != view.reader]
        sentence = ngettext("**{names} has won.**", "**{names} have won.**", len(names))
        if len(names) < len(view.champions):
            sentence = _("**You and {names} have won.**") if names else _("**You have won.**")
            yield with_you(sentence, len(names)).format(names=_few(names) if names else "")
            return
        yield sentence.format(names=_few(names)) if names else _("Closed without a winner.")
        return
    if view.coming:
        yield _("**Next:** {tournaments}").format(
            tournaments=", ".join(first_lines(view.coming, ROUNDS_SHOWN, lambda each: _linked(view, each)))
        )
    if view.chances is not None and view.finishes:
        yield _can_still_win(view, view.chances)


def _automation_lines(series: Series, kept: Draft | None) -> Iterator[str]:
    """Yield lines on the stored plan, the schedule, and events in Discord."""
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


def _choices(lines: Iterable[tuple[str, str]], selected: str) -> tuple[SelectOption, ...]:
    return tuple(
        SelectOption(words[: screen.LABEL_MAX], key, is_chosen=key == selected) for key, words in lines
    )


def _can_still_win(view: SeriesView, chances: Chances) -> str:
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
    return listed(names) if len(names) <= NAMES_SHOWN else ", ".join(first_lines(names, NAMES_SHOWN, str))


def _line(rank: SeriesRank, reader: int) -> str:
    """Return a line of the standings with all results; those that do not count are struck through."""
    # Without the backslash this would be a Markdown list, which Discord renumbers if places are shared.
    texts = [f"{rank.place}\\. {person(rank.player, reader)}", f"**{points_of(rank.points)}**"]
    counted = [each for each in rank.results if each.counts]
    if len(rank.results) <= RESULTS_SHOWN:
        points = ((number(each.points), each.counts) for each in rank.results)
        texts.append(" ".join(each if counts else f"~~{each}~~" for each, counts in points))
    elif len(counted) < len(rank.results):
        count = len(counted)
        words = ngettext("{count} of {all} results counts", "{count} of {all} results count", count)
        texts.append(words.format(count=count, all=len(rank.results)))
    else:
        count = len(rank.results)
        texts.append(ngettext("{count} result", "{count} results", count).format(count=count))
    return " · ".join(texts)


def _terms_text(terms: SeriesTerms) -> str:
    """Return the terms of a series as text: points by place, and how many results count."""
    points = " ".join(first_lines(terms.points, POINTS_SHOWN, number))
    sentences = [_("Points by place: {points}").format(points=points)]
    if terms.best_count:
        sentences.append(
            ngettext(
                "each player’s best result counts",
                "each player’s best {count} results count",
                terms.best_count,
            ).format(count=terms.best_count)
        )
    return " · ".join(sentences)


def _played(round_: SeriesRound) -> str:
    count = round_.players
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    return f"- {shown(round_.title)} ({round_.tournament}) · {players} · <t:{int(round_.acted_at)}:d>"


def _linked(view: SeriesView, round_: SeriesRound) -> str:
    url = address(view.series.server, round_.channel, round_.message)
    return f"[{shown(round_.title)}]({url})"


def _played_so_far(view: SeriesView) -> str:
    count = len(view.played)
    played = ngettext("{count} tournament", "{count} tournaments", count).format(count=count)
    return f"- **{shown(view.series.title)}** ({view.series.id}) · {played}"


def _past(view: SeriesView) -> str:
    names = [_named(view, each) for each in view.champions]
    won = _("won by {names}").format(names=_few(names)) if names else _("nobody won")
    return " · ".join([_played_so_far(view), won, f"<t:{int(view.series.closed_at or 0)}:d>"])
