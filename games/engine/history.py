"""A hand's history, written for one viewer and read again by whoever checks it (TB-13).

Its parts are public, or were that viewer's to see: commitments and cuts, the proofs of the
cards that the viewer saw, the game's own views of the first and the last moment, what the
seats answered, and the events that everybody was told. What exactly a proof proves stands in
`provable_chance.py`.

What was picked is told by name and never by its place among the choices, which would say what else
was there; cards that somebody has not seen are `UNSEEN`, and come last. What a seat did out of turn
and nobody was told of is left out, and so is what the game's `disclosed` leaves out. Where several
answers come to the same, such as a match with one's last chips and going all in, the first that was
offered tells it: so there is one way to tell a hand, and any other is wrong.

It lies in a file as JSON, and is read strictly: `read` refuses a missing field, an unknown field, a text
where there should be a number. What it returns needs no further checks.

The referee plays a hand again from what its history tells. A game says how the hand began, as far as the
viewer could know. From there the answers lead on, each of them only if it was offered, and what the House
does is drawn again from the proofs: a card that was proved is dealt from where it was proved to lie, and for
the others any card will do, since what nobody was shown made no difference. Whatever the rules lead to has to
be what the history says: events, the last view, stacks and points.
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

COMPLAINT: Final = 160
"""The longest complaint, in characters."""
GIVES_BACK: Final = 5
"""Since this format, what nobody matched goes back first when all others fold (TB-7)."""
UNSEEN: Final = "?"
"""Stands for a card that the viewer has not seen."""
LEAVE: Final = "leave"
"""The key that stands for giving up the seat, which no offer asks for (TB-9)."""
Below: TypeAlias = Callable[[int], int]
"""Draws a number below its argument, and with every further call the next one."""


@variant
class RevealedSeed:
    """The seal of a hand that shuffled nothing, opened: its draws are read from the seed."""

    commitment: str
    writing: Writing
    cuts: tuple[Cut, ...]
    seed: str
    kind = "seed"


@dataclass(frozen=True, slots=True)
class Proved:
    """A card that the viewer saw: from which place of the deck it was dealt, and its leaf."""

    place: int
    leaf: LeafProof


@variant
class RevealedDeck:
    """The seal of a deck, as far as it may be opened to the viewer; lots are read from the salt of `lots`."""

    commitment: str
    writing: Writing
    cuts: tuple[Cut, ...]
    slots: int
    lots: LeafProof
    cards: tuple[Proved, ...]
    kind = "deck"

    @property
    def placed(self) -> Mapping[int, str]:
        """The proved cards by their place."""
        return {card.place: card.leaf.card for card in self.cards}


def mixed_into(seal: RevealedSeed | RevealedDeck) -> str:
    """The cuts of a seal as they are mixed in."""
    return mixed((cut.words for cut in seal.cuts), seal.writing)


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """What a seat answered: the key of its offer, and the numbers that this asks for or what was picked."""

    seat: Seat
    key: str
    numbers: tuple[int, ...] = ()
    picked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The chance of one draw of the House, drawn again; of a deck only what was proved of it."""

    below: Below
    deck: RevealedSeed | RevealedDeck

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The deck as it was dealt: what was proved in its place, and else what nobody knows of."""
        if not isinstance(self.deck, RevealedDeck) or self.deck.slots != len(cards):
            raise MalformedInput("seals: the last is not the deck of the hand")
        proved = self.deck.placed
        others = iter([card for card in cards if card not in proved.values()])
        return tuple(proved.get(place) or next(others) for place in range(len(cards)))


@dataclass(frozen=True, slots=True)
class History:
    """A hand from its beginning to its end, as `viewer` saw it; a viewer of None saw what all could see.

    `seals` are those of all decks in play, the hand's own the last. `stacks` and `points` are
    what the hand led to. `withheld` are the cards that the viewer saw and is not told again yet.
    """

    format: int
    game: str
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
        """All cards that are proved."""
        decks = [seal.placed for seal in self.seals if isinstance(seal, RevealedDeck)]
        return frozenset(card for placed in decks for card in placed.values())

    def dealt(self, deck: int, places: range, unseen: str) -> tuple[str, ...]:
        """The cards at these places of a deck, by the index of its seal; `unseen` where none is proved."""
        seal = self.seals[deck]
        proved = seal.placed if isinstance(seal, RevealedDeck) else {}
        return tuple(proved.get(place, unseen) for place in places)

    def draw(self, number: int) -> Redrawn:
        """One draw of the House in this hand, to be drawn again; the first is number 0."""
        seal = self.seals[-1]
        key = bytes.fromhex(seal.seed if isinstance(seal, RevealedSeed) else seal.lots.salt)
        return Redrawn(partial(below, words(key, mixed_into(seal), number)), seal)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move, with the state before it, the seat that made it, and the step it led to."""

    state: Any
    seat: Seat
    move: Any
    step: Transition[Any]


