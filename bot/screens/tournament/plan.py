"""Screens for organisers: planning a tournament, corrections (TN-47), and texts on their acts (TN-19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from bot.custom_ids import About, AsShown, table_id
from bot.screens.catalog import FACES, TOURNAMENT_FACES
from bot.screens.core import screen
from bot.screens.core.naming import amount, duration, listed, person, stake
from bot.screens.core.presenter import because, note_field, reason_form
from bot.screens.core.screen import (
    ActionRow,
    Button,
    ChoiceField,
    Form,
    Screen,
    SelectOption,
    Text,
    TextField,
    UserSelect,
)
from bot.screens.table.table_people import rule_selects
from bot.screens.tournament.length import words_ahead
from bot.screens.tournament.summary import (
    breaks_line,
    breaks_words,
    format_words,
    levels_words,
    role_lines,
)
from bot.tavern.tournament import draft as tournament_draft
from bot.tavern.tournament.draft import (
    Draft,
    breaks_written,
    check,
    choices,
    pace,
    places_written,
    terms,
    written,
)
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import _, ngettext, number, quoted, shown, typed_length
from games.engine.core.errors import N_
from games.engine.core.game import AnyGame
from games.tournament.director import CHIPS_MAX
from games.tournament.entries import PLAYERS_MAX
from games.tournament.model import Tournament, TournamentTerms
from games.tournament.placing import foreseen
from storage.books.ledger import AMOUNT_MAX
from storage.people.server_settings import ServerSettings
from storage.tournaments.tournaments import ActKind, TournamentAct

LEVELS_SHOWN = 8
TITLE_LENGTH = 40
TEXT_LENGTH = 300
PRIZE_LENGTH = 60
PRIZES_MAX = 8
FEW_PLAYERS = 8
"""The number of players in the example of few players; the other example is a full field."""
PLACES_LENGTH = 9
LISTED_LENGTH = 500
"""The maximum length of a text field that holds a list."""
MINUTES_MAX = 7 * 24 * 60
LEVEL_MAX = 100
STACK_MAX = 1_000_000

NUMBERS: Mapping[str, tuple[int, int]] = {
    "players_max": (2, PLAYERS_MAX),
    "minutes_max": (0, MINUTES_MAX),
    "late_until": (0, LEVEL_MAX),
    "reentry_until": (0, LEVEL_MAX),
    "chips": (1, STACK_MAX),
    "level_length": (1, LEVEL_MAX),
    "entry": (0, AMOUNT_MAX),
    "purse": (0, AMOUNT_MAX),
    "score_purse": (0, AMOUNT_MAX),
}
"""The bounds of each number of a plan."""
FORMS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    # Translators: a form: a tournament’s title, how it is played, and how many may play.
    "players": (N_("General"), ("title", "text", "format", "seats", "players_max")),
    "clock": (
        N_("Start and clock"),
        ("starts_at", "needs_check_in", "late_until", "reentry_until", "minutes_max"),
    ),
    "levels": (N_("Chips and levels"), ("chips", "level_length", "unit", "levels", "breaks")),
    "prizes": (N_("Prizes"), ("entry", "purse", "shares", "words")),
    "score": (N_("Best score"), ("score_purse", "score_words")),
    # Translators: a form: which role is mentioned for a tournament, and which ones are won by which places.
    "calls": (
        N_("Roles"),
        ("call_role", "first_role", "first_places", "second_role", "second_places"),
    ),
}
"""The forms of a plan by key, each with the label of its button and the names of its fields."""
ROWS = (("players", "prizes", "score"), ("clock", "levels"), ("calls",))
"""The forms whose buttons share a row; those of the last row stand beside the plan's actions."""
FIELDS: Mapping[str, tuple[str, str]] = {
    # Translators: of a tournament or a series.
    "title": (N_("Title"), ""),
    "text": (N_("In your own words"), N_("A description, shown on the notice")),
    "format": (N_("Format"), ""),
    "seats": (N_("Seats per table"), ""),
    "players_max": (N_("Maximum players"), ""),
    "starts_at": (N_("Starts"), N_("Sat 20:00 or in 90 min; empty: when you say so")),
    "needs_check_in": (
        N_("Players have to check in"),
        N_("Players who haven’t checked in by the start are dropped"),
    ),
    "late_until": (N_("Late entry up to level"), N_("0: no late entry")),
    "reentry_until": (N_("Re-entry up to level"), N_("0: no re-entry")),
    "minutes_max": (N_("Minutes until time is up"), N_("0: until one player is left")),
    "chips": (N_("Chips each"), ""),
    "level_length": (N_("Level length"), N_("In hands at a table, or in minutes")),
    # Translators: what a level’s length is counted in: hands or minutes.
    "unit": (N_("Counted in"), ""),
    # Translators: how the stakes rise: a row of numbers.
    "levels": (N_("Levels"), N_("2 4 8 16, or for blinds 1/2 2/4 4/8")),
    # Translators: when a tournament stands still for some minutes; write it like the example.
    "breaks": (N_("Breaks"), N_("Level: minutes of break, such as 4: 10, 8: 15")),
    # Translators: what it costs to enter a tournament.
    "entry": (N_("Entry"), N_("Each player pays this into the fund; 0: free")),
    "purse": (N_("The bank adds"), ""),
    "shares": (N_("Shares of the fund by place"), N_("50 30 20; empty: one place in five is paid")),
    "words": (N_("Prizes in words"), N_("First place first, with ; between them")),
    "score_purse": (N_("The bank gives"), ""),
    "score_words": (N_("And in words"), ""),
    "first_role": (N_("Role to win"), N_("Given when it’s over, and never taken away by me")),
    # Translators: the places that win a role, such as 1 or 1–3.
    "first_places": (N_("For places"), N_("1, or 1–3")),
    "second_role": (N_("Another role to win"), ""),
    "second_places": (N_("For places"), N_("1, or 1–3")),
    "call_role": (N_("Role to call"), N_("When it’s announced, and 10 minutes before it starts")),
}
"""Every field of a plan, with its label and description."""
LENGTHS: Mapping[str, int] = {"title": TITLE_LENGTH, "score_words": PRIZE_LENGTH, "text": TEXT_LENGTH}
OPTIONAL = ("text", "starts_at", "shares", "breaks", "words", "score_words")
"""The fields that may be left empty."""


