"""The league: a challenger at a table of house players, who begins every hand with the same stack.

An *evening* is a number of hands with the same players at the same seats, so that house players can learn the
challenger's habits, as they do at a table. Each evening is played several times with the same cards, with the
challenger at each seat in turn, so that luck favours nobody. The challenger's average gain over the seats of
a deal is one sample, and the standard error is calculated from these samples. Apart from habits, hands of an
evening are hardly correlated: standard errors from whole evenings are no larger (0.9 of these on average,
over 22 comparisons).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from statistics import fmean, stdev
from time import thread_time
from typing import Any, TypeAlias

from games.engine.core.characters import MASTER, Character
from games.engine.core.game import CHANCE_SEAT, AnyGame, HandResult, HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import Answer, Offer, find, take
from games.engine.provable_chance import Chance
from training.opponents import BettingQuestion, Plan, Sense, nearest_answer

EVENING_HANDS = 20
ANSWERS_MAX = 1_000
"""The maximum number of moves of a hand, which no hand reaches."""
Imagine: TypeAlias = Callable[[Chance], Any]
"""Draws a state that a seat cannot tell from the real one."""
Player: TypeAlias = Callable[[Any, tuple[Offer[Any], ...], Imagine], Answer]
"""Answers a question, from the same view that a house player gets."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The conditions of a league: the game, its house rules, the number of seats, the stacks."""

    game: AnyGame
    rules: Any
    seats: int
    stacks: tuple[int, ...]
    """Each seat's stack at the start of every hand."""
    sense: Callable[[Any], Sense]
    last_stage: str
    """The stage of the hand's last betting round."""
    unit: Callable[[Any], int]
    """The unit of gains, in chips: the smallest bet of a hand that has just begun."""
    purse: int | None = None
    """The challenger's stack, if it differs from its seat's."""
    hands: int = EVENING_HANDS
    """The number of hands of an evening."""

    def with_challenger(self, seat: Seat) -> Setting:
        """Return the same setting with the challenger's purse at its seat."""
        stacks = list(self.stacks)
        stacks[seat - 1] = self.purse or stacks[seat - 1]
        return replace(self, stacks=tuple(stacks))


@dataclass(frozen=True, slots=True)
class Score:
    """A challenger's gain per hand in smallest bets, and its standard error."""

    hands: int
    gain: float
    error: float
    seconds: float
    """The 99th percentile of the house players' thinking times, in seconds."""

    @property
    def errors(self) -> float:
        """The challenger's gain in standard errors."""
        return self.gain / self.error if self.error else 0.0

    def __str__(self) -> str:
        """Return one line of a table."""
        gain = f"{self.gain:+7.3f} ± {self.error:.3f} a hand ({self.errors:+5.1f} errors)"
        return f"{gain}, {self.hands} hands, p99 {1000 * self.seconds:.0f} ms"


