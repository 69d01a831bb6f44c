"""Simple opponents: each bets by one plain plan, and plays its cards as a house player does.

A plan knows the view, and its game's *sense* of the own cards. Its wish becomes the nearest answer among the
offers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from games.engine.betting.bets import Betting
from games.engine.betting.rounds import amount_to_call, contenders, pot_after_call
from games.engine.core.offers import Answer, NumberOffer, Offer, SplitOffer
from games.engine.provable_chance import Chance

Wish: TypeAlias = Literal["drop", "stay", "least", "half", "pot", "most"]
"""Check or else fold; check or call; raise the minimum, half the pot, the pot, or the maximum."""
GOOD, VERY_GOOD, BEST_THIRD = 0.8, 0.9, 0.7
SMALL = 0.35
"""The share of the pot up to which a bet is small."""


@dataclass(frozen=True, slots=True)
class Sense:
    """The strength of the own cards beside random ones, from 0 to 1; and whether high cards make it."""

    strength: float
    is_high: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """A betting question: the seat's view, its sense of the cards, and its random generator."""

    view: Any
    sense: Callable[[Any], Sense]
    is_last: bool
    """True in the hand's last betting round."""
    random: Random = field(repr=False)
    offers: tuple[Offer[Any], ...] = ()
    imagine: Callable[[Chance], Any] = field(default=lambda _: None, repr=False)
    """Draws a state that the seat cannot tell from the real one, by all it knows of the cards."""

    @property
    def strength(self) -> float:
        """The strength of the own cards."""
        return self.sense(self.view).strength

    @property
    def betting(self) -> Betting:
        """The betting as it stands."""
        betting: Betting = self.view.betting
        return betting

    @property
    def price(self) -> float:
        """The price of staying, as a share of the pot after it is paid."""
        stake = self.betting.acting
        missing = min(stake.stack, amount_to_call(self.betting, stake))
        return missing / max(1, pot_after_call(self.betting, stake))


Plan: TypeAlias = Callable[[Asked], Wish | Answer]


def tight(asked: Asked) -> Wish:
    """Bet the pot with good cards, and stay against a raise with very good ones."""
    if asked.strength < (VERY_GOOD if asked.price > SMALL else GOOD):
        return "drop"
    return "pot"


def tight_all_in(asked: Asked) -> Wish:
    """Raise the maximum with very good hands, and fold the rest."""
    return "most" if asked.strength >= VERY_GOOD else "drop"


def trapper(asked: Asked) -> Wish:
    """Stay quietly with good cards, and raise the maximum once somebody has bet."""
    if asked.strength < GOOD:
        return "drop"
    return "most" if asked.betting.raisers or asked.is_last else "stay"


def small_bets(asked: Asked) -> Wish:
    """See what is cheap; in the last round raise the maximum with the best third."""
    if asked.is_last and asked.strength >= BEST_THIRD:
        return "most"
    return "stay" if asked.price <= SMALL else "drop"


def beginner(asked: Asked, part: float = 1.0) -> Wish:
    """Stay in if the price for that part of the pot is fair with random cards; never raise."""
    chance, price = asked.strength ** (len(contenders(asked.betting)) - 1), asked.price
    return "stay" if chance * (part * (1 - price) + price) >= price else "drop"


SIMPLE: Mapping[str, Plan] = {
    "fold": lambda _: "drop",
    "call": lambda _: "stay",
    "random": lambda asked: asked.random.choice(get_args(Wish)),
    "all-in": lambda _: "most",
    "least": lambda _: "least",
    "half": lambda _: "half",
    "pot": lambda _: "pot",
    "tight": tight,
    "tight-all-in": tight_all_in,
    "trapper": trapper,
    "small-bets": small_bets,
}


def carried_out(wish: Wish | Answer, offers: tuple[Offer[Any], ...], asked: Asked) -> Answer:
    """Return the answer nearest to a wish; an answer is returned as it is."""
    if isinstance(wish, Answer):
        return wish
    offered = {offer.key: offer for offer in offers}
    raising = offered.get("raise") or offered.get("bet")
    if isinstance(raising, NumberOffer | SplitOffer) and wish not in {"drop", "stay"}:
        return _laid(raising, _amount(wish, raising, asked.betting), asked)
    if wish == "most" and "all_in" in offered:
        return _laid(offered["all_in"], None, asked)
    if "check" in offered:
        return Answer("check")
    if wish == "drop":
        return Answer("fold")
    # If there is nothing to call and no check, staying takes the smallest bet (KH-6).
    staying = offered.get("match") or raising or offered.get("all_in") or offered["fold"]
    return _laid(staying, None, asked)


def _amount(wish: Wish, offer: NumberOffer[Any] | SplitOffer[Any], betting: Betting) -> int:
    """Return the actor's bet of the round after the wish."""
    pot = pot_after_call(betting, betting.acting)
    added = {"least": 0, "half": pot // 2, "pot": pot, "most": offer.most}[wish]
    amount = max(offer.least, min(offer.most, betting.to_match + added))
    return amount - amount % 2 if isinstance(offer, NumberOffer) and offer.is_even else amount


def _laid(offer: Offer[Any], to: int | None, asked: Asked) -> Answer:
    """Return the answer, with all coins on the side where the own cards are good."""
    match offer:
        case NumberOffer(least=least):
            return Answer(offer.key, (to or least,))
        case SplitOffer(least=least):
            parts = offer.parts(to or least)
            return Answer(offer.key, (to or least, parts[-1 if asked.sense(asked.view).is_high else 0]))
        case _:
            return Answer(offer.key)
