"""Connections of the page: how many there may be, and which are closed that say nothing.

A process may have so many files open, sockets among them; beyond that, accepting a connection fails again and
again, and each failure is logged. So the limits here come from that number, which is raised first as far as
the system allows, and leave room for the database, for Discord and for what else is open.
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
"""How many idle connections there can be, those included that were closed from the other side."""
STREAMS_MAX = 2_000
FILES_WANTED = 65_536
FILES_KEPT = 256
"""How many files of a process are for something else than the page's connections."""
BACKLOG = 100
"""How many connections the event loop accepts before any of them can be closed."""


def raise_file_limit() -> int:
    """Let this process have more files open, as far as it may; return how many that is now."""
    if resource is None:
        return FILES_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = FILES_WANTED if hard == unlimited else min(FILES_WANTED, hard)
    if soft != unlimited and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return FILES_WANTED if soft == unlimited else int(soft)


class Idlers:
    """Connections on which nothing is asked at present, oldest first; `most` of them stay open."""

    def __init__(self, most: int = IDLE_MAX) -> None:
        self.most = most
        self.open = 0
        self.open_max = FILES_WANTED
        """How many connections there can be, idle or not; one more is closed as it comes."""
        self.streams_max = STREAMS_MAX
        self._idle: OrderedDict[web.RequestHandler, None] = OrderedDict()

    def fit(self, files: int) -> None:
        """Keep all connections together below the number of files that can be open."""
        self.open_max = max(16, files - FILES_KEPT - BACKLOG)
        self.most = min(self.most, self.open_max // 2)
        self.streams_max = min(self.streams_max, self.open_max // 2)

    def add(self, connection: web.RequestHandler) -> None:
        """Note that nothing is asked there, and close the oldest if there are too many."""
        self._idle[connection] = None
        while len(self._idle) > self.most:
            self._idle.popitem(last=False)[0].force_close()

    def leave(self, connection: web.RequestHandler) -> None:
        """Leave one alone on which something is asked."""
        self._idle.pop(connection, None)


IDLERS = web.AppKey("idlers", Idlers)


class PageConnection(web.RequestHandler):
    """A connection that is counted, and answers what is not HTTP with our headers and without a log entry."""

    def __init__(self, idlers: Idlers, headers: Mapping[str, str], *given: Any, **named: Any) -> None:
        # No page of ours sends a body packed, and one that is packed wrongly would be logged as a fault.
        super().__init__(*given, auto_decompress=False, **named)
        self._idlers = idlers
        self._headers = headers

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, and close it at once where there are too many."""
        super().connection_made(transport)
        self._idlers.open += 1
        if self._idlers.open > self._idlers.open_max:
            self.force_close()
        else:
            self._idlers.add(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Count it no more."""
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
        """Refuse what could not be read; anybody can send that, as often as they like."""
        if status >= web.HTTPInternalServerError.status_code:
            return super().handle_error(request, status, exc, message)
        refusal = web.Response(status=status, headers=self._headers)
        refusal.force_close()
        return refusal


@web.middleware
async def heard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let no connection count as idle while it is answered."""
    idlers = request.app[IDLERS]
    idlers.leave(request.protocol)
    try:
        return await handler(request)
    finally:
        idlers.add(request.protocol)
