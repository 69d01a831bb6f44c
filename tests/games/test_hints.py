"""A hint tells somebody who is asked something why a master would answer so: to them, and as it is now."""

from __future__ import annotations

import re

import pytest

from games.destiny import house as destiny
from games.dividha import house as dividha
from games.engine.core.errors import Reason
from games.knights_heads import house as knights_heads
from games.stone_hand import house as stone_hand
from tests.games.told import in_english

HINTS = [
    (destiny.BetOnCard(6, 0), "Your chance of the highest card is 6 in 10. That’s worth a bet."),
    (
        destiny.BetToScare(1, 4),
        "Your chance of the highest card is only 1 in 10, but a bet may make others fold.",
    ),
    (destiny.PaidForOdds(4, 2), "Your chance of the highest card is 4 in 10. That’s worth 2."),
    (destiny.WentOnFree(4, 0), "Your chance of the highest card is 4 in 10, and going on is free."),
    (destiny.GaveUp(1, 9), "Your chance of the highest card is 1 in 10. That isn’t worth 9."),
    (destiny.TookFromRivals(), "Somebody after you knows that card. While you have it, they can’t play it."),
    (destiny.LookedAtNew(), "You haven’t seen that card. You’ll know it in the next hand."),
    (destiny.KnewAll(), "You know every card that you can look at."),
    (destiny.HeldKnown(), "You know that card. It’s likely better than one from the deck."),
    (destiny.Pretended(), "You know no card worth playing, but the others may think you do."),
    (destiny.TrustedDeck(), "You know no card better than one from the deck."),
    (
        dividha.WhyBet(is_on_win=True, odds=7, cost=0),
        "Your chance to take Win is 7 in 10. That’s worth a bet.",
    ),
    (
        dividha.WhyBet(is_on_win=False, odds=7, cost=0),
        "Your chance to take Lose is 7 in 10. That’s worth a bet.",
    ),
    (
        dividha.WhyBluff(is_on_win=True, odds=2, cost=0),
        "Your chance is only 2 in 10, but a bet may make others fold.",
    ),
    (dividha.WhyMatch(is_on_win=True, odds=4, cost=3), "Your chance to take Win is 4 in 10. That’s worth 3."),
    (
        dividha.WhyMatch(is_on_win=False, odds=4, cost=3),
        "Your chance to take Lose is 4 in 10. That’s worth 3.",
    ),
    (
        dividha.WhyCheck(is_on_win=True, odds=4, cost=0),
        "Your chance is 4 in 10, and going on is free.",
    ),
    (dividha.WhyFold(is_on_win=True, odds=1, cost=8), "Your chance is 1 in 10. That isn’t worth 8."),
    (dividha.WhyTrade(0), "Your cards go well together, so keep them all."),
    (dividha.WhyTrade(2), "2 of yours go with none of the others, high or low."),
    (
        dividha.WhyShown(is_strong=True, win=6, lose=2),
        "Your strongest hand takes Win 6 in 10 times, your weakest takes Lose 2: show the strongest.",
    ),
    (knights_heads.WhyKept(6, 0), "The six that are left promise most: they beat 6 in 10 hands."),
    (knights_heads.WhyRaised(9, 2), "Your cards beat 9 in 10 hands, so put more in."),
    (
        knights_heads.WhyBluffed(1, 2),
        "Your cards beat only 1 in 10 hands, but a bet may make others fold.",
    ),
    (knights_heads.WhyStayed(6, 2), "Your cards beat 6 in 10 hands. That’s worth 2."),
    (knights_heads.WhyChecked(6, 0), "Your cards beat 6 in 10 hands, and staying is free."),
    (knights_heads.WhyFolded(2, 9), "Your cards beat 2 in 10 hands. Against such a bet that isn’t worth 9."),
    (stone_hand.KeptDice(1.0, -2.0), "On average keeping is worth 1.0 to you, and another throw -2.0."),
    (
        stone_hand.ThrewDiceAgain(-2.0, 1.0),
        "On average another throw is worth 1.0 to you, and keeping -2.0.",
    ),
]


@pytest.mark.parametrize(("reason", "hint"), HINTS)
def test_a_hint_speaks_to_whoever_is_asked(reason: Reason, hint: str) -> None:
    """It has the facts of the reason, and says nothing of the one who gives it."""
    assert in_english(reason.advises, reason) == hint
    assert not re.search(r"\b(I|me|my|mine)\b", hint)
