"""The scheduler: ticks of tables and tournaments, and periodic tasks.

There is one `Deadlines` for tables, one for tournaments, and one for the periodic tasks, such as a pulse
every few seconds, which measures downtime, and an hourly clean-up. When the wall clock jumps
(`deadlines.py`), all deadlines are moved in one transaction, and the bot's clock follows the wall clock
again (F-16).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

from bot.process.protocols import RunningApplication
from bot.tavern.deadlines import Deadlines, MonotonicClock
from bot.tavern.downtime import postpone
from bot.tavern.posting_service import ALONE
from bot.tavern.table import actions, table_state
from bot.tavern.table.actions import UNSEEN
from bot.tavern.tournament.tournament_service import TournamentOver
from bot.tavern.tournament.tournament_tables import TournamentTables
from games.engine.table.refusals import TableClosed
from storage import leases
from storage.db.database import Database
from storage.errors import Broken, DatabaseClosed, NotAccepted, StorageError

log = logging.getLogger(__name__)

JUMP_SECONDS = 2.0
"""Smaller differences between the clocks, in seconds, are ignored."""
PULSE_SECONDS = 5.0
"""The interval of pulses: the precision with which downtime is known after a crash."""
CLEAN_UP_SECONDS = 3600.0
RETRY_SECONDS = 5.0
SHOW_AGAIN_SECONDS = 60.0
"""The delay before the bot tries again to show a lost table."""


async def take_out_jump(
    database: Database, tables: TournamentTables, clock: MonotonicClock, lease: leases.Lease = ALONE
) -> bool:
    """Move all deadlines if the wall clock has jumped; return True if it has."""
    ahead, set_by = clock.jump()
    if abs(ahead) < JUMP_SECONDS:
        return False
    # Transactions submitted before this line use the old time, and their deadlines are moved; later ones use
    # the new time.
    undo = clock.go_by_wall()
    now = clock()
    log.warning("the clock has jumped by %.1f s, %.1f s of it by being set", ahead, set_by)
    try:
        await database.write_between(lambda tx: postpone(tx, tables, ahead, set_by, now, lease))
    except BaseException:
        undo()
        raise
    return True


class Scheduler:
    """Runs ticks and periodic tasks when they are due; `now` returns unix seconds."""

    def __init__(self, app: RunningApplication, now: Callable[[], float]) -> None:
        self._app = app
        self._now = now
        self.tables: Deadlines[int] = Deadlines(now, self._tick)
        self.tournaments: Deadlines[int] = Deadlines(now, self._tournament_tick)
        self._periodic: Deadlines[str] = Deadlines(now, self._run_periodic)
        self._stopped: set[int] = set()
        """The tables whose clock stands still because they can't be shown."""

    def begin(self) -> None:
        """Start the periodic tasks, once the tables are restored."""
        self._periodic.set("pulse", self._now() + PULSE_SECONDS)
        self._periodic.set("tidy", self._now() + CLEAN_UP_SECONDS)
        for key, (_task, seconds) in self._app.front.periodic_tasks.items():
            if key != "series":
                self._periodic.set(key, self._now() + seconds)

    def look_at_series(self) -> None:
        """Announce due tournaments of series now, and check again every minute."""
        self._periodic.set("series", self._now())

    def stop(self) -> None:
        """Start no further tasks; running tasks continue."""
        for each in (self.tables, self.tournaments, self._periodic):
            each.stop()

    async def quiet(self) -> None:
        """Wait until all running tasks are done."""
        await asyncio.gather(self.tables.quiet(), self.tournaments.quiet(), self._periodic.quiet())

    async def note_last_pulse(self) -> None:
        """Record the time of an orderly shutdown."""
        try:
            await self._note_pulse()
        except StorageError:
            # The bot must stop even if the disk is full; its downtime then merely seems a little longer.
            log.warning("the last pulse could not be stored")

    async def _tick(self, table_id: int) -> None:
        app = self._app
        try:
            state = None if await self._is_stopped(table_id) else await app.tavern.tick(table_id)
        except (table_state.NoSuchTable, table_state.Paused, TableClosed):
            # It rests, and its clock starts again with its game (`recover`), or was closed unread.
            return
        except NotAccepted:
            log.warning("table %d has to wait: the database takes no writes", table_id)
            self.tables.set(table_id, self._now() + RETRY_SECONDS)
            return
        if state is not None:
            await app.refresh(state)
            await app.show_left(await app.front.departed_members.note(state))

    async def _tournament_tick(self, number: int) -> None:
        try:
            await self._app.tournaments.tick(number)
        except TournamentOver:
            # It rests, and its clock starts again with its game (`recover`), or was called off unread.
            return
        except NotAccepted:
            log.warning("tournament %d has to wait: the database takes no writes", number)
            self.tournaments.set(number, self._now() + RETRY_SECONDS)
        except Exception:
            # The transaction was rolled back; if it fails again, the next user to act there is told (F-20).
            log.exception("tournament %d cannot go on by itself, error %s", number, secrets.token_hex(3))

    async def _is_stopped(self, table_id: int) -> bool:
        """Return True if a table's clock stands still because the table can't be shown (F-36).

        The clock is restarted once the table can be shown. After a day, or a week if it is slow, the table is
        called off with refunds (F-35), unless it belongs to a tournament.
        """
        app = self._app
        if app.front.table_messages.is_lost(table_id):
            state = await app.tavern.look(table_id)
            self._stopped.add(table_id)
            idle = state.table.terms.pace.idle
            if state.tournament is None and self._now() - state.stored.acted_at >= idle:
                state = await app.tavern.depart(table_id, state.table.terms.host, actions.give_up(UNSEEN))
                self._stopped.discard(table_id)
                await app.show(state)
            app.front.table_messages.refresh(state)
            if not state.is_over:
                self.tables.set(table_id, self._now() + SHOW_AGAIN_SECONDS)
            return True
        if table_id in self._stopped:
            state = await app.tavern.restart_clock(table_id)
            self._stopped.discard(table_id)
            await app.refresh(state)
            return True
        return False

    async def _pulse(self) -> None:
        app, now = self._app, self._now
        if isinstance(now, MonotonicClock) and await take_out_jump(
            app.database, app.tavern.tournament_tables, now, app.serving.lease
        ):
            await app.catch_up()
        await self._note_pulse()

    async def _note_pulse(self) -> None:
        await self._app.tavern.note_pulse()
        await self._app.tournaments.note_pulse()

    async def _clean_up(self) -> None:
        if self._app.serving.is_leading:
            await self._app.tavern.purge_expired()

    async def _run_periodic(self, key: str) -> None:
        app = self._app
        tasks = {
            "pulse": (self._pulse, PULSE_SECONDS),
            "tidy": (self._clean_up, CLEAN_UP_SECONDS),
            **app.front.periodic_tasks,
        }
        task, seconds = tasks[key]
        try:
            await task()
            app.front.table_messages.drop_tokens()
            app.front.tournament_messages.drop_tokens()
        except NotAccepted:
            log.warning("the database takes no writes right now")
        except (Broken, DatabaseClosed):
            # Reported where the process stops.
            return
        except Exception:
            # A failed task stays scheduled; without pulses, for instance, downtime would be unknown.
            log.exception("the %s has failed, error %s", key, secrets.token_hex(3))
        self._periodic.set(key, self._now() + seconds)
