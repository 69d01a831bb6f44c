"""Estimate the range of a rival from the betting, once the hand is over (TB-26).

Cards are drawn until a master with these cards might have given each of the rival's answers. People are not
masters, so in one of `ANY_ONE_IN` draws a rival's answers are ignored and any cards are accepted. That is
decided once per rival and hand, not per answer: otherwise an answer that masters seldom give would almost
always be explained by a worthless hand.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from operator import itemgetter
from typing import Any, TypeVar

from games.engine.betting.bets import Betting
from games.engine.betting.rounds import amount_to_call, contenders, pot_after_call, winnable
from games.engine.core.game import Alternatives, Response
from games.engine.core.offers import Answer, Offer
from games.engine.provable_chance import Chance

TRIES = 96
"""The maximum number of draws, after which the best fit is taken."""
SIZES = (0.75, 2.0)
"""Raises below the first share of the pot are small, those above the second large."""
OTHER_SIZE = 0.5
"""The similarity of two raises of different size classes."""
ANY_ONE_IN = 30
"""In one of this many draws, any cards of a rival are accepted."""
LEAST = 0.5
"""The smallest significant difference between two answers, in minimum bets."""

T = TypeVar("T")


def informative_answers(betting: Betting, past: Sequence[Response], chance: Chance) -> list[Response]:
    """Return the answers that the cards of seats still in must fit, latest and most informative first."""
    fitted = [seat for seat in contenders(betting) if chance.below(ANY_ONE_IN)]
    return [each for each in reversed(past) if each.seat in fitted]


def best_fitting(draw: Callable[[], T], tests: Sequence[Callable[[T], float]]) -> T:
    """Return the first draw that fully passes all tests, or else the draw with the best fit.

    The tests of a draw stop at the first failure.
    """
    tried: list[tuple[float, T]] = []
    while len(tried) < TRIES:
        drawn = draw()
        tried.append((sum(_scores(drawn, tests)), drawn))
        if tried[-1][0] == len(tests):
            break
    return max(tried, key=itemgetter(0))[1]


def _scores(drawn: T, tests: Iterable[Callable[[T], float]]) -> Iterator[float]:
    return takewhile(bool, (test(drawn) for test in tests))


def similarity(betting: Betting, answer: Answer, decided: Answer) -> float:
    """Return the similarity of two answers: 1 if equal, less if only raise sizes differ, otherwise 0."""
    (kind, size), (other_kind, other_size) = _answer_class(betting, answer), _answer_class(betting, decided)
    return float(kind == other_kind) if size == other_size else OTHER_SIZE * (kind == other_kind)


def _answer_class(betting: Betting, answer: Answer) -> tuple[str, int]:
    """Return the kind of an answer (fold, check, call or raise), and of a raise its size class."""
    if answer.key not in {"bet", "raise", "all_in"}:
        return answer.key, 0
    by = (answer.numbers[0] if answer.numbers else betting.acting.max_bet) - betting.to_match
    if by <= 0 or (answer.key == "all_in" and betting.is_pledging):
        return "match", 0
    return "raise", bisect(SIZES, by / pot_after_call(betting, betting.acting))


def passive_answers(betting: Betting, offers: Iterable[Offer[Any]]) -> Alternatives:
    """Return the passive answers: check, or else fold and call.

    Raises are left out, because their value depends on unknown responses of the rivals.
    """
    offered = {offer.key: offer for offer in offers}
    price = min(amount_to_call(betting, betting.acting), betting.acting.stack)
    wants = price / winnable(betting, price) if price else 0.0
    return Alternatives({key: Answer(key) for key in staying(offered)}, LEAST * betting.bet_min, price, wants)


def staying(offered: Collection[str]) -> tuple[str, ...]:
    """Return the keys of the passive answers."""
    if "check" in offered:
        return ("check",)
    paying = "match" if "match" in offered else "all_in"
    return tuple(key for key in ("fold", paying) if key in offered)
