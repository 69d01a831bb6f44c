"""The history of a hand: written for one viewer, and verified by replaying it (TB-13).

It contains public facts and what the viewer was allowed to see: commitments and cuts, proofs of the cards
that the viewer saw, the game's views of the beginning and the end, the seats' answers, and the public
events. `provable_chance.py` explains the proofs.

Picked cards are recorded by name, because an index would reveal the other choices; cards that the viewer has
not seen are `UNSEEN` and come last. Secret actions out of turn are left out, and so is everything that the
game's `disclosed` leaves out. If several answers have the same effect, such as calling with the last chips
and going all in, the first one offered is recorded. So each hand has exactly one valid history.

A history is stored as a JSON file and parsed strictly: `read` rejects missing fields, unknown fields, and a
text in place of a number. Its result needs no further checks.

The verifier replays a hand from its history. A game reconstructs how the hand began, as far as the viewer
could know. Then the answers are played, each only if it was offered, and the House's draws are repeated
from the proofs: a proved card is dealt from its proved place, and any card will do for the others, since a
card that was never shown made no difference. The replay must lead to the recorded events, last view, stacks
and points.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from itertools import combinations, count
from typing import Any, Final, Generic, Optional, TypeAlias, TypeVar, assert_never

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from games.engine.betting.bets import Betting
from games.engine.core.errors import NotOffered, RuleError
from games.engine.core.game import CHANCE_SEAT, AnyGame, HandState, Seat, Transition, Withheld
from games.engine.core.house_rules import Choice
from games.engine.core.offers import (
    NumberOffer,
    Offer,
    PickOffer,
    PlainOffer,
    SplitOffer,
    find,
    take,
    variant,
)
from games.engine.provable_chance import Cut, LeafProof, Writing, below, mixed, words

MESSAGE_MAX: Final = 160
"""The maximum length of an error message, in characters."""
GIVES_BACK: Final = 5
"""The first format in which an uncalled bet is returned before an uncontested pot is won (TB-7)."""
UNSEEN: Final = "?"
"""The placeholder for a card that the viewer has not seen."""
LEAVE: Final = "leave"
"""The key of giving up the seat, for which there is no offer (TB-9)."""
Below: TypeAlias = Callable[[int], int]
"""A function that draws the next number below its argument."""


@variant
class RevealedSeed:
    """The opened seal of a hand without a deck: its draws are derived from the seed."""

    commitment: str
    writing: Writing
    cuts: tuple[Cut, ...]
    seed: str
    kind = "seed"


@dataclass(frozen=True, slots=True)
class Proved:
    """A card that the viewer saw: its place in the deck, and the proof of its leaf."""

    place: int
    leaf: LeafProof


@variant
class RevealedDeck:
    """The seal of a deck, with proofs of the viewer's cards; the salt of `lots` is the key of other draws."""

    commitment: str
    writing: Writing
    cuts: tuple[Cut, ...]
    slots: int
    lots: LeafProof
    cards: tuple[Proved, ...]
    kind = "deck"

    @property
    def placed(self) -> Mapping[int, str]:
        """The proved cards by place in the deck."""
        return {card.place: card.leaf.card for card in self.cards}


def mixed_into(seal: RevealedSeed | RevealedDeck) -> str:
    """Return the cuts of a seal in their hashed form."""
    return mixed((cut.words for cut in seal.cuts), seal.writing)


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """A seat's answer: the key of its offer, and its numbers or the picked cards."""

    seat: Seat
    key: str
    numbers: tuple[int, ...] = ()
    picked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The chance of a repeated draw of the House, which knows only the proved cards of a deck."""

    below: Below
    deck: RevealedSeed | RevealedDeck

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the deck as it was dealt: proved cards at their places, the other cards in any order."""
        if not isinstance(self.deck, RevealedDeck) or self.deck.slots != len(cards):
            raise MalformedInput("seals: the last is not the deck of the hand")
        proved = self.deck.placed
        others = iter([card for card in cards if card not in proved.values()])
        return tuple(proved.get(place) or next(others) for place in range(len(cards)))


