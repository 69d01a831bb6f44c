"""What somebody probably holds who has bet as they did, once the hand is over (TB-26).

Cards are drawn until a master who held them might have answered alike. People are not masters: now and then
any cards will do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from games.engine.betting.rounds import owed, winnable
from games.engine.betting.stakes import Betting
from games.engine.chance.seals import Chance
from games.engine.core.game import Alternatives
from games.engine.core.offers import Answer, Offer

TRIES = 24
"""After so many draws the last one is taken."""
ANY_ONE_IN = 12
"""How often any cards will do."""
LEAST = 0.5
"""What is no matter, in smallest bets."""

T = TypeVar("T")


def first_fitting(draw: Callable[[], T], fits: Callable[[T], bool]) -> T:
    """The first of some that are drawn that fits; the last one if none does."""
    for _ in range(TRIES):
        found = draw()
        if fits(found):
            break
    return found


def might_answer(betting: Betting, key: str, decided: Callable[[], Answer], chance: Chance) -> bool:
    """Whether somebody who would decide so might have answered in the manner of that key."""
    return not chance.below(ANY_ONE_IN) or manner(betting, decided().key) == manner(betting, key)


def manner(betting: Betting, key: str) -> str:
    """What an answer to a bet comes to, whatever its size: to fold, to check, to match or to raise."""
    if key in {"bet", "raise"}:
        return "raise"
    if key == "all_in":
        is_raise = not betting.is_pledging and betting.acting.reach > betting.to_match
        return "raise" if is_raise else "match"
    return key


def ways(betting: Betting, offers: Iterable[Offer[Any]]) -> Alternatives:
    """The answers that raise nothing: one that is free, or else to fold and to pay.

    What a raise would have brought depends on how its rivals like to answer one, which nobody can be sure of.
    """
    offered = {offer.key: offer for offer in offers}
    price = min(owed(betting, betting.acting), betting.acting.stack)
    wants = price / winnable(betting, price) if price else 0.0
    return Alternatives({key: Answer(key) for key in staying(offered)}, LEAST * betting.bet_min, price, wants)


def staying(offered: Collection[str]) -> tuple[str, ...]:
    """The keys of these answers."""
    if "check" in offered:
        return ("check",)
    paying = "match" if "match" in offered else "all_in"
    return tuple(key for key in ("fold", paying) if key in offered)
