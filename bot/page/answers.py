"""The buttons of a table, sorted by where the page shows them: under the thumb, in a sheet, in the menu."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from bot.custom_ids import AnswerPress, TablePress, parse
from bot.page import screen_html
from bot.page.applies import applies
from bot.page.table_shown import TableShown
from bot.screens.core.screen import ActionRow, Button, Part, Select, SelectOption, UserSelect
from bot.screens.core.table_blocks import plain
from bot.screens.core.tiles import Field
from bot.text.translate import _

BY_ITSELF = ("hand", "more", "spot", "beats")
"""The verbs without a button: the page always shows own cards, the menu, a field, and the hand rankings."""
RARE: frozenset[str] = frozenset(
    {"coach_off", "hint", "how", "sort", "last_hand", "keep_hand", "who", "why", "teach"}
    | {"fair", "company", "show_cards", "evening", "sit_out", "top_up", "top_up_not", "rules", "pause"}
    | {"second", "keep_out"}
)
"""The verbs of rarely used buttons, which answer no question."""
ANSWERS = ("number", "sure")
"""The verbs that answer a question after a form or a confirmation."""
RAISES = ("bet", "raise", "all_in")
"""The answers that the sheet for raises gives."""
LEAVES = "fold"
"""The answer with the first, narrow button, far from the most expensive one."""
FREE = "check"
"""The free answer: if it is possible, the fold is in the menu only."""
ACROSS = 3
"""The number of answers side by side under the thumb; further ones are in a sheet."""
KEYS = {
    "fold": "f",
    "check": "c",
    "match": "c",
    "bet": "r",
    "raise": "r",
    "all_in": "r",
    "keep": "k",
    "throw": "t",
    "rethrow": "t",
    "benediction": "d",
    "no_look": "n",
    "no_trade": "n",
    "watch": "w",
    "how": "h",
}
"""The keyboard key of each answer or verb, in every game; Enter presses the gold button."""
SIDES = {100: "q", 50: "a", 0: "z"}
"""The keyboard keys of splits between two sides, by the percentage on the first side."""
Choices: TypeAlias = tuple[SelectOption, ...]


@dataclass(slots=True)
class AnswerTray:
    """A viewer's buttons, each once, by where they are shown."""

    bar: list[Button] = field(default_factory=list)
    """The answers under the thumb: the fold first, then the likeliest, last the most expensive."""
    variants: list[Button] = field(default_factory=list)
    """One answer with several values, of which one is chosen."""
    beside: list[Button] = field(default_factory=list)
    """Rarely used buttons."""
    pledges: list[Button] = field(default_factory=list)
    """The all-in button if going all in is a pledge: it is in the sheet for raises."""
    cards: dict[Choices, list[Select]] = field(default_factory=dict)
    """The selects of cards, by their options."""
    lists: list[Select | UserSelect] = field(default_factory=list)


def sorted_answers(
    shown: TableShown, parts: Iterable[Part], grid: Field | None, raises: Sequence[str]
) -> AnswerTray:
    """Return the buttons of these parts, without those of the field (`grid`) and of the sheet for raises."""
    seen = {"", *(each.action for each in grid.places)} if grid is not None else {""}
    tray = AnswerTray()
    for part in parts:
        match part:
            case ActionRow(buttons=buttons):
                new = [each for each in buttons if _is_new(each, seen, shown)]
                if shown.scene.is_broke:
                    new = [_back_in(each, shown) for each in new]
                seen.update(each.action for each in new)
                new = [each for each in new if key_of(each.action) not in raises]
                # A player who has lost everything sees self-exclusion beside the button back in (TB-24).
                shown_first = {"keep_out"} if shown.scene.is_broke else set()
                rare = [each for each in new if verb_of(each.action) in RARE - shown_first]
                tray.beside += rare
                others = [each for each in new if each not in rare]
                (tray.variants if _is_one_answer(others) else tray.bar).extend(others)
            case Select(action=action, choices=choices) if action not in seen and screen_html.has_faces(part):
                seen.add(action)
                tray.cards.setdefault(choices, []).append(part)
            case Select(action=action) | UserSelect(action=action) if action not in seen and applies(
                shown.scene, verb_of(action), screen_html.reader.get()
            ):
                seen.add(action)
                tray.lists.append(part)
            case _:
                continue
    if any(key_of(each.action) == FREE for each in tray.bar):
        # If a check is possible, nobody needs a fold under the thumb.
        tray.beside += [each for each in tray.bar if key_of(each.action) == LEAVES]
        tray.bar = [each for each in tray.bar if key_of(each.action) != LEAVES]
    tray.bar.sort(key=_weight)
    return tray


_parsed = lru_cache(1024)(parse)


def key_for(button: Button) -> str | None:
    """Return the keyboard key of a button, if it has one."""
    match _parsed(button.action):
        case AnswerPress(answer=answer) if answer.key == "usual" and answer.numbers:
            return SIDES.get(answer.numbers[0])
        case _:
            return KEYS.get(key_of(button.action))


def is_answer(action: str) -> bool:
    """Return True if a press answers a question, perhaps after a form or a confirmation."""
    return isinstance(_parsed(action), AnswerPress) or verb_of(action) in ANSWERS


def verb_of(action: str) -> str:
    """Return the verb of a custom_id; empty for an answer."""
    press = _parsed(action)
    return press.verb if isinstance(press, TablePress) else ""


def key_of(action: str) -> str:
    """Return the key of the answer that a button gives, perhaps after a form; else its verb."""
    match _parsed(action):
        case AnswerPress(answer=answer):
            return answer.key
        case TablePress(argument=argument) as press:
            return (argument if press.verb in ANSWERS else "") or press.verb
        case _:
            return ""


def _is_one_answer(buttons: Sequence[Button]) -> bool:
    """Return True if the buttons are one answer with several values, at most one of them chosen."""
    chosen = [each for each in buttons if each.style != "plain"]
    return len(chosen) <= 1 < len(buttons) and len({key_of(each.action) for each in buttons}) == 1


def _weight(button: Button) -> int:
    """Return a button's position in the bar: the fold first, then the likeliest, last the most expensive."""
    if key_of(button.action) == LEAVES:
        return 0
    return {"main": 1, "good": 1, "plain": 2, "danger": 3}[button.style]


def _is_new(button: Button, seen: set[str], shown: TableShown) -> bool:
    """Return True for a new button that the page does not replace, and that is useful to the reader."""
    verb = verb_of(button.action)
    is_first = button.action not in seen and verb not in BY_ITSELF
    return is_first and applies(shown.scene, verb, screen_html.reader.get())


def _back_in(button: Button, shown: TableShown) -> Button:
    """Return a button; for a player who has lost everything, *Sit down* names the price of a new seat."""
    scene = shown.scene
    if verb_of(button.action) != "join":
        return button
    words = _("Sit down again for {stake}").format(stake=plain(scene.stake(scene.price)))
    return replace(button, label=words, style="good")
