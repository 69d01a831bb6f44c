"""Heads or tails: the smallest game that uses everything that storage writes.

Each seat in turn calls heads or tails, then chance tosses; a wrong call pays one into the kitty, which the
last seat with coins takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Literal, TypeAlias

from games.engine.core.characters import MASTER, Character
from games.engine.core.game import CHANCE_SEAT, AnyGame, Game, HandResult, HandSetup, Level, Seat, Transition
from games.engine.core.hand_stats import WON, BestHand, HandStats, earned_by
from games.engine.core.house_rules import option
from games.engine.core.offers import Answer, Offer, PlainOffer, variant
from games.engine.provable_chance import Chance
from games.engine.table import play, seating
from games.engine.table.table import AnyTable, TableChange, Terms

Side: TypeAlias = Literal["heads", "tails"]


@dataclass(frozen=True, slots=True)
class ToyRules:
    """One house rule."""

    generous: bool = option("Generous")


@dataclass(frozen=True, slots=True)
class Charm:
    """A player's keepsake."""

    number: int
    why: str


@variant
class Call:
    """A seat's call of a side."""

    side: Side


@variant
class Toss:
    """The toss of chance."""

    side: Side


Move: TypeAlias = Call | Toss


@variant
class Tossed:
    """The fallen coin."""

    side: Side


@dataclass(frozen=True, slots=True)
class Kitty:
    """The state between hands."""

    paid: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Toys:
    """A hand of the toy game."""

    stacks: Mapping[Seat, int]
    waiting: tuple[Seat, ...]
    paid: Mapping[Seat, int]
    calls: Mapping[Seat, Side] = field(default_factory=dict)
    tossed: Side | None = None

    @property
    def turn(self) -> int:
        """One question per turn."""
        return len(self.waiting)


class Toy(Game[Toys, Move, Tossed, Toys, Kitty, ToyRules, Charm]):
    """The toy game for the engine."""

    key = "toy"
    title = "Heads or tails"
    seats = range(2, 5)
    buy_in = 20
    is_dealt = False
    tournament_seats = range(2, 5)
    departure = Call("heads")
    levels: tuple[Level, ...] = (Level(),)
    titles = (
        earned_by("toy_won", "Prophet", "was right", WON),
        earned_by("toy_heads", "Heads Up", "called heads", "heads"),
        earned_by("toy_three_heads", "Three Heads", "called heads three times", "heads", times=3),
    )

    def price(self, rules: ToyRules, buy_in: int) -> int:
        """Return the price of a seat: nothing at a generous table."""
        return 0 if rules.generous else buy_in

    def at_level(self, rules: ToyRules, level: Level) -> ToyRules:
        """Return the same rules: a wrong call always costs one."""
        del level
        return rules

    def vacated(self, carry: Kitty, seat: Seat) -> Kitty:
        """Return the same state: payments stay."""
        del seat
        return carry

    def dealt_in(self, facts: HandSetup[ToyRules, Charm], carry: Kitty | None) -> tuple[Seat, ...]:
        """Return all seats with coins, while there are two."""
        del carry
        seats = tuple(each.seat for each in facts.players if each.stack > 0)
        return seats if len(seats) > 1 else ()

    def start(self, facts: HandSetup[ToyRules, Charm], carry: Kitty | None) -> Toys:
        """Return a hand in which everybody is to call."""
        stacks = {each.seat: each.stack for each in facts.players}
        return Toys(stacks, tuple(stacks), {} if carry is None else carry.paid)

    def to_act(self, state: Toys) -> frozenset[Seat]:
        """Return one seat after the other, then chance."""
        if state.waiting:
            return frozenset(state.waiting[:1])
        return frozenset() if state.tossed else frozenset({CHANCE_SEAT})

    def offers(self, state: Toys, seat: Seat) -> tuple[Offer[Move], ...]:
        """Return the two sides."""
        if seat not in self.to_act(state):
            return ()
        return (PlainOffer("heads", Call("heads")), PlainOffer("tails", Call("tails")))

    def timeout(self, state: Toys, seat: Seat) -> Answer:
        """Return heads."""
        del state, seat
        return Answer("heads")

    def chance_move(self, state: Toys, chance: Chance) -> Move:
        """Return the toss of a fair coin."""
        del state
        return Toss("heads" if chance.below(2) else "tails")

    def apply(self, state: Toys, seat: Seat, move: Move) -> Transition[Toys]:
        """Store the call, or let the coin fall."""
        if isinstance(move, Call):
            waiting = tuple(each for each in state.waiting if each != seat)
            return Transition(replace(state, waiting=waiting, calls={**state.calls, seat: move.side}))
        wrong = [each for each, side in state.calls.items() if side != move.side]
        stacks = {each: stack - (each in wrong) for each, stack in state.stacks.items()}
        paid = {each: state.paid.get(each, 0) + 1 for each in wrong}
        return Transition(
            replace(state, stacks=stacks, paid={**state.paid, **paid}, tossed=move.side), (Tossed(move.side),)
        )

    def result(self, state: Toys) -> HandResult[Kitty]:
        """Return the result, with a point for a right call."""
        points = {seat: 1 for seat, side in state.calls.items() if side == state.tossed}
        return HandResult(state.stacks, Kitty(state.paid), points)

    def stacks(self, state: Toys) -> Mapping[Seat, int]:
        """Return the stacks."""
        return state.stacks

    def hand_stats(self, state: Toys) -> Mapping[Seat, HandStats]:
        """Return the right calls, and all calls."""
        return {
            seat: HandStats(1, side == state.tossed, shown=BestHand((1,), "coin", (side,)), counts={side: 1})
            for seat, side in state.calls.items()
        }

    def claims(self, carry: Kitty | None, winner: Seat | None) -> Mapping[Seat, int]:
        """Return the claims: the kitty is the winner's, or goes back."""
        if carry is None:
            return {}
        return carry.paid if winner is None else {winner: sum(carry.paid.values())}

    def view(self, state: Toys, viewer: Seat | None) -> Toys:
        """Return the whole state: it has no secrets."""
        del viewer
        return state

    def decide(
        self, view: Toys, offers: tuple[Offer[Move], ...], chance: Chance, _character: Character = MASTER
    ) -> Answer:
        """Return a guess."""
        del view
        return Answer(offers[chance.below(len(offers))].key)


TOY: AnyGame = Toy()
GAMES: Mapping[str, AnyGame] = {"toy": TOY}
SEEDS = (f"{number:064x}" for number in count(1))


def opened(table_id: int, host: int = 11, rules: ToyRules = ToyRules(), **terms: Any) -> AnyTable:
    """Return a table in its lobby."""
    return seating.open_table(table_id, TOY, rules, Terms(host, **{"buy_in": 20, **terms}), SEEDS)


def sat_down(table: AnyTable, player: int, name: str = "Ann", charm: Charm | None = None) -> TableChange:
    """Return the table with one more player."""
    return seating.sit_down(table, TOY, player, name, charm)


def begun(table: AnyTable) -> TableChange:
    """Return the table with its first hand under way."""
    return play.begin(table, TOY, SEEDS)


def called(table: AnyTable, seat: int, side: Side) -> TableChange:
    """Return the table after a seat's call."""
    return play.answer(table, TOY, SEEDS, Seat(seat), Answer(side))
