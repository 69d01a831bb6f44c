"""Commands in a text, as something to click."""

from __future__ import annotations

import pytest

from bot.discord_io.messages.rendering import clickable, with_mentions
from bot.screens.core.screen import TEXT_MAX, say
from bot.text.translate import shown

IDS = {"play": 7, "help": 8, "manage house-bank": 8}


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("Type `/play`.", "Type </play:7>."),
        ("`/help` or `/manage house-bank`", "</help:8> or </manage house-bank:8>"),
        ("`/tavern` and `/tavern dance`", "`/tavern` and `/tavern dance`"),
        ("`/hand history table:5`", "`/hand history table:5`"),
        ("/play", "/play"),
        (shown("`/play`"), shown("`/play`")),
    ],
)
def test_commands_are_mentioned(text: str, mentioned: str) -> None:
    """Each with its own id; whatever is no command, and whatever somebody has written, stays as it is."""
    assert with_mentions(text, IDS) == mentioned


def test_where_there_is_no_room() -> None:
    """Law 7: text that would be too long with mentions is sent without them."""
    full = say("`/play`" + "x" * (TEXT_MAX - len("`/play`")))

    assert clickable(full, {"play": 10**18}) == full
