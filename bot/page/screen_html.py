"""The HTML of any screen and any form.

The script finds presses by attributes: `data-action` is a custom_id, `data-command` a command, and `data-go`
the message of a table. Forms are submitted with the names of their fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from typing import Protocol, assert_never

from bot.page import html
from bot.page.html import NOTHING, Html, NameResolver, el, icon, image, inline, joined, rendered
from bot.page.places import verb_of
from bot.screens.core import screen as screens
from bot.screens.core.picture import Lane, Picture
from bot.screens.core.screen import (
    ActionRow,
    Button,
    Form,
    FormField,
    Part,
    Screen,
    Select,
    SelectOption,
    TextField,
)
from bot.screens.core.tiles import Field, FieldPlace, Portion, Tile, Track
from bot.screens.sprite_words import in_words
from bot.text.translate import _, number
from games.engine.core.errors import N_

STYLES = {"main": "p", "good": "p", "plain": "", "danger": "danger"}
SIGNS = {
    "⏮": ("first", N_("To the start")),
    "◀": ("back", N_("One step back")),
    "▶": ("on", N_("One step forward")),
    "⏭": ("last", N_("To the end")),
}
"""Button labels that not every browser can show: the icon and the accessible name of each."""
SLIDER_MAX = 500
"""The largest range of a number that has a slider."""
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d)\b")
PRESETS = (10, 20, 50, 100)
"""The suggested amounts of a number without a current value."""
RADIO_MAX = 6
"""The maximum number of choices shown as radio buttons; more are shown as a drop-down list."""


reader: ContextVar[int] = ContextVar("reader", default=0)
"""The id of the user who reads the page; selects of users leave them out."""


class Surrounds(NameResolver, Protocol):
    """Resolves names, and lists what can be chosen in selects, in the server where a screen is shown."""

    def people(self) -> Mapping[int, str]:
        """Return the users who can be chosen, by id."""

    def channels(self) -> Mapping[int, str]:
        """Return the channels that can be chosen, by id."""

    def roles(self) -> Mapping[int, str]:
        """Return the roles that can be chosen, by id."""


SWITCH_MAX, SWITCH_LETTERS = 8, 24
"""The number of views, and of letters in the name of each, that have room side by side."""


def screen_html(screen: Screen, place: Surrounds) -> Html:
    """Return the HTML of a whole screen."""
    selects = [each for each in screen.parts if isinstance(each, Select)]
    # Either all choices between views lie side by side, or none does.
    are_switches = all(map(_is_switch, selects))
    return joined(
        _switch(each) if are_switches and isinstance(each, Select) else part_html(each, place)
        for each in screen.parts
    )


def part_html(part: Part, place: Surrounds) -> Html:
    """Return the HTML of one part of a screen."""
    match part:
        case screens.Text():
            return _text_html(part, place)
        case ActionRow(buttons=buttons):
            return el("div", *(button_html(each, place) for each in buttons), class_="row-of")
        case Select():
            return _select(part, place)
        case screens.UserSelect(action=action, placeholder=placeholder, most=most):
            own = reader.get() if "correct" not in action else 0
            people = place.people().items()
            choices = [SelectOption(name, str(player)) for player, name in people if player != own]
            return _chooser(action, placeholder, choices, most, place, is_people=True)
        case screens.Separator():
            return el("hr")
        case Picture():
            return picture_html(part, place)
        case _:
            assert_never(part)


def _text_html(text: screens.Text, place: Surrounds) -> Html:
    table, lines = NOTHING, text.markdown
    if text.ranking:
        table = ranking_html(text.ranking, place)
        lines = "\n".join(lines.split("\n")[len(text.ranking) :])
    return joined([table, el("div", rendered(lines, place), class_="text") if lines else NOTHING])


def ranking_html(ranking: Sequence[screens.RankedRow], place: Surrounds) -> Html:
    """Return a ranking as a table, with the reader's row marked."""
    titles = _("place"), _("name"), _("how much")
    head = el("tr", *(el("th", each, scope="col") for each in titles))
    lines = (
        el(
            "tr",
            el("td", number(each.place)),
            el("td", inline(each.name, place)),
            el("td", inline(each.value, place)),
            class_="on" if each.is_own else None,
        )
        for each in ranking
    )
    return el("table", head, *lines, class_="standings")


