"""Walking through lessons: every way there is, or one that is pressed by what stands on the buttons."""

from __future__ import annotations

from collections.abc import Iterator

from bot.screens.core.screen import Button, Row, Screen, Text
from bot.screens.lessons.catalog import LESSONS
from bot.screens.lessons.lesson import SIGNS, Lesson, LessonStep, lesson_screen

LEARNER = "p1"
FEW = 4
"""Of more choices than this a quick walk tries the first and the last."""


def ways(lesson: Lesson, pressed: str = "", *, is_quick: bool = True) -> Iterator[tuple[str, LessonStep]]:
    """Every step of a lesson, with the signs that lead there."""
    step = lesson.step(pressed, LEARNER)
    yield pressed, step
    signs = [sign for sign, each in zip(SIGNS, step.choices, strict=False) if not each.is_disabled]
    if is_quick and len(signs) > FEW:
        signs = [signs[0], signs[-1]]
    for sign in signs:
        yield from ways(lesson, pressed + sign, is_quick=is_quick)


class Learner:
    """Somebody who is taught a game, and presses buttons by their labels."""

    def __init__(self, game: str) -> None:
        self._lesson = LESSONS[game]
        self._signs = ""

    @property
    def screen(self) -> Screen:
        """What they see."""
        return lesson_screen(self._lesson, 7, self._signs, LEARNER)

    @property
    def words(self) -> str:
        """All that is said, without marks."""
        return words(self.screen)

    @property
    def labels(self) -> list[str]:
        """What can be pressed."""
        return [each.label for each in buttons(self.screen) if not each.is_disabled]

    def press(self, *labels: str) -> Learner:
        """Press these buttons, one step after the other."""
        for label in labels:
            (action,) = (each.action for each in buttons(self.screen) if each.label == label)
            self._signs = action.rpartition("_")[2]
        return self


def words(screen: Screen) -> str:
    """A screen's text, without marks for bold and code and what selects a sign's form, its spaces plain."""
    plain = markdown(screen).replace("\N{NO-BREAK SPACE}", " ")
    return plain.replace("*", "").replace("`", "").replace("\ufe0e", "")


def markdown(screen: Screen) -> str:
    """A screen's text as it is written."""
    return "\n".join(part.markdown for part in screen.parts if isinstance(part, Text))


def buttons(screen: Screen) -> list[Button]:
    """All buttons of a screen."""
    return [each for part in screen.parts if isinstance(part, Row) for each in part.buttons]
