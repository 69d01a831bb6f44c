"""Simple opponents: each bets by one plain plan, and plays its cards as a house player does.

A plan knows the view, and what its game's *sense* says of the own cards. What it wishes is turned into
whatever comes nearest among the offers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from games.engine.betting.rounds import contenders, owed, pot_after_match
from games.engine.betting.stakes import Betting
from games.engine.core.offers import Answer, Number, Offer, Split
from games.engine.seals import Chance

Wish: TypeAlias = Literal["drop", "stay", "least", "half", "pot", "most"]
"""Check or else fold; check or match; raise by the least, half the pot, the pot, all that is allowed."""
GOOD, VERY_GOOD, BEST_THIRD = 0.8, 0.9, 0.7
SMALL = 0.35
"""A bet is small up to this share of the pot."""


@dataclass(frozen=True, slots=True)
class Sense:
    """How good the own cards are beside random ones, from 0 to 1; and whether they are good by being high."""

    strength: float
    is_high: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the betting: what the seat sees, what its cards are worth, and its own whims."""

    view: Any
    sense: Callable[[Any], Sense]
    is_last: bool
    """Whether it is the hand's last betting round."""
    random: Random = field(repr=False)
    offers: tuple[Offer[Any], ...] = ()
    imagine: Callable[[Chance], Any] = field(default=lambda _: None, repr=False)
    """Draws a state that the seat cannot tell from the real one: how the cards may lie, for all it knows."""

    @property
    def strength(self) -> float:
        """How good the own cards are."""
        return self.sense(self.view).strength

    @property
    def betting(self) -> Betting:
        """The betting as it stands."""
        betting: Betting = self.view.betting
        return betting

    @property
    def price(self) -> float:
        """What staying costs, as a share of the pot there will be."""
        stake = self.betting.acting
        missing = min(stake.stack, owed(self.betting, stake))
        return missing / max(1, pot_after_match(self.betting, stake))


Plan: TypeAlias = Callable[[Asked], Wish | Answer]


def tight(asked: Asked) -> Wish:
    """Bet the pot with what is good, and stay with it against a raise if it is very good."""
    if asked.strength < (VERY_GOOD if asked.price > SMALL else GOOD):
        return "drop"
    return "pot"


def tight_all_in(asked: Asked) -> Wish:
    """Raise as high as allowed with very good hands, and fold the rest."""
    return "most" if asked.strength >= VERY_GOOD else "drop"


def trapper(asked: Asked) -> Wish:
    """Stay quietly with what is good, and raise all that is allowed once somebody has bet."""
    if asked.strength < GOOD:
        return "drop"
    return "most" if asked.betting.raisers or asked.is_last else "stay"


def small_bets(asked: Asked) -> Wish:
    """See what is cheap; in the last round all that is allowed with the best third."""
    if asked.is_last and asked.strength >= BEST_THIRD:
        return "most"
    return "stay" if asked.price <= SMALL else "drop"


def beginner(asked: Asked, part: float = 1.0) -> Wish:
    """Stay in where the price of that part of the pot looks fair, were all cards random; never raise."""
    chance, price = asked.strength ** (len(contenders(asked.betting)) - 1), asked.price
    return "stay" if chance * (part * (1 - price) + price) >= price else "drop"


SIMPLE: Mapping[str, Plan] = {
    "fold": lambda _: "drop",
    "call": lambda _: "stay",
    "random": lambda asked: asked.random.choice(get_args(Wish)),
    "all-in": lambda _: "most",
    "least": lambda _: "least",
    "pot": lambda _: "pot",
    "tight": tight,
    "tight-all-in": tight_all_in,
    "trapper": trapper,
    "small-bets": small_bets,
}


def carried_out(wish: Wish | Answer, offers: tuple[Offer[Any], ...], asked: Asked) -> Answer:
    """The answer that comes nearest to a wish, unless it is an answer already."""
    if isinstance(wish, Answer):
        return wish
    offered = {offer.key: offer for offer in offers}
    raising = offered.get("raise") or offered.get("bet")
    if isinstance(raising, Number | Split) and wish not in {"drop", "stay"}:
        return _laid(raising, _amount(wish, raising, asked.betting), asked)
    if wish == "most" and "all_in" in offered:
        return _laid(offered["all_in"], None, asked)
    if "check" in offered:
        return Answer("check")
    if wish == "drop":
        return Answer("fold")
    # Where there is nothing to match and no check, the smallest bet is what it takes to stay (KH-6).
    staying = offered.get("match") or raising or offered.get("all_in") or offered["fold"]
    return _laid(staying, None, asked)


def _amount(wish: Wish, offer: Number[Any] | Split[Any], betting: Betting) -> int:
    """What the bet of the round is to become."""
    pot = pot_after_match(betting, betting.acting)
    added = {"least": 0, "half": pot // 2, "pot": pot, "most": offer.most}[wish]
    amount = max(offer.least, min(offer.most, betting.to_match + added))
    return amount - amount % 2 if isinstance(offer, Number) and offer.is_even else amount


def _laid(offer: Offer[Any], to: int | None, asked: Asked) -> Answer:
    """The answer, with all coins on the side where the own cards are good."""
    match offer:
        case Number(least=least):
            return Answer(offer.key, (to or least,))
        case Split(least=least):
            parts = offer.parts(to or least)
            return Answer(offer.key, (to or least, parts[-1 if asked.sense(asked.view).is_high else 0]))
        case _:
            return Answer(offer.key)