def button_html(
    button: Button,
    place: Surrounds,
    *,
    class_: str = "btn",
    is_chosen: bool | None = None,
    key: str | None = None,
    sign: Html = NOTHING,
) -> Html:
    """Return a button.

    `is_chosen` makes it one of a radio group, `key` is its keyboard key, `sign` is an icon before the label.
    """
    emblem = NOTHING if button.emoji is None else emoji_html(button.emoji, place)
    words = joined([emblem, " ", html.label(button.label)]) if button.label else emblem
    icon_name, accessible_name = SIGNS.get(button.label, ("", ""))
    label = el("span", sign, icon(icon_name) if icon_name else words, class_="line", data_key=key)
    checked = None if is_chosen is None else "true" if is_chosen else "false"
    if button.is_link:
        spot = html.table_address(button.action)
        if spot is not None:
            return el("button", label, type="button", class_=class_, data_go=f"{spot[0]}/{spot[1]}")
        return el("a", label, class_=class_, href=button.action, target="_blank", rel="noopener noreferrer")
    return el(
        "button",
        label,
        type="button",
        class_=f"{class_} {STYLES[button.style]}".strip(),
        data_action=button.action,
        role=None if checked is None else "radio",
        aria_checked=checked,
        aria_label=_(accessible_name)
        if accessible_name
        else None
        if button.label
        else in_words(_sprite(button.emoji or "")),
        disabled=button.is_disabled,
    )


def emoji_html(written: str, place: Surrounds) -> Html:
    """Return a plain emoji, or a sprite given by its emoji markup."""
    if written in html.PAINTED:
        return image(html.PAINTED[written])
    if not written.startswith("<"):
        return el("span", written, aria_hidden="true")
    name = _sprite(written)
    return image(name) if name in place.sprites else NOTHING


def closing(what: str) -> Html:
    """Return the button that closes the popover with the id `what`."""
    return el(
        "button",
        icon("close"),
        type="button",
        class_="tap close",
        aria_label=_("Close"),
        popovertarget=what,
    )


def sheet_head(what: str, title: str) -> Html:
    """Return the head of a popover: its title, and the button that closes it."""
    return el("div", el("h2", title), closing(what), class_="sh")


def _sprite(emoji: str) -> str:
    return html.sprite_of(emoji.strip("<:>").split(":")[0])


def _select(select: Select, place: Surrounds) -> Html:
    if has_faces(select):
        return faces_html([select], place)
    return _chooser(select.action, select.placeholder, select.choices, select.count, place)


def _is_switch(select: Select) -> bool:
    """Return True for a choice between few views in few words, of which one is shown."""
    is_short = len(select.choices) <= SWITCH_MAX and all(
        len(each.label) <= SWITCH_LETTERS for each in select.choices
    )
    return select.count == 1 and is_short and sum(each.is_chosen for each in select.choices) == 1


def _switch(select: Select) -> Html:
    """Return the choices side by side, the chosen one pressed."""
    chips = (
        el(
            "label",
            el(
                "input",
                type="radio",
                name=select.action,
                value=each.value,
                checked=each.is_chosen,
                data_action=select.action,
            ),
            el("span", each.label),
            class_="chip",
        )
        for each in select.choices
    )
    return el("fieldset", el("legend", select.placeholder, class_="hidden"), *chips, class_="switch")


def _chooser(
    action: str,
    label: str,
    choices: Sequence[SelectOption],
    count: int,
    place: Surrounds,
    *,
    is_people: bool = False,
) -> Html:
    """Return a select that sends its choice at once, or checkboxes with a button to send several choices."""
    if count == 1:
        blank = el("option", label, value="", selected=not any(each.is_chosen for each in choices))
        options = (_option(each) for each in choices)
        return el(
            "label",
            el("span", label, class_="hidden"),
            el("select", blank, *options, data_action=action, data_people=is_people),
            class_="choose",
        )
    return _several(label, choices, [(action, count, _("Choose"))], place, is_people=is_people)


def has_faces(select: Select) -> bool:
    """Return True if all options have an application emoji, so they can be shown as cards."""
    return all((each.emoji or "").startswith("<") for each in select.choices)


def faces_html(selects: Sequence[Select], place: Surrounds) -> Html:
    """Return cards as checkboxes, with a button for each of the selects, which share their options."""
    buttons = [(each.action, each.count, each.placeholder.rstrip(" …")) for each in selects]
    return _several(buttons[0][-1], selects[0].choices, buttons, place, class_="faces")


