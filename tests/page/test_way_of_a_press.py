"""The length of a press's way by the page, counted by functions, as in chat (tests/discord)."""

from __future__ import annotations

import sys

import pytest

from bot.tavern import deadlines
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import Throw
from storage.db.codec import codec_of
from tests.discord.way_of_a_press import Way, nothing_is_remembered
from tests.page.conftest import PATIENCE_SECONDS, Practice

__all__ = ["nothing_is_remembered"]

CALLS_MAX = 1_320
"""The limit of our functions that a throw calls until its window is drawn and sent; it was 2,177 while
the table's message and panel were drawn beside the page, and the table was read once more, and 1,230 before
the log held the whole hand and buttons that would only refuse their reader were left out."""


async def test_a_throw_at_the_page(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window is drawn once, nothing that chat would show is, and the table is asked for once."""
    for name in ("NOTHING_SECONDS", "THINK_SECONDS", "THINK_SECONDS_MAX"):
        # The next player's turn is not counted, however slow the machine.
        monkeypatch.setattr(deadlines, name, PATIENCE_SECONDS)
    ann = await practice.browser("brenna", 1)
    database, way = practice.room.front.app.database, Way()
    throw = next(action for label, action in ann.actions().items() if label.startswith("Throw"))
    # The codec of moves is built at the first of them after a start.
    codec_of(STONE_HAND).move.encode(Throw())
    await database.read(lambda _tx: sys.setprofile(way.note))
    sys.setprofile(way.note)
    way.is_begun = True
    try:
        assert 204 == await ann.send("press", throw)
        await ann.read()
    finally:
        sys.setprofile(None)
        way.is_begun = False
        await database.read(lambda _tx: sys.setprofile(None))

    assert "die_" in ann.parts["main"]
    assert way.of("table_html") == 1
    assert (way.of("table_screen"), way.of("panel_screen")) == (0, 0)
    assert way.of("Database._submit") == 1
    assert way.calls <= CALLS_MAX, way.calls
