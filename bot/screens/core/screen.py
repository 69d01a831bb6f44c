"""A message as a value, before it becomes Discord's: text, buttons, selects and forms.

Dice and cards stand in it as emojis if there are any, and as words otherwise. A context variable holds the
emojis, set while a screen is drawn: each game writes its cards in one function, which asks here first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from bot.screens.core.picture import Picture, picture_faults
from bot.text.translate import _, ngettext
from games.engine.core.game import AnyGame

Style: TypeAlias = Literal["main", "good", "plain", "danger"]
TEXT_MAX = 4000
BYTES_MAX = 10_000
COMPONENTS_MAX = 40
ROW_MAX = 5
ROWS_ROOMY = 5
"""The number of button rows that leave room for a table's text beside them; a field has more."""
LABEL_MAX = 80
FORM_LABEL_MAX = 45
FIELDS_MAX = 5
DESCRIPTION_MAX = 100
CUSTOM_ID_MAX = 100
CHOICES_MAX = 25
K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A line of a ranking as a frontend with tables shows it, in Markdown."""

    place: int
    name: str
    value: str
    is_own: bool = False
    """True if it is the reader's."""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of Markdown."""

    markdown: str
    ranking: tuple[RankedRow, ...] = field(default=(), repr=False)
    """Its first lines as rows of a table."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `action` is its custom_id, or a URL if `is_link`.

    `emoji` is a plain one, or the markup of one of the application's; with it the label may be empty.
    """

    label: str
    action: str
    style: Style = "plain"
    emoji: str | None = None
    is_disabled: bool = False
    is_link: bool = False


@dataclass(frozen=True, slots=True)
class ActionRow:
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class SelectOption:
    """One option of a select."""

    label: str
    value: str
    is_chosen: bool = False
    emoji: str | None = None
    description: str = ""
    """A line of description under the label."""


@dataclass(frozen=True, slots=True)
class Select:
    """A select with one choice."""

    action: str
    placeholder: str
    choices: tuple[SelectOption, ...]
    count: int = 1
    """The number of options that must be chosen."""


@dataclass(frozen=True, slots=True)
class UserSelect:
    """A select of the server's users, with one choice or several."""

    action: str
    placeholder: str
    most: int = 1
    """The maximum number of chosen users."""


@dataclass(frozen=True, slots=True)
class Separator:
    """A thin line between two parts."""


Part: TypeAlias = Text | ActionRow | Select | UserSelect | Separator | Picture


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole message. `accent` colours its edge, which never carries meaning alone.

    `pings` are the users whom posting it pings; edits ping nobody. A menu has done its part once
    something was chosen from it. One that is for all shows nothing that only its reader may see, and may
    change what everybody in a channel sees.
    """

    parts: tuple[Part, ...]
    accent: int | None = None
    pings: tuple[int, ...] = ()
    is_menu: bool = False
    is_for_all: bool = False

    @property
    def picture(self) -> Picture | None:
        """Its one picture, if it has any."""
        for part in self.parts:
            if isinstance(part, Picture):
                return part
        return None


@dataclass(frozen=True, slots=True)
class TextField:
    """A text input of a form; `value` is its initial text."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    description: str = ""
    """A line of description under the label."""
    length: int = 60
    """The maximum length of the text."""
    is_needed: bool = True
    kind: Literal["text", "number", "moment"] = "text"
    """The kind of control, where a front has one: for a whole number, or for a day and a time."""
    least: int | None = None
    most: int | None = None
    """The bounds of a number."""


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A form field with one choice out of several."""

    name: str
    label: str
    choices: tuple[SelectOption, ...]
    description: str = ""
    is_folded: bool = False
    """True if it is shown as a select, so that a form with several such fields is not too long."""


@dataclass(frozen=True, slots=True)
class CheckboxField:
    """A checkbox in a form."""

    name: str
    label: str
    is_checked: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class ChannelsField:
    """A form field for any number of the server's channels, also none."""

    name: str
    label: str
    chosen: tuple[int, ...] = ()
    description: str = ""
    count_max: int = CHOICES_MAX
    """If only one can be chosen, it is a text channel, not a forum."""


