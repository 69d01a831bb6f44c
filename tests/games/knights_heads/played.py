"""Hands of Knights’ Heads to their end, one of every kind; sealed, so that there are histories of them."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.core.game import Seat
from games.knights_heads.model import KnightsCarry, KnightsRules, Tally
from tests.games.knights_heads.scripted import Hand


class Kept(Hand):
    """A hand of three."""

    is_sealed = True


def showdown() -> Kept:
    """Bets, an exchange, checks, and a call for cards."""
    played = Kept(100, 100, 100)
    played.everybody_bets().all_pass().checks_down().presses("bet 5", "match", "match")
    return played


def later() -> Kept:
    """A hand of a game that goes on, with court scores, and every hand won counts."""
    rules = KnightsRules(scoring="wins", court_first=False, triplet_counts=False)
    played = Kept(100, 100, 100, rules=rules, carry=KnightsCarry(Seat(2), (Tally(Seat(1), 3),)))
    played.everybody_bets().all_pass().checks_down().checks_down()
    return played


def last_standing() -> Kept:
    """Two fold."""
    played = Kept(100, 100, 100)
    played.presses("fold", "fold")
    return played


def all_in_for_less() -> Kept:
    """One goes all in, one raises, one matches; the rest is laid down without a bet."""
    played = Kept(10, 60, 60)
    played.presses("all_in", "all_in", "all_in").all_pass()
    return played


def short_antes() -> Kept:
    """An ante takes all that one has."""
    played = Kept(100, 1, 100)
    played.everybody_bets().all_pass().checks_down().presses("bet 5", "raise 20", "match")
    return played


def leaving_in_the_exchange() -> Kept:
    """One leaves after having sealed, while the others still pick."""
    played = Kept(100, 100, 100)
    played.everybody_bets().runs_out(2).leaves(2).all_pass().checks_down().presses("bet 5", "match")
    return played


def leaving_after_folding() -> Kept:
    """One folds, and then leaves without a word."""
    played = Kept(100, 100, 100)
    folded = played.turn
    played.presses("fold").leaves(folded).everybody_bets().all_pass().checks_down().checks_down()
    return played


def deserted() -> Kept:
    """Two leave out of turn."""
    played = Kept(100, 100, 100)
    played.everybody_bets().leaves(1, 3)
    return played


def folded_after_the_exchange() -> Kept:
    """One gets a bet, and everybody folds who had been passed cards and passed some."""
    played = Kept(100, 100, 100)
    played.everybody_bets().all_pass().presses("bet 5", "match", "fold").checks_down()
    return played


def nobody_shows_anything() -> Kept:
    """All fold after the exchange."""
    played = Kept(100, 100, 100)
    played.everybody_bets().all_pass().presses("bet 5", "fold", "fold")
    return played


HANDS: tuple[Callable[[], Kept], ...] = (
    showdown,
    later,
    last_standing,
    all_in_for_less,
    short_antes,
    leaving_in_the_exchange,
    leaving_after_folding,
    deserted,
    folded_after_the_exchange,
    nobody_shows_anything,
)
