"""The page's server: the page as it stands, its files, a stream of what changes, and presses.

Nothing is let in that does not come from a page of ours: hosts, origins and keys are checked, bodies, windows
and presses are counted, and what a page may load or be framed by is said by its headers. A stream begins with
a ticket, which is good once, for ten seconds.

A connection that says nothing, or sends a request letter by letter, is closed after a while; and of too many
that do so at a time the oldest are closed at once. So whoever asks something is answered, however many only
knock.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import math
import re
import secrets
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestPayloadError

from bot.page.assets import assets, digest
from bot.page.auth import (
    COOKIE,
    RETRY_SECONDS,
    Authenticator,
    AuthUnavailable,
    PageUser,
    ShutOut,
    Tickets,
    Unauthenticated,
)
from bot.page.connections import IDLERS, Handler, Idlers, PageConnection, heard, raise_file_limit
from bot.page.front import PageFront
from bot.page.html import NOTHING, Html, el
from bot.page.presses import NUMBER_MAX, MalformedPress, PagePress, PagePresses, RateLimited, RateLimiter
from bot.page.refusals import DoorClosed, Fault, fault_words, refusal_answer
from bot.page.views import Parts, Views, language_of, shell
from bot.page.windows import PageWindow
from bot.process.logs import Loggable, Seldom
from bot.process.ports import named_port
from bot.text.translate import _, speaking
from storage.errors import DatabaseClosed

log = logging.getLogger(__name__)

BODY_BYTES_MAX = 32 * 1024
STREAMS_OF_A_WINDOW = 2
QUIET_SECONDS = 20.0
"""A stream on which nothing happens says so this often: the page takes one that is silent longer for lost."""
TOGETHER_SECONDS = 0.01
"""What changes within so long is drawn together: a press often touches a window several times."""
KEPT_SECONDS = 365 * 24 * 3600
TICKET_SECONDS = 10.0
TICKETS_MAX = 4_000
BODY_SECONDS = 10.0
"""How long the body of a request may take to arrive."""
GONE_SECONDS = 5.0
"""How long somebody still counts as present whose window hears nothing any more."""
COOKIE_SECONDS = 30 * 24 * 3600
IDLE_SECONDS = 15.0
"""A connection on which nothing is asked for so long is closed."""
_HOST = re.compile(r"[0-9a-z.:-]{1,253}")
_WINDOW = re.compile(r"[0-9a-f]{16,32}")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # In place of the library's, which names its version and Python's.
    "Server": "taproom",
}


Sent: TypeAlias = dict[str, int]
"""What a window was sent last, by its parts, as what tells it from anything else."""


@dataclass(frozen=True, slots=True)
class Ticketed:
    """What a ticket is for: a door, the key to it, a window at a table, and what that was sent already."""

    path: str
    key: str = field(repr=False)
    window: str
    table: int
    sent: Sent


class PageServer:
    """Serves the page to those who have a key."""

    def __init__(
        self,
        front: PageFront,
        views: Views,
        presses: PagePresses,
        doors: Authenticator,
        hosts: Collection[str] = (),
    ) -> None:
        self._windows, self._company = front.windows, front.company
        self._clock = front.app.elapsed
        self._tickets: Tickets[Ticketed] = Tickets(self._clock, TICKET_SECONDS, TICKETS_MAX)
        self._now = front.app.now
        """The time of day by which deadlines are set, and which the page counts down by."""
        self._views, self._presses = views, presses
        self._doors = doors
        self._hosts = hosts
        """The names that the page has; without any, an address of this machine will do."""
        self._headers: Mapping[str, str] = HEADERS
        self._home = ""
        """Where whoever is refused finds the way, if there is such a page."""
        self._pace = RateLimiter()
        self._host_refused = Seldom(60.0)
        self._streams = 0
        self.app = web.Application(client_max_size=BODY_BYTES_MAX, middlewares=[self._guard, heard])
        self.app.on_response_prepare.append(self._add_headers)
        self.app[IDLERS] = Idlers()
        self.app.router.add_get("/a/{digest}/{name}", self._asset)
        self.app.router.add_get("/{door}/", self._shell)
        self.app.router.add_post("/{door}/ticket", self._ticket)
        self.app.router.add_get("/{door}/stream", self._stream)
        self.app.router.add_get("/{door}/files/{name}", self._file)
        self.app.router.add_post("/{door}/press", self._press)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what no page of ours sends, and say in each answer what a page may do."""
        response: web.StreamResponse
        try:
            try:
                for _name, value in request.raw_headers:
                    value.decode()
                self._require_ours(request)
            except ValueError:
                # No UTF-8, or a host or an origin that is none.
                raise web.HTTPBadRequest from None
            await _read_body(request)
            response = await handler(request)
        except web.HTTPException as refused:
            response = refusal_answer(request, refused, self._home)
        except DatabaseClosed:
            response = refusal_answer(request, unavailable(RETRY_SECONDS), self._home)
        except ConnectionError:
            # Whoever asked has gone, and reads no answer.
            response = web.Response(status=HTTPStatus.BAD_REQUEST)
        except Exception:  # it is told by its number
            number = secrets.token_hex(3)
            log.exception("error %s", number)
            if request.writer.output_size:
                # Half an answer is on its way already.
                request.protocol.force_close()
            response = refusal_answer(request, Fault(number), self._home)
        if not response.prepared:
            response.headers.update({**self._headers, **response.headers})
        return response

    async def _add_headers(self, _request: web.Request, response: web.StreamResponse) -> None:
        """Say the same in what the library answers before `_guard`, to an odd `Expect`."""
        if "Content-Security-Policy" not in response.headers:
            response.headers.update(self._headers)

    def _require_ours(self, request: web.Request) -> None:
        length = request.content_length or 0
        if length > BODY_BYTES_MAX:
            # Before any of it has come.
            raise web.HTTPRequestEntityTooLarge(BODY_BYTES_MAX, length)
        host = urlsplit(f"//{request.host}").hostname or ""
        if not (host in self._hosts if self._hosts else _is_here(host)):
            # No page of another site reaches us under a name of its own.
            self._tell_of_host(host)
            raise web.HTTPForbidden
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        if request.path.endswith(("/stream", "/press", "/ticket")) and site != "same-origin":
            raise web.HTTPForbidden
        origin = request.headers.get("Origin")
        if origin is not None and not self._is_ours(origin, request):
            raise web.HTTPForbidden
        if request.method == "POST" and origin is None:
            raise web.HTTPForbidden

    def _tell_of_host(self, host: str) -> None:
        """Tell whoever runs the bot: a proxy may not pass the name on, or it is written otherwise."""
        if self._host_refused.is_due():
            asked = Loggable(host) if _HOST.fullmatch(host) else "that cannot be repeated"
            ours = Loggable(" or ".join(self._hosts) or "this machine's")
            log.warning("a request for the host %s was refused: the page's is %s", asked, ours)

    def _is_ours(self, origin: str, request: web.Request) -> bool:
        """Whether a page of this origin is ours."""
        return urlsplit(origin).netloc == request.host

    def _key(self, request: web.Request) -> str:
        """What opens doors."""
        return request.cookies.get(COOKIE, "")

    async def _guest(self, path: str, key: str) -> PageUser:
        """Who comes in; refused as who is not known, or as a stranger."""
        try:
            guest = await self._doors.guest(path, key)
        except Unauthenticated:
            raise web.HTTPUnauthorized from None
        except ShutOut as away:
            raise DoorClosed(away.sentence) from None
        except AuthUnavailable as unanswered:
            raise unavailable(unanswered.retry_after) from None
        if guest is None or guest.seconds_left <= 0:
            raise DoorClosed(partial(self._locked, key))
        return guest

    def _locked(self, key: str) -> str:  # noqa: ARG002
        """Why whoever has this key may not come in here, in the current language."""
        return _("This door is locked. Open the link that you were given.")

    async def _comer(self, request: web.Request) -> PageUser:
        return await self._guest(request.match_info["door"], self._key(request))

    def _window(self, request: web.Request, guest: PageUser, name: str, table: object) -> PageWindow:
        """A window by its name; a new one, also after a restart, is at the table that its browser shows."""
        if not _WINDOW.fullmatch(name):
            raise web.HTTPBadRequest
        language, known = language_of(request), _table(table)
        self._company(guest.server).meet(guest.person.id, guest.person.name, is_member=True)
        return self._windows.open(guest, name, lambda: PageWindow(guest, language, known))

    async def _shell(self, request: web.Request) -> web.Response:
        """The page with what it shows first; a key in the address becomes a cookie of this path."""
        key, path = request.query.get("key"), request.match_info["door"]
        guest = await self._guest(path, key or self._key(request))
        page = await self._whole(request, guest)
        if key:
            page.set_cookie(
                COOKIE,
                key,
                path=f"/{path}/",
                max_age=COOKIE_SECONDS,
                httponly=True,
                samesite="Strict",
                secure=request.secure,
            )
        return page

    async def _whole(self, request: web.Request, guest: PageUser, way_out: Html = NOTHING) -> web.Response:
        """Return the page of a guest, which says with each press whose it is."""
        told = {"data_person": guest.called}
        return shell(request, await self._first(request, guest), told=told, way_out=way_out)

    async def _first(self, request: web.Request, guest: PageUser) -> Parts:
        """What the page shows before any script runs; nothing for somebody who loads it over and over."""
        try:
            self._pace.take(guest.person.id)
        except RateLimited:
            return {}
        self._company(guest.server).meet(guest.person.id, guest.person.name, is_member=True)
        return await self._drawn(PageWindow(guest, language_of(request), _table(request.query.get("table"))))

    async def _asset(self, request: web.Request) -> web.Response:
        """A file that never changes."""
        found = assets().get(request.match_info["name"])
        if found is None or request.match_info["digest"] != digest():
            raise web.HTTPNotFound
        answer = web.Response(body=found.content, content_type=found.kind)
        answer.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
        if found.is_packed:
            answer.headers["Content-Encoding"] = "gzip"
        return answer

    async def _file(self, request: web.Request) -> web.Response:
        """A file that was handed over to this person."""
        guest = await self._comer(request)
        found = self._windows.file(guest.person.id, request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        name = re.sub(r"[^\w.-]", "_", found.name)
        return web.Response(
            body=found.content,
            content_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
        )

    async def _press(self, request: web.Request) -> web.Response:
        """Take a press; answered once it is done, and what came of it goes by the stream."""
        guest, given = await self._comer(request), await told(request)
        try:
            press = PagePress.read(given)
        except MalformedPress:
            raise web.HTTPBadRequest from None
        if "person" in given and given["person"] != guest.called:
            # It was kept in a browser where somebody else has come in since, or at another place.
            raise web.HTTPConflict
        window = self._window(request, guest, str(given.get("window", "")), given.get("table", ""))
        try:
            await self._presses.take(window, press)
        except RateLimited:
            raise web.HTTPTooManyRequests(headers={"Retry-After": "1"}) from None
        return web.Response(status=204)

    async def _ticket(self, request: web.Request) -> web.Response:
        """A ticket for a window's stream, with what that shows, for which nobody has to wait."""
        guest = await self._comer(request)
        try:
            self._pace.take(guest.person.id)
        except RateLimited:
            raise web.HTTPTooManyRequests(headers={"Retry-After": "1"}) from None
        given = await told(request)
        name, sent = str(given.get("window", "")), Sent()
        window = self._window(request, guest, name, given.get("table", ""))
        if given.get("opens") is True and window.table != _table(given.get("table")):
            # Somebody opened another address where this window was.
            window.look_at(_table(given.get("table")))
        parts = _newer(await self._drawn(window), sent)
        way = Ticketed(request.match_info["door"], self._key(request), name, window.table, sent)
        ticket = self._tickets.give(way)
        answer = {"parts": parts, "table": window.table, "ticket": ticket, "person": guest.called}
        answer |= {"now": self._now(), "quiet": QUIET_SECONDS}
        response = web.json_response(answer, headers={"Cache-Control": "no-store"})
        response.enable_compression()
        return response

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """What the window shows, and from then on whatever of it changes."""
        taken = self._tickets.take(request.query.get("ticket", ""))
        if taken is None or taken.path != request.match_info["door"]:
            raise web.HTTPForbidden
        path, key = taken.path, taken.key
        window = self._window(request, await self._guest(path, key), taken.window, taken.table)
        response = web.StreamResponse(headers={**self._headers, "Cache-Control": "no-store"})
        response.headers["X-Accel-Buffering"] = "no"
        response.content_type = "text/event-stream"
        async with self._listening(window) as changed:
            await response.prepare(request)
            await self._beat(response)
            with contextlib.suppress(ConnectionResetError, web.HTTPException, DatabaseClosed):
                while window.is_heard_by(changed):
                    # Whoever stays is looked up again whenever nobody vouches for them any more.
                    window.guest = await self._guest(path, key)
                    await self._follow(window, changed, response, taken.sent)
        return response

    @contextlib.asynccontextmanager
    async def _listening(self, window: PageWindow) -> AsyncIterator[asyncio.Event]:
        if self._streams >= self.app[IDLERS].streams_max:
            raise unavailable(RETRY_SECONDS)
        changed = asyncio.Event()
        self._streams += 1
        window.listen(changed, STREAMS_OF_A_WINDOW)
        self._windows.note_presence(window, is_present=True)
        try:
            yield changed
        finally:
            self._streams -= 1
            window.unlisten(changed)
            asyncio.get_running_loop().call_later(GONE_SECONDS, self._note_gone, window)

    def _note_gone(self, window: PageWindow) -> None:
        if not window.is_heard:
            self._windows.note_presence(window, is_present=False)

    async def _follow(
        self, window: PageWindow, changed: asyncio.Event, response: web.StreamResponse, sent: Sent
    ) -> None:
        while window.is_heard_by(changed) and (left := window.guest.seconds_left) > 0:
            changed.clear()
            await self._tell(window, response, sent)
            try:
                async with asyncio.timeout(min(QUIET_SECONDS, left)):
                    await changed.wait()
                await asyncio.sleep(TOGETHER_SECONDS)
            except TimeoutError:
                pass

    async def _tell(self, window: PageWindow, response: web.StreamResponse, sent: Sent) -> None:
        """Send what is new, and say that the stream is alive if nothing is.

        Apart from where a stream waits, or each would keep what it sent last.
        """
        if newer := _newer(await self._drawn(window), sent):
            told = {"parts": newer, "table": window.table, "now": self._now()}
            await response.write(f"data: {json.dumps(told)}\n\n".encode())
        else:
            await self._beat(response)

    async def _beat(self, response: web.StreamResponse) -> None:
        """Say what time it is by the server's clock: a comment would be hidden from the page."""
        await response.write(f"event: beat\ndata: {self._now()}\n\n".encode())

    async def _drawn(self, window: PageWindow) -> Parts:
        """The window's parts; a fault of ours shows in its number, and ends no stream."""
        try:
            return await self._views.parts(window)
        except DatabaseClosed:
            raise
        except Exception:  # a stream that ends would only begin again
            number = secrets.token_hex(3)
            log.exception("error %s", number)
            with speaking(window.language):
                told = el("p", fault_words(number), class_="refusal", role="alert")
            return {"main": told, "ranks": NOTHING}


def _table(given: object) -> int:
    """The number of a table as a browser tells it; 0 for the room, and for anything else."""
    text = str(given)
    return int(text) if text.isdecimal() and len(text) < len(str(NUMBER_MAX)) else 0


def unavailable(retry_after: float) -> web.HTTPServiceUnavailable:
    """A refusal that says after how many seconds to ask again."""
    return web.HTTPServiceUnavailable(headers={"Retry-After": seconds_to_wait(retry_after)})


def seconds_to_wait(retry_after: float) -> str:
    """Seconds as a header has them, at least one."""
    return str(max(1, math.ceil(retry_after)))


def _newer(parts: Parts, sent: Sent) -> Parts:
    """The parts that are other than what was sent, which is noted."""
    newer = {name: html for name, html in parts.items() if sent.get(name) != hash(html)}
    sent.update({name: hash(html) for name, html in newer.items()})
    return newer


def _is_here(host: str) -> bool:
    """Whether a host is named by its address, or is this machine."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    return True


async def _read_body(request: web.Request) -> None:
    """Read a body whole; until it has come its connection counts as one on which nothing is asked."""
    if "Content-Encoding" in request.headers:
        # No page of ours sends a body packed.
        raise web.HTTPBadRequest
    try:
        async with asyncio.timeout(BODY_SECONDS):
            await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (HttpProcessingError, RequestPayloadError):
        # Not packed as it says, or cut in another way.
        raise web.HTTPBadRequest from None


async def told(request: web.Request) -> dict[str, Any]:
    """What a page of ours tells, read strictly as far as it is an object of JSON."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        given = json.loads(await request.read())
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest from None
    if not isinstance(given, dict):
        raise web.HTTPBadRequest
    return given


@contextlib.asynccontextmanager
async def served(app: web.Application, host: str, port: int, setting: str = "--port") -> AsyncIterator[int]:
    """An application with `IDLERS`, at this address; yields its port, `OSError` names who asked for it."""
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    idlers, loop = app[IDLERS], asyncio.get_running_loop()
    idlers.fit(raise_file_limit())

    def connection() -> PageConnection:
        return PageConnection(
            idlers, HEADERS, runner.server, loop=loop, access_log=None, keepalive_timeout=IDLE_SECONDS
        )

    try:
        with named_port(setting, host, port):
            listening = await loop.create_server(connection, host, port)
        try:
            yield listening.sockets[0].getsockname()[1]
        finally:
            listening.close()
    finally:
        await runner.cleanup()
