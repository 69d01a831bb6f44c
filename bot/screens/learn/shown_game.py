"""The presenters of a game: the value that a package names at its entry point `taproom.screens`."""

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
    """The whole presenter; a caller that needs one part takes it from the mappings of the catalogue."""
    lesson: Callable[[GamePresenter, str], Script] | None = None
    """None for a plain first hand."""
    daily: DailyPresenter | None = None
    """None for a game without a deal of the day, or for a plain one."""
    files: Path | None = None
    """Another package's folder with `rules/`, `locales/` and `sprites/`, as far as there are any."""
