"""How many hands a second are ranked: ours beside poker's libraries, each as its users call it from Python.

Ours is the best five of six cards with wild ones among them, theirs the best five of seven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any

from phevaluator import evaluate_cards  # type: ignore[import-untyped]
from pokerkit import StandardHighHand
from treys import Card, Evaluator  # type: ignore[import-untyped]

from benchmarks.measure import Line, at_least, in_turn
from games.dividha.cards import DECK
from games.dividha.strength import strength

HANDS = 20_000
HANDS_OF_POKERKIT = HANDS // 20
POKER_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
RATIO_MIN = 1.0


async def measure() -> list[Line]:
    """One line for each library."""
    chance = Random(1)  # noqa: S311 -- the same hands in every run
    six = [tuple(chance.sample(DECK, 6)) for _ in range(HANDS)]
    seven = [tuple(chance.sample(POKER_DECK, 7)) for _ in range(HANDS)]
    treys = [([Card.new(card) for card in hand[:2]], [Card.new(card) for card in hand[2:]]) for hand in seven]
    pokerkit = ["".join(hand) for hand in seven[:HANDS_OF_POKERKIT]]
    evaluate = Evaluator().evaluate
    measured = {
        "Dividha": _ranking(strength, [(hand,) for hand in six]),
        "phevaluator": _ranking(evaluate_cards, seven),
        "treys": _ranking(evaluate, treys),
        "PokerKit": _ranking(StandardHighHand.from_game, [(hand,) for hand in pokerkit]),
    }
    samples = await in_turn(*measured.values())
    rates = dict(zip(measured, (1 / each.least for each in samples), strict=True))
    ours = rates.pop("Dividha")
    return [
        at_least(
            f"hands ranked, beside {name}", f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs, RATIO_MIN
        )
        for name, theirs in rates.items()
    ]


def _ranking(rank: Callable[..., Any], hands: Sequence[Sequence[Any]]) -> Callable[[], Any]:
    async def seconds_a_hand() -> float:
        started = perf_counter()
        for hand in hands:
            rank(*hand)
        return (perf_counter() - started) / len(hands)

    return seconds_a_hand
