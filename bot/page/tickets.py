"""What is given out for a moment and is good once: a ticket for a stream, a login that has begun."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Tickets(Generic[T]):
    """Tickets, each for a thing; of more than `most` the oldest are no good any more."""

    def __init__(self, now: Callable[[], float], seconds: float, most: int) -> None:
        self._now = now
        self._seconds = seconds
        self._most = most
        self._given: OrderedDict[str, tuple[float, T]] = OrderedDict()

    def give(self, what: T) -> str:
        """A ticket for something."""
        ticket = secrets.token_urlsafe(24)
        self._given[ticket] = self._now() + self._seconds, what
        if len(self._given) > self._most:
            self._given.popitem(last=False)
        return ticket

    def take(self, ticket: str) -> T | None:
        """What a ticket is for; None if there is none, it is too old, or it was taken before."""
        until, what = self._given.pop(ticket, (0.0, None))
        return what if self._now() < until else None