def plan_screen(draft: Draft, game: AnyGame, games: tuple[AnyGame, ...], settings: ServerSettings) -> Screen:
    """Return the plan: its current values, a select of the game, and a button for each form."""
    forms = [
        [
            Button(_(FORMS[key][0]), table_id(draft.edits, "plan_ask", key))
            for key in row
            if open_fields(draft, game, key)
        ]
        for row in ROWS
    ]
    rules = [] if draft.is_begun else [Button(_("House rules"), table_id(draft.edits, "plan_page", "rules"))]
    game_choice = screen.game_select(
        table_id(draft.edits, "plan", AsShown("game", check(draft))), game, games
    )
    keep_button = Button(_("Keep plan"), table_id(draft.series, "series_keep", check(draft)))
    return Screen(
        (
            Text(f"### {shown(draft.title)}\n{summary(draft, game, settings.currency)}"),
            *(() if draft.is_begun else (game_choice,)),
            *(ActionRow(tuple(row)) for row in forms[:-1] if row),
            ActionRow((*rules, *forms[-1], _announce(draft), *([keep_button] if draft.series else []))),
        )
    )


@dataclass(frozen=True, slots=True)
class PlanSubject:
    """The fields of one form: labels with values as Markdown, and the button that opens the form."""

    title: str
    values: tuple[tuple[str, str], ...]
    ask: Button


def subjects(draft: Draft, game: AnyGame) -> Iterator[PlanSubject]:
    """Yield the plan by subject, for a frontend that shows it in columns."""
    for key, (title, _fields) in FORMS.items():
        if names := open_fields(draft, game, key):
            shown_names = ("pace" if name == "level_length" else name for name in names if name != "unit")
            values = ((label_of(name), value_of(draft, game, name)) for name in shown_names)
            filled_values = tuple((label, "–" if value in ("", "0") else value) for label, value in values)
            yield PlanSubject(
                _(title), filled_values, Button(_("Change …"), table_id(draft.edits, "plan_ask", key))
            )


def outlook(draft: Draft, game: AnyGame, currency: str) -> Iterator[str]:
    """Yield lines on the consequences of the plan: the start, the prizes, and who sees it when."""
    yield screen.capitalised(_start(draft))
    yield from prizes_ahead(Tournament(terms(draft, game), purse=draft.purse), currency)
    note = _("Nothing changes until you save. Then everyone who has entered will be told what’s new.")
    yield "-# " + (note if draft.edits else _("Only you see this until you announce it."))


