"""Dividha's part of its league: how cards are valued, and the opponents with plans of their own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from random import Random

from games.dividha.cards import DECK
from games.dividha.equity import HandAssessment
from games.dividha.hands import FACE_UP, HELD
from games.dividha.model import DividhaState
from games.dividha.strength import strength
from games.dividha.view import DividhaView
from games.engine.betting.rounds import amount_to_call
from games.engine.core.characters import MASTER
from games.engine.core.game import Seat
from training import opponents
from training.opponents import BettingQuestion, Plan, Sense, Wish

LAST_STAGE = "last_round"
SAMPLES = 200
COMPLETIONS = 6


def sense(view: DividhaView) -> Sense:
    """Return the share of random hands that the own cards beat, or lose to, whichever is larger."""
    assert view.viewer is not None
    assert view.own is not None
    cards, divine = (*view.own.private, *view.line(view.viewer).public), view.rules.divine_intervention
    random = Random(repr(cards))
    unseen = [card for card in DECK if card not in cards]
    strong, weak = _random_strengths(divine=divine)
    high = low = 0.0
    completions = COMPLETIONS if len(cards) < HELD else 1
    for _ in range(completions):
        six = (*cards, *random.sample(unseen, HELD - len(cards)))
        high += bisect_left(strong, strength(six, divine_intervention=divine)) / SAMPLES
        low += 1 - bisect_left(weak, _weakest(six, divine=divine)) / SAMPLES
    return Sense(max(high, low) / completions, is_high=high >= low or view.is_all_on_win)


def _weakest(six: tuple[str, ...], *, divine: bool) -> int:
    return min(strength(five, divine_intervention=divine) for five in combinations(six, FACE_UP))


@cache
def _random_strengths(*, divine: bool) -> tuple[list[int], list[int]]:
    """Return the strengths of random hands at their strongest and at their weakest, sorted."""
    random = Random(SAMPLES)
    hands = [tuple(random.sample(DECK, HELD)) for _ in range(SAMPLES)]
    strong = sorted(strength(six, divine_intervention=divine) for six in hands)
    return strong, sorted(_weakest(six, divine=divine) for six in hands)


def taken(end: DividhaState, seat: Seat, _stack: int) -> Mapping[str, float]:
    """Return the share of each column that a seat won, in the part of the pot that all could win."""
    assert end.outcome is not None
    layer = end.outcome.layers[0]
    columns = {"win": layer.strongest, "lose": layer.weakest}
    return {name: (seat in winners) / len(winners) for name, winners in columns.items()}


GOOD_EITHER_WAY = 0.7
WORTH_A_BET = 1.1


def pot_with_what_is_good(question: BettingQuestion) -> Wish:
    """Bet the pot, and raise by it, with a hand that is good on either side; with others pay nothing."""
    return "pot" if question.strength >= GOOD_EITHER_WAY else "drop"


def by_the_odds(question: BettingQuestion) -> Wish:
    """Bet the pot if that has a positive expected value, never bluff, and pay if the pot odds are right.

    It values cards as a master does, rivals' public cards included. Of all plans this one did best.
    """
    equity, betting = HandAssessment(question.view, MASTER).equity, question.betting
    if equity.gain > WORTH_A_BET:
        return "pot"
    coins = min(betting.acting.stack, amount_to_call(betting, betting.acting))
    is_paid_for = equity.gain * coins + equity.best * betting.pot / 2 >= 1.3 * coins
    return "stay" if is_paid_for else "drop"


def beginner(question: BettingQuestion) -> Wish:
    """Stay in if the price is fair for one column, which is half of the pot."""
    return opponents.beginner(question, 0.5)


FITTED: Mapping[str, Plan] = {"good-either-way": pot_with_what_is_good, "by-the-odds": by_the_odds}
