"""The cost of a large tavern beside a small one: idle tables, stored hands, and tournament players.

Everything is copied from one table that was really played: its rows under other numbers. Copied hands are not
read, since their checksums name their table; they are there to be passed over and pruned.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from benchmarks import servers
from benchmarks.many import copied
from benchmarks.measure import Figure, at_most, told
from benchmarks.play import AT, CHANNEL, PLAYERS, SERVER, answer, begun, press, tavern
from benchmarks.tournament import ends_of_hands
from bot.tavern.table import finished_hands
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.tools.replay import to_file
from storage.db.transaction import Transaction
from storage.people.server_settings import ServerSettings
from storage.play import hands, tables

IDLE_TABLES = 10_000
HANDS = 1_000_000
HANDS_OF_A_TABLE = 100
FEW = 10
ANSWERS = 200
REPEATS = 5
PEOPLE = 500
DAY_SECONDS, HOUR_SECONDS = 86_400.0, 3600.0
FLAT = 1.5
"""The maximum ratio to a small tavern that counts as flat."""
WAIT_SECONDS, PIECE_SECONDS = 0.05, 0.02
HANDS_COPIED = (
    "WITH RECURSIVE each(hand) AS (SELECT 1 UNION ALL SELECT hand + 1 FROM each WHERE hand < ?)"
    " INSERT INTO hands (table_id, number, beginning, seals, checksum)"
    " SELECT tables.id, each.hand, one.beginning, one.seals, one.checksum FROM tables, each, hands AS one"
    " WHERE tables.id > 1 AND one.table_id = 1 AND one.number = 1"
)
MOVES_COPIED = (
    "WITH RECURSIVE each(hand) AS (SELECT 1 UNION ALL SELECT hand + 1 FROM each WHERE hand < ?)"
    " INSERT INTO moves (table_id, revision, number, hand, seat, move, at, checksum)"
    " SELECT tables.id, 1000 * each.hand + one.revision, one.number, each.hand, one.seat, one.move, one.at,"
    " one.checksum FROM tables, each, moves AS one WHERE tables.id > 1 AND one.table_id = 1 AND one.hand = 1"
)


async def measure() -> list[Figure]:
    """Measure tables, hands, a tournament."""
    many, few = await _with_idle(IDLE_TABLES), await _with_idle(FEW)
    tournament = median(await ends_of_hands(range(1001, 1001 + PEOPLE)))
    return [
        told(
            f"CPU until {IDLE_TABLES:,} idle tables are back", f"{many[0]:.2f} s", f"{few[0]:.3f} s of {FEW}"
        ),
        told("memory that these take", f"{many[1]:.1f} MB", f"{few[1]:.1f} MB of {FEW}"),
        at_most(
            "CPU of an action beside them",
            f"{many[2] * 1e6:.0f} us",
            f"{few[2] * 1e6:.0f} us with {FEW}",
            many[2] / few[2],
            FLAT,
        ),
        *await _with_hands(),
        told(f"the end of a hand, {PEOPLE} players in a tournament", f"{tournament * 1e3:.1f} ms"),
        *await servers.measure(),
    ]


async def _with_idle(count: int) -> tuple[float, float, float]:
    """Return a start's CPU seconds and megabytes, and an action's CPU time, beside this many idle tables."""
    async with tavern() as at:
        seen = await begun(at)
        await at.database.write(lambda tx: copied(tx, count))
        await at.database.write(lambda tx: tx.execute("UPDATE tables SET shown_revision = revision"))
        gc.collect()
        memory, began = _memory(), process_time()
        fresh = TableService(at.database, GAMES, now=lambda: AT)
        await fresh.resume()
        await fresh.outdated()
        start, memory = process_time() - began, _memory() - memory
        began = process_time()
        for number in range(ANSWERS):
            seen = await answer(fresh, seen, 1000 + number)
        return start, memory, (process_time() - began) / ANSWERS


async def _with_hands() -> list[Figure]:
    """Measure reads and deletions among a million hands, at tables of the same players."""
    days = ServerSettings().hands_days
    lines = []
    async with tavern() as at:
        seen, number = await begun(at), 1000
        while seen.table.hands < 3:
            seen, number = await answer(at, seen, number), number + 1
        count = HANDS // HANDS_OF_A_TABLE
        await at.database.write(lambda tx: copied(tx, count))
        await at.database.write(lambda tx: _played(tx, count, days))
        asked, where = press(number, PLAYERS[0]), at.tables

        def history(tx: Transaction) -> bytes:
            return to_file(finished_hands.find(tx, where, asked, CHANNEL, seen.table.id, None))

        reads: dict[str, Callable[[Transaction], object]] = {
            "/hand history": history,
            "the table that it means": lambda tx: hands.newest_table(tx, SERVER, CHANNEL, PLAYERS[0]),
            "a clean-up that finds nothing": lambda tx: tables.prune(tx, SERVER, AT),
        }
        for what, read in reads.items():
            lines.append(
                _line(f"{what}, among {HANDS:,} hands", await at.database.write(_timed(read, REPEATS)))
            )
        lines += await _clean_up(at)
    return lines


async def _clean_up(at: TableService) -> list[Figure]:
    """Measure the deletion of an hour's hands in pieces; a press waits for one of them at most."""
    pieces: list[float] = []

    def piece(tx: Transaction) -> int:
        began = perf_counter()
        deleted = tables.prune(tx, SERVER, AT + HOUR_SECONDS)
        pieces.append(perf_counter() - began)
        return deleted

    while await at.database.write(piece):
        pass
    pieces.sort()
    what = f"a clean-up of an hour's hands, the longest of {len(pieces)} pieces"
    longest, middle = pieces[-1], median(pieces)
    whole = f"{middle * 1e3:.1f} ms each, {sum(pieces) * 1e3:.0f} ms in all"
    return [at_most(what, f"{longest * 1e3:.1f} ms", whole, longest / PIECE_SECONDS, 1.0)]


def _played(tx: Transaction, count: int, days: int) -> None:
    """Add closed tables with their hands, spread over the days for which hands are kept."""
    span = days * DAY_SECONDS
    tx.execute(
        "UPDATE tables SET phase = 'closed', settled = 1, deadline_at = NULL, acted_at = ? - ? * (id - 1) / ?"
        " WHERE id > 1",
        (AT, span, count + 1),
    )
    tx.execute(
        "INSERT INTO sitters (table_id, player, present) SELECT tables.id, player, 0 FROM tables, sitters"
        " WHERE tables.id > 1 AND table_id = 1"
    )
    for copy in (HANDS_COPIED, MOVES_COPIED):
        tx.execute(copy, (HANDS_OF_A_TABLE,))


def _timed(read: Callable[[Transaction], object], repeats: int) -> Callable[[Transaction], float]:
    def timed(tx: Transaction) -> float:
        taken = []
        for _ in range(repeats):
            began = perf_counter()
            read(tx)
            taken.append(perf_counter() - began)
        return min(taken)

    return timed


def _line(what: str, seconds: float) -> Figure:
    return at_most(
        what, f"{seconds * 1e3:.1f} ms", f"{WAIT_SECONDS * 1e3:.0f} ms", seconds / WAIT_SECONDS, 1.0
    )


def _memory() -> float:
    """Return the resident memory of this process, in megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
