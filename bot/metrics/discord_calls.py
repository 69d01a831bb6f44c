"""Calls to Discord as its limits see them, and how long a person waited for an answer.

Discord counts by kind: answers to interactions are free, edits and posts have limits for each channel, and
all but the answers share fifty a second. An address of Discord's holds tokens and ids, so nothing of it
leaves this file but its kind.
"""

from __future__ import annotations

import re
import time
from types import SimpleNamespace
from typing import Literal, TypeAlias

import aiohttp

from bot.discord_io.answering.interactions import Answers
from bot.metrics.meters import CallResult, Meters

CallKind: TypeAlias = Literal["interaction", "edit", "post", "other"]

BY_TOKEN = re.compile(r"/(?:interactions|webhooks)/\d+/")
ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
EDIT = re.compile(r"/channels/\d+/messages/\d+$")
POST = re.compile(r"/channels/\d+/messages$")
TOO_MANY = 429
REFUSED = 400
AT_FAULT = 500


def kind_of(method: str, path: str) -> CallKind:
    """Which of Discord's limits a call counts towards."""
    if BY_TOKEN.search(path):
        return "interaction"
    if method == "PATCH" and EDIT.search(path):
        return "edit"
    return "post" if method == "POST" and POST.search(path) else "other"


def result_of(status: int) -> CallResult:
    """How a call went, by its HTTP status."""
    if status == TOO_MANY:
        return "429"
    if status < REFUSED:
        return "ok"
    return "4xx" if status < AT_FAULT else "5xx"


def tracing(meters: Meters, answers: Answers) -> aiohttp.TraceConfig:
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
