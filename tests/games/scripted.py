"""A hand of any game, played by script: only what is offered can be answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Self, TypeVar

from games.engine.core.game import CHANCE_SEAT, AnyGame, HandResult, HandSetup, Seat
from games.engine.core.offers import Answer, Offer, PickOffer, find, take
from games.engine.provable_chance import Cut, Draw, Seal
from games.engine.table.table import LoggedMove

S = TypeVar("S", bound=Any)
V = TypeVar("V", bound=Any)
E = TypeVar("E")


def kinds(events: Iterable[Any]) -> list[str]:
    """Return the kinds of the events."""
    return [event.kind for event in events]


class Scripted(Generic[S, V]):
    """A hand of these players, and all that happened in it."""

    game: ClassVar[AnyGame]
    is_sealed: ClassVar[bool] = False
    """Dealt as its seal has it, and not as it is written."""
    earlier: ClassVar[tuple[Seal, ...]] = ()
    """The seals of earlier decks that are still in play."""

    def __init__(self, facts: HandSetup[Any, Any], carry: Any) -> None:
        self.rules = facts.rules
        self.seal = Seal("cd" * 32, (Cut("ann", "cut"),), cards=self.game.deck(facts.rules, carry))
        self.beginning: S = self.game.start(facts, carry)
        self.state: S = self.beginning
        self.events: list[Any] = []
        self.moves: list[LoggedMove] = []

    @property
    def turn(self) -> int:
        """The seat to act; -1 when the hand is over, the first of several who are asked at once."""
        return min(self.game.to_act(self.state), default=Seat(-1))

    @property
    def is_over(self) -> bool:
        """True if no seat is to act any more."""
        return self.turn == -1

    @property
    def stage(self) -> str:
        """The stage of the hand."""
        stage: str = self.state.stage
        return stage

    @property
    def stacks(self) -> list[int]:
        """The stacks, by seat."""
        return [stake.stack for stake in sorted(self.state.betting.stakes, key=lambda stake: stake.seat)]

    @property
    def kinds(self) -> list[str]:
        """The kinds of all that happened."""
        return kinds(self.events)

    @property
    def offered(self) -> list[str]:
        """The keys of the offers to the seat that is to act."""
        return [offer.key for offer in self.game.offers(self.state, Seat(self.turn))]

    @property
    def result(self) -> HandResult[Any]:
        """The result of the hand."""
        return self.game.result(self.state)

    @property
    def carry(self) -> Any:
        """The values that last."""
        return self.result.carry

    def line(self, seat: int) -> Any:
        """A seat's line as everybody sees it."""
        view: Any = self.view(None)
        return view.line(Seat(seat))

    def view(self, viewer: int | None) -> V:
        """Return a seat's view."""
        view: V = self.game.view(self.state, None if viewer is None else Seat(viewer))
        return view

    def last(self, kind: type[E]) -> E:
        """The last event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def deals(self, move: Any) -> Self:
        """The House's first move, as it is written; in a sealed hand as the seal has it."""
        return self._apply(
            CHANCE_SEAT, self.game.chance_move(self.state, Draw(self.seal)) if self.is_sealed else move
        )

    def presses(self, *keys: str) -> Self:
        """Answer for the seat to act; `raise 6` makes the seat's bet come to 6."""
        for key in keys:
            self.answers(self.turn, key)
        return self

    def answers(self, seat: int, key: str) -> Self:
        """A seat answers, in turn or not; behind the key come numbers, or the cards of a pick."""
        name, *given = key.split()
        offers = (*self.game.offers(self.state, Seat(seat)), *self.game.asides(self.state, Seat(seat)))
        offer = find(offers, name)
        return self._apply(Seat(seat), take(offer, self.numbers(offer, given)))

    def numbers(self, offer: Offer[Any], given: list[str]) -> tuple[int, ...]:
        """Return the numbers that are written behind a key, as the offer asks for them."""
        return tuple(map(offer.choices.index if isinstance(offer, PickOffer) else int, given))

    def mildest(self, seat: int | None = None) -> Answer:
        """Return the answer for a player who lets the time run out."""
        return self.game.timeout(self.state, Seat(self.turn if seat is None else seat))

    def runs_out(self, seat: int | None = None) -> Self:
        """Time runs out for a seat."""
        at, given = Seat(self.turn if seat is None else seat), self.mildest(seat)
        return self._apply(at, take(find(self.game.offers(self.state, at), given.key), given.numbers))

    def leaves(self, *seats: int) -> Self:
        """Seats are given up."""
        for seat in seats:
            self._apply(Seat(seat), self.game.departure)
        return self

    def _apply(self, seat: Seat, move: Any) -> Self:
        step = self.game.apply(self.state, seat, move)
        self.state = step.state
        self.moves.append(LoggedMove(1, seat, move))
        self.events.extend(step.events)
        return self
