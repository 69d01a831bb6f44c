"""Refusals that must not depend on any `assert`: `python -O -m tests.laws.without_asserts`.

Each attempt plays on real tables, with books in memory, and does one thing that costs money or
believes a forged file. The output is the name of the refusal by the attempt's name.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from games.catalog import GAMES
from games.engine.betting.bets import Betting, SeatBets
from games.engine.betting.rounds import pay_dead
from games.engine.core.game import AnyGame, HandResult, Seat
from games.engine.provable_chance import Draw, Seal
from games.engine.table import play, seating, tournament_table
from games.engine.table.table import AnyTable, LoggedMove, TableChange, Terms
from games.tools.replay import FinishedHand, history, sealed, to_file, written
from games.tools.simulation import LineRefused, Simulation
from games.tools.verify import verify
from games.tournament import director
from games.tournament.model import Report
from storage.books import ledger
from storage.books.ledger import TransferInfo
from storage.db import schema
from storage.db.transaction import Transaction
from storage.play.tables import StoredTable, Tables
from tests.games.tournament.evening import Script, under_way
from tests.laws.forgery import changed, leaves
from tests.laws.walk import KEEPSAKES, random_answer, seeds

SERVER, PURSE, SEATS, HANDS = 7, 100_000, 3, 2
FULL = "11:50 12:50"


class Evening:
    """A game on a kept table, from its first hand to the last, answered at random."""

    def __init__(self, tx: Transaction, game: AnyGame) -> None:
        self._tx, self._game, self._random = tx, game, Random(game.key)
        self.tables = Tables({game.key: game})
        self._seeds = seeds(game.key)
        self._at = 0.0
        terms = Terms(host=1, buy_in=game.usual_stake(game.house_rules()), hands_max=HANDS)
        self.stored = self.tables.add(
            tx,
            SERVER,
            70,
            lambda number: seating.open_table(number, game, game.house_rules(), terms, self._seeds),
            0,
        )
        self.beginnings: dict[int, object] = {}
        self.moves: list[LoggedMove] = []
        self.seals: dict[int, tuple[Seal, ...]] = {}

    def plays(self) -> Evening:
        """Sit everybody down with what they bring along, and play to the end."""
        keepsakes = KEEPSAKES.get(self._game.key, (None,))
        for player in range(1, SEATS + 1):
            ledger.open_wallet(self._tx, SERVER, player, PURSE, 0)
            brought = keepsakes[player % len(keepsakes)]
            self._save(seating.sit_down(self.stored.table, self._game, player, f"p{player}", brought))
        self._save(play.begin(self.stored.table, self._game, self._seeds))
        while self.stored.table.phase != "closed":
            self._save(self._go_on(self.stored.table))
        return self

    def _go_on(self, table: AnyTable) -> TableChange:
        if table.hand is None:
            return play.deal(table, self._game, self._seeds)
        seat, offers = next(iter(play.open_offers(table, self._game).items()))
        return play.answer(table, self._game, self._seeds, seat, random_answer(offers, self._random))

    def _save(self, change: TableChange) -> None:
        self._at += 1
        self.stored = self.tables.save(self._tx, self.stored, change, None, self._at)
        self.beginnings.update({each.number: each.state for each in change.begun})
        self.seals.update({each.number: each.seals for each in change.ended})
        self.moves.extend(change.moves)

    def file(self) -> bytes:
        """The history of the first hand, as seat 1 saw it."""
        moves = tuple(each for each in self.moves if each.hand == 1)
        return to_file(
            history(
                self.stored.table, self._game, FinishedHand(1, self.beginnings[1], moves, self.seals[1]), 1
            )
        )


def planted(game: AnyGame, **methods: Any) -> AnyGame:
    """A game of which some functions are others."""
    made: AnyGame = type("Planted", (type(game),), methods)()
    return made


def generous(game: AnyGame, gift: Mapping[Seat, int]) -> AnyGame:
    """A game whose hands end with so much more before these seats."""

    def result(_self: AnyGame, state: object) -> HandResult[Any]:
        told = game.result(state)
        return replace(told, stacks={seat: stack + gift.get(seat, 0) for seat, stack in told.stacks.items()})

    return planted(game, result=result)


def clean(tx: Transaction, game: AnyGame) -> None:
    """A game without a fault: the books balance, everybody has been paid, and the file of a hand is right."""
    evening = Evening(tx, game).plays()
    Simulation(game, game.house_rules(), SEATS, 5).play(2)
    held = [ledger.balance(tx, ledger.wallet(SERVER, player)) for player in range(1, SEATS + 1)]
    faults = verify(evening.file()).faults
    if sum(held) != SEATS * PURSE or ledger.verify_chain(tx, SERVER) is not None or faults:
        raise ValueError(held, faults)


def coin_made(tx: Transaction, game: AnyGame) -> None:
    """A hand makes a coin."""
    Evening(tx, generous(game, {Seat(1): 1})).plays()


def below_zero(tx: Transaction, game: AnyGame) -> None:
    """A hand moves more from one to another than the one has."""
    Evening(tx, generous(game, {Seat(1): 10**6, Seat(2): -(10**6)})).plays()


def coin_made_in_a_simulation(_tx: Transaction, game: AnyGame) -> None:
    """A hand makes a coin, and only house players look on."""
    Simulation(generous(game, {Seat(1): 1}), game.house_rules(), SEATS, 5).play(2)


def forged_stacks(tx: Transaction, game: AnyGame) -> None:
    """A file says that a player ended with a coin more; its checksum is right."""
    told = json.loads(Evening(tx, game).plays().file())
    told["stacks"]["1"] += 1
    require_none(verify(written(sealed(told))).faults)


def forged_house_rule(tx: Transaction, game: AnyGame) -> None:
    """A file says of a house rule what nobody could choose."""
    told = json.loads(Evening(tx, game).plays().file())
    told["rules"][next(iter(told["rules"]))] = "as we like it"
    require_none(verify(written(sealed(told))).faults)


def forged_numbers(tx: Transaction, game: AnyGame) -> None:
    """Files that each say of one number, from the hand's beginning to its end, that it was below zero."""
    told = json.loads(Evening(tx, game).plays().file())
    places = {part: dict(leaves(told[part])) for part in ("beginning", "end")}
    numbers = [each for each, value in places["beginning"].items() if type(value) is int]
    # `test_forged_histories.py` forges all of them, with asserts.
    for place in numbers[::3]:
        forged = {part: changed(told[part], place, -1) for part in places if place in places[part]}
        if is_believed(written(sealed({**told, **forged}))):
            raise Believed(place)
    raise Untrue


