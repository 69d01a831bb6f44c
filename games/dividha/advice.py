"""Why a house player of Dividha answered so, and what the coach says: short, and from the own view alone.

All odds are those of `insight.py`: a reason has them as that player misjudged them, the coach as a master
sees them. No private card is named in a reason, since what is not shown at the showdown stays its owner's.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.dividha.insight import Insight
from games.dividha.model import Move
from games.dividha.styles import FAIR
from games.dividha.view import DividhaView
from games.engine.betting.limits import owed
from games.engine.core.character import MASTER, Character
from games.engine.core.offers import Answer, Offer, Pick
from games.engine.core.sentences import Reason, Telling, phrase, phrases

IN = 10
"""Odds are told as so many times in ten."""


@dataclass(frozen=True, slots=True)
class ColumnOdds:
    """How often the column that a seat goes for is taken, in ten, and what staying in costs."""

    is_on_win: bool
    odds: int
    cost: int


class WhyBet(ColumnOdds):
    """Why it bet or raised."""

    @property
    def says(self) -> str:
        """The sentence of the reason."""
        if self.is_on_win:
            return phrase("I thought I’d take Win {odds} in 10 times, so I bet on it.")
        return phrase("I thought I’d take Lose {odds} in 10 times, so I bet on it.")

    @property
    def advises(self) -> str:
        """The sentence of a hint."""
        if self.is_on_win:
            return phrase("Your chance to take Win is {odds} in 10. That’s worth a bet.")
        return phrase("Your chance to take Lose is {odds} in 10. That’s worth a bet.")


class WhyBluff(ColumnOdds):
    """Why it bet with cards that were not worth it."""

    says = phrase("I thought I’d win only {odds} in 10 times. I bet so that you’d fold.")
    advises = phrase("Your chance is only {odds} in 10, but a bet may make others fold.")


class WhyMatch(ColumnOdds):
    """Why it paid to stay in."""

    @property
    def says(self) -> str:
        """The sentence of the reason."""
        if self.is_on_win:
            return phrase("I thought I’d take Win {odds} in 10 times: enough to pay {cost}.")
        return phrase("I thought I’d take Lose {odds} in 10 times: enough to pay {cost}.")

    @property
    def advises(self) -> str:
        """The sentence of a hint."""
        if self.is_on_win:
            return phrase("Your chance to take Win is {odds} in 10. That’s worth {cost}.")
        return phrase("Your chance to take Lose is {odds} in 10. That’s worth {cost}.")


class WhyCheck(ColumnOdds):
    """Why it bet nothing."""

    says = phrase("I thought I’d win {odds} in 10 times, and going on was free.")
    advises = phrase("Your chance is {odds} in 10, and going on is free.")


class WhyFold(ColumnOdds):
    """Why it gave up."""

    says = phrase("I thought I’d win {odds} in 10 times: too seldom to pay {cost}.")
    advises = phrase("Your chance is {odds} in 10. That isn’t worth {cost}.")


@dataclass(frozen=True, slots=True)
class WhyTrade:
    """Why it traded so many cards."""

    count: int

    @property
    def says(self) -> str:
        """The sentence of the reason."""
        if not self.count:
            return phrase("My cards went well together, so I kept them all.")
        return phrases(
            "I traded one that went with none of the others, high or low.",
            "I traded {count} that went with none of the others, high or low.",
            "count",
        )

    @property
    def advises(self) -> str:
        """The sentence of a hint."""
        if not self.count:
            return phrase("Your cards go well together, so keep them all.")
        return phrases(
            "One of yours goes with none of the others, high or low.",
            "{count} of yours go with none of the others, high or low.",
            "count",
        )


@dataclass(frozen=True, slots=True)
class WayOdds:
    """How often six cards take Win at their strongest, and Lose at their weakest, in ten."""

    is_strong: bool
    win: int
    lose: int


class WhyShown(WayOdds):
    """Why it showed its strongest hand, or its weakest."""

    @property
    def says(self) -> str:
        """The sentence of the reason."""
        if self.is_strong:
            return phrase(
                "My strongest hand took Win {win} in 10 times, I thought; my weakest took Lose {lose} in 10."
            )
        return phrase(
            "My weakest hand took Lose {lose} in 10 times, I thought; my strongest took Win {win} in 10."
        )

    @property
    def advises(self) -> str:
        """The sentence of a hint."""
        return CoachShow(self.is_strong, self.win, self.lose).says


class CoachOdds(ColumnOdds):
    """What the cards are good for, and what they have to be worth."""

    @property
    def says(self) -> str:
        """The sentence of the advice."""
        match self.is_on_win, self.cost > 0:
            case True, True:
                return phrase("Your cards take Win {odds} in 10 times. Staying in costs {cost}.")
            case False, True:
                return phrase("Your cards take Lose {odds} in 10 times. Staying in costs {cost}.")
            case True, False:
                return phrase("Your cards take Win {odds} in 10 times. Put your coins there.")
            case _:
                return phrase("Your cards take Lose {odds} in 10 times. Put your coins there.")


@dataclass(frozen=True, slots=True)
class CoachTrade:
    """Which cards to trade."""

    cards: tuple[str, ...]

    @property
    def says(self) -> str:
        """The sentence of the advice."""
        if not self.cards:
            return phrase("Keep all four: they go well together.")
        return phrase("Trade {cards}: what you keep does better without.")


class CoachShow(WayOdds):
    """Which hand to show."""

    @property
    def says(self) -> str:
        """The sentence of the advice."""
        if self.is_strong:
            return phrase(
                "Your strongest hand takes Win {win} in 10 times, your weakest takes Lose "
                "{lose}: show the strongest."
            )
        return phrase(
            "Your weakest hand takes Lose {lose} in 10 times, your strongest takes Win "
            "{win}: show the weakest."
        )


def reason(
    view: DividhaView, _offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Why a house player answered so; None where there was nothing to weigh."""
    seat = Insight(view, character)
    match answer.key:
        case "no_trade" | "trade_one" | "trade_two":
            return WhyTrade(len(answer.numbers))
        case "discard":
            return WhyShown(*_ways(seat))
        case "fold" | "check" | "match" | "bet" | "raise" | "all_in":
            return _why(seat, answer)(*_odds(seat))
        case _:
            return None


def advice(view: DividhaView, offers: tuple[Offer[Move], ...]) -> Telling | None:
    """What matters now, for somebody who learns the game."""
    offered = {offer.key: offer for offer in offers}
    seat = Insight(view, MASTER)
    if "fold" in offered:
        return CoachOdds(*_odds(seat))
    if "no_trade" in offered:
        kept = seat.kept
        return CoachTrade(tuple(card for card in seat.cards if card not in kept))
    if isinstance(offered.get("discard"), Pick):
        return CoachShow(*_ways(seat))
    return None


def _why(seat: Insight, answer: Answer) -> type[WhyFold | WhyCheck | WhyMatch | WhyBet | WhyBluff]:
    """What kind of reason a bet has, or its lack."""
    if answer.key == "fold":
        return WhyFold
    if answer.key == "check":
        return WhyCheck
    if answer.numbers[0] <= seat.view.betting.to_match:
        return WhyMatch
    return WhyBluff if seat.prospect.gain < FAIR else WhyBet


def _odds(seat: Insight) -> tuple[bool, int, int]:
    found, betting = seat.prospect, seat.view.betting
    cost = min(owed(betting, betting.acting), betting.acting.stack)
    return seat.is_on_win, round(IN * found.best), cost


def _ways(seat: Insight) -> tuple[bool, int, int]:
    return seat.shows_strong, round(IN * seat.ways.win), round(IN * seat.ways.lose)
