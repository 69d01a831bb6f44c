"""Each game's lesson, listed by hand, and the way to each of them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.screen import Button, Row, Screen, Text, rows
from bot.screens.destiny.lesson import destiny_lesson
from bot.screens.dividha.lesson import dividha_lesson
from bot.screens.knights_heads.lesson import knights_heads_lesson
from bot.screens.learn.lesson import Lesson
from bot.screens.stone_hand.lesson import stone_hand_lesson
from bot.text.translate import _
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


def lesson_rows() -> tuple[Row, ...]:
    """A button for each lesson, away from any table."""
    label = _("Teach me {game}")
    return rows(
        [
            Button(label.format(game=_(each.game.title)), table_id(0, "teach", key), "main", each.face.emoji)
            for key, each in LESSONS.items()
        ]
    )


def lessons_screen() -> Screen:
    """Which lesson it is to be."""
    return Screen((Text(_("A first hand of which game?")), *lesson_rows()))
