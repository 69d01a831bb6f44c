"""Finished hands: search, the history for a viewer, and replays (TB-13).

This module decides which tables a press can refer to (F-27), which table a command without a number refers
to, and who may turn the pages of a shown hand or show a hand to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.tavern.table.actions import Actor
from bot.tavern.table.table_state import TableState
from games.engine.core.errors import N_, NotOffered, UserError
from games.engine.core.game import AnyGame, Seat
from games.engine.core.hand_stats import HandStats
from games.engine.history import History, PlayedMove
from games.engine.table.table import LoggedMove
from games.tools.replay import FinishedHand, Replay, history, replay, seat_in
from games.tools.review import SecondLook
from storage.db.transaction import Transaction
from storage.errors import Unreadable
from storage.play import hands
from storage.play.postings import ELSEWHERE, is_server
from storage.play.tables import StoredTable, Tables

LAST_HANDS = 25
"""The number of a table's hands offered in the list beside a replay."""


class NoHandOver(UserError):
    template = N_("No hand has been finished here yet.")


class NoSuchHand(UserError):
    template = N_("Hand {hand} of table {table} isn’t over, or was never finished.")
    hand: int
    table: int


class HandOfOld(NoSuchHand):
    """Raised for a hand of an older version whose ordered cuts cannot be checked."""

    template = N_(
        "Hand {hand} of table {table}, or a deck that was in play then, was cut before an update changed how "
        "that’s done. There’s no file of it any more."
    )


@dataclass(frozen=True, slots=True)
class EveningAsked:
    """A request, made in a channel, for the hands of a table from the number `first` on."""

    channel: int
    table: int | None
    first: int


def find(
    tx: Transaction, tables: Tables, actor: Actor, channel: int, table: int | None, hand: int | None
) -> History:
    """Return the history of a table's hand; without a number, of the actor's newest hand."""
    number = hands.newest_table(tx, actor.server, channel, actor.player) if table is None else table
    return history_for(tx, tables, readable(tx, tables, actor, channel, number), hand, actor.player)


def readable(tx: Transaction, tables: Tables, actor: Actor, channel: int, number: int | None) -> StoredTable:
    """Return a table if the actor may see its hands here. Raises `NoHandOver` otherwise.

    Outside of the table's channel only its players may, since others may not see that channel; outside of the
    table's server nobody may.
    """
    player = actor.player
    try:
        stored = None if number is None else tables.load(tx, number)
    except Unreadable as error:
        raise NoHandOver from error
    if stored is not None and is_server(stored.server):
        actor.in_server()
    if stored is None or stored.server != actor.server:
        raise NoHandOver
    is_player = any(each.player == player for each in stored.table.seats)
    if not is_player and stored.channel != channel:
        raise NoHandOver
    return stored


def finished_hands(
    tx: Transaction, tables: Tables, actor: Actor, requested: EveningAsked
) -> tuple[StoredTable, tuple[FinishedHand, ...]]:
    """Return a table, by default the actor's newest, and its finished hands.

    Hands that can no longer be read or verified are left out.
    """
    number = requested.table
    if number is None:
        number = hands.newest_table(tx, actor.server, requested.channel, actor.player)
    stored = readable(tx, tables, actor, requested.channel, number)
    game = tables.games[stored.table.game]
    try:
        moves = hands.all_moves(tx, game, stored.id)
    except Unreadable as error:
        raise NoHandOver from error
    return stored, tuple(_readable_hands(tx, game, stored.id, moves, requested.first))


def _readable_hands(
    tx: Transaction, game: AnyGame, table: int, moves: Mapping[int, tuple[LoggedMove, ...]], first: int
) -> Iterator[FinishedHand]:
    for number in sorted(each for each in moves if each >= first):
        hand = None
        with suppress(Unreadable):
            hand = hands.get(tx, game, table, number)
        if hand is not None and hand.seals and not any(seal.is_of_old for seal in hand.seals):
            yield FinishedHand(number, hand.beginning, moves[number], hand.seals)


def history_for(
    tx: Transaction, tables: Tables, stored: StoredTable, hand: int | None, player: int
) -> History:
    """Return the history of a table's hand as a player or, without a seat, as a spectator saw it."""
    game, finished_hand = tables.games[stored.table.game], finished(tx, tables, stored, hand)
    try:
        return history(stored.table, game, finished_hand, player)
    except NotOffered as error:
        # The hand was played by the rules of another version.
        raise NoSuchHand(finished_hand.number, stored.id) from error


