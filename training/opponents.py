"""Simple opponents: each bets by a plain plan, and plays its cards as a house player does.

A plan knows the seat's view and the strength of its cards, as valued by the game's *sense* function. It
returns a wish, which becomes the nearest answer among the offers.
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
"""A price up to this share of the pot is small."""


@dataclass(frozen=True, slots=True)
class Sense:
    """The strength of the own cards compared with random ones, from 0 to 1.

    `is_high` is False for cards that are good because they are low, as in Dividha.
    """

    strength: float
    is_high: bool = True


@dataclass(frozen=True, slots=True)
class BettingQuestion:
    """A betting question to a plan."""

    view: Any
    sense: Callable[[Any], Sense]
    is_last: bool
    """True in the hand's last betting round."""
    random: Random = field(repr=False)
    offers: tuple[Offer[Any], ...] = ()
    imagine: Callable[[Chance], Any] = field(default=lambda _: None, repr=False)
    """Draws a state that the seat cannot tell from the real one."""

    @property
    def strength(self) -> float:
        """The strength of the own cards."""
        return self.sense(self.view).strength

    @property
    def betting(self) -> Betting:
        """The betting at this moment."""
        betting: Betting = self.view.betting
        return betting

    @property
    def price(self) -> float:
        """The price of staying, as a share of the pot after it is paid."""
        stake = self.betting.acting
        missing = min(stake.stack, amount_to_call(self.betting, stake))
        return missing / max(1, pot_after_call(self.betting, stake))


Plan: TypeAlias = Callable[[BettingQuestion], Wish | Answer]


def tight(question: BettingQuestion) -> Wish:
    """Bet the pot with good cards, but if the price is not small only with very good ones; else fold."""
    if question.strength < (VERY_GOOD if question.price > SMALL else GOOD):
        return "drop"
    return "pot"


def tight_all_in(question: BettingQuestion) -> Wish:
    """Raise the maximum with very good cards, and fold all others."""
    return "most" if question.strength >= VERY_GOOD else "drop"


def trapper(question: BettingQuestion) -> Wish:
    """Only stay with good cards at first; raise the maximum once somebody has bet, or in the last round."""
    if question.strength < GOOD:
        return "drop"
    return "most" if question.betting.raisers or question.is_last else "stay"


def small_bets(question: BettingQuestion) -> Wish:
    """Call if that is cheap; in the last round raise the maximum with the best third."""
    if question.is_last and question.strength >= BEST_THIRD:
        return "most"
    return "stay" if question.price <= SMALL else "drop"


def beginner(question: BettingQuestion, part: float = 1.0) -> Wish:
    """Stay in if the price for that part of the pot is fair against random cards; never raise."""
    chance, price = question.strength ** (len(contenders(question.betting)) - 1), question.price
    return "stay" if chance * (part * (1 - price) + price) >= price else "drop"


SIMPLE: Mapping[str, Plan] = {
    "fold": lambda _: "drop",
    "call": lambda _: "stay",
    "random": lambda question: question.random.choice(get_args(Wish)),
    "all-in": lambda _: "most",
    "least": lambda _: "least",
    "half": lambda _: "half",
    "pot": lambda _: "pot",
    "tight": tight,
    "tight-all-in": tight_all_in,
    "trapper": trapper,
    "small-bets": small_bets,
}


def nearest_answer(wish: Wish | Answer, offers: tuple[Offer[Any], ...], question: BettingQuestion) -> Answer:
    """Return the offered answer that is nearest to a wish; a plan's answer is returned unchanged."""
    if isinstance(wish, Answer):
        return wish
    offered = {offer.key: offer for offer in offers}
    raising = offered.get("raise") or offered.get("bet")
    if isinstance(raising, NumberOffer | SplitOffer) and wish not in {"drop", "stay"}:
        return _answer(raising, _amount(wish, raising, question.betting), question)
    if wish == "most" and "all_in" in offered:
        return _answer(offered["all_in"], None, question)
    if "check" in offered:
        return Answer("check")
    if wish == "drop":
        return Answer("fold")
    # If there is neither anything to call nor a check, staying costs the smallest bet (KH-6).
    staying = offered.get("match") or raising or offered.get("all_in") or offered["fold"]
    return _answer(staying, None, question)


def _amount(wish: Wish, offer: NumberOffer[Any] | SplitOffer[Any], betting: Betting) -> int:
    """Return the amount of the wished raise: the actor's total bet of the round."""
    pot = pot_after_call(betting, betting.acting)
    added = {"least": 0, "half": pot // 2, "pot": pot, "most": offer.most}[wish]
    amount = max(offer.least, min(offer.most, betting.to_match + added))
    return amount - amount % 2 if isinstance(offer, NumberOffer) and offer.is_even else amount


def _answer(offer: Offer[Any], to: int | None, question: BettingQuestion) -> Answer:
    """Return the answer to an offer, with all coins on the side where the own cards are good."""
    match offer:
        case NumberOffer(least=least):
            return Answer(offer.key, (to or least,))
        case SplitOffer(least=least):
            parts = offer.parts(to or least)
            return Answer(offer.key, (to or least, parts[-1 if question.sense(question.view).is_high else 0]))
        case _:
            return Answer(offer.key)
