"""Many tables: the memory of an idle one, and the time until a thousand are back after a start."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.gateway import MESSAGE
from benchmarks.measure import Figure, at_most, in_turn
from benchmarks.play import AT, CHANNEL, begun, tavern
from benchmarks.press import QUIET_SECONDS, components_of, press, started
from bot.discord_bot import wall_clock
from bot.discord_io.messages.live_messages import TOKEN_SECONDS
from bot.front.render import draw
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table.pace import DAY
from storage.db.transaction import Transaction

IDLE_TABLES = 250
WARM_TABLES = 150
"""More than the number of tables that are cached decoded, whose memory is bounded."""
IDLE_BYTES = 4096
OPEN_TABLES = 1000
RESUME_SECONDS = 0.1
RESTART_SECONDS = 30.0


async def measure() -> list[Figure]:
    """Measure memory, then the restart."""
    idle = await _bytes_of_idle_table()
    (behind, quiet) = await in_turn(partial(_come_back, behind=True), partial(_come_back, behind=False))
    return [
        _line("bytes of an idle table, pressed once", idle, IDLE_BYTES, "{:.0f} B"),
        _line(f"CPU until {OPEN_TABLES} tables are back", quiet.least, RESUME_SECONDS, "{:.3f} s"),
        _line("the same, every message to be redrawn", behind.least, RESUME_SECONDS, "{:.3f} s"),
        _redrawn(await _slow_tables_redrawn()),
    ]


async def _bytes_of_idle_table() -> float:
    """Return a table's memory after a press there, once the interaction's token has expired, in bytes."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        shift = [0]
        bot, wire = await started(Path(folder), lambda: wall_clock() + shift[0])
        seen = await begun(bot.app.tavern)
        table = seen.table.id
        await bot.app.database.write(partial(copied, times=WARM_TABLES + IDLE_TABLES))

        async def press_all(first: int, count: int) -> None:
            for each in range(first, first + count):
                shown = await bot.app.tavern.place(each, CHANNEL, MESSAGE + each)
                await press(wire, components_of(draw(shown).screen), MESSAGE + each)
            await asyncio.sleep(QUIET_SECONDS)
            shift[0] += TOKEN_SECONDS + 1
            # This is the bot's own periodic work, every few seconds.
            await bot.app.tavern.note_pulse()
            bot.table_messages.drop_tokens()
            gc.collect()

        # The trace begins before the first press, so that a value that replaces an older one counts as
        # nothing.
        tracemalloc.start()
        await press_all(table + 1, WARM_TABLES)
        before, _ = tracemalloc.get_traced_memory()
        await press_all(table + 1 + WARM_TABLES, IDLE_TABLES)
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        await bot.close()
    return (after - before) / IDLE_TABLES


async def _come_back(*, behind: bool) -> float:
    async with tavern() as at:
        await begun(at)
        await at.database.write(partial(copied, times=OPEN_TABLES))
        if not behind:
            await at.database.write(lambda tx: tx.execute("UPDATE tables SET shown_revision = revision"))
        fresh = TableService(at.database, GAMES, now=lambda: AT)
        before = process_time()
        await fresh.resume()
        await fresh.outdated()
        return process_time() - before


async def _slow_tables_redrawn() -> int:
    """Return the number of messages to be edited after a restart of half a minute, of slow tables at rest."""
    async with tavern() as at:
        await begun(at, turn_seconds=DAY)
        await at.database.write(partial(copied, times=OPEN_TABLES))
        await at.database.write(lambda tx: tx.execute("UPDATE tables SET shown_revision = revision"))
        await at.note_pulse()
        fresh = TableService(at.database, GAMES, now=lambda: AT + RESTART_SECONDS)
        await fresh.resume()
        return len(await fresh.outdated())


def copied(tx: Transaction, times: int, first: int = 2) -> None:
    """Add tables like the first, under their own numbers."""
    tx.execute_each(
        "INSERT INTO tables SELECT ?, server, channel, message, game, phase, settled, revision,"
        " shown_revision, format, opened_at, acted_at, posted_at, deadline_at, json_set(snapshot, '$.id', ?),"
        " NULL, is_slow, due_at FROM tables WHERE id = 1",
        [(number, number) for number in range(first, first + times)],
    )


def _redrawn(count: int) -> Figure:
    return at_most(f"messages of {OPEN_TABLES} slow tables edited at a restart", str(count), "0", count, 0.0)


def _line(what: str, measured: float, most: float, shape: str) -> Figure:
    return at_most(what, shape.format(measured), shape.format(most), measured / most, 1.0)