def answers(game: AnyGame, made: Sequence[PlayedMove], seen: Container[str]) -> Iterator[RecordedAnswer]:
    """A hand's answers for somebody who saw these cards; `NotOffered` for a move no longer offered."""
    end = made[-1].step.state if made else None
    for each in made:
        move = game.disclosed(each.move, each.seat, each.step.state, end)
        if each.seat == CHANCE_SEAT or move is None:
            continue
        if move == game.departure:
            yield RecordedAnswer(each.seat, LEAVE)
            continue
        asides = game.asides(each.state, each.seat)
        offer, numbers = behind(game, each, move, (*game.offers(each.state, each.seat), *asides))
        if offer in asides and not each.step.events:
            # How often somebody changes their mind could give something away.
            continue
        if isinstance(offer, PickOffer):
            cards = game.cards(each.state)
            named = [offer.choices[number] for number in numbers]
            shown = [name for name in named if name in seen or name not in cards]
            yield RecordedAnswer(each.seat, offer.key, (), (*shown, *[UNSEEN] * (len(named) - len(shown))))
        else:
            yield RecordedAnswer(each.seat, offer.key, numbers)


def behind(
    game: AnyGame, made: PlayedMove, move: object, offers: Sequence[Offer[Any]]
) -> tuple[Offer[Any], tuple[int, ...]]:
    """The first offer that comes to the same as this move, and the numbers with which it does."""
    # Compared by what it leads to: two offers may make different moves that come to the same.
    due = made.step if move == made.move else game.apply(made.state, made.seat, move)
    for offer in offers:
        for numbers in _tries(offer, move):
            with suppress(RuleError):
                taken = take(offer, numbers)
                if _facts(taken) == _facts(move) or game.apply(made.state, made.seat, taken) == due:
                    return offer, numbers
    raise NotOffered


def _tries(offer: Offer[Any], move: Any) -> Iterator[tuple[int, ...]]:
    """Numbers with which an offer may have led to a move, which may hold others beside them."""
    told = _facts(move)
    numbers = [each for each in told if isinstance(each, int) and not isinstance(each, bool)]
    match offer:
        case PlainOffer():
            yield ()
        case NumberOffer():
            yield from ((each,) for each in numbers)
        case SplitOffer(least=least):
            # A move whose amount is settled holds only its split, and does not say whether it was the usual.
            yield from reversed([*combinations((least, *numbers), 2)])
            yield from ((each,) for each in (*numbers, least))
        case PickOffer(choices=choices):
            # A move holds what was picked, by name; places follow from what was offered.
            named = [str(name) for each in told for name in (each if isinstance(each, list) else (each,))]
            yield tuple(place for place, choice in enumerate(choices) if choice in named)
        case _:
            assert_never(offer)


def _facts(move: Any) -> list[Any]:
    """All that stands in a move; several cards in no order of theirs."""
    told = [getattr(move, each.name) for each in fields(move)]
    return [sorted(each) if isinstance(each, tuple) else each for each in told]


class MalformedInput(Exception):
    """JSON that is not of the form that was asked for; its message says where, in one line."""


def plain(value: Any) -> Any:
    """A value as JSON has it: classes and mappings as objects, tuples as lists; plain values as they are."""
    return to_jsonable_python(value)


