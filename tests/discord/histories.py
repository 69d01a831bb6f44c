"""Helpers that several tests about histories share."""

from __future__ import annotations

import json
from typing import Any

from simcord.results import InteractionResult

from games.tools.verify import verify


async def told(result: InteractionResult, *, is_loaded: bool = False) -> tuple[dict[str, Any], str]:
    """Return a file's content and its words; it verifies unless a test has loaded the cards."""
    assert result.response is not None
    assert result.response.ephemeral
    (file,) = result.response.attachments
    content = await file.read()
    assert is_loaded or verify(content).faults == ()
    return json.loads(content), result.response.content
