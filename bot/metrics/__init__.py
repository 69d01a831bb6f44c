"""What the machine's keeper may look at while the bot runs: is it well, is it open, and how much it does.

Where `METRICS_PORT` is set, three pages are served there: `/healthz`, `/readyz` and `/metrics`. Where it is
not, nothing of this package but this file is imported, and nothing is counted.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from bot.app import Taproom
    from bot.settings import WatchSettings

Watch: TypeAlias = Callable[["Taproom"], None]


@asynccontextmanager
async def watching(settings: WatchSettings) -> AsyncIterator[Watch]:
    """Serve the pages for the length of a block, if a port is set; they tell of the bot that is then named.

    `OSError` where the port is taken. Until a bot is named, the process is well, and not ready.
    """
    if settings.metrics_port is None:
        yield lambda _bot: None
        return
    # prometheus-client and a web server: who looks at nothing does not wait for them at the start.
    from bot.metrics.page import Lookout  # noqa: PLC0415

    async with Lookout().served(settings.metrics_host, settings.metrics_port) as lookout:
        yield lookout.watch
