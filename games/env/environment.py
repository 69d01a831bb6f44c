"""A table as an environment for agents that act in turn, by PettingZoo's AEC conventions.

An episode is an evening: it ends after a maximum number of hands, or when too few agents can play on. Only
agents with a decision are asked; an agent that is out waits for the end of the evening. A reward is the gain
of a hand in coins. Coins that stay on the table between hands are divided at the end of the evening, as when
a table closes (TB-10), so that all rewards of an evening sum to zero. If the rules ask several seats at once,
their agents answer one after the other, and none sees the others' answers before all have answered.

The rules are those of the tavern, and an agent observes its seat's view only (TB-11). Chance is different: it
is not sealed, and the same seed gives the same evening.

Answers are numbers: every answer that a game may ever offer has a slot, in a fixed order. A plain action has
one slot, and a pick one for each set of choices. Amounts have a few slots from the least to the most, closer
together where amounts are small; split amounts have slots for some shares on the first side. If two slots of
one action would give the same answer, the later one stays empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any, TypeAlias, assert_never

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from games.catalog import GAMES
from games.engine.core import offers
from games.engine.core.errors import NotOffered
from games.engine.core.game import CHANCE_SEAT, AnyGame, HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import Action, Answer, Offer, find, take
from games.engine.provable_chance import shuffled
from games.env.observation import ObservationEncoder
from games.tools.simulation import choose_rules

LARGEST = float(np.finfo(np.float32).max)
NO_RULES: Mapping[str, object] = {}
Observation: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeededChance:
    """Fast, repeatable chance without seals."""

    random: Random

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        return self.random.randrange(bound)

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards in random order."""
        return shuffled(cards, self.below)


class TavernEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table of one of the tavern's games, with one agent per seat.

    `rules` are the house rules that differ from the usual ones, by name. Each seat begins with `stack`
    coins, by default the usual stake. With `is_structured` an observation has a row for each field of the
    view, and otherwise one row for all fields.
    """

    _state: Any
    _carry: Any

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        rules: Mapping[str, object] = NO_RULES,
        stack: int | None = None,
        hands: int = 1,
        is_structured: bool = False,
    ) -> None:
        super().__init__()
        self.game: AnyGame = GAMES[game]
        if seats not in self.game.seats:
            raise ValueError(f"seats: {self.game.seats.start} to {self.game.seats.stop - 1}")
        self.metadata = {"name": f"taproom_{game}_v0", "is_parallelizable": False, "render_modes": []}
        self.render_mode = None
        chosen = choose_rules(self.game.house_rules, rules)
        stake = self.game.usual_stake(chosen) if stack is None else stack
        self.game.check_stake(chosen, stake)
        self._hands_max, self._is_structured = hands, is_structured
        players: tuple[SeatedPlayer[Any], ...] = tuple(
            SeatedPlayer(Seat(number), self.game.price(chosen, stake)) for number in range(1, seats + 1)
        )
        self._first_setup = HandSetup(chosen, players, Seat(1))
        if len(self.game.dealt_in(self._first_setup, None)) < seats:
            raise ValueError(f"stack: {stake} is too little to be dealt in")
        cards = self.game.cards(self.game.start(self._first_setup, None))
        self._encoder = ObservationEncoder(self.game, seats, cards)
        self._action_index = ActionIndex(self.game.actions)
        self._seats = {f"seat_{number}": Seat(number) for number in range(1, seats + 1)}
        self._random = Random()  # noqa: S311  (nothing is at stake)
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self._action_index.count) for agent in self._seats}
        self.observation_spaces = {agent: self._space() for agent in self._seats}

    def _space(self) -> spaces.Dict:
        space: spaces.Space[Any] = _box(self._encoder.size)
        if self._is_structured:
            space = spaces.Dict(
                {name: _box(part.stop - part.start) for name, part in self._encoder.places.items()}
            )
        return spaces.Dict(
            {"observation": space, "action_mask": spaces.Box(0, 1, (self._action_index.count,), np.int8)}
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of observations, with a mask of the offered slots."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of actions: a slot for each answer that may ever be offered."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin an evening; there are no options."""
        if seed is not None:
            self._random.seed(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        opener = self._random.choice(list(self._seats.values()))
        self._setup, self._carry = replace(self._first_setup, opener=opener), None
        self._hands = 0
        self._begin()
        self._advance()

    def step(self, action: int | Answer | None) -> None:
        """Answer for the agent whose turn it is, by the number of a slot or by an answer itself.

        Raises a `RuleError` if the answer is not offered; then nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seats[agent]
        answer = action if isinstance(action, Answer) else self._answer_of_slot(action)
        move = take(find(self.offers(agent), answer.key), answer.numbers)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._state = self.game.apply(self._state, seat, move).state
        self._advance()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return the view of the agent's seat as numbers, and the mask of the slots it may choose now."""
        seat = self._seats[agent]
        row = self._encoder.written(self.view(agent), seat)
        mask = np.zeros(self._action_index.count, np.int8)
        if agent == self.agent_selection:
            mask[[slot for slot, each in enumerate(self._answers) if each is not None]] = 1
        return {
            "observation": self._encoder.by_field(row) if self._is_structured else row,
            "action_mask": mask,
        }

    def view(self, agent: str) -> Any:
        """Return the agent's view itself; if the agent is not in the hand, a spectator's view."""
        seat = self._seats[agent]
        return self.game.view(self._state, seat if seat in self._dealt else None)

    def recollection(self, agent: str) -> Any:
        """Return the recollection from which a house player in the agent's seat decides (TB-12)."""
        return self.game.recollection(self._state, self._seats[agent])

    def offers(self, agent: str) -> tuple[Offer[Any], ...]:
        """Return the offers to the agent whose turn it is; empty for all others."""
        return self._offers if agent == self.agent_selection else ()

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _answer_of_slot(self, action: object) -> Answer:
        """Return the answer of a slot, given as any integer type. Raises `NotOffered` for an empty slot."""
        if not isinstance(action, int | np.integer) or not 0 <= action < self._action_index.count:
            raise NotOffered
        answer = self._answers[action]
        if answer is None:
            raise NotOffered
        return answer

    def _begin(self) -> None:
        """Deal the next hand."""
        self._dealt = self.game.dealt_in(self._setup, self._carry)
        players = tuple(player for player in self._setup.players if player.seat in self._dealt)
        self._state = self.game.start(replace(self._setup, players=players), self._carry)

    def _advance(self) -> None:
        """Play on until an agent has to decide, or the evening is over."""
        chance = SeededChance(self._random)
        while seats := self._seats_to_act():
            if CHANCE_SEAT not in seats:
                self._ask(f"seat_{min(seats)}", self.game.offers(self._state, min(seats)))
                return
            move = self.game.chance_move(self._state, chance)
            self._state = self.game.apply(self._state, CHANCE_SEAT, move).state
        self.terminations = dict.fromkeys(self.agents, True)
        self._ask(self.agents[0], ())

    def _seats_to_act(self) -> frozenset[Seat]:
        """Return the seats to act in the current hand or the next; none when the evening is over."""
        while not (seats := self.game.to_act(self._state)):
            if not self._settle():
                break
        return seats

    def _ask(self, agent: str, offers: tuple[Offer[Any], ...]) -> None:
        self.agent_selection = agent
        self._offers, self._answers = offers, self._action_index.answers(offers)

    def _settle(self) -> bool:
        """Pay out a finished hand and begin the next one; at the end of the evening pay out the carry.

        Returns True if another hand has begun.
        """
        result = self.game.result(self._state)
        players = []
        for player in self._setup.players:
            stack = result.stacks.get(player.seat, player.stack)
            self.rewards[f"seat_{player.seat}"] += stack - player.stack
            players.append(replace(player, stack=stack))
        self._setup = replace(self._setup, players=tuple(players))
        self._carry = result.carry
        self._hands += 1
        left = self.game.dealt_in(self._setup, self._carry)
        if len(left) >= self.game.seats_left and self._hands < self._hands_max:
            self._begin()
            return True
        winner = left[0] if len(left) == 1 else None
        for seat, coins in self.game.claims(self._carry, winner).items():
            self.rewards[f"seat_{seat}"] += coins
        return False


def _box(size: int) -> spaces.Box:
    return spaces.Box(-LARGEST, LARGEST, (size,), np.float32)


AMOUNTS, SHARES = 9, 5
"""The numbers of slots for an amount, and for the shares of a split amount."""


class ActionIndex:
    """The slots of a game's actions."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.count = 0
        self._blocks: dict[str, tuple[int, Action]] = {}
        for action in actions:
            self._blocks[action.key] = self.count, action
            self.count += _width(action)

    def answers(self, offers: Iterable[Offer[Any]]) -> tuple[Answer | None, ...]:
        """Return the answer of each slot to these offers; None for an empty slot."""
        found: list[Answer | None] = [None] * self.count
        for offer in offers:
            start, action = self._blocks[offer.key]
            for slot, numbers in enumerate(_numbers(action, offer), start):
                if numbers is not None:
                    found[slot] = Answer(offer.key, numbers)
        return tuple(found)


def _width(action: Action) -> int:
    match action:
        case offers.PlainAction():
            return 1
        case offers.NumberAction():
            return AMOUNTS
        case offers.PickAction(count=count, most=most):
            return comb(most, count)
        case offers.SplitAction(is_ranged=is_ranged):
            return SHARES * (AMOUNTS if is_ranged else 1)
        case _:
            assert_never(action)


def _numbers(action: Action, offer: Offer[Any]) -> Iterator[tuple[int, ...] | None]:
    """Yield the numbers of the answer in each slot of an action."""
    match offer:
        case offers.PlainOffer():
            yield ()
        case offers.NumberOffer(numbers=numbers):
            yield from (None if each is None else (each,) for each in _spread(numbers, AMOUNTS, 2))
        case offers.PickOffer(choices=choices):
            assert isinstance(action, offers.PickAction)
            for chosen in _picks(action.most, action.count):
                yield chosen if chosen[-1] < len(choices) else None
        case offers.SplitOffer(least=least, most=most):
            for amount in _spread(range(least, most + 1), AMOUNTS, 2) if least < most else (least,):
                parts = (None,) * SHARES if amount is None else _spread(offer.parts(amount), SHARES, 1)
                yield from (None if amount is None or part is None else (amount, part) for part in parts)
        case _:
            assert_never(offer)


def _spread(numbers: range, count: int, bend: int) -> tuple[int | None, ...]:
    """Return `count` of these numbers, from the first to the last; None in place of a repeated one.

    The larger `bend` is, the more of them are near the first.
    """
    indexes = [round((len(numbers) - 1) * (slot / (count - 1)) ** bend) for slot in range(count)]
    return tuple(
        None if slot and index == indexes[slot - 1] else numbers[index] for slot, index in enumerate(indexes)
    )


@cache
def _picks(most: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(most), count))
