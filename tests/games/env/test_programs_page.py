"""The page for people who write programs: its code runs, and does what the page says."""

from __future__ import annotations

import random
import re
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from games.env.environment import SeededChance, TavernEnv

(PAGE,) = (Path(__file__).parents[3] / "docs").rglob("programs.md")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.fixture
def shown() -> dict[str, Any]:
    """Return everything that the page's programs define."""
    names: dict[str, Any] = {}
    for block in BLOCKS:
        exec(block, names)  # noqa: S102  (our own page)
    return names


def is_ahead(gains: list[int]) -> bool:
    """Return True if the gains are more than luck explains."""
    return fmean(gains) > 3 * stdev(gains) / sqrt(len(gains))


def test_each_agent_is_short() -> None:
    """No agent on the page has more than thirty lines."""
    assert max(block.count("\n") for block in BLOCKS) <= 30


def test_whoever_learns_gains(shown: dict[str, Any]) -> None:
    """After three hundred rounds it gains against random slots, which gain nothing from each other."""
    env, other = TavernEnv("stone_hand", 2), shown["Random"](7)
    alike = {"seat_1": other, "seat_2": shown["Random"](8)}

    assert is_ahead(shown["learned"](env, other, 300, 1))
    assert not is_ahead([shown["evening"](env, alike, seed)["seat_1"] for seed in range(300)])


@pytest.mark.parametrize("game", ["destiny", "knights_heads", "dividha"])
def test_house_players_sit_there_too(shown: dict[str, Any], game: str) -> None:
    """An agent that answers exactly, as a house player does, is not limited to the slots."""
    env = TavernEnv(game, 3)
    house = shown["House"](SeededChance(random.Random(1)))

    played = [shown["evening"](env, dict.fromkeys(env.possible_agents, house), seed) for seed in (1, 2)]

    assert [sum(each.values()) for each in played] == [0, 0]
    assert any(any(each.values()) for each in played)
