"""A press beside ten thousand connections: silent, with half a request, or listening.

Another process opens them, from several addresses of this machine, so that the memory is the page's alone.
The listeners are in another channel than the player who presses.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from benchmarks.measure import Figure, at_most, told
from benchmarks.page import Window, asked_of, head, opened, path_of, server_of
from benchmarks.play import CHANNEL, PLAYERS, begun
from bot.page import presses
from bot.page.connections import STREAMS_MAX
from bot.page.front import LonePage
from bot.page.server import STREAMS_OF_A_WINDOW, served
from bot.page.windows import WINDOWS_OF_ONE

ADDRESSES = 10
AT_ONCE = 100
PRESSES = 100
OF_ONE = STREAMS_OF_A_WINDOW * WINDOWS_OF_ONE
ELSEWHERE = CHANNEL + 1
SAID = {"that say nothing": b"", "with half a request": b"GET / HTTP/1.1\r\nHost: 127.0"}
LISTEN = "that would listen"
CROWDS = dict.fromkeys(SAID, 10_000) | {LISTEN: STREAMS_MAX + 1_000}
LISTENERS = range(10_000, 10_000 + -(-CROWDS[LISTEN] // OF_ONE))
SECONDS_MOST = 0.1
MEGABYTES_MOST = 128.0


async def measure() -> list[Figure]:
    """Measure the time of a press, and the growth of memory, beside each kind of crowd."""
    presses.BURST = 1e6
    async with opened() as front:
        await begun(front.app.tavern)
        people = dict.fromkeys(PLAYERS, CHANNEL) | dict.fromkeys(LISTENERS, ELSEWHERE)
        async with served(server_of(front, people).app, "127.0.0.1", 0) as port:
            windows = {each: await Window.open(port, path_of(each)) for each in PLAYERS}
            by_whom = _Pressing(front, windows)
            await by_whom.longest()
            alone = await by_whom.longest()
            return [line for kind in CROWDS for line in await _beside(kind, port, by_whom, alone)]


class _Pressing:
    """Players at a table, who press one after the other."""

    def __init__(self, front: LonePage, windows: dict[int, Window]) -> None:
        self._front, self._windows = front, windows
        self._number = 0

    async def longest(self) -> float:
        """Return the 95th percentile of some presses, in seconds until another viewer gets the change."""
        taken = sorted([await self._one() for _ in range(PRESSES)])
        return taken[PRESSES * 95 // 100]

    async def _one(self) -> float:
        self._number += 1
        player, action = await asked_of(self._front)
        begun_at = perf_counter()
        await self._windows[player].press(self._number, action)
        for each in self._windows.values():
            await each.changed()
        return perf_counter() - begun_at


async def _beside(kind: str, port: int, pressing: _Pressing, alone: float) -> list[Figure]:
    before = _megabytes()
    crowd = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.crowd", str(port), kind),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert crowd.stdout is not None
    coming = asyncio.create_task(crowd.stdout.readline())
    while_coming = await pressing.longest()
    came = json.loads(await coming)
    more = _megabytes() - before
    there = await pressing.longest()
    left = json.loads((await crowd.communicate(b"?\n"))[0])
    what = f"p95 of a press beside {CROWDS[kind]:,} connections {kind}"
    beside, aim = f"{alone * 1000:.0f} ms alone", 1.0
    return [
        at_most(f"{what}, once they are there", _ms(there), beside, there / SECONDS_MOST, aim),
        at_most("the same while they come", _ms(while_coming), beside, while_coming / SECONDS_MOST, aim),
        at_most("memory for them", f"{more:.0f} MB", f"{MEGABYTES_MOST:.0f} MB", more / MEGABYTES_MOST, aim),
        told(f"of them answered: {came}; still open afterwards", f"{left:,}"),
    ]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


async def _come(port: int, kind: str) -> None:
    """Open all connections, report how they were answered, and on request how many are open."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gate, answers = asyncio.Semaphore(AT_ONCE), Counter[str]()

    async def one(number: int) -> asyncio.StreamReader | None:
        async with gate:
            address = f"127.0.0.{2 + number % ADDRESSES}"
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                kept.append(writer)
                if kind != LISTEN:
                    writer.write(SAID[kind])
                    return reader
                answers[await _listen(number, port, reader, writer)] += 1
            except OSError as refused:
                answers[type(refused).__name__] += 1
                return None
            return reader

    kept: list[asyncio.StreamWriter] = []
    readers = await asyncio.gather(*(one(each) for each in range(CROWDS[kind])))
    print(json.dumps(answers), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(sum(each is not None and not each.at_eof() for each in readers), flush=True)


async def _listen(number: int, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
    """Request a stream as an authorised viewer until it shows something; return the response's status."""
    person, window = path_of(LISTENERS[number // OF_ONE]), f"{number % WINDOWS_OF_ONE:016x}"
    body = json.dumps({"window": window}).encode()
    kind = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    writer.write(head("POST", port, person, "ticket") + kind + body)
    told_first = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in told_first:
        return told_first.split()[1].decode()
    length = next(line[16:] for line in told_first.split(b"\r\n") if line.startswith(b"Content-Length: "))
    ticket = json.loads(await reader.readexactly(int(length)))["ticket"]
    writer.write(head("GET", port, person, f"stream?ticket={ticket}") + b"\r\n")
    status = (await reader.readuntil(b"\r\n")).split()[1].decode()
    if status == "200":
        await reader.readuntil(b": here")  # from then on it only listens
    return status


if __name__ == "__main__":
    asyncio.run(_come(int(sys.argv[1]), sys.argv[2]))
