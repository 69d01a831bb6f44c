"""How a house player plays Dividha, why it did so, and what the coach says (TB-12, docs/lab/how-strong.md).

What its cards promise it finds by imagined deals (`equity.py`), and all coins of a bet go on the column
that it thinks likelier. There are several styles: from what worth on a player bets, what it pays for, and how
often it bluffs. Which of them a house player has in a hand, and how often, was learned in self-play
(`training/dividha_table.py`): no style gains much on that mixture, neither one that bets always nor one that
always pays.

A reason has the odds as that player misjudged them, the coach as a master sees them. No private card is named
in a reason, since what is not shown at the showdown stays its owner's.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Mapping
from functools import partial
from itertools import accumulate, product
from math import ceil, inf
from typing import NamedTuple

from games.dividha.equity import BEFORE_TRADE, HandAssessment, Prospect, imagining
from games.dividha.model import Move
from games.dividha.view import DividhaView, Makes
from games.engine.betting.bot_betting import dared, flinches, is_matchable, pressure, read, sized, spared
from games.engine.betting.rounds import amount_to_call, behind, pot_after_call, winnable
from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import N_, Reason, Templated, must_find, ngettext_noop
from games.engine.core.offers import Answer, Offer, PickOffer, SplitOffer
from games.engine.provable_chance import Chance

FOLD, STAY, HALF, POT, ALL_IN = range(5)
"""What may be done: give up, check or match, bet or raise by half the pot, by the pot, or by all there is."""
SIZES = {HALF: 0.5, POT: 1.0}
"""By how much of the pot, once matched, a raise goes up."""
NEAREST = {ALL_IN: (POT, HALF), POT: (ALL_IN, HALF), HALF: (POT, ALL_IN)}
"""What is done where that is not possible; else the seat stays in."""
RAISES_MAX = 3
"""After so many raises of a round only what is next to sure raises."""
RIVALS_MAX = 3
"""So many rivals are told apart."""
FAIR = 1.0
"""What a coin brings where it is worth what it costs."""
FAIR_EARLY = 0.65
"""The same before the trade, where it is thought to bring 0.27 too little of all that somebody has."""
RESPECT = 0.1
"""How much less a coin is thought to bring for each raise of the round."""
TO_RAISE = 0.2
"""How much more it has to bring for a raise than for a bet."""
TABLE = partial(read, "games.dividha", "betting.table")
NEXT_TO_SURE = 0.97
"""How often a hand takes its column that is never folded, and that is raised once more after three raises."""
VERY_GOOD = 0.9
"""From this chance to take its column on, as it really is, nobody minds how much is at stake."""
PARTS = 2**16
"""How finely chance mixes."""


class Style(NamedTuple):
    """A way to bet, for a whole hand."""

    bets_from: float
    """What a coin has to bring for a bet."""
    pays_from: float
    """What a coin has to bring to be paid, with the part of the pot that it may win."""
    bluffs: float
    """In which share of chances it bets without that."""


STYLES = tuple(Style(*each) for each in product((0.0, 0.9, 1.05, 1.2), (0.5, 0.8, 1.1, 1.4), (0.05, 0.2)))


def estimate(
    view: DividhaView, offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> HandAssessment | None:
    """What a bet is worth to that seat; None where there is none to answer."""
    return HandAssessment(view, character) if any(offer.key == "fold" for offer in offers) else None


def decide(
    view: DividhaView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Bet, trade and show by what the cards promise."""
    offered = {offer.key: offer for offer in offers}
    if "lower" in offered:
        # Whoever has more than half of all chips at the table keeps the ante (DV-14).
        there = {line.seat: line.stack for line in view.lines if not line.has_left}
        has_most = view.viewer is not None and 2 * there[view.viewer] > sum(there.values())
        return Answer("keep" if has_most else "lower")
    for key in ("lay", "call"):
        pick = offered.get(key)
        if isinstance(pick, PickOffer):
            return Answer(key, (_due(view, pick),))
    seat = HandAssessment(view, character)
    discard = offered.get("discard")
    if isinstance(discard, PickOffer):
        return Answer("discard", (discard.choices.index(_discarded(seat)),))
    if "no_trade" in offered:
        return _trade(seat, offered)
    pay = offered.get("pay")
    if isinstance(pay, SplitOffer):
        return laid(pay, pay.least, seat)
    return _bet(seat, offered, chance)


