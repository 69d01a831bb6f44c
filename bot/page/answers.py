"""The buttons of a table, sorted by their place: under the thumb, in a sheet, or beside."""

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
"""What the page shows without being asked: one's own cards, the menu in its bar, a field, what beats what."""
BESIDE: frozenset[str] = frozenset(
    {"coach_off", "hint", "how", "sort", "last_hand", "keep_hand", "who", "why", "teach"}
    | {"fair", "company", "show_cards", "evening", "sit_out", "top_up", "top_up_not", "rules", "pause"}
    | {"second", "keep_out"}
)
"""What is looked up or seldom wanted, and answers nothing that is asked."""
ANSWERS = ("number", "sure")
"""What opens a form or a question first, and answers what is asked then."""
RAISES = ("bet", "raise", "all_in")
"""The answers that the sheet of a raise gives."""
LEAVES = "fold"
"""The answer that stands first and narrow, away from what costs most."""
FREE = "check"
"""The answer beside which giving up a hand is only in the menu."""
ACROSS = 3
"""How many answers stand side by side under the thumb; the others are in a sheet."""
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
"""The key of each deed, the same in every game; Enter presses the gold button."""
SIDES = {100: "q", 50: "a", 0: "z"}
"""The keys of a split between two sides, by its percentage on the first."""
Choices: TypeAlias = tuple[SelectOption, ...]


@dataclass(slots=True)
class AnswerTray:
    """The buttons that a viewer has, each once."""

    bar: list[Button] = field(default_factory=list)
    """What goes on, the likeliest first but for what ends it."""
    ways: list[Button] = field(default_factory=list)
    """One answer in several ways, of which one is chosen."""
    beside: list[Button] = field(default_factory=list)
    """What is looked up or seldom wanted."""
    pledges: list[Button] = field(default_factory=list)
    """All in, where that is a pledge and no amount: it stands in the sheet of a raise."""
    cards: dict[Choices, list[Select]] = field(default_factory=dict)
    """Cards to choose some of."""
    lists: list[Select | UserSelect] = field(default_factory=list)


def sorted_answers(
    shown: TableShown, parts: Iterable[Part], grid: Field | None, raises: Sequence[str]
) -> AnswerTray:
    """Return all that can be pressed, without what the felt or the sheet of a raise has."""
    seen = {"", *(each.action for each in grid.places)} if grid is not None else {""}
    found = AnswerTray()
    for part in parts:
        match part:
            case ActionRow(buttons=buttons):
                wanted = [each for each in buttons if _is_wanted(each, seen, shown)]
                if shown.scene.is_broke:
                    wanted = [_back_in(each, shown) for each in wanted]
                seen.update(each.action for each in wanted)
                wanted = [each for each in wanted if key_of(each.action) not in raises]
                # Whoever lost all they brought finds the break from the games beside the way back (TB-24).
                shown_first = {"keep_out"} if shown.scene.is_broke else set()
                small = [each for each in wanted if verb_of(each.action) in BESIDE - shown_first]
                found.beside += small
                going_on = [each for each in wanted if each not in small]
                (found.ways if _is_one_answer(going_on) else found.bar).extend(going_on)
            case Select(action=action, choices=choices) if action not in seen and screen_html.has_faces(part):
                seen.add(action)
                found.cards.setdefault(choices, []).append(part)
            case Select(action=action) | UserSelect(action=action) if action not in seen and applies(
                shown.scene, verb_of(action), screen_html.reader.get()
            ):
                seen.add(action)
                found.lists.append(part)
            case _:
                continue
    if any(key_of(each.action) == FREE for each in found.bar):
        # Where a check is free, a fold is no answer that anybody wants under the thumb.
        found.beside += [each for each in found.bar if key_of(each.action) == LEAVES]
        found.bar = [each for each in found.bar if key_of(each.action) != LEAVES]
    found.bar.sort(key=_weight)
    return found


_meaning = lru_cache(1024)(parse)


def key_for(button: Button) -> str | None:
    """Return the letter of what a button does, if it has one."""
    match _meaning(button.action):
        case AnswerPress(answer=answer) if answer.key == "usual" and answer.numbers:
            return SIDES.get(answer.numbers[0])
        case _:
            return KEYS.get(key_of(button.action))


def is_answer(action: str) -> bool:
    """Return True if a press answers what is asked, perhaps after a form or a question."""
    return isinstance(_meaning(action), AnswerPress) or verb_of(action) in ANSWERS


def verb_of(action: str) -> str:
    """Return what a press about the table is, empty for an answer."""
    meaning = _meaning(action)
    return meaning.verb if isinstance(meaning, TablePress) else ""


def key_of(action: str) -> str:
    """Return the answer that a button gives, or opens a form or a question for."""
    match _meaning(action):
        case AnswerPress(answer=answer):
            return answer.key
        case TablePress(argument=argument) as press:
            return (argument if press.verb in ANSWERS else "") or press.verb
        case _:
            return ""


def _is_one_answer(buttons: Sequence[Button]) -> bool:
    """Return True if a line is one answer in several ways, of which one is chosen at most."""
    chosen = [each for each in buttons if each.style != "plain"]
    return len(chosen) <= 1 < len(buttons) and len({key_of(each.action) for each in buttons}) == 1


def _weight(button: Button) -> int:
    """Return a button's place in the bar: what leaves it first, then the likeliest, last what costs all."""
    if key_of(button.action) == LEAVES:
        return 0
    return {"main": 1, "good": 1, "plain": 2, "danger": 3}[button.style]


def _is_wanted(button: Button, seen: set[str], shown: TableShown) -> bool:
    """Return True for a button that is there for the first time, and does what the page does not."""
    verb = verb_of(button.action)
    is_new = button.action not in seen and verb not in BY_ITSELF
    return is_new and applies(shown.scene, verb, screen_html.reader.get())


def _back_in(button: Button, shown: TableShown) -> Button:
    """Return a button; for whoever lost all they brought, the seat is the way back in, and what it costs."""
    scene = shown.scene
    if verb_of(button.action) != "join":
        return button
    words = _("Sit down again for {stake}").format(stake=plain(scene.stake(scene.price)))
    return replace(button, label=words, style="good")
