"""Standings sent to an address that an organiser names: the only requests that do not go to Discord.

An address is https, and no machine of a private network. A name is looked up for each request, every
address that it has must be public, and the connection goes to an address that was checked, since the
connector asks nobody else. So a name that changes its mind in between leads nowhere. A request is bounded
in time and size, and leaves no trace of the address.

What is to be sent is stored in the transaction that ends a tournament, so a kill loses nothing; after a
kill between an answer and the note of it, the same standings are sent once more. Some failures are tried
again, a few times.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal, TypeAlias
from urllib.parse import SplitResult, urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from bot import __version__
from bot.tavern.deadlines import BackgroundPass
from bot.tavern.tavern import Tavern
from bot.tavern.tournament import series as rules
from bot.tavern.tournament.series import as_json
from bot.text.translate import _, shown, speaking
from games.engine.core.errors import Slip, phrase
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.tournaments import pending_news
from storage.tournaments import series as stored_series
from storage.tournaments.pending_news import DuePost

log = logging.getLogger(__name__)

LENGTH_MAX = 500
"""As much as a form takes."""
_PRINTABLE = re.compile(r"[!-~]+")
_GLOBAL_V6 = ip_network("2000::/3")
"""All that is given to machines on the internet; other ranges lead back, or hold an older address."""
_SPECIAL = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")))
"""For protocols and examples, which not every Python knows to be; Teredo and 6to4 hold another address."""
Sent: TypeAlias = Literal["taken", "again", "refused", "private", "too_large"]
"""What came of it: taken, to be tried again, not to be tried again, not allowed, or not sent at all."""
BODY_MAX = 1_000_000
HEADER_MAX = 8190
"""The longest line of an answer's head, in bytes; its body is never read."""
TIMEOUT = aiohttp.ClientTimeout(total=10.0, connect=5.0)
FOR_A_WHILE = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS}
LOOKUPS_MAX = 30
"""As many names are looked up at once as standings are sent."""
POSTS_MAX = 30
"""How many are sent in one pass, side by side."""
SERVER_MAX = 3
"""How many of them for one server: what its addresses take their time for leaves room for others' posts."""
AGAIN_SECONDS = (60.0, 600.0, 3600.0, 6 * 3600.0)
"""How long after each failure it is tried again; then it is given up."""
WHY: Mapping[Sent, str] = {
    # Translators: the server that the standings were sent to.
    "again": phrase("it doesn’t answer"),
    # Translators: “it” is that server, “they” are the standings.
    "refused": phrase("it refuses them"),
    # Translators: “it” is the address.
    "private": phrase("it leads into a private network"),
    # Translators: “they” are the standings.
    "too_large": phrase("they are too long"),
}


class NotAWebhook(Slip):
    says = phrase(
        "Please give an address that begins with https:// and leads to a machine on the internet, without a "
        "name or password in it."
    )


class NotPublic(OSError):
    """A name that leads into a private network."""


def read_webhook(text: str) -> str:
    """An address as a person gives it, or `NotAWebhook`."""
    address = text.strip()
    parts = _parts(address)
    if parts is None or len(address) > LENGTH_MAX or not _PRINTABLE.fullmatch(address):
        raise NotAWebhook
    if parts.scheme != "https" or parts.username is not None or parts.password is not None:
        raise NotAWebhook
    if not parts.hostname or not may_be_asked(parts.hostname):
        raise NotAWebhook
    return parts._replace(fragment="").geturl()


def host_of(address: str) -> str:
    """All that is ever shown of an address."""
    parts = _parts(address)
    return "" if parts is None else parts.hostname or ""


def may_be_asked(host: str) -> bool:
    """Whether a host is a name, or a public address; what a name leads to is checked when it is looked up.

    What has only digits and dots is no name, however it is written (127.1, 2130706433), and never looked up.
    """
    is_address = ":" in host or host.replace(".", "").isdigit()
    return is_public(host) if is_address else True


def is_public(address: str) -> bool:
    """Whether an address is that of a machine on the internet."""
    try:
        found = ip_address(address)
    except ValueError:  # such as one with a zone, which is a link's own
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if any(found in each for each in _SPECIAL if each.version == found.version):
        return False
    is_unicast = found.is_global and not found.is_multicast and not found.is_reserved
    return is_unicast and (isinstance(found, IPv4Address) or found in _GLOBAL_V6)


