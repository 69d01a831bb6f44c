"""A toy game of dice: turns one after the other, hands that follow at once, a pool, points that are no coins.

Each seat has a die thrown for it. A ten is thrown again, a nine if its player likes; what is lower stands at
once. Whoever has the highest pays whoever has the lowest as much as the lowest shows, into a pool where there
is one, and throws first in the next hand. The last who has anything left takes the pool.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import starmap
from typing import Any, TypeAlias, assert_never

from games.engine.betting.bets import share
from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import N_, ImpossibleValue, ensure
from games.engine.core.game import (
    CHANCE_SEAT,
    Game,
    HandResult,
    HandSetup,
    Level,
    Seat,
    SeatAmount,
    Transition,
    clockwise,
    owned,
)
from games.engine.core.hand_stats import BestHand, HandStats
from games.engine.core.house_rules import RulesClash, option
from games.engine.core.offers import Answer, Offer, PlainAction, PlainOffer, variant
from games.engine.history import HistoryVerifier
from games.engine.provable_chance import Chance

SIDES, MAY, MUST = 10, 9, 10
"""A die's sides; what may be thrown again, and what has to be."""


@dataclass(frozen=True, slots=True)
class BonesRules:
    """House rules: with a pool, and for points only."""

    pool: bool = option("Pool")
    points: bool = option("Points alone")
    factor: int = 1
    """The factor of the pay: a tournament's ante."""

    def __post_init__(self) -> None:
        """Points alone fill no pool."""
        if self.pool and self.points:
            raise RulesClash("pool", "points")


@dataclass(frozen=True, slots=True)
class BonesCarry:
    """The values that last from hand to hand."""

    first: Seat
    pool: tuple[SeatAmount, ...] = ()


@variant
class Toss:
    """Throw the die."""


@variant
class TossAgain:
    """Throw the die again."""


@variant
class Stand:
    """Keep what it shows."""


@variant
class Die:
    """The House's die, and what it shows."""

    number: int

    def __post_init__(self) -> None:
        """It has only so many sides."""
        ensure(1 <= self.number <= SIDES, ImpossibleValue, self.number)


BonesMove: TypeAlias = Toss | TossAgain | Stand | Die


@variant
class Fell:
    """A die fell."""

    template = N_("")
    seat: Seat
    number: int


@variant
class Stood:
    """A player kept the number shown."""

    template = N_("")
    seat: Seat


@variant
class BonesEnded:
    """The seats with the highest and the lowest number, the lowest number, and the losses and gains."""

    template = N_("")
    losers: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    pay: int
    lost: tuple[SeatAmount, ...]
    gained: tuple[SeatAmount, ...]


BonesEvent: TypeAlias = Fell | Stood | BonesEnded


@dataclass(frozen=True, slots=True)
class BonesState:
    """A hand: there is nothing to hide, so it is its own view."""

    rules: BonesRules
    lines: tuple[BonesLine, ...]
    """The lines in throwing order."""
    pool: tuple[SeatAmount, ...]
    is_rolling: bool = False
    lying: int | None = None
    """The number on the die that is to be kept or thrown again."""
    ended: BonesEnded | None = None

    @property
    def turn(self) -> int:
        """All throws of a seat are one turn."""
        return sum(each.number is not None for each in self.lines)

    @property
    def asked(self) -> Seat:
        """The seat whose turn it is."""
        return self.lines[self.turn].seat


@dataclass(frozen=True, slots=True)
class BonesLine:
    """A seat's stack and throw."""

    seat: Seat
    stack: int
    number: int | None = None


