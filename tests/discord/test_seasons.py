"""Seasons: begun and ended by managers, read by everybody."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import answer_of, titles_of, type_in
from tests.discord.record import TRIPLE, played
from tests.discord.tavern import Player, Room


async def test_a_season_from_its_beginning_to_its_end(
    ann: Player, ben: Player, boss: Player, room: Room
) -> None:
    """TB-22: it begins today, its boards stay as they were, and its champions are named."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 30, days_ago=1)
    assert "No season has begun here yet" in await type_in(ann, "board", period="season")
    said = await type_in(boss, "manage season begin", name="Autumn *24*")
    assert "Season **Autumn \\*24\\*** has begun." in said
    await played(room, ann, TRIPLE, 12)
    await played(room, ben, TRIPLE, 5)

    assert (await type_in(ann, "board", period="season")).splitlines() == [
        "### Net · all games",
        "-# Season Autumn \\*24\\* · For coins",
        "**1.** You — **+12 coins**",
        f"**2.** {ben.mention} — **+5 coins**",
    ]
    await type_in(boss, "manage season end")
    ended = answer_of(await boss.press("season_end"))
    await played(room, ben, TRIPLE, 90)
    shown = await type_in(ben, "board", by="season")

    assert shown == ended
    assert f"🏆 **All games**: {ann.mention} — **+12 coins**" in shown
    assert f"🎲 **Stone Hand**: {ann.mention} — **+12 coins**" in shown
    assert "**Destiny**: nobody\n" in shown
    assert "**2.**" in await type_in(ann, "board", period="season")
    assert "Champion of a Season" in await titles_of(ann)
    board = answer_of(await ben.choose("season_board:1", "won_stone_hand"))
    assert f"**1.** {ann.mention} — 1 hand won" in board
    assert "🏆 **All games**" in answer_of(await ben.choose("season_board:1", "champions"))


async def test_only_managers_begin_and_end_a_season(ann: Player, boss: Player) -> None:
    """TB-22: everybody may read it; without one there is nothing to end or to show."""
    assert "Only people who may manage this server" in await type_in(
        ann, "manage season begin", name="Autumn"
    )
    assert "There’s no season here" in await type_in(boss, "board", by="season")
    assert "There’s no season here" in await type_in(boss, "manage season end")
    await type_in(boss, "manage season begin", name="Autumn")
    assert "Only people who may manage this server" in await type_in(ann, "manage season end")
    assert "### Season Autumn" in await type_in(ann, "board", by="season")


async def test_two_managers_at_once(boss: Player, room: Room) -> None:
    """TB-22: the second who begins or ends a season is told of the first."""
    await type_in(boss, "manage season begin", name="Autumn")
    assert "The season Autumn is still on" in await type_in(boss, "manage season begin", name="Fall")
    deputy = room.person("deputy", is_manager=True)
    for manager in (boss, deputy):
        await type_in(manager, "manage season end")
    await boss.press("season_end")
    await deputy.press("season_end")
    assert "The season Autumn is already over" in deputy.told


async def test_a_new_season_begins_the_next_day(ann: Player, boss: Player, room: Room) -> None:
    """TB-22: nothing counts for two seasons; a list leads to the one before."""
    await ann.open(STONE_HAND, wager=30)
    await type_in(boss, "manage season begin", name="Autumn")
    await played(room, ann, TRIPLE, 12)
    await type_in(boss, "manage season end")
    await boss.press("season_end")

    assert "Season **Winter** begins tomorrow" in await type_in(boss, "manage season begin", name="Winter")
    assert "🏆 **All games**: nobody yet" in await type_in(ann, "board", by="season")
    assert "🏆 **All games**: you" in answer_of(await ann.choose("season:2", "Autumn"))


async def test_names_that_show_nothing(boss: Player) -> None:
    """F-43: a season has a name that people can read."""
    assert "I can’t show any of that text" in await type_in(boss, "manage season begin", name="\u200b")
