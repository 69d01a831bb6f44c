"""What somebody probably holds who has bet as they did, once the hand is over (TB-26).

Cards are drawn until a master who held them might have answered alike each time. People are not masters: now
and then any cards of theirs will do. That is drawn once for a rival and a hand, and not for each answer: what
a master seldom does would else nearly always be done by somebody who has nothing.
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
"""After so many draws the one that fits best is taken."""
SIZES = (0.75, 2.0)
"""Raises by a smaller share of the pot are small, those by a larger one large."""
OTHER_SIZE = 0.5
"""How well cards fit with which a master raises, too, but by another size."""
ANY_ONE_IN = 30
"""How often any cards of a rival will do."""
LEAST = 0.5
"""What is no matter, in smallest bets."""

T = TypeVar("T")


def informative_answers(betting: Betting, past: Sequence[Response], chance: Chance) -> list[Response]:
    """What those still in answered whose cards are to fit, the latest first: that says most."""
    heard = [seat for seat in contenders(betting) if chance.below(ANY_ONE_IN)]
    return [each for each in reversed(past) if each.seat in heard]


def best_fitting(draw: Callable[[], T], tests: Sequence[Callable[[T], float]]) -> T:
    """The first of some that are drawn that passes all tests wholly, or else the one that does best.

    What comes after a test that it fails does not count.
    """
    tried: list[tuple[float, T]] = []
    while len(tried) < TRIES:
        drawn = draw()
        tried.append((sum(_passed(drawn, tests)), drawn))
        if tried[-1][0] == len(tests):
            break
    return max(tried, key=itemgetter(0))[1]


def _passed(drawn: T, tests: Iterable[Callable[[T], float]]) -> Iterator[float]:
    return takewhile(bool, (test(drawn) for test in tests))


def similarity(betting: Betting, answer: Answer, decided: Answer) -> float:
    """How far an answer is what somebody decides: wholly, or but for the size of a raise, or not at all."""
    (did, size), (does, other) = _manner(betting, answer), _manner(betting, decided)
    return float(did == does) if size == other else OTHER_SIZE * (did == does)


def _manner(betting: Betting, answer: Answer) -> tuple[str, int]:
    """What an answer to a bet comes to: to fold, to check, to match, or to raise by so large a size."""
    if answer.key not in {"bet", "raise", "all_in"}:
        return answer.key, 0
    by = (answer.numbers[0] if answer.numbers else betting.acting.max_bet) - betting.to_match
    if by <= 0 or (answer.key == "all_in" and betting.is_pledging):
        return "match", 0
    return "raise", bisect(SIZES, by / pot_after_call(betting, betting.acting))


def passive_answers(betting: Betting, offers: Iterable[Offer[Any]]) -> Alternatives:
    """The answers that raise nothing: one that is free, or else to fold and to pay.

    What a raise would have brought depends on how its rivals like to answer one, which nobody can be sure of.
    """
    offered = {offer.key: offer for offer in offers}
    price = min(amount_to_call(betting, betting.acting), betting.acting.stack)
    wants = price / winnable(betting, price) if price else 0.0
    return Alternatives({key: Answer(key) for key in staying(offered)}, LEAST * betting.bet_min, price, wants)


def staying(offered: Collection[str]) -> tuple[str, ...]:
    """The keys of these answers."""
    if "check" in offered:
        return ("check",)
    paying = "match" if "match" in offered else "all_in"
    return tuple(key for key in ("fold", paying) if key in offered)
