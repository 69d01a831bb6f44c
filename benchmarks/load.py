"""Twelve tables pressed as fast as they answer, beside two floors, in slices of one run.

`echo` makes the same calls with the same bytes and keeps nothing; the other floor only answers each press
with an "ok". Each slice of the bot is followed by the same presses at both floors, so that what disturbs the
machine disturbs all three. The median slice counts.
"""

from __future__ import annotations

import asyncio
import signal
import statistics
from asyncio.subprocess import Process
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks import echo
from benchmarks.measure import Figure, at_least, at_most, told
from benchmarks.people import SEED, Next, People, cpu_of, memory_of, running, seated_tables
from benchmarks.sockets import CHANGED_MESSAGE, Loopback, Press
from tests.bot.wire import Call

TABLES_OF_A_GAME = 3
SLICES = 9
SLICE_PRESSES = 500
WARM_PRESSES = 300
QUIET_SECONDS = 0.3
READ_SECONDS = 0.5
"""The time for a floor to read its next calls."""
OK = (
    b'{"type": %d, "data": {"flags": 32768, "components": [{"type": 10, "content": "ok"}]}}' % CHANGED_MESSAGE
)
AIMS = {"never": (2.0, 450.0, 0.0), "always": (5.0, 220.0, 0.070)}
"""By the setting of pictures: milliseconds of CPU a press, presses a second, and p95 in seconds."""


@dataclass(slots=True)
class Bot:
    """A process, its Discord, and what its slices took."""

    process: Process
    wire: Loopback
    cpu: list[float] = field(default_factory=list)
    """The CPU seconds of a press, by slice."""
    rates: list[float] = field(default_factory=list)
    """The presses a second, by slice."""
    waits: list[float] = field(default_factory=list)
    megabytes: float = 0.0

    async def slice(self, tables: Sequence[int], following: Next, most: int) -> dict[int, list[Press]]:
        """Press until so many presses were answered, or there are no more; return them by table."""
        pressed: dict[int, list[Press]] = {table: [] for table in tables}
        begun, started, before = 0, perf_counter(), cpu_of(self.process)

        async def play(table: int) -> None:
            nonlocal begun
            while begun < most and (press := await following(table)) is not None:
                begun += 1
                pressed[table].append(press)
                self.waits.append(await self.wire.press(press))

        await asyncio.gather(*map(play, tables))
        self.rates.append(begun / (perf_counter() - started))
        await asyncio.sleep(QUIET_SECONDS)
        self.cpu.append((cpu_of(self.process) - before) / begun)
        return pressed

    @property
    def milliseconds(self) -> float:
        """Milliseconds of CPU a press, in the median slice after the warm-up."""
        return statistics.median(self.cpu[1:]) * 1e3

    @property
    def rate(self) -> float:
        """Presses a second, in the median slice after the warm-up."""
        return statistics.median(self.rates[1:])

    @property
    def late(self) -> float:
        """The 95th percentile of the waits after the warm-up, in seconds."""
        warm = sorted(self.waits[WARM_PRESSES:])
        return warm[int(len(warm) * 0.95)]


async def measure() -> list[Figure]:
    """Measure without and with pictures."""
    return [*await _beside_floors("never"), *await _beside_floors("always")]


async def _beside_floors(pictures: str) -> list[Figure]:
    how = "without pictures" if pictures == "never" else "with pictures"
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        ours, its_echo, ok = await _slices(Path(folder), pictures)
    milliseconds, rate, late = AIMS[pictures]
    each, beside = f"{ours.milliseconds:.2f} ms", f"{its_echo.milliseconds:.2f} ms echo"
    waits = f"{ours.late * 1e3:.0f} ms", f"{its_echo.late * 1e3:.0f} ms echo"
    found = [
        told(f"CPU of a press under load, {how}", each, beside, ours.milliseconds / its_echo.milliseconds),
        told("the same", each, f"{ok.milliseconds:.2f} ms ok", ours.milliseconds / ok.milliseconds),
        at_most("the same", each, f"{milliseconds:g} ms", ours.milliseconds / milliseconds, 1.0),
        at_least("presses a second", f"{ours.rate:.0f}", f"{rate:.0f}", ours.rate / rate, 1.0),
        told("of the floors", f"{its_echo.rate:.0f} echo", f"{ok.rate:.0f} ok"),
        told("memory after it", f"{ours.megabytes:.0f} MB"),
    ]
    return [*found, at_most("p95", *waits, ours.late / late, 1.0) if late else told("p95", *waits)]


async def _slices(folder: Path, pictures: str) -> tuple[Bot, Bot, Bot]:
    tables = await seated_tables(folder / "tavern.db", tables_of_a_game=TABLES_OF_A_GAME)
    scripts = folder / "echo.json", folder / "ok.json"
    for script in scripts:
        echo.write({}, script)
    settings = {"DATABASE_PATH": str(folder / "tavern.db"), "PICTURES": pictures}
    async with AsyncExitStack() as stack:

        async def begin(*words: str) -> Bot:
            wire = Loopback()
            return Bot(await stack.enter_async_context(running(wire, ("-m", *words), settings)), wire)

        ours = await begin("bot")
        people = People(ours.wire, tables, Random(SEED))  # noqa: S311 -- who presses what
        await people.sit_down()
        floors = [await begin("benchmarks.echo", str(script)) for script in scripts]
        for number in range(1 + SLICES):
            most = SLICE_PRESSES if number else WARM_PRESSES
            pressed = await ours.slice([*tables], people.next, most)
            made = {int(press.told["id"]) for each in pressed.values() for press in each}
            calls = {press: each for press, each in ours.wire.calls.items() if press in made}
            for floor, script, left in zip(floors, scripts, (calls, _only_ok(calls)), strict=True):
                await _tell(floor, script, left)
                await floor.slice([*tables], _again(pressed), most)
            ours.wire.forget_calls()
        ours.megabytes = memory_of(ours.process)
    return ours, floors[0], floors[1]


def _only_ok(calls: dict[int, list[Call]]) -> dict[int, list[Call]]:
    """Return the responses alone, each of which says "ok"."""
    return {
        press: [
            Call(call.method, call.path, "application/json", OK) for call in each if "callback" in call.path
        ]
        for press, each in calls.items()
    }


def _again(pressed: dict[int, list[Press]]) -> Callable[[int], Any]:
    """Return the same presses, table by table."""
    left = {table: iter(each) for table, each in pressed.items()}

    async def following(table: int) -> Press | None:
        return next(left[table], None)

    return following


async def _tell(floor: Bot, script: Path, calls: dict[int, list[Call]]) -> None:
    """Make a floor read its calls of the next slice."""
    echo.write(calls, script)
    floor.process.send_signal(signal.SIGUSR1)
    await asyncio.sleep(READ_SECONDS)
