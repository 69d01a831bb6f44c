"""Memory that is free again goes back to the system, and garbage is seldom looked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

IN_A_THREAD = """
import sys
from threading import Thread
from bot.process import memory

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

def paint():
    larger = bytearray(6_000_000)
    del larger
    page = bytearray(5_000_000)
    kept.append(bytes(2000))
    page[::4096] = page[::4096]
    del page

kept = []
if sys.argv[1] == "given back" and not memory.configure_allocator():
    raise SystemExit("unknown here")
before = resident()
painter = Thread(target=paint)
painter.start()
painter.join()
print(resident() - before)
"""


def held(how: str) -> int:
    """Return the bytes that a process still holds after a thread of it has painted."""
    ran = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-c", IN_A_THREAD, how], capture_output=True, text=True, check=False
    )
    if ran.stderr.strip() == "unknown here":
        pytest.skip("another C library")
    return int(ran.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="another C library")
def test_what_a_thread_has_freed_goes_back() -> None:
    """A picture's page is freed whole, and without that is not."""
    assert held("by itself") > 4_000_000
    assert held("given back") < 1_000_000


SELDOM = """
import gc
from bot.process import memory

if {is_set}:
    memory.collect_seldom()
gc.collect()
before = gc.get_stats()[0]["collections"]
kept = [[] for _ in range(4000)]
print(gc.get_stats()[0]["collections"] - before)
"""


def collections(*, is_set: bool) -> int:
    """Return the number of collections while a process makes 4,000 objects."""
    script = SELDOM.format(is_set=is_set)
    return int(subprocess.check_output([sys.executable, "-c", script], text=True))  # noqa: S603  (our own)


def test_garbage_is_seldom_looked_for() -> None:
    """4,000 objects are made without a collection, which by Python’s own settings takes several."""
    assert collections(is_set=True) == 0
    assert collections(is_set=False) > 1