def _due(view: DividhaView, pick: PickOffer[Move]) -> int:
    """The next card in the right order, or the right name."""
    assert view.own is not None
    makes: Makes = must_find(each for each in view.own.makes if each.discard == view.own.discard)
    if pick.key == "call":
        return pick.choices.index(str(makes.number))
    return pick.choices.index(
        must_find(card for card in (*makes.cards, *pick.choices) if card in pick.choices)
    )


def _discarded(seat: HandAssessment) -> str:
    """The card without which the hand is at its strongest, or at its weakest."""
    assert seat.view.own is not None
    strong = seat.shows_strong
    return must_find(
        each.discard for each in seat.view.own.makes if (each.is_strongest if strong else each.is_weakest)
    )


def _trade(seat: HandAssessment, offered: Mapping[str, Offer[Move]]) -> Answer:
    """Trade the cards whose replacement promises most; for coins only what promises more than they are."""
    kept = seat.kept
    out = len(seat.cards) - len(kept)
    offer = offered.get("trade_one" if out == 1 else "trade_two")
    if not out or not isinstance(offer, PickOffer):
        return Answer("no_trade")
    return Answer(offer.key, tuple(at for at, card in enumerate(offer.choices) if card not in kept))


def _bet(seat: HandAssessment, offered: Mapping[str, Offer[Move]], chance: Chance) -> Answer:
    """Do what the table says of this situation, one thing or another by chance."""
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


