"""Programs at a table: PettingZoo's requirements of an environment, and the gains of an evening."""

from __future__ import annotations

import warnings
from collections import Counter
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from games.catalog import GAMES
from games.engine.core.errors import NotOffered, OutOfRange
from games.engine.core.offers import Answer, NumberOffer, find
from games.env.environment import TavernEnv
from games.stone_hand.game import BrokenUnits

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
CYCLES = pytest.mark.parametrize("cycles", [30, pytest.param(3000, marks=pytest.mark.soak)])


def fewest(key: str, **others: Any) -> TavernEnv:
    """Return a table with as few seats as the game takes."""
    return TavernEnv(key, GAMES[key].seats.start, **others)


def evening(env: TavernEnv, seed: int) -> Counter[str]:
    """Return each agent's gain in an evening of random answers."""
    gained, random = Counter[str](), Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        gained[agent] += reward
        offered = np.flatnonzero(observation["action_mask"])
        env.step(None if is_over else random.choice(offered))
    return gained


@EVERY_GAME
@CYCLES
@pytest.mark.parametrize("is_structured", [False, True])
def test_it_is_what_pettingzoo_asks_for(key: str, cycles: int, is_structured: bool) -> None:  # noqa: FBT001
    """PettingZoo's own test passes, with seats that go out on the way, except for its advice on shapes."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Environment has not defined a render")
        api_test(fewest(key, hands=cycles, stack=10 * cycles, is_structured=is_structured), cycles)


@EVERY_GAME
@CYCLES
def test_the_same_seed_brings_the_same_evening(key: str, cycles: int) -> None:
    """Another seed gives another evening: all deals come from it."""
    seed_test(partial(fewest, key, hands=cycles, stack=10 * cycles), cycles)

    first, again, other = (fewest(key) for _ in range(3))
    for env, seed in ((first, 5), (again, 5), (other, 6)):
        env.reset(seed)

    told = [env.recollection(env.agent_selection) for env in (first, again, other)]
    assert told[0] == told[1]
    assert told[0] != told[2]


@EVERY_GAME
@pytest.mark.parametrize("evenings", [3, pytest.param(200, marks=pytest.mark.soak)])
def test_what_one_gains_others_lose(key: str, evenings: int) -> None:
    """TB-2: gains in coins sum to zero, also when seats go out or money lies between hands; not all tie."""
    env = fewest(key, hands=30)

    gained = [evening(env, seed) for seed in range(evenings)]

    assert [each.total() for each in gained] == [0] * evenings
    assert any(each[agent] for each in gained for agent in env.possible_agents)


def test_a_pool_goes_to_the_only_one_left() -> None:
    """SH-11: two coins each, of which a round takes at least one: in the end one agent has all."""
    env = TavernEnv("stone_hand", 3, rules={"prize_pool": True}, stack=2, hands=1000)

    assert sorted(evening(env, 1).values()) == [-2, -2, 4]


def test_an_agent_answers_by_a_slot_or_exactly() -> None:
    """An answer that is not offered is refused and changes nothing."""
    env = fewest("knights_heads")
    env.reset(seed=1)
    agent = env.agent_selection
    before, mask = env.view(agent), env.observe(agent)["action_mask"]
    offer = find(env.offers(agent), "bet")
    assert isinstance(offer, NumberOffer)

    nonsense: tuple[Any, ...] = (-1, len(mask), int(np.flatnonzero(mask == 0)[0]), "fold", None, 1.5)
    for refused in nonsense:
        with pytest.raises(NotOffered):
            env.step(refused)
    with pytest.raises(OutOfRange):
        env.step(Answer("bet", (offer.most + 1,)))
    with pytest.raises(NotOffered):
        env.step(Answer("match"))
    assert env.view(agent) == before

    env.step(Answer("bet", (offer.least + 1,)))
    assert env.view(env.agent_selection).betting.to_match == offer.least + 1
    assert env.offers(agent) == ()
    assert not env.observe(agent)["action_mask"].any()


def test_whoever_is_out_watches_until_the_end() -> None:
    """A seat without coins sees a spectator's view, and gets its reward when all get theirs."""
    env = TavernEnv("dividha", 3, stack=4, hands=1000)
    env.reset(seed=3)
    watched = False
    while not any(env.terminations.values()):
        slots = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(slots[-1])
        dealt = {f"seat_{line.seat}" for line in env.view(env.agent_selection).lines}
        for out in set(env.agents) - dealt:
            watched = True
            assert env.view(out).own is None
            assert env.observation_space(out).contains(env.observe(out))

    assert watched
    assert env.agents == env.possible_agents
    assert all(env.terminations.values())


def test_only_a_table_that_can_be_opened_is() -> None:
    """Seats, stakes and house rules have to be the game's."""
    with pytest.raises(ValueError, match="3 to 8"):
        TavernEnv("destiny", 2)
    with pytest.raises(ValueError, match="too little"):
        TavernEnv("dividha", 2, stack=1)
    with pytest.raises(BrokenUnits):
        TavernEnv("stone_hand", 2, rules={"unit": 5}, stack=12)
