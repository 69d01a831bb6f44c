"""Why a house player of Destiny answered so, and what the coach says: short, and from the own view alone.

A reason has the odds as that player misjudged them, the coach as a master sees them. Neither names a card
of the field: what was not turned over stays its looker's secret, also for the hands to come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.destiny.hands import all_cards
from games.destiny.model import Move
from games.destiny.outlook import best_play, outlook
from games.destiny.reading import FieldReading
from games.destiny.view import DestinyView
from games.engine.core.character import MASTER, Character
from games.engine.core.offers import Answer, Offer
from games.engine.core.sentences import Reason, Telling, phrase

IN = 10
"""Odds are told as so many times in ten."""


@dataclass(frozen=True, slots=True)
class CardOdds:
    """How often, in ten, the own card is the highest of those still in, and what staying costs."""

    odds: int
    cost: int


class BetOnCard(CardOdds):
    """Why it bet or raised."""

    says = phrase("I thought I had the highest card {odds} in 10 times, so I bet on it.")
    advises = phrase("Your chance of the highest card is {odds} in 10. That’s worth a bet.")


class BetToScare(CardOdds):
    """Why it bet or raised without a good card."""

    says = phrase("I thought I’d win only {odds} in 10 times. I bet so that you’d fold.")
    advises = phrase("Your chance of the highest card is only {odds} in 10, but a bet may make others fold.")


class PaidForOdds(CardOdds):
    """Why it stayed."""

    says = phrase("I thought I’d win {odds} in 10 times: enough to pay {cost}.")
    advises = phrase("Your chance of the highest card is {odds} in 10. That’s worth {cost}.")


class WentOnFree(CardOdds):
    """Why it checked."""

    says = phrase("I thought I’d win {odds} in 10 times, and going on was free.")
    advises = phrase("Your chance of the highest card is {odds} in 10, and going on is free.")


class GaveUp(CardOdds):
    """Why it folded."""

    says = phrase("I thought I’d win {odds} in 10 times: too seldom to pay {cost}.")
    advises = phrase("Your chance of the highest card is {odds} in 10. That isn’t worth {cost}.")


@dataclass(frozen=True, slots=True)
class TookFromRivals:
    """Why it looked at that card."""

    says = phrase("Somebody after me knew that card. While I had it, they couldn’t play it.")
    advises = phrase("Somebody after you knows that card. While you have it, they can’t play it.")


@dataclass(frozen=True, slots=True)
class LookedAtNew:
    """Why it looked at that card."""

    says = phrase("I hadn’t seen that card. Now I’ll know it in the next hand.")
    advises = phrase("You haven’t seen that card. You’ll know it in the next hand.")


@dataclass(frozen=True, slots=True)
class KnewAll:
    """Why it looked at nothing."""

    says = phrase("I knew every card that I could look at.")
    advises = phrase("You know every card that you can look at.")


@dataclass(frozen=True, slots=True)
class HeldKnown:
    """Why it held a card that it knew."""

    says = phrase("I knew that card. I thought it better than one from the deck.")
    advises = phrase("You know that card. It’s likely better than one from the deck.")


@dataclass(frozen=True, slots=True)
class Pretended:
    """Why it held a card that was no better than one from the deck."""

    says = phrase("I had no card worth playing. I wanted you to think I had.")
    advises = phrase("You know no card worth playing, but the others may think you do.")


@dataclass(frozen=True, slots=True)
class TrustedDeck:
    """Why it played the Benediction Hand."""

    says = phrase("I knew no card better than one from the deck.")
    advises = phrase("You know no card better than one from the deck.")


def reason(
    view: DestinyView, offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Why that house player answers so, by its own numbers."""
    reading, place = FieldReading(view, character), answer.key.partition("_")[2].upper()
    match answer.key.partition("_")[0]:
        case "look":
            return TookFromRivals() if reading.wanted(place) else LookedAtNew()
        case "no":
            return KnewAll()
        case "hold":
            return HeldKnown() if place == best_play(reading) else Pretended()
        case "benediction":
            return TrustedDeck()
        case "bet" | "raise" | "match" | "all" | "check" | "fold":
            return _why_bet(reading, {offer.key: offer for offer in offers}, answer, character)
        case _:
            return None


def _why_bet(
    reading: FieldReading, offered: Mapping[str, Offer[Move]], answer: Answer, character: Character
) -> Reason:
    found = outlook(reading, offered, character)
    odds, cost = round(IN * found.odds), found.missing
    match answer.key:
        case "bet" | "raise":
            return BetOnCard(odds, cost) if found.is_good else BetToScare(odds, cost)
        case "check":
            return WentOnFree(odds, cost)
        case "fold":
            return GaveUp(odds, cost)
        case _:
            return PaidForOdds(odds, cost)


class CoachFree(CardOdds):
    """What there is to win for nothing."""

    says = phrase("Your card wins about {odds} in 10 times, and going on costs you nothing.")


class CoachPays(CardOdds):
    """That it pays to stay."""

    says = phrase("Your card wins about {odds} in 10 times. Staying in for {cost} is worth that.")


class CoachPricey(CardOdds):
    """That it does not."""

    says = phrase("Your card wins only about {odds} in 10 times. That’s not worth {cost}.")


@dataclass(frozen=True, slots=True)
class CoachLook:
    """What looking is good for."""

    is_wanted: bool
    """Whether somebody who plays later knows one of the cards."""

    @property
    def says(self) -> str:
        """The coach's line."""
        if self.is_wanted:
            return phrase("Take a card that a player after you has looked at. They can’t play it then.")
        return phrase("You can’t play the card you look at now. Remember it for the next hand.")


@dataclass(frozen=True, slots=True)
class CoachHold:
    """From which rank on a card is better than one from the deck."""

    rank: str
    says = phrase("Do you know a card here of rank {rank} or higher? Play it. If not, trust the deck.")


def advice(view: DestinyView, offers: tuple[Offer[Move], ...]) -> Telling | None:
    """What matters now, for somebody who learns the game."""
    offered = {offer.key: offer for offer in offers}
    if not offered or "new_field" in offered:
        return None
    reading = FieldReading(view, MASTER)
    if "no_look" in offered:
        return CoachLook(any(map(reading.wanted, reading.free)))
    if "benediction" in offered:
        rank = all_cards(view.rules.jokers)[reading.deck_height][0]
        return CoachHold("10" if rank == "T" else rank)
    found = outlook(reading, offered, MASTER)
    told = CoachFree if "check" in offered else CoachPays if found.stay >= 0 else CoachPricey
    return told(round(IN * found.odds), found.missing)
