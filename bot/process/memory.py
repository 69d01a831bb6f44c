"""Configuration of the C library's allocator and of Python's garbage collector.

By default glibc gives each thread a memory arena of its own, and keeps freed memory there for later use: the
painting thread alone held 25 MB unused.

The collector counts new objects, and a press makes thousands, nearly all of which are freed without it. Since
the objects of the start are frozen, it also takes those of open tables for many new ones, and looks at all of
them every few hundred presses, which delays an answer by some 50 ms.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import Final

MMAP_THRESHOLD: Final = -3
ARENA_MAX: Final = -8
"""The numbers of glibc's `mallopt` parameters."""
LARGE_BYTES = 128 * 1024
"""Blocks of at least this size are mapped separately and returned when freed: a picture, a large tile."""
YOUNG_MAX = 5000
"""The number of new objects at which the collector looks for garbage among them."""
ARENAS = 1
"""One arena for all threads is enough, because Python runs one thread at a time."""


def configure_allocator() -> bool:
    """Configure the allocator, before any thread starts; return False if the system doesn't support it."""
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    # musl has no `mallopt`, and doesn't need it.
    return mallopt is not None and bool(mallopt(MMAP_THRESHOLD, LARGE_BYTES) and mallopt(ARENA_MAX, ARENAS))


def collect_seldom() -> None:
    """Run the garbage collector once every few dozen presses, instead of every third."""
    gc.set_threshold(YOUNG_MAX)