@dataclass(frozen=True, slots=True)
class History:
    """A hand from beginning to end, as `viewer` saw it; None is a spectator.

    `seals` belong to all decks in play, the hand's own last. `stacks` and `points` are the hand's result.
    `withheld` are cards that the viewer saw but is not shown again yet.
    """

    format: int
    game: str
    version: str
    """The version of the program or package that wrote it; empty in files of an older format."""
    rules: Mapping[str, Choice]
    table: int
    hand: int
    viewer: Seat | None
    names: Mapping[Seat, str]
    seals: tuple[RevealedSeed | RevealedDeck, ...]
    beginning: Any
    answers: tuple[RecordedAnswer, ...]
    events: tuple[Any, ...]
    end: Any
    stacks: Mapping[Seat, int]
    points: Mapping[Seat, int]
    withheld: tuple[Withheld, ...]

    @property
    def proved(self) -> frozenset[str]:
        """All proved cards."""
        decks = [seal.placed for seal in self.seals if isinstance(seal, RevealedDeck)]
        return frozenset(card for placed in decks for card in placed.values())

    def dealt(self, deck: int, places: range, unseen: str) -> tuple[str, ...]:
        """Return the cards at these places of a deck, by the index of its seal, or `unseen`."""
        seal = self.seals[deck]
        proved = seal.placed if isinstance(seal, RevealedDeck) else {}
        return tuple(proved.get(place, unseen) for place in places)

    def draw(self, number: int) -> Redrawn:
        """Return the chance of one draw of the House in this hand, for a replay; draws count from 0."""
        seal = self.seals[-1]
        key = bytes.fromhex(seal.seed if isinstance(seal, RevealedSeed) else seal.lots.salt)
        return Redrawn(partial(below, words(key, mixed_into(seal), number)), seal)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move with the state before it, the seat that made it, and the resulting transition."""

    state: Any
    seat: Seat
    move: Any
    step: Transition[Any]


def answers(game: AnyGame, made: Sequence[PlayedMove], seen: Container[str]) -> Iterator[RecordedAnswer]:
    """Yield a hand's answers for a viewer who saw these cards.

    Raises `NotOffered` for a move no longer offered.
    """
    end = made[-1].step.state if made else None
    for each in made:
        move = game.disclosed(each.move, each.seat, each.step.state, end)
        if each.seat == CHANCE_SEAT or move is None:
            continue
        if move == game.departure:
            yield RecordedAnswer(each.seat, LEAVE)
            continue
        asides = game.asides(each.state, each.seat)
        offer, numbers = find_offer(game, each, move, (*game.offers(each.state, each.seat), *asides))
        if offer in asides and not each.step.events:
            # The number of times that a player changes a secret choice could reveal something.
            continue
        if isinstance(offer, PickOffer):
            cards = game.cards(each.state)
            named = [offer.choices[number] for number in numbers]
            shown = [name for name in named if name in seen or name not in cards]
            yield RecordedAnswer(each.seat, offer.key, (), (*shown, *[UNSEEN] * (len(named) - len(shown))))
        else:
            yield RecordedAnswer(each.seat, offer.key, numbers)


def find_offer(
    game: AnyGame, made: PlayedMove, move: object, offers: Sequence[Offer[Any]]
) -> tuple[Offer[Any], tuple[int, ...]]:
    """Return the first offer that has the same effect as this move, with its numbers."""
    # Two offers may make different moves with the same effect, so compare their results.
    expected = made.step if move == made.move else game.apply(made.state, made.seat, move)
    for offer in offers:
        for numbers in _possible_numbers(offer, move):
            with suppress(RuleError):
                taken = take(offer, numbers)
                if _values(taken) == _values(move) or game.apply(made.state, made.seat, taken) == expected:
                    return offer, numbers
    raise NotOffered


def _possible_numbers(offer: Offer[Any], move: Any) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of answers to an offer that may have led to a move; some may be wrong."""
    values = _values(move)
    numbers = [each for each in values if isinstance(each, int) and not isinstance(each, bool)]
    match offer:
        case PlainOffer():
            yield ()
        case NumberOffer():
            yield from ((each,) for each in numbers)
        case SplitOffer(least=least):
            # A move with a fixed amount holds only its split, which may have been the default.
            yield from reversed([*combinations((least, *numbers), 2)])
            yield from ((each,) for each in (*numbers, least))
        case PickOffer(choices=choices):
            # A move holds the names of picked cards; their indices follow from the offer.
            named = [str(name) for each in values for name in (each if isinstance(each, list) else (each,))]
            yield tuple(place for place, choice in enumerate(choices) if choice in named)
        case _:
            assert_never(offer)


