"""The part of the league of Knights' Heads: how cards are valued, and the opponents with their own plans."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.characters import MASTER, Character
from games.knights_heads.bot_player import STRENGTHS, assess, learned, worth_of
from games.knights_heads.view import KnightsView
from training.opponents import BEST_THIRD, GOOD, SMALL, VERY_GOOD, BettingQuestion, Plan, Sense, Wish

LAST_STAGE = "final_round"
FIRST_STAGE = "first_round"
BLUFF_ONE_IN = 5
FAIR, SUPERB = 0.6, 0.95


def sense(view: KnightsView) -> Sense:
    """Return the share of the cards that seats have in this round which the own cards beat."""
    if view.stage == LAST_STAGE:
        return Sense(worth_of(view))
    strength = assess(view, MASTER).strength
    return Sense(1 - (1 - (strength + 0.5) / STRENGTHS) ** 2)


def is_learned(view: KnightsView, character: Character) -> bool:
    """Return True if training met this situation or a neighbouring one; otherwise a fallback answers."""
    found = assess(view, character)
    return learned(found.standing, found.strength) is not None


def thief(question: BettingQuestion) -> Wish:
    """Raise by the pot before the exchange, whatever the cards; later bet with the best third only."""
    if question.view.stage == FIRST_STAGE:
        return "pot" if question.betting.raises <= 1 else "stay"
    return "pot" if question.strength >= BEST_THIRD else "drop"


def caller(question: BettingQuestion) -> Wish:
    """Call if the cards are worth the price; in the last round raise by the pot with the best tenth."""
    if question.is_last and question.strength >= VERY_GOOD:
        return "pot"
    return "stay" if question.strength > question.price else "drop"


def bluffer(question: BettingQuestion) -> Wish:
    """Call if that is cheap; in the last round bet the pot with the best fifth, and sometimes as a bluff."""
    if question.is_last and (question.strength >= GOOD or question.random.randrange(BLUFF_ONE_IN) == 0):
        return "pot"
    return "stay" if question.price <= SMALL or question.strength >= GOOD else "drop"


def patient(question: BettingQuestion) -> Wish:
    """Call if that is cheap or the cards are fair; go all in with the best twentieth in the last round."""
    if question.is_last and question.strength >= SUPERB:
        return "most"
    return "stay" if question.price <= SMALL or question.strength >= FAIR else "drop"


def half_thief(question: BettingQuestion) -> Wish:
    """Raise by half the pot before the exchange, whatever the cards; later bet with the best third only."""
    if question.view.stage == FIRST_STAGE:
        return "half" if question.betting.raises <= 1 else "stay"
    return "half" if question.strength >= BEST_THIRD else "drop"


FITTED: Mapping[str, Plan] = {
    "thief": thief,
    "half-thief": half_thief,
    "caller": caller,
    "bluffer": bluffer,
    "patient": patient,
}
