"""Hearing what other processes have committed: each tells it by NOTIFY within its transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import psycopg

from storage.postgres.connection import CONNECT_SECONDS, completed

CHANNEL = "taproom"
AGAIN_SECONDS = 0.5
"""How long a lost connection is left alone."""
log = logging.getLogger(__name__)


async def listen(address: str, hear: Callable[[str], None], begin: Callable[[], None]) -> None:
    """Hear of everything until cancelled; `begin` is called when something may have been missed before."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                completed(address), autocommit=True, connect_timeout=CONNECT_SECONDS
            ) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                begin()
                async for told in connection.notifies():
                    hear(told.payload)
        except psycopg.Error as lost:
            log.warning("other processes cannot be heard: %s", lost)
        await asyncio.sleep(AGAIN_SECONDS)
