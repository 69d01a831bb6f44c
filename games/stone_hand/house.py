"""How a house player plays: rethrow what is worth less than what the dice promise (TB-12)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache

from games.engine.offers import Answer, Offer
from games.stone_hand.hands import RAISES, Dice, Hand, all_throws, key, read_dice
from games.stone_hand.model import Move
from games.stone_hand.view import View

Key = tuple[int, int]


def decide(view: View, offers: tuple[Offer[Move], ...]) -> Answer:
    """Keep a hand unless the throws it could become are worth more on the whole."""
    if view.thrown is None:
        return Answer(offers[0].key)
    worths = [(count, hand, _worth(view, hand)) for count, hand in _hands(view.counting_homes)]
    hope = _mean(worths)
    for _ in range(view.rethrows_left - 1):
        hope = _mean([(count, hand, _choose(view, hand, worth, hope)) for count, hand, worth in worths])
    return Answer("rethrow" if hope > _worth(view, view.thrown) else "keep")


@cache
def _hands(homes: tuple[Dice, ...]) -> tuple[tuple[int, Hand], ...]:
    """All that a turn's throw can become, show-ups apart, and how many throws show it."""
    hands = ((count, read_dice(dice, homes)) for dice, count in Counter(all_throws()).items())
    return tuple((count, hand) for count, hand in hands if hand.kind not in RAISES)


@cache
def _rival_keys(*, inverted_junk: bool) -> list[Key]:
    """What somebody who is still to throw may show, worst first."""
    return sorted(key(hand, inverted_junk=inverted_junk) for count, hand in _hands(()) for _ in range(count))


def _mean(worths: list[tuple[int, Hand, float]]) -> float:
    return sum(count * worth for count, _, worth in worths) / sum(count for count, _, _ in worths)


def _choose(view: View, hand: Hand, worth: float, hope: float) -> float:
    may_rethrow = view.may_rethrow_all or hand.kind == "junk"
    return max(worth, hope) if may_rethrow else worth


def _worth(view: View, hand: Hand) -> float:
    """What a hand is likely to bring, less what it is likely to cost.

    A prize pool pays no winner of a round, the arcade costs no loser.
    """
    mine = key(hand, inverted_junk=view.rules.inverted_junk)
    rivals = [line for line in view.lines if line.is_in_round and line.seat != view.thrower]
    hands = [line.hand for line in rivals if line.hand is not None]
    waiting = len(rivals) - len(hands)
    shown = [key(each, inverted_junk=view.rules.inverted_junk) for each in hands]
    keys = _rival_keys(inverted_junk=view.rules.inverted_junk)
    best = all(mine >= each for each in shown) * (bisect_right(keys, mine) / len(keys)) ** waiting
    worst = all(mine <= each for each in shown) * (1 - bisect_left(keys, mine) / len(keys)) ** waiting
    if hand.kind == "empty":
        worst = 1.0
    pay = view.pay if hand.score is None else min(view.pay, hand.score)
    gain = 0.0 if view.rules.prize_pool else best
    cost = 0.0 if view.rules.arcade else worst
    return pay * (gain - cost)