class Believed(Exception):
    """A file was read, and nothing found in it that is not so."""


def is_believed(file: bytes) -> bool:
    """Return True if a file is read, and no fault is found in it."""
    try:
        return not verify(file).faults
    except LineRefused:
        return False


class Untrue(Exception):
    """A file was read, and found to say what is not so."""


def require_none(faults: tuple[str, ...]) -> None:
    """Refuse a file with faults."""
    if faults:
        raise Untrue


def seated(tx: Transaction) -> tuple[Tables, StoredTable]:
    """A table with a player at it who has paid."""
    game = GAMES["stone_hand"]
    tables = Tables(GAMES)
    stored = tables.add(
        tx,
        SERVER,
        70,
        lambda number: seating.open_table(number, game, game.house_rules(), Terms(1, 20), seeds("a")),
        0,
    )
    ledger.open_wallet(tx, SERVER, 1, PURSE, 0)
    ledger.open_wallet(tx, SERVER, 2, PURSE, 0)
    for player in (1, 2):
        change = seating.sit_down(stored.table, game, player, f"p{player}", None)
        stored = tables.save(tx, stored, change, None, 1)
    return tables, tables.save(tx, stored, play.begin(stored.table, game, seeds("b")), None, 2)


def richer(table: AnyTable) -> AnyTable:
    """The table with a coin more before seat 1."""
    return table.with_seat(replace(table.seated(Seat(1)), stack=table.seated(Seat(1)).stack + 1))


def changed_snapshot(tx: Transaction) -> None:
    """A stack is another one when a table is written."""
    tables, stored = seated(tx)
    tables.save(tx, stored, TableChange(richer(stored.table)), None, 3)


