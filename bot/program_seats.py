"""Seats for programs of the operator (TB-27): a WebSocket for each, on this machine only, with a token.

A program connects to `/tables/N?name=…` and has a seat as long as it is connected. Whenever the table
changes, it receives its seat's redacted view of the hand, and the offers to its seat:

    {"table": 7, "seat": 2, "hand": 3, "stack": 40, "view": {…}, "offers": [{"kind": "press", …}, …]}

It sends answers, each with an id of its own: an answer repeated with the same id acts once (F-22). A refused
answer changes nothing, and the program receives the name of the error's class.

    {"id": "41", "key": "keep", "numbers": [], "check": "6d0a3f"}
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import re
import secrets
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from bot.page.connections import IDLERS, Idlers, track_idle
from bot.page.presses import request_id
from bot.page.server import served
from bot.tavern.table import program_actions
from bot.tavern.table.actions import Actor, TableAction
from bot.tavern.table.table_state import NoSuchTable, TableState
from bot.text.translate import plain_text
from games.engine.core.errors import UserError
from games.engine.core.offers import KEY, Answer, Offer, checksum
from games.engine.history import plain
from games.engine.table.views import TableView
from storage.errors import StorageError

if TYPE_CHECKING:
    from bot.application import Application

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
NAME_LENGTH = 32
ANSWER_BYTES_MAX = 4096
HEARTBEAT_SECONDS = 20.0
"""A program that doesn't answer a heartbeat for this long is disconnected."""
NUMBERS_MAX = 20
_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_KEY = re.compile(KEY)


class OddAnswer(Exception):
    """A received message is no valid answer."""


class Programs:
    """The server to which programs connect."""

    def __init__(self, app: Application, token: str) -> None:
        self._app, self._token = app, token
        self.web_app = web.Application(middlewares=[track_idle])
        self.web_app[IDLERS] = Idlers()
        self.web_app.router.add_get("/tables/{table:[0-9]{1,18}}", self._play)

    def served(self, port: int) -> contextlib.AbstractAsyncContextManager[int]:
        """Serve within a block, and yield the port. Raises `OSError` if the port is taken."""
        return served(self.web_app, LOOPBACK, port, "PROGRAM_PORT")

    async def _play(self, request: web.Request) -> web.WebSocketResponse:
        self._require_token(request)
        requested_name = request.query.get("name", "")
        name = plain_text(requested_name, NAME_LENGTH)
        if not name or len(requested_name.strip()) > NAME_LENGTH:
            raise web.HTTPBadRequest(text="a name of 1 to 32 letters is needed: /tables/7?name=Somebody\n")
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS, max_msg_size=ANSWER_BYTES_MAX)
        if not socket.can_prepare(request):
            raise web.HTTPUpgradeRequired(text="this is a WebSocket\n")
        seat = ProgramSeat(self._app, int(request.match_info["table"]))
        try:
            await seat.take(name)
        except (UserError, StorageError) as error:
            raise web.HTTPConflict(text=f"{type(error).__name__}\n") from error
        try:
            await socket.prepare(request)
            await seat.play(socket)
            return socket
        finally:
            await seat.leave()

    def _require_token(self, request: web.Request) -> None:
        """Refuse other machines, pages in a browser, and requests without the token."""
        is_local = ipaddress.ip_address(request.remote or "0.0.0.0").is_loopback  # noqa: S104 -- no address
        if not is_local or "Origin" in request.headers:
            raise web.HTTPForbidden
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not secrets.compare_digest(
            token.encode(errors="surrogateescape"), self._token.encode()
        ):
            raise web.HTTPUnauthorized


