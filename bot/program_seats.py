"""Seats for programs of whoever runs the bot (TB-27): a socket each, on this machine alone, by a token.

A program asks for `/tables/N?name=…` and has a seat for as long as it is connected. It is sent what its seat
sees of the hand, cut where everybody's view is cut, and what is offered to it, whenever the table changes:

    {"table": 7, "seat": 2, "hand": 3, "stack": 40, "view": {…}, "offers": [{"kind": "press", …}, …]}

It sends answers, each with an id of its own: what is sent again with the same id acts once (F-22). What is
refused is told by the name of the slip, and nothing has changed.

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

from bot.page.connections import IDLERS, Idlers, heard
from bot.page.presses import request_id
from bot.page.server import served
from bot.tavern.table import actions
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
"""A program that doesn't answer for so long is cut off."""
NUMBERS_MAX = 20
_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_KEY = re.compile(KEY)


class OddAnswer(Exception):
    """A received message is no valid answer."""


class Programs:
    """The way in."""

    def __init__(self, app: Application, token: str) -> None:
        self._app, self._token = app, token
        self.web_app = web.Application(middlewares=[heard])
        self.web_app[IDLERS] = Idlers()
        self.web_app.router.add_get("/tables/{table:[0-9]{1,18}}", self._play)

    def served(self, port: int) -> contextlib.AbstractAsyncContextManager[int]:
        """Serve it for the length of a block; yields the port. `OSError` where that is taken."""
        return served(self.web_app, LOOPBACK, port, "PROGRAM_PORT")

    async def _play(self, request: web.Request) -> web.WebSocketResponse:
        self._require_known(request)
        given = request.query.get("name", "")
        name = plain_text(given, NAME_LENGTH)
        if not name or len(given.strip()) > NAME_LENGTH:
            raise web.HTTPBadRequest(text="a name of 1 to 32 letters is needed: /tables/7?name=Somebody\n")
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS, max_msg_size=ANSWER_BYTES_MAX)
        if not socket.can_prepare(request):
            raise web.HTTPUpgradeRequired(text="this is a WebSocket\n")
        seat = ProgramSeat(self._app, int(request.match_info["table"]))
        try:
            await seat.take(name)
        except (UserError, StorageError) as refused:
            raise web.HTTPConflict(text=f"{type(refused).__name__}\n") from refused
        try:
            await socket.prepare(request)
            await seat.play(socket)
            return socket
        finally:
            await seat.leave()

    def _require_known(self, request: web.Request) -> None:
        """Refuse who isn't on this machine or has no token, and any page in a browser."""
        is_here = ipaddress.ip_address(request.remote or "0.0.0.0").is_loopback  # noqa: S104 -- is nobody's
        if not is_here or "Origin" in request.headers:
            raise web.HTTPForbidden
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer" or not secrets.compare_digest(
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
        """Sit down; a table of which we would hear no changes is none of ours."""
        app = self._app
        self._server = (await app.tavern.look(self._table)).stored.server
        if not (app.has_resumed and app.serving.has(self._server)):
            raise NoSuchTable
        app.onlookers.add(self._see)
        try:
            await self._do("sit", actions.seat_program(self._program, name))
        except BaseException:
            # It may have been seated, and then could not be shown.
            await self.leave()
            raise

    async def play(self, socket: web.WebSocketResponse) -> None:
        """Tell the program of changes and take its answers, until it goes or has no seat any more."""
        telling, hearing = asyncio.create_task(self._tell(socket)), asyncio.create_task(self._hear(socket))
        try:
            await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            telling.cancel()
            hearing.cancel()
            ends = await asyncio.gather(telling, hearing, return_exceptions=True)
        # Whoever hangs up while something is sent has gone, like anybody who hangs up.
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, ConnectionError):
                raise end

    async def leave(self) -> None:
        """Give the seat up, if it is there still."""
        self._app.onlookers.discard(self._see)
        state = self._state
        if state is None or state.is_over or actions.seat_of_program(state.table, self._program) is None:
            return
        try:
            await self._do("leave", actions.unseat_program(self._program))
        except (UserError, StorageError) as refused:
            # The clock plays for it, and then it is stood up (TB-8).
            log.info("a program's seat at table %d stays: %s", self._table, refused)

    async def _do(self, what: str, act: TableAction) -> None:
        app = self._app
        # Below zero, where Discord has no interactions; the time is the Tavern's.
        actor = Actor(request_id(0, f"{self._program}:{what}"), 0.0, 0, "", self._server)
        state = await app.tavern.act(actor, self._table, act)
        self._see(state)
        await app.refresh(state)

    def _see(self, state: TableState) -> None:
        known = self._state
        if state.id != self._table or (known and known.stored.revision > state.stored.revision):
            return
        self._state = state
        self._has_changed.set()

    async def _tell(self, socket: web.WebSocketResponse) -> None:
        """Send what the seat sees each time that it has changed; hang up once there is no seat to play."""
        while await self._has_changed.wait():
            self._has_changed.clear()
            state = self._state
            seated = None if state is None else actions.seat_of_program(state.table, self._program)
            if state is None or seated is None:
                break
            await socket.send_json(seen(state.view(seated.seat)))
            if state.is_over or seated.standing == "away":
                break
        await socket.close()

    async def _hear(self, socket: web.WebSocketResponse) -> None:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            given = ""
            try:
                given, answer = read(message.data)
                await self._do(f"answer {given}", actions.answer_for_program(self._program, answer))
            except (OddAnswer, UserError, StorageError) as refused:
                await socket.send_json({"id": given, "refused": type(refused).__name__})


def seen(view: TableView[Any]) -> dict[str, Any]:
    """Return the table's data for a program, redacted for its seat."""
    assert view.viewer is not None
    own = (each for each in view.questions if each.seat == view.viewer)
    return {
        "table": view.id,
        "seat": view.viewer,
        "hand": view.hands,
        "stack": view.place(view.viewer).stack,
        "view": plain(view.hand),
        "offers": [told(offer, each.number) for each in own for offer in each.offers],
    }


def told(offer: Offer[Any], question: int) -> dict[str, Any]:
    """An offer by its fields, with its kind and the checksum that an answer has to bring along."""
    asks = {each.name: getattr(offer, each.name) for each in fields(offer) if each.name != "move"}
    return {"kind": offer.wire, "check": checksum(offer, question), **asks}


def read(text: str) -> tuple[str, Answer]:
    """The id and the answer that a program sent; `OddAnswer` for anything else."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as odd:
        raise OddAnswer from odd
    match given:
        case {"id": str(name), "key": str(key), "check": str(check), "numbers": list(numbers)}:
            is_whole = all(type(each) is int for each in numbers) and len(numbers) <= NUMBERS_MAX
            if is_whole and _ID.fullmatch(name) and _KEY.fullmatch(key):
                return name, Answer(key, tuple(numbers), check)
    raise OddAnswer
