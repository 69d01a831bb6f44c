"""A server's reset on the hosted page (TB-23)."""

from __future__ import annotations

import re

from tests.discord.commands import type_in as chat
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.tavern import Player
from tests.page.hosting import Hosting, hosting

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]


async def test_tb23_a_server_is_reset_at_the_page(hosting: Hosting, boss: Player) -> None:
    """TB-23: at the page, too, a manager reads what goes, and types the server's name."""
    guild = hosting.room.guild
    hosting.authority.members[guild.id].add(boss.id)
    window = await hosting.browser(await hosting.sign_in(boss))
    await window.send("command", "manage reset")
    await window.read_until(":reset_ask")
    await window.send("press", "t:0:reset_ask", on="sheet")
    await window.read_until('data-form="t:0:reset_typed"')
    sheet = int(re.findall(r'data-number="(\d+)"', window.parts["sheet"])[0])
    await window.send("form", "t:0:reset_typed", on="sheet", number=sheet, fields={"text": guild.name})
    await window.read_until("begins anew")

    assert "You reset this server" in await chat(boss, "manage audit")
