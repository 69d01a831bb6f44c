"""A hand's history, as it is written for one viewer and read again by whoever checks it (TB-13).

Its parts are public, or were that viewer's to see: commitments and cuts, the proofs of the
cards that the viewer saw, the game's own views of the first and the last moment, what the
seats answered, and the events that everybody was told. What exactly a proof proves stands in
`deck.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from games.engine.chance.deck import Opened
from games.engine.chance.seals import Cut
from games.engine.chance.stream import Writing, below, mixed, words
from games.engine.core.game import Seat, Withheld
from games.engine.core.house_rules import Choice
from games.engine.core.variants import variant
from games.engine.history.plain import Misshapen

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