def _values(move: Any) -> list[Any]:
    """Return the values of a move's fields; cards are sorted."""
    values = [getattr(move, each.name) for each in fields(move)]
    return [sorted(each) if isinstance(each, tuple) else each for each in values]


class MalformedInput(Exception):
    """JSON of the wrong form; the message is one line that names the place."""


def plain(value: Any) -> Any:
    """Return a value as plain JSON types: classes and mappings as objects, tuples as lists."""
    return to_jsonable_python(value)


def read(kind: Any, value: Any, where: str) -> Any:
    """Parse a value of this type written by `plain`. Raises `MalformedInput`."""
    text = json.dumps(value, sort_keys=True)
    try:
        parsed = strict(kind).validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, (where, *first["loc"])))
        raise MalformedInput(_escaped(f"{place}: {first['msg']}")) from error
    except RuleError as refused:
        # A class may check that its fields fit together.
        raise MalformedInput(_escaped(f"{where}: {refused}")) from refused
    # The comparison rejects a missing field, which would get its default, and a key of 01 in place of 1.
    if parsed is None or json.dumps(plain(parsed), sort_keys=True) != text:
        raise MalformedInput(f"{where}: not written as this program writes it")
    return parsed


def _escaped(text: str) -> str:
    """Return a message in one line, escaped because it quotes a file, which may contain anything."""
    return text[:MESSAGE_MAX].encode("unicode_escape").decode()


@cache
def strict(kind: Any) -> TypeAdapter[Any]:
    """Return the strict serializer of a type, or None; it rejects unknown fields and wrong types."""
    # pydantic applies a configuration to dataclasses only through an enclosing type, hence the Optional.
    return TypeAdapter(Optional[kind], config=ConfigDict(extra="forbid", strict=True, allow_inf_nan=False))  # noqa: UP045


S = TypeVar("S", bound=HandState)
V = TypeVar("V", bound=Any)

Faults: TypeAlias = Iterator[str]


