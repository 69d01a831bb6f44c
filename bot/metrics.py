"""Metrics, and the pages `/healthz`, `/readyz` and `/metrics`.

`docs/host/operations.md` has the usual values of each metric. Labels have a few values, all constants in the
source: never a user, a server, a channel or a table. Counting is thread-safe, and takes a microsecond or two.

Discord limits requests by kind: responses to interactions are free, edits and posts have limits for each
channel, and all requests except responses share fifty per second. URLs contain tokens and ids, so only the
kind of a request leaves this module.

The process is healthy while its event loop runs, which a response proves, and its database can be trusted. It
is ready once the tables are restored and all shards are connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
import time
from collections.abc import AsyncIterator, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Literal, Self, TypeAlias

import aiohttp
import discord
from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from bot import __version__
from bot.discord_bot import TaproomBot
from bot.discord_io.interactions.dispatch import InteractionTracker
from bot.process.ports import named_port
from storage.db.database import Database, JobKind
from storage.db.transaction import Outcome, Transaction
from storage.errors import StorageError
from storage.play.postings import TABLES, TOURNAMENTS

CallKind: TypeAlias = Literal["interaction", "edit", "post", "other"]
CallResult: TypeAlias = Literal["ok", "4xx", "429", "5xx", "lost"]

KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
LOCAL = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Histogram buckets, in seconds, for work on this machine."""
REMOTE = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Histogram buckets, in seconds, for requests to Discord, which waits three seconds for a response."""
SIZES = (1, 2, 4, 8, 16, 32, 64)
BY_TOKEN = re.compile(r"/(?:interactions|webhooks)/\d+/")
ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
EDIT = re.compile(r"/channels/\d+/messages/\d+$")
POST = re.compile(r"/channels/\d+/messages$")
TOO_MANY = 429
REFUSED = 400
AT_FAULT = 500
LAG_EVERY_SECONDS = 0.5
COUNT_SECONDS_MAX = 1.0
"""The maximum time for counting: the page must respond even if the database doesn't."""
ONLY_SHARD = -1
"""The number, among lost shards, of a bot without sharding."""


class Metrics:
    """The metrics of one bot since its process began."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, registry=registry)
        self._came = counter("taproom_interactions", "Presses, commands and forms that came in.", ["kind"])
        self._answered = histogram(
            "taproom_answer_seconds",
            "From an interaction's arrival until Discord had taken our first answer.",
            buckets=REMOTE,
        )
        self._refused = counter("taproom_refusals", "Refusals told to people, by their kind.", ["kind"])
        self._called = histogram(
            "taproom_discord_call_seconds",
            "Calls to Discord by what its limits count, each try by itself.",
            ["kind"],
            buckets=REMOTE,
        )
        self._results = counter("taproom_discord_calls", "The same by how they went.", ["kind", "result"])
        self._database = histogram(
            "taproom_database_seconds",
            "Time in the database; writes with their commit, a batch at a time.",
            ["kind"],
            buckets=LOCAL,
        )
        self._batches = histogram(
            "taproom_commit_functions", "How many changes shared a commit.", buckets=SIZES
        )
        self._errors = counter("taproom_database_errors", "What the database did not do.", ["kind"])
        self._painted = histogram("taproom_picture_seconds", "Time to paint a picture.", buckets=LOCAL)
        self._lag = histogram(
            "taproom_loop_lag_seconds", "How late the event loop came to what was due.", buckets=LOCAL
        )
        self.tables = gauge("taproom_open_tables", "Tables that are not closed.")
        self.tournaments = gauge("taproom_open_tournaments", "Tournaments that are not over.")
        self.ready = gauge("taproom_ready", "1 while /readyz says so.")
        self.latency = gauge("taproom_gateway_latency_seconds", "Discord's answer to a heartbeat.")
        gauge("taproom_build", "The version that runs.", ["version"]).labels(__version__).set(1)

    def came(self, kind: discord.InteractionType) -> None:
        """Count a received interaction."""
        self._came.labels(KINDS.get(kind, "other")).inc()

    def answered(self, seconds: float) -> None:
        """Record the time until Discord has received the initial response to an interaction."""
        self._answered.observe(seconds)

    def refused(self, kind: str) -> None:
        """Count a refusal by kind: the name of a `UserError` class, or `fault`."""
        self._refused.labels(kind).inc()

    def called(self, kind: str, result: CallResult, seconds: float) -> None:
        """Record a request to Discord."""
        self._called.labels(kind).observe(seconds)
        self._results.labels(kind, result).inc()

    def worked(self, kind: JobKind, seconds: float, outcomes: Sequence[Outcome]) -> None:
        """Record a batch of the database; user errors don't count as errors of the database."""
        self._database.labels(kind).observe(seconds)
        if kind == "write":
            self._batches.observe(len(outcomes))
        for each in outcomes:
            if isinstance(each.error, StorageError):
                self._errors.labels(type(each.error).__name__).inc()

    def painted(self, seconds: float) -> None:
        """Record the time to paint a picture."""
        self._painted.observe(seconds)

    def lagged(self, seconds: float) -> None:
        """Record the event loop's delay."""
        self._lag.observe(seconds)