def plan_rules_screen(draft: Draft, game: AnyGame) -> Screen:
    """Return a select for each house rule of a tournament."""
    selects = rule_selects(
        tournament_draft.house_rules(draft, game),
        tournament_draft.chosen_rules(game),
        lambda name: table_id(draft.edits, "plan_rule", AsShown(name, check(draft))),
    )
    title = Text("### " + _("House rules of {title}").format(title=shown(draft.title)))
    back = Button(_("Back to the plan"), table_id(draft.edits, "plan_page", "plan"))
    return Screen((title, *selects, ActionRow((back, _announce(draft)))))


def plan_form(draft: Draft, game: AnyGame, key: str) -> Form:
    """Return one of the plan's forms, filled in with its current values."""
    title, _names = FORMS[key]
    action = table_id(draft.edits, "plan_typed", AsShown(key, check(draft)))
    return Form(_(title), action, tuple(_field(draft, game, name) for name in open_fields(draft, game, key)))


def open_fields(draft: Draft, game: AnyGame, key: str) -> tuple[str, ...]:
    """Return the fields of a form that make sense with the rest of the plan."""
    return tuple(name for name in FORMS[key][1] if tournament_draft.is_open(draft, game, name))


def _field(draft: Draft, game: AnyGame, name: str) -> screen.FormField:
    label, description = map(_, FIELDS[name])
    if name == "starts_at" and not draft.zone:
        description = _("Sat 20:00 Berlin (your city), or in 90 min; empty: when you say so")
    match name:
        case "format" | "seats" | "unit":
            current = pace(draft)[0] if name == "unit" else str(getattr(draft, name))
            lines = (
                SelectOption(
                    _choice(draft, game, name, each)[: screen.LABEL_MAX], each, is_chosen=each == current
                )
                for each in choices(draft, game, name)
            )
            return ChoiceField(name, label, tuple(lines))
        case "call_role" | "first_role" | "second_role":
            return screen.RoleField(name, label, getattr(draft, name), description)
        case "needs_check_in":
            return screen.CheckboxField(name, label, draft.needs_check_in, description)
        case "first_places" | "second_places":
            value = places_written(getattr(draft, name))
            return TextField(name, label, value, description=description, length=PLACES_LENGTH)
        case "words" | "shares" | "levels" | "breaks" | "title" | "score_words" | "starts_at" | "text":
            length = LENGTHS.get(name, LISTED_LENGTH)
            value = _typed_text(draft, game, name)[:length]
            kind: Literal["text", "moment"] = "moment" if name == "starts_at" else "text"
            return TextField(name, label, value, "", description, length, name not in OPTIONAL, kind)
        case _:
            count = pace(draft)[1] if name == "level_length" else getattr(draft, name)
            least, most = NUMBERS[name]
            field = TextField(
                name, label, str(count), description=description, length=typed_length(AMOUNT_MAX)
            )
            return replace(field, kind="number", least=least, most=most)


def _typed_text(draft: Draft, game: AnyGame, name: str) -> str:
    """Return a field's value as a user would type it."""
    match name:
        case "starts_at":
            return tournament_draft.start_typed(draft)
        case "levels":
            return written(draft.levels or game.levels)
        case "breaks":
            return breaks_written(draft.breaks)
        case "shares":
            return " ".join(map(str, draft.shares))
        case "words":
            return "; ".join(draft.words)
        case _:
            return str(getattr(draft, name))


def _choice(draft: Draft, game: AnyGame, name: str, value: str) -> str:
    match name:
        case "format":
            other = replace(draft, format=value, late_until=0, reentry_until=0, minutes_max=0)
            return format_words(terms(other, game))
        case "seats":
            return ngettext("{count} seat", "{count} seats", int(value)).format(count=value)
        case _:
            # Translators: a level’s length is counted in these.
            return _("hands per table") if value == "hands" else _("minutes")