def amounts(
    view: DividhaView,
    offered: Mapping[str, Offer[Move]],
    sizes: Mapping[int, float] = SIZES,
    most: float = inf,
) -> dict[int, tuple[SplitOffer[Move], int]]:
    """What staying in or raising by each size comes to, as far as it is offered and could be matched.

    A check is nothing, and no raise comes to more than the most.
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
    """How often to do each thing, by what is possible: `FOLD`, `STAY`, `HALF`, `POT` or `ALL_IN`."""
    betting, coins = seat.view.betting, _cost(seat.view)
    manner = style(seat)
    if coins and not pressure(betting, betting.acting.bet + coins):
        # The last that can be bet is worth its price or not, and few who are still to answer will pay it.
        fair = FAIR_EARLY if seat.view.stage in BEFORE_TRADE else FAIR
        manner, seat = manner._replace(pays_from=fair), seat.without(behind(betting))
    prospect = seat.prospect
    shares = wishes(manner, prospect, coins, winnable(betting, coins) - coins, betting.raises)
    is_next_to_sure = prospect.best >= NEXT_TO_SURE
    if seat.sees_through < VERY_GOOD and seat.ev["match"] < 0 and flinches(betting, seat.character):
        shares = [1.0, 0.0, 0.0, 0.0, 0.0]
    if betting.raises >= RAISES_MAX and not is_next_to_sure:
        shares = [shares[FOLD], sum(shares[STAY:]), 0.0, 0.0, 0.0]
    if prospect.gain < FAIR:
        shares = [*shares[:HALF], *(each * seat.character.bluffing for each in shares[HALF:])]
    if not coins:
        shares = _eager(shares, seat.character.eagerness)
    shares = made_possible(shares, possible)
    if STAY not in possible or is_next_to_sure:
        # A check costs nothing.
        shares[STAY] += shares[FOLD]
        shares[FOLD] = 0.0
    return shares


def _eager(shares: list[float], eagerness: float) -> list[float]:
    """The shares of somebody who so often bets instead of checking, half the pot or all of it."""
    bets = shares[STAY] * eagerness
    fold, stay, half, pot, all_in = shares
    return [fold, stay - bets, half + bets / 2, pot + bets / 2, all_in]


def style(seat: HandAssessment) -> Style:
    """How the player bets in this hand, as often each way as it learned: by the two cards dealt first."""
    rivals = min(len(seat.view.lines) - 1, RIVALS_MAX)
    random = imagining(*seat.cards[:2], str(seat.view.hands))
    return random.choices(STYLES, TABLE()[rivals])[0]


def wishes(style: Style, prospect: Prospect, owed: int, pot: int, raises: int) -> list[float]:
    """How often to do each thing, as shares of one."""
    gain = prospect.gain - RESPECT * raises
    if not owed:
        bets = 1.0 if gain > style.bets_from else style.bluffs
        return [0.0, 1 - bets, bets / 2, bets / 2, 0.0]
    if gain > style.bets_from + TO_RAISE:
        return [0.0, 0.0, 0.0, 1.0, 0.0]
    # Of what lies there half is on this column.
    is_paid = gain * owed + prospect.best * pot / 2 >= style.pays_from * owed
    return [0.0, 1.0, 0.0, 0.0, 0.0] if is_paid else [1.0, 0.0, 0.0, 0.0, 0.0]


def made_possible(shares: list[float], possible: Collection[int]) -> list[float]:
    """The same where only some of the raises are possible."""
    found = shares.copy()
    for action, others in NEAREST.items():
        if action not in possible:
            nearest = next((each for each in others if each in possible), STAY)
            found[nearest] += found[action]
            found[action] = 0.0
    return found


def laid(offer: SplitOffer[Move], to: int, seat: HandAssessment) -> Answer:
    """The bet, all of it on the likelier column."""
    return Answer(offer.key, (to, to - offer.laid if seat.is_on_win else 0))


IN = 10
"""Odds are told as so many times in ten."""


REASONS: Mapping[str, Reason] = {
    "bet_win": Reason(
        N_("I thought I’d take Win {odds} in 10 times, so I bet on it."),
        N_("Your chance to take Win is {odds} in 10. That’s worth a bet."),
    ),
    "bet_lose": Reason(
        N_("I thought I’d take Lose {odds} in 10 times, so I bet on it."),
        N_("Your chance to take Lose is {odds} in 10. That’s worth a bet."),
    ),
    "bluff": Reason(
        N_("I thought I’d win only {odds} in 10 times. I bet so that you’d fold."),
        N_("Your chance is only {odds} in 10, but a bet may make others fold."),
    ),
    "match_win": Reason(
        N_("I thought I’d take Win {odds} in 10 times: enough to pay {cost}."),
        N_("Your chance to take Win is {odds} in 10. That’s worth {cost}."),
    ),
    "match_lose": Reason(
        N_("I thought I’d take Lose {odds} in 10 times: enough to pay {cost}."),
        N_("Your chance to take Lose is {odds} in 10. That’s worth {cost}."),
    ),
    "check_win": Reason(
        N_("I thought I’d take Win {odds} in 10 times, and going on was free."),
        N_("Your chance to take Win is {odds} in 10, and going on is free."),
    ),
    "check_lose": Reason(
        N_("I thought I’d take Lose {odds} in 10 times, and going on was free."),
        N_("Your chance to take Lose is {odds} in 10, and going on is free."),
    ),
    "fold_win": Reason(
        N_("At best I thought I’d take Win {odds} in 10 times: too seldom to pay {cost}."),
        N_("At best you’d take Win {odds} in 10 times. That isn’t worth {cost}."),
    ),
    "fold_lose": Reason(
        N_("At best I thought I’d take Lose {odds} in 10 times: too seldom to pay {cost}."),
        N_("At best you’d take Lose {odds} in 10 times. That isn’t worth {cost}."),
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
        N_("My strongest hand took Win {win} in 10 times, I thought; my weakest took Lose {lose} in 10."),
        N_(
            "Your strongest hand takes Win {win} in 10 times, your weakest takes Lose "
            "{lose}: show the strongest."
        ),
    ),
    "weakest": Reason(
        N_("My weakest hand took Lose {lose} in 10 times, I thought; my strongest took Win {win} in 10."),
        N_(
            "Your weakest hand takes Lose {lose} in 10 times, your strongest takes Win "
            "{win}: show the weakest."
        ),
    ),
}
"""Why it answered so: how often, in ten, it takes the column that it goes for, and what staying in costs."""
ADVICE: Mapping[str, Reason] = {
    "win": Reason(REASONS["match_win"].advice_template),
    "lose": Reason(REASONS["match_lose"].advice_template),
    "fold_win": Reason(REASONS["fold_win"].advice_template),
    "fold_lose": Reason(REASONS["fold_lose"].advice_template),
    "check_win": Reason(REASONS["check_win"].advice_template),
    "check_lose": Reason(REASONS["check_lose"].advice_template),
    "win_free": Reason(N_("Your cards take Win {odds} in 10 times. Put your coins there.")),
    "lose_free": Reason(N_("Your cards take Lose {odds} in 10 times. Put your coins there.")),
    "keep_all": Reason(REASONS["keep_all"].advice_template),
    "trade": Reason(N_("Trade {cards}: you do better without.")),
    "strongest": Reason(REASONS["strongest"].advice_template),
    "weakest": Reason(REASONS["weakest"].advice_template),
}
"""What a master would do, where it says more than a hint also how: which cards to trade, what to show."""


def reason(
    view: DividhaView, _offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Why a house player answered so; None where there was nothing to weigh."""
    seat = HandAssessment(view, character)
    match answer.key:
        case "no_trade":
            return REASONS["keep_all"]
        case "trade_one" | "trade_two":
            return REASONS["trade"].of(count=len(answer.numbers))
        case "discard":
            return _shown(seat, REASONS)
        case "fold" | "check":
            key = f"{answer.key}_{_column(seat)}"
        case "match" | "bet" | "raise" | "all_in":
            column = _column(seat)
            if answer.numbers[0] <= view.betting.to_match:
                key = f"match_{column}"
            else:
                is_bluff = seat.prospect.gain < FAIR and 2 * seat.win_probability[column] < 1
                key = "bluff" if is_bluff else f"bet_{column}"
        case _:
            return None
    return _with_odds(seat, REASONS[key])


