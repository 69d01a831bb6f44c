"""What a lesson is: a script of steps, one decision each, told to one person alone.

A script is a generator: it yields a step, and is sent the key of what was pressed there. Nothing of a lesson
is kept anywhere. A button carries all that was pressed before it, a sign for each step, and a press plays the
script again from its beginning: so it outlives a restart, and a message of any age goes on where it was.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias

from bot.custom_ids import table_id
from bot.screens.core.game_screen import GameScreen
from bot.screens.core.screen import ROW_MAX, Button, Row, Screen, Style, Text
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from games.engine.core.game import AnyGame

SIGNS = string.digits + string.ascii_lowercase
"""The sign of each choice of a step, by its place among them."""


@dataclass(frozen=True, slots=True)
class LessonChoice:
    """Something to press on a step; `key` is what its script is sent for it."""

    key: str
    label: str
    style: Style = "main"
    emoji: str | None = None
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class LessonStep:
    """What one screen of a lesson says, and what can be pressed on it: nothing on the last one.

    The choices stand in rows of `width`. An aside plays out what was wrong, and leads back: it has no number.
    """

    says: tuple[str, ...]
    choices: tuple[LessonChoice, ...] = ()
    width: int = ROW_MAX
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a learner is: the step, its number, and how many there are."""

    step: LessonStep
    number: int
    count: int


Script: TypeAlias = Generator[LessonStep, str, None]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game's first hand; `script` makes it for a learner of that name, with the game's own screen."""

    game: AnyGame
    face: GameScreen
    script: Callable[[GameScreen, str], Script]

    def stop(self, pressed: str, name: str) -> Stop:
        """The step to which these signs lead; `NotOffered` if none of its buttons is meant."""
        script = self.script(self.face, name)
        step, number = next(script), 1
        for sign in pressed:
            choices = dict(zip(SIGNS, step.choices, strict=False))
            if sign not in choices or choices[sign].is_disabled:
                raise NotOffered
            step = script.send(choices[sign].key)
            number += not step.is_aside
        return Stop(step, number, number + _ahead(script, step))


def _ahead(script: Script, step: LessonStep) -> int:
    """How many steps follow, whatever is pressed: asides are none of them."""
    count = 0
    while step.choices:
        step = script.send(next(each.key for each in step.choices if not each.is_disabled))
        count += not step.is_aside
    return count


def lesson_screen(lesson: Lesson, table: int, pressed: str, name: str) -> Screen:
    """A step of a lesson that was opened at a table, or at 0 elsewhere; `NotOffered` if there is none."""
    stop = lesson.stop(pressed, name)
    step = stop.step
    words = _("{game} · step {number} of {count}")
    title = words.format(game=_(lesson.game.title), number=stop.number, count=stop.count)
    told = "\n".join([f"### {lesson.face.emoji} {title}", *step.says])
    buttons = _choices(lesson, table, pressed, step) if step.choices else (_ending(lesson, table),)
    laid = _("-# A lesson: dice and cards are set up, nothing is at stake, only you see it.")
    return Screen((Text(told), *buttons, *(() if pressed else (Text(laid),))), lesson.face.accent)


def _choices(lesson: Lesson, table: int, pressed: str, step: LessonStep) -> tuple[Row, ...]:
    buttons = [
        Button(
            each.label,
            table_id(table, "lesson", f"{lesson.game.key}_{pressed}{sign}"),
            each.style,
            each.emoji,
            each.is_disabled,
        )
        for sign, each in zip(SIGNS, step.choices, strict=False)
    ]
    starts = range(0, len(buttons), step.width)
    return tuple(Row(tuple(buttons[start : start + step.width])) for start in starts)


def _ending(lesson: Lesson, table: int) -> Row:
    """The way from the lesson to a table, and to other lessons."""
    return Row(
        (
            Button(_("Deal me in"), table_id(table, "deal_me_in", lesson.game.key), "good"),
            Button(_("How to play"), table_id(table, "how", lesson.game.key)),
            Button(_("Another lesson"), table_id(0, "teach")),
        )
    )


def betting_told(cost: str) -> str:
    """What comes at a table and not in a lesson: what a hand costs, a sentence, and what can be done then."""
    words = _(
        "{cost} Then you can **fold** (give up), stay in, or raise: staying in costs what the button says."
    )
    return words.format(cost=cost)
