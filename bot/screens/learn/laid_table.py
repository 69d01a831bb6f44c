"""A table laid for a lesson: what is thrown and dealt is written out, the rest is the game's own rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.screens.core.game_screen import GameScreen
from bot.screens.learn.lesson import LessonChoice
from games.engine.core.game import HOUSE, AnyGame, Coins, Guest, Seat, TableFacts
from games.engine.core.offers import Number, Pick, Split, find, take
from games.engine.table.evening import Evening
from games.engine.table.table import Terms, told
from games.engine.table.views import Place, TableView

LEARNER = Seat(1)
"""The seat of whoever is taught."""


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table as it stands; every method gives the next one."""

    game: AnyGame
    face: GameScreen
    places: tuple[Place, ...]
    facts: TableFacts[Any, Any]
    state: Any
    hands: int = 1
    story: tuple[Any, ...] = ()
    gains: tuple[Coins, ...] = ()

    def laid(self, move: object) -> LaidTable:
        """What the House throws or deals."""
        return self._moved(HOUSE, move)

    def answered(self, seat: Seat, key: str, *numbers: int) -> LaidTable:
        """What a seat answers; raises as at any table if it may not."""
        return self._moved(seat, take(find(self.game.offers(self.state, seat), key), numbers))

    def picked(self, seat: Seat, key: str, *cards: str) -> LaidTable:
        """Which of an offer's cards a seat picks."""
        offer = find(self.game.offers(self.state, seat), key)
        assert isinstance(offer, Pick)
        return self.answered(seat, key, *(offer.choices.index(card) for card in cards))

    def all_answered(self, *keys: str) -> LaidTable:
        """Everybody gives the first of these answers that they may, as long as this stage lasts."""
        after, stage = self, self.state.stage
        while not after.is_over and after.state.stage == stage:
            (seat,) = self.game.to_act(after.state)
            offered = {each.key for each in self.game.offers(after.state, seat)}
            after = after.answered(seat, next(key for key in keys if key in offered))
        return after

    def next_hand(self) -> LaidTable:
        """The next hand of the same people."""
        ended = self.game.result(self.state)
        guests = tuple(replace(each, stack=ended.stacks[each.seat]) for each in self.facts.guests)
        facts = replace(self.facts, guests=guests)
        state = self.game.start(facts, ended.carry)
        return replace(self, facts=facts, state=state, hands=self.hands + 1)

    @property
    def is_over(self) -> bool:
        """Whether the hand is."""
        return not self.game.to_act(self.state)

    @property
    def view(self) -> TableView[Any]:
        """What the learner sees."""
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
            pause=None,
            may_pause=False,
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
            evening=Evening(),
            story=self.story,
        )

    @property
    def headline(self) -> str:
        """How the hand came out, as its table says it first."""
        return f"**{self.face.headline(self.view)}**"

    def choices(self, *keys: str) -> tuple[LessonChoice, ...]:
        """The buttons of the learner's offers with these keys, as the table has them."""
        offers = self.game.offers(self.state, LEARNER)
        faces = {key: self.face.face(find(offers, key), self.view) for key in keys}
        return tuple(LessonChoice(key, face.label, face.style, face.emoji) for key, face in faces.items())

    def amount(self, key: str, number: int) -> LessonChoice:
        """The button of an offer's amount, as the table has it."""
        offer = find(self.game.offers(self.state, LEARNER), key)
        assert isinstance(offer, Number | Split)
        face = self.face.mark(offer, number, self.view)
        return LessonChoice(key, face.label, face.style, face.emoji)

    def _moved(self, seat: Seat, move: object) -> LaidTable:
        step = self.game.apply(self.state, seat, move)
        after = replace(self, state=step.state, story=told(self.story, step.events))
        if not after.is_over:
            return after
        stacks = self.game.result(step.state).stacks
        gains = tuple(Coins(each.seat, stacks[each.seat] - each.stack) for each in self.facts.guests)
        places = tuple(replace(each, stack=stacks[each.seat]) for each in self.places)
        return replace(after, places=places, gains=gains)


def lay(
    game: AnyGame,
    face: GameScreen,
    *names: str,
    stack: int,
    opener: Seat = LEARNER,
    rules: object = None,
    carry: object = None,
) -> LaidTable:
    """A table at which the learner sits first, and then house players, each with as much before them."""
    seats = {Seat(number): name for number, name in enumerate(names, 1)}
    guests = tuple(
        Guest(seat, stack, None if seat == LEARNER else game.house_keepsake(name))
        for seat, name in seats.items()
    )
    facts = TableFacts(rules or game.house_rules(), guests, opener)
    places = tuple(
        Place(seat, 0 if seat == LEARNER else None, name, stack, "in") for seat, name in seats.items()
    )
    return LaidTable(game, face, places, facts, game.start(facts, carry))