def advice(view: DividhaView, offers: tuple[Offer[Move], ...]) -> Templated | None:
    """What matters now, for somebody who learns the game."""
    offered = {offer.key: offer for offer in offers}
    seat = HandAssessment(view, MASTER)
    if "fold" in offered:
        column = _column(seat)
        shares = strategy(seat, amounts(view, offered))
        likeliest = max(range(len(shares)), key=shares.__getitem__)
        if _cost(view):
            return _with_odds(seat, ADVICE[f"fold_{column}" if likeliest == FOLD else column])
        return _with_odds(seat, ADVICE[f"check_{column}" if likeliest == STAY else f"{column}_free"])
    if "no_trade" in offered:
        kept = seat.kept
        out = tuple(card for card in seat.cards if card not in kept)
        return ADVICE["trade"].of(cards=out) if out else ADVICE["keep_all"]
    return _shown(seat, ADVICE) if "discard" in offered else None


def _column(seat: HandAssessment) -> str:
    return "win" if seat.is_on_win else "lose"


def _with_odds(seat: HandAssessment, told: Reason) -> Reason:
    # The column is a fact also where no sentence names it: who said the same of both has two reasons.
    odds = seat.win_probability[_column(seat)]
    return told.of(is_on_win=seat.is_on_win, odds=round(IN * odds), cost=_cost(seat.view))


def _cost(view: DividhaView) -> int:
    """What staying in costs; of bets that it cannot match a seat wins none (TB-6)."""
    return min(amount_to_call(view.betting, view.betting.acting), view.betting.acting.stack)


def _shown(seat: HandAssessment, told: Mapping[str, Reason]) -> Reason:
    ways = seat.ways
    key = "strongest" if seat.shows_strong else "weakest"
    return told[key].of(win=round(IN * ways.win), lose=round(IN * ways.lose))
