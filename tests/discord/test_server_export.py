"""`/manage export`: all that is kept about a server, as a file for its managers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from storage.db.database import Database
from storage.people import bars, preferences, server_data
from tests.discord.commands import NOT_ALLOWED, close_table, type_in
from tests.discord.tavern import Player, Room

LEFT_OUT = {
    "hands": "its cards and seeds",
    "moves": "what was done with them",
    "keep_outs": "only they see it",
    "loss_limits": "only they see it",
    "preferences": "a person's, in all servers",
    "call_wishes": "a person's",
    "daily_goes": "a person's",
    "hand_marks": "a person's",
}
"""The tables that no manager gets, and why."""


async def exported(player: Player) -> dict[str, Any]:
    """The file that a manager gets."""
    result = await player.member.slash(player.room.channel, "manage export")
    assert result.response is not None
    assert result.response.ephemeral
    (file,) = result.response.attachments
    found: dict[str, Any] = json.loads(await file.read())
    return found


async def test_only_managers_get_the_file(room: Room, ann: Player) -> None:
    """F-38: anybody else is refused, whatever their client shows them."""
    assert await type_in(ann, "manage export") == NOT_ALLOWED


async def test_a_server_is_exported(room: Room, boss: Player, ann: Player) -> None:
    """Settings, wallets, books and records are in it; of a table only what everybody saw."""
    await room.fund_house(1000)
    await type_in(ann, "play")
    found = await exported(boss)

    assert found["server"] == room.guild.id
    wallets = {each["owner"]: each["balance"] for each in found["accounts"] if each["kind"] == "wallet"}
    assert wallets[ann.id] == await ann.wallet()
    assert sum(each["balance"] for each in found["accounts"]) == 0
    assert [each["game"] for each in found["tables"]] == ["stone_hand"]
    assert {*found} == {"server", *server_data.EXPORTED}
    seal = (await room.table()).table.next_seal
    assert seal.seed not in json.dumps(found)


async def test_tb11_no_hand_and_nothing_of_ones_own(room: Room, boss: Player, ann: Player) -> None:
    """TB-11, TB-24: no cards or seeds, no exclusion of one's own, and no record that is hidden."""
    await type_in(ann, "play")
    await close_table(ann)

    def hide(tx: Any) -> None:
        preferences.save(tx, ann.id, replace(preferences.load(tx, ann.id), record="hidden"))
        bars.keep_out(tx, room.guild.id, ann.id, 1e12)

    database: Database = room.bot.app.database
    await database.write(hide)
    found = await exported(boss)

    assert [each for each in found["records"] if each["player"] == ann.id] == []
    assert LEFT_OUT.keys() & server_data.EXPORTED.keys() == set()
    assert "1000000000000" not in json.dumps(found)


async def test_another_servers_rows_are_not_in_it(room: Room, boss: Player, ann: Player) -> None:
    """F-38: a server's file has rows of that server alone."""
    await type_in(ann, "play")
    other = await room.read(lambda tx: server_data.export(tx, room.guild.id + 1))

    assert {name: rows for name, rows in other.items() if rows and name != "server"} == {}
    assert (await exported(boss))["accounts"] != []
