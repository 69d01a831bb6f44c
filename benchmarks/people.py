"""Presses over sockets, at tables of all four games, beside a bot that only makes the same calls.

The bot runs as usual, in a process of its own, with a Discord on this machine (`sockets.py`). Players press
the buttons of their panels and of the table's message; every call that follows is recorded, and `echo`
repeats it when it gets the same press, at the same pace. CPU and memory are the process's own, as Linux
counts them. The first thousand presses after a start are counted separately from the later, warm ones.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from benchmarks import echo
from benchmarks.measure import Figure, at_most, told
from benchmarks.play import seeds
from benchmarks.sockets import Loopback, Press, Shown
from bot.discord_bot import wall_clock
from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table.table import Terms
from storage.db.database import open_database
from tests.bot.wire import CHANNEL, SERVER

TABLES_OF_A_GAME = 4
SEATS = 3
FIRST_PRESSES = 1000
"""The presses after a start during which much is done for the first time."""
PRESSES = 2000
PEOPLE_SECONDS = 1.0
"""A player's mean thinking time, in seconds."""
READY_SECONDS = 300.0
QUIET_SECONDS = 0.5
NOTHING_SECONDS = 0.1
PATIENT_TIMES = 10
"""The number of times that players look for a question to them."""
BUTTON = 2
SEED = 7
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1e6
WORDS_AIM, PICTURES_AIM, FIRST_AIM = 3.5, 6.0, 1.3
BEYOND_ECHO_SECONDS = 0.06


Control: TypeAlias = dict[str, Any]
Next: TypeAlias = Callable[[int], Awaitable[Press | None]]
"""Returns the next press at a table after a player's thinking time; None if there is none."""


@dataclass(slots=True)
class Run:
    """A process's figures for its presses, and the presses by table."""

    presses: dict[int, list[Press]]
    begun: int = 0
    waits: list[float] = field(default_factory=list)
    """The wait for each response, in seconds."""
    cpu: list[float] = field(default_factory=list)
    """CPU seconds of the process at the first press, after the first thousand, and at the end."""
    megabytes: float = 0.0

    @property
    def first(self) -> float:
        """CPU seconds per press of the first thousand."""
        return (self.cpu[1] - self.cpu[0]) / FIRST_PRESSES

    @property
    def warm(self) -> float:
        """CPU seconds per press of the later ones."""
        return (self.cpu[2] - self.cpu[1]) / (len(self.waits) - FIRST_PRESSES)

    def within(self, part: float) -> float:
        """Return the quantile of the waits after the warm-up, in seconds."""
        warm = sorted(self.waits[FIRST_PRESSES:])
        return warm[int(len(warm) * part)]

    @property
    def late(self) -> float:
        """The 95th percentile of the waits, in seconds."""
        return self.within(0.95)


async def at_once() -> list[Figure]:
    """Measure with players who press as soon as they are answered."""
    return await _measure(0.0)


async def at_their_pace() -> list[Figure]:
    """Measure with players who think before they press."""
    return await _measure(PEOPLE_SECONDS)


async def _measure(pause: float) -> list[Figure]:
    words, its_echo, calls = await _beside_echo("never", pause)
    pictured, picture_echo, picture_calls = await _beside_echo("always", pause)
    how = "at a person's pace" if pause else "as fast as answered"
    first = f"{words.first * 1e3:.2f} ms", f"{words.warm * 1e3:.2f} ms later"
    memory = f"{pictured.megabytes:.0f} MB", f"{words.megabytes:.0f} MB without"
    return [
        _cpu(f"CPU of a press over sockets, {how}, {calls:.1f} calls", words, its_echo, WORDS_AIM),
        _cpu(f"the same with pictures, {picture_calls:.1f} calls", pictured, picture_echo, PICTURES_AIM),
        _wait("p95 of an answer", words, its_echo, pause),
        _wait("the same with pictures", pictured, picture_echo, pause),
        at_most(f"CPU of the first {FIRST_PRESSES} presses", *first, words.first / words.warm, FIRST_AIM),
        told(f"memory after {PRESSES} presses, with pictures", *memory),
    ]


