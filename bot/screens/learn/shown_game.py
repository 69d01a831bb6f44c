"""The presenters of a game, as a value: plugins name one at their entry point `taproom.screens`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.screens.core.presenter import DailyPresenter, GamePresenter
from bot.screens.learn.lesson import Script


@dataclass(frozen=True, slots=True)
class ShownGame:
    """The presenters of one game."""

    face: GamePresenter
    """The game's presenter; callers that need a part of it use the mappings of `bot/screens/catalog.py`."""
    lesson: Callable[[GamePresenter, str], Script] | None = None
    """The script of the game's lesson; None: `plain_lesson`."""
    daily: DailyPresenter | None = None
    """The presenter of the game's deal of the day; None: `PlainDaily`, if the game has one."""
    files: Path | None = None
    """A plugin's folder, which may contain `rules/`, `locales/` and `sprites/`."""
