"""High Die: a die for everybody, and the highest takes a coin of each of the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import N_, ImpossibleValue, ensure
from games.engine.core.game import CHANCE_SEAT, Game, HandResult, HandSetup, Level, Seat, Transition
from games.engine.core.hand_stats import HandStats
from games.engine.core.house_rules import option
from games.engine.core.offers import Answer, Offer, PlainAction, PlainOffer, variant
from games.engine.history import HistoryVerifier
from games.engine.provable_chance import Chance
from games.engine.record import GameRecord

SIDES = 6


@dataclass(frozen=True, slots=True)
class DieRules:
    """The house rules: an option can be chosen at a table, other fields can not."""

    low_wins: bool = option(
        N_("Low die"), says={False: N_("The highest die wins."), True: N_("The lowest die wins.")}
    )
    stake: int = 1
    """The coins that each of the others pays; a tournament raises them."""


@dataclass(frozen=True, slots=True)
class DieLine:
    """A seat: its stack, and its die. 0 is no die yet, -1 a pass."""

    seat: Seat
    stack: int
    die: int = 0


@dataclass(frozen=True, slots=True)
class DieState:
    """A hand. Nothing in it is secret, so it is its own view."""

    rules: DieRules
    lines: tuple[DieLine, ...]
    thrower: Seat | None = None
    """The seat whose die is rolling."""

    @property
    def turn(self) -> int:
        """The number of the question, which grows with each answered one."""
        return sum(line.die != 0 for line in self.lines)


@variant
class ThrowDie:
    """Throw the die."""


@variant
class PassDie:
    """Throw none."""


@variant
class LandDie:
    """The House's move: the number that the die shows."""

    number: int

    def __post_init__(self) -> None:
        """A die has only so many sides."""
        ensure(1 <= self.number <= SIDES, ImpossibleValue, self.number)


DieMove: TypeAlias = ThrowDie | PassDie | LandDie


@variant
class DieLanded:
    """A seat's die landed."""

    template = N_("{name} throws a {number}.")
    seat: Seat
    number: int


@variant
class DiePassed:
    """A seat passed."""

    template = N_("{name} passes.")
    seat: Seat


DieEvent: TypeAlias = DieLanded | DiePassed


class HighDie(Game[DieState, DieMove, DieEvent, DieState, int, DieRules, Any]):
    """A die for everybody: the highest takes a coin of each of the others, unless they passed."""

    key = "high_die"
    title = N_("High Die")
    seats = range(2, 7)
    buy_in = 20
    is_dealt = False
    ends_by_agreement = True
    tournament_seats = range(2, 7)
    levels = (Level(ante=1), Level(ante=2), Level(ante=5))
    actions = (PlainAction("throw"), PlainAction("pass"))

    def at_level(self, rules: DieRules, level: Level) -> DieRules:
        """Return the rules of a tournament's level."""
        return replace(rules, stake=max(1, level.ante))

    def start(self, facts: HandSetup[DieRules, Any], _carry: int | None) -> DieState:
        """Return the next hand."""
        return DieState(facts.rules, tuple(DieLine(player.seat, player.stack) for player in facts.players))

    def to_act(self, state: DieState) -> frozenset[Seat]:
        """Return the House while a die rolls, else the next seat without one."""
        if state.thrower is not None:
            return frozenset({CHANCE_SEAT})
        return frozenset([line.seat for line in state.lines if not line.die][:1])

    def offers(self, state: DieState, seat: Seat) -> tuple[Offer[DieMove], ...]:
        """Return the legal answers of a seat."""
        if seat == CHANCE_SEAT or seat not in self.to_act(state):
            return ()
        return (PlainOffer("throw", ThrowDie()), PlainOffer("pass", PassDie()))

    def timeout(self, _state: DieState, _seat: Seat) -> Answer:
        """Return the mildest answer."""
        return Answer("pass")

    def chance_move(self, _state: DieState, chance: Chance) -> DieMove:
        """Return the throw: the only place where chance enters."""
        return LandDie(1 + chance.below(SIDES))

    def apply(self, state: DieState, seat: Seat, move: DieMove) -> Transition[DieState]:
        """Return the state after a move, and its events."""
        if isinstance(move, ThrowDie):
            return Transition(replace(state, thrower=seat))
        if isinstance(move, PassDie) or state.thrower is None:
            return Transition(_with_die(state, seat, -1), (DiePassed(seat),))
        landed = DieLanded(state.thrower, move.number)
        return Transition(_with_die(state, state.thrower, move.number), (landed,))

    def stacks(self, state: DieState) -> Mapping[Seat, int]:
        """Return the stacks: nothing is paid before the end."""
        return {line.seat: line.stack for line in state.lines}

    def result(self, state: DieState) -> HandResult[int]:
        """Return the stacks after a hand; of two equal dice neither wins."""
        stacks = dict(self.stacks(state))
        dice = {line.seat: line.die for line in state.lines if line.die > 0}
        best = (min if state.rules.low_wins else max)(dice.values(), default=0)
        winners = [seat for seat, die in dice.items() if die == best]
        for seat in dice if len(winners) == 1 else ():
            paid = min(state.rules.stake, stacks[seat]) if seat not in winners else 0
            stacks[seat] -= paid
            stacks[winners[0]] += paid
        return HandResult(stacks, 0, {})

    def hand_stats(self, state: DieState) -> Mapping[Seat, HandStats]:
        """Return what counts in the records."""
        after = self.result(state).stacks
        return {
            line.seat: HandStats(max(0, line.stack - after[line.seat]), after[line.seat] > line.stack)
            for line in state.lines
        }

    def vacated(self, carry: int, _seat: Seat) -> int:
        """Return the carry unchanged: it keeps nothing of a seat."""
        return carry

    def view(self, state: DieState, _viewer: Seat | None) -> DieState:
        """Return what a viewer may see: everything."""
        return state

    def decide(
        self,
        _view: DieState,
        _offers: tuple[Offer[DieMove], ...],
        _chance: Chance,
        _character: Character = MASTER,
    ) -> Answer:
        """Return a house player's answer."""
        return Answer("throw")


class HighDieVerifier(HistoryVerifier[DieState, DieState]):
    """Replays a hand from its history file."""

    game = HighDie()

    def initial_state(self) -> DieState:
        """Return the state before any throw."""
        self.require_seats()
        lines = tuple(DieLine(line.seat, line.stack) for line in self.beginning.lines)
        return DieState(self.beginning.rules, lines)


def _with_die(state: DieState, seat: Seat, die: int) -> DieState:
    lines = tuple(replace(line, die=die) if line.seat == seat else line for line in state.lines)
    return replace(state, lines=lines, thrower=None)


RECORD = GameRecord(
    HighDieVerifier.game, HighDieVerifier.judge, ranker=None, hidden=frozenset(), moves_max=(0, 2)
)
