"""Which addresses a webhook may have: https, and no machine of a private network.

A name is looked up for each request, every address that it has must be public, and the connection goes to
an address that was checked, since the connector asks nobody else. So a name that changes its mind in
between leads nowhere.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from concurrent.futures import Executor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult

from games.engine.core.errors import Slip
from games.engine.core.sentences import phrase

LENGTH_MAX = 500
"""As much as a form takes."""
_PRINTABLE = re.compile(r"[!-~]+")
_GLOBAL_V6 = ip_network("2000::/3")
"""All that is given to machines on the internet; other ranges lead back, or hold an older address."""
_SPECIAL = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")))
"""For protocols and examples, which not every Python knows to be; Teredo and 6to4 hold another address."""


class NotAWebhook(Slip):
    """A text that is no address that a webhook may have."""

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
