"""Stone Hand's deal of the day: keep junk or throw it again, against a hand that stands (SH-2 to SH-7).

Two play with the usual house rules, but no home throw counts. The other hand stands already, so what each
answer brings on average is worked out backwards from the last throw, with all 512 that there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from games.engine.core.daily import Grading
from games.stone_hand.hands import RAISES, DiceHand, all_throws, key, read_dice, throw
from games.stone_hand.model import JUNK_RETHROWS

PAY = 8
"""What a round begins with (SH-2)."""
PARTS = 10
"""Worths are told in tenths of a coin."""
CLOSE = (0.2, 2.0)
"""By how many coins one answer is better than the other: less is no matter, and more no question."""
SHOW_UPS_MAX = 8
"""More in a row come once in 10^14 times."""


@dataclass(frozen=True, slots=True)
class StoneHandDeal:
    """What lies there: junk, the hand that stands, the pay, and how many throws are left."""

    lying: DiceHand
    rival: DiceHand
    pay: int
    throws: int


class StoneHandDaily:
    """Keep it, or throw again."""

    def deal(self, below: Callable[[int], int]) -> StoneHandDeal:
        """Throw until the choice is a close one."""
        while True:
            lying, rival = read_dice(throw(below)), read_dice(throw(below))
            throws = 1 + below(JUNK_RETHROWS)
            if lying.kind != "junk" or rival.kind in RAISES:
                continue
            deal = StoneHandDeal(lying, rival, _pulled(PAY, rival), throws)
            kept, thrown = brings(deal)
            if CLOSE[0] <= abs(kept - thrown) <= CLOSE[1]:
                return deal

    def told(self, deal: StoneHandDeal) -> str:
        """Both hands, the pay and the throws that are left."""
        lying, rival = ("-".join(map(str, each.dice)) for each in (deal.lying, deal.rival))
        return f"{lying} against {rival}, pay {deal.pay}, throws left {deal.throws}"

    def answers(self, _deal: StoneHandDeal) -> tuple[str, ...]:
        """The same two always."""
        return "keep", "rethrow"

    def grading(self, deal: StoneHandDeal) -> Grading:
        """What each brings on average, in tenths of a coin."""
        kept, thrown = brings(deal)
        yield round(PARTS * kept), round(PARTS * thrown)


def brings(deal: StoneHandDeal) -> tuple[float, float]:
    """How many coins keeping brings, and how many throwing again does on average."""
    return float(_ends(deal.lying, deal.rival, deal.pay)), _thrown(deal.rival, deal.pay, deal.throws, 0)


def _pulled(pay: int, hand: DiceHand) -> int:
    """The pay once this hand stands (SH-2)."""
    return pay if hand.score is None else min(pay, hand.score)


def _ends(mine: DiceHand, rival: DiceHand, pay: int) -> int:
    """What the round brings when both hands stand (SH-6, SH-7)."""
    better, worse = key(mine, inverted_junk=False), key(rival, inverted_junk=False)
    return _pulled(pay, mine) * ((better > worse) - (better < worse))


@cache
def _thrown(rival: DiceHand, pay: int, throws: int, show_ups: int) -> float:
    """What the next of so many throws brings on average; a show-up lifts the pay and costs none (SH-5)."""
    found = 0.0
    for hand, count in _hands().items():
        if hand.kind in RAISES:
            if show_ups < SHOW_UPS_MAX:
                found += count * _thrown(rival, pay + RAISES[hand.kind], throws, show_ups + 1)
        elif hand.kind == "junk" and throws > 1:
            found += count * max(_ends(hand, rival, pay), _thrown(rival, pay, throws - 1, show_ups))
        else:
            found += count * _ends(hand, rival, pay)
    return found / len(all_throws())


@cache
def _hands() -> Counter[DiceHand]:
    """All that a throw can be, and how many of the 512 are it."""
    return Counter(map(read_dice, all_throws()))


DAILY = StoneHandDaily()
