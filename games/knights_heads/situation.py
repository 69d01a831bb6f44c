"""How the betting stands for a seat, as one number: what its table of answers is ordered by.

Two moments that call for the same answer get the same number. It is made of nothing but what lies open, and
of how strong the own cards are:

    round       first, second, final
    staying     how many are still in: two, three, more
    behind      whether somebody has not answered yet, and may come over the top
    raises      bets and raises of this round
    price       what staying takes, beside what it may win
    growth      what it may win, beside the antes
    depth       what could still be bet, beside the pot after a match

Chips that the seat cannot match, and those that no rival can, count nowhere: a seat with 60 left is asked
the same by a bet of 60 and by one of 600.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from games.engine.betting.stakes import Betting
from games.knights_heads.model import Stage

STRENGTHS = 16
"""How many strengths are told apart; the better, the finer."""
FOLD, STAY, HALF, POT, ALL_IN = range(5)
"""What is answered: to stay is to check, to match or to make the smallest bet; what follows are raises."""
ROUNDS: dict[Stage, int] = {"first_round": 0, "second_round": 1, "final_round": 2}
RAISES_TOLD_APART = 3
RAISES_MAX, RAISES_MAX_BEFORE_EXCHANGE = 3, 2
"""After so many bets and raises of a round a house player raises no more, but once with the best."""
_STAYING_MAX = 4
_PRICES = (0.0, 0.15, 0.27, 0.41, 0.6)
_GROWTHS = (2.0, 5.0, 14.0)
_DEPTHS = (0.0, 0.7, 2.0, 6.0)
AFTER_EXCHANGE = 3 * 2 * RAISES_TOLD_APART * 6 * 4 * 5 * STRENGTHS
"""The numbers of situations after the exchange begin here."""


class BettingStand(NamedTuple):
    """What lies open, in chips and counts."""

    round: int
    staying: int
    is_behind: bool
    """Whether somebody acts after this seat, unless it raises."""
    raises: int
    missing: int
    """What staying takes."""
    pot: int
    """What the seat may win of what lies there already."""
    antes: int
    """What everybody put in at first."""
    rest: int
    """What could be bet beyond a match: the own rest, or the richest rival's."""


def number(standing: BettingStand, strength: int) -> int:
    """The number of a situation, for that strength from 0 to `STRENGTHS` - 1."""
    pot, missing = standing.pot, standing.missing
    found = standing.round
    found = found * 3 + min(standing.staying, _STAYING_MAX) - 2
    found = found * 2 + standing.is_behind
    found = found * RAISES_TOLD_APART + min(standing.raises, RAISES_TOLD_APART - 1)
    found = found * 6 + bisect_left(_PRICES, missing / pot)
    found = found * 4 + bisect_left(_GROWTHS, pot / standing.antes)
    found = found * 5 + bisect_left(_DEPTHS, standing.rest / (pot + missing))
    return found * STRENGTHS + strength


def standing(betting: Betting, stage: Stage, ante: int) -> BettingStand:
    """How things stand for the seat to act."""
    own = betting.acting
    rivals = [stake for stake in betting.stakes if stake.seat != own.seat]
    staying = [stake for stake in rivals if not stake.has_folded]
    # Where nothing is bet yet and there is no check, the smallest bet is what it takes to stay (KH-6).
    asked = betting.to_match or (0 if betting.may_check else betting.bet_min)
    missing = max(0, min(own.stack, asked - own.bet))
    most = own.total + own.stack
    richest = max(stake.reach for stake in staying)
    return BettingStand(
        round=ROUNDS[stage],
        staying=len(staying) + 1,
        is_behind=any(
            stake.can_bet and not (stake.has_acted and stake.bet >= betting.to_match) for stake in staying
        ),
        raises=betting.raises,
        missing=missing,
        pot=betting.dead + own.total + sum(min(stake.total, most) for stake in rivals),
        antes=ante * len(betting.stakes),
        rest=max(0, min(own.reach, richest) - max(asked, own.bet)),
    )
