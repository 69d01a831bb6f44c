"""Why a house player of Knights' Heads answered so, and what the coach says: short, from the own view alone.

A reason has the odds as that player misjudged them, the coach as a master sees them. A reason names no card
and no hand, since what is not laid down stays its owner's.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.character import Character
from games.engine.core.offers import Answer, Offer, Pick
from games.engine.core.sentences import Reason, Telling, phrase
from games.knights_heads.dealing import NINE
from games.knights_heads.hands import made
from games.knights_heads.house import WEAK, before_exchange, judged, worth_of
from games.knights_heads.model import Move
from games.knights_heads.situation import standing
from games.knights_heads.view import KnightsView

IN = 10
"""Odds are told as so many in ten."""


@dataclass(frozen=True, slots=True)
class HandOdds:
    """How many of ten hands that are laid down the own cards beat, and what staying in costs."""

    beaten: int
    cost: int


class WhyKept(HandOdds):
    """Why these three cards were passed on."""

    says = phrase("I kept the six that promised most: with them I beat {beaten} in 10 hands.")
    advises = phrase("The six that are left promise most: they beat {beaten} in 10 hands.")


class WhyRaised(HandOdds):
    """Why it bet or raised."""

    says = phrase("My cards beat {beaten} in 10 hands, so I put more in.")
    advises = phrase("Your cards beat {beaten} in 10 hands, so put more in.")


class WhyBluffed(HandOdds):
    """Why it bet or raised with cards that were not worth it."""

    says = phrase("My cards beat only {beaten} in 10 hands. I bet so that you’d fold.")
    advises = phrase("Your cards beat only {beaten} in 10 hands, but a bet may make others fold.")


class WhyStayed(HandOdds):
    """Why it matched, or made the smallest bet."""

    says = phrase("My cards beat {beaten} in 10 hands: enough to pay {cost}.")
    advises = phrase("Your cards beat {beaten} in 10 hands. That’s worth {cost}.")


class WhyChecked(HandOdds):
    """Why it put nothing in."""

    says = phrase("My cards beat {beaten} in 10 hands, and staying was free.")
    advises = phrase("Your cards beat {beaten} in 10 hands, and staying is free.")


class WhyFolded(HandOdds):
    """Why it gave up."""

    says = phrase("My cards beat {beaten} in 10 hands. Against such a bet that’s too few to pay {cost}.")
    advises = phrase("Your cards beat {beaten} in 10 hands. Against such a bet that isn’t worth {cost}.")


@dataclass(frozen=True, slots=True)
class CoachPass:
    """Which three cards to pass on, and how many hands in ten the others then beat."""

    says = phrase("Pass on {cards}: with the other six you beat {beaten} in 10 hands.")
    cards: tuple[str, ...]
    beaten: int


@dataclass(frozen=True, slots=True)
class CoachBet:
    """What the cards are worth, and how often they have to win for the price; the hand once there are ten."""

    hand: str
    """A message id; empty while cards are still to come."""
    beaten: int
    cost: int
    needed: int
    """How often in ten the hand has to win to be worth its price."""

    @property
    def says(self) -> str:
        """The sentence of the advice."""
        match bool(self.hand), self.cost > 0:
            case True, True:
                return phrase(
                    "{hand} beats {beaten} in 10 hands. Paying {cost} is worth it if you win {needed} in 10."
                )
            case True, False:
                return phrase("{hand} beats {beaten} in 10 hands. Staying is free.")
            case False, True:
                return phrase(
                    "Your cards will beat {beaten} in 10 hands. Paying {cost} is worth it "
                    "if you win {needed} in 10."
                )
            case _:
                return phrase("Your cards will beat {beaten} in 10 hands. Staying is free.")


def reason(
    view: KnightsView, _offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Why a house player of that character gave that answer."""
    if view.stage == "exchange":
        return WhyKept(in_ten(worth_of(view)), 0)
    thought = judged(view, character)
    betting, stands = view.betting, thought.standing
    beaten, cost = in_ten(thought.worth), stands.missing
    # The smallest bet of the first round, and an all in for less than is asked, are ways to stay.
    least = betting.to_match or (0 if betting.may_check else betting.bet_min)
    to = answer.numbers[0] if answer.numbers else betting.acting.reach
    match answer.key:
        case "fold":
            return WhyFolded(beaten, cost)
        case "check":
            return WhyChecked(beaten, cost)
        case "bet" | "raise" | "all_in" if to > least:
            return (WhyBluffed if thought.strength < WEAK else WhyRaised)(beaten, cost)
        case _:
            return WhyStayed(beaten, cost)


def advice(view: KnightsView, offers: tuple[Offer[Move], ...]) -> Telling | None:
    """What matters now, for somebody who learns the game; None where nothing is to be decided."""
    if not offers:
        return None
    passing = next((offer for offer in offers if isinstance(offer, Pick)), None)
    if passing is not None:
        kept, worth = before_exchange(view.cards, triplet_counts=view.rules.triplet_counts)
        return CoachPass(tuple(card for card in view.cards if card not in kept), in_ten(worth))
    stands = standing(view.betting, view.stage, view.rules.ante)
    made_now = made(view.cards, triplet_counts=view.rules.triplet_counts).hand
    return CoachBet(
        hand=made_now.name if len(view.cards) > NINE else "",
        beaten=in_ten(worth_of(view)),
        cost=stands.missing,
        needed=-(-IN * stands.missing // (stands.pot + stands.missing)),
    )


def in_ten(share: float) -> int:
    """A share as so many in ten, between none and all."""
    return max(0, min(IN, round(IN * share)))
