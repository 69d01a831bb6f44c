"""Reasons of house players at Knights' Heads, and the coach's advice (TB-12).

A reason quotes the odds as that player misjudged them, the coach as a master sees them. A reason names no
card and no hand, since a hand that is not laid down stays its owner's secret.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.betting.bot_betting import SHARES, Verdict, in_ten, is_seldom, verdict
from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import N_, Reason, Templated
from games.engine.core.offers import Answer, Offer, PickOffer
from games.knights_heads.bot_player import FOLD, Judgement, before_exchange, judged, worth_of
from games.knights_heads.hands import HAND_SIZE, made
from games.knights_heads.model import Move
from games.knights_heads.view import KnightsView

REASONS: Mapping[str, Reason] = {
    "keep": Reason(
        N_("I kept the six that promised most: with them I beat {beaten} out of 10 hands."),
        N_("The six that are left promise most: they beat {beaten} out of 10 hands."),
    ),
    "raise": Reason(
        N_("My cards beat {beaten} out of 10 hands, so I put more in."),
        N_("Your cards beat {beaten} out of 10 hands, so put more in."),
    ),
    "bluff": Reason(
        N_("My cards beat only {beaten} out of 10 hands. I bet so that you’d fold."),
        N_("Your cards beat only {beaten} out of 10 hands, but a bet may make others fold."),
    ),
    "stay": Reason(
        N_("I thought I’d win {odds} out of 10 times: enough to pay {cost}."),
        N_("Your cards win this pot about {odds} out of 10 times. That’s worth {cost}."),
    ),
    "check": Reason(
        N_("My cards beat {beaten} out of 10 hands, and staying was free."),
        N_("Your cards beat {beaten} out of 10 hands, and staying is free."),
    ),
    "fold": Reason(
        N_("I thought I’d win {odds} out of 10 times: too rarely to pay {cost}."),
        N_("Your cards win this pot about {odds} out of 10 times. Against such a bet, better give up."),
    ),
    "dear": Reason(
        N_("I thought I’d win {odds} out of 10 times, but for this pot {cost} was too much."),
        N_("Your cards win this pot about {odds} out of 10 times, but {cost} is too much for it."),
    ),
    "close": Reason(
        N_("I thought I’d win {odds} out of 10 times. Paying {cost} was a close call."),
        N_("Your cards win this pot about {odds} out of 10 times. Paying {cost} is a close call."),
    ),
    "more": Reason(
        N_("I thought I’d win {odds} out of 10 times: enough for {cost}, but not for the bets to come."),
        N_(
            "Your cards win this pot about {odds} out of 10 times. "
            "That’s worth {cost}, but not the bets to come."
        ),
    ),
    "wary": Reason(
        N_("I thought I’d win {odds} out of 10 times. It was worth {cost}, but I like to be careful."),
        N_(
            "Your cards win this pot about {odds} out of 10 times. "
            "That’s worth {cost}, but you may be careful."
        ),
    ),
    "curious": Reason(
        N_("I thought I’d win {odds} out of 10 times. It wasn’t worth {cost}, but I wanted to see."),
        N_(
            "Your cards win this pot about {odds} out of 10 times. "
            "It isn’t worth {cost}, but you’d see the end."
        ),
    ),
}
"""The reasons for answers: how many of ten hands laid down the cards beat; and, if staying in costs
something, how often in ten they win this pot."""
ADVICE: Mapping[str, Reason] = {
    "pass": Reason(N_("Pass on {cards}: with the other six you beat {beaten} out of 10 hands.")),
    "made_pays": Reason(
        N_("With {hand} your chance of this pot is about {odds} in 10. That’s worth {cost}."),
        suggests="match",
    ),
    "made_pricey": Reason(
        N_("With {hand} your chance of this pot is only about {odds} in 10. That isn’t worth {cost}."),
        suggests="fold",
    ),
    "made_dear": Reason(
        N_("With {hand} your chance of this pot is about {odds} in 10, but {cost} is too much for it."),
        suggests="fold",
    ),
    "made_close": Reason(
        N_("With {hand} your chance of this pot is about {odds} in 10. Paying {cost} is a close call.")
    ),
    "made_free": Reason(N_("{hand} beats {beaten} out of 10 hands. Staying is free."), suggests="check"),
    "coming_pays": Reason(
        N_("Your chance of this pot is about {odds} in 10. That’s worth {cost}."), suggests="match"
    ),
    "coming_pricey": Reason(
        N_("Your chance of this pot is only about {odds} in 10. That isn’t worth {cost}."), suggests="fold"
    ),
    "coming_dear": Reason(
        N_("Your chance of this pot is about {odds} in 10, but {cost} is too much for it."), suggests="fold"
    ),
    "coming_close": Reason(
        N_("Your chance of this pot is about {odds} in 10. Paying {cost} is a close call.")
    ),
    "coming_free": Reason(
        N_("Your cards will beat {beaten} out of 10 hands. Staying is free."), suggests="check"
    ),
}
"""The coach's advice: which cards to pass on; then how good the cards are for the price, and which hand once
there are ten."""


def reason(
    view: KnightsView, _offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Return the reason for a house player's answer."""
    if view.stage == "exchange":
        return REASONS["keep"].of(beaten=in_ten(worth_of(view)))
    thought, betting = judged(view, character), view.betting
    # The smallest bet of the first round, and an all-in for less than a call, are ways to stay.
    least = betting.to_match or (0 if betting.may_check else betting.bet_min)
    to = answer.numbers[0] if answer.numbers else betting.acting.max_bet
    match answer.key:
        case "check":
            why = "check"
        case "fold":
            why = _judged(thought, pays="more" if thought.standing.rest else "wary", costs=_costs(thought))
        case "bet" | "raise" | "all_in" if to > least:
            why = "bluff" if is_seldom(thought.worth) else "raise"
        case _:
            why = _judged(thought, pays="stay", costs="curious")
    return REASONS[why].of(
        beaten=in_ten(thought.worth), odds=in_ten(thought.odds), cost=thought.standing.missing
    )


