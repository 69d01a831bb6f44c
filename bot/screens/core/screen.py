"""A message as a value, before it becomes Discord's: text, buttons, selects and forms.

Dice and cards are emojis if the application has them, and words otherwise. A context variable holds the
emojis while a screen is drawn: a game formats its cards in one function, which calls `marked` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from bot.screens.core.picture import Picture, picture_faults
from bot.text.translate import _, ngettext
from games.engine.core.game import AnyGame
from games.engine.core.values import dataclass

Style: TypeAlias = Literal["main", "good", "plain", "danger"]
TEXT_MAX = 4000
BYTES_MAX = 10_000
COMPONENTS_MAX = 40
ROW_MAX = 5
ROWS_ROOMY = 5
"""A table with more rows of buttons, as those of a field, is cut down by `fit_components`."""
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
    """A row of a ranking, for a frontend that shows tables; the texts are Markdown."""

    place: int
    name: str
    value: str
    is_own: bool = False
    """True if the row is the reader's."""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of Markdown."""

    markdown: str
    ranking: tuple[RankedRow, ...] = field(default=(), repr=False)
    """The first lines as rows of a table, if they are a ranking."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `action` is its custom_id, or a URL if `is_link`.

    `emoji` is a Unicode emoji, or the markup of an application emoji; with an emoji the label may be empty.
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
    """A select of `count` options."""

    action: str
    placeholder: str
    choices: tuple[SelectOption, ...]
    count: int = 1
    """The number of options that must be chosen."""


@dataclass(frozen=True, slots=True)
class UserSelect:
    """A select of the server's users."""

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

    `pings` are the users who are pinged when the screen is posted; edits ping nobody. A menu (`is_menu`) is
    finished once something was chosen from it. A screen with `is_for_all` shows nothing private, so it may be
    shown to a whole channel.
    """

    parts: tuple[Part, ...]
    accent: int | None = None
    pings: tuple[int, ...] = ()
    is_menu: bool = False
    is_for_all: bool = False

    @property
    def picture(self) -> Picture | None:
        """The picture among the parts, if there is one."""
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
    """The kind of input, for frontends that have one for whole numbers, or for a date and time."""
    is_long: bool = False
    """True for a text of several lines."""
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
    """True if the field is a closed select, so that a form with several such fields is not too long."""


@dataclass(frozen=True, slots=True)
class ChoicesField:
    """A form field with one or more choices out of several; their values contain no spaces."""

    name: str
    label: str
    choices: tuple[SelectOption, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class CheckboxField:
    """A checkbox in a form."""

    name: str
    label: str
    is_checked: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class ChannelsField:
    """A form field for any number of the server's channels; none may be chosen."""

    name: str
    label: str
    chosen: tuple[int, ...] = ()
    description: str = ""
    count_max: int = CHOICES_MAX
    """The maximum number of channels; if it is 1, only text channels can be chosen, no forums."""


@dataclass(frozen=True, slots=True)
class RoleField:
    """A form field for one of the server's roles, or none."""

    name: str
    label: str
    chosen: int = 0
    description: str = ""


FormField: TypeAlias = TextField | ChoiceField | ChoicesField | CheckboxField | ChannelsField | RoleField


@dataclass(frozen=True, slots=True)
class Form:
    """A form of up to five fields; `action` is the custom_id of the submission."""

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


def fit_components(screen: Screen) -> Screen:
    """Return the screen, cut down to Discord's maximum number of components.

    Consecutive texts are joined and rows are filled up. If that is not enough, the last buttons are removed:
    the table's menu or its other message has them, too.
    """
    if _components(screen.parts) <= COMPONENTS_MAX:
        return screen
    parts: list[Part] = []
    for part in screen.parts:
        match parts[-1:], part:
            case [Text(before)], Text(markdown):
                parts[-1] = Text(f"{before}\n{markdown}")
            case [ActionRow(before)], ActionRow(buttons):
                parts[-1:] = rows([*before, *buttons])
            case _:
                parts.append(part)
    for index, part in reversed([*enumerate(parts)]):
        if isinstance(part, ActionRow) and (excess := _components(parts) - COMPONENTS_MAX) > 0:
            parts[index : index + 1] = rows(part.buttons[:-excess])
    return replace(screen, parts=tuple(parts))


def _components(parts: Sequence[Part]) -> int:
    """Return the number of components of a message with these parts, including the container around them."""
    buttons = sum(len(each.buttons) for each in parts if isinstance(each, ActionRow))
    return 1 + len(parts) + buttons + sum(isinstance(each, Select | UserSelect) for each in parts)


