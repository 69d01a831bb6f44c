"""A monotonic clock in unix seconds (F-16), and the deadlines of tables.

Within a process every deadline runs by a monotonic clock, which starts at the wall clock's time. A later
difference between the two is a jump: the wall clock was set by hand or corrected over the network. Time
during which this process did not run, because the machine was suspended, doesn't count for deadlines either
(TB-8), and causes the same difference. `scheduler.py` moves all deadlines by it.

A house player pauses before it acts, longer for harder decisions, so that people can follow. The length of a
pause depends on public facts alone, so it reveals nothing about the hand (TB-11).
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
from games.engine.table.pace import LIVE
from games.engine.table.seating import unread
from games.engine.table.table import AnyTable, awaited, has_clock, missing_people, unready
from games.engine.table.table_talk import is_paused
from storage.errors import NotAccepted, StorageError

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

FROZEN_SECONDS = 30.0
"""A longer gap between calls, in seconds, means that the process was frozen or suspended."""
LATE_SECONDS = 0.01
"""Timers are set this many seconds late, since a timer that fires early would have to be set again."""
WAIT_SECONDS_MAX = 30 * 24 * 3600.0
"""The event loop's longest timer, in seconds; later deadlines fire early and are set again."""
NOTHING_SECONDS = 0.3
"""The pause, in seconds, if a house player has no choice or no person plays the hand any more."""
THINK_SECONDS, THINK_SECONDS_MAX = 0.8, 2.5
RESULT_SECONDS = 6.0
"""The pause, in seconds, before the first action of a hand that begins at once, to show the last result."""
CHOICE_SECONDS = 0.1
"""The pause, in seconds, for each choice beyond two."""
POT_SECONDS = 2.0
"""The pause, in seconds, for a pot that holds all chips at the table; for half of them half as long."""
DECIDE_SECONDS = 0.15
"""The last part of each pause, in seconds, during which the decision is computed (TB-11).

If decisions take longer on a machine, it grows, and the pause with it (`house_decisions.ThinkingWindow`).
"""
DEAL_SECONDS = LIVE.rest
"""Seconds between two hands, in which players read the result, cut, join or leave."""
CALLED_SECONDS = 8
"""Seconds between two hands of a tournament."""
IDLE_SECONDS = LIVE.idle
"""Seconds after which an idle table closes (TB-10)."""
COMPANY_SECONDS = LIVE.company
"""Seconds for which a company that plays again waits for the rest of it, once enough are back."""
LONELY_SECONDS = LIVE.lonely
"""Seconds after which a table waiting for a second person closes (F-55)."""
IN_SIGHT_SECONDS = 10 * 60
"""Seconds until a table elsewhere closes: the token that can edit it expires 15 minutes after a press."""


def since_start() -> float:
    """Return the seconds since this machine started, including suspended time where that is known."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class MonotonicClock:
    """A callable that returns unix seconds; it starts at `wall`, and runs by the monotonic `elapsed`."""

    def __init__(
        self, wall: Callable[[], float] = time.time, elapsed: Callable[[], float] = since_start
    ) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._read_at = elapsed()
        self._began = wall() - self._read_at
        """The wall clock's time at `elapsed` 0."""
        self._frozen = 0.0
        """The seconds during which this process did not run."""

    def __call__(self) -> float:
        """Return unix seconds; the clock stands still while this process is frozen."""
        elapsed = self._elapsed()
        if elapsed - self._read_at > FROZEN_SECONDS:
            self._frozen += elapsed - self._read_at
        self._read_at = elapsed
        return self._began + elapsed - self._frozen

    @property
    def elapsed(self) -> Callable[[], float]:
        """The monotonic clock below, in seconds since an arbitrary moment."""
        return self._elapsed

    def jump(self) -> tuple[float, float]:
        """Return the seconds by which the wall clock is ahead, and the part of them by which it was set."""
        ahead = self._wall() - self()
        return ahead, ahead - self._frozen

    def go_by_wall(self) -> Callable[[], None]:
        """Follow the wall clock from now on; call the returned function to undo that."""
        before = self._began, self._frozen
        self._began, self._frozen = self._wall() - self._elapsed(), 0.0

        def undo() -> None:
            self._began, self._frozen = before

        return undo


def house_player_to_act(table: AnyTable, game: AnyGame) -> Seat | None:
    """Return the first house player to act; None if there is none, or the game is paused."""
    if is_paused(table):
        return None
    return next((seat for seat in play.asked(table, game) if table.seated(seat).is_house), None)


def has_choice(table: AnyTable, game: AnyGame, seat: Seat) -> bool:
    """Return True if a seat to act has more than one legal choice."""
    offers = () if table.hand is None else game.offers(table.hand.state, seat)
    return len(offers) != 1 or not isinstance(offers[0], PlainOffer)


