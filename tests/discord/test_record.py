"""`/record` and `/board`: what people played here, won and did, and who may read it."""

from __future__ import annotations

from games.engine.core.deeds import BestHand, Deeds
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from storage import records
from storage.day_limits import DAY_SECONDS
from storage.records import Counted
from tests.discord.commands import answer_of, forge, type_in
from tests.discord.tavern import Player, Room, gather

TRIPLE = Deeds(
    6, has_won=True, shown=BestHand((4, 6), "triple", ("2", "2", "2")), counts={"triple": 1, "junk": 2}
)
LOST = Deeds(4, has_won=False, has_folded=True)


async def played(
    room: Room, player: Player, deeds: Deeds, gain: int, *, days_ago: int = 0, number: int = 1
) -> None:
    """Somebody has played a hand of that table’s game."""
    table = (await room.table(number)).table
    at = room.bot.tavern.now() - days_ago * DAY_SECONDS
    counted = [Counted(player.id, gain, deeds)]
    await room.bot.database.write(lambda tx: records.add(tx, room.guild.id, table, counted, at))


async def test_a_record_says_what_was_played(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: hands, net, the best hand, and what the game turns on; others may read it."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12)
    await played(room, ann, LOST, -4)
    said = await type_in(ann, "record show")

    assert said.splitlines() == [
        f"### Record of {ann.mention}",
        "-# The last 30 days, by days in UTC",
        "**For coins**",
        "🎲 **Stone Hand +8** · 2 rounds, 1 won",
        "Best hand: `2-2-2` a triple, **2**",
        "-# Staked 10 coins · 1 showdown · folded 1",
        "-# Thrown: 1 triple, 2 junk",
    ]
    assert await type_in(ben, "record show", member=ann) == said


async def test_a_hand_that_was_really_played_is_in_it(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: one folds, and the other takes the ante; nothing was shown."""
    await gather(room, KNIGHTS_HEADS, [ann, ben], ante=2)
    await ann.press("Start")
    folds, wins = (ann, ben) if ann.is_called else (ben, ann)
    await folds.press("Fold")

    lost, won = await type_in(folds, "record show"), await type_in(wins, "record show")
    assert "Heads −2** · 1 hand, 0 won\n-# Staked 2 coins · 0 showdowns · folded 1" in lost
    assert "Heads +2** · 1 hand, 1 won\n-# Staked 2 coins · 0 showdowns" in won


async def test_nothing_was_played(ann: Player) -> None:
    """Who has finished no hand is told so."""
    assert "No hand was finished in this time" in await type_in(ann, "record show")


async def test_a_record_of_one_game_and_some_days(ann: Player, room: Room) -> None:
    """Only that game is shown, and only hands of these days; a select leads to others."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12, days_ago=8)
    await ann.open(KNIGHTS_HEADS)
    await played(room, ann, LOST, -4, number=2)

    week = await type_in(ann, "record show", period="week")
    assert "Knights’ Heads" in week
    assert "Stone Hand" not in week
    assert "Stone Hand" in await type_in(ann, "record show", game="stone_hand")
    assert "No hand was finished" in await type_in(ann, "record show", game="stone_hand", period="week")

    said = answer_of(await ann.choose(f"{ann.id}_stone_hand", "Since the beginning"))
    assert "Hand +12**" in said
    assert "Knights’ Heads" not in said


async def test_who_keeps_the_own_record_to_oneself(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: nobody else reads it, by the command or by a select from before; its owner does."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12)
    await type_in(ben, "record show", member=ann)
    await type_in(ann, "tavern me")
    await ann.choose("record", "Keep mine to myself")
    refusal = f"{ann.mention} keeps their record to themselves"

    assert "Hand +12**" in await type_in(ann, "record show")
    assert refusal in answer_of(await ben.choose(f"{ann.id}_all", "Today"))
    assert refusal in await type_in(ben, "record show", member=ann)


async def test_no_record_but_a_persons(ann: Player, room: Room) -> None:
    """F-43: bots have none, and there is no other game or period than those that are listed."""
    robot = Player(room, room.guild.add_member(room.env.create_user("robot", bot=True)))

    assert await type_in(ann, "record show", member=robot) == "That is a bot. Please name a person."
    for absurd in ("chess", "", "stone_hand_2"):
        await forge(ann, "record show", game=absurd)
        assert "Stone Hand" not in ann.told
