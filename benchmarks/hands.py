"""Ranked hands per second: ours beside poker libraries, each called from Python as by its users.

Ours is the best five of six cards with wild ones among them, theirs the best five of seven. Ours learns the
kinds of cards as they come, so there is one rate for learned ones, and one for the first hands after a start,
measured in a process of their own.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from phevaluator import evaluate_cards  # type: ignore[import-untyped]
from pokerkit import StandardHighHand
from treys import Card, Evaluator  # type: ignore[import-untyped]

from benchmarks.measure import REPEATS, Figure, at_least, in_turn
from games.dividha.cards import DECK
from games.dividha.strength import strength

HANDS = 20_000
HANDS_OF_POKERKIT = HANDS // 20
FIRST_HANDS = (20_000, 100_000)
POKER_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
RATIOS_MIN = {"phevaluator": 1, "treys": 3, "PokerKit": 100}


async def measure() -> list[Figure]:
    """Measure each library, and the first hands after a start."""
    chance = Random(1)  # noqa: S311 -- the same hands in every run
    seven = _hands(chance, POKER_DECK, 7, HANDS)
    treys = [([Card.new(card) for card in hand[:2]], [Card.new(card) for card in hand[2:]]) for hand in seven]
    pokerkit = ["".join(hand) for hand in seven[:HANDS_OF_POKERKIT]]
    evaluate = Evaluator().evaluate
    measured = {
        "Dividha": _ranking(strength, [(hand,) for hand in _hands(chance, DECK, 6, HANDS)]),
        "phevaluator": _ranking(evaluate_cards, seven),
        "treys": _ranking(evaluate, treys),
        "PokerKit": _ranking(StandardHighHand.from_game, [(hand,) for hand in pokerkit]),
    }
    samples = await in_turn(*measured.values())
    rates = dict(zip(measured, (1 / each.least for each in samples), strict=True))
    ours = rates.pop("Dividha")
    return [
        *(
            _line(f"hands ranked, their kinds learnt, beside {name}", ours, theirs, RATIOS_MIN[name])
            for name, theirs in rates.items()
        ),
        *[await _fresh_line(count) for count in FIRST_HANDS],
    ]


def _line(what: str, ours: float, theirs: float, aim: float) -> Figure:
    return at_least(what, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs, aim)


async def _fresh_line(count: int) -> Figure:
    """Return the median of several starts, by its ratio."""
    rates = []
    for seed in range(REPEATS):
        fresh = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=fresh) as pool:
            rates.append(await asyncio.wrap_future(pool.submit(_first_hands, seed, count)))
    ratio = median(ours / theirs for ours, theirs in rates)
    ours, theirs = next(each for each in rates if each[0] / each[1] == ratio)
    return _line(f"the first {count:,} hands after a start, beside phevaluator", ours, theirs, 1)


def _first_hands(seed: int, count: int) -> tuple[float, float]:
    """Return the rates of our unseen hands and of theirs, per second."""
    chance = Random(seed)  # noqa: S311 -- nobody plays these
    six, seven = _hands(chance, DECK, 6, count), _hands(chance, POKER_DECK, 7, HANDS)
    theirs = _seconds_a_hand(evaluate_cards, seven)
    ours = _seconds_a_hand(strength, [(hand,) for hand in six])
    return 1 / ours, 1 / min(theirs, _seconds_a_hand(evaluate_cards, seven))


def _hands(chance: Random, deck: Sequence[str], size: int, count: int) -> list[tuple[str, ...]]:
    return [tuple(chance.sample(deck, size)) for _ in range(count)]


def _ranking(rank: Callable[..., Any], hands: Sequence[Sequence[Any]]) -> Callable[[], Any]:
    async def seconds_a_hand() -> float:
        return _seconds_a_hand(rank, hands)

    return seconds_a_hand


def _seconds_a_hand(rank: Callable[..., Any], hands: Sequence[Sequence[Any]]) -> float:
    started = perf_counter()
    for hand in hands:
        rank(*hand)
    return (perf_counter() - started) / len(hands)
