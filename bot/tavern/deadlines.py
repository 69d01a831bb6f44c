"""Time that goes on evenly, whatever happens to the wall clock (F-16), and what is due in it at tables.

Within a process every deadline runs by a clock that nobody can set. It starts from the wall clock; what the
wall clock has moved away from it since is a jump: summer time set by hand, a correction over the network, a
wrong year. Time in which this process did not run, on a suspended or frozen machine, does not count either
(TB-8), so it looks the same: the wall clock is ahead (`scheduler.py` takes both out of every deadline).

A house player takes its time over what is worth it, so that people can follow, and no more. How long
is told by public facts alone, so that a pause says nothing of a hand (TB-11).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterable
from typing import Generic, TypeVar

from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import PlainOffer
from games.engine.table import play, time_bank
from games.engine.table.table import AnyTable, awaited, has_clock
from games.engine.table.table_talk import is_paused
from storage.errors import NotAccepted, StorageError

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

FROZEN_SECONDS = 30.0
"""Longer gaps between calls mean that the process was frozen or suspended."""
LATE_SECONDS = 0.01
"""Rather ring a little late than early, and have to wait again."""
WAIT_SECONDS_MAX = 30 * 24 * 3600.0
"""The event loop's longest timer; later deadlines ring early and are set again."""
NOTHING_SECONDS = 0.3
"""Where a house player has nothing to decide, or no person plays the hand any more."""
THINK_SECONDS, THINK_SECONDS_MAX = 0.8, 2.5
RESULT_SECONDS = 4.0
"""In a hand that begins at once, before anything is done: a person sees how the last one ended."""
CHOICE_SECONDS = 0.1
"""For each choice beyond two."""
POT_SECONDS = 2.0
"""For a pot that holds all there is at the table; for half of it half as long."""
DECIDE_SECONDS = 0.15
"""The end of each pause, in which a decision is made; nobody can tell how soon (TB-11).

Where decisions take longer so does this, and the pause with it (`house_account.Window`).
"""
DEAL_SECONDS = 30
"""Seconds between two hands, to look, to cut, to come and go."""
CALLED_SECONDS = 8
"""Seconds between two hands of a tournament."""
IDLE_SECONDS = 24 * 3600
"""Seconds after which an idle table closes (TB-10)."""
PAUSE_SECONDS_MAX = 3600
"""Seconds after which a pause that all agreed on ends by itself, so that no table hangs for ever."""
LONELY_SECONDS = 15 * 60
"""Seconds after which a table waiting for a second person closes (F-55)."""
IN_SIGHT_SECONDS = 10 * 60
"""Seconds a table waits where the bot can only answer: 15 minutes after a press it could not show its end."""


def since_start() -> float:
    """Seconds since this machine started, suspended time included where that is known."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class MonotonicClock:
    """Callable giving unix seconds; `wall` can be set by anybody, `elapsed` by nobody."""

    def __init__(
        self, wall: Callable[[], float] = time.time, elapsed: Callable[[], float] = since_start
    ) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._asked_at = elapsed()
        self._began = wall() - self._asked_at
        """The wall clock's time at `elapsed` 0."""
        self._away = 0.0

    def __call__(self) -> float:
        """Unix seconds of a clock that stood still while this process was frozen."""
        at = self._elapsed()
        if at - self._asked_at > FROZEN_SECONDS:
            self._away += at - self._asked_at
        self._asked_at = at
        return self._began + at - self._away

    @property
    def elapsed(self) -> Callable[[], float]:
        """The clock below: seconds since some moment, which nobody can set and which never stand still."""
        return self._elapsed

    def jump(self) -> tuple[float, float]:
        """How far the wall clock is ahead, and how much of that it was set; the rest was downtime."""
        ahead = self._wall() - self()
        return ahead, ahead - self._away

    def go_by_wall(self) -> Callable[[], None]:
        """Follow the wall clock from now on; the returned function undoes that."""
        before = self._began, self._away
        self._began, self._away = self._wall() - self._elapsed(), 0.0

        def undo() -> None:
            self._began, self._away = before

        return undo


def thinker(table: AnyTable, game: AnyGame) -> Seat | None:
    """The first house player to act, if any; nobody while the game is paused."""
    if is_paused(table):
        return None
    return next((seat for seat in play.asked(table, game) if table.seated(seat).is_house), None)


