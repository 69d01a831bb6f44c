"""Limits of requests to Discord: per user, per client, and while Discord asks to wait.

Discord bans an address that sends ten thousand invalid requests within ten minutes; then the bot in the chat
is cut off, too. So requests are counted before they are sent, and none is sent while Discord asks to wait.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from aiohttp import web

K = TypeVar("K", bound=Hashable)

KEYS_MAX = 10_000
PAUSE_SECONDS = 5.0
"""The waiting time if Discord names none."""
PAUSE_SECONDS_MAX = 24 * 3600.0


class Budget(Generic[K]):
    """A token bucket for each key; only admitted requests are counted."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float]) -> None:
        self._burst = float(burst)
        self._per_second = per_second
        self._clock = clock
        self._left: OrderedDict[K, tuple[float, float]] = OrderedDict()

    def take(self, key: K) -> float:
        """Admit a request and return 0, or return the seconds until the next one can be admitted."""
        now = self._clock()
        left, counted_at = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + (now - counted_at) * self._per_second)
        if left < 1.0:
            return (1.0 - left) / self._per_second
        self._left[key] = left - 1.0, now
        self._left.move_to_end(key)
        if len(self._left) > KEYS_MAX:
            self._left.popitem(last=False)
        return 0.0


class Backoff:
    """The time during which Discord accepts no requests."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until = 0.0

    def begin(self, retry_after: str | None) -> None:
        """Honour a `Retry-After` header, given in seconds."""
        try:
            seconds = float(retry_after or PAUSE_SECONDS)
        except ValueError:
            seconds = PAUSE_SECONDS
        if not 0 < seconds <= PAUSE_SECONDS_MAX:
            seconds = PAUSE_SECONDS
        self._until = max(self._until, self._clock() + seconds)

    @property
    def seconds_left(self) -> float:
        """The seconds until the next request may be sent; 0 or less if it may be sent at once."""
        return self._until - self._clock()


def client_of(request: web.Request) -> str:
    """Return the address of a client, or "" if a proxy on this machine or network hides it.

    Only the last entry of `X-Forwarded-For` counts, because the proxy itself wrote it. An IPv6 client is
    identified by its network of 64 bits.
    """
    remote = _address(request.remote or "")
    if remote is not None and (remote.is_private or remote.is_loopback):
        # A client may send an invented header, to which the proxy appends its own.
        forwarded = request.headers.getall("X-Forwarded-For", [""])[-1]
        remote = _address(forwarded.rpartition(",")[2].strip())
    if remote is None:
        return ""
    if isinstance(remote, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((remote, 64), strict=False))
    return str(remote)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
