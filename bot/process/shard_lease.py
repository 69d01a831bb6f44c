"""The lease by which this process serves its shards, beside other processes.

    configured range --take--> HELD --renewed every second--> HELD --taken by another--> this process stops
                                ^ |
    standby --holder is gone ---+ +--call_heir, release--> HELD by the heir
            --called by a leaving process--> connected to Discord --inherit--> HELD

A standby has opened the database and loaded its commands. It takes the shards of a process that has died. A
process that is leaving calls a standby as its heir: then the standby connects to Discord first, while the
other process goes on answering.

Shards are handed over without a gap: the heir is connected before the other process leaves, so for a moment
Discord sends every event to both. The heir delays interactions until it holds the shards, and the other
process rejects all interactions once it is leaving. Each admitted interaction is recorded in the database, so
that only one of them admits it (`InteractionGate` in `bot/application.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
from collections.abc import Awaitable, Callable
from functools import partial

from bot.tavern.deadlines import since_start
from bot.tavern.posting_service import Serving
from storage import leases
from storage.db.database import Database
from storage.db.transaction import Fence, Transaction
from storage.errors import AlreadyOpen, Broken, DatabaseClosed, NotAccepted, StorageError
from storage.leases import LEASE_SECONDS, Lease, ShardRange

log = logging.getLogger(__name__)

RENEW_SECONDS = 1.0
LOOK_SECONDS = 0.5
"""The interval at which a standby looks for shards to serve."""
HAND_OVER_SECONDS = 0.05
"""The interval at which two processes check on each other during a handover."""
FROZEN_SECONDS = LEASE_SECONDS - RENEW_SECONDS
"""A process that has not run for this long may have been suspended until its lease expired."""
PATIENCE_SECONDS = LEASE_SECONDS + 1.5
"""The time for which a start waits for the lease of a killed process to expire."""
CONNECT_SECONDS, CONNECT_SHARD_SECONDS = 30.0, 6.0
"""The time that an heir may take to connect to Discord: a base, and a supplement for each shard."""
ANSWER_SECONDS = 2.0
"""The time for which a leaving process waits for the database; without an answer it calls no heir."""


class ShardLease:
    """The lease of one process; `wanted` is None for a standby."""

    def __init__(self, database: Database, wanted: ShardRange | None, now: Callable[[], float]) -> None:
        self._database = database
        self._wanted = wanted
        self._now = now
        self._name = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._called: Lease | None = None
        self._renewing: asyncio.Task[None] | None = None
        self._waiting: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None
        self._sure_until = self._awake_at = 0.0
        self._is_watched = self._was_frozen = False
        self.serving = Serving(is_sure=self.is_sure)
        self.is_held = False

    def is_sure(self) -> bool:
        """Return True if no other process can hold the shards: the lease is fresh, or no standby waits.

        A process that was suspended can't know whether a standby waits now.
        """
        now = since_start()
        was_frozen = self._was_frozen or now - self._awake_at > FROZEN_SECONDS
        return now < self._sure_until or not (self._is_watched or was_frozen)

    async def take(self) -> None:
        """Take the wanted range. Raises `AlreadyOpen` if another process serves any of it."""
        wanted = self._wanted
        if wanted is None:
            return
        until = since_start() + PATIENCE_SECONDS
        while True:
            asked_at = since_start()
            lease = await self._database.write(partial(leases.claim, shards=wanted, holder=self._name))
            if lease is not None:
                self._hold(lease, asked_at)
                return
            if asked_at > until:
                raise AlreadyOpen(f"{wanted} are served by another process: SHARDS=standby waits for them")
            await asyncio.sleep(LOOK_SECONDS)

    async def stand_by(self) -> ShardRange:
        """Wait for shards to serve and return them; unless `is_held`, `inherit` takes them over."""
        log.info("standing by")
        patient_until = 0.0
        while True:
            asked_at = since_start()
            # The clock must be read regularly: after a long gap it assumes that this process was suspended.
            self._now()
            look = partial(self._look, may_take=asked_at >= patient_until)
            try:
                lease = await self._database.write(look)
            except StorageError:
                log.warning("a standby cannot look for shards: the database takes no writes")
                # The process that serves the shards couldn't renew its lease either.
                patient_until = since_start() + 2 * LEASE_SECONDS
                lease = None
            if lease is not None and lease.holder == self._name:
                self._hold(lease, asked_at)
                return lease.shards
            if lease is not None:
                self._called = lease
                self._waiting = asyncio.create_task(self._keep_waiting())
                return lease.shards
            await asyncio.sleep(LOOK_SECONDS)

    async def inherit(self, serve: Callable[[], Awaitable[None]]) -> bool:
        """Take over the caller's shards, now that this process is connected: the caller then leaves.

        Return False if no process has called, or if the takeover is in progress already. If `serve` fails,
        this process must stop.
        """
        called, self._called = self._called, None
        if called is None:
            return False
        while True:
            try:
                taken = await self._take_from(called)
                break
            except NotAccepted:
                # The caller may have left by now, and no other standby takes its shards.
                log.warning("shards cannot be taken over yet: the database takes no writes")
                await asyncio.sleep(LOOK_SECONDS)
        if taken is None:
            self._database.give_up(f"{called.shards} are served by another process now")
            return False
        if self._waiting is not None:
            self._waiting.cancel()
        self._hold(*taken)
        try:
            await serve()
        except Exception:
            # A process must not hold shards that it can't serve, because no other process could.
            self._database.give_up(f"{called.shards} cannot be served")
            raise
        return True

    async def _take_from(self, called: Lease) -> tuple[Lease, float] | None:
        """Take a lease once its holder has left.

        Return the lease and the time of the request; None if another process has taken it.
        """
        number, name = called.number, self._name
        await self._database.write(lambda tx: leases.note_ready(tx, number, name))
        while True:
            asked_at = since_start()
            current = await self._database.read(partial(leases.look, number=number))
            if current is None:
                return None
            lease = None
            if not current.is_live:
                take = partial(_take_over, shards=called.shards, name=name)
                lease = await self._database.write(take)
            if lease is not None:
                return lease, asked_at
            await asyncio.sleep(HAND_OVER_SECONDS)

    async def call_heir(self, count: int | None) -> bool:
        """Call a standby, and wait until it is connected; return False if there is none.

        `count` is the number of shards if it is not configured. Raises `TimeoutError` if the database doesn't
        answer.
        """
        if not self.is_held:
            return False
        number = self.serving.lease.number
        call = partial(leases.call_heir, number=number)
        heir = await asyncio.wait_for(self._database.write(call), ANSWER_SECONDS)
        shards = self.serving.lease.shards
        shard_count = len(shards.numbers) if shards.count else count or 1
        until = since_start() + CONNECT_SECONDS + CONNECT_SHARD_SECONDS * shard_count
        while heir and since_start() < until:
            look = self._database.read(lambda tx: (leases.look(tx, number), leases.waits(tx, heir)))
            lease, is_waiting = await asyncio.wait_for(look, ANSWER_SECONDS)
            if lease is None or not is_waiting:
                break
            if lease.is_ready:
                return True
            await asyncio.sleep(HAND_OVER_SECONDS)
        return False

    async def release(self) -> None:
        """Release the shards at once; afterwards this process must not write."""
        for task in (self._waiting, self._renewing, self._waking):
            if task is not None:
                task.cancel()
        with contextlib.suppress(StorageError):
            if self.is_held:
                number = self.serving.lease.number
                await self._database.settle()
                await self._database.write(lambda tx: leases.release(tx, number))
            else:
                await self._database.write(lambda tx: leases.stand_down(tx, self._name))
        self.is_held, self._is_watched, self._sure_until = False, True, 0.0

    def _hold(self, lease: Lease, asked_at: float) -> None:
        log.info("serving shards %d to %d of %d", lease.shards.first, lease.shards.last, lease.shards.count)
        self.serving.lease, self.is_held = lease, True
        self._sure_until = asked_at + LEASE_SECONDS
        self._database.fence(Fence(lease.number, str(lease.shards), is_heard=not lease.shards.is_all))
        self._renewing = asyncio.create_task(self._renew(lease))
        self._awake_at = since_start()
        self._waking = asyncio.create_task(self._stay_awake())

    async def _renew(self, lease: Lease) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            asked_at = since_start()
            late = asked_at - self._sure_until
            try:
                renewal = await self._database.write(partial(leases.renew, number=lease.number))
            except (Broken, DatabaseClosed):
                # Reported where the process stops.
                return
            except StorageError:
                log.warning("the lease of our shards cannot be renewed: the database takes no writes")
                continue
            if not renewal.is_held:
                self._database.give_up(f"{lease.shards} are served by another process now")
                return
            if late > 0:
                log.warning("our lease had lapsed for %.1f s, and no other process took the shards", late)
            self._sure_until, self._is_watched = asked_at + LEASE_SECONDS, renewal.is_watched
            self._was_frozen = False

    async def _stay_awake(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            now = since_start()
            self._was_frozen |= now - self._awake_at > FROZEN_SECONDS
            self._awake_at = now

    async def _keep_waiting(self) -> None:
        while True:
            with contextlib.suppress(StorageError):
                await self._database.write(lambda tx: leases.stand_by(tx, self._name))
            await asyncio.sleep(RENEW_SECONDS)

    def _look(self, tx: Transaction, *, may_take: bool) -> Lease | None:
        """Return the lease of the process that calls this one, or else an expired lease, taken over."""
        leases.stand_by(tx, self._name)
        lease = leases.called(tx, self._name)
        for each in leases.lapsed(tx) if may_take and lease is None else ():
            lease = _take_over(tx, each.shards, self._name)
            if lease is not None:
                break
        return lease


def _take_over(tx: Transaction, shards: ShardRange, name: str) -> Lease | None:
    """Claim shards that no process serves, and stop standing by; return None if another was faster."""
    lease = leases.claim(tx, shards, name)
    if lease is not None:
        leases.stand_down(tx, name)
    return lease
