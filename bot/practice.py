"""The practice room: the application in a browser, without an account, without Discord and without a network.

Its page is at 127.0.0.1, or with `--host 0.0.0.0` at this machine's address, for others with a link. Four
people can play, each by a link of their own. The ids of people, server and channel never change, so a
database of an earlier version can be used again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import os
import secrets
import signal
import socket
import sys
import tempfile
import time
import webbrowser
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
from bot.page.offers import Offered
from bot.page.presses import PagePress, PagePresses
from bot.page.views import Views
from bot.process import logs
from bot.settings import Settings
from bot.tavern.deadlines import MonotonicClock
from bot.text.translate import ENGLISH, _, plain_name
from games.catalog import GAMES
from games.engine.core.errors import must_find
from storage.books import ledger
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase, SchemaTooNew

HOST = "127.0.0.1"
FAILED = 1
SERVER, CHANNEL, HOUSE = 1456074443980800006, 1456074443980800008, 1456074443980800001
NAME = "The practice room"
PEOPLE = {
    1456074443980800002: "Brenna",
    1456074443980800003: "Tomas",
    1456074443980800004: "Ishbel",
    1456074443980800005: "Odo",
}
"""The people in the room; the first is the manager and opens the first table."""
HOUSE_BANK = 2_000
PURSE = 1_000
"""The initial coins of each person: enough for one table of each game at the same time."""
PORT = 8737
"""The default port, unless another program uses it."""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
OWN_NAME = "practice_name"
"""The key of the first person's name in the database."""
PAGE_KEY = "page_key"
"""The key of the signing secret in the database, with which links and open pages stay valid."""


def main(*, port: int | None, database: Path | None, host: str = HOST, renews_keys: bool = False) -> int:
    """Open the practice room until Ctrl-C or SIGTERM; return the process's exit status.

    With new keys, earlier links are invalid. Without a port, the default one is used if it is free. At a
    terminal the program asks once for the user's name, and opens the page in their browser.
    """
    logs.set_up("ERROR")
    is_new = database is None or not database.exists()
    name = _ask_name() if is_new and _is_at_terminal() else ""
    try:
        with tempfile.TemporaryDirectory(prefix="taproom-") as folder:
            path = database or Path(folder) / "practice.db"
            address = host, default_port(host) if port is None else port
            asyncio.run(_open(address, path, name, is_kept=database is not None, renews_keys=renews_keys))
    except (AlreadyOpen, SchemaTooNew, NotADatabase, NotAccepted, OSError) as error:
        sys.stderr.write(f"taproom: {error}\n")
        return FAILED
    return 0


def stop_event() -> asyncio.Event:
    """Return an event that is set once the process receives SIGTERM or SIGINT."""
    leave = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on the loop
            asyncio.get_running_loop().add_signal_handler(each, leave.set)
    return leave


def default_port(host: str) -> int:
    """Return the default port, with which earlier links stay valid; 0 if it is taken."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, PORT))
        except OSError:
            return 0
    return PORT


def _is_at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask_name() -> str:
    first = must_find(PEOPLE.values())
    typed = input(f"What are you called? [{first}] ")
    return plain_name(typed.strip(), first)


def greeting(links: list[str], name: str, *, is_kept: bool, is_shared: bool) -> str:
    """Return the text for the terminal: the room's links, the user's name, and how to close the room."""
    first, *others = links
    lines = [f"The practice room is open: {first}", f"You are {name}. Ctrl-C, in this terminal, closes it."]
    if not is_kept:
        lines.append("Nothing is kept then. To go on another time: taproom play --database tavern.db")
    lines += [f"For somebody else: {each}" for each in others] if is_shared else []
    return "".join(f"{each}\n" for each in lines)


def _show(link: str) -> None:
    """Open the page in the user's browser, if the machine has a graphical one."""
    has_windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, DISPLAYS))
    if has_windows and _is_at_terminal():
        webbrowser.open(link)


async def _open(address: tuple[str, int], path: Path, name: str, *, is_kept: bool, renews_keys: bool) -> None:
    stop_requested, host = stop_event(), address[0]
    async with opened(path, name, renews_keys=renews_keys) as room, served(room, *address) as url:
        links = room.links(url)
        sys.stdout.write(greeting(links, room.first_name, is_kept=is_kept, is_shared=host != HOST))
        sys.stdout.flush()
        _show(links[0])
        stopping = asyncio.create_task(stop_requested.wait())
        ends: set[asyncio.Future[Any]] = {stopping, room.front.app.database.broken}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()


