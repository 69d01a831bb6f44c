"""TN-39: standings of many servers, some of whose addresses do not answer."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from dataclasses import dataclass, field

import aiohttp
import pytest

from bot import webhooks as module
from bot.tavern.tavern import Tavern
from bot.webhooks import SERVER_MAX, Sent, WebhookDeliveries, WebhookSender
from games.catalog import GAMES
from games.engine.seals import Seal
from games.tournament import entries
from games.tournament.model import TournamentTerms
from games.tournament.series import SeriesTerms
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.tournaments import pending_news, series
from storage.tournaments.series import Series
from storage.tournaments.tournaments import Plan, Tournaments
from tests.bot.crowd import WallClock

SILENT, HONEST = "https://silent.example.org/", "https://honest.example.org/"
PATIENCE_SECONDS = 60.0


@dataclass
class Patient(WebhookSender):
    """Half the addresses answer at once, and the others when a test has seen enough."""

    enough: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[str] = field(default_factory=list)
    taken: asyncio.Event = field(default_factory=asyncio.Event)

    async def post(self, address: str, body: bytes, tournament: int) -> Sent:
        """Answer, or wait."""
        self.asked.append(address)
        assert (json.loads(body)["format"], tournament > 0) == ("taproom-series-1", True)
        if address == SILENT:
            await self.enough.wait()
            return "again"
        self.taken.set()
        return "taken"


def note(tx: Transaction, server: int, address: str, at: float) -> None:
    """A series of a server, one of whose tournaments ended then."""
    made = series.add(tx, Series(0, server, 1, "Winter", SeriesTerms((10, 6), 2, 5), 1.0))
    cup = entries.announce(TournamentTerms(2, 20), range(2, 7))
    plan = Plan("Cup", 1, "stone_hand", "{}", 60)
    number = Tournaments().add(tx, (server, 2), plan, cup, Seal("00"), 1.0).id
    series.attach(tx, made.id, number)
    pending_news.keep_address(tx, made.id, 1, address)
    pending_news.want_standings(tx, number, at)


async def test_a_silent_address_holds_nobody_up(database: Database) -> None:
    """TN-39: addresses are asked side by side, at most three of a server at once."""

    def fill(tx: Transaction) -> None:
        for at in range(40):
            note(tx, 1, SILENT, at)
        note(tx, 2, HONEST, 100.0)

    await database.write(fill)
    sender = Patient()
    deliveries = WebhookDeliveries(Tavern(database, GAMES, now=WallClock(1000.0)), sender, is_allowed=True)
    deliveries.begin()
    await asyncio.wait_for(sender.taken.wait(), PATIENCE_SECONDS)
    sender.enough.set()
    await deliveries.quiet()

    assert SERVER_MAX == 3
    assert sorted(sender.asked) == [HONEST, SILENT, SILENT, SILENT]


async def test_a_name_that_nobody_tells_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """TN-39: nor does one that is looked up in vain, however few threads the machine has for others."""
    enough = threading.Event()
    real = socket.getaddrinfo

    def look_up(host: str, *rest: int) -> object:
        if host == "silent.example.org":
            enough.wait(PATIENCE_SECONDS)
            raise OSError
        return real("127.0.0.1", *rest)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(module, "TIMEOUT", aiohttp.ClientTimeout(total=2 * PATIENCE_SECONDS))
    sender = WebhookSender()
    silent = [asyncio.create_task(sender.post(SILENT, b"{}", each)) for each in range(29)]
    try:
        told = await asyncio.wait_for(sender.post(HONEST, b"{}", 30), PATIENCE_SECONDS)
        waiting = [each for each in silent if not each.done()]
    finally:
        enough.set()
        await asyncio.gather(*silent)

    assert told == "private"
    assert len(waiting) == 29
