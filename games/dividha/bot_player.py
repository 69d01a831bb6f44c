"""Decisions and reasons of house players at Dividha, and the coach's advice (TB-12, docs/lab/how-strong.md).

The player estimates its equity by sampled deals (`equity.py`), and bets all coins on the likelier column.
There are several styles, which differ in the expected return needed for a bet and for a call, and in the
frequency of bluffs. The mixture of styles by situation was learned in self-play
(`training/dividha_table.py`): no style gains much against it, not even always betting or always calling.

A reason quotes the odds as its player misjudged them; the coach quotes a master's odds. No reason names a
private card, since a card that is not shown at the showdown stays its owner's secret.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Mapping
from functools import partial
from itertools import accumulate, product
from math import ceil, inf
from typing import NamedTuple, assert_never

from games.dividha.equity import FAIR, HandAssessment, random_for_samples
from games.dividha.model import Move
from games.dividha.view import DividhaView, Makes
from games.engine.betting.bot_betting import (
    CLOSE,
    exceeds_risk,
    in_ten,
    is_matchable,
    is_seldom,
    random_bet_size,
    read,
    risk_limit,
    sparing_limit,
    verdict,
)
from games.engine.betting.rounds import pot_after_call
from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import N_, Reason, Templated, must_find, ngettext_noop
from games.engine.core.offers import Answer, Offer, PickOffer, SplitOffer
from games.engine.provable_chance import Chance

FOLD, STAY, HALF, POT, ALL_IN = range(5)
"""The actions: fold, check or call, bet or raise by half the pot, by the pot, or all in."""
SIZES = {HALF: 0.5, POT: 1.0}
"""The size of a raise as a share of the pot after a call."""
NEAREST = {ALL_IN: (POT, HALF), POT: (ALL_IN, HALF), HALF: (POT, ALL_IN)}
"""The substitutes for an illegal action, best first; if none is legal, the seat stays in."""
RAISES_MAX = 3
"""After this many raises in a round, only a nearly certain hand raises."""
RIVALS_MAX = 3
"""The maximum number of rivals that the table distinguishes."""
BET_FROM = 1.05
"""The expected return of a coin from which a bet pays; within `CLOSE` of it a bet is a close call."""
TO_RAISE = 0.2
"""The additional expected return that a raise needs, compared with a bet."""
TABLE = partial(read, "games.dividha", "betting.table")
NEXT_TO_SURE = 0.97
"""The probability of taking its column from which a hand never folds, and reraises after three raises."""
VERY_GOOD = 0.9
"""The actual probability of taking its column from which a hand bets any amount."""
PARTS = 2**16
"""The resolution of random choices."""


class Style(NamedTuple):
    """A betting style, fixed for a whole hand."""

    bets_from: float
    """The expected return of a coin needed for a bet."""
    pays_from: float
    """The expected return of a coin needed for a call, including the part of the pot that it may win."""
    bluffs: float
    """The frequency of bets whose expected return is lower than `bets_from`."""


STYLES = tuple(
    Style(*each)
    for each in product(
        (BET_FROM - CLOSE, BET_FROM, BET_FROM + CLOSE), (FAIR - CLOSE, FAIR, FAIR + CLOSE), (0.05, 0.2)
    )
)
"""All styles: they differ only in close calls, so that no advice contradicts any of them."""


def estimate(
    view: DividhaView, offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> HandAssessment | None:
    """Return the expected value of each answer to a bet; None if there is no bet to answer."""
    return HandAssessment(view, character) if any(offer.key == "fold" for offer in offers) else None


def decide(
    view: DividhaView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Return a house player's answer by the equity of its cards."""
    offered = {offer.key: offer for offer in offers}
    assessment = HandAssessment(view, character)
    return _only_best_answer(assessment, offered) or _bet(assessment, offered, chance)


def hint(view: DividhaView, offers: tuple[Offer[Move], ...]) -> Answer:
    """Return a master's answer by its estimate alone, without a style or a bluff."""
    offered = {offer.key: offer for offer in offers}
    assessment = HandAssessment(view, MASTER)
    return _only_best_answer(assessment, offered) or _best_bet(assessment, offered)


