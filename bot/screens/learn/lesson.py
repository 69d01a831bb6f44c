"""Lessons: a script of steps with one decision each, for a single learner at a prepared table.

A script is a generator: it yields a step, and is sent the key of the pressed choice. Nothing of a lesson is
stored. The custom_id of a button holds all presses so far, a character for each step, and a press replays the
script from its beginning: so lessons survive restarts, and a message of any age still works. A script fixes
the cards and dice; everything else follows the game's rules.
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
from games.engine.table.table import TableRecap, Terms, extended_story
from games.engine.table.views import SeatView, TableView

SIGNS = string.digits + string.ascii_lowercase
"""The characters for a step's choices in a custom_id, in the order of the choices."""


@dataclass(frozen=True, slots=True)
class LessonChoice:
    """A button of a step; `key` is sent to the script when the button is pressed."""

    key: str
    label: str
    style: Style = "main"
    emoji: str | None = None
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A screen of a lesson with its texts and its choices; the last step has no choices.

    The buttons stand in rows of `width`. An aside (`is_aside`) shows the consequence of a mistake and leads
    back; it does not count as a step.
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
    """A game's first hand; `script` takes the game's presenter and the learner's name."""

    game: AnyGame
    face: GamePresenter
    script: Callable[[GamePresenter, str], Script]

    def position_after(self, pressed: str, name: str) -> LessonPosition:
        """Replay the pressed characters; return the step they lead to.

        Raises `NotOffered` if a character stands for no enabled button.
        """
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
    """Return the number of steps that follow, without asides; it does not depend on the choices."""
    count = 0
    while step.choices:
        step = script.send(must_find(each.key for each in step.choices if not each.is_disabled))
        count += not step.is_aside
    return count


def lesson_screen(lesson: Lesson, table: int, pressed: str, name: str) -> Screen:
    """Return a step of a lesson; `table` is where it was opened, or 0.

    Raises `NotOffered` if there is no such step.
    """
    position = lesson.position_after(pressed, name)
    step = position.step
    words = _("{game} · step {number} of {count}")
    title = words.format(game=_(lesson.game.title), number=position.number, count=position.count)
    text = "\n".join([f"### {lesson.face.emoji} {title}", *step.texts])
    buttons = _choices(lesson, table, pressed, step) if step.choices else (_ending(lesson, table),)
    note = _("-# A lesson: dice and cards are set up, nothing is at stake, only you see it.")
    return Screen((Text(text), *buttons, *(() if pressed else (Text(note),))), lesson.face.accent)


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
    """Return the buttons of the last step: to a table, to the rules, and to other lessons."""
    return ActionRow(
        (
            Button(_("Deal me in"), table_id(table, "deal_me_in", lesson.game.key), "good"),
            Button(_("How to play"), table_id(table, "how", lesson.game.key)),
            Button(_("Another lesson"), table_id(0, "teach")),
        )
    )


def betting_text(cost: str) -> str:
    """Return the text on betting at real tables; `cost` is a sentence on the price of a hand."""
    words = _(
        "{cost} Then you can **fold** (give up), stay in, or raise: staying in costs what the button says."
    )
    return words.format(cost=cost)


LEARNER = Seat(1)
"""The learner's seat."""


