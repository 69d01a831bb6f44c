"""The log: never a card, a token or a panel's content, at any level (TB-11).

discord.py logs whole payloads: events with live tokens, panels as they were sent, URLs with a token in their
path. asyncio puts reprs into its messages, and an exception quotes the values at hand. So a line is its
format string from the source, with only those arguments that are numbers or `Loggable`; an exception is its
type and its traceback's lines. Everything else is replaced by `…`. The JSON format contains the same, and no
more.
"""

from __future__ import annotations

import json
import logging
import math
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord

from games.engine.core.errors import NoCard
from storage.errors import Broken, NotAccepted

if TYPE_CHECKING:  # only reading settings needs pydantic-settings
    from bot.settings import LogFormat

log = logging.getLogger(__name__)

WRITTEN = ("bot", "storage", "games", "discord")
"""Loggers whose messages are constants in the source; others may build theirs from anything."""
SPEAKING = (OSError, NotAccepted, Broken, NoCard)
"""Exceptions whose messages name only files and addresses, or kinds of things."""
FAULT = re.compile("[0-9a-f]{6}")
"""The pattern of an error number, which no secret matches."""
QUIET = ("discord.client", "discord.gateway")
"""Loggers that report each step of a connection: at INFO the bot itself reports that it is ready."""
LEFT_OUT = "…"
LINE = "[%(asctime)s] [%(levelname)-8s] %(name)s: %(message)s"


def set_up(level: str, style: LogFormat = "text") -> None:
    """Log to stderr from this level on, uncaught exceptions included."""
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter(LINE, "%Y-%m-%d %H:%M:%S") if style == "text" else JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for each in QUIET if level == "INFO" else ():
        logging.getLogger(each).setLevel("WARNING")
    # Otherwise logging prints a record that can't be written together with all its arguments.
    logging.raiseExceptions = False
    sys.excepthook = lambda *failure: log.critical("uncaught exception", exc_info=failure)
    sys.unraisablehook = lambda lost: log.error("unraisable exception", exc_info=lost.exc_value)
    threading.excepthook = lambda ended: log.critical(
        "uncaught exception in a thread", exc_info=ended.exc_value
    )


class Loggable(str):
    """A word that is no secret, such as a version, a file's name, or an address that anybody can make up."""

    __slots__ = ()


class Seldom:
    """A rate limit for a line that anybody can cause: it is due once per `seconds`."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._due_at = -math.inf

    def is_due(self) -> bool:
        """Return True if the line may be written now, and count it as written."""
        now = self._clock()
        if now < self._due_at:
            return False
        self._due_at = now + self._seconds
        return True


class LogFormatter(logging.Formatter):
    """Formats records without their secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and a failure's traceback without values."""
        record.asctime = self.formatTime(record, self.datefmt)
        record.message = _sentence(record)
        line = self.formatMessage(record)
        failure = record.exc_info[1] if record.exc_info else None
        return line if failure is None else "\n".join((line, *_led_to(failure)))


class JsonFormatter(logging.Formatter):
    """Formats the same as JSON, one object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return UTC time, level, logger, message, its numbers, and a failure's exceptions, causes first."""
        given = record.args.values() if isinstance(record.args, dict) else record.args or ()
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _sentence(record),
            "numbers": [each for each in given if _is_number(each) or _is_fault(each)],
        }
        failure = record.exc_info[1] if record.exc_info else None
        if failure is not None:
            said["failure"] = [{"kind": each.kind, "lines": each.lines} for each in _told(failure, set())]
        return json.dumps(said)


def last_words(line: str, style: LogFormat) -> str:
    """Return a final line for the user who started the program, in the format of the log."""
    if style == "text":
        return f"taproom: {line}\n"
    record = logging.LogRecord("bot", logging.CRITICAL, "", 0, line, None, None)
    return JsonFormatter().format(record) + "\n"


@dataclass(frozen=True, slots=True)
class _Exception:
    """The loggable part of an exception: its kind, and the source lines of its traceback."""

    kind: str
    lines: list[str]


def kind(failure: BaseException) -> str:
    """Return an exception's type, with Discord's error codes, or its message if harmless."""
    name = type(failure).__qualname__
    if isinstance(failure, discord.HTTPException):
        return f"{name} {failure.status} (error code: {failure.code})"
    return f"{name}: {failure}" if isinstance(failure, SPEAKING) and str(failure) else name


def _sentence(record: logging.LogRecord) -> str:
    if not isinstance(record.msg, str):
        return str(_shown(record.msg))
    if not record.args:
        return record.msg if record.name.partition(".")[0] in WRITTEN else LEFT_OUT
    given = record.args
    try:
        if isinstance(given, tuple):
            return record.msg % tuple(map(_shown, given))
        return record.msg % {name: _shown(value) for name, value in given.items()}
    except (TypeError, ValueError, KeyError):
        return LEFT_OUT


def _shown(value: object) -> object:
    if isinstance(value, BaseException):
        return kind(value)
    is_harmless = value is None or type(value) in (bool, int, float, Loggable) or _is_fault(value)
    return value if is_harmless else LEFT_OUT


def _is_number(value: object) -> bool:
    # JSON has no infinity.
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _is_fault(value: object) -> bool:
    return isinstance(value, str) and FAULT.fullmatch(value) is not None


def _led_to(failure: BaseException) -> Iterator[str]:
    """Yield the text of an exception after its causes."""
    for number, told in enumerate(_told(failure, set())):
        if number:
            yield "which led to:"
        yield from told.lines
        yield told.kind


def _told(failure: BaseException, known: set[int]) -> Iterator[_Exception]:
    """Yield an exception after its causes, each once."""
    known.add(id(failure))
    inner = failure.exceptions if isinstance(failure, BaseExceptionGroup) else ()
    before = failure.__cause__ or (None if failure.__suppress_context__ else failure.__context__)
    for each in (*inner, before):
        if each is not None and id(each) not in known:
            yield from _told(each, known)
    yield _Exception(
        kind(failure), [frame.rstrip("\n") for frame in traceback.format_tb(failure.__traceback__)]
    )
