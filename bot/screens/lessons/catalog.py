"""Each game's lesson, listed by hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.games.catalog import FACES
from bot.screens.lessons.destiny import destiny_lesson
from bot.screens.lessons.dividha import dividha_lesson
from bot.screens.lessons.knights_heads import knights_heads_lesson
from bot.screens.lessons.lesson import Lesson
from bot.screens.lessons.stone_hand import stone_hand_lesson
from games.catalog import GAMES

LESSONS: Mapping[str, Lesson] = {
    key: Lesson(GAMES[key], FACES[key], script)
    for key, script in {
        "stone_hand": stone_hand_lesson,
        "destiny": destiny_lesson,
        "knights_heads": knights_heads_lesson,
        "dividha": dividha_lesson,
    }.items()
}
