"""The log, which contains no card, token or panel, at any level (TB-11).

discord.py logs whole payloads, including valid tokens, private panels, and URLs with a token in their path.
asyncio's messages contain reprs, and exceptions quote values. So a line consists of the format string in the
source, and of those arguments that are numbers or `Loggable`; an exception is logged as its type and its
traceback's source lines. Everything else is replaced by `…`. The JSON format contains no more than that.
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

CONSTANT_MESSAGES = ("bot", "storage", "games", "discord")
"""Loggers whose messages are constants in the source; other loggers may format values into theirs."""
HARMLESS = (OSError, NotAccepted, Broken, NoCard)
"""Exceptions whose messages contain only files, addresses, and kinds of values."""
ERROR_NUMBER = re.compile("[0-9a-f]{6}")
"""The pattern of an error number, which matches no secret."""
VERBOSE = ("discord.client", "discord.gateway")
"""Loggers that report each step of a connection; at INFO the bot's own report is enough."""
REDACTED = "…"
LINE = "[%(asctime)s] [%(levelname)-8s] %(name)s: %(message)s"


def set_up(level: str, style: LogFormat = "text") -> None:
    """Log to stderr from this level on, uncaught exceptions included."""
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter(LINE, "%Y-%m-%d %H:%M:%S") if style == "text" else JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for each in VERBOSE if level == "INFO" else ():
        logging.getLogger(each).setLevel("WARNING")
    # If a record can't be written, logging would print it to stderr with all its arguments.
    logging.raiseExceptions = False
    sys.excepthook = lambda *exc_info: log.critical("uncaught exception", exc_info=exc_info)
    sys.unraisablehook = lambda args: log.error("unraisable exception", exc_info=args.exc_value)
    threading.excepthook = lambda args: log.critical(
        "uncaught exception in a thread", exc_info=args.exc_value
    )


class Loggable(str):
    """A text without secrets, such as a version or a file's name."""

    __slots__ = ()


class LogRateLimit:
    """A rate limit for a log line that any user can cause: it is due once per `seconds`."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._due_at = -math.inf

    def is_due(self) -> bool:
        """Return True if the line may be logged now, and count it as logged."""
        now = self._clock()
        if now < self._due_at:
            return False
        self._due_at = now + self._seconds
        return True


class LogFormatter(logging.Formatter):
    """Formats records as text, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and an exception's traceback without values."""
        record.asctime = self.formatTime(record, self.datefmt)
        record.message = _message(record)
        line = self.formatMessage(record)
        error = record.exc_info[1] if record.exc_info else None
        return line if error is None else "\n".join((line, *_traceback_lines(error)))


class JsonFormatter(logging.Formatter):
    """Formats records as JSON, one object per line, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Return UTC time, level, logger, message, its numbers, and the exceptions, causes first."""
        arguments = record.args.values() if isinstance(record.args, dict) else record.args or ()
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
            "numbers": [each for each in arguments if _is_number(each) or _is_error_number(each)],
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["failure"] = [{"kind": each.kind, "lines": each.lines} for each in _chain(error, set())]
        return json.dumps(line)


def last_words(line: str, style: LogFormat) -> str:
    """Return the last line of a program that stops with an error, in the format of the log."""
    if style == "text":
        return f"taproom: {line}\n"
    record = logging.LogRecord("bot", logging.CRITICAL, "", 0, line, None, None)
    return JsonFormatter().format(record) + "\n"


@dataclass(frozen=True, slots=True)
class _Exception:
    """The loggable parts of an exception: its kind, and its traceback's source lines."""

    kind: str
    lines: list[str]


def kind(error: BaseException) -> str:
    """Return an exception's type, with the status and code of Discord's errors, and harmless messages."""
    name = type(error).__qualname__
    if isinstance(error, discord.HTTPException):
        return f"{name} {error.status} (error code: {error.code})"
    return f"{name}: {error}" if isinstance(error, HARMLESS) and str(error) else name


def _message(record: logging.LogRecord) -> str:
    if not isinstance(record.msg, str):
        return str(_redacted(record.msg))
    if not record.args:
        return record.msg if record.name.partition(".")[0] in CONSTANT_MESSAGES else REDACTED
    arguments = record.args
    try:
        if isinstance(arguments, tuple):
            return record.msg % tuple(map(_redacted, arguments))
        return record.msg % {name: _redacted(value) for name, value in arguments.items()}
    except (TypeError, ValueError, KeyError):
        return REDACTED


def _redacted(value: object) -> object:
    if isinstance(value, BaseException):
        return kind(value)
    is_harmless = value is None or type(value) in (bool, int, float, Loggable) or _is_error_number(value)
    return value if is_harmless else REDACTED


def _is_number(value: object) -> bool:
    # JSON has no infinity.
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _is_error_number(value: object) -> bool:
    return isinstance(value, str) and ERROR_NUMBER.fullmatch(value) is not None


def _traceback_lines(error: BaseException) -> Iterator[str]:
    """Yield the lines of an exception and its causes, causes first."""
    for index, each in enumerate(_chain(error, set())):
        if index:
            yield "which led to:"
        yield from each.lines
        yield each.kind


def _chain(error: BaseException, seen: set[int]) -> Iterator[_Exception]:
    """Yield an exception after its causes, each once; `seen` has the ids of those already yielded."""
    seen.add(id(error))
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    for each in (*inner, cause):
        if each is not None and id(each) not in seen:
            yield from _chain(each, seen)
    yield _Exception(kind(error), [frame.rstrip("\n") for frame in traceback.format_tb(error.__traceback__)])