def finished(tx: Transaction, tables: Tables, stored: StoredTable, hand: int | None = None) -> FinishedHand:
    """Return a finished hand of a table, by default the newest."""
    number = hands.newest(tx, stored.id) if hand is None else hand
    if number is None:
        raise NoHandOver
    game = tables.games[stored.table.game]
    try:
        stored_hand = hands.get(tx, game, stored.id, number)
        moves = hands.moves(tx, game, stored.id, number)
    except Unreadable as error:
        raise NoSuchHand(number, stored.id) from error
    if stored_hand is None or not stored_hand.seals:
        raise NoSuchHand(number, stored.id)
    if any(seal.is_of_old for seal in stored_hand.seals):
        raise HandOfOld(number, stored.id)
    return FinishedHand(number, stored_hand.beginning, moves, stored_hand.seals)


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A finished hand's outcome for one player: the change of their stack, and the statistics."""

    change: int
    stats: HandStats


def own_result(tx: Transaction, tables: Tables, player: int, number: int, hand: int) -> OwnResult | None:
    """Return how a hand came out for a player; None if they had no seat in it, or it can't be read."""
    try:
        stored = tables.load(tx, number)
        finished_hand = None if stored is None else finished(tx, tables, stored, hand)
    except (Unreadable, NoSuchHand):
        return None
    if stored is None or finished_hand is None:
        return None
    game = tables.games[stored.table.game]
    try:
        end = finished_hand.end(game)
    except NotOffered:
        return None
    before, after = game.stacks(finished_hand.beginning), game.result(end).stacks
    seat = seat_in(stored.table, tuple(after), player, hand)
    if seat is None:
        return None
    return OwnResult(after[seat] - before[seat], game.hand_stats(end)[seat])


class NotYourHand(UserError):
    template = N_("Only the player who shows this hand turns its pages. Press “Watch it again” to see it.")


class NotToShow(UserError):
    """Raised if the player had no seat in a hand, or saw a card that they may only remember (DE-12)."""

    template = N_("You can show a hand that you played, once everything you saw in it may be shown.")


class AlreadyShown(UserError):
    """Each player of a hand may show it to the channel once, so that nobody floods the channel."""

    template = N_("You’ve already shown this hand here.")


class ShownElsewhere(UserError):
    template = N_("You can only show that hand in the channel of its table.")


class NotToKeep(UserError):
    template = N_("You can only keep hands that you played yourself.")


class NotToChoose(UserError):
    template = N_("You can only choose again where you played yourself.")


class NotYetToChoose(NotToChoose):
    """Raised for a hand in which the player saw a card that they may only remember for now (DE-12)."""

    template = N_(
        "You looked at a card that is still on the table, so you have to remember it yourself for now. "
        "Choose again once it’s gone."
    )


class NoSuchMoment(UserError):
    template = N_("Hand {hand} of table {table} has no such moment. “Watch it again” begins at its first.")
    hand: int
    table: int


@dataclass(frozen=True, slots=True)
class AskedFor:
    """A request, made in a channel, for a table's hand, by default the newest."""

    channel: int
    table: int
    hand: int | None


def watch(tx: Transaction, tables: Tables, actor: Actor, requested: AskedFor) -> Replay:
    """Return the replay of a hand as the actor saw it."""
    stored = readable(tx, tables, actor, requested.channel, requested.table)
    finished_hand = finished(tx, tables, stored, requested.hand)
    shown = hands.shown_after(tx, stored.id, finished_hand.number)
    try:
        return replay(stored.table, tables.games[stored.table.game], finished_hand, shown, actor.player)
    except NotOffered as error:
        # The hand was played by the rules of another version.
        raise NoSuchHand(finished_hand.number, stored.id) from error


@dataclass(frozen=True, slots=True)
class WatchedHand:
    """A replay of a hand for a viewer, and the table's last hands.

    `is_kept` is True if the viewer keeps the hand, and None if they can't, because they didn't play it.
    """

    again: Replay
    is_kept: bool | None
    last_hands: tuple[int, ...]


def look(tx: Transaction, tables: Tables, actor: Actor, requested: AskedFor) -> WatchedHand:
    """Return the replay of a hand for the actor, with the table's last hands."""
    again = watch(tx, tables, actor, requested)
    table, is_kept = again.table.id, None
    if actor.server != ELSEWHERE and any(each.player == actor.player for each in again.table.seats):
        is_kept = hands.is_kept(tx, actor.player, table, again.hand.number)
    return WatchedHand(again, is_kept, hands.last_ones(tx, table, LAST_HANDS))