def kind_of(method: str, path: str) -> CallKind:
    """Return the kind of Discord's rate limit that applies to a call."""
    if BY_TOKEN.search(path):
        return "interaction"
    if method == "PATCH" and EDIT.search(path):
        return "edit"
    return "post" if method == "POST" and POST.search(path) else "other"


def result_of(status: int) -> CallResult:
    """Return the result of a call by its HTTP status."""
    if status == TOO_MANY:
        return "429"
    if status < REFUSED:
        return "ok"
    return "4xx" if status < AT_FAULT else "5xx"


def tracing(metrics: Metrics, answers: InteractionTracker) -> aiohttp.TraceConfig:
    """Return a trace configuration that records every request of a session, discord.py's retries included."""

    async def begin(_: aiohttp.ClientSession, call: SimpleNamespace, __: object) -> None:
        call.began = time.perf_counter()

    async def end(
        _: aiohttp.ClientSession, call: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        path, result = ended.url.path, result_of(ended.response.status)
        metrics.called(kind_of(ended.method, path), result, time.perf_counter() - call.began)
        answered = ANSWER.search(path)
        waited = answers.waited(int(answered[1])) if answered is not None and result == "ok" else None
        if waited is not None:
            metrics.answered(waited)

    async def fail(
        _: aiohttp.ClientSession, call: SimpleNamespace, failed: aiohttp.TraceRequestExceptionParams
    ) -> None:
        kind = kind_of(failed.method, failed.url.path)
        metrics.called(kind, "lost", time.perf_counter() - call.began)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


class MetricsServer:
    """Collects the bot's metrics, and serves the pages."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self._bot: TaproomBot | None = None
        self._lost_shards: set[int] = set()

    def watch(self, bot: TaproomBot) -> None:
        """Collect the metrics of this bot, which has not been started yet."""
        self._bot = bot
        bot.app.database.observer = self.metrics.worked
        bot.answers.observer = self.metrics
        bot.studio.observer = self.metrics.painted
        bot.http.http_trace = tracing(self.metrics, bot.answers)
        for name in ("on_disconnect", "on_shard_disconnect"):
            bot.add_listener(self._lose, name)
        for name in ("on_connect", "on_resumed", "on_shard_connect", "on_shard_resumed"):
            bot.add_listener(self._find, name)

    @contextlib.asynccontextmanager
    async def served(self, host: str, port: int) -> AsyncIterator[Self]:
        """Serve the pages within a block. Raises `OSError` if the port is taken."""
        pages = web.Application()
        pages.router.add_get("/healthz", self._healthz)
        pages.router.add_get("/readyz", self._readyz)
        pages.router.add_get("/metrics", self._metrics)
        runner = web.AppRunner(pages, access_log=None, handle_signals=False)
        await runner.setup()
        lag = asyncio.create_task(self._watch_lag())
        try:
            with named_port("METRICS_PORT", host, port):
                await web.TCPSite(runner, host, port).start()
            yield self
        finally:
            lag.cancel()
            await runner.cleanup()

    @property
    def is_ready(self) -> bool:
        """True if the bot can answer presses: it is ready, and all shards are connected."""
        bot = self._bot
        return bot is not None and bot.is_ready() and not bot.is_closed() and not self._lost_shards

    # discord.py sends `on_disconnect` without a shard, and with sharding also `on_shard_disconnect` with one.
    async def _lose(self, shard: int = ONLY_SHARD) -> None:
        self._lost_shards.add(shard)

    async def _find(self, shard: int = ONLY_SHARD) -> None:
        self._lost_shards -= {shard, ONLY_SHARD}

    async def _watch_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due_at = loop.time() + LAG_EVERY_SECONDS
            await asyncio.sleep(LAG_EVERY_SECONDS)
            self.metrics.lagged(max(0.0, loop.time() - due_at))

    async def _healthz(self, _: web.Request) -> web.Response:
        if self._bot is not None and self._bot.app.database.broken.done():
            return web.Response(status=503, text="the database cannot be used any more\n")
        return web.Response(text="well\n")

    async def _readyz(self, _: web.Request) -> web.Response:
        return web.Response(text="ready\n") if self.is_ready else web.Response(status=503, text="not ready\n")

    async def _metrics(self, _: web.Request) -> web.Response:
        metrics, bot = self.metrics, self._bot
        metrics.ready.set(self.is_ready)
        metrics.latency.set(math.nan if bot is None else bot.latency)
        tables, tournaments = math.nan, math.nan
        if bot is not None:
            tables, tournaments = await _open_postings(bot.app.database)
        metrics.tables.set(tables)
        metrics.tournaments.set(tournaments)
        return web.Response(
            body=generate_latest(metrics.registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )


async def _open_postings(database: Database) -> tuple[float, float]:
    """Return the number of open tables and tournaments; NaN if it is unknown."""

    def count(tx: Transaction) -> tuple[float, float]:
        return TABLES.count_open(tx), TOURNAMENTS.count_open(tx)

    try:
        return await asyncio.wait_for(database.read(count), COUNT_SECONDS_MAX)
    except (StorageError, TimeoutError):
        return math.nan, math.nan