class PracticeRoom:
    """The application with its page, and four people who can use it."""

    def __init__(self, database: Database, key: str, first_name: str = "") -> None:
        self.first_name = first_name or must_find(PEOPLE.values())
        people = {**PEOPLE, must_find(PEOPLE): self.first_name}
        self.company = LocalDirectory(
            sprites(), {CHANNEL: "taproom"}, self._is_command, lambda: _("somebody"), NAME
        )
        for player, name in people.items():
            self.company.meet(player, name)
        make = partial(
            Application, settings=_settings(), database=database, handlers=COGS, now=MonotonicClock()
        )
        self.front = front.LonePage(make, lambda _server: self.company, own_id=lambda: HOUSE)
        self.guests = {
            PEOPLE[player].lower(): PageUser(
                User(player, name, name.lower(), is_member=True),
                SERVER,
                CHANNEL,
                manages=at == 0,
                server_name=NAME,
            )
            for at, (player, name) in enumerate(people.items())
        }
        self.doors = AccessLinks(
            AccessLink(path, guest, _key(key, path)) for path, guest in self.guests.items()
        )
        self.presses = PagePresses(self.front)
        others = [(each.guest.person.name, each.way) for each in self.doors]
        views = Views(self.front, others)
        self.server = server.PageServer(self.front, views, self.presses, self.doors)

    def links(self, url: str) -> list[str]:
        """Return the people's links, the first person's first."""
        return [url + each.way for each in self.doors]

    async def begin(self) -> None:
        """Restore the tables, or open the first one if there is none."""
        app = self.front.app
        await app.start_serving()
        await app.catch_up()
        if await app.tavern.in_channel(SERVER, CHANNEL):
            return
        # By a window of the room itself, so that the press counts for none of the user's windows.
        window = windows.PageWindow(must_find(self.guests.values()), ENGLISH)
        first = PagePress(secrets.token_hex(16), "press", table_id(0, "deal_me_in", must_find(GAMES)))
        # A window accepts only presses that it offers.
        window.offer([Offered(first.deed, first.action)])
        await self.presses.do(window, first)

    def _is_command(self, name: str) -> bool:
        return self.front.commands.has(name)


@contextlib.asynccontextmanager
async def opened(path: Path, name: str = "", *, renews_keys: bool = False) -> AsyncIterator[PracticeRoom]:
    """Open the room for a block; without a name the first person keeps the stored one."""
    key, stored_name = await _prepare(path, name, renews_keys=renews_keys)
    room = PracticeRoom(await Database.open(path), key, stored_name)
    try:
        await room.begin()
        yield room
    finally:
        await room.front.close()


@contextlib.asynccontextmanager
async def served(room: PracticeRoom, host: str, port: int) -> AsyncIterator[str]:
    """Serve the room's page within a block, and yield its URL."""
    async with server.served(room.server.app, host, port) as opened_port:
        hostname = host if host == HOST else _own_address()
        try:
            yield f"http://{hostname}:{opened_port}"
        finally:
            room.front.windows.close_all()


async def _prepare(path: Path, name: str, *, renews_keys: bool) -> tuple[str, str]:
    """Fill every wallet once, and the house's account whenever it has lost half of its coins.

    Return the signing secret and the first person's name.
    """
    now = time.time()

    def transaction(tx: Transaction) -> tuple[str, str]:
        for each in PEOPLE:
            ledger.open_wallet(tx, SERVER, each, PURSE, now)
        missing = HOUSE_BANK - ledger.balance(tx, ledger.house_account(SERVER))
        # A smaller difference may be the house's coins on an open table.
        if missing > HOUSE_BANK // 2:
            by = must_find(PEOPLE)
            reason = ledger.TransferInfo("house_bank", now, by=by, note="the practice room")
            ledger.transfer(tx, ledger.bank_account(SERVER), ledger.house_account(SERVER), missing, reason)
        stored_key = None if renews_keys else tx.get_note(PAGE_KEY)
        key = stored_key or secrets.token_hex(32)
        tx.set_note(PAGE_KEY, key)
        if name:
            tx.set_note(OWN_NAME, name)
        return key, name or tx.get_note(OWN_NAME) or ""

    async with open_database(path) as database:
        return await database.write(transaction)


def _settings() -> Settings:
    """Return settings that are independent of the environment."""
    values = {
        "discord_token": "practice",
        "log_level": "ERROR",
        "dev_server_id": None,
        "shards": "0/1",
        "faces": "emojis",
    }
    return Settings.model_validate({**values, "pictures": "always"})


def _key(secret: str, path: str) -> str:
    return hmac.new(secret.encode(), path.encode(), hashlib.sha256).hexdigest()[:32]


def _own_address() -> str:
    """Return the address at which other machines in the network reach this one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; the system only chooses the local address.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return HOST
        name: Iterable[object] = probe.getsockname()
        return str(must_find(name))