def advice(view: KnightsView, offers: tuple[Offer[Move], ...]) -> Templated | None:
    """Return one line of advice for a beginner; None if there is no decision."""
    if not offers:
        return None
    passing = next((offer for offer in offers if isinstance(offer, PickOffer)), None)
    if passing is not None:
        kept, worth = before_exchange(view.cards, triplet_counts=view.rules.triplet_counts)
        cards = tuple(card for card in view.cards if card not in kept)
        return ADVICE["pass"].of(cards=cards, beaten=in_ten(worth))
    thought = judged(view, MASTER)
    cost, beaten, odds = thought.standing.missing, in_ten(worth_of(view)), in_ten(thought.odds)
    row = _row(thought) if cost else "free"
    if len(view.cards) < HAND_SIZE:
        return ADVICE[f"coming_{row}"].of(odds=odds, beaten=beaten, cost=cost)
    hand = made(view.cards, triplet_counts=view.rules.triplet_counts).hand.name
    return ADVICE[f"made_{row}"].of(hand=hand, odds=odds, beaten=beaten, cost=cost)


def _row(thought: Judgement) -> str:
    """Return the coach's verdict; a close call also where a master calls sometimes, or against the odds."""
    folds, found = thought.shares[FOLD], _judged(thought, pays="pays", costs="costs")
    if folds == SHARES and found == "costs":
        return "pricey" if is_seldom(thought.odds) else "dear"
    return "pays" if not folds and found == "pays" else "close"


def _judged(thought: Judgement, pays: str, costs: str) -> str:
    """Return the row for the verdict on paying."""
    rows: Mapping[Verdict, str] = {"pays": pays, "costs": costs, "close": "close"}
    return rows[verdict(thought.ev["match"], thought.standing.missing)]


def _costs(thought: Judgement) -> str:
    """Return the row for what made paying too dear: the odds or the price."""
    return "fold" if is_seldom(thought.odds) else "dear"
