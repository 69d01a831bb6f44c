"""The page's server: the page, its static files, an event stream of changes, and presses.

Only requests from our own page are accepted: hosts, origins and keys are checked; the sizes of bodies and the
numbers of windows and presses are limited; headers restrict what a page may load and who may frame it. A
stream is opened by a ticket, which is valid once, for ten seconds.

A connection that is silent, or sends a request byte by byte, is closed after a while; if there are too many
such connections, the oldest are closed at once. So real requests are answered, however many are idle.
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
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestPayloadError

from bot.page import places
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
from bot.page.connections import IDLERS, Handler, Idlers, PageConnection, raise_file_limit, track_idle
from bot.page.front import PageFront
from bot.page.html import NOTHING, Html, el, joined
from bot.page.presses import NUMBER_MAX, MalformedPress, PagePress, PagePresses, RateLimited, RateLimiter
from bot.page.refusals import DoorClosed, Fault, fault_words, refusal_answer
from bot.page.views import Parts, Views, language_of, shell
from bot.page.windows import PageWindow
from bot.process.logs import Loggable, LogRateLimit
from bot.process.ports import named_port
from bot.text.translate import _, speaking
from storage.errors import DatabaseClosed

log = logging.getLogger(__name__)

BODY_BYTES_MAX = 32 * 1024
STREAMS_OF_A_WINDOW = 2
QUIET_SECONDS = 20.0
"""The interval of heartbeats on a silent stream; the page reconnects if it hears nothing for longer."""
TOGETHER_SECONDS = 0.01
"""Changes within this time are rendered together, since a press often changes a window several times."""
KEPT_SECONDS = 365 * 24 * 3600
TICKET_SECONDS = 10.0
TICKETS_MAX = 4_000
BODY_SECONDS = 10.0
"""The time within which the body of a request must arrive."""
GONE_SECONDS = 5.0
"""The time for which a user counts as present after their last stream has ended."""
COOKIE_SECONDS = 30 * 24 * 3600
IDLE_SECONDS = 15.0
"""The time after which an idle connection is closed."""
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
    # Replaces the library's header, which names the versions of aiohttp and Python.
    "Server": "taproom",
}


Sent: TypeAlias = dict[str, int]
"""The hashes of a window's parts as last sent, by part."""


class Address(NamedTuple):
    """The content of a window: a table by its number or, if that is 0, a page of the shell by its path."""

    table: int = 0
    page: str = ""


@dataclass(frozen=True, slots=True)
class Ticketed:
    """The value of a ticket: path, key, window, the window's content, and the parts already sent."""

    path: str
    key: str = field(repr=False)
    window: str
    at: Address
    sent: Sent


