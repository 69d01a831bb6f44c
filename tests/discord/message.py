"""A message as a player sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from discord import ButtonStyle
from simcord.enums import ComponentType
from simcord.results import ResponseMessage

from bot.custom_ids import AnswerPress, Page, TablePress, parse
from games.catalog import GAMES
from games.engine.core.errors import NotOffered
from games.engine.core.house_rules import options
from games.engine.table.time_bank import CommonRules
from tests.discord.brisk import walked

Component: TypeAlias = dict[str, Any]

RULES: Mapping[str, tuple[object, ...]] = {
    each.name: tuple(choice for choice, _label in each.choices)
    for described in (options(CommonRules), *(options(game.house_rules) for game in GAMES.values()))
    for each in described
}
"""The choices of each house rule; a rule of several games has the same in all of them."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as a player sees it: its words, and what can be pressed or chosen."""

    sent: ResponseMessage

    @property
    def id(self) -> int:
        """Its id in Discord."""
        return self.sent.id

    @property
    def parts(self) -> list[Component]:
        """Its components, those within others too."""
        # SimCord returns a copy every time, and copies took a fifth of these tests' time.
        return walked(self.sent._message.components)

    @property
    def words(self) -> str:
        """All its text, as it is read: without what only says how a sign is drawn."""
        texts = [each["content"] for each in self.parts if each["type"] == ComponentType.TEXT_DISPLAY]
        return (
            ("\n".join(texts) or self.sent.content)
            .replace("\N{VARIATION SELECTOR-15}", "")
            .replace("\N{NO-BREAK SPACE}", " ")
        )

    @property
    def calls(self) -> str:
        """The line of a table that says who is asked, for what, and how long."""
        above = self.words.splitlines()[1:5]
        return next((each for each in above if each.startswith("**")), "")

    @property
    def is_over(self) -> bool:
        """True if the message says that its table is closed."""
        title = self.words.splitlines()[0]
        return re.search("(nobody played|the end|has won the game)$", title) is not None

    @property
    def buttons(self) -> dict[str, str]:
        """The custom_ids of the buttons by what they do (`press_name`)."""
        return {press_name(each["custom_id"]): each["custom_id"] for each in self._pressable()}

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the buttons, for tests of these very words."""
        return {press_name(each["custom_id"]): each["label"] for each in self._pressable()}

    def __contains__(self, name: str) -> bool:
        """Return True if a button does this, with any argument if none is named."""
        return self._named(name) != []

    def button(self, name: str) -> str:
        """The custom_id of the one button that does this; empty if there is none, or more than one.

        Of an argument the last parts are enough, and none is needed where no other button has the verb.
        """
        found = self._named(name)
        return self.buttons[found[0]] if len(found) == 1 else ""

    def numbers(self, name: str) -> list[int]:
        """The numbers written on the button that does this, such as what it costs."""
        (found,) = self._named(name)
        return [*map(int, re.findall("[0-9]+", self.labels[found]))]

    @property
    def blue(self) -> list[str]:
        """The buttons that stand out as what to press next."""
        return [
            press_name(each["custom_id"])
            for each in self.parts
            if each["type"] == ComponentType.BUTTON and each["style"] == ButtonStyle.primary.value
        ]

    @property
    def offers(self) -> list[str]:
        """The custom_ids that answer an offer of the rules, or ask whether that is meant."""
        return [action for action in self.buttons.values() if action.startswith("a:") or ":sure:" in action]

    @property
    def picks(self) -> list[Component]:
        """The selects that answer an offer of the rules."""
        selects = (each for each in self.parts if each["type"] == ComponentType.STRING_SELECT)
        return [each for each in selects if each["custom_id"].startswith("a:")]

    def _pressable(self) -> list[Component]:
        return [
            each
            for each in self.parts
            if each["type"] == ComponentType.BUTTON and not each.get("disabled") and "custom_id" in each
        ]

    def _named(self, name: str) -> list[str]:
        known, (verb, _, end) = self.buttons, name.partition(" ")
        if name in known:
            return [name]
        of_verb = [each for each in known if each.partition(" ")[0] == verb]
        return [each for each in of_verb if not end or each.endswith(f"_{end}")]


@cache
def press_name(custom_id: str) -> str:
    """Return a press's effect, at any table, seat or question: `throw`, `bet 2`, `sort rank`, `watch on`."""
    match parse(custom_id):
        case AnswerPress(answer=answer):
            return " ".join([answer.key, *map(str, answer.numbers)])
        case TablePress(verb=verb, argument=argument):
            return f"{verb} {_way(argument)}".rstrip()
        case None:
            return custom_id


def _way(argument: str) -> str:
    """Return only the way of a button that leads to a page: there are many pages."""
    try:
        return Page.of(argument).way
    except NotOffered:
        return argument


def line_of(select: Component, wanted: object) -> str:
    """The value of a select's line: a choice of a house rule by what it is, any other by its key or name."""
    match parse(select["custom_id"]):
        case TablePress(verb="rule" | "usual_rule" | "plan_rule", argument=rule):
            choices = next(choices for name, choices in RULES.items() if name in rule)
            return str(choices.index(wanted))
        case _:
            lines = select["options"]
            return next(str(line["value"]) for line in lines if wanted in (line["value"], line["label"]))
