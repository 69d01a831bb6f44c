"""When a shard may identify: Discord takes one of each bucket in five seconds, whatever process it is of."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any

import discord
from discord.http import HTTPClient

from storage import leases
from storage.db.database import Database
from storage.errors import StorageError
from storage.leases import IDENTIFY_SECONDS, ShardRange

log = logging.getLogger(__name__)


class IdentifyTurns:
    """Gives each shard its turn: by the database, since another process may have had one just before us.

    `is_shared` says whether other processes have shards now: then nobody goes without asking.
    """

    is_shared = False

    def __init__(self, database: Database) -> None:
        self._database = database
        self._concurrency = 1
        self._free_at: dict[int, float] = {}
        """When a bucket is free again, by the event loop's clock."""

    async def ask(self, http: HTTPClient) -> int:
        """Ask Discord how many may identify at once; returns how many shards it recommends."""
        try:
            count, _address, limit = await http.get_bot_gateway()
        except discord.GatewayNotFound:
            log.warning("Discord does not say how many shards it wants")
            return 1
        self._concurrency = max(1, limit["max_concurrency"])
        return count

    async def wait(self, shard: int) -> None:
        """Wait until it is this shard's turn."""
        bucket = shard % self._concurrency
        while True:
            seconds = await self._ask_all(bucket)
            if not seconds:
                return
            await asyncio.sleep(seconds)

    def _ask_us(self, bucket: int) -> float:
        now = asyncio.get_running_loop().time()
        wait = self._free_at.get(bucket, now) - now
        if wait <= 0.0:
            self._free_at[bucket] = now + IDENTIFY_SECONDS
        return max(wait, 0.0)

    async def _ask_all(self, bucket: int) -> float:
        try:
            return await self._database.write(partial(leases.wait_to_identify, bucket=bucket))
        except StorageError:
            log.warning("shards cannot agree who connects: the database takes no writes")
            return IDENTIFY_SECONDS if self.is_shared else self._ask_us(bucket)


def shards_of(served: ShardRange | None) -> dict[str, Any]:
    """What discord.py is told of the shards; without a count it asks Discord."""
    if served is None or not served.count:
        return {}
    return {"shard_ids": list(served.numbers), "shard_count": served.count}