@dataclass(frozen=True, slots=True)
class RoleField:
    """A form field for one of the server's roles, or none."""

    name: str
    label: str
    chosen: int = 0
    description: str = ""


FormField: TypeAlias = TextField | ChoiceField | CheckboxField | ChannelsField | RoleField


@dataclass(frozen=True, slots=True)
class Form:
    """A form of up to five fields; `action` comes back with the submitted values."""

    title: str
    action: str
    fields: tuple[FormField, ...]


def line_form(title: str, action: str, label: str, hint: str = "", value: str = "") -> Form:
    """Return a form with one line of text."""
    return Form(title, action, (TextField("text", label, value, hint),))


def say(*paragraphs: str, accent: int | None = None) -> Screen:
    """Return a screen of text alone."""
    return Screen((Text("\n".join(paragraphs)),), accent)


def rows(buttons: Sequence[Button]) -> tuple[ActionRow, ...]:
    """Return buttons split into rows."""
    return tuple(
        ActionRow(tuple(buttons[start : start + ROW_MAX])) for start in range(0, len(buttons), ROW_MAX)
    )


def fewer(screen: Screen) -> Screen:
    """Return the screen with at most Discord's number of components, if a field leaves little room.

    Consecutive texts are joined, rows are filled, and then the last buttons are removed, which stand in
    the table's menu or on its other message, too.
    """
    if _components(screen.parts) <= COMPONENTS_MAX:
        return screen
    found: list[Part] = []
    for part in screen.parts:
        match found[-1:], part:
            case [Text(before)], Text(markdown):
                found[-1] = Text(f"{before}\n{markdown}")
            case [ActionRow(before)], ActionRow(buttons):
                found[-1:] = rows([*before, *buttons])
            case _:
                found.append(part)
    for at, part in reversed([*enumerate(found)]):
        if isinstance(part, ActionRow) and (excess := _components(found) - COMPONENTS_MAX) > 0:
            found[at : at + 1] = rows(part.buttons[:-excess])
    return replace(screen, parts=tuple(found))


def _components(parts: Sequence[Part]) -> int:
    """Return the number of components of a message of these parts, with the container around them."""
    buttons = sum(len(each.buttons) for each in parts if isinstance(each, ActionRow))
    return 1 + len(parts) + buttons + sum(isinstance(each, Select | UserSelect) for each in parts)


def faults(screen: Screen) -> list[str]:
    """Return how a screen exceeds Discord's limits; empty if it can be sent."""
    pictures = [part for part in screen.parts if isinstance(part, Picture)]
    texts = [part.markdown for part in screen.parts if isinstance(part, Text)]
    buttons = [button for part in screen.parts if isinstance(part, ActionRow) for button in part.buttons]
    selects = [part for part in screen.parts if isinstance(part, Select)]
    lists = [part for part in screen.parts if isinstance(part, Select | UserSelect)]
    ids = [button.action for button in buttons if not button.is_link] + [each.action for each in lists]
    told = [part.description if isinstance(part, Picture) else repr(part) for part in screen.parts]
    components = _components(screen.parts)
    checks = {
        "no text at all": bool(texts) and all(texts),
        f"{components} components": components <= COMPONENTS_MAX,
        "too much text": sum(map(len, [*texts, *(each.instead for each in pictures)])) <= TEXT_MAX,
        "too many bytes": len("".join(told).encode()) <= BYTES_MAX,
        "two pictures": len(pictures) <= 1,
        "a custom_id twice": len(ids) == len(set(ids)),
        "a custom_id too long": all(0 < len(each) <= CUSTOM_ID_MAX for each in ids),
        "a label too long": all(len(button.label) <= LABEL_MAX for button in buttons),
        "a button with nothing on it": all(button.label or button.emoji for button in buttons),
        "a row too long or empty": all(
            0 < len(p.buttons) <= ROW_MAX for p in screen.parts if isinstance(p, ActionRow)
        ),
        "a description too long": all(
            len(choice.description) <= DESCRIPTION_MAX for each in selects for choice in each.choices
        ),
        "a select's choices": all(0 < len(each.choices) <= CHOICES_MAX for each in selects),
        "more to choose than there is": all(each.count <= len(each.choices) for each in selects),
        "a choice twice": all(
            len({choice.value for choice in each.choices}) == len(each.choices) for each in selects
        ),
    }
    found = [fault for fault, holds in checks.items() if not holds]
    return [*found, *(fault for picture in pictures for fault in picture_faults(picture))]