def _wait(what: str, ours: Run, beside: Run, pause: float) -> Figure:
    """Return the line of waits; without thinking time players wait for each other, so there is no target."""
    waits = f"{ours.late * 1e3:.0f} ms", f"{beside.late * 1e3:.0f} ms echo"
    if not pause:
        return told(what, *waits)
    beyond = (ours.late - beside.late) / BEYOND_ECHO_SECONDS
    return at_most(f"{what}: beyond echo's, of {BEYOND_ECHO_SECONDS * 1e3:.0f} ms", *waits, beyond, 1.0)


def _cpu(what: str, ours: Run, beside: Run, aim: float) -> Figure:
    each = f"{ours.warm * 1e3:.2f} ms"
    return at_most(what, each, f"{beside.warm * 1e3:.2f} ms echo", ours.warm / beside.warm, aim)


async def _beside_echo(pictures: str, pause: float) -> tuple[Run, Run, float]:
    """Run the bot, then echo; return both runs and the number of calls per press."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        database, script = Path(folder) / "tavern.db", Path(folder) / "calls.json"
        tables = await seated_tables(database)
        wire = Loopback()
        settings = {"DATABASE_PATH": str(database), "PICTURES": pictures}
        async with running(wire, ("-m", "bot"), settings) as process:
            people = People(wire, tables, Random(SEED))  # noqa: S311 -- who presses what
            await people.sit_down()
            ours = await pressed(process, wire, tables, people.next, pause)
        made = {int(press.told["id"]) for each in ours.presses.values() for press in each}
        calls = {number: each for number, each in wire.calls.items() if number in made}
        echo.write(calls, script)
        wire, again = Loopback(), {table: iter(each) for table, each in ours.presses.items()}

        async def as_before(table: int) -> Press | None:
            return next(again[table], None)

        async with running(wire, ("-m", "benchmarks.echo", str(script)), {}) as process:
            its_echo = await pressed(process, wire, tables, as_before, pause)
    return ours, its_echo, sum(map(len, calls.values())) / len(made)


async def pressed(
    process: Process, wire: Loopback, tables: Collection[int], following: Next, pause: float
) -> Run:
    """Press at all tables until the planned number is reached, and return the run."""
    run = Run({table: [] for table in tables})

    async def play(table: int) -> None:
        thinking = Random(table)  # noqa: S311 -- the same pauses every time
        while run.begun < PRESSES:
            await asyncio.sleep(pause * 2 * thinking.random())
            if run.begun == PRESSES or (press := await following(table)) is None:
                return
            run.begun += 1
            run.presses[table].append(press)
            run.waits.append(await wire.press(press))
            if len(run.waits) == FIRST_PRESSES:
                run.cpu.append(cpu_of(process))

    run.cpu.append(cpu_of(process))
    await asyncio.gather(*map(play, tables))
    await asyncio.sleep(QUIET_SECONDS)
    run.cpu.append(cpu_of(process))
    run.megabytes = memory_of(process)
    return run


class People:
    """The players at the tables: they open their panels, and press random offers."""

    def __init__(self, wire: Loopback, tables: Mapping[int, Sequence[int]], chance: Random) -> None:
        self._wire = wire
        self._tables = tables
        self._chance = chance
        self._pressed: set[str] = set()

    async def all_shown(self) -> None:
        """Wait until all tables are shown."""

        def are_shown() -> bool:
            return all(any(self._on(table, "hand")) for table in self._tables)

        await asyncio.wait_for(self._wire.until(are_shown), READY_SECONDS)

    async def sit_down(self) -> None:
        """Wait until all tables are shown, and open everybody's panel."""
        await self.all_shown()
        for table, players in self._tables.items():
            for player in players:
                shown, control = next(self._on(table, "hand"))
                await self._wire.press(self._wire.pressing(player, shown, _button(control)))

    async def next(self, table: int) -> Press:
        """Return the press of a player to act; or if there is none, one that deals or opens a panel."""
        for _ in range(PATIENT_TIMES):
            if offered := sorted(self._offered(table), key=lambda each: str(each[2]["custom_id"])):
                player, shown, control = self._chance.choice(offered)
                self._pressed.add(control["custom_id"])
                return self._wire.pressing(player, shown, self._data(control))
            # The next question may be on its way.
            await asyncio.sleep(NOTHING_SECONDS)
        if dealing := list(self._on(table, "deal")):
            return self._wire.pressing(self._tables[table][0], dealing[-1][0], _button(dealing[-1][1]))
        opening = next(self._on(table, "hand"))
        player = self._chance.choice(self._tables[table])
        return self._wire.pressing(player, opening[0], _button(opening[1]))

    def _offered(self, table: int) -> Iterator[tuple[int, Shown, Control]]:
        """Yield the open answers with their players."""
        for shown in self._wire.messages.values():
            for control in shown.controls:
                kind, number, seat, *_ = control["custom_id"].split(":")
                if (kind, number) == ("a", str(table)) and control["custom_id"] not in self._pressed:
                    yield self._tables[table][int(seat) - 1], shown, control

    def _on(self, table: int, verb: str) -> Iterator[tuple[Shown, Control]]:
        """Yield the buttons of a table's message with this verb."""
        for shown in self._wire.messages.values():
            for control in shown.controls:
                if (
                    shown.owner in (None, self._tables[table][0])
                    and control["custom_id"] == f"t:{table}:{verb}"
                ):
                    yield shown, control

    def _data(self, control: Control) -> dict[str, Any]:
        if control["type"] == BUTTON:
            return _button(control)
        chosen = self._chance.sample(control["options"], control["min_values"])
        return _button(control) | {"values": [each["value"] for each in chosen]}


