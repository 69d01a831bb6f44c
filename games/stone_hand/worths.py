"""What keeping dice and throwing them again bring on average, in coins.

With one player at most still to throw after this one, that is exact. With more it would take seconds, and in
a round for a pool a throw may stop the round: there it is reckoned, as if all who are still to throw threw
junk again as long as they may. Of the first of three that is 0.2 of a coin off at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import prod

from games.stone_hand.hands import Dice, DiceHand, key, lowered
from games.stone_hand.model import JUNK_RETHROWS
from games.stone_hand.plan import RoundFacts, Stood, Thrower, gains, outcomes, stand, thrown
from games.stone_hand.view import StoneHandSeat, StoneHandView

LATER_MAX = 1
"""With more to throw after a seat its worths are reckoned."""
Lines = Sequence[StoneHandSeat]


@dataclass(frozen=True, slots=True)
class Worths:
    """What either answer brings on average, in coins; exact where nothing had to be reckoned."""

    keep: float
    rethrow: float
    is_exact: bool


@lru_cache(64)
def worths(view: StoneHandView, lying: DiceHand) -> Worths:
    """What keeping this hand brings, and throwing again."""
    lines = [line for line in view.lines if not line.is_safe]
    me = next(at for at, line in enumerate(lines) if line.seat == view.thrower)
    later = len(lines) - me - 1
    if view.rules.prize_pool or later > LATER_MAX:
        return _Reckoning(view, lines[:me], lines[me + 1 :]).worths(lying)
    return _exact(view, lines, me, lying)


def _exact(view: StoneHandView, lines: Lines, me: int, lying: DiceHand) -> Worths:
    rules = view.rules
    players = tuple(Thrower(homes_of(line, view), line.wager) for line in lines)
    match = RoundFacts(players, rules.pay_factor, rules.inverted_junk, rules.arcade, rules.opal_river)
    stood = Stood(view.pay)
    for line in lines[:me]:
        assert line.hand is not None
        stood = stand(match, stood, line.hand, 0)
    # The pay has been lifted and lowered before.
    stood = stood._replace(pay=view.pay, rethrows_first=view.rethrows_first)
    kept = gains(match, stand(match, stood, lying, view.rethrows))
    again = thrown(match, stood, view.rethrows_left - 1, 0)
    return Worths(kept[me], again[me], is_exact=True)


def homes_of(line: StoneHandSeat, view: StoneHandView) -> tuple[Dice, ...]:
    """The home throws that count for a seat (SH-3)."""
    if view.house_throw is not None:
        return (view.house_throw.numbers,)
    counting = view.lines if view.rules.home_throws == "shared" else (line,)
    return tuple(each.home.numbers for each in counting if each.home is not None)


class _Reckoning:
    """A hand against hands that stand and hands still to come."""

    def __init__(self, view: StoneHandView, before: Lines, later: Lines) -> None:
        self._view = view
        self._before = [self._key(line.hand) for line in before if line.hand is not None]
        again = view.rethrows_first or JUNK_RETHROWS
        self._to_come = [_last_throws(homes_of(line, view), again) for line in later]
        self._left = next(line.wager for line in view.lines if line.seat == view.thrower)

    def worths(self, lying: DiceHand) -> Worths:
        """Each throw is worth the better of what it is and of what was hoped for with one rethrow less."""
        view = self._view
        worths = [(count, hand, self.worth(hand)) for count, hand in outcomes(view.counting_homes)]
        throws = sum(count for count, _, _ in worths)
        hope = sum(count * worth for count, _, worth in worths) / throws
        for _ in range(view.rethrows_left - 1):
            hopes = (
                count * (max(worth, hope) if view.may_rethrow_all or hand.kind == "junk" else worth)
                for count, hand, worth in worths
            )
            hope = sum(hopes) / throws
        return Worths(self.worth(lying), hope, is_exact=False)

    def worth(self, hand: DiceHand) -> float:
        """What a hand brings less what it costs; a pool pays no winner, and the arcade costs no loser."""
        mine, rules = self._key(hand), self._view.rules
        may_win = all(mine >= each for each in self._before) and not rules.prize_pool
        may_lose = all(mine <= each for each in self._before) and not rules.arcade
        unit, found = rules.pay_factor, 0.0
        # An average pay is the sum of how likely it is to be at least 1, at least 2 and so on.
        for least in range(1, lowered(self._view.pay, hand) + 1):
            gained, lost = self._likely(mine, least)
            can_pay = min(unit, max(0, self._left - unit * (least - 1)))
            found += unit * gained * may_win - can_pay * lost * may_lose
        return found

    def _likely(self, mine: tuple[int, int], least: int) -> tuple[float, float]:
        """How likely nobody gets a better hand, and a worse one, while the pay stays at least that."""
        better, worse = [], []
        for throws in self._to_come:
            high = [(self._key(each), likely) for each, likely in throws if lowered(least, each) == least]
            better.append(sum(likely for key, likely in high if key <= mine))
            worse.append(sum(likely for key, likely in high if key >= mine))
        return prod(better), prod(worse)

    def _key(self, hand: DiceHand) -> tuple[int, int]:
        return key(hand, inverted_junk=self._view.rules.inverted_junk)


@cache
def _last_throws(homes: tuple[Dice, ...], rethrows: int) -> tuple[tuple[DiceHand, float], ...]:
    """How likely a turn ends with each hand, if junk is thrown again so often."""
    hands = outcomes(homes)
    throws = sum(count for count, _ in hands)
    junk = sum(count for count, hand in hands if hand.kind == "junk") / throws
    goes_on = junk**rethrows
    turns = sum(junk**each for each in range(rethrows + 1))
    return tuple(
        (hand, count / throws * (goes_on if hand.kind == "junk" else turns)) for count, hand in hands
    )
