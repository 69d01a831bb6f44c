"""The part of a Knights' Heads league that depends on the game."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.characters import MASTER, Character
from games.knights_heads.bot_player import STRENGTHS, judged, learned, worth_of
from games.knights_heads.view import KnightsView
from training.opponents import BEST_THIRD, GOOD, SMALL, VERY_GOOD, Asked, Plan, Sense, Wish

LAST_STAGE = "final_round"
FIRST_STAGE = "first_round"
BLUFF_ONE_IN = 5
FAIR, SUPERB = 0.6, 0.95


def sense(view: KnightsView) -> Sense:
    """Return the share of all seats' cards in this round that the own cards beat."""
    if view.stage == LAST_STAGE:
        return Sense(worth_of(view))
    strength = judged(view, MASTER).strength
    return Sense(1 - (1 - (strength + 0.5) / STRENGTHS) ** 2)


def is_learned(view: KnightsView, character: Character) -> bool:
    """Return True if training met this situation or one next to it; otherwise the answer is worked out."""
    found = judged(view, character)
    return learned(found.standing, found.strength) is not None


def thief(asked: Asked) -> Wish:
    """Raise by the pot before the exchange, whatever the cards; later bet the best third, and no more."""
    if asked.view.stage == FIRST_STAGE:
        return "pot" if asked.betting.raises <= 1 else "stay"
    return "pot" if asked.strength >= BEST_THIRD else "drop"


def caller(asked: Asked) -> Wish:
    """See any price below the worth of the cards, and raise the pot with the best tenth in the end."""
    if asked.is_last and asked.strength >= VERY_GOOD:
        return "pot"
    return "stay" if asked.strength > asked.price else "drop"


def bluffer(asked: Asked) -> Wish:
    """See what is cheap; in the last round bet the pot with the best fifth, and sometimes with anything."""
    if asked.is_last and (asked.strength >= GOOD or asked.random.randrange(BLUFF_ONE_IN) == 0):
        return "pot"
    return "stay" if asked.price <= SMALL or asked.strength >= GOOD else "drop"


def patient(asked: Asked) -> Wish:
    """See what is cheap, call more with the better half, and go all in last with the best twentieth."""
    if asked.is_last and asked.strength >= SUPERB:
        return "most"
    return "stay" if asked.price <= SMALL or asked.strength >= FAIR else "drop"


def half_thief(asked: Asked) -> Wish:
    """Raise by half the pot before the exchange, whatever the cards; later bet the best third."""
    if asked.view.stage == FIRST_STAGE:
        return "half" if asked.betting.raises <= 1 else "stay"
    return "half" if asked.strength >= BEST_THIRD else "drop"


FITTED: Mapping[str, Plan] = {
    "thief": thief,
    "half-thief": half_thief,
    "caller": caller,
    "bluffer": bluffer,
    "patient": patient,
}
