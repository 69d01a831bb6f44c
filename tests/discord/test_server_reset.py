"""`/manage reset`: a server begins anew (TB-23)."""

from __future__ import annotations

from random import Random

from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from storage.people import bars, server_reset
from storage.play import hands
from tests.discord.commands import NOT_ALLOWED, close_table, give, kept_by, type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.forms import fill, fill_in
from tests.discord.tavern import PURSE, Player, Room
from tests.storage.both import prune


async def reset(player: Player, name: str) -> str:
    """Reset the server, with what was typed as its name."""
    await type_in(player, "manage reset")
    return await fill_in(player, "reset_ask", text=name)


def _left(tx: Transaction) -> dict[str, int]:
    """Return the numbers of rows in tables that a reset empties."""
    names = server_reset.DELETED.keys() - {"notes", "day_limits"}
    counts = {name: tx.scalar_int(f"SELECT count(*) FROM {name}") or 0 for name in names}  # noqa: S608
    return {name: count for name, count in counts.items() if count}


async def test_only_managers_may_reset_a_server(room: Room, ann: Player) -> None:
    """F-38: anybody else is refused."""
    assert await type_in(ann, "manage reset") == NOT_ALLOWED


async def test_tb23_a_reset_is_confirmed_by_the_servers_name(room: Room, boss: Player, ann: Player) -> None:
    """TB-23: another name changes nothing; with the server's name, all coins and settings are as new."""
    await type_in(ann, "wallet show")
    await give(ann, 50)
    wrong = await reset(boss, "another server")
    assert room.guild.name in wrong
    assert f"**{PURSE + 50} coins**" in await type_in(ann, "wallet show")

    assert "begins anew" in await reset(boss, f" {room.guild.name.upper()} ")
    assert "reset this server" in await type_in(boss, "manage audit")
    assert f"**{PURSE} coins**" in await type_in(ann, "wallet show")
    await room.check_books()


async def test_tb23_no_reset_while_a_table_is_open(room: Room, boss: Player, ann: Player) -> None:
    """TB-23: a manager reads which tables must be closed first, also if one was opened meanwhile."""
    await type_in(boss, "manage reset")
    await type_in(ann, "play")
    said = await fill_in(boss, "reset_ask", text=room.guild.name)
    assert f"Table 1 · <#{room.channel.id}>" in said
    assert f"Table 1 · <#{room.channel.id}>" in await type_in(boss, "manage reset")
    await close_table(ann)

    assert "begins anew" in await reset(boss, room.guild.name)


async def test_tb24_what_protects_people_stays(room: Room, boss: Player, ann: Player, ben: Player) -> None:
    """TB-23, TB-24: bars and exclusions outlast a reset and a restart, and nothing of old comes back."""
    await type_in(ann, "play")
    await close_table(ann)
    await give(ann, 50)
    await type_in(boss, "manage bar", member=ben, length="week", why="broke a chair")
    await room.bot.app.database.write(lambda tx: bars.keep_out(tx, room.guild.id, ann.id, 1e12))
    await reset(boss, room.guild.name)
    await room.restart()

    said = await type_in(boss, "manage audit")
    assert "reset this server" in said
    assert "50" not in said
    kept = await room.read(lambda tx: tx.all("SELECT player FROM keep_outs UNION SELECT player FROM bars"))
    assert sorted(row["player"] for row in kept) == sorted((ann.id, ben.id))
    assert await room.read(_left) == {"server_changes": 1}
    assert f"**{PURSE} coins**" in await type_in(ann, "wallet show")
    await room.check_books()


async def test_tb13_a_kept_hand_of_a_tournament_is_watched_after_a_reset(
    room: Room, boss: Player, ann: Player, ben: Player
) -> None:
    """TB-13, TB-23: tournaments and results are gone after a reset, and a hand that somebody keeps is not."""
    await plan(boss, STONE_HAND, chips=10, seats=2)
    await enter_all(room, [ann, ben])
    said = await type_in(boss, "manage reset")
    await type_in(boss, "organise start")
    await play_tournament(room, [ann, ben], Random(1))
    tables = await room.read(lambda tx: tx.scalars("SELECT table_id FROM hands WHERE seals IS NOT NULL"))
    await room.bot.app.database.write(lambda tx: hands.keep_for_good(tx, ann.id, tables[0], 1, 5.0))
    assert "begins anew" in await reset(boss, room.guild.name)
    await room.restart()
    now = room.bot.app.tavern.now()
    await room.bot.app.database.write(lambda tx: prune(tx, now))
    kept = await kept_by(ann)
    await room.deliver(ann.choosing(ann.whispered, "t:0:watch_hand", f"{tables[0]}_1"))

    assert "Tournament 1 · <#" in said
    assert "table 1, round 1 · kept" in kept
    assert "1/" in ann.told
    assert await room.read(_left) == {"server_changes": 1}
    await room.check_books()


async def test_tb23_two_resets_are_as_one(room: Room, boss: Player, ann: Player) -> None:
    """TB-23: two forms sent one after the other leave one line in the audit, and books that are right."""
    await type_in(ann, "wallet show")
    await type_in(boss, "manage reset")
    first = await boss.press("reset_ask")
    second = await boss.press("reset_ask")
    for each in (first, second):
        await fill(boss, each, text=room.guild.name)

    assert (await type_in(boss, "manage audit")).count("reset this server") == 1
    await room.check_books()