class Luck:
    """Fast chance that can be repeated."""

    def __init__(self, random: Random) -> None:
        self.below = random.randrange
        self._random = random

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards in random order."""
        return tuple(self._random.sample(sorted(cards), len(cards)))


@dataclass(slots=True)
class Thinker:
    """A house player whose thinking time is measured."""

    game: AnyGame
    character: Character
    chance: Luck
    thought: list[float] = field(default_factory=list)

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...], _imagine: Imagine) -> Answer:
        """Answer, and measure the time."""
        started = thread_time()
        answer = self.game.decide(view, offers, self.chance, self.character)
        self.thought.append(thread_time() - started)
        return answer


@dataclass(frozen=True, slots=True)
class Schemer:
    """A player who bets by a plan, but plays the cards as a house player does."""

    setting: Setting
    plan: Plan
    house: Player
    random: Random

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...], imagine: Imagine) -> Answer:
        """Answer by the plan if the seat may fold; otherwise answer as a house player does."""
        if all(offer.key != "fold" for offer in offers):
            return self.house(view, offers, imagine)
        is_last = view.stage == self.setting.last_stage
        question = BettingQuestion(view, self.setting.sense, is_last, self.random, offers, imagine)
        return nearest_answer(self.plan(question), offers, question)


def play(setting: Setting, challenger: Plan | Character, house: Character, hands: int, seed: str) -> Score:
    """Play about this many hands of a challenger, a plan or a house player, against house players."""
    gains, thought = list[float](), list[float]()
    for number in range(max(1, round(hands / setting.hands / setting.seats))):
        gains += deals(setting, challenger, [house], f"{seed} {number}", thought)
    return scored(setting, gains, thought)


def deals(
    setting: Setting,
    challenger: Plan | Character,
    house: Sequence[Character],
    name: str,
    thought: list[float],
) -> list[float]:
    """Return the challenger's gain for each deal of an evening, averaged over the seats.

    Thinking times of the house players are added to `thought`.
    """
    seats = [Seat(number) for number in range(1, setting.seats + 1)]
    by_seat = (sitting(setting, seat, challenger, house, name, thought) for seat in seats)
    return [fmean(gains) for gains in zip(*by_seat, strict=True)]


def sitting(
    setting: Setting,
    seat: Seat,
    challenger: Plan | Character,
    house: Sequence[Character],
    name: str,
    thought: list[float],
) -> Iterator[float]:
    """Yield the gain of a challenger at that seat for each hand of an evening, among these house players."""
    where = setting.with_challenger(seat)
    company = Random(name).choices(house, k=where.seats)
    seats = [Seat(number) for number in range(1, where.seats + 1)]
    randoms = {each: Random() for each in (CHANCE_SEAT, *seats)}
    players: dict[Seat, Player] = {
        each: Thinker(where.game, character, Luck(randoms[each]), thought)
        for each, character in zip(seats, company, strict=True)
    }
    players[seat] = _challenger(where, challenger, randoms[seat])
    for hand, unit in evening(where, players, randoms, name, where.hands):
        yield (hand.stacks[seat] - where.stacks[seat - 1]) / unit


def scored(setting: Setting, gains: Sequence[float], thought: Sequence[float]) -> Score:
    """Return the score of these deals, with the house players' thinking time."""
    return Score(
        hands=len(gains) * setting.seats,
        gain=fmean(gains),
        error=stdev(gains) / len(gains) ** 0.5,
        seconds=sorted(thought)[len(thought) * 99 // 100],
    )


def _challenger(setting: Setting, challenger: Plan | Character, random: Random) -> Player:
    luck = Luck(random)
    if isinstance(challenger, Character):
        return Thinker(setting.game, challenger, luck)
    return Schemer(setting, challenger, Thinker(setting.game, MASTER, luck), random)


def evening(
    setting: Setting,
    players: Mapping[Seat, Player],
    randoms: Mapping[Seat, Random],
    name: str,
    hands: int = EVENING_HANDS,
) -> Iterator[tuple[HandResult[Any], int]]:
    """Yield each hand's result and its unit of gains; an evening's name is its seed."""
    seated: tuple[SeatedPlayer[Any], ...] = tuple(
        SeatedPlayer(each, stack) for each, stack in zip(players, setting.stacks, strict=True)
    )
    setup, carry, luck = HandSetup(setting.rules, seated, seated[0].seat), None, Luck(randoms[CHANCE_SEAT])
    for hand in range(hands):
        if len(setting.game.dealt_in(setup, carry)) < len(seated):
            carry = None
        # Each player has a random generator of its own, so that one player's draws do not change the others'.
        for seat, random in randoms.items():
            random.seed(f"{name} {hand} {seat}")
        state = setting.game.start(setup, carry)
        result = setting.game.result(played_out(setting.game, state, players, luck))
        carry = result.carry
        yield result, setting.unit(state)


def played_out(game: AnyGame, state: Any, players: Mapping[Seat, Player], luck: Luck) -> Any:
    """Return the state in which a hand ends."""
    *_, end = course(game, state, players, luck)
    return end


def course(game: AnyGame, state: Any, players: Mapping[Seat, Player], luck: Luck) -> Iterator[Any]:
    """Yield this state of a hand and all later ones."""
    for _ in range(ANSWERS_MAX):
        yield state
        seats = game.to_act(state)
        if not seats:
            return
        if CHANCE_SEAT in seats:
            state = game.apply(state, CHANCE_SEAT, game.chance_move(state, luck)).state
            continue
        seat = min(seats)
        offers = game.offers(state, seat)
        answer = players[seat](
            game.recollection(state, seat), offers, partial(game.sample_possible_state, state, seat)
        )
        state = game.apply(state, seat, take(find(offers, answer.key), answer.numbers)).state
    raise AssertionError("a hand that never ends")