def summary(draft: Draft, game: AnyGame, currency: str) -> str:
    """Return the plan in a few lines."""
    planned_terms = terms(draft, game)
    lines = [screen.item(f"**{_(game.title)}**", format_words(planned_terms))]
    lines.extend([quoted(shown(draft.text))] if draft.text else [])
    if not tournament_draft.is_race(draft, game):
        levels = draft.levels or game.levels
        more = " …" if len(levels) > LEVELS_SHOWN else ""
        lines.append(
            _("**{chips}** each · levels rise {pace}: {levels}").format(
                chips=stake(draft.chips, currency, "chips"),
                pace=levels_words(planned_terms, FACES[game.key]),
                levels=written(levels[:LEVELS_SHOWN]) + more,
            )
        )
        lines.extend(
            each for each in (TOURNAMENT_FACES[game.key].levels(), breaks_line(planned_terms)) if each
        )
    facts = [
        _("Tables of up to {seats} players").format(seats=draft.seats),
        ngettext("at most {count} player", "at most {count} players", draft.players_max).format(
            count=draft.players_max
        ),
        _start(draft),
        *([_("with check-in")] if draft.needs_check_in else []),
        *([_("calls {role}").format(role=f"<@&{draft.call_role}>")] if draft.call_role else []),
    ]
    lines.append(" · ".join(facts))
    # Translators: of a tournament’s entry: it costs nothing.
    entry = amount(draft.entry, currency) if draft.entry else _("free")
    money = [_("**Entry** — {entry}").format(entry=entry)]
    if draft.purse:
        money.append(_("the bank adds {amount}").format(amount=amount(draft.purse, currency)))
    if draft.entry or draft.purse:
        money.append(_("the fund goes {shares}").format(shares=_shares(draft.shares)))
    lines.append(" · ".join(money))
    lines.extend(prizes_ahead(Tournament(planned_terms, purse=draft.purse), currency))
    lines.append(_lengths(planned_terms, game))
    if draft.words:
        prizes = " · ".join(f"{place}. {shown(each)}" for place, each in enumerate(draft.words, 1))
        lines.append(_("**Also** — {words}").format(words=prizes))
    lines.extend(role_lines(tournament_draft.role_prizes(draft)))
    score_prizes = [amount(draft.score_purse, currency)] if draft.score_purse else []
    score_prizes += [shown(draft.score_words)] if draft.score_words else []
    if score_prizes:
        lines.append(_("**For the highest score** — {words}").format(words=", ".join(score_prizes)))
    if draft.series:
        lines.append(_("It will count for series {number}.").format(number=draft.series))
    *_ahead, visibility = outlook(draft, game, currency)
    return "\n".join([*lines, visibility])


def prizes_ahead(tournament: Tournament, currency: str) -> Iterator[str]:
    """Yield the prizes with a few players and with a full field, a line each (TN-44)."""
    most = tournament.terms.players_max
    if not tournament.terms.entry:
        return
    for count in sorted({min(FEW_PLAYERS, most), most}):
        prizes = list(enumerate(foreseen(tournament, count), 1))
        paid_places = screen.first_lines(
            prizes, PRIZES_MAX, lambda prize: f"{prize[0]}. {amount(prize[1], currency)}"
        )
        words = ngettext("With {count} player: {table}", "With {count} players: {table}", count)
        yield words.format(count=count, table=" · ".join(paid_places))


def _lengths(planned_terms: TournamentTerms, game: AnyGame) -> str:
    """Return the expected length with a few players and with a full field, in a line (TN-52)."""
    lengths, most = [], planned_terms.players_max
    for count in sorted({min(FEW_PLAYERS, most), most}):
        time = words_ahead(planned_terms, TOURNAMENT_FACES[game.key].pace, count)
        words = ngettext("{time} with {count} player", "{time} with {count} players", count)
        lengths.append(words.format(time=time, count=count))
    return _("**It takes** {times}").format(times=" · ".join(lengths))


def _start(draft: Draft) -> str:
    if draft.starts_in:
        return _("starts in {time}").format(time=duration(60 * draft.starts_in))
    if draft.starts_at is None:
        return _("starts when you say so")
    return _("starts **<t:{at}:F>**, <t:{at}:R>").format(at=draft.starts_at)


def _announce(draft: Draft) -> Button:
    if draft.edits:
        return Button(_("Save changes"), table_id(draft.edits, "plan_save", check(draft)), "good")
    return Button(_("Announce"), table_id(0, "announce", check(draft)), "good")


def _shares(shares: tuple[int, ...]) -> str:
    if not shares:
        # Translators: after “the fund goes”.
        return _("to one place in five")
    if len(shares) == 1:
        # Translators: after “the fund goes”.
        return _("to first place alone")
    more = " …" if len(shares) > LEVELS_SHOWN else ""
    return " : ".join(number(share) for share in shares[:LEVELS_SHOWN]) + more


def label_of(name: str) -> str:
    """Return the label of a plan's field in a list of changes."""
    others = {"game": _("Game"), "rules": _("House rules"), "pace": _("Level length")}
    return others[name] if name in others else _(FIELDS[name][0])


