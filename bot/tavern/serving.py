"""Which servers this process serves: it shows their tables, wakes them in time, and no other process does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from storage.cluster import heartbeat
from storage.cluster.leases import Lease
from storage.cluster.ranges import ALL_SHARDS

ALONE = Lease(heartbeat.ONLY, ALL_SHARDS, "", is_live=True)
"""Of a process that has the database to itself."""


@dataclass(slots=True)
class Serving:
    """The shards of this process, once it has some."""

    lease: Lease = ALONE
    is_sure: Callable[[], bool] = lambda: True
    """Whether nobody else can have taken them: else nothing may be shown."""

    def has(self, server: int) -> bool:
        """Whether a server is one of ours."""
        return self.lease.shards.has(server)

    @property
    def is_leading(self) -> bool:
        """Whether we do what one process has to do for all."""
        return self.lease.shards.is_leading
