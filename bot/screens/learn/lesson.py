"""Lessons: a script of steps, one decision each, told to one person alone at a table that is laid for it.

A script is a generator: it yields a step, and is sent the key of what was pressed there. Nothing of a lesson
is kept anywhere. A button carries all that was pressed before it, a sign for each step, and a press plays the
script again from its beginning: so it outlives a restart, and a message of any age goes on where it was. What
is thrown and dealt is written out, the rest is the game's own rules.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bot.custom_ids import LessonPress, table_id
from bot.screens.core.presenter import GamePresenter
from bot.screens.core.screen import ROW_MAX, ActionRow, Button, Screen, Style, Text
from bot.text.translate import _
from games.engine.core.errors import NotOffered, must_find
from games.engine.core.game import CHANCE_SEAT, AnyGame, HandSetup, Seat, SeatAmount, SeatedPlayer
from games.engine.core.offers import NumberOffer, PickOffer, SplitOffer, find, take
from games.engine.table.table import TableRecap, Terms, told
from games.engine.table.views import SeatView, TableView

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
    """A screen of a lesson with its text and its choices: none on the last one.

    The choices stand in rows of `width`. An aside plays a mistake out, and leads back: it has no number.
    """

    texts: tuple[str, ...]
    choices: tuple[LessonChoice, ...] = ()
    width: int = ROW_MAX
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """A learner's position: the step, its number, and the number of steps."""

    step: LessonStep
    number: int
    count: int


Script: TypeAlias = Generator[LessonStep, str, None]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game's first hand; `script` makes it for a learner of that name, with the game's own screen."""

    game: AnyGame
    face: GamePresenter
    script: Callable[[GamePresenter, str], Script]

    def stop(self, pressed: str, name: str) -> LessonPosition:
        """The step to which these signs lead; `NotOffered` if none of its buttons is meant."""
        script = self.script(self.face, name)
        step, number = next(script), 1
        for sign in pressed:
            choices = dict(zip(SIGNS, step.choices, strict=False))
            if sign not in choices or choices[sign].is_disabled:
                raise NotOffered
            step = script.send(choices[sign].key)
            number += not step.is_aside
        return LessonPosition(step, number, number + _ahead(script, step))


def _ahead(script: Script, step: LessonStep) -> int:
    """Return the number of steps that follow, whatever is pressed, without asides."""
    count = 0
    while step.choices:
        step = script.send(must_find(each.key for each in step.choices if not each.is_disabled))
        count += not step.is_aside
    return count


def lesson_screen(lesson: Lesson, table: int, pressed: str, name: str) -> Screen:
    """A step of a lesson that was opened at a table, or at 0 elsewhere; `NotOffered` if there is none."""
    stop = lesson.stop(pressed, name)
    step = stop.step
    words = _("{game} · step {number} of {count}")
    title = words.format(game=_(lesson.game.title), number=stop.number, count=stop.count)
    said = "\n".join([f"### {lesson.face.emoji} {title}", *step.texts])
    buttons = _choices(lesson, table, pressed, step) if step.choices else (_ending(lesson, table),)
    laid = _("-# A lesson: dice and cards are set up, nothing is at stake, only you see it.")
    return Screen((Text(said), *buttons, *(() if pressed else (Text(laid),))), lesson.face.accent)


def _choices(lesson: Lesson, table: int, pressed: str, step: LessonStep) -> tuple[ActionRow, ...]:
    buttons = [
        Button(
            each.label,
            table_id(table, "lesson", LessonPress(lesson.game.key, pressed + sign)),
            each.style,
            each.emoji,
            each.is_disabled,
        )
        for sign, each in zip(SIGNS, step.choices, strict=False)
    ]
    starts = range(0, len(buttons), step.width)
    return tuple(ActionRow(tuple(buttons[start : start + step.width])) for start in starts)


def _ending(lesson: Lesson, table: int) -> ActionRow:
    """The way from the lesson to a table, and to other lessons."""
    return ActionRow(
        (
            Button(_("Deal me in"), table_id(table, "deal_me_in", lesson.game.key), "good"),
            Button(_("How to play"), table_id(table, "how", lesson.game.key)),
            Button(_("Another lesson"), table_id(0, "teach")),
        )
    )


def betting_told(cost: str) -> str:
    """Return the text about a table's bets, which a lesson lacks: the cost of a hand, and the answers."""
    words = _(
        "{cost} Then you can **fold** (give up), stay in, or raise: staying in costs what the button says."
    )
    return words.format(cost=cost)


LEARNER = Seat(1)
"""The seat of whoever is taught."""


