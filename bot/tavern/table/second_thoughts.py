"""Choices of hands that are over, thought about where nobody has to wait, and remembered for a while (TB-26).

It thinks in pieces, between which house players think in the same thread, until it is sure or has thought
for five seconds. Two who ask for the same hand wait for the same thoughts. What was found is no matter of
anybody's but who asks: nothing is stored, and after a restart it is thought of anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from time import thread_time
from typing import Any, NamedTuple, TypeAlias

from games.engine.core.game import Seat
from games.tools.second_look import Imagination, SecondLook, SecondLooks

Think: TypeAlias = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Has something thought out where nobody has to wait."""
SECONDS = 5.0
"""So long it thinks about a hand, counted while it does."""
PIECE_SECONDS = 0.05
"""So long nobody else thinks."""
KNOWN_MAX = 200
"""So many hands are remembered with what was found."""


class HandOf(NamedTuple):
    """A hand as one of its seats played it."""

    table: int
    hand: int
    seat: Seat


class SecondThoughts:
    """What was thought of the choices in hands that are over."""

    def __init__(self, think: Think, seeds: Iterator[str]) -> None:
        self._think, self._seeds = think, seeds
        self._thoughts: dict[HandOf, asyncio.Task[tuple[SecondLook, ...]]] = {}

    async def of(self, where: HandOf, begin: Callable[[Imagination], SecondLooks]) -> tuple[SecondLook, ...]:
        """The choices to be told of in that hand."""
        if where not in self._thoughts:
            while len(self._thoughts) >= KNOWN_MAX:
                del self._thoughts[next(iter(self._thoughts))]
            task = self._thoughts[where] = asyncio.create_task(self._thought(begin))
            task.add_done_callback(partial(self._forget_failed, where))
        # Who goes away leaves the thoughts to the others.
        return await asyncio.shield(self._thoughts[where])

    async def _thought(self, begin: Callable[[Imagination], SecondLooks]) -> tuple[SecondLook, ...]:
        looks: SecondLooks = await self._think(partial(begin, Imagination(next(self._seeds))))
        left, goes_on = SECONDS, True
        while goes_on and left > 0:
            goes_on, spent = await self._think(partial(_piece, looks))
            left -= spent
        return looks.found

    def _forget_failed(self, where: HandOf, done: asyncio.Task[tuple[SecondLook, ...]]) -> None:
        """So that it is tried again when somebody asks again, who is told as of any fault."""
        if done.cancelled() or done.exception() is not None:
            self._thoughts.pop(where, None)


def _piece(looks: SecondLooks) -> tuple[bool, float]:
    """Whether there is more to think about, and for how long it was thought."""
    started, spent, goes_on = thread_time(), 0.0, True
    while goes_on and spent < PIECE_SECONDS:
        goes_on = looks.think()
        spent = thread_time() - started
    return goes_on, spent