def has_choice(table: AnyTable, game: AnyGame, seat: Seat) -> bool:
    """Whether a seat that is asked has more than one thing to do."""
    offers = () if table.hand is None else game.offers(table.hand.state, seat)
    return len(offers) != 1 or not isinstance(offers[0], PlainOffer)


def has_audience(table: AnyTable, game: AnyGame) -> bool:
    """Whether a person still plays the hand under way."""
    hand = table.hand
    if hand is None:
        return True
    playing = (table.seated(seat) for seat in hand.seats if not game.is_out(hand.state, seat))
    return any(each.player is not None and each.standing == "in" for each in playing)


def think_seconds(table: AnyTable, game: AnyGame, seat: Seat) -> float:
    """Seconds for which a house player seems to think: longer over more choices, and over a larger pot."""
    if table.hand is None or not has_choice(table, game, seat) or not has_audience(table, game):
        return NOTHING_SECONDS
    state = table.hand.state
    choices = len(game.offers(state, seat))
    held = sum(table.seated(each).stack for each in table.hand.seats)
    at_stake = game.pot(state) / held if held else 0.0
    seconds = THINK_SECONDS + CHOICE_SECONDS * max(0, choices - 2) + POT_SECONDS * at_stake
    return min(THINK_SECONDS_MAX, seconds)


def deadline(before: AnyTable, after: AnyTable, game: AnyGame, at: float, was: float | None) -> float | None:
    """When the table next needs a tick; an open question keeps its deadline (`was`)."""
    if after.phase == "closed":
        return None
    if is_paused(after):
        return was if is_paused(before) else at + PAUSE_SECONDS_MAX
    if before.pause is not None and before.pause.left is not None:
        was = at + before.pause.left
    return _running(before, after, game, at, was)


def _running(before: AnyTable, after: AnyTable, game: AnyGame, at: float, was: float | None) -> float | None:
    """The same, while no clock is stopped."""
    if after.phase == "lobby":
        people = sum(each.player is not None for each in after.present)
        return at + (LONELY_SECONDS if people <= 1 else IDLE_SECONDS)
    if after.hand is None:
        return _dealt_at(before, after, game, at, was)
    asked, asks = _asked(before, game), _asked(after, game)
    thinking = {each for each in asks if each[2]}
    if thinking:
        # Whatever others do meanwhile does not postpone a house player's turn.
        is_thought_of = thinking == {each for each in asked if each[2]}
        pause = _pause(before, after, game, min(thinking)[0])
        return was if is_thought_of else at + pause - DECIDE_SECONDS
    # Several may be asked at once: that one of them has answered gives the others no more time.
    is_as_before = asks <= asked and not any(is_house for _, _, is_house in asked)
    if not is_as_before or has_clock(before) != has_clock(after):
        return at + _limit(after, asks)
    # Whoever has answered may have been the one with the least time.
    return None if was is None else was - _limit(before, asked) + _limit(after, asks)


def restarted(table: AnyTable, game: AnyGame, at: float) -> float:
    """When the table next needs a tick, if whoever is to act has all their time from now on."""
    if is_paused(table):
        return at + PAUSE_SECONDS_MAX
    return at + _limit(table, _asked(table, game))


def taken(table: AnyTable, game: AnyGame, at: float, deadline_at: float | None) -> int | None:
    """Whole seconds since those were asked whose answer is open; None where no clock says so (TB-18)."""
    asks = _asked(table, game)
    if deadline_at is None or not has_clock(table) or any(is_house for _, _, is_house in asks):
        return None
    return max(0, round(at - deadline_at + _limit(table, asks)))


def _pause(before: AnyTable, after: AnyTable, game: AnyGame, seat: Seat) -> float:
    """Seconds before a house player acts: longer where a hand has begun without a rest after the last one."""
    is_over_result = before.hand and after.hand and before.hand.number != after.hand.number
    has_pause = is_over_result and has_audience(after, game)
    return RESULT_SECONDS if has_pause else think_seconds(after, game, seat)


