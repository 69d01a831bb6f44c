"""The wait of a press while a busy user exports all of their data six times over.

The user sat at many tables and has some thousand ledger entries; another user presses all the time meanwhile.
The wait counts, not the rate: presses come one after the other.
"""

from __future__ import annotations

import asyncio
import gc
import json
from functools import partial
from time import perf_counter

from benchmarks.measure import Figure, at_most, in_turn, told
from benchmarks.play import AT, PLAYERS, SERVER, answer, begun, tavern
from bot.tavern.table_service import TableService
from storage.books import ledger
from storage.db.transaction import Transaction
from storage.people import personal_data

TABLES = 40
ANSWERS = 25
TRANSFERS = 10_000
EXPORTS = 6
PRESSES = 100
PAUSE_SECONDS = 0.005
WAIT_SECONDS = 0.050


async def measure() -> list[Figure]:
    """Measure the longest wait of a press, with and without exports."""
    longest, undisturbed = await in_turn(partial(_longest_wait, EXPORTS), partial(_longest_wait, 0))
    wait = longest.median
    return [
        at_most(
            f"longest wait of a press during {EXPORTS} exports",
            f"{wait * 1000:.1f} ms",
            f"{WAIT_SECONDS * 1000:.0f} ms",
            wait / WAIT_SECONDS,
            1.0,
        ),
        told("the same while nobody reads", f"{undisturbed.median * 1000:.1f} ms"),
    ]


async def _longest_wait(exports: int) -> float:
    async with tavern() as at:
        await _make_busy(at)
        seen = await begun(at)
        gc.freeze()  # as the bot does when it has come up
        reads = [
            asyncio.ensure_future(at.database.read_long(lambda tx: _export(at, tx))) for _ in range(exports)
        ]
        waits: list[float] = []
        while len(waits) < PRESSES or not all(each.done() for each in reads):
            started = perf_counter()
            seen = await answer(at, seen, 10_000_000 + len(waits))
            waits.append(perf_counter() - started)
            await asyncio.sleep(PAUSE_SECONDS)
        await asyncio.gather(*reads)
        return max(waits)


async def _make_busy(at: TableService) -> None:
    for table in range(TABLES):
        seen = await begun(at, 10_000 * (1 + table))
        for number in range(ANSWERS):
            seen = await answer(at, seen, 10_000 * (1 + table) + 1000 + number)
    await at.database.write(_earn)


def _earn(tx: Transaction) -> None:
    for _ in range(TRANSFERS):
        earned = ledger.TransferInfo("grant", AT, "for a song")
        ledger.transfer(tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, PLAYERS[0]), 5, earned)


def _export(at: TableService, tx: Transaction) -> int:
    kept = personal_data.export(tx, at.tables, PLAYERS[0])
    return sum(map(len, json.JSONEncoder(indent=1).iterencode(kept)))
