"""The log's content, and the secrets that it does not hold."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from bot.custom_ids import answer_id
from bot.process import logs
from bot.screens.dividha.cards import full_name
from games.dividha.game import DIVIDHA
from games.engine.table.play import open_offers
from storage.errors import NotAccepted, Unreadable
from tests.bot.logs import BOT_TOKEN, CARD, LIVE_TOKEN, SHOW_HAND, dealt, running
from tests.bot.started import started
from tests.bot.wire import PATIENCE_SECONDS, Wire

LONG = 8
"""No chance word of the log has so many letters in common with a panel."""


@pytest.mark.parametrize("style", ["text", "json"])
@pytest.mark.parametrize(
    "level",
    # This level includes the messages of all others.
    [
        "DEBUG",
        *(pytest.param(each, marks=pytest.mark.soak) for each in ("INFO", "WARNING", "ERROR", "CRITICAL")),
    ],
)
async def test_no_secret_in_the_log(bot_path: Path, level: str, style: str) -> None:
    """TB-11: whatever the level, no card, token or word of a panel is logged, not even of what goes wrong."""
    table = await dealt(bot_path)
    assert table.hand is not None
    seat, (offer, *_) = next(iter(open_offers(table, DIVIDHA).items()))
    pressed = answer_id(1, seat, table.seated(seat).question, offer)
    wire, player = Wire(), table.seated(seat).player
    logged = {"LOG_LEVEL": level, "LOG_FORMAT": style}
    async with wire.served() as settings, running(bot_path, **logged, **settings) as said:
        await asyncio.wait_for(wire.ready.wait(), PATIENCE_SECONDS)
        panel = await wire.interaction(1001, player, LIVE_TOKEN, SHOW_HAND)
        wire.is_echoing = True
        refused = await wire.interaction(1002, player, LIVE_TOKEN, SHOW_HAND)
        failed = await wire.interaction(1003, player, LIVE_TOKEN, {"custom_id": pressed, "component_type": 2})
    (log,) = said
    assert style == "text" or all(json.loads(line)["level"] for line in log.splitlines())

    assert wire.identified == BOT_TOKEN
    assert "The table is stopped" in failed
    held = DIVIDHA.seen(table.hand.state, seat)
    # A text has its code, and a picture's text its name, if one was painted in time.
    names = [(each, full_name(each)) for each in held]
    assert all(any(said in told for said in name) for name in names for told in (panel, refused))
    assert [line for line in log.splitlines() if "table 1 is paused" in line] or level == "CRITICAL"
    assert not {*held} & set(re.findall(r"\w+", log))
    assert not [name for _code, name in names if name in log]
    for secret in (BOT_TOKEN, LIVE_TOKEN, CARD, pressed, *words_in(json.loads(panel))):
        assert secret not in log


def words_in(payload: object) -> Iterator[str]:
    """Every longer text of a message."""
    match payload:
        case str() if len(payload) >= LONG:
            yield payload
        case dict() | list():
            for each in payload.values() if isinstance(payload, dict) else payload:
                yield from words_in(each)


def test_a_fault_that_nobody_catches(tmp_path: Path) -> None:
    """TB-11: a fault that ends the process or a thread is logged so; an unloggable one is not printed."""
    program = f"""import logging, threading
from bot.process import logs

logs.set_up("INFO")
logging.getLogger().handlers[0].stream = object()
logging.getLogger("bot").info("%s", {CARD!r})
logs.set_up("INFO")
thread = threading.Thread(target=lambda: {{}}[{CARD!r}])
thread.start()
thread.join()
try:
    {{}}[{CARD!r}]
except KeyError as error:
    raise RuntimeError({CARD!r}) from error