def _only_best_answer(assessment: HandAssessment, offered: Mapping[str, Offer[Move]]) -> Answer | None:
    """Return the best answer to a question that is not about a bet; None for a bet."""
    view = assessment.view
    if "lower" in offered:
        # A player with more than half of all chips at the table keeps the ante (DV-14).
        stacks = {line.seat: line.stack for line in view.lines if not line.has_left}
        has_most = view.viewer is not None and 2 * stacks[view.viewer] > sum(stacks.values())
        return Answer("keep" if has_most else "lower")
    for key in ("lay", "call"):
        pick = offered.get(key)
        if isinstance(pick, PickOffer):
            return Answer(key, (_next_pick(view, pick),))
    discard = offered.get("discard")
    if isinstance(discard, PickOffer):
        return Answer("discard", (discard.choices.index(_discarded(assessment)),))
    if "no_trade" in offered:
        return _trade(assessment, offered)
    pay = offered.get("pay")
    if isinstance(pay, SplitOffer):
        return bet_answer(pay, pay.least, assessment)
    return None


def _next_pick(view: DividhaView, pick: PickOffer[Move]) -> int:
    """Return the index of the next card to lay, or of the name to call."""
    assert view.own is not None
    makes: Makes = must_find(each for each in view.own.makes if each.discard == view.own.discard)
    if pick.key == "call":
        return pick.choices.index(str(makes.number))
    return pick.choices.index(
        must_find(card for card in (*makes.cards, *pick.choices) if card in pick.choices)
    )


def _discarded(assessment: HandAssessment) -> str:
    """Return the discard that leaves the strongest hand, or the weakest if that wins more."""
    assert assessment.view.own is not None
    strong = assessment.shows_strong
    return must_find(
        each.discard
        for each in assessment.view.own.makes
        if (each.is_strongest if strong else each.is_weakest)
    )


def _trade(assessment: HandAssessment, offered: Mapping[str, Offer[Move]]) -> Answer:
    """Return the best trade; if cards cost coins, only if it is worth the price."""
    kept = assessment.kept
    out = len(assessment.cards) - len(kept)
    offer = offered.get("trade_one" if out == 1 else "trade_two")
    if not out or not isinstance(offer, PickOffer):
        return Answer("no_trade")
    return Answer(offer.key, tuple(index for index, card in enumerate(offer.choices) if card not in kept))


def _bet(assessment: HandAssessment, offered: Mapping[str, Offer[Move]], chance: Chance) -> Answer:
    """Return a random answer to a bet, by the probabilities of the strategy in this situation."""
    sizes = {size: random_bet_size(share, assessment.character, chance) for size, share in SIZES.items()}
    is_sure = assessment.sees_through >= VERY_GOOD
    betting, character = assessment.view.betting, assessment.character
    most = (
        inf
        if is_sure
        else min(risk_limit(betting, character, assessment.view.ante), sparing_limit(betting, character))
    )
    possible = amounts(assessment.view, offered, sizes, most)
    sums = list(accumulate(strategy(assessment, possible)))
    action = bisect(sums, chance.below(PARTS) / PARTS * sums[-1])
    if action == FOLD:
        return Answer("fold")
    if action == STAY and "check" in offered:
        return Answer("check")
    offer, to = possible[action]
    return bet_answer(offer, to, assessment)


def _best_bet(assessment: HandAssessment, offered: Mapping[str, Offer[Move]]) -> Answer:
    """Return a master's answer to a bet without any randomness."""
    if assessment.cost and assessment.ev["match"] < 0:
        return Answer("fold")
    possible = amounts(assessment.view, offered)
    pays = assessment.faced.gain > BET_FROM + (TO_RAISE if assessment.cost else 0)
    action = next((each for each in (POT, HALF, ALL_IN) if pays and each in possible), STAY)
    return bet_answer(*possible[action], assessment) if action in possible else Answer("check")


def amounts(
    view: DividhaView,
    offered: Mapping[str, Offer[Move]],
    sizes: Mapping[int, float] = SIZES,
    most: float = inf,
) -> dict[int, tuple[SplitOffer[Move], int]]:
    """Return the offer and the amount of each legal action: of a call, and of the raises that can be called.

    No raise exceeds `most`.
    """
    betting = view.betting
    possible: dict[int, tuple[SplitOffer[Move], int]] = {}
    staying = offered.get("match") or offered.get("all_in")
    if isinstance(staying, SplitOffer) and "check" not in offered:
        possible[STAY] = staying, staying.least
    if not is_matchable(betting):
        return possible
    all_in = offered.get("all_in")
    if isinstance(all_in, SplitOffer) and betting.to_match < all_in.least <= most:
        possible[ALL_IN] = all_in, all_in.least
    raising = offered.get("raise") or offered.get("bet")
    if isinstance(raising, SplitOffer) and raising.least <= most:
        pot = pot_after_call(betting, betting.acting)
        for size, share in sizes.items():
            target = max(raising.least, betting.to_match + ceil(pot * share))
            to = int(min(target, raising.most, most))
            if to < betting.acting.max_bet:
                possible[size] = raising, to
    return possible