NO_EMOJIS: Mapping[str, str] = MappingProxyType({})

_shown: ContextVar[Mapping[str, str]] = ContextVar("emojis", default=NO_EMOJIS)


def with_emojis(emojis: Mapping[str, str], draw: Callable[[], Screen]) -> Screen:
    """Return the screen of `draw` with these emojis; with words if there is no room for them."""
    if emojis:
        screen = marking(emojis, draw)
        if not faults(screen):
            return screen
    return draw()


def marking(emojis: Mapping[str, str], draw: Callable[[], T]) -> T:
    """Return the result of `draw` with these emojis, if there is room for all of them."""
    before = _shown.set(emojis)
    try:
        return draw()
    finally:
        _shown.reset(before)


def marked(sprite: str, words: str) -> str:
    """Return the emoji of a sprite; these words if there is none."""
    return _shown.get().get(sprite, words)


def emojis_of(sprites: Iterable[str]) -> str:
    """Return the emojis of these sprites side by side; empty if one of them is missing."""
    there = _shown.get()
    found = [there.get(each, "") for each in sprites] if there else []
    return "".join(found) if all(found) else ""


def game_select(action: str, chosen: AnyGame, games: Sequence[AnyGame]) -> Select:
    """Return a select of games, with the current one."""
    asked = _("Game")
    return one_of(action, asked, {each.key: f"{asked}: {_(each.title)}" for each in games}, chosen.key)


def one_of(action: str, asks: str, labels: Mapping[K, str], chosen: K | None) -> Select:
    """Return a select of labels in their order, one of which may be chosen; the values are the keys."""
    return Select(
        action,
        asks,
        tuple(SelectOption(label, str(key), is_chosen=key == chosen) for key, label in labels.items()),
    )


def paged(
    entries: Sequence[T], page: int, size: int, turn: Callable[[int], str], back: str, on: str
) -> tuple[Sequence[T], list[Button]]:
    """Return a page of entries, at most the last one, and buttons to the neighbouring pages.

    `turn` makes the custom_id that leads to a page.
    """
    last = max(0, (len(entries) - 1) // size)
    page = min(page, last)
    beside = ((page - 1, back), (page + 1, on))
    return entries[page * size :][:size], [Button(label, turn(at)) for at, label in beside if 0 <= at <= last]


def item(name: str, words: str) -> str:
    """Return a line of a list: a name, and the text about it."""
    # Translators: a line of a list: a name, and what there is to say of it. Write the dash as you do.
    return _("{name} — {words}").format(name=name, words=words)


def begun(words: str) -> str:
    """Return text as a line or a sentence begins."""
    return words[:1].upper() + words[1:]


def first_of(entries: Sequence[T], most: int, put: Callable[[T], str]) -> list[str]:
    """Return the first entries, as `put` formats them, and the number of further ones."""
    told = [put(each) for each in entries[:most]]
    more = len(entries) - most
    if more > 0:
        told.append(ngettext("and {more} more", "and {more} more", more).format(more=more))
    return told