"""
    ended = started(tmp_path, "-c", program)

    kinds = [line for line in ended.stderr.splitlines() if not line.startswith(" ")]
    assert ended.returncode == 1
    assert [line.rpartition("] ")[2] for line in kinds] == [
        "bot.process.logs: uncaught exception in a thread",
        "KeyError",
        "bot.process.logs: uncaught exception",
        "KeyError",
        "which led to:",
        "RuntimeError",
    ]
    assert CARD not in ended.stderr


@pytest.mark.parametrize(
    ("name", "template", "given", "said"),
    [
        (
            "discord.http",
            "%s took %.1f s in %d tries, %s",
            (CARD, 0.25, 3, None),
            "… took 0.2 s in 3 tries, None",
        ),
        ("discord.gateway", "Event: %r", (CARD,), "Event: '…'"),
        ("discord.client", "logging in using static token", (), "logging in using static token"),
        (
            "bot.discord_io.messages.panels",
            "a panel has gone: %s",
            (KeyError(CARD),),
            "a panel has gone: KeyError",
        ),
        (
            "bot.tavern.table_service",
            "table %d is paused, error %s",
            (1, "0c3fe1"),
            "table 1 is paused, error 0c3fe1",
        ),
        ("asyncio", f"Exception in callback {CARD}", (), "…"),
        ("root", CARD, (), "…"),
        ("aiohttp.client", "%(what)s in %(ms)d ms", ({"what": CARD, "ms": 7},), "… in 7 ms"),
        ("discord.http", "%d cards", (CARD,), "…"),
        ("bot", KeyError(CARD), (), "KeyError"),
    ],
)
def test_what_stays_of_a_line(name: str, template: Any, given: tuple[object, ...], said: str) -> None:
    """TB-11: the sentence as it stands in the source, and its numbers."""
    record = logging.LogRecord(name, logging.INFO, __file__, 1, template, given, None)

    assert logs.LogFormatter("%(message)s").format(record) == said
    assert json.loads(logs.JsonFormatter().format(record))["message"] == said


def test_a_line_as_json() -> None:
    """With `LOG_FORMAT=json` a line is one object: time, level, logger, message, its numbers, the failure."""
    failure = Unreadable(CARD)
    failure.__cause__ = KeyError(CARD)
    given = (3, "0c3fe1", CARD, float("inf"), True)
    template = "table %d rests,\nerror %s: %s in %s, %s"
    record = logging.LogRecord(
        "bot.discord_bot", logging.ERROR, __file__, 1, template, given, (type(failure), failure, None)
    )
    record.created = 1_800_000_000.25

    (line,) = logs.JsonFormatter().format(record).splitlines()

    said = json.loads(line)
    assert said == {
        "time": "2027-01-15T08:00:00.250+00:00",
        "level": "ERROR",
        "logger": "bot.discord_bot",
        "message": "table 3 rests,\nerror 0c3fe1: … in inf, True",
        "numbers": [3, "0c3fe1"],
        "failure": [{"kind": "KeyError", "lines": []}, {"kind": "Unreadable", "lines": []}],
    }
    assert CARD not in line


@pytest.mark.parametrize(
    ("style", "password", "said"),
    [
        ("text", BOT_TOKEN, "127.0.0.1"),
        ("json", f"p@{BOT_TOKEN}", "%40"),
        pytest.param("text", f"p@{BOT_TOKEN}", "%40", marks=pytest.mark.soak),
        pytest.param("json", BOT_TOKEN, "127.0.0.1", marks=pytest.mark.soak),
    ],
)
def test_no_password_where_the_database_is_away(tmp_path: Path, style: str, password: str, said: str) -> None:
    """TB-11: the message about an unreachable database names its place, and no password."""
    address = f"postgresql://ann:{password}@127.0.0.1:9/taproom"
    ended = started(tmp_path, DATABASE_URL=address, LOG_LEVEL="DEBUG", LOG_FORMAT=style)

    *_, last = ended.stderr.splitlines()
    assert ended.returncode == 1
    assert BOT_TOKEN not in ended.stderr
    assert said in (json.loads(last)["message"] if style == "json" else ended.stderr)


class Answer:
    """The part of a response that came with a refusal of Discord's."""

    status, reason = 404, "Not Found"


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (AssertionError(CARD), "AssertionError"),
        (
            discord.NotFound(cast(Any, Answer), {"code": 10062, "message": CARD}),
            "NotFound 404 (error code: 10062)",
        ),
        (OSError(28, "No space left on device"), "OSError: [Errno 28] No space left on device"),
        (NotAccepted("database is locked"), "NotAccepted: database is locked"),
        (Unreadable(CARD), "Unreadable"),
        (ExceptionGroup(CARD, [KeyError(CARD)]), "KeyError\nwhich led to:\nExceptionGroup"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_stays_of_a_failure(failure: Exception, said: str) -> None:
    """TB-11: its kind, and its own words where they speak of files only."""
    record = logging.LogRecord("bot", logging.ERROR, __file__, 1, "error", (), (type(failure), failure, None))

    assert logs.LogFormatter("%(message)s").format(record) == f"error\n{said}"
