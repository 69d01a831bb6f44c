"""A review of a player's choices in a finished hand: the expected values of the answers (TB-26).

Some values a game can calculate at once (`Game.looked_back`). Where cards are hidden, hands are sampled: a
state is drawn in which each rival might have answered as they did (`Game.sample_likely_state`), and masters
play it on to its end, once after each compared answer. A few hands decide which other answer is the best;
that one and the given one are then compared until one of them is significantly better. If neither is in the
time there is, nothing is reported. The cost of an answer is estimated from new hands, since the hands that
made it look costly are a biased sample.
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
from games.engine.history import PlayedMove, find_offer
from games.engine.provable_chance import Chance, shuffled

LOOKS_MAX = 2
"""The maximum number of choices of a hand that a review reports."""
FIRST_SAMPLES = 12
"""The number of hands sampled to find the best of the other answers."""
COMPARED = 2
"""The number of answers that are then compared: the given one and the best other one."""
SAMPLES_MIN, SAMPLES_MAX = 24, 800
"""The minimum and maximum numbers of hands sampled to compare them."""
ERRORS = 3
"""The number of standard errors by which an answer has to be better."""
GIVEN_UP = "fold"
"""The answer that is worth 0 by definition."""
PAYING = {"match", "all_in"}
"""The answers that pay for staying in."""


@dataclass(frozen=True, slots=True)
class PotOdds:
    """Pot odds: how often the seat would win by paying, the price, and how often it would have to win."""

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
    """The number of sampled hands; 0 if the values were calculated."""
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
    """The review of a seat's choices in a finished hand; more thinking decides more of them."""

    def __init__(self, game: AnyGame, made: Sequence[PlayedMove], seat: Seat, chance: Chance) -> None:
        self._all = tuple(comparisons(game, made, seat, chance))

    def think(self) -> bool:
        """Sample one more hand for each undecided choice; return False if all are decided."""
        unsure = [each for each in self._all if not each.is_done]
        for each in unsure:
            each.think()
        return bool(unsure)

    @property
    def found(self) -> tuple[SecondLook, ...]:
        """The choices that cost the seat most, costliest first; if none cost anything, the closest one."""
        decided = [each.found for each in self._all if each.found is not None]
        costly = sorted((each for each in decided if each.cost), key=lambda each: -each.cost)
        closest = sorted(decided, key=lambda each: each.margin)
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
        offer, numbers = find_offer(game, each, each.move, (*offers, *asides))
        if offer in asides:  # not the answer to a question, and it says nothing about cards
            continue
        response = Response(each.state, each.seat, Answer(offer.key, numbers))
        if each.seat != seat:
            past.append(response)
        else:
            comparison = Comparison(game, past, response, chance)
            if comparison.found is not None or not comparison.is_done:
                yield comparison


class Comparison:
    """A choice, and the gains of its answers in the sampled hands."""

    def __init__(self, game: AnyGame, past: Sequence[Response], choice: Response, chance: Chance) -> None:
        self._game, self._past, self._choice, self._chance = game, tuple(past), choice, chance
        ways = self._ways = game.ways(choice.state, choice.seat)
        self._answered = choice.answer.key
        self._separate_count = 0
        """The number of new hands from which the cost is estimated; 0 before the comparison is decided."""
        self._answers = {**ways.answers, self._answered: choice.answer}
        self._gains: dict[str, list[float]] = {key: [] for key in self._answers}
        self._is_narrowed = len(self._answers) == COMPARED
        self.found: SecondLook | None = None
        worths = game.looked_back(choice.state, choice.seat)
        if worths:
            self._report(worths)
        self.is_done = bool(worths) or not ways.answers.keys() - {self._answered}

    def think(self) -> None:
        """Sample one more hand."""
        state = self.imagined()
        for key, gains in self._gains.items():
            gains.append(self.brings(key, state))
        count = len(self._gains[self._answered])
        if not self._is_narrowed:
            if count == FIRST_SAMPLES:
                self._narrow()
        elif not self._separate_count:
            self._check_significance(count)
        elif count == self._separate_count:
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

    def _narrow(self) -> None:
        """Compare the given answer with the best of the others from now on."""
        best = max(self._gains.keys() - {self._answered}, key=lambda key: fmean(self._gains[key]))
        self._gains, self._is_narrowed = {self._answered: [], best: []}, True

    def _check_significance(self, count: int) -> None:
        """Check whether one of the two is significantly better."""
        if count < SAMPLES_MIN:
            return
        differences = self._differences()
        error, mean = stdev(differences) / count**0.5, fmean(differences)
        if mean - self._ways.least > ERRORS * error:
            self._separate_count = count
            self._gains = {key: [] for key in self._gains}
        elif -mean > ERRORS * error:
            self._conclude()
        else:
            self.is_done = count == SAMPLES_MAX

    def _conclude(self) -> None:
        """Report the values of both, unless the other answer is better by a negligible amount only."""
        self.is_done = True
        if not self._separate_count or fmean(self._differences()) >= self._ways.least:
            self._report({key: fmean(gains) for key, gains in self._gains.items()}, self._pot_odds())

    def _report(self, worths: Mapping[str, float], call: PotOdds | None = None) -> None:
        state, key = self._choice.state, self._answered
        offers, imagined = self._game.offers(state, self._choice.seat), len(self._gains[key])
        self.found = SecondLook(state, offers, key, worths, imagined, call)

    def _pot_odds(self) -> PotOdds | None:
        """Return the pot odds; a hand in which the seat paid is won if the seat lost less than the price."""
        ways, paid = self._ways, self._gains.keys() & PAYING
        if not paid or GIVEN_UP not in self._gains or not ways.price:
            return None
        gains = self._gains[must_find(paid)]
        return PotOdds(fmean(each > -ways.price for each in gains), ways.price, ways.wants)

    def _differences(self) -> list[float]:
        """Return by how much the other answer gained more in each hand."""
        own = self._gains[self._answered]
        (other,) = (gains for key, gains in self._gains.items() if key != self._answered)
        return [theirs - ours for theirs, ours in zip(other, own, strict=True)]


class SampledChance:
    """Fast, unsealed chance for sampled hands; no real card is dealt from it."""

    def __init__(self, seed: str) -> None:
        self.below = Random(seed).randrange  # noqa: S311 -- only for sampled hands

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards in random order."""
        return shuffled(cards, self.below)


def played_on(game: AnyGame, state: Any, chance: Chance) -> Any:
    """Return the end of a hand that masters play on."""
    while seats := game.to_act(state):
        if CHANCE_SEAT in seats:
            state = game.apply(state, CHANCE_SEAT, game.chance_move(state, chance)).state
            continue
        seat = min(seats)
        offers = game.offers(state, seat)
        answer = game.decide(game.recollection(state, seat), offers, chance, MASTER)
        state = game.apply(state, seat, take(find(offers, answer.key), answer.numbers)).state
    return state
