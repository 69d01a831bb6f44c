"""The cost of records: the CPU share of counting in an action; and the time of boards.

Four players answer as house players would, so that hands end as often as in play. A press is measured whole,
except for Discord and for the house players' thinking.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, thread_time
from typing import Any

from benchmarks.measure import Figure, at_most
from benchmarks.play import CHANNEL, PLAYERS, press, tavern
from bot.tavern.table import actions
from bot.tavern.table.actions import TableAction
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.core.game import AnyGame
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import open_offers
from games.engine.table.table import Terms
from storage.db import schema
from storage.db.transaction import Transaction
from storage.standing import boards, records, titles
from storage.standing.boards import Measure

ACTIONS = 400
"""The number of actions of each game."""
AIM = 0.05
PERIODS = (7, 30, 90)
"""The days of boards, beside all days; a season's is one of them."""
REPEATS = 5
"""The number of repeats of a board, of which the fastest counts."""
BOARD_SECONDS = 0.05
"""The target for a board, and for a record, in seconds."""
MEASURES: tuple[Measure, ...] = ("net", "won", "best", "courts")


@dataclass(frozen=True, slots=True)
class Crowd:
    """A number of servers and players, and for how many days they have played."""

    where: str
    servers: int
    people: int
    days: int


CROWDS = (
    Crowd("in 100 servers", 100, 100, 25),
    Crowd("in one server by 342 people in two years", 1, 342, 731),
)


async def measure() -> list[Figure]:
    """Measure all four games in one line."""
    count, earn, seconds = records.count, titles.earn, 0.0

    def timed(function: Callable[..., None]) -> Callable[..., None]:
        def call(*given: Any) -> None:
            nonlocal seconds
            began = thread_time()
            function(*given)
            seconds += thread_time() - began

        return call

    def earn_for_chips(*given: Any) -> None:
        # These tables play practice games, which earn no titles.
        tx, server, games, change, at = given
        earn(tx, server, games, replace(change, table=replace(change.table, money="chips")), at)

    records.count, titles.earn = timed(count), timed(earn_for_chips)
    try:
        whole = sum([await _of_game(game) for game in GAMES.values()])
    finally:
        records.count, titles.earn = count, earn
    ours, beside = (f"{1e6 * each / ACTIONS / len(GAMES):.0f} us" for each in (seconds, whole))
    return [
        at_most(
            "CPU of people's records and titles, in that of an action", ours, beside, seconds / whole, AIM
        ),
        *(line for crowd in CROWDS for line in _reads(crowd)),
    ]


def _reads(crowd: Crowd) -> list[Figure]:
    """Measure the slowest board of one server, with a million rows in all, and a player's own record."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = Path(folder) / "tavern.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            schema.prepare(connection, path, 1000)
            tx, slowest = Transaction(connection), 0.0
            connection.execute("BEGIN")
            connection.executemany(f"INSERT INTO records VALUES ({', '.join('?' * 14)})", _rows(crowd))  # noqa: S608
            connection.executemany("INSERT INTO deeds VALUES (?, ?, ?, ?, ?, ?, ?)", _courts(crowd))
            records.add_up(tx)
            connection.execute("COMMIT")
            firsts = [0, *(crowd.days - days for days in PERIODS if days < crowd.days)]
            for by, game, since in product(MEASURES, (None, *GAMES), firsts):
                slowest = max(slowest, min(_seconds(tx, crowd, by, game, since) for _ in range(REPEATS)))
            own = min(_seconds_of(tx, crowd) for _ in range(REPEATS))
    rows = f"{crowd.servers * crowd.people * len(GAMES) * crowd.days:,}"
    return [
        _line(f"{what}, with {rows} rows kept {crowd.where}", took)
        for what, took in (("a board", slowest), ("somebody's record", own))
    ]


def _line(what: str, seconds: float) -> Figure:
    return at_most(
        what, f"{1000 * seconds:.1f} ms", f"{1000 * BOARD_SECONDS:.0f} ms", seconds / BOARD_SECONDS, 1.0
    )


def _seconds(tx: Transaction, crowd: Crowd, by: Measure, game: str | None, since: int) -> float:
    began = perf_counter()
    boards.ranked(tx, crowd.servers // 2, by, game, since, 15)
    return perf_counter() - began


def _seconds_of(tx: Transaction, crowd: Crowd) -> float:
    began = perf_counter()
    records.of_player(tx, crowd.servers // 2, 1 + crowd.people // 2, "coins")
    return perf_counter() - began


def _rows(crowd: Crowd) -> Iterator[tuple[int | str, ...]]:
    """Yield the rows of each server's players, who play every game on every day."""
    people, days = range(crowd.people), range(crowd.days)
    for server, player, game, day in product(range(crowd.servers), people, GAMES, days):
        net = (server * player + 7 * day + 1) % 181 - 90
        best = f"{player:010} pair 1 1 4 @1.1"
        yield server, 1 + player, game, "coins", day, 10, player % 8, 2, 5, net, 60, best, 1_000, 300_000


def _courts(crowd: Crowd) -> Iterator[tuple[int | str, ...]]:
    """Yield courts of Knights, which are shown now and then, and hands of every kind."""
    for server, player, day in product(range(crowd.servers), range(crowd.people), range(0, crowd.days, 10)):
        for deed in ("courts", "hand_22", "hand_26"):
            yield server, 1 + player, "knights_heads", "coins", day, deed, 1


async def _of_game(game: AnyGame) -> float:
    seconds = 0.0
    async with tavern() as at:
        seen = await _begun(at, game)
        for number in range(1000, 1000 + ACTIONS):
            player, act = _choose(seen, number)
            began = process_time()
            seen = await at.act(press(number, player), seen.table.id, act)
            seconds += process_time() - began
    return seconds


async def _begun(at: TableService, game: AnyGame) -> TableState:
    host, *others = PLAYERS
    terms = Terms(host, buy_in=100_000, turn_seconds=86_400, money="practice")
    opened = await at.open_table(press(1, host), CHANNEL, game, game.house_rules(), terms)
    for number, player in enumerate(others, 2):
        await at.act(press(number, player), opened.table.id, actions.sit_down)
    return await at.act(press(9, host), opened.table.id, actions.begin)


def _choose(seen: TableState, number: int) -> tuple[int, TableAction]:
    """Answer as a house player would, or deal the next hand."""
    table = seen.table
    if table.hand is None:
        return PLAYERS[0], actions.deal
    (seat, offers), *_ = open_offers(table, seen.game).items()
    chance = Draw(Seal(f"{number:064x}"))
    given = seen.game.decide(seen.game.recollection(table.hand.state, seat), offers, chance)
    player = table.seated(seat).player
    assert player is not None
    return player, actions.answer(seat, given)