def other_snapshot(tx: Transaction) -> None:
    """The snapshot of another table is written in a table's row."""
    tables, stored = seated(tx)
    tables.save(tx, stored, TableChange(replace(stored.table, id=stored.id + 1)), None, 3)


def unread_rules(tx: Transaction) -> None:
    """A snapshot says what no rules allow: a home throw of a die's nought."""
    tables, stored = seated(tx)
    keepsake = '"keepsake":{"numbers":[0,0,9],"why":""}'
    tx.execute(
        "UPDATE tables SET checksum = NULL, snapshot = replace(snapshot, '\"keepsake\":null', ?)", (keepsake,)
    )
    Tables(tables.games).load(tx, stored.id)


def between_servers(tx: Transaction) -> None:
    """Money goes from one server's bank to a player in another."""
    ledger.transfer(
        tx, ledger.bank_account(SERVER), ledger.wallet(SERVER + 1, 1), 1, TransferInfo("grant", 0)
    )


def to_itself(tx: Transaction) -> None:
    """An account pays itself."""
    ledger.transfer(tx, ledger.bank_account(SERVER), ledger.bank_account(SERVER), 1, TransferInfo("grant", 0))


def reported(stacks: Mapping[int, int]) -> None:
    """A hand of two with 50 chips each ends with these."""
    tournament = under_way({1: FULL, 2: "21:50 22:50"}).tournament
    director.report_hand(tournament, Report(1, 1, stacks), 0, Script())


def chips_made(_tx: Transaction) -> None:
    """A report has a chip more than the hand began with."""
    reported({11: 51, 12: 50})


def chips_below_zero(_tx: Transaction) -> None:
    """A report has a player with less than nothing."""
    reported({11: 101, 12: -1})


def chips_from_elsewhere(_tx: Transaction) -> None:
    """A report has a player who sits at another table."""
    reported({11: 50, 21: 50})


def up_during_a_hand(_tx: Transaction) -> None:
    """Take a player out of a hand, with the chips."""
    game, seed = GAMES["stone_hand"], seeds("up")
    table = seating.open_table(1, game, game.house_rules(), Terms(1, 20), seed)
    for player in (1, 2):
        table = seating.sit_down(table, game, player, f"p{player}", None).table
    tournament_table.stand_up(play.begin(table, game, seed).table, game, Seat(1))


def more_than_there_is(_tx: Transaction) -> None:
    """More is put into a pot than its owner has."""
    pay_dead(Betting((SeatBets(Seat(1), 5), SeatBets(Seat(2), 5)), "no_limit", 2), Seat(1), 6)


def other_deck(_tx: Transaction) -> None:
    """A deck is dealt from that was never sealed."""
    Draw(Seal("00" * 32, (), 0, ("a", "b"))).shuffled(("a", "c"))


OF_A_GAME = (
    clean,
    coin_made,
    below_zero,
    coin_made_in_a_simulation,
    forged_stacks,
    forged_house_rule,
    forged_numbers,
)
OF_THEMSELVES = (
    changed_snapshot,
    other_snapshot,
    unread_rules,
    between_servers,
    to_itself,
    chips_made,
    chips_below_zero,
    chips_from_elsewhere,
    up_during_a_hand,
    more_than_there_is,
    other_deck,
)


@cache
def empty_books() -> bytes:
    """A new tavern's books, brought up to date once."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.migrate(connection, Path(":memory:"), schema.migrations())
        return connection.serialize()


def refusals() -> Iterator[tuple[str, str]]:
    """Every attempt, and the class of what it was refused with; nothing where it went through."""
    for attempt in OF_THEMSELVES:
        yield attempt.__name__, refusal(attempt)
    for attempt_of in OF_A_GAME:
        for key, game in GAMES.items():
            yield f"{attempt_of.__name__} {key}", refusal(attempt_of, game)


def refusal(attempt: Callable[..., None], *arguments: AnyGame) -> str:
    """Return the name of the exception that refuses an attempt, on books of its own."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(empty_books())
        try:
            attempt(Transaction(connection), *arguments)
        except Exception as refused:  # noqa: BLE001 -- whatever it is, its name is what is asked for
            return type(refused).__name__
    return ""


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"asserts": "made" if __debug__ else "skipped", **dict(refusals())}))
