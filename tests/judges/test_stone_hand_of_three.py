"""Stone Hand's house players beside the exact plan of a round among three, worked out backwards.

Each of the three plays best for itself, and knows that later throwers do so too. As for two, the raise of the
pay by a show-up is left aside. The hands that stand are the whole state, so there are 24,389 ways to end a
round; four would take thirty times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

from games.engine.core.game import Seat
from games.engine.provable_chance import Draw, Seal
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import read_dice
from tests.games.stone_hand.scripted import Round, dice
from tests.judges.stone_hand import EVERY, EXAMPLES, FIRST_HANDS, PAY, RETHROWS, THROWS, Thrown, paid
from tests.soak import some_now

PLAYERS = 3
DIFFER_MAX = 0.06
LOSS_MAX = 0.03
"""The maximum loss in units per round, with a usual wager of twenty."""


class Turn(NamedTuple):
    """A player's expectation after the hands that stand."""

    after: dict[Thrown, tuple[float, ...]]
    """Each player's average gain once that hand stands, too."""
    hopes: tuple[float, ...]
    """The value of this many throws to the thrower, from none on."""
    me: int

    def is_thrown(self, hand: Thrown, rethrows: int) -> bool:
        """Return True if the plan throws again."""
        return hand.is_junk and self.hopes[rethrows] > self.after[hand][self.me]


def settled(hands: tuple[Thrown, ...]) -> tuple[float, ...]:
    """Return each player's gain by a round (SH-6, SH-7); if all hands are alike, nobody pays."""
    pay, worst, best = PAY, max(hands), min(hands)
    for hand in hands:
        pay = paid(pay, hand)
    if worst == best:
        return (0.0,) * len(hands)
    share = pay * hands.count(worst) / hands.count(best)
    return tuple(share * (hand == best) - pay * (hand == worst) for hand in hands)


@cache
def turn(standing: tuple[Thrown, ...]) -> Turn:
    """Return the next thrower's plan."""
    me = len(standing)
    after = {hand: gains((*standing, hand)) for hand in THROWS}
    hopes = [float("-inf")]
    for _ in range(1 + RETHROWS):
        worths = (
            count * max(after[hand][me], hopes[-1] if hand.is_junk else float("-inf"))
            for hand, count in THROWS.items()
        )
        hopes.append(sum(worths) / EVERY)
    return Turn(after, tuple(hopes), me)


def gains(standing: tuple[Thrown, ...]) -> tuple[float, ...]:
    """Return each player's average gain, if all later throwers follow the plan."""
    if len(standing) == PLAYERS:
        return settled(standing)
    plan = turn(standing)
    found = [0.0] * PLAYERS
    for hand, likely in stands(plan).items():
        for seat, gain in enumerate(plan.after[hand]):
            found[seat] += likely * gain
    return tuple(found)


def stands(plan: Turn) -> dict[Thrown, float]:
    """Return the probability that each hand stands after a turn by the plan."""
    found = dict.fromkeys(THROWS, 0.0)
    for _, likely, again in thrown(plan):
        for hand, count in THROWS.items():
            found[hand] += likely * count / EVERY * (hand not in again)
    return found


def thrown(plan: Turn) -> Iterator[tuple[int, float, set[Thrown]]]:
    """Yield for each throw of a turn: the rethrows left, its probability, and the hands thrown again."""
    likely = 1.0
    for rethrows in range(RETHROWS, -1, -1):
        again = {hand for hand in THROWS if plan.is_thrown(hand, rethrows)}
        yield rethrows, likely, again
        likely *= sum(THROWS[hand] for hand in again) / EVERY


class Count:
    """One player's choices, weighted by their frequency under the plan."""

    def __init__(self) -> None:
        self.asked = self.differ = self.lost = 0.0

    def add(self, standing: tuple[Thrown, ...], reached: float) -> None:
        """Count all choices after the hands that stand."""
        plan = turn(standing)
        before = Round(20, 20, 20).takes(*(FIRST_HANDS[hand] for hand in standing)).throws("1-2-4")
        seat = Seat(before.turn)
        view, offers = STONE_HAND.view(before.state, seat), STONE_HAND.offers(before.state, seat)
        for rethrows, likely, _ in thrown(plan):
            for score, text in EXAMPLES.items() if rethrows else ():
                hand, thrown_now = Thrown(3, score), read_dice(dice(text), ())
                used = RETHROWS - rethrows
                seen = replace(view, thrown=thrown_now, rethrows=used, rethrows_left=rethrows)
                is_thrown = STONE_HAND.decide(seen, offers, Draw(Seal("00"))).key == "rethrow"
                share = reached * likely * THROWS[hand] / EVERY
                worse = plan.hopes[rethrows] - plan.after[hand][plan.me]
                self.asked += share
                self.differ += share * (is_thrown != plan.is_thrown(hand, rethrows))
                self.lost += share * (max(0.0, worse) - worse * is_thrown)


def reached(count: int) -> Iterator[tuple[tuple[Thrown, ...], float]]:
    """Yield the hands that stand once this many have thrown, with their probability."""
    if not count:
        yield (), 1.0
        return
    for standing, before in reached(count - 1):
        for hand, likely in stands(turn(standing)).items():
            yield (*standing, hand), before * likely


def test_the_plan_of_three_pays_nobody_from_nowhere() -> None:
    """One wins what others lose; throwing first has a cost, throwing last a gain."""
    first, second, third = gains(())

    assert first + second + third == pytest.approx(0)
    assert first < second < third


@pytest.mark.parametrize("place", some_now(range(PLAYERS), (0,)))
def test_house_players_follow_the_plan_of_three(place: int) -> None:
    """TB-12: few choices of each differ from the plan's, and they cost little."""
    found = Count()
    for standing, likely in reached(place):
        found.add(standing, likely)

    assert found.differ <= DIFFER_MAX * found.asked
    assert found.lost <= LOSS_MAX
