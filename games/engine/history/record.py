"""A hand's history, written for one viewer and read again by whoever checks it (TB-13).

Its parts are public, or were that viewer's to see: commitments and cuts, the proofs of the
cards that the viewer saw, the game's own views of the first and the last moment, what the
seats answered, and the events that everybody was told. What exactly a proof proves stands in
`chance/seals.py`.

What was picked is told by name and never by its place among the choices, which would say what else
was there; cards that somebody has not seen are `UNSEEN`, and come last. What a seat did out of turn
and nobody was told of is left out, and so is what the game's `disclosed` leaves out. Where several
answers come to the same, such as a match with one's last chips and going all in, the first that was
offered tells it: so there is one way to tell a hand, and any other is wrong.

It lies in a file as JSON, and is read strictly: `read` refuses a missing field, an unknown field, a text
where there should be a number. What it returns needs no further checks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache, partial
from itertools import combinations
from typing import Any, Final, Optional, TypeAlias, assert_never

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from games.engine.chance.seals import Cut, Opened, Writing, below, mixed, words
from games.engine.core.errors import NotOffered, RuleError
from games.engine.core.game import HOUSE, AnyGame, Seat, Step, Withheld
from games.engine.core.house_rules import Choice
from games.engine.core.offers import Number, Offer, Pick, Press, Split, take, variant

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
class OpenSeed:
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
    leaf: Opened


@variant
class OpenDeck:
    """The seal of a deck, as far as it may be opened to the viewer; lots are read from the salt of `lots`."""

    commitment: str
    writing: Writing
    cuts: tuple[Cut, ...]
    slots: int
    lots: Opened
    cards: tuple[Proved, ...]
    kind = "deck"

    @property
    def placed(self) -> Mapping[int, str]:
        """The proved cards by their place."""
        return {card.place: card.leaf.card for card in self.cards}


def mixed_into(seal: OpenSeed | OpenDeck) -> str:
    """The cuts of a seal as they are mixed in."""
    return mixed((cut.words for cut in seal.cuts), seal.writing)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a seat answered: the key of its offer, and the numbers that this asks for or what was picked."""

    seat: Seat
    key: str
    numbers: tuple[int, ...] = ()
    picked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The chance of one draw of the House, drawn again; of a deck only what was proved of it."""

    below: Below
    deck: OpenSeed | OpenDeck

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The deck as it was dealt: what was proved in its place, and else what nobody knows of."""
        if not isinstance(self.deck, OpenDeck) or self.deck.slots != len(cards):
            raise Misshapen("seals: the last is not the deck of the hand")
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
    seals: tuple[OpenSeed | OpenDeck, ...]
    beginning: Any
    answers: tuple[Answered, ...]
    events: tuple[Any, ...]
    end: Any
    stacks: Mapping[Seat, int]
    points: Mapping[Seat, int]
    withheld: tuple[Withheld, ...]

    @property
    def proved(self) -> frozenset[str]:
        """All cards that are proved."""
        decks = [seal.placed for seal in self.seals if isinstance(seal, OpenDeck)]
        return frozenset(card for placed in decks for card in placed.values())

    def dealt(self, deck: int, places: range, unseen: str) -> tuple[str, ...]:
        """The cards at these places of a deck, by the index of its seal; `unseen` where none is proved."""
        seal = self.seals[deck]
        proved = seal.placed if isinstance(seal, OpenDeck) else {}
        return tuple(proved.get(place, unseen) for place in places)

    def draw(self, number: int) -> Redrawn:
        """One draw of the House in this hand, to be drawn again; the first is number 0."""
        seal = self.seals[-1]
        key = bytes.fromhex(seal.seed if isinstance(seal, OpenSeed) else seal.lots.salt)
        return Redrawn(partial(below, words(key, mixed_into(seal), number)), seal)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move, with the state before it, the seat that made it, and the step it led to."""

    state: Any
    seat: Seat
    move: Any
    step: Step[Any]


def answers(game: AnyGame, made: Sequence[PlayedMove], seen: Container[str]) -> Iterator[Answered]:
    """A hand's answers for somebody who saw these cards; `NotOffered` for a move no longer offered."""
    end = made[-1].step.state if made else None
    for each in made:
        move = game.disclosed(each.move, each.seat, each.step.state, end)
        if each.seat == HOUSE or move is None:
            continue
        if move == game.departure:
            yield Answered(each.seat, LEAVE)
            continue
        asides = game.asides(each.state, each.seat)
        offer, numbers = behind(game, each, move, (*game.offers(each.state, each.seat), *asides))
        if offer in asides and not each.step.events:
            # How often somebody changes their mind could give something away.
            continue
        if isinstance(offer, Pick):
            cards = game.cards(each.state)
            named = [offer.choices[number] for number in numbers]
            shown = [name for name in named if name in seen or name not in cards]
            yield Answered(each.seat, offer.key, (), (*shown, *[UNSEEN] * (len(named) - len(shown))))
        else:
            yield Answered(each.seat, offer.key, numbers)


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
        case Press():
            yield ()
        case Number():
            yield from ((each,) for each in numbers)
        case Split(least=least):
            # A move whose amount is settled holds only its split, and does not say whether it was the usual.
            yield from reversed([*combinations((least, *numbers), 2)])
            yield from ((each,) for each in (*numbers, least))
        case Pick(choices=choices):
            # A move holds what was picked, by name; places follow from what was offered.
            named = [str(name) for each in told for name in (each if isinstance(each, list) else (each,))]
            yield tuple(place for place, choice in enumerate(choices) if choice in named)
        case _:
            assert_never(offer)


def _facts(move: Any) -> list[Any]:
    """All that stands in a move; several cards in no order of theirs."""
    told = [getattr(move, each.name) for each in fields(move)]
    return [sorted(each) if isinstance(each, tuple) else each for each in told]


class Misshapen(Exception):
    """JSON that is not of the form that was asked for; its message says where, in one line."""


def plain(value: Any) -> Any:
    """A value as JSON has it: classes and mappings as objects, tuples as lists; plain values as they are."""
    return to_jsonable_python(value)


def read(kind: Any, value: Any, where: str) -> Any:
    """The value of this type that `plain` wrote in this way; raises `Misshapen` if there is none."""
    text = json.dumps(value, sort_keys=True)
    try:
        found = strict(kind).validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, (where, *first["loc"])))
        raise Misshapen(_in_one_line(f"{place}: {first['msg']}")) from error
    except RuleError as refused:
        # A value's own class checks that its fields go together.
        raise Misshapen(_in_one_line(f"{where}: {refused}")) from refused
    # Otherwise a missing field would pass with its default, and a key of 01 as 1.
    if found is None or json.dumps(plain(found), sort_keys=True) != text:
        raise Misshapen(f"{where}: not written as this program writes it")
    return found


def _in_one_line(text: str) -> str:
    """A complaint that names what stands in a file, which may be anything."""
    return text[:COMPLAINT].encode("unicode_escape").decode()


@cache
def strict(kind: Any) -> TypeAdapter[Any]:
    """Reads and writes values of this type, or None; unknown fields and wrong types are refused."""
    # pydantic's configuration reaches dataclasses only from a type around them: hence the Optional.
    return TypeAdapter(Optional[kind], config=ConfigDict(extra="forbid", strict=True, allow_inf_nan=False))  # noqa: UP045