def strategy(assessment: HandAssessment, possible: Mapping[int, object]) -> list[float]:
    """Return the probability of each action: `FOLD`, `STAY`, `HALF`, `POT` and `ALL_IN`."""
    betting, coins = assessment.view.betting, assessment.cost
    equity, value = assessment.faced, assessment.ev["match"]
    betting_style = style(assessment)
    if assessment.is_last_bet:
        # At the last possible bet, all styles call by the expected value.
        betting_style = betting_style._replace(pays_from=FAIR)
    shares = action_shares(betting_style, equity.gain, value, coins)
    is_next_to_sure = equity.best >= NEXT_TO_SURE
    if assessment.sees_through < VERY_GOOD and value < 0 and exceeds_risk(betting, assessment.character):
        shares = [1.0, 0.0, 0.0, 0.0, 0.0]
    if betting.raises >= RAISES_MAX and not is_next_to_sure:
        shares = [shares[FOLD], sum(shares[STAY:]), 0.0, 0.0, 0.0]
    if equity.gain < FAIR:
        shares = [*shares[:HALF], *(each * assessment.character.bluffing for each in shares[HALF:])]
    if not coins:
        shares = _with_eagerness(shares, assessment.character.eagerness)
    shares = with_legal_raises(shares, possible)
    if STAY not in possible or is_next_to_sure:
        # A free check replaces a fold, and a nearly certain hand never folds.
        shares[STAY] += shares[FOLD]
        shares[FOLD] = 0.0
    return shares


def _with_eagerness(shares: list[float], eagerness: float) -> list[float]:
    """Return the probabilities with this share of checks turned into bets of half the pot or the pot."""
    bets = shares[STAY] * eagerness
    fold, stay, half, pot, all_in = shares
    return [fold, stay - bets, half + bets / 2, pot + bets / 2, all_in]


def style(assessment: HandAssessment) -> Style:
    """Return the betting style for this hand, drawn from the learned mixture; the first two cards seed it."""
    rivals = min(len(assessment.view.lines) - 1, RIVALS_MAX)
    random = random_for_samples(*assessment.cards[:2], str(assessment.view.hands))
    return random.choices(STYLES, TABLE()[rivals])[0]


def action_shares(style: Style, gain: float, value: float, owed: int) -> list[float]:
    """Return the probability of each action in a style, illegal actions included.

    `gain` is the expected return of a coin, `value` the expected value of a call for `owed` coins.
    """
    if not owed:
        bets = 1.0 if gain > style.bets_from else style.bluffs
        return [0.0, 1 - bets, bets / 2, bets / 2, 0.0]
    if value < (style.pays_from - FAIR) * owed:
        return [1.0, 0.0, 0.0, 0.0, 0.0]
    return [0.0, 0.0, 0.0, 1.0, 0.0] if gain > style.bets_from + TO_RAISE else [0.0, 1.0, 0.0, 0.0, 0.0]


def with_legal_raises(shares: list[float], possible: Collection[int]) -> list[float]:
    """Return the probabilities with illegal raises replaced by the nearest legal action."""
    result = shares.copy()
    for action, others in NEAREST.items():
        if action not in possible:
            nearest = next((each for each in others if each in possible), STAY)
            result[nearest] += result[action]
            result[action] = 0.0
    return result


def bet_answer(offer: SplitOffer[Move], to: int, assessment: HandAssessment) -> Answer:
    """Return the answer that bets up to `to`, with all coins on the likelier column."""
    return Answer(offer.key, (to, to - offer.laid if assessment.is_on_win else 0))


