"""Decisions and reasons of house players at Dividha, and the coach's advice (TB-12, docs/lab/how-strong.md).

The player estimates its equity by imagined deals (`equity.py`), and bets all coins on the column that it
thinks likelier. There are several styles, which differ in the value that a bet needs, the value that a call
needs, and the frequency of bluffs. The mixture of styles by situation was learned in self-play
(`training/dividha_table.py`): no style gains much against it, neither one that always bets nor one that
always calls.

A reason quotes the odds as that player misjudged them, the coach as a master sees them. No reason names a
private card, since a card that is not shown at the showdown stays its owner's secret.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Mapping
from functools import partial
from itertools import accumulate, product
from math import ceil, inf
from typing import NamedTuple, assert_never

from games.dividha.equity import FAIR, HandAssessment, imagining
from games.dividha.model import Move
from games.dividha.view import DividhaView, Makes
from games.engine.betting.bot_betting import (
    CLOSE,
    dared,
    flinches,
    in_ten,
    is_matchable,
    is_seldom,
    read,
    sized,
    spared,
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
"""The expected return of a coin from which a bet is worth it; within `CLOSE` of that it is a close call."""
TO_RAISE = 0.2
"""The additional expected return that a raise needs, compared with a bet."""
TABLE = partial(read, "games.dividha", "betting.table")
NEXT_TO_SURE = 0.97
"""The probability of taking its column from which a hand never folds, and reraises after three raises."""
VERY_GOOD = 0.9
"""From this actual probability of taking its column, the amount at stake does not matter."""
PARTS = 2**16
"""The resolution of random choices."""


class Style(NamedTuple):
    """A betting style, fixed for a whole hand."""

    bets_from: float
    """The expected return of a coin needed for a bet."""
    pays_from: float
    """The expected return of a coin needed for a call, including the part of the pot that it may win."""
    bluffs: float
    """The frequency of bets without that return."""


STYLES = tuple(
    Style(*each)
    for each in product(
        (BET_FROM - CLOSE, BET_FROM, BET_FROM + CLOSE), (FAIR - CLOSE, FAIR, FAIR + CLOSE), (0.05, 0.2)
    )
)
"""All styles: they differ only in what is a close call, so that no advice contradicts any of them."""


def estimate(
    view: DividhaView, offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> HandAssessment | None:
    """Return the expected value of each answer to a bet; None if there is no bet to answer."""
    return HandAssessment(view, character) if any(offer.key == "fold" for offer in offers) else None


def decide(
    view: DividhaView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Bet, trade and show by the equity of the cards."""
    offered = {offer.key: offer for offer in offers}
    seat = HandAssessment(view, character)
    return _unmixed(seat, offered) or _bet(seat, offered, chance)


def hint(view: DividhaView, offers: tuple[Offer[Move], ...]) -> Answer:
    """Return a master's answer by its estimate alone, without a style or a bluff."""
    offered = {offer.key: offer for offer in offers}
    seat = HandAssessment(view, MASTER)
    return _unmixed(seat, offered) or _plain_bet(seat, offered)


def _unmixed(seat: HandAssessment, offered: Mapping[str, Offer[Move]]) -> Answer | None:
    """Return the answer to a question that has one best answer; None if it is about a bet."""
    view = seat.view
    if "lower" in offered:
        # A player with more than half of all chips at the table keeps the ante (DV-14).
        there = {line.seat: line.stack for line in view.lines if not line.has_left}
        has_most = view.viewer is not None and 2 * there[view.viewer] > sum(there.values())
        return Answer("keep" if has_most else "lower")
    for key in ("lay", "call"):
        pick = offered.get(key)
        if isinstance(pick, PickOffer):
            return Answer(key, (_due(view, pick),))
    discard = offered.get("discard")
    if isinstance(discard, PickOffer):
        return Answer("discard", (discard.choices.index(_discarded(seat)),))
    if "no_trade" in offered:
        return _trade(seat, offered)
    pay = offered.get("pay")
    if isinstance(pay, SplitOffer):
        return laid(pay, pay.least, seat)
    return None


def _due(view: DividhaView, pick: PickOffer[Move]) -> int:
    """Return the index of the next card in the right order, or of the right name."""
    assert view.own is not None
    makes: Makes = must_find(each for each in view.own.makes if each.discard == view.own.discard)
    if pick.key == "call":
        return pick.choices.index(str(makes.number))
    return pick.choices.index(
        must_find(card for card in (*makes.cards, *pick.choices) if card in pick.choices)
    )


def _discarded(seat: HandAssessment) -> str:
    """Return the card without which the hand is strongest, or weakest."""
    assert seat.view.own is not None
    strong = seat.shows_strong
    return must_find(
        each.discard for each in seat.view.own.makes if (each.is_strongest if strong else each.is_weakest)
    )


def _trade(seat: HandAssessment, offered: Mapping[str, Offer[Move]]) -> Answer:
    """Trade the cards whose replacement promises most; for coins only if that is worth the price."""
    kept = seat.kept
    out = len(seat.cards) - len(kept)
    offer = offered.get("trade_one" if out == 1 else "trade_two")
    if not out or not isinstance(offer, PickOffer):
        return Answer("no_trade")
    return Answer(offer.key, tuple(at for at, card in enumerate(offer.choices) if card not in kept))


