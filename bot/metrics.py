"""Metrics, and the three pages that show them: `/healthz`, `/readyz` and `/metrics`.

`docs/host/operations.md` says of each measure what is usual. Labels have a handful of values, which stand in
our source: never a person, a server, a channel or a table. Counting is safe in any thread, and takes a
microsecond or two.

Discord counts calls by kind: answers to interactions are free, edits and posts have limits for each
channel, and all but the answers share fifty a second. An address of Discord's holds tokens and ids, so
nothing of it leaves this file but its kind.

The process is well while its event loop runs, which an answer proves, and its database can be trusted. It
is ready once the tables are back and Discord is connected, every shard of it.
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
QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds of what happens on this machine."""
FAR = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Seconds of what goes to Discord and back; it waits for three."""
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
"""A database that does not answer must not keep the page from telling so."""
THE_BOT = -1
"""Stands among lost shards for a bot that has only one."""


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
            buckets=FAR,
        )
        self._refused = counter("taproom_refusals", "Refusals told to people, by their kind.", ["kind"])
        self._called = histogram(
            "taproom_discord_call_seconds",
            "Calls to Discord by what its limits count, each try by itself.",
            ["kind"],
            buckets=FAR,
        )
        self._results = counter("taproom_discord_calls", "The same by how they went.", ["kind", "result"])
        self._database = histogram(
            "taproom_database_seconds",
            "Time in the database; writes with their commit, a batch at a time.",
            ["kind"],
            buckets=QUICK,
        )
        self._batches = histogram(
            "taproom_commit_functions", "How many changes shared a commit.", buckets=SIZES
        )
        self._errors = counter("taproom_database_errors", "What the database did not do.", ["kind"])
        self._painted = histogram("taproom_picture_seconds", "Time to paint a picture.", buckets=QUICK)
        self._lag = histogram(
            "taproom_loop_lag_seconds", "How late the event loop came to what was due.", buckets=QUICK
        )
        self.tables = gauge("taproom_open_tables", "Tables that are not closed.")
        self.tournaments = gauge("taproom_open_tournaments", "Tournaments that are not over.")
        self.ready = gauge("taproom_ready", "1 while /readyz says so.")
        self.latency = gauge("taproom_gateway_latency_seconds", "Discord's answer to a heartbeat.")
        gauge("taproom_build", "The version that runs.", ["version"]).labels(__version__).set(1)

    def came(self, kind: discord.InteractionType) -> None:
        """An interaction came in."""
        self._came.labels(KINDS.get(kind, "other")).inc()

    def answered(self, seconds: float) -> None:
        """Discord has our first answer to one."""
        self._answered.observe(seconds)

    def refused(self, kind: str) -> None:
        """Count a refusal by kind: the name of a class of ours, or `fault`."""
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


def tracing(meters: Metrics, answers: InteractionTracker) -> aiohttp.TraceConfig:
    """Counts every call of a session, each try of discord.py's by itself."""

    async def begin(_: aiohttp.ClientSession, call: SimpleNamespace, __: object) -> None:
        call.began = time.perf_counter()

    async def end(
        _: aiohttp.ClientSession, call: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        path, result = ended.url.path, result_of(ended.response.status)
        meters.called(kind_of(ended.method, path), result, time.perf_counter() - call.began)
        answered = ANSWER.search(path)
        waited = answers.waited(int(answered[1])) if answered is not None and result == "ok" else None
        if waited is not None:
            meters.answered(waited)

    async def fail(
        _: aiohttp.ClientSession, call: SimpleNamespace, failed: aiohttp.TraceRequestExceptionParams
    ) -> None:
        kind = kind_of(failed.method, failed.url.path)
        meters.called(kind, "lost", time.perf_counter() - call.began)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


class MetricsServer:
    """Counts what the bot does, and serves the pages that say so."""

    def __init__(self) -> None:
        self.meters = Metrics()
        self._bot: TaproomBot | None = None
        self._lost_shards: set[int] = set()

    def watch(self, bot: TaproomBot) -> None:
        """Tell of this bot, which has not begun yet."""
        self._bot = bot
        bot.app.database.observer = self.meters.worked
        bot.answers.observer = self.meters
        bot.studio.observer = self.meters.painted
        bot.http.http_trace = tracing(self.meters, bot.answers)
        for name in ("on_disconnect", "on_shard_disconnect"):
            bot.add_listener(self._lose, name)
        for name in ("on_connect", "on_resumed", "on_shard_connect", "on_shard_resumed"):
            bot.add_listener(self._find, name)

    @contextlib.asynccontextmanager
    async def served(self, host: str, port: int) -> AsyncIterator[Self]:
        """Serve the pages until the end of the block; `OSError` where the port is taken."""
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
        """True if a press would be answered."""
        bot = self._bot
        return bot is not None and bot.is_ready() and not bot.is_closed() and not self._lost_shards

    # A bot of one shard does not name it; one of many says first that one was lost or found, and then which.
    async def _lose(self, shard: int = THE_BOT) -> None:
        self._lost_shards.add(shard)

    async def _find(self, shard: int = THE_BOT) -> None:
        self._lost_shards -= {shard, THE_BOT}

    async def _watch_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due_at = loop.time() + LAG_EVERY_SECONDS
            await asyncio.sleep(LAG_EVERY_SECONDS)
            self.meters.lagged(max(0.0, loop.time() - due_at))

    async def _healthz(self, _: web.Request) -> web.Response:
        if self._bot is not None and self._bot.app.database.broken.done():
            return web.Response(status=503, text="the database cannot be used any more\n")
        return web.Response(text="well\n")

    async def _readyz(self, _: web.Request) -> web.Response:
        return web.Response(text="ready\n") if self.is_ready else web.Response(status=503, text="not ready\n")

    async def _metrics(self, _: web.Request) -> web.Response:
        meters, bot = self.meters, self._bot
        meters.ready.set(self.is_ready)
        meters.latency.set(math.nan if bot is None else bot.latency)
        tables, tournaments = math.nan, math.nan
        if bot is not None:
            tables, tournaments = await _open_postings(bot.app.database)
        meters.tables.set(tables)
        meters.tournaments.set(tournaments)
        return web.Response(
            body=generate_latest(meters.registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )


async def _open_postings(database: Database) -> tuple[float, float]:
    """Return the number of open tables and tournaments; NaN if it is unknown."""

    def count(tx: Transaction) -> tuple[float, float]:
        return TABLES.count_open(tx), TOURNAMENTS.count_open(tx)

    try:
        return await asyncio.wait_for(database.read(count), COUNT_SECONDS_MAX)
    except (StorageError, TimeoutError):
        return math.nan, math.nan