@dataclass(frozen=True, slots=True)
class ScriptedTable:
    """A table of a lesson as an immutable value; moves return the table after them."""

    game: AnyGame
    face: GamePresenter
    places: tuple[SeatView, ...]
    facts: HandSetup[Any, Any]
    state: Any
    hands: int = 1
    story: tuple[Any, ...] = ()
    gains: tuple[SeatAmount, ...] = ()

    def dealt(self, move: object) -> ScriptedTable:
        """Return the table after a move of the chance seat: a deal or a throw."""
        return self._moved(CHANCE_SEAT, move)

    def answered(self, seat: Seat, key: str, *numbers: int) -> ScriptedTable:
        """Return the table after a seat's answer. Raises the errors of a real table if it is not allowed."""
        return self._moved(seat, take(find(self.game.offers(self.state, seat), key), numbers))

    def picked(self, seat: Seat, key: str, *cards: str) -> ScriptedTable:
        """Return the table after a seat has picked cards of an offer."""
        offer = find(self.game.offers(self.state, seat), key)
        assert isinstance(offer, PickOffer)
        return self.answered(seat, key, *(offer.choices.index(card) for card in cards))

    def all_answered(self, *keys: str) -> ScriptedTable:
        """Return the table after the current stage; each seat gives its first possible answer of these."""
        after, stage = self, self.state.stage
        while not after.is_over and after.state.stage == stage:
            (seat,) = self.game.to_act(after.state)
            offered = {each.key for each in self.game.offers(after.state, seat)}
            after = after.answered(seat, must_find(key for key in keys if key in offered))
        return after

    def next_hand(self) -> ScriptedTable:
        """Return the table at the beginning of the next hand, with the same players."""
        ended = self.game.result(self.state)
        players = tuple(replace(each, stack=ended.stacks[each.seat]) for each in self.facts.players)
        facts = replace(self.facts, players=players)
        state = self.game.start(facts, ended.carry)
        return replace(self, facts=facts, state=state, hands=self.hands + 1)

    @property
    def chances(self) -> Mapping[str, float]:
        """The learner's probability of each outcome, as a master with the same view estimates it (TB-12)."""
        known = self.game.recollection(self.state, LEARNER)
        estimate = self.game.estimate(known, self.game.offers(self.state, LEARNER))
        return {} if estimate is None else estimate.win_probability

    @property
    def odds(self) -> Mapping[str, int]:
        """The probabilities of `chances`, in tenths."""
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
            terms=Terms(host=0, buy_in=self.facts.players[0].stack, money="practice"),
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
        """The hand's result, as the title of a table shows it."""
        return f"**{self.face.headline(self.view)}**"

    def choices(self, *keys: str) -> tuple[LessonChoice, ...]:
        """Return the learner's offers with these keys as choices, with the labels of a real table."""
        offers = self.game.offers(self.state, LEARNER)
        looks = {key: self.face.face(find(offers, key), self.view) for key in keys}
        return tuple(LessonChoice(key, look.label, look.style, look.emoji) for key, look in looks.items())

    def amount(self, key: str, number: int) -> LessonChoice:
        """Return an amount of the learner's offer as a choice, with the label of a real table."""
        offer = find(self.game.offers(self.state, LEARNER), key)
        assert isinstance(offer, NumberOffer | SplitOffer)
        look = self.face.mark(offer, number, self.view)
        return LessonChoice(key, look.label, look.style, look.emoji)

    def _moved(self, seat: Seat, move: object) -> ScriptedTable:
        step = self.game.apply(self.state, seat, move)
        after = replace(self, state=step.state, story=extended_story(self.story, step.events))
        if not after.is_over:
            return after
        stacks = self.game.result(step.state).stacks
        gains = tuple(SeatAmount(each.seat, stacks[each.seat] - each.stack) for each in self.facts.players)
        places = tuple(replace(each, stack=stacks[each.seat]) for each in self.places)
        return replace(after, places=places, gains=gains)


def scripted_table(
    game: AnyGame,
    face: GamePresenter,
    *names: str,
    stack: int,
    opener: Seat = LEARNER,
    rules: object = None,
    carry: object = None,
) -> ScriptedTable:
    """Return a table with the learner in the first seat and house players in the others.

    All seats have the same stack.
    """
    seats = {Seat(number): name for number, name in enumerate(names, 1)}
    players = tuple(
        SeatedPlayer(seat, stack, None if seat == LEARNER else game.house_keepsake(name))
        for seat, name in seats.items()
    )
    facts = HandSetup(rules or game.house_rules(), players, opener)
    places = tuple(
        SeatView(seat, 0 if seat == LEARNER else None, name, stack, "in", is_house=seat != LEARNER)
        for seat, name in seats.items()
    )
    return ScriptedTable(game, face, places, facts, game.start(facts, carry))
