"""The league: one challenger at a table of house players, hand after hand with the same stacks.

Hands are played in *evenings*: the same company at the same seats, so that house players may get to know
the challenger, as they do at a table. Then all sit down anew, the challenger at the next seat. What an
evening brings is one figure, since its hands hang together: the standard error comes from those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, TypeAlias

from games.engine.core.character import MASTER, Character
from games.engine.core.game import HOUSE, AnyGame, Guest, HandResult, Seat, TableFacts
from games.engine.core.offers import Answer, Offer, find, take
from training.opponents import Asked, Plan, Sense, carried_out

EVENING_HANDS = 40
ANSWERS_MAX = 1_000
"""More answers than a hand can take."""
Player: TypeAlias = Callable[[Any, tuple[Offer[Any], ...]], Answer]
"""Answers from a view, as a house player has it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a league is played: the game, its house rules, how many sit and what lies before each."""

    game: AnyGame
    rules: Any
    seats: int
    stack: int
    sense: Callable[[Any], Sense]
    last_stage: str
    """The stage of the hand's last betting round."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a challenger gained a hand in smallest bets, and its standard error."""

    hands: int
    gain: float
    error: float
    seconds: float
    """All but one in a hundred of the house's decisions took no longer than this."""

    @property
    def errors(self) -> float:
        """By how many standard errors the challenger won."""
        return self.gain / self.error if self.error else 0.0

    def __str__(self) -> str:
        """One line of a table."""
        told = f"{self.gain:+7.3f} ± {self.error:.3f} a hand ({self.errors:+5.1f} errors)"
        return f"{told}, {self.hands} hands, p99 {1000 * self.seconds:.0f} ms"


class Luck:
    """Chance that is fast, and can be had again."""

    def __init__(self, random: Random) -> None:
        self.below = random.randrange
        self._random = random

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards in any order."""
        return tuple(self._random.sample(cards, len(cards)))


@dataclass(slots=True)
class _HousePlayer:
    """A house player, and how long it thought each time."""

    game: AnyGame
    character: Character
    chance: Luck
    thought: list[float] = field(default_factory=list)

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...]) -> Answer:
        started = perf_counter()
        answer = self.game.decide(view, offers, self.chance, self.character)
        self.thought.append(perf_counter() - started)
        return answer


@dataclass(frozen=True, slots=True)
class _Schemer:
    """Somebody who bets by a plan, and plays the cards as a house player does."""

    setting: Setting
    plan: Plan
    house: _HousePlayer
    random: Random

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...]) -> Answer:
        if all(offer.key != "fold" for offer in offers):
            return self.house(view, offers)
        asked = Asked(view, self.setting.sense, view.stage == self.setting.last_stage, self.random)
        return carried_out(self.plan(asked), offers, asked)


def play(setting: Setting, challenger: Plan | Character, house: Character, hands: int, seed: str) -> Score:
    """Let a challenger, a plan or another house player, play so many hands against house players."""
    random = Random(seed)
    luck, evenings, thought = Luck(random), [], list[float]()
    for evening in range(max(2, hands // EVENING_HANDS)):
        company = {
            Seat(1 + at): _HousePlayer(setting.game, house, luck, thought) for at in range(setting.seats)
        }
        seat = Seat(1 + evening % setting.seats)
        players: dict[Seat, Player] = {**company, seat: _challenger(setting, challenger, random)}
        evenings.append(fmean(_evening(setting, players, seat, luck)))
    thought.sort()
    return Score(
        hands=len(evenings) * EVENING_HANDS,
        gain=fmean(evenings),
        error=stdev(evenings) / len(evenings) ** 0.5,
        seconds=thought[len(thought) * 99 // 100],
    )


def _challenger(setting: Setting, challenger: Plan | Character, random: Random) -> Player:
    luck = Luck(random)
    if isinstance(challenger, Character):
        return _HousePlayer(setting.game, challenger, luck)
    return _Schemer(setting, challenger, _HousePlayer(setting.game, MASTER, luck), random)


def _evening(setting: Setting, players: Mapping[Seat, Player], seat: Seat, luck: Luck) -> Iterator[float]:
    """What that seat gains in each hand of an evening, in smallest bets."""
    guests: tuple[Guest[Any], ...] = tuple(Guest(each, setting.stack) for each in players)
    facts, carry = TableFacts(setting.rules, guests, guests[0].seat), None
    for _ in range(EVENING_HANDS):
        if len(setting.game.dealt_in(facts, carry)) < len(guests):
            carry = None
        played, unit = _hand(setting.game, setting.game.start(facts, carry), players, luck)
        carry = played.carry
        yield (played.stacks[seat] - setting.stack) / unit


def _hand(
    game: AnyGame, state: Any, players: Mapping[Seat, Player], luck: Luck
) -> tuple[HandResult[Any], int]:
    """How a hand ends, and the smallest bet in it."""
    unit = state.betting.bet_min
    for _ in range(ANSWERS_MAX):
        asked = game.to_act(state)
        if not asked:
            return game.result(state), unit
        if HOUSE in asked:
            state = game.apply(state, HOUSE, game.house_move(state, luck)).state
            continue
        seat = min(asked)
        offers = game.offers(state, seat)
        answer = players[seat](game.recollection(state, seat), offers)
        state = game.apply(state, seat, take(find(offers, answer.key), answer.numbers)).state
    raise AssertionError("a hand that never ends")
