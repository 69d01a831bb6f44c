"""The hands of every dealt game that are played by script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.games.destiny import played as destiny
from tests.games.dividha import played as dividha
from tests.games.knights_heads import played as knights_heads
from tests.games.scripted import Scripted

PLAYED: Mapping[str, tuple[Callable[[], Scripted[Any, Any]], ...]] = {
    "destiny": destiny.HANDS,
    "knights_heads": knights_heads.HANDS,
    "dividha": dividha.HANDS,
}
