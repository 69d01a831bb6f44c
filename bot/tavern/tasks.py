"""Waiting for tasks, and giving up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine


async def until_done(under_way: Callable[[], Collection[asyncio.Future[None]]]) -> None:
    """Wait until all tasks are done; cancelling the wait cancels them."""
    try:
        while tasks := under_way():
            await asyncio.wait(tasks)
    except asyncio.CancelledError:
        for task in under_way():
            task.cancel()
        raise


async def at_most(seconds: float, *waits: Coroutine[None, None, None]) -> None:
    """Wait for all of these, and cancel those that take longer."""
    tasks = [asyncio.create_task(each) for each in waits]
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