def faults(screen: Screen) -> list[str]:
    """Return how a screen exceeds Discord's limits; empty if it can be sent."""
    pictures = [part for part in screen.parts if isinstance(part, Picture)]
    texts = [part.markdown for part in screen.parts if isinstance(part, Text)]
    buttons = [button for part in screen.parts if isinstance(part, ActionRow) for button in part.buttons]
    selects = [part for part in screen.parts if isinstance(part, Select)]
    all_selects = [part for part in screen.parts if isinstance(part, Select | UserSelect)]
    ids = [button.action for button in buttons if not button.is_link] + [each.action for each in all_selects]
    texts_sent = [part.description if isinstance(part, Picture) else repr(part) for part in screen.parts]
    components = _components(screen.parts)
    checks = {
        "no text at all": bool(texts) and all(texts),
        f"{components} components": components <= COMPONENTS_MAX,
        "too much text": sum(map(len, [*texts, *(each.instead for each in pictures)])) <= TEXT_MAX,
        "too many bytes": len("".join(texts_sent).encode()) <= BYTES_MAX,
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
    own_faults = [fault for fault, holds in checks.items() if not holds]
    return [*own_faults, *(fault for picture in pictures for fault in picture_faults(picture))]


NO_EMOJIS: Mapping[str, str] = MappingProxyType({})

_emojis: ContextVar[Mapping[str, str]] = ContextVar("emojis", default=NO_EMOJIS)


def with_emojis(emojis: Mapping[str, str], draw: Callable[[], Screen]) -> Screen:
    """Return the screen of `draw` with these emojis; with words if the emojis make it too long."""
    if emojis:
        screen = marking(emojis, draw)
        if not faults(screen):
            return screen
    return draw()


def marking(emojis: Mapping[str, str], draw: Callable[[], T]) -> T:
    """Return the result of `draw` with these emojis, whatever its length."""
    before = _emojis.set(emojis)
    try:
        return draw()
    finally:
        _emojis.reset(before)


def marked(sprite: str, words: str) -> str:
    """Return the emoji of a sprite; `words` if it has none."""
    return _emojis.get().get(sprite, words)


def emojis_of(sprites: Iterable[str]) -> str:
    """Return the emojis of these sprites side by side; empty if one of them is missing."""
    emojis = _emojis.get()
    texts = [emojis.get(each, "") for each in sprites] if emojis else []
    return "".join(texts) if all(texts) else ""


def game_select(action: str, chosen: AnyGame, games: Sequence[AnyGame]) -> Select:
    """Return a select of games, with `chosen` selected."""
    label = _("Game")
    return one_of(action, label, {each.key: f"{label}: {_(each.title)}" for each in games}, chosen.key)


def one_of(action: str, asks: str, labels: Mapping[K, str], chosen: K | None) -> Select:
    """Return a select with one option for each label; the keys are the values."""
    return Select(
        action,
        asks,
        tuple(SelectOption(label, str(key), is_chosen=key == chosen) for key, label in labels.items()),
    )


def paged(
    entries: Sequence[T], page: int, size: int, turn: Callable[[int], str], back: str, on: str
) -> tuple[Sequence[T], list[Button]]:
    """Return one page of the entries (the last, if there is no such page), and buttons to its neighbours.

    `turn` returns the custom_id of the button to a page; `back` and `on` are the labels.
    """
    last = max(0, (len(entries) - 1) // size)
    page = min(page, last)
    neighbours = ((page - 1, back), (page + 1, on))
    return entries[page * size :][:size], [
        Button(label, turn(target)) for target, label in neighbours if 0 <= target <= last
    ]


def item(name: str, words: str) -> str:
    """Return a line of a list: a name, and the text about it."""
    # Translators: a line of a list: a name, and what there is to say of it. Write the dash as you do.
    return _("{name} — {words}").format(name=name, words=words)


def capitalised(words: str) -> str:
    """Return text with its first letter capitalised, as a sentence begins."""
    return words[:1].upper() + words[1:]


def first_lines(entries: Sequence[T], most: int, put: Callable[[T], str]) -> list[str]:
    """Return the first entries as `put` formats them, and then the number of further entries."""
    lines = [put(each) for each in entries[:most]]
    more = len(entries) - most
    if more > 0:
        lines.append(ngettext("and {more} more", "and {more} more", more).format(more=more))
    return lines
