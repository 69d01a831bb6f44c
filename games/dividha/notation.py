"""Hands as text: five face-up cards, or six of which one is the discard (DV-8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.dividha.cards import read
from games.dividha.hands import NAMES, best
from games.dividha.interpretations import FACE_UP, HELD
from games.dividha.model import DividhaRules
from games.dividha.strength import strength
from games.engine.core.notation import Ranker, Ranking, UnreadableHand


def rank(line: str, rules: DividhaRules) -> Ranking:
    """What five cards make, or six when the best discard is left out."""
    cards = read(line)
    if len(cards) == FACE_UP:
        return _ranking(cards, rules)
    if len(cards) != HELD:
        raise UnreadableHand(f"{len(cards)} cards; a hand is made of five or six")
    return _without_one(cards, rules, max)


def rank_weakest(line: str, rules: DividhaRules) -> Ranking:
    """What six cards make when the weakest five are left."""
    cards = read(line)
    if len(cards) != HELD:
        raise UnreadableHand(f"{len(cards)} cards; the weakest discard is one of six")
    return _without_one(cards, rules, min)


def _without_one(six: tuple[str, ...], rules: DividhaRules, choose: Callable[..., Any]) -> Ranking:
    left = {card: tuple(each for each in six if each != card) for card in six}
    discard = choose(
        six, key=lambda card: strength(left[card], divine_intervention=rules.divine_intervention)
    )
    return _ranking(left[discard], rules, discard)


def _ranking(face_up: tuple[str, ...], rules: DividhaRules, discard: str | None = None) -> Ranking:
    hand = best(face_up, divine_intervention=rules.divine_intervention)
    return Ranking(NAMES[hand.number], hand.number, hand.key, hand.cards, discard)


RANKER = Ranker(DividhaRules, rank, rank_weakest)