def picks_html(label: str, choices: Sequence[SelectOption], action: str, place: Surrounds) -> Html:
    """Return cards as checkboxes, which are sent by a button elsewhere: see `sent_html`."""
    return _several(label, choices, [(action, 0, "")], place, class_="faces")


def sent_html(select: Select, key: str | None = None) -> Html:
    """Return the button that sends the cards chosen in `picks_html`."""
    return _sent(select.action, select.count, select.placeholder.rstrip(" …"), key)


def _sent(action: str, count: int, label: str, key: str | None = None) -> Html:
    """Return the button that sends `count` of the choices."""
    words = el("span", label, class_="line", data_key=key)
    return el(
        "button", words, type="button", class_="btn p", data_action=action, data_count=count, data_send=True
    )


def _several(
    label: str,
    choices: Sequence[SelectOption],
    ways: Sequence[tuple[str, int, str]],
    place: Surrounds,
    *,
    class_: str | None = None,
    is_people: bool = False,
) -> Html:
    """Return a list of checkboxes with buttons; each of `ways` is an action, a number and a label."""
    ticks = (
        el(
            "label",
            el("input", type="checkbox", value=each.value, checked=each.is_chosen),
            emoji_html(each.emoji, place) if each.emoji else NOTHING,
            el("span", el("b", each.label), el("small", each.description) if each.description else NOTHING),
            class_="tick",
        )
        for each in choices
    )
    return el(
        "fieldset",
        el("legend", label),
        *ticks,
        el("div", *(_sent(*each) for each in ways), class_="bar") if ways[0][1] else NOTHING,
        class_=class_,
        data_action=ways[0][0],
        data_people=is_people,
    )


def _option(choice: SelectOption) -> Html:
    text = f"{choice.label} – {choice.description}" if choice.description else choice.label
    emblem = choice.emoji if choice.emoji and not choice.emoji.startswith("<") else ""
    return el("option", f"{emblem} {text}".strip(), value=choice.value, selected=choice.is_chosen)


def picture_html(picture: Picture, place: Surrounds) -> Html:
    """Return a picture as rows of sprites; its description is for screen readers."""
    lanes = joined(_lane(each, place) for each in picture.lanes)
    coins = el("p", image("coin"), f" {picture.coins}", class_="pile") if picture.coins else NOTHING
    gauges = joined(
        el("li", el("b", each.name), " ", each.said, el("meter", min=0, max=1000, value=each.share))
        for each in picture.gauges
    )
    plot = NOTHING
    if picture.plot is not None:
        plot = joined(el("p", each.name, " ", each.said) for each in picture.plot.curves)
    pot_text = " · ".join(filter(None, (picture.pot, picture.stage)))
    pot = el("p", image("coin"), f" {pot_text}", class_="pile") if picture.pot else NOTHING
    return el(
        "figure",
        pot,
        NOTHING if picture.track is None else track_html(picture.track),
        NOTHING if picture.field is None else field_html(picture.field, place),
        el("h3", picture.title) if picture.title else NOTHING,
        el("p", picture.said) if picture.said else NOTHING,
        lanes,
        coins,
        portions_html(picture.bar),
        plot,
        el("ul", gauges, class_="gauges") if gauges else NOTHING,
        el("figcaption", picture.description, class_="hidden"),
        class_="picture",
    )


def portions_html(portions: Sequence[Portion]) -> Html:
    """Return the portions of an amount, side by side."""
    return el("p", *map(_portion, portions), class_="portions") if portions else NOTHING


def _portion(portion: Portion) -> Html:
    sign = image(portion.sprite) if portion.sprite else NOTHING
    return el("span", sign, f" {portion.label} ", el("b", number(portion.amount)), class_=portion.tone)


def track_html(track: Track) -> Html:
    """Return a track as a list: its range, with the past values and the current one marked."""
    steps = (
        el(
            "li",
            str(each),
            class_="now" if each == track.now else "past" if each in track.past else None,
            aria_current="true" if each == track.now else None,
        )
        for each in range(track.least, track.most + 1)
    )
    return el("ol", *steps, class_="wells")


def field_html(field: Field, place: Surrounds) -> Html:
    """Return a field as a grid, with its piles beside it; places that can be pressed are buttons."""
    head = (el("span", each, class_="h") for each in ("", *field.columns))
    lines = zip(field.rows, field.in_rows(), strict=True)
    rows = (
        joined([el("span", letter, class_="h"), *(_place(each, field.does, place) for each in row)])
        for letter, row in lines
    )
    grid = el("div", *head, *rows, class_="field")
    piles = el("div", *(tile_html(each, place.sprites) for each in field.piles), class_="piles")
    return el("div", grid, piles if field.piles else NOTHING, class_="board")