def has_audience(table: AnyTable, game: AnyGame) -> bool:
    """Return True if a person still plays the current hand."""
    hand = table.hand
    if hand is None:
        return True
    playing = (table.seated(seat) for seat in hand.seats if not game.is_out(hand.state, seat))
    return any(each.player is not None and each.standing == "in" for each in playing)


def may_go_on(table: AnyTable, game: AnyGame, seat: Seat) -> bool:
    """Return True if a player waits for the house, and plays with no other person (SH-1)."""
    people = [each.seat for each in table.present if each.player is not None]
    return (
        people == [seat] and table.terms.tournament is None and house_player_to_act(table, game) is not None
    )


def think_seconds(table: AnyTable, game: AnyGame, seat: Seat) -> float:
    """Return the seconds of a house player's pause: longer for more choices and for larger pots."""
    if table.hand is None or not has_choice(table, game, seat) or not has_audience(table, game):
        return NOTHING_SECONDS
    state = table.hand.state
    choices = len(game.offers(state, seat))
    held = sum(table.seated(each).stack for each in table.hand.seats)
    at_stake = game.pot(state) / held if held else 0.0
    seconds = THINK_SECONDS + CHOICE_SECONDS * max(0, choices - 2) + POT_SECONDS * at_stake
    return min(THINK_SECONDS_MAX, seconds)


def deadline(before: AnyTable, after: AnyTable, game: AnyGame, at: float, was: float | None) -> float | None:
    """Return the time of a table's next tick after a change at time `at`; None if there is none.

    A question that is still open keeps its deadline `was`.
    """
    if after.phase == "closed":
        return None
    if is_paused(after):
        return was if is_paused(before) else at + after.terms.pace.pause
    if before.pause is not None and before.pause.left is not None:
        was = at + before.pause.left
    return _running(before, after, game, at, was)


def _running(before: AnyTable, after: AnyTable, game: AnyGame, at: float, was: float | None) -> float | None:
    """Return the same for a table that is neither closed nor paused."""
    if after.phase == "lobby" and begins_by_itself(after, game):
        return at + after.terms.pace.company
    if after.phase == "lobby":
        people = sum(each.player is not None for each in after.present)
        return at + (after.terms.pace.lonely if people <= 1 else after.terms.pace.idle)
    if after.hand is None:
        return _dealt_at(before, after, game, at, was)
    asked, asks = _asked(before, game), _asked(after, game)
    thinking = {each for each in asks if each[2]}
    if thinking:
        # Actions of others must not postpone a house player's turn.
        is_unchanged = thinking == {each for each in asked if each[2]}
        pause = _pause(before, after, game, min(thinking)[0])
        unchanged = at if after.ready and not before.ready else was
        return unchanged if is_unchanged else at + pause - DECIDE_SECONDS
    # Several seats may have to act at once: one seat's answer gives the others no more time.
    has_no_new = asks <= asked and not any(is_house for _, _, is_house in asked)
    if not has_no_new or has_clock(before) != has_clock(after):
        return at + _limit(after, asks)
    # The seat that has answered may have had the shortest limit.
    return None if was is None else was - _limit(before, asked) + _limit(after, asks)


def restarted_deadline(table: AnyTable, game: AnyGame, at: float) -> float:
    """Return the time of the table's next tick if the players to act get their whole time from now on."""
    if is_paused(table):
        return at + table.terms.pace.pause
    return at + _limit(table, _asked(table, game))


def seconds_taken(table: AnyTable, game: AnyGame, at: float, deadline_at: float | None) -> int | None:
    """Return the whole seconds since the open questions were asked; None without a time limit (TB-18)."""
    asks = _asked(table, game)
    if deadline_at is None or not has_clock(table) or any(is_house for _, _, is_house in asks):
        return None
    return max(0, round(at - deadline_at + _limit(table, asks)))


def begins_by_itself(table: AnyTable, game: AnyGame) -> bool:
    """Return True if a company that plays again begins without the rest of it, who can join later.

    Two people have to be back at least, and enough for the game.
    """
    people = [each.player for each in table.present if each.player is not None]
    is_waiting = bool(missing_people(table.terms, people)) and not unread(table)
    is_enough = len(people) > 1 and len(table.present) >= game.seats.start
    return is_waiting and is_enough and game.lets_sit_out(table.rules)


def _pause(before: AnyTable, after: AnyTable, game: AnyGame, seat: Seat) -> float:
    """Return the seconds before a house player acts: longer at the beginning of a hand that began at once."""
    is_over_result = before.hand and after.hand and before.hand.number != after.hand.number
    has_pause = is_over_result and has_audience(after, game)
    return RESULT_SECONDS if has_pause else think_seconds(after, game, seat)


