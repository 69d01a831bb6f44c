"""Games of other packages that could not be loaded, as managers and hosts hear of them."""

from __future__ import annotations

import pytest

from games import plugins
from games.plugins import GAMES_GROUP, PluginFault
from tests.discord.commands import type_in
from tests.discord.tavern import Room


async def test_the_doctor_and_the_log_name_what_was_left_out(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A manager sees at `/manage doctor` which game was left out and why; each start logs it in a line."""
    fault = PluginFault(GAMES_GROUP, "odd", "taproom-odd 1.0", "no luck")
    monkeypatch.setattr(plugins, "FAULTS", [fault])

    told = await type_in(room.person("boss", is_manager=True), "manage doctor")
    await room.restart()

    assert "I left out **odd** of the package taproom\\-odd 1\\.0: no luck." in told
    assert str(fault) in caplog.text