class HistoryVerifier(ABC, Generic[S, V]):
    """The verifier of a hand, which replays it answer by answer."""

    game: AnyGame

    def __init__(self, history: History) -> None:
        """Parse the history strictly. Raises `MalformedInput`."""
        kinds = self.game.types
        # A single seed proves all dice, so a hand without cards has no further seals.
        if not self.game.is_dealt and [type(seal) for seal in history.seals] != [RevealedSeed]:
            raise MalformedInput("seals: not the one seed of a hand without cards")
        self.history = history
        self.beginning: V = read(kinds.view, history.beginning, "beginning")
        self.end: V = read(kinds.view, history.end, "end")
        self._events = read(tuple[kinds.event, ...], history.events, "events")  # type: ignore[name-defined]
        self.state = self.initial_state()
        self._present = {line.seat for line in self.beginning.lines}
        self._played: list[PlayedMove] = []
        self._event_index = 0

    @classmethod
    def judge(cls, history: History) -> Faults:
        """Return the faults of a history, one line each. Raises `MalformedInput`."""
        return cls(history).faults()

    @abstractmethod
    def initial_state(self) -> S:
        """Return the hand's first state, before the House prepares it, as far as the viewer could know it."""

    def require_seats(self, stack_min: int = 1) -> None:
        """Raise `MalformedInput` if no hand of the game can begin with these seats."""
        lines, game = self.beginning.lines, self.game
        seats = {line.seat for line in lines}
        is_right = game.seats_left <= len(seats) == len(lines) < game.seats.stop and CHANCE_SEAT not in seats
        if not is_right or any(line.stack < stack_min for line in lines):
            raise MalformedInput("beginning.lines: not the seats of a hand")

    def ruled(self, betting: Betting) -> Betting:
        """Return the betting under the rules of the history's format (TB-7)."""
        return replace(betting, keeps_unmatched=self.history.format < GIVES_BACK)

    def unrecorded_answer(self) -> RecordedAnswer | None:
        """Return the next answer that the history leaves out because it was secret; None if there is none."""
        return None

    def last(self) -> S:
        """Return the state at the hand's end, including unrecorded actions out of turn of the viewer."""
        return self.state

    @property
    def event(self) -> Any:
        """Return the next recorded event, or None after the last."""
        return self._events[self._event_index] if self._event_index < len(self._events) else None

    def faults(self) -> Faults:
        """Return the faults of the history, one line each."""
        history = self.history
        for name, value in history.rules.items():
            actual = getattr(self.beginning.rules, name)
            if actual != value:
                yield f"rules.{name}: {value!r}, but the hand was begun with {actual!r}"
        yield from _differing("beginning.", history.beginning, self._seen(self.state))
        yield from self._play()
        # A replay that broke off has been reported; differences at its end would only repeat that.
        if self._is_over:
            replayed = answers(self.game, self._played, history.proved)
            yield from _differing("answers.", _numbered(history.answers), _numbered(replayed))
            yield from _differing("end.", history.end, self._seen(self.last()))
            result = self.game.result(self.state)
            yield from _differing("stacks.", plain(history.stacks), plain(result.stacks))
            yield from _differing("points.", plain(history.points), plain(result.points))

    @property
    def _is_over(self) -> bool:
        return not self.game.to_act(self.state)

    def _seen(self, state: S) -> dict[str, Any]:
        view: dict[str, Any] = plain(self.game.view(state, self.history.viewer))
        return view

    def _play(self) -> Faults:
        """Replay the hand up to the first mismatch."""
        log, draws = enumerate(self.history.answers), count()
        while not self._is_over:
            if CHANCE_SEAT in self.game.to_act(self.state):
                draw = self.history.draw(next(draws))
                fault = self._apply(CHANCE_SEAT, self.game.chance_move(self.state, draw))
            elif (unrecorded := self.unrecorded_answer()) is not None:
                fault = self._answer(unrecorded, f"events[{self._event_index}]: {plain(self.event)}")
            elif (answered := next(log, None)) is not None:
                index, given = answered
                fault = self._answer(given, f"answers[{index}]: {plain(given)}")
            else:
                fault = f"events[{self._event_index}]: no answer leads to {plain(self.event) or 'an end'}"
            if fault is not None:
                yield fault
                return
        if self.event is not None:
            yield f"events[{self._event_index}]: {plain(self.event)} comes after the end"

    def _answer(self, given: RecordedAnswer, where: str) -> str | None:
        try:
            move = self._move(given)
        except RuleError:
            return f"{where} cannot come here"
        return self._apply(given.seat, move)

    def _move(self, given: RecordedAnswer) -> object:
        """Return the move that an answer makes. Raises `RuleError` if it was not offered."""
        seat = given.seat
        if seat not in self._present:
            raise NotOffered
        departure = self.game.departure
        if departure is not None and given == RecordedAnswer(seat, LEAVE):
            # A seat can be given up only once, and answers nothing afterwards.
            self._present.remove(seat)
            return departure
        offer = find((*self.game.offers(self.state, seat), *self.game.asides(self.state, seat)), given.key)
        if not isinstance(offer, PickOffer) and not given.picked:
            return take(offer, given.numbers)
        if not isinstance(offer, PickOffer) or given.numbers:
            raise NotOffered
        return take(offer, self._places(offer.choices, given.picked))

    def _places(self, choices: tuple[str, ...], picked: tuple[str, ...]) -> tuple[int, ...]:
        """Return the indices of the picked cards; any unseen card may stand for another."""
        named = [each for each in picked if each != UNSEEN]
        if not set(named) <= set(choices):
            raise NotOffered
        proved = self.history.proved
        unseen = [place for place, card in enumerate(choices) if card not in proved]
        return (*map(choices.index, named), *unseen[: len(picked) - len(named)])

    def _apply(self, seat: Seat, move: object) -> str | None:
        """Apply a move; return the first mismatch with the history."""
        step = self.game.apply(self.state, seat, move)
        self._played.append(PlayedMove(self.state, seat, move, step))
        self.state = step.state
        for expected in step.events:
            where, event = f"events[{self._event_index}]: ", self.event
            # Comparing fields makes sense only for events of the same type.
            if type(event) is not type(expected):
                return f"{where}{plain(event)} is told, and by the rules it is {plain(expected)}"
            fault = next(_differing(where, plain(event), plain(expected)), None)
            if fault is not None:
                return fault
            self._event_index += 1
        return None


def _numbered(recorded: Iterable[RecordedAnswer]) -> dict[str, Any]:
    return {str(index): plain(each) for index, each in enumerate(recorded)}


def _differing(where: str, recorded: Mapping[str, Any], expected: Mapping[str, Any]) -> Faults:
    for name in sorted(recorded.keys() | expected.keys()):
        if recorded.get(name) != expected.get(name):
            yield f"{where}{name}: {recorded.get(name)} is told, and by the rules it is {expected.get(name)}"