class PublicResolver(AbstractResolver):
    """Looks names up, and refuses one unless every address that it leads to is public."""

    def __init__(self, inner: AbstractResolver, is_allowed: Callable[[str], bool] = is_public) -> None:
        self._inner = inner
        self._is_allowed = is_allowed

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a name, or `NotPublic`."""
        found = await self._inner.resolve(host, port, family)
        if not found or not all(self._is_allowed(each["host"]) for each in found):
            raise NotPublic
        return found

    async def close(self) -> None:
        """Release the inner resolver."""
        await self._inner.close()


class ApartResolver(AbstractResolver):
    """Looks names up in threads of its own: a name whose server is silent keeps nobody else's waiting."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a name; `OSError` if it has none."""
        found = await asyncio.get_running_loop().run_in_executor(
            self._threads, socket.getaddrinfo, host, port, family, socket.SOCK_STREAM
        )
        return [
            ResolveResult(
                hostname=host,
                host=str(address[0]),
                port=port,
                family=kind,
                proto=protocol,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for kind, _, protocol, _, address in found
        ]

    async def close(self) -> None:
        """The threads go on: they are the next one's."""


def _parts(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        _ = parts.port  # reading it raises where it is no port
    except ValueError:
        return None
    return parts


class WebhookSender:
    """Posts JSON. The resolver, and what it may lead to, are given in tests alone."""

    def __init__(
        self,
        resolver: Callable[[], AbstractResolver] | None = None,
        is_allowed: Callable[[str], bool] = is_public,
    ) -> None:
        threads = ThreadPoolExecutor(LOOKUPS_MAX, "webhooks")
        self._resolver = resolver or (lambda: ApartResolver(threads))
        self._is_allowed = is_allowed

    async def post(self, address: str, body: bytes, tournament: int) -> Sent:
        """Post standings once."""
        if len(body) > BODY_MAX:
            return "too_large"
        # An address without a name is not looked up, so the resolver would not see it.
        if not may_be_asked(host_of(address)):
            return "private"
        try:
            return _judged(await self._status(address, body, tournament))
        except aiohttp.ClientConnectorError as error:
            return "private" if isinstance(error.os_error, NotPublic) else "again"
        except (aiohttp.ClientError, OSError):  # time that has run out is an OSError, too
            return "again"

    async def _status(self, address: str, body: bytes, tournament: int) -> int:
        """The answer's status. No proxy, no redirect, no cookie; nobody else is asked for addresses."""
        connector = aiohttp.TCPConnector(
            resolver=PublicResolver(self._resolver(), self._is_allowed),
            use_dns_cache=False,
            force_close=True,
        )
        async with (
            aiohttp.ClientSession(
                connector=connector,
                timeout=TIMEOUT,
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=False,
                max_line_size=HEADER_MAX,
                max_field_size=HEADER_MAX,
            ) as session,
            session.post(
                address,
                data=body,
                headers={
                    "Content-Type": "application/json",
                    "User-Agent": f"Taproom/{__version__}",
                    "Taproom-Tournament": str(tournament),
                },
                allow_redirects=False,
            ) as answer,
        ):
            return answer.status


def _judged(status: int) -> Sent:
    """What an answer means; a redirect is refused, since nobody has checked where it leads."""
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return "taken"
    is_for_a_while = status in FOR_A_WHILE or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return "again" if is_for_a_while else "refused"


class WebhookDeliveries(BackgroundPass[DuePost]):
    """Sends what is due, in the background; nothing at all unless the bot's owner allows it."""

    at_once = POSTS_MAX

    def __init__(self, tavern: Tavern, sender: WebhookSender, *, is_allowed: bool) -> None:
        super().__init__()
        self._tavern = tavern
        self.sender = sender
        self.is_allowed = is_allowed

    async def due(self) -> Iterable[DuePost]:
        """The standings that are to be sent now."""
        at, shards = self._tavern.now(), self._tavern.serving.lease.shards
        most = (SERVER_MAX, POSTS_MAX)
        return await self._tavern.database.read(lambda tx: pending_news.due_standings(tx, at, *most, shards))

    def number(self, each: DuePost) -> int:
        """Its series."""
        return each.series

    async def keep(self, post: DuePost) -> None:
        """Send one, or note that it was not taken."""

        def read(tx: Transaction) -> tuple[str | None, bytes]:
            series = stored_series.load(tx, post.server, post.series)
            if series is None:  # this version cannot read it
                return None, b""
            return pending_news.address_of(tx, post.series), as_json(rules.view(tx, series))

        address, body = await self._tavern.database.read_long(read)
        sent: Sent = "taken"
        if address is not None and self.is_allowed:
            sent = await self.sender.post(address, body, post.tournament)
        if sent == "taken":
            await self._tavern.database.write(lambda tx: pending_news.standings_done(tx, post))
            return
        log.info("standings of series %d were not taken, try %d", post.series, post.tries + 1)
        if sent == "again" and post.tries < len(AGAIN_SECONDS):
            due_at = self._tavern.now() + AGAIN_SECONDS[post.tries]
            await self._tavern.database.write(lambda tx: pending_news.try_again(tx, post.tournament, due_at))
        else:
            await self._give_up(post, sent, address or "")

    async def _give_up(self, post: DuePost, sent: Sent, address: str) -> None:
        """Send these standings no more, and have the organiser told."""

        def note(tx: Transaction) -> None:
            pending_news.standings_done(tx, post)
            series = stored_series.load(tx, post.server, post.series)
            if series is not None:
                with speaking(server_settings.load(tx, post.server).language):
                    words = _(
                        "I couldn’t send the standings to {host}: {why}. After the next tournament I’ll try "
                        "again."
                    )
                    told = words.format(host=shown(host_of(address)), why=_(WHY[sent]))
                stored_series.save(tx, replace(series, trouble=told, is_told=False))

        await self._tavern.database.write(note)