class Bones(Game[BonesState, BonesMove, BonesEvent, BonesState, BonesCarry, BonesRules, Any]):
    """The game."""

    key = "bones"
    title = "Bones"
    seats = range(2, 13)
    buy_in = 20
    is_dealt = False
    ends_by_agreement = True
    tournament_seats = range(2, 13)
    levels = (Level(ante=1), Level(ante=2))
    actions = (PlainAction("throw"), PlainAction("rethrow"), PlainAction("keep"))

    def price(self, rules: BonesRules, buy_in: int) -> int:
        """Points cost nothing."""
        return 0 if rules.points else buy_in

    def at_level(self, rules: BonesRules, level: Level) -> BonesRules:
        """The ante multiplies the pay."""
        return replace(rules, factor=max(1, level.ante), pool=False)

    def lets_sit_out(self, rules: BonesRules) -> bool:
        """A pool is played for to the end."""
        return not rules.pool

    def admits(self, _rules: BonesRules, carry: BonesCarry | None) -> bool:
        """Return False while there is a pool: a newcomer does not buy a share of it."""
        return carry is None or not carry.pool

    def dealt_in(self, facts: HandSetup[BonesRules, Any], _carry: BonesCarry | None) -> tuple[Seat, ...]:
        """Return the seats with coins left, or all where nothing is paid."""
        return super().dealt_in(facts, None) or tuple(player.seat for player in facts.players)

    def start(self, facts: HandSetup[BonesRules, Any], carry: BonesCarry | None) -> BonesState:
        """Start with the last payer, or the next seat to the left."""
        first = facts.opener if carry is None else carry.first
        seats = [player.seat for player in facts.players]
        order = clockwise(seats, first)
        order = [*order[-1:], *order[:-1]] if first in seats else order
        stacks = dict(facts.stacks)
        lines = tuple(BonesLine(seat, stacks[seat]) for seat in order)
        return BonesState(facts.rules, lines, () if carry is None else carry.pool)

    def to_act(self, state: BonesState) -> frozenset[Seat]:
        """One after the other, and the House for each."""
        if state.ended is not None:
            return frozenset()
        return frozenset({CHANCE_SEAT if state.is_rolling else state.asked})

    def offers(self, state: BonesState, seat: Seat) -> tuple[Offer[BonesMove], ...]:
        """Return the offers: to throw, or to keep the die."""
        if seat == CHANCE_SEAT or seat not in self.to_act(state):
            return ()
        if state.lying is None:
            return (PlainOffer("throw", Toss()),)
        return (PlainOffer("rethrow", TossAgain()), PlainOffer("keep", Stand()))

    def timeout(self, state: BonesState, _seat: Seat) -> Answer:
        """Throw and keep."""
        return Answer("throw" if state.lying is None else "keep")

    def chance_move(self, _state: BonesState, chance: Chance) -> BonesMove:
        """One die."""
        return Die(1 + chance.below(SIDES))

    def apply(self, state: BonesState, seat: Seat, move: BonesMove) -> Transition[BonesState]:
        """The one door."""
        match move:
            case Toss() | TossAgain():
                return Transition(replace(state, is_rolling=True, lying=None))
            case Stand():
                return _stands(state, state.lying or 0, (Stood(seat),))
            case Die(number=number):
                fell = Fell(state.asked, number)
                if number in (MAY, MUST):
                    lying = number if number == MAY else None
                    return Transition(replace(state, is_rolling=False, lying=lying), (fell,))
                return _stands(state, number, (fell,))
            case _:
                assert_never(move)

    def result(self, state: BonesState) -> HandResult[BonesCarry]:
        """Stacks, pool and points."""
        ended = _end(state)
        first = ended.losers[-1] if ended.losers else state.lines[0].seat
        points = dict.fromkeys(ended.winners, ended.pay) if state.rules.points else {}
        return HandResult(self.stacks(state), BonesCarry(first, state.pool), points)

    def stacks(self, state: BonesState) -> Mapping[Seat, int]:
        """Return the stacks: no coins are put in before the end."""
        return {line.seat: line.stack for line in state.lines}

    def hand_stats(self, state: BonesState) -> Mapping[Seat, HandStats]:
        """Return each seat's record of the hand."""
        ended = _end(state)
        return {
            line.seat: HandStats(
                next((each.amount for each in ended.lost if each.seat == line.seat), 0),
                line.seat in ended.winners,
                shown=BestHand((-(line.number or 0),), "die", (str(line.number),)),
            )
            for line in state.lines
        }

    def claims(self, carry: BonesCarry | None, winner: Seat | None) -> Mapping[Seat, int]:
        """The pool is the winner's, or goes back."""
        return {} if carry is None else owned(carry.pool, winner)

    def repaid(self, carry: BonesCarry, seat: Seat) -> BonesCarry:
        """Without what that seat paid."""
        return replace(carry, pool=tuple(each for each in carry.pool if each.seat != seat))

    def vacated(self, carry: BonesCarry, _seat: Seat) -> BonesCarry:
        """Return the carry unchanged: it keeps nothing of a seat that has left."""
        return carry

    def view(self, state: BonesState, _viewer: Seat | None) -> BonesState:
        """All of it."""
        return state

    def decide(
        self,
        _view: BonesState,
        offers: tuple[Offer[BonesMove], ...],
        _chance: Chance,
        _character: Character = MASTER,
    ) -> Answer:
        """Throw and keep."""
        return Answer(offers[-1].key)