def read(kind: Any, value: Any, where: str) -> Any:
    """The value of this type that `plain` wrote in this way; raises `MalformedInput` if there is none."""
    text = json.dumps(value, sort_keys=True)
    try:
        found = strict(kind).validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, (where, *first["loc"])))
        raise MalformedInput(_in_one_line(f"{place}: {first['msg']}")) from error
    except RuleError as refused:
        # A value's own class checks that its fields go together.
        raise MalformedInput(_in_one_line(f"{where}: {refused}")) from refused
    # Otherwise a missing field would pass with its default, and a key of 01 as 1.
    if found is None or json.dumps(plain(found), sort_keys=True) != text:
        raise MalformedInput(f"{where}: not written as this program writes it")
    return found


def _in_one_line(text: str) -> str:
    """A complaint that names what stands in a file, which may be anything."""
    return text[:COMPLAINT].encode("unicode_escape").decode()


@cache
def strict(kind: Any) -> TypeAdapter[Any]:
    """Reads and writes values of this type, or None; unknown fields and wrong types are refused."""
    # pydantic's configuration reaches dataclasses only from a type around them: hence the Optional.
    return TypeAdapter(Optional[kind], config=ConfigDict(extra="forbid", strict=True, allow_inf_nan=False))  # noqa: UP045


S = TypeVar("S", bound=HandState)
V = TypeVar("V", bound=Any)

Faults: TypeAlias = Iterator[str]


class HistoryVerifier(ABC, Generic[S, V]):
    """A hand, played again answer by answer."""

    game: AnyGame

    def __init__(self, history: History) -> None:
        """Read the history strictly; `MalformedInput` if its form is none that the game writes."""
        kinds = self.game.types
        # Of dice all is proved by one seed; more seals would be none that this hand was drawn from.
        if not self.game.is_dealt and [type(seal) for seal in history.seals] != [RevealedSeed]:
            raise MalformedInput("seals: not the one seed of a hand without cards")
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
        """Faults of a history, one line each; `MalformedInput` if its form is none that the game writes."""
        return cls(history).faults()

    @abstractmethod
    def begun(self) -> S:
        """The hand before the House makes it ready, as far as the viewer could tell."""

    def require_seats(self, stack_min: int = 1) -> None:
        """Refuse seats with which no hand of the game begins."""
        lines, game = self.beginning.lines, self.game
        seats = {line.seat for line in lines}
        is_right = game.seats_left <= len(seats) == len(lines) < game.seats.stop and CHANCE_SEAT not in seats
        if not is_right or any(line.stack < stack_min for line in lines):
            raise MalformedInput("beginning.lines: not the seats of a hand")

    def ruled(self, betting: Betting) -> Betting:
        """The betting of a hand by the rules that held when its history was written (TB-7)."""
        return replace(betting, keeps_unmatched=self.history.format < GIVES_BACK)

    def unsaid(self) -> RecordedAnswer | None:
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
            if CHANCE_SEAT in self.game.to_act(self.state):
                draw = self.history.draw(next(draws))
                fault = self._apply(CHANCE_SEAT, self.game.chance_move(self.state, draw))
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

    def _answer(self, given: RecordedAnswer, where: str) -> str | None:
        try:
            move = self._move(given)
        except RuleError:
            return f"{where} cannot come here"
        return self._apply(given.seat, move)

    def _move(self, given: RecordedAnswer) -> object:
        """The move that an answer makes; `RuleError` if that was not offered."""
        seat = given.seat
        if seat not in self._here:
            raise NotOffered
        departure = self.game.departure
        if departure is not None and given == RecordedAnswer(seat, LEAVE):
            # Nobody gives up one seat twice, and whoever did answers nothing more.
            self._here.remove(seat)
            return departure
        offer = find((*self.game.offers(self.state, seat), *self.game.asides(self.state, seat)), given.key)
        if not isinstance(offer, PickOffer) and not given.picked:
            return take(offer, given.numbers)
        if not isinstance(offer, PickOffer) or given.numbers:
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


def _numbered(told: Iterable[RecordedAnswer]) -> dict[str, Any]:
    return {str(index): plain(each) for index, each in enumerate(told)}


def _differing(where: str, told: Mapping[str, Any], due: Mapping[str, Any]) -> Faults:
    for name in sorted(told.keys() | due.keys()):
        if told.get(name) != due.get(name):
            yield f"{where}{name}: {told.get(name)} is told, and by the rules it is {due.get(name)}"
