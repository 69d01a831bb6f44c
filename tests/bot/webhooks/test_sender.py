"""TN-39: one request to a webhook, against a server on this machine."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from bot import webhooks as module
from bot.webhooks import BODY_MAX, WebhookSender
from tests.bot.webhooks.test_addresses import Book

NAME = "hooks.test"


@dataclass
class Receiver:
    """A server that answers as a test says, and what it was sent."""

    port: int
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    waits: float = 0.0
    got: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where it is; without TLS, which is not ours to prove."""
        return f"http://{NAME}:{self.port}/secret?token=1"

    async def answer(self, request: web.Request) -> web.Response:
        """Note what came, and answer."""
        self.got.append((request.path_qs, await request.read(), dict(request.headers)))
        await asyncio.sleep(self.waits)
        return web.Response(status=self.status, headers=self.headers, body=b"x" * 10)


@pytest_asyncio.fixture
async def receiver() -> AsyncIterator[Receiver]:
    """A server on this machine."""
    app = web.Application()
    runner = web.AppRunner(app)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        made = Receiver(listening.getsockname()[1])
        app.router.add_route("*", "/{rest:.*}", made.answer)
        await runner.setup()
        await web.SockSite(runner, listening).start()
        yield made
        await runner.cleanup()


def trusting(*addresses: str) -> WebhookSender:
    """A sender whose names lead to this machine, which it takes for the internet."""
    return WebhookSender(lambda: Book(**{NAME: list(addresses or ("127.0.0.1",))}), lambda _address: True)


async def test_the_standings_arrive(receiver: Receiver) -> None:
    """As JSON, with the tournament's number; neither cookies nor anything of the bot's go along."""
    assert await trusting().post(receiver.address, b'{"a":1}', 12) == "taken"
    ((path, body, headers),) = receiver.got

    assert (path, body) == ("/secret?token=1", b'{"a":1}')
    assert headers["Content-Type"] == "application/json"
    assert headers["Taproom-Tournament"] == "12"
    assert headers["Host"] == f"{NAME}:{receiver.port}"
    assert {"Authorization", "Cookie"} & headers.keys() == set()


@pytest.mark.parametrize(
    ("status", "comes"),
    [
        (200, "taken"),
        (299, "taken"),
        (301, "refused"),
        (308, "refused"),
        (400, "refused"),
        (404, "refused"),
        (408, "again"),
        (410, "refused"),
        (429, "again"),
        (500, "again"),
        (503, "again"),
    ],
)
async def test_what_an_answer_means(receiver: Receiver, status: int, comes: str) -> None:
    """Taken, to be tried again, or not; nobody follows a redirect."""
    receiver.status, receiver.headers = status, {"Location": f"http://{NAME}:{receiver.port}/elsewhere"}

    assert await trusting().post(receiver.address, b"{}", 1) == comes
    assert len(receiver.got) == 1


async def test_a_private_network_is_never_asked(receiver: Receiver) -> None:
    """The name leads to this machine: nothing is connected to, whether it is named or numbered."""
    honest = WebhookSender(lambda: Book(**{NAME: ["127.0.0.1"]}))

    assert await honest.post(receiver.address, b"{}", 1) == "private"
    assert await WebhookSender().post(f"http://127.0.0.1:{receiver.port}/", b"{}", 1) == "private"
    assert await WebhookSender().post(f"http://[::ffff:7f00:1]:{receiver.port}/", b"{}", 1) == "private"
    assert receiver.got == []


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "localhost"])
async def test_odd_ways_to_write_this_machine(receiver: Receiver, host: str) -> None:
    """Whatever a system's resolver would make of them, nothing arrives."""
    assert await WebhookSender().post(f"http://{host}:{receiver.port}/", b"{}", 1) != "taken"
    assert receiver.got == []


async def test_the_checked_address_is_the_one_that_is_asked(receiver: Receiver) -> None:
    """A name that leads elsewhere the second time it is looked up is looked up once."""
    looked_up = []

    class Turning(Book):
        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
        ) -> list[aiohttp.abc.ResolveResult]:
            looked_up.append(host)
            return await super().resolve(host, port, family)

    sender = WebhookSender(lambda: Turning(**{NAME: ["127.0.0.1"]}), lambda _address: True)

    assert await sender.post(receiver.address, b"{}", 1) == "taken"
    assert looked_up == [NAME]


async def test_nobody_answers(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that is closed, a name that nobody knows, an answer that takes too long: to be tried again."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        assert await trusting().post(f"http://{NAME}:{port}/", b"{}", 1) == "again"

    class Lost(Book):
        async def resolve(self, *_name: object) -> list[aiohttp.abc.ResolveResult]:
            raise OSError

    assert await WebhookSender(Lost).post(receiver.address, b"{}", 1) == "again"

    monkeypatch.setattr(module, "TIMEOUT", aiohttp.ClientTimeout(total=0.05))
    receiver.waits = 0.2

    assert await trusting().post(receiver.address, b"{}", 1) == "again"


async def test_no_proxy_is_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that the environment names would be asked for addresses that nobody has checked."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")

    assert await trusting().post(receiver.address, b"{}", 1) == "taken"


async def test_too_much_is_not_sent(receiver: Receiver) -> None:
    """A million bytes."""
    assert await trusting().post(receiver.address, b"x" * (BODY_MAX + 1), 1) == "too_large"
    assert receiver.got == []


async def test_an_endless_head_is_not_read(receiver: Receiver) -> None:
    """An answer whose head goes on and on is cut off."""
    receiver.headers = {"X": "x" * 20_000}

    assert await trusting().post(receiver.address, b"{}", 1) == "again"
