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
PORT = 8737
"""The usual port, unless another program has it."""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
OWN_NAME = "practice_name"
"""The key of the first person's name in a kept file."""
PAGE_KEY = "page_key"
"""The key of the signing secret in a kept file, so that an open page fits the next room."""


def main(*, port: int | None, database: Path | None, host: str = HOST, renews_keys: bool = False) -> int:
    """Open the practice room until Ctrl-C or SIGTERM; the process's exit status.

    With new keys no link that was given out before leads in. Without a port it is the usual one if that is
    free. At a terminal the reader is asked once what they are called, and their browser opens the page.
    """
    logs.set_up("ERROR")
    is_new = database is None or not database.exists()
    name = _ask_name() if is_new and _is_at_terminal() else ""
    try:
        with tempfile.TemporaryDirectory(prefix="taproom-") as folder:
            path = database or Path(folder) / "practice.db"
            where = host, usual_port(host) if port is None else port
            asyncio.run(_open(where, path, name, is_kept=database is not None, renews_keys=renews_keys))
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


def usual_port(host: str) -> int:
    """Return the port at which the page always is, so that its links stay good; 0 where that is taken."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, PORT))
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
    """Return what is said once the room is open: where it is, who one is there, and how to end it."""
    first, *others = links
    lines = [f"The practice room is open: {first}", f"You are {name}. Ctrl-C, in this terminal, closes it."]
    if not is_kept:
        lines.append("Nothing is kept then. To go on another time: taproom play --database tavern.db")
    lines += [f"For somebody else: {each}" for each in others] if is_shared else []
    return "".join(f"{each}\n" for each in lines)


def _show(link: str) -> None:
    """Open the page in the reader's browser, where there is one with windows."""
    has_windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, DISPLAYS))
    if has_windows and _is_at_terminal():
        webbrowser.open(link)


async def _open(where: tuple[str, int], path: Path, name: str, *, is_kept: bool, renews_keys: bool) -> None:
    leave, host = asked_to_leave(), where[0]
    async with opened(path, name, renews_keys=renews_keys) as room, served(room, *where) as address:
        links = room.links(address)
        sys.stdout.write(greeting(links, room.first_name, is_kept=is_kept, is_shared=host != HOST))
        sys.stdout.flush()
        _show(links[0])
        leaving = asyncio.create_task(leave.wait())
        ends: set[asyncio.Future[Any]] = {leaving, room.front.app.database.broken}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()


class PracticeRoom:
    """A house with four people at its page."""

    def __init__(self, database: Database, key: str, first_name: str = "") -> None:
        self.first_name = first_name or must_find(PEOPLE.values())
        people = {**PEOPLE, must_find(PEOPLE): self.first_name}
        self.company = LocalDirectory(
            sprites(), {CHANNEL: "taproom"}, self._is_command, lambda: _("somebody")
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
                server_name="The practice room",
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
        # Nothing has to be drawn for it.
        window.offer([Offered(first.deed, first.action)])
        await self.presses.do(window, first)

    def _is_command(self, name: str) -> bool:
        return self.front.commands.has(name)


@contextlib.asynccontextmanager
async def opened(path: Path, name: str = "", *, renews_keys: bool = False) -> AsyncIterator[PracticeRoom]:
    """The room with its tables; it is closed at the end. The first person has the name they had before."""
    key, kept_name = await _stock(path, name, renews_keys=renews_keys)
    room = PracticeRoom(await Database.open(path), key, kept_name)
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


async def _stock(path: Path, name: str, *, renews_keys: bool) -> tuple[str, str]:
    """Fill every wallet once, and the house's account when half of it is gone.

    Returns what keys are made of, and what the first person is called.
    """
    at = time.time()

    def transaction(tx: Transaction) -> tuple[str, str]:
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
        if name:
            tx.set_note(OWN_NAME, name)
        return key, name or tx.get_note(OWN_NAME) or ""

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
