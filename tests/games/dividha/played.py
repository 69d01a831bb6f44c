"""Hands of Dividha to their end, one of every kind; sealed, so that there are histories of them."""

from __future__ import annotations

from collections.abc import Callable

from games.dividha.model import DividhaCarry, DividhaRules
from games.engine.core.game import Seat
from tests.games.dividha.scripted import Hand


class Kept(Hand):
    """A hand of three."""

    is_sealed = True


def to_the_end(hand: Kept) -> Kept:
    """Run the time out for each seat until the end."""
    while hand.turn > 0:
        hand.runs_out()
    return hand


def bets_and_trades() -> Kept:
    """A bet and a raise with splits, paid trades, a showdown in order and by name."""
    hand = Kept(100, 100, 100, rules=DividhaRules(pay_to_trade=True, rule_of_order=True, aural_rule=True))
    hand.presses("bet 4 1", "raise 8 5", "match 0", "match").checks_to("trade")
    one, other = hand.own(hand.turn).private[0], hand.line(hand.turn).public[1]
    hand.presses(f"trade_two {one} {other}", "pay 1").presses("no_trade")
    hand.presses(f"trade_one {hand.own(hand.turn).private[1]}", "pay 0")
    return to_the_end(hand)


def free_trade() -> Kept:
    """A trade for nothing."""
    hand = Kept(100, 100, 100).checks_to("trade")
    hand.presses(f"trade_two {hand.own(hand.turn).private[0]} {hand.line(hand.turn).public[0]}")
    return to_the_end(hand)


def short_all_in() -> Kept:
    """All in for less, and for more than anybody can match."""
    hand = Kept(100, 60, 9, rules=DividhaRules(limit="no_limit", demons_wager=True))
    for key in ("bet 20 7", "all_in", "all_in 3", "all_in"):
        if hand.stage == "wager":
            hand.presses(key if key.split()[0] in hand.offers() else "match")
    return to_the_end(hand)


def leavers() -> Kept:
    """One leaves in turn, and the last two agree about the ante."""
    hand = Kept(100, 100, 100, carry=DividhaCarry(Seat(1), 5, 2, (), ()))
    hand.answers(hand.turn, "wish_lower 2").checks_to("showdown")
    at = hand.turn
    hand.answers(at, f"discard {hand.own(at).private[0]}").leaves(at)
    hand.runs_out().runs_out()
    return hand


def left_alone() -> Kept:
    """Two leave while all choose, and the last one has chosen a discard for nothing (TB-7)."""
    hand = Kept(100, 100, 100, rules=DividhaRules(rule_of_order=True)).checks_to("showdown")
    hand.answers(1, f"discard {hand.own(1).private[0]}").answers(1, f"lay {hand.own(1).private[1]}")
    return hand.leaves(2, 3)


def asked() -> Kept:
    """All are asked, one after the other agrees, the last one leaves."""
    hand = Kept(100, 100, 100, carry=DividhaCarry(Seat(1), 5, 2, (), ()))
    hand.answers(1, "wish_lower 2").presses("fold", "fold").presses("lower").leaves(hand.turn)
    return hand


def kept_ante() -> Kept:
    """All are asked, and one refuses."""
    hand = Kept(100, 100, 100, carry=DividhaCarry(Seat(1), 5, 2, (), ()))
    hand.answers(1, "wish_lower 2").presses("fold", "fold", "keep")
    return hand


HANDS: tuple[Callable[[], Kept], ...] = (
    bets_and_trades,
    free_trade,
    short_all_in,
    leavers,
    left_alone,
    asked,
    kept_ante,
)
