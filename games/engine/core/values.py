"""Dataclasses for values that are made by the hundred for each press.

The constructor of a frozen dataclass sets each field by a call, since its own `__setattr__` refuses: a field
takes seven times as long. Here it is a plain one. To mypy it is frozen all the same, which lets nobody assign
to it, and it compares and hashes like one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["dataclass"]

T = TypeVar("T")


def _plain(*, frozen: bool, slots: bool) -> Callable[[type[T]], type[T]]:
    return dataclasses.dataclass(slots=slots, unsafe_hash=frozen)


# Not by an assignment, so that mypy takes `dataclass` to be the standard one.
globals()["dataclass"] = _plain
