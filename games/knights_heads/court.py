"""Knights' court score (KH-12): points beside the coins, for tournaments."""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from games.knights_heads.cards import Card
from games.knights_heads.hands import made
from games.knights_heads.model import KnightsRules, Scoring

KNIGHT = "N"
COURT = 4
ALONE: tuple[Scoring, ...] = ("wins_alone", "places_alone")
"""Ways to score in which courts do not matter."""


def courts(cards: Collection[Card]) -> int:
    """The courts of Knights among ten cards laid down at a showdown: none, one or two."""
    return sum(card[0] == KNIGHT for card in cards) // COURT


def score(cards: Collection[Card], rules: KnightsRules, *, has_won: bool, had_court: bool) -> int:
    """The points of ten cards laid down at a showdown.

    `has_won`: the hand won there, or had a share of the lowest layer of the pot. `had_court`: the
    player laid down a court of Knights before; the hand that brings the first one counts itself.
    """
    won = _won(cards, rules) if has_won else 0
    if rules.scoring in ALONE:
        return won
    points = courts(cards)
    if rules.court_first and not (points or had_court):
        return 0
    return points + won


def _won(cards: Collection[Card], rules: KnightsRules) -> int:
    match rules.scoring:
        case "courts":
            return 0
        case "wins" | "wins_alone":
            return 1
        case "places" | "places_alone":
            return made(cards, triplet_counts=rules.triplet_counts).hand.place
        case _:
            assert_never(rules.scoring)
