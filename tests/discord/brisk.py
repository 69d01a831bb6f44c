"""SimCord for these tests: time passes only when it is let pass, and what is copied is copied plainly.

By the wall's clock a busy machine would decide what comes first. Here every sleep of the bot's is virtual:
`Room.wait` lets time pass, and whatever is done waits for what sleeps no longer than `SETTLE_SECONDS`, in
the order in which it wakes.
"""

from __future__ import annotations

import asyncio
import marshal
import math
import pickle
from types import SimpleNamespace
from typing import Any

import simcord
from simcord import _dpy_internals, actors, components, env, gateway, results
from simcord._runtime import _CallbackRecord, _selected_env
from simcord._settlement import _active_callbacks
from simcord.http import router
from simcord.http.routes import interactions as routes

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
    """What JSON can hold, and enumerations of it, anew, twenty times as fast as `deepcopy`."""
    try:
        return marshal.loads(marshal.dumps(value))  # noqa: S302  (our own, of a moment ago)
    except ValueError:
        return pickle.loads(pickle.dumps(value))  # noqa: S301  (as above)


def walked(components: Any) -> list[dict[str, Any]]:
    """Every component in wire order, as SimCord's own walk gives them, which goes by many small steps."""
    found, ahead = [], [components] if isinstance(components, dict) else [*reversed(components)]
    while ahead:
        each = ahead.pop()
        if not isinstance(each, dict):
            continue
        found.append(each)
        ahead.extend(each[key] for key in ("component", "accessory") if isinstance(each.get(key), dict))
        children = each.get("components")
        if isinstance(children, list):
            ahead.extend(reversed(children))
    return found


def monotonic() -> float:
    """The time of the environment that asks: SimCord's own clock imports a module for each look."""
    asking = _selected_env(driver=False)
    return _dpy_internals.real_monotonic() if asking is None else asking._virtual_time


def look_for_sleepers_alone() -> None:
    """Have SimCord look for sleepers; a bot that did wait in one of those ways would seem never to rest."""
    for name in UNUSED:
        assert hasattr(_dpy_internals, name)
        setattr(_dpy_internals, name, lambda *_: False)
    vars(env)["_virtualize_recognized_waits"] = lambda *_: None


def work_plainly() -> None:
    """Have SimCord do so, and find a callback of its own by what it is instead of by what it holds."""
    for module in (components, results):
        vars(module)["deepcopy"] = copied
    for module in (gateway, router):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
    for module in (components, actors, routes):
        assert module.walk_components
        vars(module)["walk_components"] = walked
    assert hasattr(_dpy_internals, "_clock_monotonic")
    vars(_dpy_internals)["_clock_monotonic"] = monotonic
    _CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
