"""A `dataclass` for values that are made by the hundred for each press.

The constructor of a frozen dataclass sets each field by a call, since its own `__setattr__` refuses:
a field takes seven times as long. These classes are frozen for mypy alone, and compare and hash like frozen
ones.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Any:
        """Return a decorator like the standard one, for classes whose constructor assigns their fields."""
        return dataclasses.dataclass(slots=slots, unsafe_hash=frozen)
