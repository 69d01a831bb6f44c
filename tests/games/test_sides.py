"""A reason's numbers are on the side of the answer that it explains (TB-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, TypeAlias, get_args

import pytest

from games.destiny import bot_player as destiny
from games.dividha import bot_player as dividha
from games.engine.core.characters import MASTER, Character, Skill, Temper
from games.engine.core.errors import Reason, Templated, template_values
from games.engine.core.game import AnyGame, Estimate
from games.engine.core.offers import Answer
from games.knights_heads import reasons as knights_heads
from tests.games.luck import Luck
from tests.games.questions import QUESTIONS, questions

REASONS: Mapping[str, Mapping[str, Reason]] = {
    "destiny": destiny.REASONS,
    "dividha": dividha.REASONS,
    "knights_heads": knights_heads.REASONS,
}
"""The reasons of the games with bets."""
CHARACTERS = [Character(skill, temper) for skill in get_args(Skill) for temper in get_args(Temper)]
CLOSE = 0.15
"""A call is close if its value is within that share of its price (TB-12)."""
HALF = 5
"""Five in ten: nothing that often is called "only" or "too seldom"."""
PAYING = {"match", "all_in"}


class Telling(NamedTuple):
    """A reason's row, its displayed numbers, the answer, and the value of a call in prices."""

    row: str
    numbers: Mapping[str, Any]
    answer: str
    value: float


Side: TypeAlias = Callable[[Telling], bool]
SIDES: Mapping[str, Side] = {
    "stay": lambda told: told.value > CLOSE,
    "match": lambda told: told.value > CLOSE,
    "curious": lambda told: told.value < -CLOSE and told.answer != "fold",
    "fold": lambda told: told.value < -CLOSE and told.numbers["odds"] < HALF,
    "dear": lambda told: told.value < -CLOSE and told.numbers["odds"] >= HALF and told.answer == "fold",
    "close": lambda told: -CLOSE <= told.value <= CLOSE,
    "more": lambda told: told.value > CLOSE and told.answer == "fold",
    "wary": lambda told: told.value > CLOSE and told.answer == "fold",
    "for_look": lambda told: told.value >= 0,
    "look_too": lambda told: told.value >= 0,
}
"""The side of each reason about paying, by the first word of its row."""


def tellings(key: str, count: int) -> Iterator[tuple[AnyGame, Reason, Telling]]:
    """Yield reasons of all characters for their own answers to bets, in random games by random rules."""
    random = Random(key)
    for number, (game, state, seat) in enumerate(questions(key, count)):
        view, offers = game.recollection(state, seat), game.offers(state, seat)
        character = random.choice(CHARACTERS)
        estimate = game.estimate(view, offers, character)
        if estimate is None:
            continue
        answer = game.decide(view, offers, Luck(f"{number}"), character)
        why = game.reason(view, offers, answer, character)
        assert why is not None
        yield game, why, telling(key, why, answer, estimate)


def telling(key: str, why: Reason, answer: Answer, estimate: Estimate) -> Telling:
    """Return what a reason says."""
    row = next(name for name, each in REASONS[key].items() if each.template == why.template)
    numbers = template_values(why)
    return Telling(row, numbers, answer.key, estimate.ev["match"] / max(1, numbers["cost"]))


@pytest.mark.parametrize("count", QUESTIONS)
@pytest.mark.parametrize("key", REASONS)
def test_tb12_numbers_are_on_the_side_of_the_answer(key: str, count: int) -> None:
    """TB-12: odds and price that a reason names speak for the answer, or the reason says what did."""
    sides = Counter[str]()
    for _, _, told in tellings(key, 2 * count):
        name = told.row.removesuffix("_win").removesuffix("_lose")
        if told.numbers["cost"] and name in SIDES:
            assert SIDES[name](told), told
            sides[name] += 1

    assert sides["fold"]
    assert sides["stay"] + sides["match"]


@pytest.mark.parametrize("count", QUESTIONS)
@pytest.mark.parametrize("key", REASONS)
def test_tb12_nothing_frequent_is_called_only(key: str, count: int) -> None:
    """TB-12: "only" and "too seldom" are said of less than five in ten, by reasons, hints and the coach."""
    for game, state, seat in questions(key, count):
        view, offers = game.recollection(state, seat), game.offers(state, seat)
        answer = game.decide(view, offers, Luck("0"), MASTER)
        for told in (game.advice(view, offers), game.reason(view, offers, answer, MASTER)):
            assert is_modest(told), told
    for _, why, _ in tellings(key, count):
        assert is_modest(why), why


def is_modest(told: Templated | None) -> bool:
    """Return True if a sentence calls no frequent event rare."""
    if told is None:
        return True
    sentences = [told.template, told.advice_template] if isinstance(told, Reason) else [told.template]
    numbers = template_values(told)
    named = [numbers[name] for name in ("odds", "beaten") if any(f"{{{name}}}" in each for each in sentences)]
    says = any("only" in each or "too seldom" in each for each in sentences)
    return not says or all(number < HALF for number in named)
