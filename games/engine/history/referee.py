"""The referee: a hand is played again from what its history tells (TB-13).

A game says how the hand began, as far as the viewer could know. From there the answers lead on,
each of them only if it was offered, and what the House does is drawn again from the proofs: a card
that was proved is dealt from where it was proved to lie, and for the others any card will do, since
what nobody was shown made no difference. Whatever the rules lead to has to be what the history
says: events, the last view, stacks and points.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Generic, TypeAlias, TypeVar

from games.engine.betting.stakes import Betting
from games.engine.core.errors import NotOffered, RuleError
from games.engine.core.game import HOUSE, AnyGame, HandState, Seat
from games.engine.core.offers import Pick, find, take
from games.engine.history.record import (
    GIVES_BACK,
    LEAVE,
    UNSEEN,
    Answered,
    History,
    Misshapen,
    OpenSeed,
    PlayedMove,
    answers,
    plain,
    read,
)

S = TypeVar("S", bound=HandState)
V = TypeVar("V", bound=Any)

Faults: TypeAlias = Iterator[str]


class Referee(ABC, Generic[S, V]):
    """A hand, played again answer by answer."""

    game: AnyGame

    def __init__(self, history: History) -> None:
        """Read the history strictly; `Misshapen` if its form is none that the game writes."""
        kinds = self.game.kinds
        # Of dice all is proved by one seed; more seals would be none that this hand was drawn from.
        if not self.game.is_dealt and [type(seal) for seal in history.seals] != [OpenSeed]:
            raise Misshapen("seals: not the one seed of a hand without cards")
        self.history = history
        self.beginning: V = read(kinds.view, history.beginning, "beginning")
        self.end: V = read(kinds.view, history.end, "end")
        self._events = read(tuple[kinds.event, ...], history.events, "events")  # type: ignore[name-defined]
        self.state = self.begun()
        self._here = {line.seat for line in self.beginning.lines}
        self._made: list[PlayedMove] = []
        self._done = 0

    @classmethod
    def judge(cls, history: History) -> Faults:
        """Faults of a history, one line each; `Misshapen` if its form is none that the game writes."""
        return cls(history).faults()

    @abstractmethod
    def begun(self) -> S:
        """The hand before the House makes it ready, as far as the viewer could tell."""

    def require_seats(self, stack_min: int = 1) -> None:
        """Refuse seats with which no hand of the game begins."""
        lines, game = self.beginning.lines, self.game
        seats = {line.seat for line in lines}
        is_right = game.seats_left <= len(seats) == len(lines) < game.seats.stop and HOUSE not in seats
        if not is_right or any(line.stack < stack_min for line in lines):
            raise Misshapen("beginning.lines: not the seats of a hand")

    def ruled(self, betting: Betting) -> Betting:
        """The betting of a hand by the rules that held when its history was written (TB-7)."""
        return replace(betting, keeps_unmatched=self.history.format < GIVES_BACK)

    def unsaid(self) -> Answered | None:
        """The next choice that no answer in the history holds: made in secret, and shown later."""
        return None

    def last(self) -> S:
        """The state at the hand's end, with what the viewer did out of turn."""
        return self.state

    @property
    def event(self) -> Any:
        """The next event that is told, or None after the last."""
        return self._events[self._done] if self._done < len(self._events) else None

    def faults(self) -> Faults:
        """Faults of the history, one line each."""
        history = self.history
        for name, value in history.rules.items():
            played = getattr(self.beginning.rules, name)
            if played != value:
                yield f"rules.{name}: {value!r}, but the hand was begun with {played!r}"
        yield from _differing("beginning.", history.beginning, self._seen(self.state))
        yield from self._play()
        # Where it broke off, one fault has been named already, and all that follows would only repeat it.
        if self._is_over:
            told = answers(self.game, self._made, history.proved)
            yield from _differing("answers.", _numbered(history.answers), _numbered(told))
            yield from _differing("end.", history.end, self._seen(self.last()))
            due = self.game.result(self.state)
            yield from _differing("stacks.", plain(history.stacks), plain(due.stacks))
            yield from _differing("points.", plain(history.points), plain(due.points))

    @property
    def _is_over(self) -> bool:
        return not self.game.to_act(self.state)

    def _seen(self, state: S) -> dict[str, Any]:
        view: dict[str, Any] = plain(self.game.view(state, self.history.viewer))
        return view

    def _play(self) -> Faults:
        """Play everything again, up to the first that does not fit."""
        log, draws = enumerate(self.history.answers), count()
        while not self._is_over:
            if HOUSE in self.game.to_act(self.state):
                draw = self.history.draw(next(draws))
                fault = self._apply(HOUSE, self.game.house_move(self.state, draw))
            elif (unsaid := self.unsaid()) is not None:
                fault = self._answer(unsaid, f"events[{self._done}]: {plain(self.event)}")
            elif (answered := next(log, None)) is not None:
                index, given = answered
                fault = self._answer(given, f"answers[{index}]: {plain(given)}")
            else:
                fault = f"events[{self._done}]: no answer leads to {plain(self.event) or 'an end'}"
            if fault is not None:
                yield fault
                return
        if self.event is not None:
            yield f"events[{self._done}]: {plain(self.event)} comes after the end"

    def _answer(self, given: Answered, where: str) -> str | None:
        try:
            move = self._move(given)
        except RuleError:
            return f"{where} cannot come here"
        return self._apply(given.seat, move)

    def _move(self, given: Answered) -> object:
        """The move that an answer makes; `RuleError` if that was not offered."""
        seat = given.seat
        if seat not in self._here:
            raise NotOffered
        departure = self.game.departure
        if departure is not None and given == Answered(seat, LEAVE):
            # Nobody gives up one seat twice, and whoever did answers nothing more.
            self._here.remove(seat)
            return departure
        offer = find((*self.game.offers(self.state, seat), *self.game.asides(self.state, seat)), given.key)
        if not isinstance(offer, Pick) and not given.picked:
            return take(offer, given.numbers)
        if not isinstance(offer, Pick) or given.numbers:
            raise NotOffered
        return take(offer, self._places(offer.choices, given.picked))

    def _places(self, choices: tuple[str, ...], picked: tuple[str, ...]) -> tuple[int, ...]:
        """The picked cards' places among the choices; any unseen card may stand for another."""
        named = [each for each in picked if each != UNSEEN]
        if not set(named) <= set(choices):
            raise NotOffered
        proved = self.history.proved
        unseen = [place for place, card in enumerate(choices) if card not in proved]
        return (*map(choices.index, named), *unseen[: len(picked) - len(named)])

    def _apply(self, seat: Seat, move: object) -> str | None:
        """Make a move; the first that does not fit of what comes of it."""
        step = self.game.apply(self.state, seat, move)
        self._made.append(PlayedMove(self.state, seat, move, step))
        self.state = step.state
        for due in step.events:
            where, event = f"events[{self._done}]: ", self.event
            # By type first: the fields of two kinds of events are not worth comparing.
            if type(event) is not type(due):
                return f"{where}{plain(event)} is told, and by the rules it is {plain(due)}"
            fault = next(_differing(where, plain(event), plain(due)), None)
            if fault is not None:
                return fault
            self._done += 1
        return None


def _numbered(told: Iterable[Answered]) -> dict[str, Any]:
    return {str(index): plain(each) for index, each in enumerate(told)}


def _differing(where: str, told: Mapping[str, Any], due: Mapping[str, Any]) -> Faults:
    for name in sorted(told.keys() | due.keys()):
        if told.get(name) != due.get(name):
            yield f"{where}{name}: {told.get(name)} is told, and by the rules it is {due.get(name)}"