def picked_html() -> Html:
    """Return the button that confirms the chosen place of a field."""
    words = _("Choose a card")
    line = el("span", words, class_="line")
    return el("button", line, type="button", class_="btn p", data_picked=words, disabled=True)


def _place(spot: FieldPlace, does: str, place: Surrounds) -> Html:
    tile = spot.tile
    empty = el("span", class_="gapbox")
    face = image(tile.sprite, tile.name, class_="face") if tile.sprite in place.sprites else empty
    corner = image(tile.corner, class_="mk") if tile.corner in place.sprites else NOTHING
    front = image(tile.front, class_="mem") if tile.front in place.sprites else NOTHING
    inner = joined([face, corner, front])
    label = f"{spot.name} {tile.name}".strip()
    if spot.action:
        return el(
            "button",
            inner,
            type="button",
            class_="cell pick",
            data_action=spot.action,
            data_says=does.format(place=spot.name),
            aria_label=label,
        )
    return el("span", inner, class_=f"cell {tile.look}", title=label)


def _lane(lane: Lane, place: Surrounds) -> Html:
    tiles = el("span", *(tile_html(each, place.sprites) for each in lane.tiles), class_="tiles")
    words = joined(
        [
            image(lane.mark, class_="mark") if lane.mark in place.sprites else NOTHING,
            el("b", lane.name) if lane.name else NOTHING,
            el("span", lane.said, class_="h") if lane.said else NOTHING,
            el("span", lane.gain, class_="d") if lane.gain else NOTHING,
        ]
    )
    return el("div", el("div", words, class_="l1"), tiles, class_=f"lane {lane.tone}", aria_hidden="true")


@lru_cache(4096)
def tile_html(tile: Tile, sprites: frozenset[str], *, is_lazy: bool = False) -> Html:
    """Return a tile with its captions; the accessible names are those of `tiles_html`."""
    has_face = tile.sprite in sprites
    face = (
        image(tile.sprite, class_="face", is_lazy=is_lazy) if has_face else el("b", tile.said or tile.caption)
    )
    corner = image(tile.corner, class_="mk") if tile.corner in sprites else NOTHING
    front = image(tile.front, class_="mem") if tile.front in sprites else NOTHING
    caption = el("i", tile.caption) if tile.caption else NOTHING
    said = el("i", tile.said) if tile.said and tile.said != tile.caption else NOTHING
    return el("span", face, corner, front, caption, said, class_=f"tile {tile.look}")


def tiles_html(
    tiles: Sequence[Tile], place: Surrounds, class_: str = "tiles", *, is_lazy: bool = False
) -> Html:
    """Return tiles side by side; screen readers read their names as one list."""
    names = ", ".join(each.name for each in tiles if each.name)
    shown = (tile_html(each, place.sprites, is_lazy=is_lazy) for each in tiles)
    return el("div", *shown, class_=class_, role="img" if names else None, aria_label=names or None)


def form_html(form: Form, place: Surrounds, faults: Mapping[str, str] | None = None) -> Html:
    """Return a form with its current values and the error of each field."""
    errors = faults or {}
    fields = (_field(each, place, errors.get(each.name, "")) for each in form.fields)
    return el(
        "form",
        el("h2", form.title),
        el("p", inline(errors[""], place), class_="wrong", role="alert") if errors.get("") else NOTHING,
        *fields,
        el("button", el("span", _submit_label(form), class_="line"), type="submit", class_="btn p"),
        data_form=form.action,
        novalidate=True,
    )


def _submit_label(form: Form) -> str:
    """Return the label of a form's submit button, from its command if it has one."""
    title = verb_of(form.action.removeprefix("/")) if form.action.startswith("/") else None
    return _("Send") if title is None else _(title).rstrip(" …")