class ProgramSeat:
    """A program's seat at a table, from sitting down to leaving."""

    def __init__(self, app: Application, table: int) -> None:
        self._app, self._table = app, table
        self._program = secrets.token_hex(16)
        self._server = 0
        self._state: TableState | None = None
        self._has_changed = asyncio.Event()

    async def take(self, name: str) -> None:
        """Sit down. Raises `NoSuchTable` if another process serves the table, and so has its changes."""
        app = self._app
        self._server = (await app.tavern.look(self._table)).stored.server
        if not (app.has_resumed and app.serving.has(self._server)):
            raise NoSuchTable
        app.observers.add(self._see)
        try:
            await self._do("sit", program_actions.seat(self._program, name))
        except BaseException:
            # The program may have been seated before the error.
            await self.leave()
            raise

    async def play(self, socket: web.WebSocketResponse) -> None:
        """Send changes and receive answers, until the program disconnects or loses its seat."""
        sending = asyncio.create_task(self._send_views(socket))
        receiving = asyncio.create_task(self._receive_answers(socket))
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            receiving.cancel()
            results = await asyncio.gather(sending, receiving, return_exceptions=True)
        # A program may disconnect at any time, so a lost connection is no error.
        for each in results:
            if isinstance(each, Exception) and not isinstance(each, ConnectionError):
                raise each

    async def leave(self) -> None:
        """Leave the seat, if the program still has it."""
        self._app.observers.discard(self._see)
        state = self._state
        if state is None or state.is_over or program_actions.seat_of(state.table, self._program) is None:
            return
        try:
            await self._do("leave", program_actions.unseat(self._program))
        except (UserError, StorageError) as error:
            # Its turns time out, and then it sits out (TB-8).
            log.info("a program's seat at table %d stays: %s", self._table, error)

    async def _do(self, what: str, act: TableAction) -> None:
        app = self._app
        # Negative ids can't collide with Discord's; `act` replaces the time.
        actor = Actor(request_id(0, f"{self._program}:{what}"), 0.0, 0, "", self._server)
        state = await app.tavern.act(actor, self._table, act)
        self._see(state)
        await app.refresh(state)

    def _see(self, state: TableState) -> None:
        latest = self._state
        if state.id != self._table or (latest and latest.stored.revision > state.stored.revision):
            return
        self._state = state
        self._has_changed.set()

    async def _send_views(self, socket: web.WebSocketResponse) -> None:
        """Send the seat's view after each change; close the socket once the program has lost its seat."""
        while await self._has_changed.wait():
            self._has_changed.clear()
            state = self._state
            seated = None if state is None else program_actions.seat_of(state.table, self._program)
            if state is None or seated is None:
                break
            await socket.send_json(view_fields(state.view(seated.seat)))
            if state.is_over or seated.standing == "away":
                break
        await socket.close()

    async def _receive_answers(self, socket: web.WebSocketResponse) -> None:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            answer_id = ""
            try:
                answer_id, answer = parse_answer(message.data)
                await self._do(f"answer {answer_id}", program_actions.answer(self._program, answer))
            except (OddAnswer, UserError, StorageError) as error:
                await socket.send_json({"id": answer_id, "refused": type(error).__name__})


def view_fields(view: TableView[Any]) -> dict[str, Any]:
    """Return the table's data for a program, redacted for its seat."""
    assert view.viewer is not None
    own = (each for each in view.questions if each.seat == view.viewer)
    return {
        "table": view.id,
        "seat": view.viewer,
        "hand": view.hands,
        "stack": view.place(view.viewer).stack,
        "view": plain(view.hand),
        "offers": [offer_fields(offer, each.number) for each in own for offer in each.offers],
    }


def offer_fields(offer: Offer[Any], question: int) -> dict[str, Any]:
    """Return an offer's data: its kind, its fields, and the checksum that an answer must contain."""
    values = {each.name: getattr(offer, each.name) for each in fields(offer) if each.name != "move"}
    return {"kind": offer.wire, "check": checksum(offer, question), **values}


def parse_answer(text: str) -> tuple[str, Answer]:
    """Parse a program's message: its id and its answer. Raises `OddAnswer` if it is invalid."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise OddAnswer from error
    match message:
        case {"id": str(name), "key": str(key), "check": str(check), "numbers": list(numbers)}:
            is_whole = all(type(each) is int for each in numbers) and len(numbers) <= NUMBERS_MAX
            if is_whole and _ID.fullmatch(name) and _KEY.fullmatch(key):
                return name, Answer(key, tuple(numbers), check)
    raise OddAnswer
