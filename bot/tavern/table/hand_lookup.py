"""Finds the hand that somebody asks for, and its history for them (TB-13), in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from bot.tavern.table.actions import Request
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.game import AnyGame
from games.engine.core.sentences import phrase
from games.engine.history.record import History
from games.engine.table.table import Logged
from games.tools.hand_files import FinishedHand, history
from storage.db.transaction import Transaction
from storage.errors import Unreadable
from storage.play import hands
from storage.play.server_or_elsewhere import is_server
from storage.play.tables import Stored, Tables


class NoHandOver(Slip):
    """No hand has been finished here yet."""

    says = phrase("No hand has been finished here yet.")


@dataclass(eq=False)
class NoSuchHand(Slip):
    """That hand of that table was not played, is under way, or was called off."""

    says = phrase("Hand {hand} of table {table} isn’t over, or was never finished.")
    hand: int
    table: int


class HandOfOld(NoSuchHand):
    """An older version's ordered cuts are in this hand or its decks, which cannot be checked."""

    says = phrase(
        "Hand {hand} of table {table}, or a deck that was in play then, was cut before an update changed how "
        "that’s done. There’s no file of it any more."
    )


@dataclass(frozen=True, slots=True)
class EveningAsked:
    """All hands of a table that are asked for in a channel, from the first one that is wanted."""

    channel: int
    table: int | None
    first: int


def find(
    tx: Transaction, tables: Tables, press: Request, channel: int, table: int | None, hand: int | None
) -> History:
    """The history of that hand of that table; where none is named, of the newest one of theirs."""
    number = hands.newest_table(tx, press.server, channel, press.player) if table is None else table
    return told(tx, tables, readable(tx, tables, press, channel, number), hand, press.player)


def readable(tx: Transaction, tables: Tables, press: Request, channel: int, number: int | None) -> Stored:
    """The table of that number, if this person may be told of its hands here.

    In other channels only its players may, since others may not be able to read there, and in other servers
    nobody.
    """
    player = press.player
    try:
        stored = None if number is None else tables.load(tx, number)
    except Unreadable as of_old:
        raise NoHandOver from of_old
    if stored is not None and is_server(stored.server):
        press.in_server()
    if stored is None or stored.server != press.server:
        raise NoHandOver
    sat = any(each.player == player for each in stored.table.seats)
    if not sat and stored.channel != channel:
        raise NoHandOver
    return stored


def finished_hands(
    tx: Transaction, tables: Tables, press: Request, at: EveningAsked
) -> tuple[Stored, tuple[FinishedHand, ...]]:
    """A table, and its hands that are over, as they were kept; where none is named, of the newest of theirs.

    Hands that cannot be read or checked any more are left out.
    """
    number = at.table
    if number is None:
        number = hands.newest_table(tx, press.server, at.channel, press.player)
    stored = readable(tx, tables, press, at.channel, number)
    game = tables.games[stored.table.game]
    try:
        moves = hands.all_moves(tx, game, stored.id)
    except Unreadable as lost:
        raise NoHandOver from lost
    return stored, tuple(_readable_hands(tx, game, stored.id, moves, at.first))


def _readable_hands(
    tx: Transaction, game: AnyGame, table: int, moves: Mapping[int, tuple[Logged, ...]], first: int
) -> Iterator[FinishedHand]:
    for number in sorted(each for each in moves if each >= first):
        kept = None
        with suppress(Unreadable):
            kept = hands.get(tx, game, table, number)
        if kept is not None and kept.seals and not any(seal.is_of_old for seal in kept.seals):
            yield FinishedHand(number, kept.beginning, moves[number], kept.seals)


def told(tx: Transaction, tables: Tables, stored: Stored, hand: int | None, player: int) -> History:
    """The history of a table's hand as that person saw it; non-players get a spectator's."""
    game, over = tables.games[stored.table.game], finished(tx, tables, stored, hand)
    try:
        return history(stored.table, game, over, player)
    except NotOffered as by_other_rules:
        raise NoSuchHand(over.number, stored.id) from by_other_rules


def finished(tx: Transaction, tables: Tables, stored: Stored, hand: int | None = None) -> FinishedHand:
    """A table's hand that is over, as it was kept; the newest where none is named."""
    number = hands.newest(tx, stored.id) if hand is None else hand
    if number is None:
        raise NoHandOver
    game = tables.games[stored.table.game]
    try:
        kept = hands.get(tx, game, stored.id, number)
        moves = hands.moves(tx, game, stored.id, number)
    except Unreadable as lost:
        raise NoSuchHand(number, stored.id) from lost
    if kept is None or not kept.seals:
        raise NoSuchHand(number, stored.id)
    if any(seal.is_of_old for seal in kept.seals):
        raise HandOfOld(number, stored.id)
    return FinishedHand(number, kept.beginning, moves, kept.seals)
