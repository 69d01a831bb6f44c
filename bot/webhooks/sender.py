"""One request to a webhook: checked, bounded in time and size, and without a trace of the address."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Literal, TypeAlias

import aiohttp
from aiohttp.abc import AbstractResolver

from bot import __version__
from bot.webhooks.addresses import (
    ApartResolver,
    NotPublic,
    PublicResolver,
    host_of,
    is_public,
    may_be_asked,
)

Sent: TypeAlias = Literal["taken", "again", "refused", "private", "too_large"]
"""What came of it: taken, to be tried again, not to be tried again, not allowed, or not sent at all."""
BODY_MAX = 1_000_000
HEADER_MAX = 8190
"""The longest line of an answer's head, in bytes; its body is never read."""
TIMEOUT = aiohttp.ClientTimeout(total=10.0, connect=5.0)
FOR_A_WHILE = {
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.TOO_EARLY,
    HTTPStatus.TOO_MANY_REQUESTS,
}


LOOKUPS_MAX = 30
"""As many names are looked up at once as standings are sent."""


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