def _bet(seat: HandAssessment, offered: Mapping[str, Offer[Move]], chance: Chance) -> Answer:
    """Act by the strategy table for this situation, at random according to its probabilities."""
    sizes = {size: sized(share, seat.character, chance) for size, share in SIZES.items()}
    is_sure = seat.sees_through >= VERY_GOOD
    betting, character = seat.view.betting, seat.character
    most = inf if is_sure else min(dared(betting, character, seat.view.ante), spared(betting, character))
    possible = amounts(seat.view, offered, sizes, most)
    total = list(accumulate(strategy(seat, possible)))
    action = bisect(total, chance.below(PARTS) / PARTS * total[-1])
    if action == FOLD:
        return Answer("fold")
    if action == STAY and "check" in offered:
        return Answer("check")
    offer, to = possible[action]
    return laid(offer, to, seat)


def _plain_bet(seat: HandAssessment, offered: Mapping[str, Offer[Move]]) -> Answer:
    """Return the bet of a master in which nothing is drawn."""
    if seat.cost and seat.ev["match"] < 0:
        return Answer("fold")
    possible = amounts(seat.view, offered)
    is_wanted = seat.faced.gain > BET_FROM + (TO_RAISE if seat.cost else 0)
    action = next((each for each in (POT, HALF, ALL_IN) if is_wanted and each in possible), STAY)
    return laid(*possible[action], seat) if action in possible else Answer("check")


def amounts(
    view: DividhaView,
    offered: Mapping[str, Offer[Move]],
    sizes: Mapping[int, float] = SIZES,
    most: float = inf,
) -> dict[int, tuple[SplitOffer[Move], int]]:
    """Return the amount of calling and of each raise size, as far as it is offered and could be called.

    A check is 0, and no raise exceeds the maximum.
    """
    betting, found = view.betting, {}
    staying = offered.get("match") or offered.get("all_in")
    if isinstance(staying, SplitOffer) and "check" not in offered:
        found[STAY] = staying, staying.least
    if not is_matchable(betting):
        return found
    all_in = offered.get("all_in")
    if isinstance(all_in, SplitOffer) and betting.to_match < all_in.least <= most:
        found[ALL_IN] = all_in, all_in.least
    raising = offered.get("raise") or offered.get("bet")
    if isinstance(raising, SplitOffer) and raising.least <= most:
        pot = pot_after_call(betting, betting.acting)
        for size, share in sizes.items():
            wanted = max(raising.least, betting.to_match + ceil(pot * share))
            to = int(min(wanted, raising.most, most))
            if to < betting.acting.max_bet:
                found[size] = raising, to
    return found


def strategy(seat: HandAssessment, possible: Mapping[int, object]) -> list[float]:
    """Return the probability of each possible action: `FOLD`, `STAY`, `HALF`, `POT` or `ALL_IN`."""
    betting, coins = seat.view.betting, seat.cost
    prospect, value = seat.faced, seat.ev["match"]
    manner = style(seat)
    if seat.is_last_bet:
        # The last possible bet is worth its price or not.
        manner = manner._replace(pays_from=FAIR)
    shares = wishes(manner, prospect.gain, value, coins)
    is_next_to_sure = prospect.best >= NEXT_TO_SURE
    if seat.sees_through < VERY_GOOD and value < 0 and flinches(betting, seat.character):
        shares = [1.0, 0.0, 0.0, 0.0, 0.0]
    if betting.raises >= RAISES_MAX and not is_next_to_sure:
        shares = [shares[FOLD], sum(shares[STAY:]), 0.0, 0.0, 0.0]
    if prospect.gain < FAIR:
        shares = [*shares[:HALF], *(each * seat.character.bluffing for each in shares[HALF:])]
    if not coins:
        shares = _eager(shares, seat.character.eagerness)
    shares = made_possible(shares, possible)
    if STAY not in possible or is_next_to_sure:
        # A check is free.
        shares[STAY] += shares[FOLD]
        shares[FOLD] = 0.0
    return shares


def _eager(shares: list[float], eagerness: float) -> list[float]:
    """Return the probabilities with this share of checks turned into bets of half the pot or all in."""
    bets = shares[STAY] * eagerness
    fold, stay, half, pot, all_in = shares
    return [fold, stay - bets, half + bets / 2, pot + bets / 2, all_in]


def style(seat: HandAssessment) -> Style:
    """Return the betting style for this hand, drawn from the learned mixture by the first two cards dealt."""
    rivals = min(len(seat.view.lines) - 1, RIVALS_MAX)
    random = imagining(*seat.cards[:2], str(seat.view.hands))
    return random.choices(STYLES, TABLE()[rivals])[0]


