"""What holds for all tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

MEMORY = Path("/dev/shm")  # noqa: S108  (a folder of our own is made in it)

# How long something takes is measured in `benchmarks/`; here the machine may be busy with other things.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def bot_path(tmp_path: Path) -> Iterator[Path]:
    """Where the tavern's books lie: in memory where that can be had, for what is not about the disk."""
    folder = MEMORY if os.access(MEMORY, os.W_OK) else tmp_path
    with tempfile.TemporaryDirectory(dir=folder) as books:
        yield Path(books) / "taproom.db"
