"""The deal of the day of a game without a presenter for it: a line of text, and a button per answer."""

from __future__ import annotations

from typing import Any

from bot.screens.core.presenter import ActionOf, DailyPresenter
from bot.screens.core.screen import Button, Part, Text, rows
from bot.text.translate import _, change, shown
from games.engine.core.errors import N_
from games.engine.core.game import DailyGame

ANSWERS_MAX = 20
"""The number of answers that fit below a message; a game with more answers needs a presenter of its own."""


class PlainDaily(DailyPresenter):
    """The presenter of a deal by the game's own texts."""

    how = N_("Worked out for each answer.")

    def __init__(self, daily: DailyGame[Any]) -> None:
        self._daily = daily

    def dealt(self, deal: Any) -> tuple[str, ...]:
        """Return the deal in one line."""
        return (shown(self._daily.told(deal)),)

    def asks(self, deal: Any, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:  # noqa: ARG002
        """Return a button for each answer."""
        answers = self._daily.answers(deal)[:ANSWERS_MAX]
        buttons = [Button(each, answer(number), "main") for number, each in enumerate(answers)]
        return (Text(_("**What would you do?**")), *rows(buttons))

    def told(self, deal: Any, answer: int) -> str:
        """Return the text of an answer's button."""
        return shown(self._daily.answers(deal)[answer])

    def worth(self, worth: int) -> str:
        """Return the value in the game's own units."""
        return change(worth)
