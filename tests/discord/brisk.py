"""SimCord for these tests: time passes only when it is let pass, and what is copied is copied plainly.

By the wall's clock a busy machine would decide what comes first. Here every sleep of the bot's is virtual:
`Room.wait` lets time pass, and whatever is done waits for what sleeps no longer than `SETTLE_SECONDS`, in
the order in which it wakes.
"""

from __future__ import annotations

import asyncio
import math
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import simcord
from simcord import _dpy_internals, components, env, gateway, results
from simcord._runtime import _CallbackRecord
from simcord._settlement import _active_callbacks
from simcord.http import router

SETTLE_SECONDS = 1.4
"""What sleeps longer than this is left to `Room.wait`."""
IDLE_SECONDS = 0.004
"""Seconds between two looks whether the bot has come to rest, where nothing tells of it: less costs work."""
PATIENCE_SECONDS = 60.0
"""So long the bot may take, by the wall's clock, until only sleepers are left."""
UNUSED = (
    "is_listener_future",
    "is_wait_for_listener",
    "is_view_wait_future",
    "view_expiry_task",
    "tasks_loop_sleep",
)
"""Ways to wait that our bot doesn't take: SimCord needn't look for them whenever it looks at a task."""


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
        callbacks = _active_callbacks(self._settlement_state())
        return min((each.when for each in callbacks if each.when is not None), default=math.inf)


def copied(value: Any) -> Any:
    """What JSON can hold, anew: `deepcopy` keeps a record of all that it has seen."""
    kind = type(value)
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return value if kind in PLAIN else deepcopy(value)


PLAIN = frozenset({str, int, bool, float, type(None)})


def look_for_sleepers_alone() -> None:
    """Have SimCord look for sleepers; a bot that did wait in one of those ways would seem never to rest."""
    for name in UNUSED:
        assert hasattr(_dpy_internals, name)
        setattr(_dpy_internals, name, lambda *_: False)
    vars(env)["_virtualize_recognized_waits"] = lambda *_: None


def copy_plainly() -> None:
    """Have SimCord copy so, and find a callback of its own by what it is instead of by what it holds."""
    for module in (components, results):
        vars(module)["deepcopy"] = copied
    for module in (gateway, router):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
    _CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
