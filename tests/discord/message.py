"""A message as somebody sees it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

from discord import ButtonStyle
from simcord.components import walk_components
from simcord.enums import ComponentType
from simcord.results import ResponseMessage

Component: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """A message as somebody sees it: its words, and what can be pressed or chosen."""

    sent: ResponseMessage

    @property
    def id(self) -> int:
        """Its id in Discord."""
        return self.sent.id

    @property
    def parts(self) -> list[Component]:
        """Its components, those within others too."""
        # What SimCord hands out is a copy every time, and those made up a fifth of what these tests take.
        return list(walk_components(self.sent._message.components))

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
        """At a table, the line that says what is asked of whom, and how long."""
        above = self.words.splitlines()[1:5]
        return next((each for each in above if each.startswith("**")), "")

    @property
    def is_over(self) -> bool:
        """Whether it says that its table is closed."""
        title = self.words.splitlines()[0]
        return re.search("(the game is over|nobody played|the end|has won the game)$", title) is not None

    @property
    def buttons(self) -> dict[str, str]:
        """The labels that can be pressed, and the custom_id of each."""
        return {
            each["label"]: each["custom_id"]
            for each in self.parts
            if each["type"] == ComponentType.BUTTON and not each.get("disabled") and "custom_id" in each
        }

    @property
    def blue(self) -> list[str]:
        """The labels of the buttons that stand out as what to press next."""
        shown = (each for each in self.parts if each["type"] == ComponentType.BUTTON)
        return [each["label"] for each in shown if each["style"] == ButtonStyle.primary.value]

    @property
    def offers(self) -> list[str]:
        """The custom_ids that answer an offer of the rules, or ask whether that is meant."""
        return [action for action in self.buttons.values() if action.startswith("a:") or ":sure:" in action]

    @property
    def picks(self) -> list[Component]:
        """The selects that answer an offer of the rules."""
        selects = (each for each in self.parts if each["type"] == ComponentType.STRING_SELECT)
        return [each for each in selects if each["custom_id"].startswith("a:")]