def _field(field: FormField, place: Surrounds, error: str) -> Html:
    description = el("small", field.description) if field.description else NOTHING
    fault = el("small", inline(error, place), class_="wrong", role="alert") if error else NOTHING
    match field:
        case screens.TextField():
            return _typed(field, description, fault)
        case screens.CheckboxField(name=name, label=label):
            tick = el("input", type="checkbox", name=name, value="on", checked=field.is_checked)
            return el("label", tick, el("span", el("b", label), description), fault, class_="tick")
        case screens.ChoiceField(name=name, label=label, choices=choices):
            return _choices(name, label, choices, Html(description + fault), is_folded=field.is_folded)
        case screens.ChoicesField(name=name, label=label, choices=choices):
            return _marks("checkbox", name, label, choices, Html(description + fault))
        case screens.ChannelsField(name=name, label=label, chosen=chosen):
            lines = _lines(place.channels(), chosen)
            return _marks("checkbox", name, label, lines, Html(description + fault))
        case screens.RoleField(name=name, label=label, chosen=role):
            lines = (SelectOption("–", "", is_chosen=not role), *_lines(place.roles(), (role,)))
            return _choices(name, label, lines, Html(description + fault), is_folded=True)
        case _:
            assert_never(field)


def _typed(field: TextField, description: Html, fault: Html) -> Html:
    """Return a text input; a number also has a slider or suggestions, a moment a picker, which fill it in."""
    limits = {"maxlength": field.length, "required": field.is_needed}
    if field.is_long:
        area = el("textarea", field.value, name=field.name, rows=6, **limits)
        return Html(el("label", el("b", field.label), description, area, class_="field-of") + fault)
    is_number = field.kind == "number"
    text_input = el(
        "input",
        type="text",
        inputmode="numeric" if is_number else None,
        name=field.name,
        value=field.value,
        placeholder=field.hint or None,
        autocomplete="off",
        aria_invalid="true" if fault else None,
        **limits,
    )
    line = el("label", el("b", field.label), description, text_input, class_="field-of")
    least, most = field.least, field.most
    if field.kind == "moment":
        words = _("Pick a day and a time")
        match = _MOMENT.match(field.value)
        picked = None if match is None else f"{match[1]}T{match[2]}"
        picker = el("input", type="datetime-local", value=picked, aria_label=words, data_for=field.name)
        return joined([line, _soon(field), picker, fault])
    if least is None or most is None:
        return joined([line, fault])
    if most - least > SLIDER_MAX:
        return joined([line, _presets(field, least), fault])
    bounds = el("small", f"{number(least)} – {number(most)}", class_="bounds")
    current = field.value if field.value.isdecimal() else least
    label = {"aria_label": field.label, "data_for": field.name}
    slider = el("input", type="range", min=least, max=most, value=current, **label)
    return joined([line, slider, bounds, fault])


SOON = (15, 30, 60, 120)
"""The suggested starts, in minutes from now, which need no time zone."""


def _soon(field: TextField) -> Html:
    """Return buttons that fill a suggested start into a moment's field."""
    buttons = (
        el(
            "button",
            _("In {count} min").format(count=minutes),
            type="button",
            class_="chip",
            data_set=f"in {minutes} min",
            data_for=field.name,
            aria_pressed="false",
        )
        for minutes in SOON
    )
    return el("div", *buttons, class_="chips presets", role="group", aria_label=field.label)


def _presets(field: TextField, least: int) -> Html:
    """Return buttons that fill a suggested amount into a number's field: near its value, or round amounts."""
    current = int(field.value) if field.value.isdecimal() else 0
    amounts = PRESETS
    if current >= PRESETS[0]:
        amounts = current // 5, current // 2, current, 2 * current
    elif current:
        amounts = current, 2 * current, 5 * current, 10 * current
    buttons = (
        el(
            "button",
            number(each),
            type="button",
            class_="chip",
            data_set=each,
            data_for=field.name,
            aria_pressed="true" if each == current else "false",
        )
        for each in amounts
        if each >= max(1, least)
    )
    return el("div", *buttons, class_="chips presets", role="group", aria_label=field.label)


def _lines(names: Mapping[int, str], chosen: Sequence[int]) -> tuple[SelectOption, ...]:
    return tuple(SelectOption(name, str(each), is_chosen=each in chosen) for each, name in names.items())


def _choices(name: str, label: str, choices: Sequence[SelectOption], more: Html, *, is_folded: bool) -> Html:
    if is_folded or len(choices) > RADIO_MAX:
        listed = el("select", *map(_option, choices), name=name)
        return el("label", el("b", label), more, listed, class_="field-of")
    return _marks("radio", name, label, choices, more)


def _marks(kind: str, name: str, label: str, choices: Sequence[SelectOption], more: Html) -> Html:
    """Return all choices as radio buttons or checkboxes."""
    lines = (
        el("label", el("input", type=kind, name=name, value=each.value, checked=each.is_chosen), each.label)
        for each in choices
    )
    return el("fieldset", el("legend", label), more, *lines)
