"""The page's port: open connections, of which those that ask nothing keep nobody else out.

One that says nothing, or sends a request letter by letter, is closed after a while; and of too many that do
so at a time the oldest are closed at once. So whoever asks something is answered, however many only knock.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

from aiohttp import web

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
Connection: TypeAlias = web.RequestHandler

IDLE_SECONDS = 15.0
"""A connection on which nothing is asked for so long is closed."""
IDLE_MAX = 1_000
"""How many such connections there can be, those included that were closed from the other side."""


class Idlers:
    """Connections on which nothing is asked at present, oldest first; `most` of them stay open."""

    def __init__(self, most: int = IDLE_MAX) -> None:
        self.most = most
        self._idle: OrderedDict[Connection, None] = OrderedDict()

    def add(self, connection: Connection) -> None:
        """Note that nothing is asked there, and close the oldest if there are too many."""
        self._idle[connection] = None
        while len(self._idle) > self.most:
            self._idle.popitem(last=False)[0].force_close()

    def leave(self, connection: Connection) -> None:
        """Leave one alone on which something is asked."""
        self._idle.pop(connection, None)


IDLERS = web.AppKey("idlers", Idlers)


@web.middleware
async def heard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let no connection count as idle while it is answered."""
    idlers = request.app[IDLERS]
    idlers.leave(request.protocol)
    try:
        return await handler(request)
    finally:
        idlers.add(request.protocol)


@contextlib.asynccontextmanager
async def served(app: web.Application, host: str, port: int) -> AsyncIterator[int]:
    """An application with `IDLERS`, at this address; yields its port."""
    runner = web.AppRunner(
        app,
        access_log=None,
        handle_signals=False,
        shutdown_timeout=1.0,
        keepalive_timeout=IDLE_SECONDS,
    )
    await runner.setup()

    def connection() -> Connection:
        made: Connection = runner.server()  # type: ignore[misc]  # set up above
        app[IDLERS].add(made)
        return made

    try:
        listening = await asyncio.get_running_loop().create_server(connection, host, port)
        try:
            yield listening.sockets[0].getsockname()[1]
        finally:
            listening.close()
    finally:
        await runner.cleanup()
