"""What the seats answered in a hand, as far as somebody may know it when the hand is over (TB-13).

What was picked is told by name and never by its place among the choices, which would say what else
was there; cards that somebody has not seen are `UNSEEN`, and come last. What a seat did out of turn
and nobody was told of is left out, and so is what the game's `disclosed` leaves out. Where several
answers come to the same, such as a match with one's last chips and going all in, the first that was
offered tells it: so there is one way to tell a hand, and any other is wrong.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any, Final, assert_never

from games.engine.core.errors import NotOffered, RuleError
from games.engine.core.game import HOUSE, AnyGame, Seat, Step
from games.engine.core.offers import Number, Offer, Pick, Press, Split, take
from games.engine.history.record import Answered

UNSEEN: Final = "?"
"""Stands for a card that the viewer has not seen."""
LEAVE: Final = "leave"
"""The key that stands for giving up the seat, which no offer asks for (TB-9)."""


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