REASONS: Mapping[str, Reason] = {
    "bet_win": Reason(
        N_("I thought I’d take Win {odds} out of 10 times, so I bet on it."),
        N_("Your chance of taking Win is {odds} in 10. That’s worth a bet."),
    ),
    "bet_lose": Reason(
        N_("I thought I’d take Lose {odds} out of 10 times, so I bet on it."),
        N_("Your chance of taking Lose is {odds} in 10. That’s worth a bet."),
    ),
    "bluff": Reason(
        N_("I thought I’d win only {odds} out of 10 times. I bet so that you’d fold."),
        N_("Your chance is only {odds} in 10, but a bet may make others fold."),
    ),
    "match_win": Reason(
        N_("I thought I’d take Win {odds} out of 10 times: enough to pay {cost}."),
        N_("Your chance of taking Win is {odds} in 10. That’s worth {cost}."),
    ),
    "match_lose": Reason(
        N_("I thought I’d take Lose {odds} out of 10 times: enough to pay {cost}."),
        N_("Your chance of taking Lose is {odds} in 10. That’s worth {cost}."),
    ),
    "check_win": Reason(
        N_("I thought I’d take Win {odds} out of 10 times, and going on was free."),
        N_("Your chance of taking Win is {odds} in 10, and going on is free."),
    ),
    "check_lose": Reason(
        N_("I thought I’d take Lose {odds} out of 10 times, and going on was free."),
        N_("Your chance of taking Lose is {odds} in 10, and going on is free."),
    ),
    "fold_win": Reason(
        N_("At best I thought I’d take Win {odds} out of 10 times: too rarely to pay {cost}."),
        N_("At best your chance of taking Win is {odds} in 10. That isn’t worth {cost}."),
    ),
    "fold_lose": Reason(
        N_("At best I thought I’d take Lose {odds} out of 10 times: too rarely to pay {cost}."),
        N_("At best your chance of taking Lose is {odds} in 10. That isn’t worth {cost}."),
    ),
    "dear_win": Reason(
        N_("I thought I’d take Win {odds} out of 10 times, but for this pot {cost} was too much."),
        N_("Your chance of taking Win is {odds} in 10, but for this pot {cost} is too much."),
    ),
    "dear_lose": Reason(
        N_("I thought I’d take Lose {odds} out of 10 times, but for this pot {cost} was too much."),
        N_("Your chance of taking Lose is {odds} in 10, but for this pot {cost} is too much."),
    ),
    "close_win": Reason(
        N_("I thought I’d take Win {odds} out of 10 times. Paying {cost} was a close call."),
        N_("Your chance of taking Win is {odds} in 10. Paying {cost} is a close call."),
    ),
    "close_lose": Reason(
        N_("I thought I’d take Lose {odds} out of 10 times. Paying {cost} was a close call."),
        N_("Your chance of taking Lose is {odds} in 10. Paying {cost} is a close call."),
    ),
    "wary_win": Reason(
        N_("I thought I’d take Win {odds} out of 10 times. It was worth {cost}, but I like to be careful."),
        N_("Your chance of taking Win is {odds} in 10. It’s worth {cost}, but you may be careful."),
    ),
    "wary_lose": Reason(
        N_("I thought I’d take Lose {odds} out of 10 times. It was worth {cost}, but I like to be careful."),
        N_("Your chance of taking Lose is {odds} in 10. It’s worth {cost}, but you may be careful."),
    ),
    "curious_win": Reason(
        N_("I thought I’d take Win {odds} out of 10 times. It wasn’t worth {cost}, but I wanted to see."),
        N_("Your chance of taking Win is {odds} in 10. It isn’t worth {cost}, but you’d see the end."),
    ),
    "curious_lose": Reason(
        N_("I thought I’d take Lose {odds} out of 10 times. It wasn’t worth {cost}, but I wanted to see."),
        N_("Your chance of taking Lose is {odds} in 10. It isn’t worth {cost}, but you’d see the end."),
    ),
    "keep_all": Reason(
        N_("No trade promised more, so I kept them all."),
        N_("No trade promises more, so keep all four."),
    ),
    "trade": Reason(
        ngettext_noop(
            "I thought I’d do better without one of mine, so I traded it.",
            "I thought I’d do better without {count} of mine, so I traded them.",
            "count",
        ),
        ngettext_noop(
            "You’d do better without one of yours.", "You’d do better without {count} of yours.", "count"
        ),
    ),
    "strongest": Reason(
        N_("I thought my strongest hand took Win {win} out of 10 times, and my weakest took Lose {lose}."),
        N_(
            "Your strongest hand takes Win {win} out of 10 times, your weakest takes Lose "
            "{lose}: show the strongest."
        ),
    ),
    "weakest": Reason(
        N_("I thought my weakest hand took Lose {lose} out of 10 times, and my strongest took Win {win}."),
        N_(
            "Your weakest hand takes Lose {lose} out of 10 times, your strongest takes Win "
            "{win}: show the weakest."
        ),
    ),
}
"""The reasons for answers: `odds` out of 10 for taking the column, and the `cost` of staying in."""
ADVICE: Mapping[str, Reason] = {
    "win": Reason(REASONS["match_win"].advice_template, suggests="match"),
    "lose": Reason(REASONS["match_lose"].advice_template, suggests="match"),
    "fold_win": Reason(REASONS["fold_win"].advice_template, suggests="fold"),
    "fold_lose": Reason(REASONS["fold_lose"].advice_template, suggests="fold"),
    "dear_win": Reason(REASONS["dear_win"].advice_template, suggests="fold"),
    "dear_lose": Reason(REASONS["dear_lose"].advice_template, suggests="fold"),
    "close_win": Reason(REASONS["close_win"].advice_template),
    "close_lose": Reason(REASONS["close_lose"].advice_template),
    "check_win": Reason(REASONS["check_win"].advice_template, suggests="check"),
    "check_lose": Reason(REASONS["check_lose"].advice_template, suggests="check"),
    "win_free": Reason(
        N_("Your chance of taking Win is {odds} in 10. Put your coins there."), suggests="bet raise"
    ),
    "lose_free": Reason(
        N_("Your chance of taking Lose is {odds} in 10. Put your coins there."), suggests="bet raise"
    ),
    "win_either": Reason(N_("Your chance of taking Win is {odds} in 10. Betting on it is a close call.")),
    "lose_either": Reason(N_("Your chance of taking Lose is {odds} in 10. Betting on it is a close call.")),
    "keep_all": Reason(REASONS["keep_all"].advice_template, suggests="no_trade"),
    "trade": Reason(N_("Trade {cards}: you do better without.")),
    "strongest": Reason(REASONS["strongest"].advice_template),
    "weakest": Reason(REASONS["weakest"].advice_template),
}
"""The coach's advice."""


