"""The running bot with every function call counted: `python -m benchmarks.counted FILE`.

A call is one of a Python function in any thread; resuming a coroutine or generator is none, and calls of C
functions are none. At `SIGUSR1` it writes the number of calls so far, by owner.
"""

from __future__ import annotations

import dis
import json
import runpy
import signal
import sys
import threading
from collections import Counter
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
OURS = ("bot", "games", "storage")
counts: Counter[CodeType] = Counter()
is_counting = False


def note(frame: FrameType, event: str, _argument: Any) -> None:
    """Count a call, as the profile function is called for it."""
    if is_counting and event == "call" and frame.f_lasti <= _begin_of(frame.f_code):
        counts[frame.f_code] += 1


@cache
def _begin_of(code: CodeType) -> int:
    return next((each.offset for each in dis.get_instructions(code) if each.opname == "RESUME"), 0)


def _whose(code: CodeType) -> str:
    """Return the room or package of a function."""
    path = Path(code.co_filename)
    if path.is_relative_to(ROOT) and (parts := path.relative_to(ROOT).parts)[0] in OURS:
        return "/".join(parts[:2]) if parts[0] == "bot" else parts[0]
    if "site-packages" in path.parts:
        return path.parts[path.parts.index("site-packages") + 1]
    return "made by dataclass" if code.co_filename == "<string>" else "Python's own"


def main() -> None:
    """Run the bot as usual, with its calls counted."""
    path = Path(sys.argv.pop(1))
    signal.signal(signal.SIGUSR1, lambda *_: _turn(path))
    threading.setprofile(note)
    sys.setprofile(note)
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


def _turn(path: Path) -> None:
    global is_counting  # noqa: PLW0603 -- a profiler has no other place to look
    is_counting = not is_counting
    if not is_counting:
        told: Counter[str] = Counter()
        for code, count in counts.items():
            told[_whose(code)] += count
        path.write_text(json.dumps(told))


if __name__ == "__main__":
    main()
