"""A player's choices in a hand that is over, and what their answers were worth (TB-26).

What a game can reckon it says at once (`Game.looked_back`). Where cards are hidden, hands are imagined: one
in which each rival might have answered as they did is drawn (`Game.likely_state`), and played to its end by
masters from the choice on, once by each of two answers: the one that was given, and the best other one after
a first try. That goes on until one of them is better beyond doubt, or there is no time left; then nothing is
told. What it cost is told from hands of their own, since those that made it look dear are no fair sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any

from games.engine.core.game import HOUSE, AnyGame, Response, Seat
from games.engine.core.names import MASTER
from games.engine.core.offers import Answer, Offer, find, take
from games.engine.history import PlayedMove, behind
from games.engine.seals import Chance, shuffled

LOOKS_MAX = 2
"""So many choices of a hand are told."""
TRIED = 12
"""Hands imagined for every answer before two are compared."""
COMPARED = 2
"""So many answers are compared; of more a first try decides which."""
DRAWN_MIN, DRAWN_MAX = 24, 800
"""Hands imagined for two answers, at least and at most."""
ERRORS = 3
"""By so many standard errors one answer has to be better."""
GIVEN_UP = "fold"
"""What this answer is worth needs no hands: nothing."""
PAYING = {"match", "all_in"}
"""The answers that pay for staying in."""


@dataclass(frozen=True, slots=True)
class PotOdds:
    """How often a seat that pays would win, what it pays, and how often it has to win for that."""

    odds: float
    price: int
    wants: float


@dataclass(frozen=True, slots=True)
class SecondLook:
    """A choice: the state in which it was made, what was offered and answered, and what each was worth."""

    state: Any
    offers: tuple[Offer[Any], ...]
    answered: str
    worths: Mapping[str, float]
    """By the keys of their offers; of answers that were not compared nothing is known."""
    imagined: int = 0
    """How many hands say so; 0 where it was reckoned."""
    call: PotOdds | None = None
    """What it was to pay rather than to fold, where these two were compared."""

    @property
    def best(self) -> float:
        """What the best answer was worth."""
        return max(self.worths.values())

    @property
    def cost(self) -> float:
        """What was lost by the answer."""
        return self.best - self.worths[self.answered]

    @property
    def margin(self) -> float:
        """By how much the best answer is better than the worst."""
        return self.best - min(self.worths.values())


class SecondLooks:
    """The choices of a seat in a hand that is over; the longer it thinks, the more of them it is sure of."""

    def __init__(self, game: AnyGame, made: Sequence[PlayedMove], seat: Seat, chance: Chance) -> None:
        self._all = tuple(comparisons(game, made, seat, chance))

    def think(self) -> bool:
        """Imagine a hand more for each choice that is not sure yet; False where there is none."""
        unsure = [each for each in self._all if not each.is_done]
        for each in unsure:
            each.think()
        return bool(unsure)

    @property
    def found(self) -> tuple[SecondLook, ...]:
        """The choices that cost it most, dearest first; the closest one if none cost it anything."""
        sure = [each.found for each in self._all if each.found is not None]
        costly = sorted((each for each in sure if each.cost), key=lambda each: -each.cost)
        closest = sorted(sure, key=lambda each: each.margin)
        return tuple(costly[:LOOKS_MAX] or closest[:1])


def comparisons(
    game: AnyGame, made: Sequence[PlayedMove], seat: Seat, chance: Chance
) -> Iterator[Comparison]:
    """The choices of a seat whose answers can be compared, in the order of the hand."""
    past: list[Response] = []
    for each in made:
        if each.seat == HOUSE or each.move == game.departure:
            continue
        offers, asides = game.offers(each.state, each.seat), game.asides(each.state, each.seat)
        offer, numbers = behind(game, each, each.move, (*offers, *asides))
        if offer in asides:  # nobody asked for it, so it is compared with nothing, and tells of no cards
            continue
        response = Response(each.state, each.seat, Answer(offer.key, numbers))
        if each.seat != seat:
            past.append(response)
        else:
            found = Comparison(game, past, response, chance)
            if found.found is not None or not found.is_done:
                yield found


class Comparison:
    """A choice, and what its answers brought in the hands that were imagined."""

    def __init__(self, game: AnyGame, past: Sequence[Response], choice: Response, chance: Chance) -> None:
        self._game, self._past, self._choice, self._chance = game, tuple(past), choice, chance
        ways = self._ways = game.ways(choice.state, choice.seat)
        self._own = choice.answer.key
        self._wanted = 0
        self._answers = {**ways.answers, self._own: choice.answer}
        self._brought: dict[str, list[float]] = {key: [] for key in self._answers}
        self._is_tried = len(self._answers) == COMPARED
        self.found: SecondLook | None = None
        worths = game.looked_back(choice.state, choice.seat)
        if worths:
            self._tell(worths)
        self.is_done = bool(worths) or not ways.answers.keys() - {self._own}

    def think(self) -> None:
        """Imagine one hand more."""
        drawn = self.imagined()
        for key, brought in self._brought.items():
            brought.append(self.brings(key, drawn))
        count = len(self._brought[self._own])
        if not self._is_tried:
            if count == TRIED:
                self._choose()
        elif not self._wanted:
            self._judge(count)
        elif count == self._wanted:
            self._conclude()

    def imagined(self) -> Any:
        """The same choice in a hand in which each rival might have answered as they did."""
        return self._game.likely_state(self._choice.state, self._past, self._choice.seat, self._chance)

    def brings(self, key: str, state: Any) -> float:
        """What the seat gets by that answer beyond what giving up leaves it, if masters play on."""
        if key == GIVEN_UP:
            return 0.0
        game, seat, answer = self._game, self._choice.seat, self._answers[key]
        offer = find(game.offers(state, seat), key)
        after = game.apply(state, seat, take(offer, answer.numbers)).state
        end = played_on(game, after, self._chance)
        return float(game.result(end).stacks[seat] - game.stacks(state)[seat])

    def _choose(self) -> None:
        """From now on compare the answer that was given with the best of the others."""
        best = max(self._brought.keys() - {self._own}, key=lambda key: fmean(self._brought[key]))
        self._brought, self._is_tried = {self._own: [], best: []}, True

    def _judge(self, count: int) -> None:
        """Look whether one of the two is better beyond doubt."""
        if count < DRAWN_MIN:
            return
        off = self._differences()
        error, mean = stdev(off) / count**0.5, fmean(off)
        if mean - self._ways.least > ERRORS * error:
            self._wanted = count
            self._brought = {key: [] for key in self._brought}
        elif -mean > ERRORS * error:
            self._conclude()
        else:
            self.is_done = count == DRAWN_MAX

    def _conclude(self) -> None:
        """Tell what both were worth, unless that the other is better is no matter after all."""
        self.is_done = True
        if not self._wanted or fmean(self._differences()) >= self._ways.least:
            self._tell({key: fmean(brought) for key, brought in self._brought.items()}, self._call())

    def _tell(self, worths: Mapping[str, float], call: PotOdds | None = None) -> None:
        state, key = self._choice.state, self._own
        offers, imagined = self._game.offers(state, self._choice.seat), len(self._brought[key])
        self.found = SecondLook(state, offers, key, worths, imagined, call)

    def _call(self) -> PotOdds | None:
        """How often whoever paid got more back than nothing: lost is at least the price."""
        ways, paid = self._ways, self._brought.keys() & PAYING
        if not paid or GIVEN_UP not in self._brought or not ways.price:
            return None
        brought = self._brought[next(iter(paid))]
        return PotOdds(fmean(each > -ways.price for each in brought), ways.price, ways.wants)

    def _differences(self) -> list[float]:
        """By how much the other answer brought more, hand by hand."""
        own = self._brought[self._own]
        (other,) = (brought for key, brought in self._brought.items() if key != self._own)
        return [more - less for more, less in zip(other, own, strict=True)]


class Imagination:
    """Chance that is fast: nothing is dealt from it, and no card that lies anywhere follows from it."""

    def __init__(self, seed: str) -> None:
        self.below = Random(seed).randrange  # noqa: S311 -- it only imagines

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards in any order."""
        return shuffled(cards, self.below)


def played_on(game: AnyGame, state: Any, chance: Chance) -> Any:
    """The end of a hand that masters play on."""
    while asked := game.to_act(state):
        if HOUSE in asked:
            state = game.apply(state, HOUSE, game.house_move(state, chance)).state
            continue
        seat = min(asked)
        offers = game.offers(state, seat)
        answer = game.decide(game.recollection(state, seat), offers, chance, MASTER)
        state = game.apply(state, seat, take(find(offers, answer.key), answer.numbers)).state
    return state