def value_of(draft: Draft, game: AnyGame, name: str) -> str:
    """Return the value of a plan's field in a list of changes; empty if it would be too long."""
    start = f"<t:{draft.starts_at}:F>" if draft.starts_at else _("when the organiser says so")
    match name:
        case "format" | "seats":
            return _choice(draft, game, name, str(getattr(draft, name)))
        case "first_role" | "second_role":
            role = getattr(draft, name)
            return f"<@&{role}>" if role else _("no")
        case "first_places" | "second_places":
            return places_written(getattr(draft, name))
        case "game" | "pace" | "needs_check_in" | "starts_at" | "rules" | "call_role" | "breaks":
            return {
                "game": _(game.title),
                "pace": levels_words(terms(draft, game), FACES[game.key]),
                "needs_check_in": _("yes") if draft.needs_check_in else _("no"),
                "starts_at": start,
                "rules": "",
                "breaks": breaks_words(terms(draft, game)) or _("no breaks"),
                "call_role": f"<@&{draft.call_role}>" if draft.call_role else _("no"),
            }[name]
        case _:
            return shown(_typed_text(draft, game, name))


DONE: Mapping[ActKind, str] = {
    # Translators: what an organiser did at a tournament, in a list; so are those that follow.
    "started": N_("{by} started it"),
    "paused": N_("{by} paused it"),
    "resumed": N_("{by} resumed it"),
    "added": N_("{by} added {other}"),
    "invited": N_("{by} asked {other} to enter"),
    "removed": N_("{by} took {other} out"),
    "restored": N_("{by} brought {other} back"),
    "called_off": N_("{by} called it off"),
    "struck": N_("{by} struck the result of {other} from the series"),
    "counted": N_("{by} restored the result of {other} to the series"),
    # Translators: to another table, of that number.
    "moved": N_("{by} moved {other} to table {count}"),
    "dealt": N_("everyone who was left agreed to share the prizes, {by} last"),
    # Translators: {what}: the names of what is different now, such as “Title, Starts”.
    "edited": N_("{by} changed: {what}"),
}
BY_ITSELF: Mapping[ActKind, str] = {
    # Translators: of a tournament, in a list.
    "started": N_("it began by itself"),
    # Translators: of a tournament, in a list.
    "called_off": N_("it was called off"),
}


BY_READER: Mapping[ActKind, str] = {
    # Translators: what the reader did as an organiser of a tournament, in a list; so are those that follow.
    "started": N_("you started it"),
    "paused": N_("you paused it"),
    "resumed": N_("you resumed it"),
    "added": N_("you added {other}"),
    "invited": N_("you asked {other} to enter"),
    "removed": N_("you took {other} out"),
    "restored": N_("you brought {other} back"),
    "called_off": N_("you called it off"),
    "struck": N_("you struck the result of {other} from the series"),
    "counted": N_("you restored the result of {other} to the series"),
    "moved": N_("you moved {other} to table {count}"),
    "dealt": N_("everyone who was left agreed to share the prizes, you last"),
    "edited": N_("you changed: {what}"),
}
TO_READER: Mapping[ActKind, str] = {
    # Translators: what an organiser did to the reader, in a list; so are those that follow.
    "added": N_("{by} added you"),
    "invited": N_("{by} asked you to enter"),
    "removed": N_("{by} took you out"),
    "restored": N_("{by} brought you back"),
    "struck": N_("{by} struck your result from the series"),
    "counted": N_("{by} restored your result to the series"),
    "moved": N_("{by} moved you to table {count}"),
}


def act_line(act: TournamentAct, reader: int = 0) -> str:
    """Return an act in a line, with its author, reason and time; the reader is “you”."""
    what = listed([label_of(each) for each in act.what]) if act.what else ""
    values = {"other": person(act.player), "count": abs(act.count), "what": what}
    text = _act_words(act, reader).format(by=person(act.author.player), **values)
    why = f" · {quoted(because(act.author.why))}" if act.author.why else ""
    return f"{text}{why} · <t:{int(act.at)}:f>"


def call_off_form(number: int, phase: str, length: int) -> Form:
    """Return the form for the reason before a tournament is called off.

    `phase` is empty for a tournament whose game is not installed.
    """
    says = _("Nobody wins, and all entries are refunded. Everyone who entered will be told the reason.")
    if not phase:
        says = _("Nobody wins, and all entries are refunded.")
    action = table_id(number, "call_off_now", phase)
    form = reason_form(_("Cancel the tournament?"), action, says, length, is_needed=True)
    return replace(form, fields=(*form.fields, note_field(length)))