def reason(
    view: DividhaView, _offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Return the reason for a house player's answer; None if the answer was not a choice."""
    assessment = HandAssessment(view, character)
    match answer.key:
        case "no_trade":
            return REASONS["keep_all"]
        case "trade_one" | "trade_two":
            return REASONS["trade"].of(count=len(answer.numbers))
        case "discard":
            return _shown(assessment, REASONS)
        case "check":
            key = "check"
        case "fold":
            key = _verdict_key(assessment, pays="wary")
        case "match" | "bet" | "raise" | "all_in" if answer.numbers[0] <= view.betting.to_match:
            key = _verdict_key(assessment, pays="match", costs="curious")
        case "match" | "bet" | "raise" | "all_in":
            is_bluff = assessment.faced.gain < FAIR and is_seldom(_odds(assessment))
            key = "bluff" if is_bluff else f"bet_{_column(assessment)}"
        case _:
            return None
    return _with_odds(assessment, REASONS[key if key in REASONS else f"{key}_{_column(assessment)}"])


def advice(view: DividhaView, offers: tuple[Offer[Move], ...]) -> Templated | None:
    """Return one line of advice for a beginner, from a master's estimate."""
    offered = {offer.key: offer for offer in offers}
    assessment = HandAssessment(view, MASTER)
    if "fold" in offered:
        column = _column(assessment)
        if not assessment.cost:
            return _with_odds(assessment, ADVICE[_free_key(assessment, column)])
        key = _verdict_key(assessment, pays="")
        return _with_odds(assessment, ADVICE[f"{key}_{column}" if key else column])
    if "no_trade" in offered:
        kept = assessment.kept
        out = tuple(card for card in assessment.cards if card not in kept)
        return ADVICE["trade"].of(cards=out) if out else ADVICE["keep_all"]
    return _shown(assessment, ADVICE) if "discard" in offered else None


def _verdict_key(assessment: HandAssessment, pays: str, costs: str = "") -> str:
    """Return the key of the reason for paying or not; `costs` defaults to the odds or the price."""
    match verdict(assessment.ev["match"], assessment.cost):
        case "close":
            return "close"
        case "pays":
            return pays
        case "costs":
            return costs or ("fold" if is_seldom(_odds(assessment)) else "dear")
        case other:
            assert_never(other)


def _free_key(assessment: HandAssessment, column: str) -> str:
    """Return the key of the advice if a check is free."""
    match verdict(assessment.faced.gain - BET_FROM, 1):
        case "pays":
            return f"{column}_free"
        case "close":
            return f"{column}_either"
        case "costs":
            return f"check_{column}"
        case other:
            assert_never(other)


def _column(assessment: HandAssessment) -> str:
    return "win" if assessment.is_on_win else "lose"


def _odds(assessment: HandAssessment) -> float:
    """Return the probability of taking the likelier column."""
    return assessment.win_probability[_column(assessment)]


def _with_odds(assessment: HandAssessment, reason: Reason) -> Reason:
    # Reasons are compared: decisions for different columns have different reasons, even if no sentence
    # names the column.
    return reason.of(is_on_win=assessment.is_on_win, odds=in_ten(_odds(assessment)), cost=assessment.cost)


def _shown(assessment: HandAssessment, table: Mapping[str, Reason]) -> Reason:
    ways = assessment.ways
    key = "strongest" if assessment.shows_strong else "weakest"
    return table[key].of(win=in_ten(ways.win), lose=in_ten(ways.lose))
