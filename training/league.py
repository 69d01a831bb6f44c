"""The league: one challenger at a table of house players, hand after hand with the same stacks.

Hands are played in *evenings*: the same company at the same seats, so that house players may get to know
the challenger, as they do at a table. The same evening, with the same cards, is played once for each seat,
the challenger sitting there: whatever luck is in the cards, the challenger has it, and so do the others
with whom it is compared. What a deal brings, averaged over the seats, is one figure; the standard error
comes from those. Hands of an evening hang together by little else than habits: errors worked out from whole
evenings are no larger (0.9 of these on average, over 22 comparisons).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from statistics import fmean, stdev
from time import thread_time
from typing import Any, TypeAlias

from games.engine.core.game import HOUSE, AnyGame, Guest, HandResult, Seat, TableFacts
from games.engine.core.names import MASTER, Character
from games.engine.core.offers import Answer, Offer, find, take
from games.engine.seals import Chance
from training.opponents import Asked, Plan, Sense, carried_out

EVENING_HANDS = 20
ANSWERS_MAX = 1_000
"""More answers than a hand can take."""
Imagine: TypeAlias = Callable[[Chance], Any]
"""Draws a state that a seat cannot tell from the real one."""
Player: TypeAlias = Callable[[Any, tuple[Offer[Any], ...], Imagine], Answer]
"""Answers from a view, as a house player has it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a league is played: the game, its house rules, how many sit and what each has."""

    game: AnyGame
    rules: Any
    seats: int
    stacks: tuple[int, ...]
    """What lies before each seat at the start of every hand."""
    sense: Callable[[Any], Sense]
    last_stage: str
    """The stage of the hand's last betting round."""
    unit: Callable[[Any], int]
    """In what gains are counted, in chips: the smallest bet of a hand that is just begun."""
    purse: int | None = None
    """What lies before the challenger, if not what its seat has."""
    hands: int = EVENING_HANDS
    """How many make an evening."""

    def with_challenger(self, seat: Seat) -> Setting:
        """The same with the challenger's purse at its seat."""
        stacks = list(self.stacks)
        stacks[seat - 1] = self.purse or stacks[seat - 1]
        return replace(self, stacks=tuple(stacks))


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
        return tuple(self._random.sample(sorted(cards), len(cards)))


@dataclass(slots=True)
class Thinker:
    """A house player, and how long it thought each time."""

    game: AnyGame
    character: Character
    chance: Luck
    thought: list[float] = field(default_factory=list)

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...], _imagine: Imagine) -> Answer:
        """Think, and look at the clock."""
        started = thread_time()
        answer = self.game.decide(view, offers, self.chance, self.character)
        self.thought.append(thread_time() - started)
        return answer


@dataclass(frozen=True, slots=True)
class Schemer:
    """Somebody who bets by a plan, and plays the cards as a house player does."""

    setting: Setting
    plan: Plan
    house: Player
    random: Random

    def __call__(self, view: Any, offers: tuple[Offer[Any], ...], imagine: Imagine) -> Answer:
        """Do as planned; where there is no bet to answer, as a house player does."""
        if all(offer.key != "fold" for offer in offers):
            return self.house(view, offers, imagine)
        is_last = view.stage == self.setting.last_stage
        asked = Asked(view, self.setting.sense, is_last, self.random, offers, imagine)
        return carried_out(self.plan(asked), offers, asked)


def play(setting: Setting, challenger: Plan | Character, house: Character, hands: int, seed: str) -> Score:
    """Let a challenger, a plan or another house player, play about so many hands against house players."""
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
    """What each deal of an evening brings the challenger, averaged over the seats."""
    seats = [Seat(1 + at) for at in range(setting.seats)]
    sittings = (sitting(setting, seat, challenger, house, name, thought) for seat in seats)
    return [fmean(gains) for gains in zip(*sittings, strict=True)]


def sitting(
    setting: Setting,
    seat: Seat,
    challenger: Plan | Character,
    house: Sequence[Character],
    name: str,
    thought: list[float],
) -> Iterator[float]:
    """What a challenger at that seat gains by each hand of an evening, among some who play like these."""
    where = setting.with_challenger(seat)
    company = Random(name).choices(house, k=where.seats)
    randoms = {each: Random() for each in (HOUSE, *(Seat(1 + at) for at in range(where.seats)))}
    players: dict[Seat, Player] = {
        Seat(at): Thinker(where.game, character, Luck(randoms[Seat(at)]), thought)
        for at, character in enumerate(company, 1)
    }
    players[seat] = _challenger(where, challenger, randoms[seat])
    for hand, unit in evening(where, players, randoms, name, where.hands):
        yield (hand.stacks[seat] - where.stacks[seat - 1]) / unit


def scored(setting: Setting, gains: Sequence[float], thought: Sequence[float]) -> Score:
    """What these deals come to, and how long the house thought about them."""
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
    """How each hand of an evening ends, and in what gains are counted; the name says which evening it is."""
    guests: tuple[Guest[Any], ...] = tuple(
        Guest(each, stack) for each, stack in zip(players, setting.stacks, strict=True)
    )
    facts, carry, luck = TableFacts(setting.rules, guests, guests[0].seat), None, Luck(randoms[HOUSE])
    for hand in range(hands):
        if len(setting.game.dealt_in(facts, carry)) < len(guests):
            carry = None
        # Each has a chance of its own, so that whatever one does leaves the others theirs.
        for seat, random in randoms.items():
            random.seed(f"{name} {hand} {seat}")
        state = setting.game.start(facts, carry)
        played = setting.game.result(played_out(setting.game, state, players, luck))
        carry = played.carry
        yield played, setting.unit(state)


def played_out(game: AnyGame, state: Any, players: Mapping[Seat, Player], luck: Luck) -> Any:
    """The state in which a hand ends."""
    *_, end = course(game, state, players, luck)
    return end


def course(game: AnyGame, state: Any, players: Mapping[Seat, Player], luck: Luck) -> Iterator[Any]:
    """All states of a hand from this one on."""
    for _ in range(ANSWERS_MAX):
        yield state
        asked = game.to_act(state)
        if not asked:
            return
        if HOUSE in asked:
            state = game.apply(state, HOUSE, game.house_move(state, luck)).state
            continue
        seat = min(asked)
        offers = game.offers(state, seat)
        answer = players[seat](
            game.recollection(state, seat), offers, partial(game.possible_state, state, seat)
        )
        state = game.apply(state, seat, take(find(offers, answer.key), answer.numbers)).state
    raise AssertionError("a hand that never ends")
