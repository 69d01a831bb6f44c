"""One timer for many deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.tavern.deadlines import Deadlines

SOON = 0.03
Made = tuple[Deadlines[str], list[str]]


@pytest.fixture
def made() -> Made:
    """A clock by the loop's time, and what it has rung for."""
    rung: list[str] = []

    async def ring(key: str) -> None:
        rung.append(key)

    return Deadlines(lambda: asyncio.get_running_loop().time(), ring), rung


def later(seconds: float) -> float:
    """A time from now."""
    return asyncio.get_running_loop().time() + seconds


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, however busy the machine is."""
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 -- nobody tells
            await asyncio.sleep(SOON / 3)


async def test_it_rings_in_the_order_of_the_deadlines(made: Made) -> None:
    """Whatever the order in which they were set."""
    clock, rung = made
    clock.set("second", later(2 * SOON))
    clock.set("first", later(SOON))
    await until(lambda: len(rung) == 2)

    assert rung == ["first", "second"]


async def test_what_is_overdue_rings_at_once(made: Made) -> None:
    """A deadline of the past is not forgotten (F-17)."""
    clock, rung = made
    clock.set("late", later(-100))
    await until(lambda: rung != [])

    assert rung == ["late"]


async def test_a_deadline_set_again_replaces_the_one_before(made: Made) -> None:
    """A key has one deadline."""
    clock, rung = made
    clock.set("turn", later(SOON))
    clock.set("turn", later(100))
    clock.set("other", later(SOON))
    clock.set("other", None)
    await asyncio.sleep(3 * SOON)

    assert rung == []


async def test_a_stopped_clock_rings_no_more(made: Made) -> None:
    """A running alarm goes on after the stop, and can be waited for."""
    clock, rung = made
    clock.set("done", later(-1))
    await until(lambda: rung != [])
    clock.set("never", later(SOON))
    clock.stop()
    await clock.quiet()
    await asyncio.sleep(3 * SOON)

    assert rung == ["done"]


async def test_a_stopped_clock_cannot_be_set(made: Made) -> None:
    """F-5: an alarm that rang before goes on and sets its next deadline, by which the books are closed."""
    clock, rung = made
    clock.stop()
    clock.set("never", later(-1))
    await asyncio.sleep(SOON)

    assert rung == []


async def test_quiet_waits_for_what_was_rung() -> None:
    """It waits, so that the bot can finish before it leaves (F-5)."""
    begun: list[str] = []
    done: list[str] = []

    async def ring(key: str) -> None:
        begun.append(key)
        await asyncio.sleep(SOON)
        done.append(key)

    slow: Callable[[str], Awaitable[None]] = ring
    clock = Deadlines(lambda: 0.0, slow)
    clock.set("turn", -1.0)
    await until(lambda: begun != [])
    await clock.quiet()

    assert done == ["turn"]
