"""What the C library does with memory that is free again: it gives it back.

By itself it gives each thread a store of its own, and once a large picture has been freed it keeps
room for the next one there: the painting thread alone held 25 MB that nobody used.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Final

MMAP_THRESHOLD: Final = -3
ARENA_MAX: Final = -8
"""The numbers by which glibc's `mallopt` knows them."""
LARGE_BYTES = 128 * 1024
"""What is at least so large comes from the kernel by itself, and goes back to it: a picture, a large tile."""
STORES = 1
"""For all threads: Python lets one of them work at a time."""


def give_back() -> bool:
    """Have freed memory given back, before any thread begins; False where that is not in our hands."""
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    # With musl there is none, and nothing of this is needed.
    return mallopt is not None and bool(mallopt(MMAP_THRESHOLD, LARGE_BYTES) and mallopt(ARENA_MAX, STORES))
