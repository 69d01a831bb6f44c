"""What the log says: never a card, a token or what stands on a panel, whatever its level (TB-11).

discord.py logs whole payloads: events with live tokens, panels as they were sent, addresses with a token in
their path. asyncio puts reprs into its sentences, and an exception repeats whatever was in hand. So a line is
its sentence as it stands in the source, with those arguments that are numbers; a failure is its kind and the
way it came. All else is left out, and reads `…`.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import traceback
from collections.abc import Iterator

import discord

from storage.errors import Broken, NotAccepted

log = logging.getLogger(__name__)

WRITTEN = ("bot", "storage", "games", "discord")
"""Whose sentences stand in the source; those of others may have been put together from anything."""
SPEAKING = (OSError, NotAccepted, Broken)
"""Failures whose own words speak of files and addresses only."""
FAULT = re.compile("[0-9a-f]{6}")
"""How the number of a fault looks, and no secret."""
LEFT_OUT = "…"
LINE = "[%(asctime)s] [%(levelname)-8s] %(name)s: %(message)s"


def set_up(level: str) -> None:
    """Log to stderr from this level on, what nobody caught included."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines(LINE, "%Y-%m-%d %H:%M:%S"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # Otherwise a line that cannot be written is printed with all its arguments.
    logging.raiseExceptions = False
    sys.excepthook = lambda *failure: log.critical("the program ends by a fault", exc_info=failure)
    sys.unraisablehook = lambda lost: log.error("a fault that nobody can catch", exc_info=lost.exc_value)
    threading.excepthook = lambda ended: log.critical("a thread ends by a fault", exc_info=ended.exc_value)


class Lines(logging.Formatter):
    """Writes records down without what is nobody's to read."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and how a failure came about."""
        record.asctime = self.formatTime(record, self.datefmt)
        record.message = _sentence(record)
        line = self.formatMessage(record)
        failure = record.exc_info[1] if record.exc_info else None
        return line if failure is None else "\n".join((line, *_told(failure, set())))


def kind(failure: BaseException) -> str:
    """What a failure is called, with Discord's numbers for it, or its own words where they are harmless."""
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
    is_harmless = value is None or type(value) in (bool, int, float) or _is_fault(value)
    return value if is_harmless else LEFT_OUT


def _is_fault(value: object) -> bool:
    return isinstance(value, str) and FAULT.fullmatch(value) is not None


def _told(failure: BaseException, known: set[int]) -> Iterator[str]:
    """A failure after what led to it, each once, with the lines of source that it passed."""
    known.add(id(failure))
    inner = failure.exceptions if isinstance(failure, BaseExceptionGroup) else ()
    before = failure.__cause__ or (None if failure.__suppress_context__ else failure.__context__)
    for each in (*inner, before):
        if each is not None and id(each) not in known:
            yield from _told(each, known)
            yield "which led to:"
    yield from (frame.rstrip("\n") for frame in traceback.format_tb(failure.__traceback__))
    yield kind(failure)