class PageServer:
    """Serves the page to users who have a key."""

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
        """Returns unix seconds, by which deadlines are set and the page counts down."""
        self._views, self._presses = views, presses
        self._doors = doors
        self._hosts = hosts
        """The page's host names; if empty, any address of this machine is accepted."""
        self._headers: Mapping[str, str] = HEADERS
        self._home = ""
        """The URL path of the front page, to which refusals link; empty if there is none."""
        self._pace = RateLimiter()
        self._host_refused = LogRateLimit(60.0)
        self._streams = 0
        self.app = web.Application(client_max_size=BODY_BYTES_MAX, middlewares=[self._guard, track_idle])
        self.app.on_response_prepare.append(self._add_headers)
        self.app[IDLERS] = Idlers()
        self.app.router.add_get("/a/{digest}/{name}", self._asset)
        self.app.router.add_get("/{door}/", self._shell)
        self.app.router.add_post("/{door}/ticket", self._ticket)
        self.app.router.add_get("/{door}/stream", self._stream)
        self.app.router.add_get("/{door}/files/{name}", self._file)
        self.app.router.add_post("/{door}/press", self._press)
        self.app.router.add_get("/{door}/{page:.+}", self._shell)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests that our page does not send, and add the security headers to each response."""
        response: web.StreamResponse
        try:
            try:
                for _name, value in request.raw_headers:
                    value.decode()
                self._require_ours(request)
            except ValueError:
                # The header is not UTF-8, or its host or origin is malformed.
                raise web.HTTPBadRequest from None
            await _read_body(request)
            response = await handler(request)
        except web.HTTPException as refused:
            response = refusal_answer(request, refused, self._home)
        except DatabaseClosed:
            response = refusal_answer(request, unavailable(RETRY_SECONDS), self._home)
        except ConnectionError:
            # The client has disconnected and reads no response.
            response = web.Response(status=HTTPStatus.BAD_REQUEST)
        except Exception:  # the user sees the error number
            number = secrets.token_hex(3)
            log.exception("error %s", number)
            if request.writer.output_size:
                # Part of the response has been sent already.
                request.protocol.force_close()
            response = refusal_answer(request, Fault(number), self._home)
        if not response.prepared:
            response.headers.update({**self._headers, **response.headers})
        return response

    async def _add_headers(self, _request: web.Request, response: web.StreamResponse) -> None:
        """Add the headers to responses that aiohttp makes before `_guard` runs, as for an odd `Expect`."""
        if "Content-Security-Policy" not in response.headers:
            response.headers.update(self._headers)

    def _require_ours(self, request: web.Request) -> None:
        length = request.content_length or 0
        if length > BODY_BYTES_MAX:
            # Checked before any of the body has arrived.
            raise web.HTTPRequestEntityTooLarge(BODY_BYTES_MAX, length)
        host = urlsplit(f"//{request.host}").hostname or ""
        if not (host in self._hosts if self._hosts else _is_here(host)):
            # Otherwise a page of another site could reach us under a host name of its own (DNS rebinding).
            self._log_refused_host(host)
            raise web.HTTPForbidden
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        if request.path.endswith(("/stream", "/press", "/ticket")) and site != "same-origin":
            raise web.HTTPForbidden
        origin = request.headers.get("Origin")
        if origin is not None and not self._is_ours(origin, request):
            raise web.HTTPForbidden
        if request.method == "POST" and origin is None:
            raise web.HTTPForbidden

    def _log_refused_host(self, host: str) -> None:
        """Log a refused host: a proxy may not forward it, or the setting of hosts may be wrong."""
        if self._host_refused.is_due():
            host_shown = Loggable(host) if _HOST.fullmatch(host) else "that cannot be repeated"
            own_hosts = Loggable(" or ".join(self._hosts) or "this machine's")
            log.warning("a request for the host %s was refused: the page's is %s", host_shown, own_hosts)

    def _is_ours(self, origin: str, request: web.Request) -> bool:
        """Return True if an origin is that of our page."""
        return urlsplit(origin).netloc == request.host

    def _key(self, request: web.Request) -> str:
        """Return the session key of a request, from its cookie."""
        return request.cookies.get(COOKIE, "")

    async def _guest(self, path: str, key: str) -> PageUser:
        """Return the user of a path and key.

        Raises `HTTPUnauthorized`, `DoorClosed` or `HTTPServiceUnavailable`.
        """
        try:
            guest = await self._doors.guest(path, key)
        except Unauthenticated:
            raise web.HTTPUnauthorized from None
        except ShutOut as refused:
            raise DoorClosed(refused.sentence) from None
        except AuthUnavailable as unavailable_now:
            raise unavailable(unavailable_now.retry_after) from None
        if guest is None or guest.seconds_left <= 0:
            raise DoorClosed(partial(self._locked, key))
        return guest

    def _locked(self, key: str) -> str:  # noqa: ARG002
        """Return why this key is refused, in the current language."""
        return _("This door is locked. Open the link that you were given.")

    async def _user_of(self, request: web.Request) -> PageUser:
        return await self._guest(request.match_info["door"], self._key(request))

    def _window(self, request: web.Request, guest: PageUser, name: str, at: Address) -> PageWindow:
        """Return a window by its name; a new window (also after a restart) shows the browser's page."""
        if not _WINDOW.fullmatch(name):
            raise web.HTTPBadRequest
        self._company(guest.server).meet(guest.person.id, guest.person.name, is_member=True)
        window = self._windows.open(guest, name, lambda: _new_window(request, guest, at))
        window.language, window.door = language_of(request), request.match_info["door"]
        return window

    async def _shell(self, request: web.Request) -> web.Response:
        """Return the page with its first content; a key in the URL becomes a cookie of this path."""
        key, path = request.query.get("key"), request.match_info["door"]
        _address_of(request)
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
        """Return the page of a user; the script sends `data-person` along with each press."""
        attributes = {"data_person": guest.called}
        return shell(request, await self._first(request, guest), told=attributes, way_out=way_out)

    async def _first(self, request: web.Request, guest: PageUser) -> Parts:
        """Return the first content of the page, shown before any script runs; empty if reloaded too often."""
        try:
            self._pace.take(guest.person.id)
        except RateLimited:
            return {}
        self._company(guest.server).meet(guest.person.id, guest.person.name, is_member=True)
        return await self._drawn(_new_window(request, guest, _address_of(request)))

    async def _asset(self, request: web.Request) -> web.Response:
        """Return a static file."""
        asset = assets().get(request.match_info["name"])
        if asset is None or request.match_info["digest"] != digest():
            raise web.HTTPNotFound
        response = web.Response(body=asset.content, content_type=asset.kind)
        response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
        if asset.is_packed:
            response.headers["Content-Encoding"] = "gzip"
        return response

    async def _file(self, request: web.Request) -> web.Response:
        """Return a file that was offered to this user."""
        guest = await self._user_of(request)
        file = self._windows.file(guest.person.id, request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        name = re.sub(r"[^\w.-]", "_", file.name)
        return web.Response(
            body=file.content,
            content_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
        )

    async def _press(self, request: web.Request) -> web.Response:
        """Handle a press and respond once that is done; its effects are sent on the stream."""
        guest, body = await self._user_of(request), await json_object(request)
        try:
            press = PagePress.read(body)
        except MalformedPress:
            raise web.HTTPBadRequest from None
        if "person" in body and body["person"] != guest.called:
            # The browser had kept the press while it was offline; meanwhile it signed in as another user,
            # or moved to another place.
            raise web.HTTPConflict
        window = self._window(request, guest, str(body.get("window", "")), _address_in(body))
        try:
            await self._presses.take(window, press)
        except RateLimited:
            raise web.HTTPTooManyRequests(headers={"Retry-After": "1"}) from None
        return web.Response(status=204)

    async def _ticket(self, request: web.Request) -> web.Response:
        """Return a ticket for a window's stream, together with the window's parts, to save a round trip."""
        guest = await self._user_of(request)
        try:
            self._pace.take(guest.person.id)
        except RateLimited:
            raise web.HTTPTooManyRequests(headers={"Retry-After": "1"}) from None
        body = await json_object(request)
        name, sent, content = str(body.get("window", "")), Sent(), _address_in(body)
        window = self._window(request, guest, name, content)
        if body.get("opens") is True and content != (window.table, "" if window.table else window.page):
            # The user has opened another address in the same window.
            window.visit(content.page)
            window.look_at(content.table)
        parts = _newer(await self._drawn(window), sent)
        content = Address(window.table, window.page)
        ticketed = Ticketed(request.match_info["door"], self._key(request), name, content, sent)
        ticket = self._tickets.give(ticketed)
        payload = {"parts": parts, **content._asdict(), "ticket": ticket, "person": guest.called}
        payload |= {"now": self._now(), "quiet": QUIET_SECONDS}
        response = web.json_response(payload, headers={"Cache-Control": "no-store"})
        response.enable_compression()
        return response

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """Send the window's parts, and then every change."""
        taken = self._tickets.take(request.query.get("ticket", ""))
        if taken is None or taken.path != request.match_info["door"]:
            raise web.HTTPForbidden
        path, key = taken.path, taken.key
        window = self._window(request, await self._guest(path, key), taken.window, taken.at)
        response = web.StreamResponse(headers={**self._headers, "Cache-Control": "no-store"})
        response.headers["X-Accel-Buffering"] = "no"
        response.content_type = "text/event-stream"
        async with self._listening(window) as changed:
            await response.prepare(request)
            await self._beat(response)
            with contextlib.suppress(ConnectionResetError, web.HTTPException, DatabaseClosed):
                while window.is_heard_by(changed):
                    # Authenticate the user again whenever the authentication expires.
                    window.guest = await self._guest(path, key)
                    await self._follow(window, changed, response, taken.sent)
                if window.is_dropped:
                    await self._tell_dropped(window, response)
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
        while window.is_heard_by(changed) and (seconds_left := window.guest.seconds_left) > 0:
            changed.clear()
            await self._tell(window, response, sent)
            try:
                async with asyncio.timeout(min(QUIET_SECONDS, seconds_left)):
                    await changed.wait()
                await asyncio.sleep(TOGETHER_SECONDS)
            except TimeoutError:
                pass

    async def _tell_dropped(self, window: PageWindow, response: web.StreamResponse) -> None:
        """Tell a page that it was dropped for newer windows, so that it does not reconnect by itself."""
        with speaking(window.language):
            reopen = el("a", _("Play here instead"), href=f"/{window.door}/{window.path}", class_="btn p")
            words = _("To keep them from getting in each other’s way, this one sleeps. Nothing is lost.")
            title = el("h2", _("Taproom is open in too many tabs"))
            html = joined([title, el("p", words), el("div", reopen, class_="way")])
        await response.write(f"event: dropped\ndata: {json.dumps(html)}\n\n".encode())

    async def _tell(self, window: PageWindow, response: web.StreamResponse, sent: Sent) -> None:
        """Send the changed parts, or a heartbeat if there are none.

        This is a separate function, since the waiting loop would keep the parts in memory for each stream.
        """
        if newer := _newer(await self._drawn(window), sent):
            payload = {"parts": newer, "table": window.table, "page": window.page, "now": self._now()}
            await response.write(f"data: {json.dumps(payload)}\n\n".encode())
        else:
            await self._beat(response)

    async def _beat(self, response: web.StreamResponse) -> None:
        """Send the server's time as an event; the script would not see a comment."""
        await response.write(f"event: beat\ndata: {self._now()}\n\n".encode())

    async def _drawn(self, window: PageWindow) -> Parts:
        """Return the window's parts; after a bug of ours, an error number, so that the stream goes on."""
        try:
            return await self._views.parts(window)
        except DatabaseClosed:
            raise
        except Exception:  # the page would reopen an ended stream at once
            number = secrets.token_hex(3)
            log.exception("error %s", number)
            with speaking(window.language):
                message = el("p", fault_words(number), class_="refusal", role="alert")
            return {"main": message, "ranks": NOTHING}


def _table(given: object) -> int:
    """Return the table number that a browser sent; 0 for anything else."""
    text = str(given)
    return int(text) if text.isdecimal() and len(text) < len(str(NUMBER_MAX)) else 0


def _address_in(given: Mapping[str, Any]) -> Address:
    """Return the content that a browser names for a window."""
    page = str(given.get("page", ""))
    return Address(_table(given.get("table", "")), page if places.find(page) else "")


def _address_of(request: web.Request) -> Address:
    """Return the content at a request's URL. Raises `HTTPNotFound` if there is none."""
    page = request.match_info.get("page", "").removesuffix("/")
    if places.find(page) is None:
        raise web.HTTPNotFound
    if table := places.number_of(page, "table"):
        return Address(table)
    return Address(_table(request.query.get("table", "")), page)


def _new_window(request: web.Request, guest: PageUser, at: Address) -> PageWindow:
    door = request.match_info["door"]
    return PageWindow(guest, language_of(request), at.table, at.page, door)


def unavailable(retry_after: float) -> web.HTTPServiceUnavailable:
    """Return a refusal that asks the client to retry after this many seconds."""
    return web.HTTPServiceUnavailable(headers={"Retry-After": seconds_to_wait(retry_after)})


def seconds_to_wait(retry_after: float) -> str:
    """Return seconds as the value of a Retry-After header, at least 1."""
    return str(max(1, math.ceil(retry_after)))


def _newer(parts: Parts, sent: Sent) -> Parts:
    """Return the parts that differ from those last sent, and record them as sent."""
    newer = {name: html for name, html in parts.items() if sent.get(name) != hash(html)}
    sent.update({name: hash(html) for name, html in newer.items()})
    return newer


def _is_here(host: str) -> bool:
    """Return True if a host is an IP address or `localhost`."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    return True


async def _read_body(request: web.Request) -> None:
    """Read a request's body completely, within `BODY_SECONDS`."""
    if "Content-Encoding" in request.headers:
        # Our page sends no compressed body.
        raise web.HTTPBadRequest
    try:
        async with asyncio.timeout(BODY_SECONDS):
            await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (HttpProcessingError, RequestPayloadError):
        # The body is cut off, or is not compressed as declared.
        raise web.HTTPBadRequest from None


async def json_object(request: web.Request) -> dict[str, Any]:
    """Parse a JSON object sent by our page. Raises `HTTPUnsupportedMediaType` or `HTTPBadRequest`."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        value = json.loads(await request.read())
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest from None
    if not isinstance(value, dict):
        raise web.HTTPBadRequest
    return value


@contextlib.asynccontextmanager
async def served(app: web.Application, host: str, port: int, setting: str = "--port") -> AsyncIterator[int]:
    """Serve an application that has `IDLERS`; yield its port. An `OSError` names the setting to blame."""
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
