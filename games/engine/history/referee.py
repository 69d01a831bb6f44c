"""What referees have in common: a hand is played again from what its history tells (TB-13).

A referee says how the hand began, as far as the viewer could know, and which moves lead to the
next event that is told. The game's own rules do the rest, and whatever they lead to has to be
what the history says: events, the last view, stacks and points.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from games.engine.betting.stakes import Bet, Betting, BettingEvent, Checked, Folded, Matched, Pledged, Raised
from games.engine.core.errors import RuleError
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, find, take
from games.engine.history.plain import Misshapen, plain, read
from games.engine.history.record import Below, History

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

Faults: TypeAlias = Iterator[str]


@dataclass(frozen=True, slots=True)
class Told(Generic[V]):
    """A history with its views and events read as values of its game."""

    history: History
    beginning: V
    end: V
    events: tuple[Any, ...]

    def first(self, kind: type[S]) -> S | None:
        """The first event of a kind."""
        return next((event for event in self.events if isinstance(event, kind)), None)


def as_told(history: History, view: type[V], event: Any) -> Told[V]:
    """The history read strictly; `Misshapen` where the game never writes the like."""
    return Told(
        history,
        read(view, history.beginning, "beginning"),
        read(view, history.end, "end"),
        tuple(read(event, each, f"events[{index}]") for index, each in enumerate(history.events)),
    )


def other_rules(told: Told[Any]) -> Faults:
    """House rules that the file names otherwise than they were played."""
    for name, value in told.history.rules.items():
        played = getattr(told.beginning.rules, name)
        if played != value:
            yield f"rules.{name}: {value!r}, but the hand was begun with {played!r}"


def require_seats(game: AnyGame, told: Told[Any], stack_min: int = 1) -> None:
    """Refuse seats with which no hand of the game begins."""
    lines = told.beginning.lines
    seats = {line.seat for line in lines}
    is_right = game.seats_left <= len(seats) == len(lines) < game.seats.stop
    if not is_right or any(line.stack < stack_min for line in lines):
        raise Misshapen("beginning.lines: not the seats of a hand")


def dealt_from(history: History, cards: Sequence[str]) -> tuple[str, ...]:
    """The deck as it was dealt from: what was proved in its place, and else what nobody knows of."""
    own = len(history.seals) - 1
    proved = [history.card_at(own, place) for place in range(len(cards))]
    others = iter([card for card in cards if card not in proved])
    return tuple(card or next(others) for card in proved)


class PlayedAgain(ABC, Generic[S, M]):
    """A hand, played again event by event."""

    def __init__(self, game: AnyGame, told: Told[Any], state: S) -> None:
        self.state = state
        self.told = told
        self._game = game
        self._done = 0

    @abstractmethod
    def acts(self) -> Iterator[tuple[Seat, M]]:
        """The moves that lead to the next event, each asked for when those before it have been made."""

    @abstractmethod
    def last(self) -> S:
        """How the hand lay at its end: played to there, and with what was done without a word."""

    @abstractmethod
    def drawn(self) -> Faults:
        """What was not drawn so from the seal, as far as that can be drawn again."""

    @property
    def event(self) -> Any:
        """The next event that is told, or None after the last."""
        return self.told.events[self._done] if self._done < len(self.told.events) else None

    def answer(self, seat: Seat, key: str, *numbers: int) -> tuple[Seat, M]:
        """An answer as the seat gave it; `RuleError` where it was not offered."""
        offered = (*self._game.offers(self.state, seat), *self._game.asides(self.state, seat))
        return seat, take(find(offered, key), numbers)

    def faults(self) -> Faults:
        """What does not fit, one line each."""
        history = self.told.history
        yield from other_rules(self.told)
        yield from _differing("beginning.", history.beginning, self._seen(self.state))
        yield from self.drawn()
        yield from self._play()
        if self._is_over:
            yield from _differing("end.", history.end, self._seen(self.last()))
            due = self._game.result(self.state)
            yield from _differing("stacks.", plain(history.stacks), plain(due.stacks))
            yield from _differing("points.", plain(history.points), plain(due.points))

    @property
    def _is_over(self) -> bool:
        return not self._game.to_act(self.state)

    def _seen(self, state: S) -> dict[str, Any]:
        view: dict[str, Any] = plain(self._game.view(state, self.told.history.viewer))
        return view

    def _play(self) -> Faults:
        """Play every event again, up to the first that does not fit."""
        while not self._is_over:
            before = self.state, self._done
            try:
                fault = next((fault for act in self.acts() for fault in self._apply(*act)), None)
            except RuleError:
                fault = None
            if fault is None and (self.state, self._done) == before:
                fault = f"events[{self._done}]: {plain(self.event) or 'an end'} cannot come here"
            if fault is not None:
                yield fault
                return
        if self.event is not None:
            yield f"events[{self._done}]: {plain(self.event)} comes after the end"

    def _apply(self, seat: Seat, move: M) -> Faults:
        step = self._game.apply(self.state, seat, move)
        self.state = step.state
        for due in step.events:
            where, event = f"events[{self._done}]: ", self.event
            if type(event) is type(due):
                yield from _differing(where, plain(event), plain(due))
            else:
                yield f"{where}{plain(event)} is told, and by the rules it is {plain(due)}"
            self._done += 1


class DealtAgain(PlayedAgain[S, M]):
    """A hand of a dealt game, played again; `dealer` is who is told to have dealt it."""

    def __init__(self, game: AnyGame, told: Told[Any], state: S, dealer: Seat) -> None:
        super().__init__(game, told, state)
        self.dealer = dealer

    def drawn(self) -> Faults:
        """The first dealer is drawn by lot (TB-3), and nothing else but the deck."""
        due = self._game.house_move(self.state, _Lot(self.told.history.draw(0))).dealer
        if self.dealer != due:
            yield f"events: seat {self.dealer} deals, and by lot or turn it is seat {due}"


@dataclass(frozen=True, slots=True)
class _Lot:
    """The chance with which a hand was dealt, as far as it can be drawn again: all but the deck."""

    draw: Below

    def below(self, bound: int) -> int:
        return self.draw(bound)

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return cards


def folds_by_leaving(betting: Betting, seat: Seat) -> bool:
    """Whether a seat that folds now does so by leaving: it is not to bet, and has not folded yet (TB-9)."""
    staying = (stake.seat for stake in betting.stakes if not stake.has_folded)
    return betting.to_act != seat and seat in staying


def bet_with(betting: Betting, event: object) -> Answer | None:
    """The answer that leads to an event of the betting; None for any other event."""
    match event:
        case Bet(is_all_in=True) | Raised(is_all_in=True) | Matched(is_all_in=True) if (
            not betting.is_pledging
        ):
            return Answer("all_in")
        case Bet(to=to):
            return Answer("bet", (to,))
        case Raised(to=to):
            return Answer("raise", (to,))
        case Folded() | Checked() | Matched() | Pledged():
            return Answer(_KEYS[type(event)])
        case _:
            return None


_KEYS: Mapping[type[BettingEvent], str] = {
    Folded: "fold",
    Checked: "check",
    Matched: "match",
    Pledged: "all_in",
}


def _differing(where: str, told: Mapping[str, Any], due: Mapping[str, Any]) -> Faults:
    for name in sorted(told.keys() | due.keys()):
        if told.get(name) != due.get(name):
            yield f"{where}{name}: {told.get(name)} is told, and by the rules it is {due.get(name)}"
