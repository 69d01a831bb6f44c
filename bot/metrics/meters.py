"""All that is counted, in one place. `docs/operations.md` says of each what is usual.

Labels have a handful of values, which stand in our source: never a person, a server, a channel or a table.
Counting is safe in any thread, and takes a microsecond or two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import discord
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from bot import __version__
from storage.db.batches import Outcome
from storage.db.database import JobKind
from storage.errors import StorageError

CallResult: TypeAlias = Literal["ok", "4xx", "429", "5xx", "lost"]

KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds of what happens on this machine."""
FAR = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Seconds of what goes to Discord and back; it waits for three."""
SIZES = (1, 2, 4, 8, 16, 32, 64)


class Meters:
    """What one bot has done since its process began."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._came = Counter(
            "taproom_interactions", "Presses, commands and forms that came in.", ["kind"], registry=registry
        )
        self._answered = Histogram(
            "taproom_answer_seconds",
            "From an interaction's arrival until Discord had taken our first answer.",
            buckets=FAR,
            registry=registry,
        )
        self._refused = Counter(
            "taproom_refusals", "Refusals told to people, by their kind.", ["kind"], registry=registry
        )
        self._called = Histogram(
            "taproom_discord_call_seconds",
            "Calls to Discord by what its limits count, each try by itself.",
            ["kind"],
            buckets=FAR,
            registry=registry,
        )
        self._results = Counter(
            "taproom_discord_calls", "The same by how they went.", ["kind", "result"], registry=registry
        )
        self._database = Histogram(
            "taproom_database_seconds",
            "Time in the database; writes with their commit, a batch at a time.",
            ["kind"],
            buckets=QUICK,
            registry=registry,
        )
        self._batches = Histogram(
            "taproom_commit_functions", "How many changes shared a commit.", buckets=SIZES, registry=registry
        )
        self._errors = Counter(
            "taproom_database_errors", "What the database did not do.", ["kind"], registry=registry
        )
        self._painted = Histogram(
            "taproom_picture_seconds", "Time to paint a picture.", buckets=QUICK, registry=registry
        )
        self._lag = Histogram(
            "taproom_loop_lag_seconds",
            "How late the event loop came to what was due.",
            buckets=QUICK,
            registry=registry,
        )
        self.tables = Gauge("taproom_open_tables", "Tables that are not closed.", registry=registry)
        self.tournaments = Gauge(
            "taproom_open_tournaments", "Tournaments that are not over.", registry=registry
        )
        self.ready = Gauge("taproom_ready", "1 while /readyz says so.", registry=registry)
        self.latency = Gauge(
            "taproom_gateway_latency_seconds", "Discord's answer to a heartbeat.", registry=registry
        )
        Gauge("taproom_build", "The version that runs.", ["version"], registry=registry).labels(
            __version__
        ).set(1)

    def came(self, kind: discord.InteractionType) -> None:
        """An interaction came in."""
        self._came.labels(KINDS.get(kind, "other")).inc()

    def answered(self, seconds: float) -> None:
        """Discord has our first answer to one."""
        self._answered.observe(seconds)

    def refused(self, kind: str) -> None:
        """Somebody was told why not; `kind` is the name of a class of ours, or `fault`."""
        self._refused.labels(kind).inc()

    def called(self, kind: str, result: CallResult, seconds: float) -> None:
        """Discord was called."""
        self._called.labels(kind).observe(seconds)
        self._results.labels(kind, result).inc()

    def worked(self, kind: JobKind, seconds: float, outcomes: Sequence[Outcome]) -> None:
        """The database ran functions; a person's slip is no error of its."""
        self._database.labels(kind).observe(seconds)
        if kind == "write":
            self._batches.observe(len(outcomes))
        for each in outcomes:
            if isinstance(each.error, StorageError):
                self._errors.labels(type(each.error).__name__).inc()

    def painted(self, seconds: float) -> None:
        """A picture was painted."""
        self._painted.observe(seconds)

    def lagged(self, seconds: float) -> None:
        """The event loop was that late."""
        self._lag.observe(seconds)
