"""The pace of a table: chosen as it opens, by its host in the lobby, and where a server allows it (TB-28)."""

from __future__ import annotations

import pytest

from games.catalog import GAMES
from games.destiny.game import DESTINY
from games.engine.core.game import AnyGame
from games.engine.table import play
from games.engine.table.pace import DAY, TURNS
from games.stone_hand.game import STONE_HAND
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from storage.play.postings import replaced_messages
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.direct_tables import Writer
from tests.discord.tavern import Player, Room, gather, set_rule, start


async def chosen(room: Room, number: int = 1) -> tuple[int, int]:
    """The length of a turn and of the time bank at a table."""
    terms = (await room.table(number)).table.terms
    return terms.turn_seconds, terms.bank_seconds


async def settle(room: Room, settings: ServerSettings) -> None:
    """A manager has settings."""
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, settings))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("pace", ["unhurried", "day", "three_days"])
async def test_tb28_a_table_opens_at_a_pace(room: Room, ann: Player, game: AnyGame, pace: str) -> None:
    """TB-28: by the `open` command of each game."""
    await ann.open(game, pace=pace)

    assert await chosen(room) == dict(TURNS.items())[pace]  # type: ignore[index]  # a name of one


async def test_tb28_play_has_a_pace_too(room: Room, ann: Player) -> None:
    """TB-28: `/play`, with house players: the game has begun, and no turn ends by itself."""
    await type_in(ann, "play", pace="day")
    table = (await room.table()).table

    assert (table.phase, table.terms.turn_seconds) == ("playing", DAY)
    assert "1 day" not in ann.table.words


async def test_tb28_play_points_to_tables_alike(room: Room, ann: Player, ben: Player) -> None:
    """TB-28: a slow table of one's own is no reason to close it, and no seat for who wants to play now."""
    cat = room.person("cat")
    await type_in(ann, "play", pace="day", house_players=False)
    await type_in(ben, "play", house_players=False)
    live = await type_in(ann, "play", house_players=False)
    await ann.press("play_own")
    slow = await type_in(cat, "play", pace="day", house_players=False)
    await cat.press("play_own")

    assert live.startswith(f"{ben.mention} is waiting for players here, ")
    assert slow.startswith(f"{ann.mention} is waiting for players here, ")
    tables = [(await room.table(each)).table for each in (1, 2, 3, 4)]
    assert [each.phase for each in tables] == ["lobby"] * 4
    assert [each.terms.host for each in tables] == [ann.id, ben.id, ann.id, cat.id]
    assert [each.terms.pace.is_slow for each in tables] == [True, False, False, True]


@pytest.mark.usefixtures("banked")
async def test_tb28_live_is_the_servers_turn(room: Room, ann: Player) -> None:
    """TB-28: it's what a table has if nothing is said."""
    await settle(room, ServerSettings(turn_seconds=45))
    await ann.open(STONE_HAND)

    assert await chosen(room) == (45, 60)


async def test_tb28_the_lobby_says_the_pace(room: Room, ann: Player, ben: Player) -> None:
    """TB-28, DE-12: the host sets it there; the table says how long turns are, and that memory is aided."""
    await gather(room, DESTINY, [ann, ben])
    await set_rule(ann, "pace", "day")

    assert "1 day a turn, time bank 2 days" in ann.table.words
    assert "Memory aid: on" in ann.table.words
    assert "Pace: a day a turn" in ann.table.words
    assert "rule:time_bank" not in ann.told


async def test_tb28_a_server_without_slow_tables(room: Room, ann: Player) -> None:
    """TB-28: neither opened nor made so; an hour's turn isn't slow."""
    await settle(room, ServerSettings(slow_tables=False))
    await ann.open(STONE_HAND, pace="day")
    assert ann.told.startswith("This server has no tables with days for a turn")
    await ann.open(STONE_HAND, pace="unhurried")
    await set_rule(ann, "pace", "three_days")

    assert ann.told.startswith("This server has no tables with days for a turn")
    assert await chosen(room) == (600, 0)


@pytest.mark.parametrize(("pace", "tables"), [("day", [1]), ("live", [0, 0])])
async def test_tb28_a_slow_company_needs_slow_tables(
    room: Room, ann: Player, ben: Player, dice: Dice, pace: str, tables: list[int]
) -> None:
    """TB-28: in a server without slow tables no company plays again at one; a live one does."""
    await gather(room, STONE_HAND, [ann, ben], pace=pace)
    await ann.press("begin")
    await type_in(room.person("boss", is_manager=True), "manage close", table=1)
    dice.load("1-1-5", "3-3-4")
    for each in (ann, ben):
        await each.press("throw")
    assert (await room.table()).is_over
    await settle(room, ServerSettings(slow_tables=False))
    await ann.press("again")

    assert await room.read(lambda tx: tx.scalars("SELECT is_slow FROM tables ORDER BY id")) == tables


