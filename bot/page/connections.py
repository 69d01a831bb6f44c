"""Connections of the page: their maximum number, and the closing of idle ones.

A process can open a limited number of files, including sockets; beyond that number each accept fails and is
logged. So the limits here are derived from it. It is first raised as far as the system allows; some files are
reserved for the database, for Discord and for others.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from aiohttp import web

resource: ModuleType | None = None
with contextlib.suppress(ImportError):  # Windows has neither the module nor such a limit
    import resource

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

IDLE_MAX = 1_000
"""The maximum number of idle connections, including those closed by the client."""
STREAMS_MAX = 2_000
FILES_WANTED = 65_536
FILES_KEPT = 256
"""File descriptors of the process reserved for everything but the page's connections."""
BACKLOG = 100
"""Connections that the event loop may accept before any of them can be closed."""


def raise_file_limit() -> int:
    """Raise the limit of open files as far as allowed, and return the new limit."""
    if resource is None:
        return FILES_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    target = FILES_WANTED if hard == unlimited else min(FILES_WANTED, hard)
    if soft != unlimited and soft < target:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
            soft = target
    return FILES_WANTED if soft == unlimited else int(soft)


class Idlers:
    """Idle connections, oldest first; at most `most` of them stay open."""

    def __init__(self, most: int = IDLE_MAX) -> None:
        self.most = most
        self.open = 0
        self.open_max = FILES_WANTED
        """The maximum number of connections, idle or not; further connections are closed at once."""
        self.streams_max = STREAMS_MAX
        self._idle: OrderedDict[web.RequestHandler, None] = OrderedDict()

    def fit(self, files: int) -> None:
        """Keep the number of all connections below the limit of open files."""
        self.open_max = max(16, files - FILES_KEPT - BACKLOG)
        self.most = min(self.most, self.open_max // 2)
        self.streams_max = min(self.streams_max, self.open_max // 2)

    def add(self, connection: web.RequestHandler) -> None:
        """Mark a connection as idle, and close the oldest idle one if there are too many."""
        self._idle[connection] = None
        while len(self._idle) > self.most:
            self._idle.popitem(last=False)[0].force_close()

    def leave(self, connection: web.RequestHandler) -> None:
        """Mark a connection as busy with a request."""
        self._idle.pop(connection, None)


IDLERS = web.AppKey("idlers", Idlers)


class PageConnection(web.RequestHandler):
    """A counted connection, which answers malformed HTTP with our headers and without a log entry."""

    def __init__(self, idlers: Idlers, headers: Mapping[str, str], *given: Any, **named: Any) -> None:
        # Our page sends no compressed body, and a corrupt one would be logged as an error of ours.
        super().__init__(*given, auto_decompress=False, **named)
        self._idlers = idlers
        self._headers = headers

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and close it at once if there are too many."""
        super().connection_made(transport)
        self._idlers.open += 1
        if self._idlers.open > self._idlers.open_max:
            self.force_close()
        else:
            self._idlers.add(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Stop counting the connection."""
        if self._manager is not None:
            self._idlers.open -= 1
        super().connection_lost(exc)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Refuse a malformed request without logging it: anybody can send any number of them."""
        if status >= web.HTTPInternalServerError.status_code:
            return super().handle_error(request, status, exc, message)
        refusal = web.Response(status=status, headers=self._headers)
        refusal.force_close()
        return refusal


@web.middleware
async def track_idle(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Mark a connection as busy while its request is handled."""
    idlers = request.app[IDLERS]
    idlers.leave(request.protocol)
    try:
        return await handler(request)
    finally:
        idlers.add(request.protocol)
