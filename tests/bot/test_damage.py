"""Bytes that a disk got wrong: found, and they cost one table at most what it may cost (F-10, F-58)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table.table import AnyTable
from storage.books import ledger
from storage.db.database import open_database
from storage.db.transaction import Transaction
from storage.errors import NotADatabase, SchemaTooNew, Unreadable
from storage.play import hands
from storage.play.postings import TOURNAMENTS
from storage.play.tables import Tables
from tests.bot.crowd import SERVER, Crowd, WallClock, fund_house
from tests.bot.steward import Steward

PRESSES, PRESSES_SOAK = 80, 250
AT = 1_800_000_000.0
FLIPS = 8
FLIPS_SOAK = 500


@dataclass(frozen=True, slots=True)
class Books:
    """The seats with their stacks, and the balance of each account of people."""

    tables: dict[int, AnyTable]
    wallets: dict[int, int]
    hands: dict[tuple[int, int], Any]
    tournaments: set[int]


def books(tx: Transaction) -> Books:
    """All that damage must not change without a word."""
    kept = Tables(GAMES)
    rows = tx.all("SELECT id FROM tables WHERE phase <> 'closed'")
    stored = [each for (number,) in rows if (each := kept.load(tx, number)) is not None]
    owned = tx.all("SELECT owner, balance FROM accounts WHERE kind = 'wallet' AND server = ?", (SERVER,))
    wallets = {row["owner"]: row["balance"] for row in owned}
    told = {
        (table, number): played
        for table, number in tx.all("SELECT table_id, number FROM hands")
        if (played := history(tx, kept, table, number)) is not None
    }
    return Books({each.id: each.table for each in stored}, wallets, told, set(TOURNAMENTS.under_way(tx)))


def history(tx: Transaction, kept: Tables, table: int, number: int) -> Any:
    """All that is known of a hand; None where it is refused."""
    try:
        stored = kept.load(tx, table)
        assert stored is not None
        game = GAMES[stored.table.game]
        return hands.get(tx, game, table, number), hands.moves(tx, game, table, number)
    except Unreadable:
        return None


async def play(path: Path, presses: int) -> None:
    """Play an evening in a file, and close it in good order, so that all of it is in one file."""
    clock = WallClock(AT)
    async with open_database(path) as database:
        await fund_house(database)
        tavern = TableService(database, GAMES, now=clock, seeds=(f"{number:064x}" for number in count(1)))
        crowd, steward = Crowd(tavern, clock, Random(1), 0), Steward(tavern, clock, Random(2), 900_000)
        for _ in range(presses):
            await crowd.press(lambda *_: None)
            await steward.act()


async def start(path: Path) -> Books | None:
    """Start on a file; None where it is refused in words. Anything else is a fault."""
    try:
        async with open_database(path) as database:
            tavern = TableService(database, GAMES, now=WallClock(AT))
            await tavern.resume()
            await tavern.outdated()
            return await database.read(sound_books)
    except (NotADatabase, SchemaTooNew):
        return None


def sound_books(tx: Transaction) -> Books:
    """The books, which agree with themselves and with every table that is open."""
    for server in ledger.servers(tx):
        assert ledger.sum_of_server(tx, server) == 0
        assert ledger.verify_chain(tx, server) is None
    kept, after = Tables(GAMES), books(tx)
    for number in after.tables:
        stored = kept.load(tx, number)
        assert stored is not None
        kept.check_money(tx, stored)
    strays = tx.all("SELECT owner FROM accounts WHERE kind = 'table' AND balance > 0")
    assert {number for (number,) in strays} <= after.tables.keys()
    return after


def check(before: Books, after: Books) -> str:
    """Return a damaged file's outcome: no loss that counts, or tables called off; no other card or coin."""
    assert after.tables.items() <= before.tables.items()
    assert after.hands.items() <= before.hands.items()
    lost = before.tables.keys() - after.tables.keys()
    assert after.tournaments <= before.tournaments
    assert after.wallets.keys() == before.wallets.keys()
    gained = [after.wallets[player] - held for player, held in before.wallets.items()]
    assert all(each >= 0 for each in gained)
    lost_coins = any(before.tables[each].money == "coins" for each in lost)
    if after.tournaments == before.tournaments and not lost_coins:
        assert not any(gained)
    if lost or after.tournaments != before.tournaments:
        return "called off"
    return "as it was" if after.hands == before.hands else "a history refused"


async def flip(evening: Path, times: int, random: Random) -> Counter[str]:
    """Change one byte at a time, and start; what became of it."""
    whole, before = evening.read_bytes(), await start(evening)
    assert before is not None
    assert before.tables
    assert before.hands
    whole = evening.read_bytes()
    damaged, found = evening.with_name("damaged.db"), Counter[str]()
    for _ in range(times):
        place = random.randrange(len(whole))
        changed = whole[place] ^ random.randrange(1, 256)
        for each in evening.parent.glob("damaged.db*"):
            each.unlink()
        damaged.touch(0o600)
        damaged.write_bytes(whole[:place] + bytes([changed]) + whole[place + 1 :])
        after = await start(damaged)
        found["refused" if after is None else check(before, after)] += 1
    return found


async def test_f10_a_byte_that_was_flipped_changes_no_card_no_coin_and_no_seat(bot_path: Path) -> None:
    """F-10: wherever it is, the file is refused in words, tables are called off, or all is as it was."""
    await play(bot_path, PRESSES)
    found = await flip(bot_path, FLIPS, Random(10))

    assert sum(found.values()) == FLIPS


@pytest.mark.soak
async def test_f10_five_hundred_bytes_that_were_flipped(bot_path: Path) -> None:
    """F-10: the same many times over; most of a file is tables, moves and hands, which refuse nothing."""
    await play(bot_path, PRESSES_SOAK)
    found = await flip(bot_path, FLIPS_SOAK, Random(11))
    print(found)  # noqa: T201  (what it is run for)

    assert found["refused"] < FLIPS_SOAK / 4
