"""Boards that stand in a channel."""

from __future__ import annotations

import pytest

from bot.discord_io.messages.board_posts import EVERY_SECONDS
from games.stone_hand.game import STONE_HAND
from storage.standing.boards import POSTS_MAX
from tests.discord.commands import answer_of, type_in
from tests.discord.record import TRIPLE, played
from tests.discord.tavern import Player, Room

pytestmark = pytest.mark.usefixtures("slow_rhythm")


async def posted(room: Room, boss: Player, player: Player, **asked: str) -> None:
    """Play a hand in which the player wins 12 coins, then post a board as the manager."""
    await player.open(STONE_HAND, wager=30)
    await played(room, player, TRIPLE, 12)
    await type_in(boss, "manage board", **asked)


async def calls_of_refresh(room: Room) -> list[str]:
    """Return the bot's calls to Discord when it checks that its boards are up to date."""
    with room.calls() as made:
        await room.bot.board_posts.refresh()
    return made


async def test_a_board_in_a_channel_is_kept_up_to_date(
    ann: Player, ben: Player, boss: Player, room: Room
) -> None:
    """TB-22, TB-23: everybody sees it, the audit knows it; it changes when a player has won more."""
    await posted(room, boss, ann)
    assert "You posted the board " in await type_in(boss, "manage audit")
    first = ben.table
    assert f"**1.** {ann.mention} — **+12 coins**" in first.words
    assert "-# Kept up to date, every 10 minutes" in first.words
    assert await calls_of_refresh(room) == []

    await played(room, ben, TRIPLE, 30)
    assert f"{ben.mention}" not in ann.table.words
    assert len(await calls_of_refresh(room)) == 1
    assert ann.table.id == first.id
    assert f"**1.** {ben.mention} — **+30 coins**" in ann.table.words
    assert await calls_of_refresh(room) == []


async def test_it_leads_to_other_boards_in_private(
    ann: Player, ben: Player, boss: Player, room: Room
) -> None:
    """TB-22: nobody changes what all see by looking at other days."""
    await posted(room, boss, ann, by="won", game="stone_hand", period="week")
    before = ann.table.words
    said = answer_of(await ben.press("boards"))
    assert said.startswith("### Hands won · Stone Hand\n-# The last 7 days")
    await ben.choose("board:won_stone_hand_week", "today")

    assert ann.table.words == before


async def test_only_managers_post_boards(ann: Player, boss: Player, room: Room) -> None:
    """TB-22: and no more than a few, so that nobody’s limits are used up."""
    await type_in(ann, "manage board")
    assert "Only people who may manage this server" in ann.told
    for _ in range(POSTS_MAX):
        await type_in(boss, "manage board")
    await type_in(boss, "manage board")
    assert f"There can’t be more than {POSTS_MAX} of those here." in boss.told


async def test_a_board_goes_on_after_a_restart(ann: Player, boss: Player, room: Room) -> None:
    """TB-22, F-17: coins won while the bot was away are shown, by the same message."""
    await posted(room, boss, ann)
    message = ann.table.id
    await played(room, ann, TRIPLE, 8)
    await room.restart(is_killed=True)
    await room.bot.board_posts.refresh()

    assert ann.table.id == message
    assert "**+20 coins**" in ann.table.words


async def test_who_hides_their_record_leaves_the_board(ann: Player, boss: Player, room: Room) -> None:
    """TB-19, TB-22: also if they stood there before."""
    await posted(room, boss, ann)
    await room.bot.app.tavern.prefer(ann.id, record="hidden")
    await room.bot.board_posts.refresh()

    assert "Nobody is on this board yet." in boss.table.words


async def test_a_deleted_board_stops(ann: Player, boss: Player, room: Room) -> None:
    """TB-22, F-34: deleting its message ends it; the doctor says so."""
    await posted(room, boss, ann)
    assert "The board **Net · all games** in <#" in await type_in(boss, "manage doctor")
    room.env.backend.delete_message(room.channel.id, ann.table.id)
    await room.env.settle()
    await played(room, ann, TRIPLE, 8)

    assert await calls_of_refresh(room) == []
    assert "has stopped: its message or channel was deleted" in await type_in(boss, "manage doctor")


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [
        (403, 50001, "I can’t see that channel any more"),
        (400, 200000, "I can’t see that channel any more"),
        (404, 10003, "its message or channel was deleted"),
    ],
)
async def test_a_board_out_of_reach_stops(
    ann: Player, boss: Player, room: Room, status: int, code: int, why: str
) -> None:
    """TB-22, F-36: it is tried once, and no more; the doctor says why, and how it comes back."""
    await posted(room, boss, ann)
    await played(room, ann, TRIPLE, 8)
    room.env.inject_error("PATCH", f"/channels/{room.channel.id}/messages*", status=status, code=code)
    assert len(await calls_of_refresh(room)) == 1
    assert await calls_of_refresh(room) == []

    said = await type_in(boss, "manage doctor")
    assert why in said
    assert "posts it again" in said


@pytest.mark.parametrize("code", [30046, 50083])
async def test_what_failed_is_tried_again(ann: Player, boss: Player, room: Room, code: int) -> None:
    """TB-22, F-33: just now nobody may change old messages, or the board's thread sleeps."""
    await posted(room, boss, ann)
    await played(room, ann, TRIPLE, 8)
    path = f"/channels/{room.channel.id}/messages*"
    room.env.inject_error("PATCH", path, status=400, code=code)
    await room.bot.board_posts.refresh()
    assert "**+12 coins**" in ann.table.words
    await room.bot.board_posts.refresh()

    assert "**+20 coins**" in ann.table.words


async def test_it_happens_by_itself(ann: Player, boss: Player, room: Room) -> None:
    """TB-22: every ten minutes, however much is played."""
    await posted(room, boss, ann)
    await played(room, ann, TRIPLE, 8)
    await room.wait(EVERY_SECONDS - 60)
    assert "**+12 coins**" in ann.table.words
    await room.wait(61)
    assert "**+20 coins**" in ann.table.words


async def test_a_board_that_fails_stops_no_other(
    ann: Player, boss: Player, room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """TB-22, F-20: one of a later version is told of in the log, and the next is kept up to date."""
    await posted(room, boss, ann)
    await type_in(boss, "manage board", by="won")
    await room.bot.app.database.write(
        lambda tx: tx.execute("UPDATE board_posts SET measure = 'luck' WHERE id = 1")
    )
    await played(room, ann, TRIPLE, 8)
    await room.bot.board_posts.refresh()

    assert "2 hands won" in ann.table.words
    assert "board 1 could not be shown" in caplog.messages