BONES = Bones()


class LoadedBones(Bones):
    """Dice for a while: one throw after the other, and then no more."""

    def __init__(self, *script: int) -> None:
        self._script = [*script]

    def chance_move(self, _state: BonesState, chance: Chance) -> BonesMove:
        """The next throw of the script; the chance is drawn from all the same."""
        chance.below(SIDES)
        return Die(self._script.pop(0))


class BonesReferee(HistoryVerifier[BonesState, BonesState]):
    """The referee: all of it lies open."""

    game = BONES

    def initial_state(self) -> BonesState:
        """Return the state before any throw."""
        self.require_seats(stack_min=0)
        beginning = self.beginning
        lines = tuple(BonesLine(line.seat, line.stack) for line in beginning.lines)
        return BonesState(beginning.rules, lines, beginning.pool)


def _stands(state: BonesState, number: int, events: tuple[BonesEvent, ...]) -> Transition[BonesState]:
    asked = state.asked
    lines = tuple(replace(line, number=number) if line.seat == asked else line for line in state.lines)
    stood = replace(state, is_rolling=False, lying=None, lines=lines)
    if any(line.number is None for line in lines):
        return Transition(stood, events)
    ended = _settled(stood)
    over = replace(stood, ended=ended, lines=_paid(lines, ended))
    if state.rules.pool:
        amounts = Counter({each.seat: each.amount for each in state.pool})
        amounts.update({each.seat: each.amount for each in ended.lost})
        over = replace(over, pool=tuple(starmap(SeatAmount, amounts.items())))
    return Transition(over, (*events, ended))


def _settled(state: BonesState) -> BonesEnded:
    """Return the end: a payment is limited by the stack, and if all numbers are the same none is due."""
    thrown = {line.seat: line.number or 0 for line in state.lines}
    lowest, highest = min(thrown.values()), max(thrown.values())
    if lowest == highest:
        return BonesEnded((), (), lowest, (), ())
    losers = tuple(seat for seat, number in thrown.items() if number == highest)
    winners = tuple(seat for seat, number in thrown.items() if number == lowest)
    stacks = {line.seat: line.stack for line in state.lines}
    lost = {seat: min(lowest * state.rules.factor, stacks[seat]) for seat in losers}
    gained = {} if state.rules.pool else share(sum(lost.values()), winners)
    return BonesEnded(losers, winners, lowest, *(_coins(each) for each in (lost, gained)))


def _paid(lines: tuple[BonesLine, ...], ended: BonesEnded) -> tuple[BonesLine, ...]:
    change = Counter({each.seat: each.amount for each in ended.gained})
    change.subtract({each.seat: each.amount for each in ended.lost})
    return tuple(replace(line, stack=line.stack + change[line.seat]) for line in lines)


def _coins(amounts: Mapping[Seat, int]) -> tuple[SeatAmount, ...]:
    return tuple(SeatAmount(seat, amount) for seat, amount in amounts.items() if amount)


def _end(state: BonesState) -> BonesEnded:
    assert state.ended is not None
    return state.ended