def _dealt_at(before: AnyTable, after: AnyTable, game: AnyGame, at: float, was: float | None) -> float | None:
    """When the next hand is dealt automatically; at a tournament only once the director called for it.

    Nobody waits for the only person: they deal, or the table closes at last (TB-8, TB-10). So does one
    that waits for people who sit out (TB-17).
    """
    if after.terms.tournament is None:
        has_rested = before.phase == "playing" and before.hand is None
        deals = _deals(after, game)
        if has_rested and _deals(before, game) == deals:
            return was
        return at + (DEAL_SECONDS if deals else IDLE_SECONDS)
    if not after.is_called:
        return None
    return was if before.is_called and before.hand is None else at + CALLED_SECONDS


def _deals(table: AnyTable, game: AnyGame) -> bool:
    """Whether the next hand is dealt by itself."""
    return has_clock(table) and not awaited(table, game)


def _limit(table: AnyTable, asks: Collection[tuple[Seat, int, bool]]) -> int:
    """The least time that anybody has who is asked; if nobody waits, until the table closes (TB-8, TB-10)."""
    if not has_clock(table):
        return IDLE_SECONDS
    return min((time_bank.limit(table, seat) for seat, _, _ in asks), default=table.terms.turn_seconds)


def _asked(table: AnyTable, game: AnyGame) -> set[tuple[Seat, int, bool]]:
    """The open questions: seat, question number, and whether the house answers."""
    seats = (table.seated(seat) for seat in play.asked(table, game))
    return {(each.seat, each.question, each.is_house) for each in seats}


class Deadlines(Generic[K]):
    """Calls `ring(key)` once the time set for a key has come.

    `now` gives unix seconds. A key has one deadline; setting it again replaces it. What is left until
    then runs by the loop's own time, so that nothing rings early or late when `now` is set (F-16).
    """

    def __init__(self, now: Callable[[], float], ring: Callable[[K], Awaitable[None]]) -> None:
        self._now = now
        self._ring = ring
        self._deadlines: dict[K, tuple[float, asyncio.TimerHandle]] = {}
        self._rung: set[asyncio.Future[None]] = set()
        self._is_stopped = False

    def set(self, key: K, at: float | None) -> None:
        """Ring for a key at that time; None: not at all."""
        was, timer = self._deadlines.get(key, (None, None))
        if self._is_stopped or was == at:
            return
        if timer is not None:
            timer.cancel()
            del self._deadlines[key]
        if at is not None:
            wait = min(max(at - self._now(), 0.0) + LATE_SECONDS, WAIT_SECONDS_MAX)
            self._deadlines[key] = at, asyncio.get_running_loop().call_later(wait, self._wake, key)

    def stop(self) -> None:
        """Stop ringing, whatever is set; what was rung for goes on."""
        self._is_stopped = True
        for _, timer in self._deadlines.values():
            timer.cancel()
        self._deadlines.clear()

    async def quiet(self) -> None:
        """Wait until everything rung for is done."""
        await until_done(lambda: self._rung)

    def _wake(self, key: K) -> None:
        del self._deadlines[key]
        task = asyncio.ensure_future(self._ring(key))
        self._rung.add(task)
        task.add_done_callback(self._rung.discard)


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


class BackgroundPass(ABC, Generic[T]):
    """Goes through what is due, one pass at a time; what fails for a while is due again in the next."""

    def __init__(self) -> None:
        self._passing: set[asyncio.Task[None]] = set()

    @abstractmethod
    async def due(self) -> Iterable[T]:
        """What is to be gone through now."""

    @abstractmethod
    async def keep(self, each: T) -> None:
        """Process one item."""

    @abstractmethod
    def number(self, each: T) -> int:
        """What the log calls it: the number of its tournament."""

    def begin(self) -> None:
        """Begin a pass, unless one is under way."""
        if not self._passing:
            task = asyncio.create_task(self._pass())
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def quiet(self) -> None:
        """Wait until the pass under way is done."""
        await until_done(lambda: self._passing)

    async def _pass(self) -> None:
        log = logging.getLogger(type(self).__module__)
        try:
            for each in await self.due():
                await self._guarded(each)
        except NotAccepted:
            log.warning("what is due has to wait: the database takes no writes")
        except StorageError as closed:
            log.info("work that is due cannot be done: %s", closed)

    async def _guarded(self, each: T) -> None:
        """Do one; a fault of ours leaves the others alone."""
        log = logging.getLogger(type(self).__module__)
        try:
            await self.keep(each)
        except StorageError:
            raise
        except Exception:
            log.exception("number %d is left as it is, error %s", self.number(each), secrets.token_hex(3))