@dataclass(frozen=True, slots=True)
class ScriptedTable:
    """A table as it stands; every method gives the next one."""

    game: AnyGame
    face: GamePresenter
    places: tuple[SeatView, ...]
    facts: HandSetup[Any, Any]
    state: Any
    hands: int = 1
    story: tuple[Any, ...] = ()
    gains: tuple[SeatAmount, ...] = ()

    def laid(self, move: object) -> ScriptedTable:
        """Return the table after a throw or a deal of the House."""
        return self._moved(CHANCE_SEAT, move)

    def answered(self, seat: Seat, key: str, *numbers: int) -> ScriptedTable:
        """Return the table after a seat's answer; raises as at any table if it is not allowed."""
        return self._moved(seat, take(find(self.game.offers(self.state, seat), key), numbers))

    def picked(self, seat: Seat, key: str, *cards: str) -> ScriptedTable:
        """Return the table after a seat's pick of an offer's cards."""
        offer = find(self.game.offers(self.state, seat), key)
        assert isinstance(offer, PickOffer)
        return self.answered(seat, key, *(offer.choices.index(card) for card in cards))

    def all_answered(self, *keys: str) -> ScriptedTable:
        """Return the table at the end of this stage, with each seat's first allowed answer of these."""
        after, stage = self, self.state.stage
        while not after.is_over and after.state.stage == stage:
            (seat,) = self.game.to_act(after.state)
            offered = {each.key for each in self.game.offers(after.state, seat)}
            after = after.answered(seat, must_find(key for key in keys if key in offered))
        return after

    def next_hand(self) -> ScriptedTable:
        """The next hand of the same people."""
        ended = self.game.result(self.state)
        guests = tuple(replace(each, stack=ended.stacks[each.seat]) for each in self.facts.guests)
        facts = replace(self.facts, guests=guests)
        state = self.game.start(facts, ended.carry)
        return replace(self, facts=facts, state=state, hands=self.hands + 1)

    @property
    def chances(self) -> Mapping[str, float]:
        """The learner's chance of each outcome, as a master estimates who has seen as much (TB-12)."""
        seen = self.game.recollection(self.state, LEARNER)
        thought = self.game.estimate(seen, self.game.offers(self.state, LEARNER))
        return {} if thought is None else thought.win_probability

    @property
    def odds(self) -> Mapping[str, int]:
        """The same as so many times in ten."""
        return {what: round(10 * chance) for what, chance in self.chances.items()}

    @property
    def is_over(self) -> bool:
        """True if the hand is over."""
        return not self.game.to_act(self.state)

    @property
    def view(self) -> TableView[Any]:
        """The learner's view."""
        return TableView(
            id=0,
            game=self.game.key,
            rules=self.facts.rules,
            terms=Terms(host=0, buy_in=self.facts.guests[0].stack, money="practice"),
            phase="playing",
            money="practice",
            viewer=LEARNER,
            places=self.places,
            hands=self.hands,
            is_resting=self.is_over,
            is_called=False,
            is_cuttable=False,
            wants_last=(),
            is_last=False,
            is_admitting=False,
            is_forfeit=False,
            sent=(),
            has_called=False,
            closing=None,
            has_clock=False,
            awaited=(),
            unready=(),
            pause=None,
            is_paused=False,
            may_pause=False,
            absence=None,
            shown=(),
            may_show=False,
            hand=self.game.view(self.state, LEARNER),
            hand_seats=tuple(each.seat for each in self.places),
            questions=(),
            asides=None,
            commitment="",
            seals=(),
            next_commitment=None,
            cuts=(),
            proof=None,
            gains=self.gains,
            evening=TableRecap(),
            story=self.story,
        )

    @property
    def headline(self) -> str:
        """The hand's result, as its table says it first."""
        return f"**{self.face.headline(self.view)}**"

    def choices(self, *keys: str) -> tuple[LessonChoice, ...]:
        """The buttons of the learner's offers with these keys, as the table has them."""
        offers = self.game.offers(self.state, LEARNER)
        faces = {key: self.face.face(find(offers, key), self.view) for key in keys}
        return tuple(LessonChoice(key, face.label, face.style, face.emoji) for key, face in faces.items())

    def amount(self, key: str, number: int) -> LessonChoice:
        """The button of an offer's amount, as the table has it."""
        offer = find(self.game.offers(self.state, LEARNER), key)
        assert isinstance(offer, NumberOffer | SplitOffer)
        face = self.face.mark(offer, number, self.view)
        return LessonChoice(key, face.label, face.style, face.emoji)

    def _moved(self, seat: Seat, move: object) -> ScriptedTable:
        step = self.game.apply(self.state, seat, move)
        after = replace(self, state=step.state, story=told(self.story, step.events))
        if not after.is_over:
            return after
        stacks = self.game.result(step.state).stacks
        gains = tuple(SeatAmount(each.seat, stacks[each.seat] - each.stack) for each in self.facts.guests)
        places = tuple(replace(each, stack=stacks[each.seat]) for each in self.places)
        return replace(after, places=places, gains=gains)


def lay(
    game: AnyGame,
    face: GamePresenter,
    *names: str,
    stack: int,
    opener: Seat = LEARNER,
    rules: object = None,
    carry: object = None,
) -> ScriptedTable:
    """A table at which the learner sits first, and then house players, each with as much before them."""
    seats = {Seat(number): name for number, name in enumerate(names, 1)}
    guests = tuple(
        SeatedPlayer(seat, stack, None if seat == LEARNER else game.house_keepsake(name))
        for seat, name in seats.items()
    )
    facts = HandSetup(rules or game.house_rules(), guests, opener)
    places = tuple(
        SeatView(seat, 0 if seat == LEARNER else None, name, stack, "in", is_house=seat != LEARNER)
        for seat, name in seats.items()
    )
    return ScriptedTable(game, face, places, facts, game.start(facts, carry))
