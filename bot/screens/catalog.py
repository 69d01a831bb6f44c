"""The presenters of each game: its screen, its lesson and its deal of the day.

A screen names the game's rules page and the group of its commands. The commands themselves are listed in
`bot/cogs/__init__.py`: they know screens, and no screen knows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.core.presenter import DailyPresenter, GamePresenter, RecordPresenter, TournamentPresenter
from bot.screens.core.screen import ActionRow, Button, Screen, Text, rows
from bot.screens.destiny.lesson import destiny_lesson
from bot.screens.destiny.screen import DestinyScreen
from bot.screens.dividha.lesson import DividhaDailyFace, dividha_lesson
from bot.screens.dividha.screen import DividhaScreen
from bot.screens.knights_heads.lesson import KnightsDailyFace, knights_heads_lesson
from bot.screens.knights_heads.screen import KnightsHeadsScreen
from bot.screens.learn.lesson import Lesson, Script
from bot.screens.stone_hand.lesson import StoneHandDailyFace, stone_hand_lesson
from bot.screens.stone_hand.screen import StoneHandScreen
from bot.text.translate import _
from games.catalog import GAMES


@dataclass(frozen=True, slots=True)
class ShownGame:
    """The presenters of one game."""

    face: GamePresenter
    """The whole presenter; a caller that needs one part takes it from the mappings below."""
    lesson: Callable[[GamePresenter, str], Script]
    daily: DailyPresenter | None = None
    """None for a game without a deal of the day."""


SHOWN_GAMES: Mapping[str, ShownGame] = {
    "stone_hand": ShownGame(StoneHandScreen(), stone_hand_lesson, StoneHandDailyFace()),
    "destiny": ShownGame(DestinyScreen(), destiny_lesson),
    "knights_heads": ShownGame(KnightsHeadsScreen(), knights_heads_lesson, KnightsDailyFace()),
    "dividha": ShownGame(DividhaScreen(), dividha_lesson, DividhaDailyFace()),
}
FACES = {key: each.face for key, each in SHOWN_GAMES.items()}
RECORD_FACES: Mapping[str, RecordPresenter] = FACES
TOURNAMENT_FACES: Mapping[str, TournamentPresenter] = FACES
LESSONS = {key: Lesson(GAMES[key], each.face, each.lesson) for key, each in SHOWN_GAMES.items()}
DAILY_FACES = {key: each.daily for key, each in SHOWN_GAMES.items() if each.daily is not None}


def lesson_rows() -> tuple[ActionRow, ...]:
    """Return a button for each lesson, away from any table."""
    label = _("Teach me {game}")
    return rows(
        [
            Button(label.format(game=_(each.game.title)), table_id(0, "teach", key), "main", each.face.emoji)
            for key, each in LESSONS.items()
        ]
    )


def lessons_screen() -> Screen:
    """Return the question which lesson to begin."""
    return Screen((Text(_("A first hand of which game?")), *lesson_rows()))