def _dealt_at(before: AnyTable, after: AnyTable, game: AnyGame, at: float, was: float | None) -> float | None:
    """Return the time of the next automatic deal; at a tournament only once the director called for it.

    At a table with a single person the next hand is not dealt automatically: the person deals, or the idle
    table closes (TB-8, TB-10). The same holds for a table that waits for people who sit out (TB-17).
    """
    if after.terms.tournament is None:
        was_between_hands = before.phase == "playing" and before.hand is None
        rest = _rest(after, game)
        return was if was_between_hands and _rest(before, game) == rest else at + rest
    if not after.is_called:
        return None
    return was if before.is_called and before.hand is None else at + CALLED_SECONDS


def _rest(table: AnyTable, game: AnyGame) -> int:
    """Return the seconds until the next hand is dealt, or else the table closes.

    At a slow table, those who leave may have been the last whom the others waited for (TB-13).
    """
    pace = table.terms.pace
    if not has_clock(table) or awaited(table, game):
        return pace.idle
    return pace.rest if unready(table) else LIVE.rest


def _limit(table: AnyTable, asks: Collection[tuple[Seat, int, bool]]) -> int:
    """Return the shortest limit of the seats to act; without any, the table's idle limit (TB-8, TB-10)."""
    if not has_clock(table):
        return table.terms.pace.idle
    return min((time_bank.limit(table, seat) for seat, _, _ in asks), default=table.terms.turn_seconds)


def _asked(table: AnyTable, game: AnyGame) -> set[tuple[Seat, int, bool]]:
    """Return the open questions: seat, question number, and whether a house player answers."""
    seats = (table.seated(seat) for seat in play.asked(table, game))
    return {(each.seat, each.question, each.is_house) for each in seats}


class Deadlines(Generic[K]):
    """Calls `callback(key)` at the time set for a key.

    `now` returns unix seconds. A key has one deadline; setting it again replaces it. The remaining time runs
    by the event loop's own clock, so a change of `now` makes no timer fire early or late (F-16).
    """

    def __init__(self, now: Callable[[], float], callback: Callable[[K], Awaitable[None]]) -> None:
        self._now = now
        self._callback = callback
        self._deadlines: dict[K, tuple[float, asyncio.TimerHandle]] = {}
        self._running: set[asyncio.Future[None]] = set()
        self._is_stopped = False

    def set(self, key: K, at: float | None) -> None:
        """Set a key's deadline; None removes it."""
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
        """Cancel all deadlines; callbacks that have begun go on."""
        self._is_stopped = True
        for _, timer in self._deadlines.values():
            timer.cancel()
        self._deadlines.clear()

    async def quiet(self) -> None:
        """Wait until all callbacks that have begun are done."""
        await until_done(lambda: self._running)

    def _wake(self, key: K) -> None:
        del self._deadlines[key]
        task = asyncio.ensure_future(self._callback(key))
        self._running.add(task)
        task.add_done_callback(self._running.discard)


async def until_done(running: Callable[[], Collection[asyncio.Future[None]]]) -> None:
    """Wait until `running` returns no tasks; cancelling the wait cancels them."""
    try:
        while tasks := running():
            await asyncio.wait(tasks)
    except asyncio.CancelledError:
        for task in running():
            task.cancel()
        raise


async def at_most(seconds: float, *waits: Coroutine[None, None, None]) -> None:
    """Wait for all coroutines, and cancel those that take longer than `seconds`."""
    tasks = [asyncio.create_task(each) for each in waits]
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


class BackgroundPass(ABC, Generic[T]):
    """Processes all due items in a background pass, one pass at a time; a failed item stays due."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    @abstractmethod
    async def due(self) -> Iterable[T]:
        """Return the items to process now."""

    @abstractmethod
    async def process(self, each: T) -> None:
        """Process one item."""

    @abstractmethod
    def number(self, each: T) -> int:
        """Return the item's tournament number, for the log."""

    def begin(self) -> None:
        """Begin a pass, unless one is in progress."""
        if not self._tasks:
            task = asyncio.create_task(self._pass())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def quiet(self) -> None:
        """Wait until the current pass is done."""
        await until_done(lambda: self._tasks)

    async def _pass(self) -> None:
        log = logging.getLogger(type(self).__module__)
        try:
            for each in await self.due():
                await self._guarded(each)
        except NotAccepted:
            log.warning("what is due has to wait: the database takes no writes")
        except StorageError as error:
            log.info("work that is due cannot be done: %s", error)

    async def _guarded(self, each: T) -> None:
        """Process one item; a bug doesn't affect the other items."""
        log = logging.getLogger(type(self).__module__)
        try:
            await self.process(each)
        except StorageError:
            raise
        except Exception:
            log.exception("number %d is left as it is, error %s", self.number(each), secrets.token_hex(3))
