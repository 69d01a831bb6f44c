"""Helpers that several tests about way of a press share."""

from __future__ import annotations

import dis
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import bot

ROOT = Path(bot.__file__).parents[1]


OURS = tuple(f"{ROOT / folder}/" for folder in ("bot", "games", "storage"))


class Way:
    """Every call of a function of ours, on the event loop and in the database's thread."""

    def __init__(self) -> None:
        self._codes: Counter[CodeType] = Counter()
        self.is_begun = False
        """True while the press is under way: telling the database's thread to count is no part of it."""

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """One call, as a profiler is told of it; a coroutine that goes on after a wait is no new one."""
        code = frame.f_code
        is_ours = code.co_filename.startswith(OURS) and not code.co_name.startswith("<")
        if self.is_begun and event == "call" and is_ours and frame.f_lasti <= begin_of(code):
            self._codes[code] += 1

    @property
    def calls(self) -> int:
        """The number of function calls."""
        return self._codes.total()

    @property
    def functions(self) -> int:
        """The number of different functions."""
        return len(self._codes)

    @property
    def files(self) -> int:
        """The number of their files."""
        return len({code.co_filename for code in self._codes})

    def of(self, name: str) -> int:
        """Return the number of calls of functions of that qualified name."""
        return sum(count for code, count in self._codes.items() if code.co_qualname == name)


@cache
def begin_of(code: CodeType) -> int:
    """Return the offset in its code at which a function, or a coroutine, begins."""
    return 2 * code.co_code[::2].index(dis.opmap["RESUME"])


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> None:
    """Clear all caches of ours: kept values of earlier tests would shorten the way of a press."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in ("bot", "games", "storage"):
            for each in vars(module).values():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()
