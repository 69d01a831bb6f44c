"""How a house player plays: by a table that it learned in self-play (TB-12, docs/house-players.md).

What its cards promise it finds by imagined deals (`insight.py`); in which of several styles it bets on that,
it learned. All coins of a bet go on the column that it thinks likelier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate

from games.dividha.insight import Insight
from games.dividha.model import Move
from games.dividha.prospects import imagining
from games.dividha.styles import (
    ALL_IN,
    FAIR,
    FOLD,
    HALF,
    RAISES_MAX,
    RIVALS_MAX,
    SIZES,
    STAY,
    STYLES,
    Style,
    made_possible,
    wishes,
)
from games.dividha.view import DividhaView, Makes
from games.engine.betting.house import is_matchable
from games.engine.betting.limits import owed, pot_after_match
from games.engine.betting.rounds import winnable
from games.engine.betting.strategy_table import read
from games.engine.chance.seals import Chance
from games.engine.core.character import MASTER, Character
from games.engine.core.offers import Answer, Offer, Pick, Split

TABLE = partial(read, "games.dividha", "betting.table")
NEXT_TO_SURE = 0.97
"""How often a hand takes its column that is never folded, and that is raised once more after three raises."""
PARTS = 2**16
"""How finely chance mixes."""


def decide(
    view: DividhaView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Bet, trade and show by what the cards promise."""
    offered = {offer.key: offer for offer in offers}
    if "lower" in offered:
        return Answer("keep" if _has_most(view) else "lower")
    for key in ("lay", "call"):
        pick = offered.get(key)
        if isinstance(pick, Pick):
            return Answer(key, (_due(view, pick),))
    seat = Insight(view, character)
    discard = offered.get("discard")
    if isinstance(discard, Pick):
        return Answer("discard", (discard.choices.index(_discarded(seat)),))
    if "no_trade" in offered:
        return _trade(seat, offered)
    pay = offered.get("pay")
    if isinstance(pay, Split):
        return _lay(pay, pay.least, seat)
    return _bet(seat, offered, chance)


def _has_most(view: DividhaView) -> bool:
    """Whether more than half of all chips at the table are the viewer's: then the ante stays (DV-14)."""
    there = {line.seat: line.stack for line in view.lines if not line.has_left}
    return view.viewer is not None and 2 * there[view.viewer] > sum(there.values())


def _due(view: DividhaView, pick: Pick[Move]) -> int:
    """The next card in the right order, or the right name."""
    assert view.own is not None
    makes: Makes = next(each for each in view.own.makes if each.discard == view.own.discard)
    if pick.key == "call":
        return pick.choices.index(str(makes.number))
    return pick.choices.index(next(card for card in (*makes.cards, *pick.choices) if card in pick.choices))


def _discarded(seat: Insight) -> str:
    """The card without which the hand is at its strongest, or at its weakest."""
    assert seat.view.own is not None
    strong = seat.shows_strong
    return next(
        each.discard for each in seat.view.own.makes if (each.is_strongest if strong else each.is_weakest)
    )


def _trade(seat: Insight, offered: Mapping[str, Offer[Move]]) -> Answer:
    """Trade the cards whose replacement promises most; for coins only what promises more than they are."""
    kept = seat.kept
    out = len(seat.cards) - len(kept)
    offer = offered.get("trade_one" if out == 1 else "trade_two")
    if not out or not isinstance(offer, Pick):
        return Answer("no_trade")
    return Answer(offer.key, tuple(at for at, card in enumerate(offer.choices) if card not in kept))


def _bet(seat: Insight, offered: Mapping[str, Offer[Move]], chance: Chance) -> Answer:
    """Do what the table says of this situation, one thing or another by chance."""
    possible = amounts(seat.view, offered, seat.character.bet)
    action = _drawn(strategy(seat, possible), chance)
    if action == FOLD:
        return Answer("fold")
    if action == STAY and "check" in offered:
        return Answer("check")
    offer, to = possible[action]
    return _lay(offer, to, seat)


def amounts(
    view: DividhaView, offered: Mapping[str, Offer[Move]], bet: float | None = None
) -> dict[int, tuple[Split[Move], int]]:
    """What staying in or raising by each size comes to, as far as it is offered and could be matched.

    A check is nothing. Who always bets the same share of the pot has one size only.
    """
    betting, found = view.betting, {}
    staying = offered.get("match") or offered.get("all_in")
    if isinstance(staying, Split) and "check" not in offered:
        found[STAY] = staying, staying.least
    if not is_matchable(betting):
        return found
    all_in = offered.get("all_in")
    if isinstance(all_in, Split) and all_in.least > betting.to_match:
        found[ALL_IN] = all_in, all_in.least
    raising = offered.get("raise") or offered.get("bet")
    if isinstance(raising, Split):
        pot = pot_after_match(betting, betting.acting)
        for size, share in SIZES.items():
            added = int(pot * (share if bet is None else bet))
            to = min(max(raising.least, betting.to_match + added), raising.most)
            if to < betting.acting.reach:
                found[size] = raising, to
    return found


def strategy(seat: Insight, possible: Mapping[int, object]) -> list[float]:
    """How often to do each thing, by what is possible: `FOLD`, `STAY`, `HALF`, `POT` or `ALL_IN`."""
    betting, prospect = seat.view.betting, seat.prospect
    # Of bets that it cannot match a seat wins none (TB-6).
    coins = min(owed(betting, betting.acting), betting.acting.stack)
    shares = wishes(style(seat), prospect, coins, winnable(betting, coins) - coins, betting.raises)
    is_next_to_sure = prospect.best >= NEXT_TO_SURE
    if betting.raises >= RAISES_MAX and not is_next_to_sure:
        shares = [shares[FOLD], sum(shares[STAY:]), 0.0, 0.0, 0.0]
    if prospect.gain < FAIR:
        shares = [*shares[:HALF], *(each * seat.character.bluffing for each in shares[HALF:])]
    shares = made_possible(shares, possible)
    if STAY not in possible or is_next_to_sure:
        # A check costs nothing.
        shares[STAY] += shares[FOLD]
        shares[FOLD] = 0.0
    return shares


def style(seat: Insight) -> Style:
    """How the player bets in this hand, as often each way as it learned: by its first two cards."""
    rivals = min(len(seat.view.lines) - 1, RIVALS_MAX)
    random = imagining(*seat.first_cards, str(seat.view.hands))
    return random.choices(STYLES, TABLE()[rivals])[0]


def _drawn(shares: Sequence[float], chance: Chance) -> int:
    total = list(accumulate(shares))
    at = chance.below(PARTS) / PARTS * total[-1]
    return next(action for action, each in enumerate(total) if at < each)


def _lay(offer: Split[Move], to: int, seat: Insight) -> Answer:
    """The bet, all of it on the likelier column."""
    return Answer(offer.key, (to, to - offer.laid if seat.is_on_win else 0))