async def test_tb28_slow_tables_have_channels(room: Room, ann: Player) -> None:
    """TB-28: elsewhere tables are live; the refusal says where to go."""
    elsewhere = room.guild.id + 1
    await settle(room, ServerSettings(slow_channels=(elsewhere,)))
    await ann.open(STONE_HAND, pace="day")
    assert ann.told == f"Tables with days for a turn can be opened in these channels: <#{elsewhere}>."
    await settle(room, ServerSettings(slow_channels=(elsewhere, room.channel.id)))
    await ann.open(STONE_HAND, pace="day")

    assert await chosen(room) == TURNS["day"]


async def test_tb28_nothing_is_slow_without_a_server(room: Room, ann: Player) -> None:
    """TB-28: in a direct message."""
    answer = await Writer(ann).type_in("play", pace="day")

    assert "only works in a server" in answer.words


async def test_tb28_play_again_keeps_the_pace(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-28: and waits for the company for seven days, nobody being there; with all of it, it begins."""
    await gather(room, STONE_HAND, [ann, ben], pace="day")
    dice.load("1-1-2", "1-1-3")
    await ann.press("begin")
    await ann.press("close")
    await ann.press("close_now")
    await ann.press("throw")
    await ben.press("throw")
    await ann.press("again")
    waiting = await room.table(2)
    assert await chosen(room, 2) == TURNS["day"]
    assert (waiting.deadline_at or 0) - waiting.acted_at == 7 * DAY
    await ben.press("join")

    assert (await room.table(2)).table.phase == "playing"


async def test_tb13_the_table_says_who_still_looks(room: Room, ann: Player, ben: Player) -> None:
    """TB-13: whoever has pressed Deal isn't asked any more; all tables list who is."""
    people = {each.id: each for each in (ann, ben, room.person("cora"))}
    await gather(room, DESTINY, [*people.values()], pace="day")
    await start(ann)
    for _fold in range(2):
        table = (await room.table()).table
        (seat,) = play.asked(table, DESTINY)
        await people[table.seated(seat).player or 0].press("fold")

    assert "Waiting for ann, ben and cora to press “Deal”; otherwise I’ll deal" in ann.table.words
    assert "**your turn**" in await type_in(ben, "hand waiting")
    for each in people.values():
        if each is not ben:
            await each.press("deal")
    assert "Waiting for ben to press “Deal”" in ann.table.words
    assert "waiting for **ben**" in await type_in(ann, "hand waiting")
    await ben.press("deal")

    assert (await room.table()).table.hands == 2


@pytest.mark.parametrize("is_killed", [True, False])
async def test_tb28_a_restart_edits_no_slow_table(
    room: Room, ann: Player, ben: Player, *, is_killed: bool
) -> None:
    """TB-28: half a minute away leaves the shown time true, so nothing is sent; at a live table it isn't."""
    for pace in ("day", "live"):
        await gather(room, STONE_HAND, [ann, ben], pace=pace)
        await ann.press("begin")
    await room.wait(70)
    await room.restart(away_seconds=30, is_killed=is_killed)
    await room.wait(10)
    edits = [each.path for each in room.env.http_requests if each.method == "PATCH"]
    slow, live = [(await room.table(number)).message for number in (1, 2)]
    before = len(edits)
    await room.restart(away_seconds=30, is_killed=is_killed)
    await room.wait(10)
    made = [each.path for each in room.env.http_requests if each.method == "PATCH"][before:]

    assert [str(slow) in each for each in made] == [False] * len(made)
    assert any(str(live) in each for each in made)


@pytest.mark.parametrize("is_back_soon", [True, False])
async def test_a_kill_leaves_no_older_message(
    room: Room, ann: Player, ben: Player, dice: Dice, *, is_back_soon: bool
) -> None:
    """Class of TB-8's calls: an old message that was replaced just before a kill goes at the next start."""
    await gather(room, STONE_HAND, [ann, ben], pace="day")
    dice.load("1-1-2")
    await ann.press("begin")
    old = (await room.table()).message or 0
    await room.wait(51 * 60)
    room.env.inject_error("DELETE", f"/channels/{room.channel.id}/messages/{old}", status=500, times=None)
    await ann.press("throw")
    await room.wait(30)
    assert (await room.table()).message != old
    await room.restart(is_killed=True, away_seconds=1 if is_back_soon else 3600)
    assert old in {each.id for each in ann.sees()}
    room.env.backend.faults.clear()
    await room.restart(is_killed=True)
    await room.wait(2)

    assert old not in {each.id for each in ann.sees()}
    assert (await room.table()).message in {each.id for each in ann.sees()}
    assert await room.read(replaced_messages) == []
