"""Helpers that several tests about postgres share."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self


def name_of(address: str) -> str:
    """Return the database's name."""
    return address.rpartition("/")[2]


class CutWire:
    """A connection to the server that is cut at a COMMIT: before it is sent, or before its response.

    A new connection is let through, unless the cut is final.
    """

    def __init__(
        self, address: str, *, is_sent: bool, is_final: bool = False, last_words: bytes = b""
    ) -> None:
        self._last_words = last_words
        self._there = int(address.rpartition(":")[2].partition("/")[0])
        self._name = name_of(address)
        self._is_sent = is_sent
        self._is_final = is_final
        self._ends: list[asyncio.StreamWriter] = []
        self._passing: list[asyncio.Task[None]] = []
        self.is_due = False
        self.count = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.address = f"postgresql://taproom@127.0.0.1:{port}/{self._name}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for end in self._ends:
            end.close()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_final and self.count:
            writer.close()
            return
        there, towards = await asyncio.open_connection("127.0.0.1", self._there)
        self._ends += [writer, towards]
        back = asyncio.create_task(self._pass_on(there, writer))
        self._passing.append(back)
        while data := await reader.read(65536):
            if self.is_due and b"COMMIT" in data:
                self.is_due, self.count = False, self.count + 1
                if self._is_sent:
                    back.cancel()
                    await asyncio.gather(back, return_exceptions=True)
                    towards.write(data)
                    await self._send_the_rest(reader, towards)
                if self._last_words:
                    # The client is left to find out that nothing more will come.
                    writer.write(self._last_words)
                    towards.close()
                    return
                break
            towards.write(data)
        for end in (writer, towards):
            end.close()

    async def _send_the_rest(self, reader: asyncio.StreamReader, towards: asyncio.StreamWriter) -> None:
        """Forward the rest: the request for the response may be in a packet of its own."""
        with suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                while data := await reader.read(65536):
                    towards.write(data)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
