"""SimCord for these tests: time passes only when it is let pass, and what is copied is copied plainly.

By the wall's clock a busy machine would decide what comes first. Here every sleep of the bot's is virtual:
`Room.wait` lets time pass, and whatever is done waits for what sleeps no longer than `SETTLE_SECONDS`, in
the order in which it wakes.
"""

from __future__ import annotations

import asyncio
import json
import marshal
import math
import pickle
from types import SimpleNamespace
from typing import Any
from weakref import ref

import simcord
from simcord import _dpy_internals, _runtime, actors, components, gateway, results
from simcord._dpy_internals import _original_callback
from simcord._runtime import (
    _CallbackRecord,
    _current_task,
    _selected_env,
    _TaskRecord,
    _track_callback,
    _WorkState,
)
from simcord._settlement import (
    _active_callbacks,
    _is_parked,
    _run_due_virtual_callbacks,
    _settle_timeout_message,
    _SettlementState,
)
from simcord.http import router
from simcord.http.routes import interactions as routes

SETTLE_SECONDS = 1.4
"""A task that sleeps longer than this is left to `Room.wait`."""
IDLE_SECONDS = 0.004
"""Seconds between two looks whether the bot has come to rest, where nothing tells of it: less costs work."""
PATIENCE_SECONDS = 60.0
"""The wall-clock seconds that the bot may take until only sleepers are left."""
TURNS = 64
"""The limit of the loop's turns before a look, while tasks can go on at once."""
WAKE = asyncio.futures._set_result_unless_cancelled  # type: ignore[attr-defined]
"""The callback of a timer that ends a sleep."""
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
        until = self._virtual_time + (options.get("timeout") or self.settle_timeout)
        self._last_dispatch = options.get("dispatch")
        await self._rest(options.get("_deadline") or asyncio.get_running_loop().time() + PATIENCE_SECONDS)
        while not self._advancing and (due := self._wakes_at()) <= until:
            await self._advance_to(due)

    async def _rest(self, deadline: float) -> None:
        """Wait until two looks in a row find nothing but sleepers; tasks that can go on do so first."""
        loop: Any = asyncio.get_running_loop()
        looks = 0
        while looks < 2:
            _run_due_virtual_callbacks(self._settlement_state(), deadline)
            await asyncio.sleep(0)
            for _ in range(TURNS):
                if not loop._ready:
                    break
                await asyncio.sleep(0)
            state = self._settlement_state()
            under_way = self._under_way(state, deadline)
            due = [each for each in _active_callbacks(state) if (each.when or 0.0) <= state.virtual_time]
            looks = 0 if under_way or due else looks + 1
            if looks == 0 and loop.time() >= deadline:
                stuck = [each for each in under_way if isinstance(each, asyncio.Task)]
                raise TimeoutError(_settle_timeout_message(state, stuck, stuck, PATIENCE_SECONDS, due))
            if under_way:
                await asyncio.wait(under_way, timeout=IDLE_SECONDS, return_when=asyncio.FIRST_COMPLETED)

    def _under_way(self, state: _SettlementState, deadline: float) -> list[asyncio.Future[Any]]:
        """Return the futures that wait for something other than time."""
        if self._advance_task not in (None, asyncio.current_task()):
            return [self._advance_task]
        ahead = (each for each in _active_callbacks(state) if (each.when or 0.0) > state.virtual_time)
        timers: list[Any] = [each.handle for each in ahead]
        asleep = {each._args[0] for each in timers if _original_callback(each._callback) is WAKE}
        tasks = (task for task in self._work.tasks if not task.done() and _waiter(task) not in asleep)
        return [*self._work.executors, *(each for each in tasks if not _is_parked(state, each, deadline))]

    async def _advance_to(self, target: float, _deadline: float = 0.0) -> None:
        await super()._advance_to(target, asyncio.get_running_loop().time() + PATIENCE_SECONDS)

    def _wakes_at(self) -> float:
        """Return the time at which the next sleeper wakes that waits for time only."""
        callbacks = _active_callbacks(self._settlement_state())
        return min((each.when for each in callbacks if each.when is not None), default=math.inf)


def _waiter(task: asyncio.Task[Any]) -> Any:
    """Return the future that a task waits for; a future that is done keeps no task asleep."""
    waiter = task._fut_waiter  # type: ignore[attr-defined]
    return None if waiter is None or waiter.done() else waiter


def copied(value: Any) -> Any:
    """Return a new copy of JSON values and their enumerations, twenty times as fast as `deepcopy`."""
    try:
        return marshal.loads(marshal.dumps(value))  # noqa: S302  (our own, of a moment ago)
    except ValueError:
        return pickle.loads(pickle.dumps(value))  # noqa: S301  (as above)


def sent(value: Any) -> Any:
    """Return a payload as it arrives, by way of JSON."""
    return json.loads(json.dumps(value))


def walked(components: Any) -> list[dict[str, Any]]:
    """Every component in wire order, as SimCord's own walk gives them, which goes by many small steps."""
    found, ahead = [], [components] if isinstance(components, dict) else [*reversed(components)]
    while ahead:
        each = ahead.pop()
        if not isinstance(each, dict):
            continue
        found.append(each)
        if "component" in each:
            ahead.append(each["component"])
        if "accessory" in each:
            ahead.append(each["accessory"])
        if children := each.get("components"):
            ahead.extend(reversed(children))
    return found


def monotonic() -> float:
    """The time of the environment that asks: SimCord's own clock imports a module for each look."""
    asking = _selected_env(driver=False)
    return _dpy_internals.real_monotonic() if asking is None else asking._virtual_time


def track_task(
    work: _WorkState, task: asyncio.Task[Any], generation: int, label: str, loop: Any, record_error: Any
) -> None:
    """Own a task until it is done, as SimCord does, which looks at those again that did not fail, too."""
    owner = _current_task()
    record = work.tasks[task] = _TaskRecord(generation, label, None if owner is None else ref(owner))

    def done(completed: asyncio.Task[Any]) -> None:
        if completed.cancelled() or completed._exception is None:
            work.tasks.pop(completed, None)
        else:
            loop.call_soon(work.inspect_task, completed, record, loop, record_error)

    task.add_done_callback(done)


def track_callback(
    work: _WorkState, original: Any, callback: Any, args: tuple[Any, ...], **known: Any
) -> asyncio.Handle:
    """Own a callback, as SimCord does, except the steps of tasks: a task tells by itself that it goes on."""
    if known["when"] is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
        handle: asyncio.Handle = original(callback, *args, context=known["context"])
        return handle
    return _track_callback(work, original, callback, args, **known)


def look_for_sleepers_alone() -> None:
    """Make SimCord look for sleepers only; a bot that waits in one of those ways would seem never to rest."""
    for name in UNUSED:
        assert hasattr(_dpy_internals, name)
        setattr(_dpy_internals, name, lambda *_: False)


def work_plainly() -> None:
    """Do the same in SimCord, which then finds a callback of its own by identity instead of by content."""
    for module in (components, results):
        vars(module)["deepcopy"] = copied
    for module, copy in ((gateway, sent), (router, copied)):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copy)
    for module in (components, actors, routes):
        assert module.walk_components
        vars(module)["walk_components"] = walked
    assert hasattr(_dpy_internals, "_clock_monotonic")
    vars(_dpy_internals)["_clock_monotonic"] = monotonic
    assert hasattr(_runtime, "_track_callback")
    vars(_runtime)["_track_callback"] = track_callback
    assert hasattr(_WorkState, "track_task")
    setattr(_WorkState, "track_task", track_task)  # noqa: B010  (it is said there otherwise what it takes)
    _CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
