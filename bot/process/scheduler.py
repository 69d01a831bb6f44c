"""The scheduler: ticks of tables and tournaments, and periodic tasks.

Each kind has a `Deadlines`: one for tables, one for tournaments, one for the periodic tasks (a pulse every
few seconds, which measures downtime, and an hourly clean-up). When the wall clock jumps (`deadlines.py`), all
deadlines are moved in one transaction, after which the clock follows the wall clock again (F-16).
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
from bot.tavern.tournament.tournament_service import TournamentRests
from bot.tavern.tournament.tournament_tables import TournamentTables
from storage import leases
from storage.db.database import Database
from storage.errors import Broken, DatabaseClosed, NotAccepted, StorageError

log = logging.getLogger(__name__)

JUMP_SECONDS = 2.0
"""Smaller differences between the clocks are ignored."""
PULSE_SECONDS = 5.0
"""The interval of pulses: the precision with which downtime is known after a crash."""
TIDY_SECONDS = 3600.0
RETRY_SECONDS = 5.0
LOOK_AGAIN_SECONDS = 60.0
"""The delay before showing a table is retried."""


async def take_out_jump(
    database: Database, tables: TournamentTables, steady: MonotonicClock, lease: leases.Lease = ALONE
) -> bool:
    """Move all deadlines if the wall clock has jumped; return True if it has."""
    ahead, set_by = steady.jump()
    if abs(ahead) < JUMP_SECONDS:
        return False
    # Transactions submitted until now use the old time, so their deadlines are moved; later ones are not.
    undo = steady.go_by_wall()
    at = steady()
    log.warning("the clock has jumped by %.1f s, %.1f s of it by being set", ahead, set_by)
    try:
        await database.write_between(lambda tx: postpone(tx, tables, ahead, set_by, at, lease))
    except BaseException:
        undo()
        raise
    return True


class Scheduler:
    """Wakes the application when something is due; `now` returns unix seconds."""

    def __init__(self, app: RunningApplication, now: Callable[[], float]) -> None:
        self._app = app
        self._now = now
        self.tables: Deadlines[int] = Deadlines(now, self._tick)
        self.tournaments: Deadlines[int] = Deadlines(now, self._tournament_tick)
        self._rhythm: Deadlines[str] = Deadlines(now, self._beat)
        self._resting: set[int] = set()

    def begin(self) -> None:
        """Start the periodic tasks, once the tables are restored."""
        self._rhythm.set("pulse", self._now() + PULSE_SECONDS)
        self._rhythm.set("tidy", self._now() + TIDY_SECONDS)
        for key, (_beat, seconds) in self._app.front.rhythms.items():
            if key != "series":
                self._rhythm.set(key, self._now() + seconds)

    def look_at_series(self) -> None:
        """Check now whether a series has something to announce, and every minute from now on."""
        self._rhythm.set("series", self._now())

    def stop(self) -> None:
        """Start nothing more; running work continues."""
        for each in (self.tables, self.tournaments, self._rhythm):
            each.stop()

    async def quiet(self) -> None:
        """Wait until all work that has started is done."""
        await asyncio.gather(self.tables.quiet(), self.tournaments.quiet(), self._rhythm.quiet())

    async def note_last_pulse(self) -> None:
        """Record the time of an orderly shutdown."""
        try:
            await self._note_pulse()
        except StorageError:
            # A full disk must not keep the bot from stopping: its downtime then only seems a little longer.
            log.warning("the last pulse could not be stored")

    async def _tick(self, table_id: int) -> None:
        app = self._app
        try:
            state = None if await self._rests(table_id) else await app.tavern.tick(table_id)
        except (table_state.NoSuchTable, table_state.Paused, table_state.TableRests):
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
        except TournamentRests:
            # Its clock starts again with its game (`recover`).
            return
        except NotAccepted:
            log.warning("tournament %d has to wait: the database takes no writes", number)
            self.tournaments.set(number, self._now() + RETRY_SECONDS)
        except Exception:
            # Nothing has changed; if it fails again, the next user to act there is told (F-20).
            log.exception("tournament %d cannot go on by itself, error %s", number, secrets.token_hex(3))

    async def _rests(self, table_id: int) -> bool:
        """Return True if a table's clock stands still because it can't be shown; restart it later (F-36).

        After a day, or a week if it is slow, the table is called off with refunds (F-35), unless it belongs
        to a tournament.
        """
        app = self._app
        if app.front.table_messages.is_lost(table_id):
            state = await app.tavern.look(table_id)
            self._resting.add(table_id)
            idle = state.table.terms.pace.idle
            if state.tournament is None and self._now() - state.stored.acted_at >= idle:
                state = await app.tavern.depart(table_id, state.table.terms.host, actions.give_up(UNSEEN))
                self._resting.discard(table_id)
                await app.show(state)
            app.front.table_messages.refresh(state)
            if not state.is_over:
                self.tables.set(table_id, self._now() + LOOK_AGAIN_SECONDS)
            return True
        if table_id in self._resting:
            state = await app.tavern.restart_clock(table_id)
            self._resting.discard(table_id)
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

    async def _tidy(self) -> None:
        if self._app.serving.is_leading:
            await self._app.tavern.purge_expired()

    async def _beat(self, key: str) -> None:
        app = self._app
        beats = {
            "pulse": (self._pulse, PULSE_SECONDS),
            "tidy": (self._tidy, TIDY_SECONDS),
            **app.front.rhythms,
        }
        beat, seconds = beats[key]
        try:
            await beat()
            app.front.table_messages.drop_tokens()
            app.front.tournament_messages.drop_tokens()
        except NotAccepted:
            log.warning("the database takes no writes right now")
        except (Broken, DatabaseClosed):
            # Reported where the process stops.
            return
        except Exception:
            # A failed task stays scheduled: without pulses downtime would be unknown.
            log.exception("the %s has failed, error %s", key, secrets.token_hex(3))
        self._rhythm.set(key, self._now() + seconds)
