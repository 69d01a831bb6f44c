"""Reasons of house players at Knights' Heads, and the coach's advice (TB-12).

A reason quotes the odds as its player misjudged them; the coach quotes a master's odds. A reason names no
card and no hand, since a hand that is not laid down stays its owner's secret.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.betting.bot_betting import SHARES, Verdict, in_ten, is_seldom, verdict
from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import N_, Reason, Templated
from games.engine.core.offers import Answer, Offer, PickOffer
from games.knights_heads.bot_player import FOLD, Assessment, assess, before_exchange, worth_of
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
"""The reasons for answers.

The cards beat `beaten` out of 10 yardstick hands, and win this pot `odds` out of 10 times; staying in costs
`cost`.
"""
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
"""The coach's advice, on the cards to pass on, and on the price of staying in."""


def reason(
    view: KnightsView, _offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Return the reason for a house player's answer."""
    if view.stage == "exchange":
        return REASONS["keep"].of(beaten=in_ten(worth_of(view)))
    judgement, betting = assess(view, character), view.betting
    # The smallest bet of the first round, and an all-in for less than a call, are ways to stay.
    least = betting.to_match or (0 if betting.may_check else betting.bet_min)
    to = answer.numbers[0] if answer.numbers else betting.acting.max_bet
    match answer.key:
        case "check":
            reason_key = "check"
        case "fold":
            reason_key = _verdict_key(
                judgement,
                pays="more" if judgement.standing.rest else "wary",
                costs=_fold_reason_key(judgement),
            )
        case "bet" | "raise" | "all_in" if to > least:
            reason_key = "bluff" if is_seldom(judgement.worth) else "raise"
        case _:
            reason_key = _verdict_key(judgement, pays="stay", costs="curious")
    return REASONS[reason_key].of(
        beaten=in_ten(judgement.worth), odds=in_ten(judgement.odds), cost=judgement.standing.missing
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
    judgement = assess(view, MASTER)
    cost, beaten, odds = judgement.standing.missing, in_ten(worth_of(view)), in_ten(judgement.odds)
    advice_key = _advice_key(judgement) if cost else "free"
    if len(view.cards) < HAND_SIZE:
        return ADVICE[f"coming_{advice_key}"].of(odds=odds, beaten=beaten, cost=cost)
    hand = made(view.cards, triplet_counts=view.rules.triplet_counts).hand.name
    return ADVICE[f"made_{advice_key}"].of(hand=hand, odds=odds, beaten=beaten, cost=cost)


def _advice_key(judgement: Assessment) -> str:
    """Return the key of the advice on a price; a close call also if a master folds only sometimes."""
    folds, value_key = judgement.shares[FOLD], _verdict_key(judgement, pays="pays", costs="costs")
    if folds == SHARES and value_key == "costs":
        return "pricey" if is_seldom(judgement.odds) else "dear"
    return "pays" if not folds and value_key == "pays" else "close"


def _verdict_key(judgement: Assessment, pays: str, costs: str) -> str:
    """Return the key of the reason for calling or not; `pays` and `costs` are the keys for either verdict."""
    keys: Mapping[Verdict, str] = {"pays": pays, "costs": costs, "close": "close"}
    return keys[verdict(judgement.ev["match"], judgement.standing.missing)]


def _fold_reason_key(judgement: Assessment) -> str:
    """Return the key of the reason why a call does not pay: the odds or the price."""
    return "fold" if is_seldom(judgement.odds) else "dear"
