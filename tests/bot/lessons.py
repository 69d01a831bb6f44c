"""Walking through lessons: every way there is, or one of choices by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from bot.screens.catalog import LESSONS
from bot.screens.core.screen import ActionRow, Button, Screen, Text
from bot.screens.knights_heads import lesson as knights_heads
from bot.screens.knights_heads.lesson import GIFTS
from bot.screens.learn.lesson import SIGNS, Lesson, LessonPosition, lesson_screen

LEARNER = "p1"
COURT, TRIPLET, RABBLE = map(str, (knights_heads.COURT, knights_heads.TRIPLET, knights_heads.NOTHING))
"""Hands of Knights' Heads, by number."""
MINE, SELLAS = "1", "2"
"""Seats: who wins."""
ON_WIN, ON_BOTH, ON_LOSE = "100", "50", "0"
"""The percentages on Win of a bet of Dividha."""
RIGHT: Mapping[str, tuple[str, ...]] = {
    "stone_hand": ("throw", "rethrow", "throw", "throw", "keep"),
    "destiny": ("look_b2", "hold_a1", "hold_b2", "bet"),
    "knights_heads": (TRIPLET, GIFTS[0], "bet", MINE),
    "dividha": (ON_LOSE, ON_LOSE, "QB"),
}
"""The right way through each lesson."""
WORD_SECONDS, PRESS_SECONDS = 0.3, 3.0
"""The seconds per word and press of a learner who reads 200 words a minute."""
FEW = 4
"""The number of choices above which a quick walk tries the first and the last only."""


@cache
def ways(lesson: Lesson, *, is_quick: bool = True) -> Mapping[str, LessonPosition]:
    """Wherever a lesson leads, by the signs that lead there."""
    return dict(_ways(lesson, "", is_quick=is_quick))


def _ways(lesson: Lesson, pressed: str, *, is_quick: bool) -> Iterator[tuple[str, LessonPosition]]:
    stop = lesson.position_after(pressed, LEARNER)
    yield pressed, stop
    signs = [sign for sign, each in zip(SIGNS, stop.step.choices, strict=False) if not each.is_disabled]
    if is_quick and len(signs) > FEW:
        signs = [signs[0], signs[-1]]
    for sign in signs:
        yield from _ways(lesson, pressed + sign, is_quick=is_quick)


class Learner:
    """A learner of a game, who presses offered buttons by their keys."""

    def __init__(self, game: str) -> None:
        self._lesson = LESSONS[game]
        self.signs = ""
        self._seen: dict[str, Screen] = {}

    @property
    def screen(self) -> Screen:
        """Return the learner's current screen."""
        if self.signs not in self._seen:
            self._seen[self.signs] = lesson_screen(self._lesson, 7, self.signs, LEARNER)
        return self._seen[self.signs]

    @property
    def words(self) -> str:
        """All that is said, without marks."""
        return words(self.screen)

    @property
    def choices(self) -> dict[str, str]:
        """The keys of what can be pressed, and what is written on each button."""
        choices = self._lesson.position_after(self.signs, LEARNER).step.choices
        return {each.key: each.label for each in choices if not each.is_disabled}

    def press(self, *keys: str) -> Learner:
        """Press these, one step after the other."""
        for key in keys:
            choices = self._lesson.position_after(self.signs, LEARNER).step.choices
            self.signs += SIGNS[[each.key for each in choices].index(key)]
        return self


def right_presses(game: str) -> Iterator[str]:
    """The right way through a lesson, as its buttons are pressed in Discord."""
    learner = Learner(game)
    for key in RIGHT[game]:
        yield f"lesson {game}_{learner.press(key).signs}"


def words(screen: Screen) -> str:
    """A screen's text, without marks for bold and code and what selects a sign's form, its spaces plain."""
    plain = markdown(screen).replace("\N{NO-BREAK SPACE}", " ")
    return plain.replace("*", "").replace("`", "").replace("\ufe0e", "")


def markdown(screen: Screen) -> str:
    """A screen's text as it is written."""
    return "\n".join(part.markdown for part in screen.parts if isinstance(part, Text))


def buttons(screen: Screen) -> list[Button]:
    """All buttons of a screen."""
    return [each for part in screen.parts if isinstance(part, ActionRow) for each in part.buttons]


def seconds(lesson: Lesson, pressed: str) -> float:
    """Return the seconds to read everything on the way to the last step, and to press on, also there."""
    read = sum(_words_count(lesson, pressed[:count]) for count in range(len(pressed) + 1))
    return read * WORD_SECONDS + (len(pressed) + 1) * PRESS_SECONDS


@cache
def shown(lesson: Lesson, pressed: str) -> Screen:
    """A step as it is shown at table 7."""
    return lesson_screen(lesson, 7, pressed, LEARNER)


@cache
def _words_count(lesson: Lesson, pressed: str) -> int:
    """Words and numbers, those on buttons too; the places of a field are looked at, and not read."""
    screen = shown(lesson, pressed)
    labels = (each.label for each in buttons(screen) if len(each.label) > len("A1"))
    return sum(
        any(map(str.isalnum, word)) for word in re.split(r"[\s·]+", " ".join([words(screen), *labels]))
    )


COSTS = {
    "stone_hand": "You bring 20 coins to a table. Nobody bets.",
    "destiny": "At a table two of you pay first, the blinds: 1 and 2. Here everyone stayed in for 2.",
    "knights_heads": "At a table each hand costs an ante of 2.",
    "dividha": "At a table each hand costs an ante of 2.",
}