@dataclass(frozen=True, slots=True)
class LookedBack:
    """A player's replay of a hand, and everything done in it."""

    sight: WatchedHand
    made: tuple[PlayedMove, ...]

    def placed(self, looks: Iterable[SecondLook]) -> tuple[tuple[int, SecondLook], ...]:
        """Return the decisions with the index of their moment; those without a moment are left out."""
        states = [each.state for each in self.sight.again.moments]
        return tuple((states.index(each.state), each) for each in looks if each.state in states)


def look_back(tx: Transaction, tables: Tables, actor: Actor, requested: AskedFor) -> LookedBack:
    """Return a hand in which the actor may choose again (TB-26). Raises `NotToChoose` if they may not."""
    sight = look(tx, tables, actor, requested)
    again = sight.again
    if again.withheld:
        raise NotYetToChoose
    if again.viewer is None or not again.game.looks_back:
        raise NotToChoose
    stored = readable(tx, tables, actor, requested.channel, requested.table)
    return LookedBack(sight, tuple(finished(tx, tables, stored, again.hand.number).played(again.game)))


def keep(tx: Transaction, actor: Actor, sight: WatchedHand) -> WatchedHand:
    """Keep a hand, so that it doesn't expire. Raises `KeptEnough` if the actor keeps too many."""
    table, hand = sight.again.table.id, sight.again.hand.number
    if sight.is_kept is None:
        raise NotToKeep
    if not hands.is_over(tx, table, hand):
        raise NoSuchHand(hand, table)
    hands.keep_for_good(tx, actor.player, table, hand, actor.at)
    return replace(sight, is_kept=True)


def let_go(tx: Transaction, actor: Actor, sight: WatchedHand) -> WatchedHand:
    """Stop keeping a hand, so that it expires like any other."""
    hands.let_go(tx, actor.player, sight.again.table.id, sight.again.hand.number)
    return replace(sight, is_kept=None if sight.is_kept is None else False)


def may_watch(tx: Transaction, tables: Tables, actor: Actor, requested: AskedFor) -> bool:
    """Return True if the actor could watch a hand here: it is stored, and theirs or of this channel."""
    try:
        watch(tx, tables, actor, requested)
    except (NoHandOver, NoSuchHand):
        return False
    return True


def show(tx: Transaction, tables: Tables, actor: Actor, requested: AskedFor) -> Replay:
    """Return the replay of a hand that the actor may show, with their own cards, in the table's channel."""
    again = watch(tx, tables, actor, requested)
    if again.viewer is None:
        raise NotToShow
    if readable(tx, tables, actor, requested.channel, requested.table).channel != requested.channel:
        raise ShownElsewhere
    return again


def turn(tx: Transaction, tables: Tables, actor: Actor, requested: AskedFor, seat: Seat | None) -> Replay:
    """Return the replay for a page turn. Raises `NotYourHand` if another seat's player shows the hand."""
    again = show(tx, tables, actor, requested)
    if again.viewer != seat:
        raise NotYourHand
    return again


def require_moment(again: Replay, step: int) -> int:
    """Return the step. Raises `NoSuchMoment` if the hand has no such step."""
    if step >= len(again.moments):
        raise NoSuchMoment(again.hand.number, again.table.id)
    return step


def require_look(looks: Sequence[tuple[int, SecondLook]], which: int) -> tuple[int, SecondLook]:
    """Return a decision by its index. Raises `NotOffered` if there is none."""
    if which >= len(looks):
        raise NotOffered
    return looks[which]


def at_home(actor: Actor, stored: StoredTable) -> int:
    """Return a table's server. Raises `OnlyInServer` if the table has a server, and the actor is outside."""
    return actor.in_server() if is_server(stored.server) else stored.server


def by_relevance(states: Iterable[TableState], player: int, first: int | None = None) -> list[TableState]:
    """Return the tables at which a player sits, the most probably meant table first.

    First comes the table in view (`first`), then tables where it is the player's turn, then tables in play,
    then the newest. Panels and commands share this order, so that a bet goes to the table whose cards are
    shown.
    """

    def priority(state: TableState) -> tuple[bool, bool, bool, int]:
        table = state.table
        view = state.view(table.seat_of(player).seat)
        is_asked = any(each.seat == view.viewer for each in view.questions)
        return table.id == first, is_asked, table.phase == "playing", table.id

    own = (state for state in states if any(each.player == player for each in state.table.present))
    return sorted(own, key=priority, reverse=True)
