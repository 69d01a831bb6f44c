"""The tests of `make test`, and those of the soak only: a test that takes over a second of a core is long."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def some_now(every: Iterable[Any], now: Collection[Any]) -> list[Any]:
    """Ask of some now, and of all others in the soak."""
    return [each if each in now else pytest.param(each, marks=pytest.mark.soak) for each in every]
