"""Helpers that several tests about house deck share."""

from __future__ import annotations

import json
from typing import Any

OWN = ("deck", "own")


def deck_file(**cards: Any) -> bytes:
    """A deck that names some cards."""
    return json.dumps({"cards": cards}).encode()
