"""A line between a browser and the page's server that can fall silent without being closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Wire:
    """Passes on what is said both ways; of streams that were muted nothing more comes back."""

    port: int
    holds_tickets: bool = False
    """True if the server's answers to requests for tickets are held back, too."""
    _streams: set[asyncio.StreamWriter] = field(default_factory=set)
    _muted: set[asyncio.StreamWriter] = field(default_factory=set)
    _open: set[asyncio.Task[None]] = field(default_factory=set)

    def mute_streams(self) -> int:
        """Hold back whatever the server says on the streams open now; how many there are."""
        self._muted |= self._streams
        return len(self._streams)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what a browser's connection says, and what is answered."""
        made = asyncio.create_task(self._pass(reader, writer))
        self._open.add(made)
        await asyncio.wait([made])

    async def close(self) -> None:
        """Close all connections."""
        for each in self._open:
            each.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            async with asyncio.TaskGroup() as ways:
                ways.create_task(self._pass_on(reader, server_writer, writer))
                ways.create_task(self._pass_on(server_reader, writer, writer))
        finally:
            self._streams.discard(writer)
            for each in (writer, server_writer):
                each.close()

    async def _pass_on(
        self, reader: asyncio.StreamReader, to: asyncio.StreamWriter, browser: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while told := await reader.read(65536):
                if to is not browser and b"/stream?ticket=" in told:
                    self._streams.add(browser)
                if to is not browser and b"/ticket HTTP" in told and self.holds_tickets:
                    self._muted.add(browser)
                if to is not browser or browser not in self._muted:
                    to.write(told)
                    await to.drain()
            if browser not in self._muted:
                to.close()


@contextlib.asynccontextmanager
async def wired(address: str) -> AsyncIterator[tuple[Wire, str]]:
    """A line to the server at an address, and the address of its other end."""
    wire = Wire(int(address.rpartition(":")[2]))
    server = await asyncio.start_server(wire.take, "127.0.0.1", 0)
    try:
        yield wire, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await wire.close()