def _button(control: Control) -> dict[str, Any]:
    return {"component_type": control["type"], "custom_id": control["custom_id"]}


async def seated_tables(
    path: Path, now: Callable[[], float] = wall_clock, tables_of_a_game: int = TABLES_OF_A_GAME
) -> dict[int, Sequence[int]]:
    """Create tables under way, and return their players; the bot will post their messages."""
    ids, people = itertools.count(1), itertools.count(1001)
    seated: dict[int, Sequence[int]] = {}

    def press(player: int) -> Actor:
        return Actor(next(ids), now(), player, f"Player {player}", int(SERVER))

    async with open_database(path) as database:
        tavern = TableService(database, GAMES, now=now, seeds=seeds())
        for game in [each for each in GAMES.values() for _ in range(tables_of_a_game)]:
            host, *others = players = list(itertools.islice(people, SEATS))
            terms = Terms(host, buy_in=100_000, turn_seconds=86_400, money="practice")
            opened = await tavern.open_table(press(host), int(CHANNEL), game, game.house_rules(), terms)
            for player in others:
                await tavern.act(press(player), opened.table.id, actions.sit_down)
            await tavern.act(press(host), opened.table.id, actions.begin)
            seated[opened.table.id] = players
    return seated


@asynccontextmanager
async def running(wire: Loopback, words: Sequence[str], settings: dict[str, str]) -> AsyncIterator[Process]:
    """Run a bot's process, connected to this Discord."""
    async with wire.served() as where:
        environment = os.environ | where | settings | {"DISCORD_TOKEN": "x", "LOG_LEVEL": "ERROR"}
        process = await asyncio.create_subprocess_exec(sys.executable, *words, env=environment)
        try:
            await asyncio.wait_for(wire.ready.wait(), READY_SECONDS)
            yield process
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


def cpu_of(process: Process) -> float:
    """Return the CPU seconds of a process so far, with its threads and the kernel's work for it."""
    *_, told = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")
    user, system = told.split()[11:13]
    return (int(user) + int(system)) / TICKS


def memory_of(process: Process) -> float:
    """Return the resident memory of a process, in megabytes."""
    return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * PAGE_MB