def _act_words(act: TournamentAct, reader: int) -> str:
    is_by_reader, is_to_reader = (
        bool(reader) and act.author.player == reader,
        bool(reader) and act.player == reader,
    )
    if act.kind == "filled_up" and is_by_reader:
        return ngettext("you added {count} house player", "you added {count} house players", act.count)
    if act.kind == "filled_up":
        return ngettext("{by} added {count} house player", "{by} added {count} house players", act.count)
    if act.kind == "chips":
        return _chips_words(act, is_by_reader=is_by_reader, is_to_reader=is_to_reader)
    templates = BY_READER if is_by_reader else TO_READER if is_to_reader else {}
    if act.kind in templates:
        return _(templates[act.kind])
    is_by_itself = act.author.player is None and act.kind in BY_ITSELF
    return _((BY_ITSELF if is_by_itself else DONE)[act.kind])


def _chips_words(act: TournamentAct, *, is_by_reader: bool, is_to_reader: bool) -> str:
    count = abs(act.count)
    if is_by_reader and act.count > 0:
        return ngettext("you gave {other} {count} chip", "you gave {other} {count} chips", count)
    if is_by_reader:
        return ngettext("you took {count} chip from {other}", "you took {count} chips from {other}", count)
    if is_to_reader and act.count > 0:
        return ngettext("{by} gave you {count} chip", "{by} gave you {count} chips", count)
    if is_to_reader:
        return ngettext("{by} took {count} chip from you", "{by} took {count} chips from you", count)
    if act.count > 0:
        return ngettext("{by} gave {other} {count} chip", "{by} gave {other} {count} chips", count)
    return ngettext("{by} took {count} chip from {other}", "{by} took {count} chips from {other}", count)


CORRECTIONS: Mapping[str, tuple[str, str]] = {
    # Translators: {name} is a player’s; so in the titles that follow.
    "chips": (N_("Give or take chips"), N_("Chips of {name}")),
    "table": (N_("Move to another table"), N_("Another table for {name}")),
    "strike": (N_("Strike a result from the series"), N_("Strike the result of {name}")),
    "count": (N_("Restore a result"), N_("Restore the result of {name}")),
}
"""The corrections by key, each with the label of its select of players and the title of its form."""
WHY_LENGTH = 120


def open_corrections(view: TournamentView) -> tuple[str, ...]:
    """Return the possible corrections: of chips and tables during play, of a series' results afterwards."""
    terms, phase = view.tournament.terms, view.tournament.phase
    if phase == "over":
        return ("strike", "count") if view.series else ()
    if phase != "running":
        return ()
    has_tables = len(view.tournament.tables) > 1 and terms.through is None
    return (*(("chips",) if terms.goal is None else ()), *(("table",) if has_tables else ()))


def corrections_screen(view: TournamentView) -> Screen:
    """Return a select of a player for each possible correction."""
    heading = "### " + _("Corrections in {title}").format(title=shown(view.plan.title))
    says = _("Next you give a reason. The player will be told, and the notice will show it.")
    lists = (
        UserSelect(table_id(view.id, "correct_whom", each), _(CORRECTIONS[each][0]))
        for each in open_corrections(view)
    )
    return Screen((Text(f"{heading}\n{says}"), *lists))


def correction_form(view: TournamentView, kind: str, player: int, name: str) -> Form:
    """Return the form of a player's correction, with its reason."""
    why = TextField(
        "why", _("Reason"), description=_("For the player, the notice and the audit"), length=WHY_LENGTH
    )
    fields: Mapping[str, tuple[TextField | ChoiceField, ...]] = {
        "chips": (
            ChoiceField(
                "way",
                _("Give or take chips"),
                (SelectOption(_("Give"), "give", is_chosen=True), SelectOption(_("Take"), "take")),
            ),
            TextField("amount", _("How many"), length=len(str(CHIPS_MAX))),
        ),
        "table": (
            TextField("table", _("Table"), description=_("The number of the table to move to"), length=4),
        ),
    }
    title = _(CORRECTIONS[kind][1]).format(name=name)
    texts = (why, note_field(WHY_LENGTH))
    return Form(title, table_id(view.id, "corrected", About(player, kind)), (*fields.get(kind, ()), *texts))
