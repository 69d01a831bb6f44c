"""Hands that are over, watched again: which there are, and who may turn pages or show them to all (TB-13)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.tavern.table.actions import Request
from bot.tavern.table.hand_lookup import NoHandOver, NoSuchHand, finished, readable
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.game import Seat
from games.engine.core.sentences import phrase
from games.tools.replay import Replay, replay
from storage.db.transaction import Transaction
from storage.play import hands, kept_hands
from storage.play.server_or_elsewhere import ELSEWHERE
from storage.play.tables import Tables

LAST_HANDS = 25
"""So many hands of a table can be chosen from where one of them is watched."""


class NotYourHand(Slip):
    """Somebody shows a hand, and another turns its pages."""

    says = phrase("Only the player who shows this hand turns its pages. Press “Watch it again” to see it.")


class NotToShow(Slip):
    """A hand in which somebody had no seat, or saw what only memory may keep (DE-12)."""

    says = phrase("You can show a hand that you played, once everything you saw in it may be shown.")


class AlreadyShown(Slip):
    """A hand is shown to the channel once by each of its players, so that nobody floods it."""

    says = phrase("You’ve already shown this hand here.")


class ShownElsewhere(Slip):
    """A hand is shown where it was played."""

    says = phrase("You can only show that hand in the channel of its table.")


class NotToKeep(Slip):
    """Somebody would keep a hand in which they had no seat."""

    says = phrase("You can only keep hands that you played yourself.")


@dataclass(eq=False)
class NoSuchMoment(Slip):
    """A moment that the hand does not have."""

    says = phrase("Hand {hand} of table {table} has no such moment. “Watch it again” begins at its first.")
    hand: int
    table: int


@dataclass(frozen=True, slots=True)
class AskedFor:
    """A hand that is asked for in a channel: its table's newest where none is named."""

    channel: int
    table: int
    hand: int | None


def watch(tx: Transaction, tables: Tables, press: Request, at: AskedFor) -> Replay:
    """A hand again, as that person saw it."""
    stored = readable(tx, tables, press, at.channel, at.table)
    over = finished(tx, tables, stored, at.hand)
    shown = hands.shown_after(tx, stored.id, over.number)
    try:
        return replay(stored.table, tables.games[stored.table.game], over, shown, press.player)
    except NotOffered as by_other_rules:
        raise NoSuchHand(over.number, stored.id) from by_other_rules


@dataclass(frozen=True, slots=True)
class WatchedHand:
    """A hand again as somebody saw it, whether they keep it (None: not theirs), and its table's last ones."""

    again: Replay
    is_kept: bool | None
    last_hands: tuple[int, ...]


def look(tx: Transaction, tables: Tables, press: Request, at: AskedFor) -> WatchedHand:
    """A hand again, as that person saw it, and whether they keep it."""
    again = watch(tx, tables, press, at)
    table, is_kept = again.table.id, None
    if press.server != ELSEWHERE and any(each.player == press.player for each in again.table.seats):
        is_kept = kept_hands.is_kept(tx, press.player, table, again.hand.number)
    return WatchedHand(again, is_kept, hands.last_ones(tx, table, LAST_HANDS))


def keep(tx: Transaction, press: Request, sight: WatchedHand) -> WatchedHand:
    """Keep that hand for good; `KeptEnough` if there are too many."""
    table, hand = sight.again.table.id, sight.again.hand.number
    if sight.is_kept is None:
        raise NotToKeep
    if not hands.is_over(tx, table, hand):
        raise NoSuchHand(hand, table)
    kept_hands.keep(tx, press.player, table, hand, press.at)
    return replace(sight, is_kept=True)


def let_go(tx: Transaction, press: Request, sight: WatchedHand) -> WatchedHand:
    """Keep that hand no longer than others."""
    kept_hands.let_go(tx, press.player, sight.again.table.id, sight.again.hand.number)
    return replace(sight, is_kept=None if sight.is_kept is None else False)


def may_watch(tx: Transaction, tables: Tables, press: Request, at: AskedFor) -> bool:
    """Whether that person could watch that hand here now: it is kept, and theirs or of this channel."""
    try:
        watch(tx, tables, press, at)
    except (NoHandOver, NoSuchHand):
        return False
    return True


def show(tx: Transaction, tables: Tables, press: Request, at: AskedFor) -> Replay:
    """The same for everybody in the channel of its table: only a player's own press shows own cards."""
    again = watch(tx, tables, press, at)
    if again.viewer is None:
        raise NotToShow
    if readable(tx, tables, press, at.channel, at.table).channel != at.channel:
        raise ShownElsewhere
    return again


def turn(tx: Transaction, tables: Tables, press: Request, at: AskedFor, seat: Seat | None) -> Replay:
    """The same, when a page is turned of what that seat's player shows."""
    again = show(tx, tables, press, at)
    if again.viewer != seat:
        raise NotYourHand
    return again


def require_moment(again: Replay, step: int) -> int:
    """That step, if the hand has it."""
    if step >= len(again.moments):
        raise NoSuchMoment(again.hand.number, again.table.id)
    return step
