"""A review of a player's choices in a finished hand: the expected values of the answers (TB-26).

A game returns at once what it can calculate (`Game.looked_back`). Where cards are hidden, hands are imagined:
a state in which each rival might have answered as they did is drawn (`Game.sample_likely_state`), and masters
play it to its end from the choice on, once for each of two answers: the one that was given, and the best
other one after a first try. That goes on until one of them is significantly better, or the time is up; then
nothing is reported. The cost is estimated from separate hands, since those that made the answer look costly
are a biased sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any

from games.engine.core.characters import MASTER
from games.engine.core.errors import must_find
from games.engine.core.game import CHANCE_SEAT, AnyGame, Response, Seat
from games.engine.core.offers import Answer, Offer, find, take
from games.engine.history import PlayedMove, behind
from games.engine.provable_chance import Chance, shuffled

LOOKS_MAX = 2
"""The maximum number of reviewed choices of a hand."""
TRIED = 12
"""The number of hands imagined for every answer before two are compared."""
COMPARED = 2
"""The number of compared answers; a first try decides which ones."""
DRAWN_MIN, DRAWN_MAX = 24, 800
"""The minimum and maximum numbers of hands drawn for two answers."""
ERRORS = 3
"""The number of standard errors by which one answer has to be better."""
GIVEN_UP = "fold"
"""The answer that is worth 0 without any imagined hand."""
PAYING = {"match", "all_in"}
"""The answers that pay for staying in."""


@dataclass(frozen=True, slots=True)
class PotOdds:
    """Pot odds: how often the seat would win by paying, the price, and how often it has to win."""

    odds: float
    price: int
    wants: float


@dataclass(frozen=True, slots=True)
class SecondLook:
    """A reviewed choice: its state, the offers, the answer, and the expected value of each answer."""

    state: Any
    offers: tuple[Offer[Any], ...]
    answered: str
    worths: Mapping[str, float]
    """Expected values by the keys of the offers; answers that were not compared are missing."""
    imagined: int = 0
    """The number of imagined hands; 0 if the value was calculated."""
    call: PotOdds | None = None
    """The pot odds, if paying and folding were compared."""

    @property
    def best(self) -> float:
        """The expected value of the best answer."""
        return max(self.worths.values())

    @property
    def cost(self) -> float:
        """The expected loss by the answer."""
        return self.best - self.worths[self.answered]

    @property
    def margin(self) -> float:
        """The difference between the best and the worst answer."""
        return self.best - min(self.worths.values())


class SecondLooks:
    """The review of a seat's choices in a finished hand; the longer it thinks, the more it can decide."""

    def __init__(self, game: AnyGame, made: Sequence[PlayedMove], seat: Seat, chance: Chance) -> None:
        self._all = tuple(comparisons(game, made, seat, chance))

    def think(self) -> bool:
        """Imagine one more hand for each undecided choice; return False if there is none."""
        unsure = [each for each in self._all if not each.is_done]
        for each in unsure:
            each.think()
        return bool(unsure)

    @property
    def found(self) -> tuple[SecondLook, ...]:
        """The choices that cost the seat most, dearest first; the closest one if none cost anything."""
        sure = [each.found for each in self._all if each.found is not None]
        costly = sorted((each for each in sure if each.cost), key=lambda each: -each.cost)
        closest = sorted(sure, key=lambda each: each.margin)
        return tuple(costly[:LOOKS_MAX] or closest[:1])


def comparisons(
    game: AnyGame, made: Sequence[PlayedMove], seat: Seat, chance: Chance
) -> Iterator[Comparison]:
    """Yield the choices of a seat whose answers can be compared, in the order of the hand."""
    past: list[Response] = []
    for each in made:
        if each.seat == CHANCE_SEAT or each.move == game.departure:
            continue
        offers, asides = game.offers(each.state, each.seat), game.asides(each.state, each.seat)
        offer, numbers = behind(game, each, each.move, (*offers, *asides))
        if offer in asides:  # no question, so there is nothing to compare, and it says nothing about cards
            continue
        response = Response(each.state, each.seat, Answer(offer.key, numbers))
        if each.seat != seat:
            past.append(response)
        else:
            found = Comparison(game, past, response, chance)
            if found.found is not None or not found.is_done:
                yield found


class Comparison:
    """A choice, and the gains of its answers in the imagined hands."""

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
        """Imagine one more hand."""
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
        """Return the same choice in a hand in which each rival might have answered as they did."""
        return self._game.sample_likely_state(self._choice.state, self._past, self._choice.seat, self._chance)

    def brings(self, key: str, state: Any) -> float:
        """Return the seat's gain by that answer compared with folding, if masters play on."""
        if key == GIVEN_UP:
            return 0.0
        game, seat, answer = self._game, self._choice.seat, self._answers[key]
        offer = find(game.offers(state, seat), key)
        after = game.apply(state, seat, take(offer, answer.numbers)).state
        end = played_on(game, after, self._chance)
        return float(game.result(end).stacks[seat] - game.stacks(state)[seat])

    def _choose(self) -> None:
        """Compare the given answer with the best of the others from now on."""
        best = max(self._brought.keys() - {self._own}, key=lambda key: fmean(self._brought[key]))
        self._brought, self._is_tried = {self._own: [], best: []}, True

    def _judge(self, count: int) -> None:
        """Check whether one of the two is significantly better."""
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
        """Store the value of both, unless the other answer is better by a negligible amount only."""
        self.is_done = True
        if not self._wanted or fmean(self._differences()) >= self._ways.least:
            self._tell({key: fmean(brought) for key, brought in self._brought.items()}, self._call())

    def _tell(self, worths: Mapping[str, float], call: PotOdds | None = None) -> None:
        state, key = self._choice.state, self._own
        offers, imagined = self._game.offers(state, self._choice.seat), len(self._brought[key])
        self.found = SecondLook(state, offers, key, worths, imagined, call)

    def _call(self) -> PotOdds | None:
        """Return the pot odds: a seat that paid won if it lost less than the price."""
        ways, paid = self._ways, self._brought.keys() & PAYING
        if not paid or GIVEN_UP not in self._brought or not ways.price:
            return None
        brought = self._brought[must_find(paid)]
        return PotOdds(fmean(each > -ways.price for each in brought), ways.price, ways.wants)

    def _differences(self) -> list[float]:
        """Return the differences by which the other answer gained more, hand by hand."""
        own = self._brought[self._own]
        (other,) = (brought for key, brought in self._brought.items() if key != self._own)
        return [more - less for more, less in zip(other, own, strict=True)]


class SampledChance:
    """Fast chance: no card is dealt from it, and it reveals no card's place."""

    def __init__(self, seed: str) -> None:
        self.below = Random(seed).randrange  # noqa: S311 -- it only imagines

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards in random order."""
        return shuffled(cards, self.below)


def played_on(game: AnyGame, state: Any, chance: Chance) -> Any:
    """Return the end of a hand that masters play on."""
    while asked := game.to_act(state):
        if CHANCE_SEAT in asked:
            state = game.apply(state, CHANCE_SEAT, game.chance_move(state, chance)).state
            continue
        seat = min(asked)
        offers = game.offers(state, seat)
        answer = game.decide(game.recollection(state, seat), offers, chance, MASTER)
        state = game.apply(state, seat, take(find(offers, answer.key), answer.numbers)).state
    return state
