"""The practice room: the house in a browser, without an account, without Discord and without a network.

Its page is at 127.0.0.1, or with `--host 0.0.0.0` for everybody in the same network who is given a link. Four
people can be sat as, each by a door of their own. They, the server and the channel have the numbers that they
always had here, so that a database kept by an earlier version goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
import signal
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from bot.application import Application
from bot.cogs import COGS
from bot.custom_ids import table_id
from bot.front.request import User
from bot.page import front, server, windows
from bot.page.assets import sprites
from bot.page.auth import AccessLink, AccessLinks, LocalDirectory, PageUser
from bot.page.presses import PagePress, PagePresses
from bot.page.views import Views
from bot.process import logs
from bot.settings import Settings
from bot.tavern.deadlines import MonotonicClock
from bot.text.translate import ENGLISH, _
from games.catalog import GAMES
from games.engine.core.errors import must_find
from storage.books import ledger
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase, SchemaTooNew

HOST = "127.0.0.1"
FAILED = 1
SERVER, CHANNEL, HOUSE = 1456074443980800006, 1456074443980800008, 1456074443980800001
PEOPLE = {
    1456074443980800002: "Brenna",
    1456074443980800003: "Tomas",
    1456074443980800004: "Ishbel",
    1456074443980800005: "Odo",
}
"""The people one can be; the first manages the tavern and opens the first table."""
HOUSE_BANK = 2_000
PURSE = 1_000
"""The initial coins of each person: enough for a table of each game at a time."""
PAGE_KEY = "page_key"
"""The key of the signing secret in a kept file, so that an open page fits the next room."""


def main(*, port: int, database: Path | None, host: str = HOST, renews_keys: bool = False) -> int:
    """Open the practice room until Ctrl-C or SIGTERM; the process's exit status.

    With new keys no link that was given out before leads in.
    """
    logs.set_up("ERROR")
    try:
        with tempfile.TemporaryDirectory(prefix="taproom-") as folder:
            path = database or Path(folder) / "practice.db"
            asyncio.run(_open(host, port, path, renews_keys=renews_keys))
    except (AlreadyOpen, SchemaTooNew, NotADatabase, NotAccepted, OSError) as refused:
        sys.stderr.write(f"taproom: {refused}\n")
        return FAILED
    return 0


def asked_to_leave() -> asyncio.Event:
    """Set once the process is asked to end."""
    leave = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on the loop
            asyncio.get_running_loop().add_signal_handler(each, leave.set)
    return leave


async def _open(host: str, port: int, path: Path, *, renews_keys: bool) -> None:
    leave = asked_to_leave()
    async with opened(path, renews_keys=renews_keys) as room, served(room, host, port) as where:
        first, *others = room.links(where)
        sys.stdout.write(f"The practice room is open: {first}\n")
        if host != HOST:
            sys.stdout.writelines(f"For somebody else: {each}\n" for each in others)
        sys.stdout.flush()
        leaving = asyncio.create_task(leave.wait())
        ends: set[asyncio.Future[Any]] = {leaving, room.front.app.database.broken}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()


class PracticeRoom:
    """A house with four people at its page."""

    def __init__(self, database: Database, key: str) -> None:
        self.company = LocalDirectory(
            sprites(), {CHANNEL: "taproom"}, self._is_command, lambda: _("somebody")
        )
        for player, name in PEOPLE.items():
            self.company.meet(player, name)
        make = partial(
            Application, settings=_settings(), database=database, handlers=COGS, now=MonotonicClock()
        )
        self.front = front.LonePage(make, lambda _server: self.company, own_id=lambda: HOUSE)
        self.guests = {
            name.lower(): PageUser(
                User(player, name, name.lower(), is_member=True),
                SERVER,
                CHANNEL,
                manages=at == 0,
                server_name="The practice room",
            )
            for at, (player, name) in enumerate(PEOPLE.items())
        }
        self.doors = AccessLinks(
            AccessLink(path, guest, _key(key, path)) for path, guest in self.guests.items()
        )
        self.presses = PagePresses(self.front)
        others = [(each.guest.person.name, each.way) for each in self.doors]
        views = Views(self.front, others)
        self.server = server.PageServer(self.front, views, self.presses, self.doors)

    def links(self, where: str) -> list[str]:
        """The ways in, the first person's first."""
        return [where + each.way for each in self.doors]

    async def begin(self) -> None:
        """Bring the tables back, and begin one if there is none."""
        house = self.front.app
        await house.come_up()
        await house.catch_up()
        if await house.tavern.in_channel(SERVER, CHANNEL):
            return
        # As the room's own deed, which counts among nobody's presses.
        window = windows.PageWindow(must_find(self.guests.values()), ENGLISH)
        first = PagePress(secrets.token_hex(16), "press", table_id(0, "deal_me_in", must_find(GAMES)))
        await self.presses.do(window, first)

    def _is_command(self, name: str) -> bool:
        return self.front.commands.has(name)


@contextlib.asynccontextmanager
async def opened(path: Path, *, renews_keys: bool = False) -> AsyncIterator[PracticeRoom]:
    """The room with its tables; it is closed at the end."""
    key = await _stock(path, renews_keys=renews_keys)
    room = PracticeRoom(await Database.open(path), key)
    try:
        await room.begin()
        yield room
    finally:
        await room.front.close()


@contextlib.asynccontextmanager
async def served(room: PracticeRoom, host: str, port: int) -> AsyncIterator[str]:
    """The room's page at this address; yields where others find it."""
    async with server.served(room.server.app, host, port) as opened_port:
        named = host if host == HOST else _own_address()
        try:
            yield f"http://{named}:{opened_port}"
        finally:
            room.front.windows.close_all()


async def _stock(path: Path, *, renews_keys: bool) -> str:
    """Fill every wallet once, and the house's account when half of it is gone; what keys are made of."""
    at = time.time()

    def transaction(tx: Transaction) -> str:
        for each in PEOPLE:
            ledger.open_wallet(tx, SERVER, each, PURSE, at)
        lacking = HOUSE_BANK - ledger.balance(tx, ledger.house_account(SERVER))
        # What lies on a table that was left open is still the house's.
        if lacking > HOUSE_BANK // 2:
            why = ledger.TransferInfo("house_bank", at, note="the practice room")
            ledger.transfer(tx, ledger.bank_account(SERVER), ledger.house_account(SERVER), lacking, why)
        kept = None if renews_keys else tx.get_note(PAGE_KEY)
        key = kept or secrets.token_hex(32)
        tx.set_note(PAGE_KEY, key)
        return key

    async with open_database(path) as database:
        return await database.write(transaction)


def _settings() -> Settings:
    """Settings that depend on nothing outside."""
    given = {
        "discord_token": "practice",
        "log_level": "ERROR",
        "dev_server_id": None,
        "shards": "0/1",
        "faces": "emojis",
    }
    return Settings.model_validate({**given, "pictures": "always"})


def _key(of: str, path: str) -> str:
    return hmac.new(of.encode(), path.encode(), hashlib.sha256).hexdigest()[:32]


def _own_address() -> str:
    """The address by which others in the network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # Nothing is sent: the system says by which way it would go.
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return HOST
        found: Iterable[object] = asked.getsockname()
        return str(must_find(found))
