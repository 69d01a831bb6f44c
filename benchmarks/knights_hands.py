"""Ranked hands of Knights' Heads per second, beside a fast evaluator of six-card poker hands."""

from __future__ import annotations

from functools import partial
from random import Random
from time import perf_counter

from phevaluator import evaluate_cards  # type: ignore[import-untyped]

from benchmarks.measure import Figure, at_least, in_turn, told
from games.knights_heads import hands
from games.knights_heads.cards import DECK

HANDS = 50_000
RATIO_MIN = 1
POKER_DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


async def measure() -> list[Figure]:
    """Measure random hands, from the texts of their cards to a comparable value."""
    random = Random(11)  # noqa: S311 -- nobody plays these
    ours = [random.sample(DECK, 10) for _ in range(HANDS)]
    theirs = [random.sample(POKER_DECK, 6) for _ in range(HANDS)]
    first = await _rank(ours)
    known, poker = await in_turn(partial(_rank, ours), partial(_rank_poker, theirs))
    return [
        at_least(
            "ten cards of Knights' Heads ranked, beside six of poker",
            f"{HANDS / known.least:,.0f} /s",
            f"{HANDS / poker.least:,.0f} /s",
            poker.least / known.least,
            RATIO_MIN,
        ),
        told(f"the same, the first {HANDS:,} after a start, learnt as they come", f"{HANDS / first:,.0f} /s"),
    ]


async def _rank(dealt: list[list[str]]) -> float:
    key = hands.key
    started = perf_counter()
    for cards in dealt:
        key(cards)
    return perf_counter() - started


async def _rank_poker(dealt: list[list[str]]) -> float:
    started = perf_counter()
    for cards in dealt:
        evaluate_cards(*cards)
    return perf_counter() - started
