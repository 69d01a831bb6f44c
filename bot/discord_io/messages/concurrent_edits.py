"""A message that is changed, perhaps twice at once: nobody knows which change arrived last.

What a message shows after two changes that were in progress at the same time is unknown: it is drawn again.
`live_messages.py` tells the whole life of one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

W = TypeVar("W")


@dataclass(slots=True, kw_only=True)
class LiveMessage(Generic[W]):
    """One message: how it looks, what it is to show next, and the changes of it that are in progress."""

    draw_again: Callable[[], Awaitable[None]]
    """Shows the newest state, whatever the message shows."""
    looks: int = 0
    wanted: W | None = None
    has_crossed: bool = False
    """Whether changes ran at once, or may have, so that what the message shows is unknown."""
    in_progress: int = 0

    @contextlib.asynccontextmanager
    async def change(self) -> AsyncIterator[None]:
        """Marks a change as in progress; after several at once the message is drawn again."""
        self.has_crossed |= self.in_progress > 0
        self.in_progress += 1
        try:
            yield
        except asyncio.CancelledError:
            # We are leaving: the next start draws it again, or whoever takes over.
            self.has_crossed = False
            raise
        finally:
            self.in_progress -= 1
            if self.has_crossed and not self.in_progress:
                self.has_crossed = False
                await self.draw_again()
