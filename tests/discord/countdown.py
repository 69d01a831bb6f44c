"""Helpers that several tests about countdown share."""

from __future__ import annotations

import re


def countdown(words: str) -> int:
    """Return the end of the time by these words, in unix seconds."""
    found = re.search(r"<t:([0-9]+):R>", words)
    assert found is not None
    return int(found[1])
