"""SimCord for these tests: time passes only when it is let pass.

By the wall's clock a busy machine would decide what comes first. Here every sleep of the bot's is virtual:
`Room.wait` lets time pass, and whatever is done waits for what sleeps no longer than `SETTLE_SECONDS`, in
the order in which it wakes.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any

import simcord
from simcord._settlement import _active_callbacks, _wakes_recognized_wait

SETTLE_SECONDS = 1.4
"""What sleeps longer than this is left to `Room.wait`."""
IDLE_SECONDS = 0.004
"""Seconds between two looks whether the bot has come to rest, where nothing tells of it: less costs work."""
PATIENCE_SECONDS = 60.0
"""So long the bot may take, by the wall's clock, until only sleepers are left."""


class Brisk(simcord.Env):
    """An environment in which nobody sleeps by the wall's clock."""

    def _schedule_timer(self, *_arguments: Any) -> None:
        """Leave a sleep to virtual time alone."""

    async def _settle_internal(self, **options: Any) -> None:
        until = self._virtual_time + (options.pop("timeout", None) or self.settle_timeout)
        await super()._settle_internal(**options | {"timeout": PATIENCE_SECONDS, "idle": IDLE_SECONDS})
        while not self._advancing and (due := self._wakes_at()) <= until:
            await self._advance_to(due)

    async def _advance_to(self, target: float, _deadline: float = 0.0) -> None:
        await super()._advance_to(target, asyncio.get_running_loop().time() + PATIENCE_SECONDS)

    def _wakes_at(self) -> float:
        """When the next sleeper wakes that waits for time and nothing else."""
        state = self._settlement_state()
        times = (
            each.when
            for each in _active_callbacks(state)
            if each.when is not None and not _wakes_recognized_wait(state, each)
        )
        return min(times, default=math.inf)
