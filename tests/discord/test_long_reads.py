"""One person's long look-up keeps no other user waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from storage.db import sqlite
from storage.db.transaction import Outcome
from tests.discord.commands import type_in
from tests.discord.tavern import Player, Press

COMMANDS = ("manage tables", "manage audit", "wallet history", "hand history", "tournament show")
PRESSES = (
    *("0:export_me", "0:homes", "1:evening", "0:past", "0:series_past", "0:played:1"),
    *("0:board_by:net_all_month purse", "0:board_by:net_all_month points"),
)


async def test_f55_lists_and_exports_are_not_read_by_the_writing_thread(
    boss: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-55: exports, boards and histories are read by the thread for long reads, each with one read."""
    read, made = sqlite.read_state, []

    def noted(connection: Any, function: Callable[..., Any], *, may_keep: bool = True) -> Outcome:
        made.append(may_keep)
        return read(connection, function, may_keep=may_keep)

    monkeypatch.setattr(sqlite, "read_state", noted)
    long = {}
    for command in COMMANDS:
        made.clear()
        await type_in(boss, command)
        long[command] = made.count(False)
    for press in PRESSES:
        made.clear()
        action, _, value = press.partition(" ")
        values = (value,) if value else None
        await boss.room.deliver(Press(boss, boss.whispered.id, f"t:{action}", values))
        long[press] = made.count(False)

    assert long == dict.fromkeys((*COMMANDS, *PRESSES), 1)