def wishes(style: Style, gain: float, value: float, owed: int) -> list[float]:
    """Return the probability of each action, before illegal ones are replaced.

    `gain` is the expected return of a coin, `value` the expected value of a call for `owed` coins.
    """
    if not owed:
        bets = 1.0 if gain > style.bets_from else style.bluffs
        return [0.0, 1 - bets, bets / 2, bets / 2, 0.0]
    if value < (style.pays_from - FAIR) * owed:
        return [1.0, 0.0, 0.0, 0.0, 0.0]
    return [0.0, 0.0, 0.0, 1.0, 0.0] if gain > style.bets_from + TO_RAISE else [0.0, 1.0, 0.0, 0.0, 0.0]


def made_possible(shares: list[float], possible: Collection[int]) -> list[float]:
    """Return the probabilities with impossible raises replaced."""
    found = shares.copy()
    for action, others in NEAREST.items():
        if action not in possible:
            nearest = next((each for each in others if each in possible), STAY)
            found[nearest] += found[action]
            found[action] = 0.0
    return found


def laid(offer: SplitOffer[Move], to: int, seat: HandAssessment) -> Answer:
    """Return the bet with all coins on the likelier column."""
    return Answer(offer.key, (to, to - offer.laid if seat.is_on_win else 0))


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
        N_("My strongest hand took Win {win} out of 10 times, I thought; my weakest took Lose {lose} in 10."),
        N_(
            "Your strongest hand takes Win {win} out of 10 times, your weakest takes Lose "
            "{lose}: show the strongest."
        ),
    ),
    "weakest": Reason(
        N_("My weakest hand took Lose {lose} out of 10 times, I thought; my strongest took Win {win} in 10."),
        N_(
            "Your weakest hand takes Lose {lose} out of 10 times, your strongest takes Win "
            "{win}: show the weakest."
        ),
    ),
}
"""The reasons for answers: how often, in ten, the cards take their column, and the price of staying in."""
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
"""The coach's advice: a master's choice, and where a hint is not enough, which cards to trade and show."""


def reason(
    view: DividhaView, _offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Return the reason for a house player's answer; None if there was nothing to weigh."""
    seat = HandAssessment(view, character)
    match answer.key:
        case "no_trade":
            return REASONS["keep_all"]
        case "trade_one" | "trade_two":
            return REASONS["trade"].of(count=len(answer.numbers))
        case "discard":
            return _shown(seat, REASONS)
        case "check":
            why = "check"
        case "fold":
            why = _judged(seat, pays="wary")
        case "match" | "bet" | "raise" | "all_in" if answer.numbers[0] <= view.betting.to_match:
            why = _judged(seat, pays="match", costs="curious")
        case "match" | "bet" | "raise" | "all_in":
            is_bluff = seat.faced.gain < FAIR and is_seldom(_odds(seat))
            why = "bluff" if is_bluff else f"bet_{_column(seat)}"
        case _:
            return None
    return _with_odds(seat, REASONS[why if why in REASONS else f"{why}_{_column(seat)}"])


def advice(view: DividhaView, offers: tuple[Offer[Move], ...]) -> Templated | None:
    """Return one line of advice for a beginner, from a master's estimate."""
    offered = {offer.key: offer for offer in offers}
    seat = HandAssessment(view, MASTER)
    if "fold" in offered:
        column = _column(seat)
        if not seat.cost:
            return _with_odds(seat, ADVICE[_free(seat, column)])
        why = _judged(seat, pays="")
        return _with_odds(seat, ADVICE[f"{why}_{column}" if why else column])
    if "no_trade" in offered:
        kept = seat.kept
        out = tuple(card for card in seat.cards if card not in kept)
        return ADVICE["trade"].of(cards=out) if out else ADVICE["keep_all"]
    return _shown(seat, ADVICE) if "discard" in offered else None


def _judged(seat: HandAssessment, pays: str, costs: str = "") -> str:
    """Return the row that says what decided about paying; without `costs` the odds or the price did."""
    match verdict(seat.ev["match"], seat.cost):
        case "close":
            return "close"
        case "pays":
            return pays
        case "costs":
            return costs or ("fold" if is_seldom(_odds(seat)) else "dear")
        case other:
            assert_never(other)


def _free(seat: HandAssessment, column: str) -> str:
    """Return the row of advice where a check is free."""
    match verdict(seat.faced.gain - BET_FROM, 1):
        case "pays":
            return f"{column}_free"
        case "close":
            return f"{column}_either"
        case "costs":
            return f"check_{column}"
        case other:
            assert_never(other)


def _column(seat: HandAssessment) -> str:
    return "win" if seat.is_on_win else "lose"


def _odds(seat: HandAssessment) -> float:
    """Return the probability of taking the likelier column."""
    return seat.win_probability[_column(seat)]


def _with_odds(seat: HandAssessment, told: Reason) -> Reason:
    # Two decisions with different columns are two reasons, even if the sentence names none.
    return told.of(is_on_win=seat.is_on_win, odds=in_ten(_odds(seat)), cost=seat.cost)


def _shown(seat: HandAssessment, told: Mapping[str, Reason]) -> Reason:
    ways = seat.ways
    key = "strongest" if seat.shows_strong else "weakest"
    return told[key].of(win=in_ten(ways.win), lose=in_ten(ways.lose))
