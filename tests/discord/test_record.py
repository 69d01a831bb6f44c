"""`/record` and `/board`: what people played here, won and did, and who may read it."""

from __future__ import annotations

import pytest

from bot.tavern import coaching
from games.engine.core.hand_stats import HandStats
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from storage.db.retention import DAY_SECONDS, day_of
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.commands import answer_of, forge, type_in
from tests.discord.dice import Dice
from tests.discord.pictures import PAINTING_SECONDS, Slow, described
from tests.discord.record import THROWN, TRIPLE, played
from tests.discord.tavern import Player, Press, Room, gather, make_bot

LOST = HandStats(4, has_won=False, has_folded=True)


async def test_a_record_says_what_was_played(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: hands, net, the best hand, and what the game turns on; others may read it."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12)
    await played(room, ann, LOST, -4)
    said = await type_in(ann, "record")

    assert said.splitlines() == [
        "### Your record",
        "-# The last 30 days (UTC)",
        "**For coins**",
        "🎲 **Stone Hand +8** · 2 rounds, 1 won",
        "Best hand: `2-2-2` a triple, **2**",
        "-# Staked 10 coins · 1 showdown · folded 1",
        "-# Thrown: 1 triple, 2 junk",
    ]
    others = said.replace("Your record", f"Record of {ann.mention}")
    assert await type_in(ben, "record", member=ann) == others


async def test_a_hand_that_was_really_played_is_in_it(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: one folds, and the other takes the ante; nothing was shown."""
    await gather(room, KNIGHTS_HEADS, [ann, ben], ante=2)
    await ann.press("begin")
    folds, wins = (ann, ben) if ann.is_called else (ben, ann)
    await folds.press("fold")

    lost, won = await type_in(folds, "record"), await type_in(wins, "record")
    assert "Heads −2** · 1 hand, 0 won\n-# Staked 2 coins · 0 showdowns · folded 1" in lost
    assert "Heads +2** · 1 hand, 1 won\n-# Staked 2 coins · 0 showdowns" in won


async def test_nothing_was_played(ann: Player) -> None:
    """A player who has finished no hand is told so."""
    assert "No hands were finished in this period" in await type_in(ann, "record")


async def test_a_record_of_one_game_and_some_days(ann: Player, room: Room) -> None:
    """Only that game is shown, and only hands of these days; a select leads to others."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12, days_ago=8)
    await ann.open(KNIGHTS_HEADS)
    await played(room, ann, LOST, -4, number=2)

    week = await type_in(ann, "record", period="week")
    assert "Knights’ Heads" in week
    assert "Stone Hand" not in week
    assert "Stone Hand" in await type_in(ann, "record", game="stone_hand")
    assert "No hands were finished" in await type_in(ann, "record", game="stone_hand", period="week")

    said = answer_of(await ann.choose(f"{ann.id}_stone_hand", "all"))
    assert "Hand +12**" in said
    assert "Knights’ Heads" not in said


async def test_who_keeps_the_own_record_to_oneself(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: nobody else reads it, by the command or by a select from before; its owner does."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12)
    await type_in(ben, "record", member=ann)
    await type_in(ann, "me preferences")
    await ann.choose("record", "hidden")
    refusal = f"{ann.mention} keeps their record private"

    assert "Hand +12**" in await type_in(ann, "record")
    assert refusal in answer_of(await ben.choose(f"{ann.id}_all", "today"))
    assert refusal in await type_in(ben, "record", member=ann)


async def test_no_record_but_a_persons(ann: Player, room: Room) -> None:
    """F-43: bots have none, and there is no other game or period than those that are listed."""
    robot = Player(room, room.guild.add_member(room.env.create_user("robot", bot=True)))

    assert await type_in(ann, "record", member=robot) == "That’s a bot. Please name a person."
    for absurd in ("chess", "", "stone_hand_2"):
        await forge(ann, "record", game=absurd)
        assert "Stone Hand" not in ann.told


async def test_hands_stand_beside_chance(ann: Player, room: Room) -> None:
    """TB-19: one of 64 throws is a triple by chance (8 of 512), and 34.5 are junk; luck counts them all."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, THROWN, 12)
    said = await type_in(ann, "record", game="stone_hand")

    assert "Triple **3 (1.0)** · Run **4 (4.5)** · Pair **21 (21)** · Junk **36 (34)**" in said
    # 8 of a standard error of 8: by tables one evening in six is luckier still.
    assert "Luck with dice: **luckier than 8 evenings out of 10** with 64 throws." in said
    assert "Thrown" not in said


async def test_games_without_fair_luck_say_so(ann: Player, room: Room) -> None:
    """TB-19: shown hands are a choice, so no luck is told of them."""
    await ann.open(KNIGHTS_HEADS)
    deeds = HandStats(4, has_won=True, counts={"hand_22": 10, "courts": 1})
    await played(room, ann, deeds, 12)
    said = await type_in(ann, "record", game="knights_heads")

    # 2,409,920,658,182 of 26,100,986,351,440 hands are a Court.
    assert "Court **10 (0.9)**" in said
    assert "1 court of Knights" in said
    assert "I can’t measure luck here" in said
    assert "Luck with dice" not in said


async def test_days_are_told_in_words_and_painted(ann: Player, room: Room) -> None:
    """TB-19: the best and the worst day, and the way between them; a server without pictures has words."""
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, pictures="always"))
    await ann.open(STONE_HAND, wager=30)
    for gain, days_ago in ((12, 3), (-5, 2), (1, 0)):
        await played(room, ann, THROWN, gain, days_ago=days_ago)
    said = await type_in(ann, "record", game="stone_hand")
    today = day_of(room.bot.app.tavern.now())

    noon = DAY_SECONDS // 2
    best, worst = (f"(<t:{(today - ago) * DAY_SECONDS + noon}:d>)" for ago in (3, 2))
    assert f"Best day: **+12** {best} · worst day: **−5** {worst}" in said
    painted = described(ann.whispered)
    assert painted.startswith("+8 coins\nStone Hand · The last 30 days · For coins\n")
    assert ": +8, between ±0 and +12." in painted
    assert "Triple: 9 (3.0)" in painted
    await room.bot.app.database.write(
        lambda tx: server_settings.save(tx, room.guild.id, ServerSettings(pictures="never"))
    )
    assert described_after(await type_in(ann, "record", game="stone_hand"), ann) == ""


def described_after(said: str, player: Player) -> str:
    """Return the description of the picture that came with these words."""
    assert said
    return described(player.whispered)


async def test_a_select_leads_to_another_game(ann: Player, room: Room) -> None:
    """One page leads to those of all games, and back."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, THROWN, 12)
    await type_in(ann, "record")

    assert "Luck with dice" in answer_of(await ann.choose(f"{ann.id}_month", "stone_hand"))
    assert "No hands were finished" in answer_of(await ann.choose(f"{ann.id}_month", "destiny"))
    assert "Hand +12**" in answer_of(await ann.choose(f"{ann.id}_month", "all"))


async def test_the_best_hand_is_watched_again(ann: Player, ben: Player, room: Room, dice: Dice) -> None:
    """TB-13, TB-19: all who may see it where they are can watch it, as long as it is kept."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    dice.load("1-1-5", "2-2-4")
    for _ in (ann, ben):
        await next(each for each in (ann, ben) if each.is_called).press("throw")
    await type_in(ann, "record", game="stone_hand")
    await ann.press("watch")

    assert "Stone Hand" in ann.told
    assert "show here" in ann.whispered
    await type_in(ben, "record", member=ann, game="stone_hand")
    assert "watch" in ben.whispered
    await room.bot.app.database.write(lambda tx: tx.execute("UPDATE hands SET seals = NULL"))
    await type_in(ann, "record", game="stone_hand")
    assert "watch" not in ann.whispered


async def test_what_cost_somebody_most(
    ann: Player, ben: Player, room: Room, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-26: Ben kept junk of 7 against a triple of 8, which cost 3 coins on average; nobody else reads that.

    From there he may choose again in it. Of a game of which there are too few hands nothing is said, and
    Ann's record leads Ben to no review.
    """
    await gather(room, STONE_HAND, [ann, ben], wager=20)
    await ann.press("begin")
    dice.load("8-8-8", "1-7-8")
    await ann.press("throw")
    await ben.press("throw")
    await ben.press("keep")
    await type_in(ben, "record", game="stone_hand")
    early = (await ben.press("review"), ben.told)[1]
    monkeypatch.setattr(coaching, "HANDS_MIN", 1)
    await ben.press("review")
    told = ben.told.splitlines()
    await ben.press("second")
    again = ben.told
    await type_in(ben, "record", game="stone_hand", member=ann)

    assert early.startswith("### What cost you most · Stone Hand\nI need 30 rounds of yours")
    assert told[1] == "In your last 1 round:"
    kept = "**Keeping your dice when another throw was worth more** cost you about **3.0**, once."
    assert told[2] == kept
    assert "**Choose again:** what would you do here?" in again
    assert "review" not in ben.whispered


async def test_two_people_side_by_side(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: net, hands and best hands of both, whatever they were played for; nobody’s own twice."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12)
    await played(room, ann, LOST, -4)
    await played(room, ben, LOST, -8)

    said = await type_in(ann, "record", compare=ben, game="stone_hand")
    assert said.splitlines() == [
        f"### You and {ben.mention}",
        "-# The last 30 days (UTC)",
        "**For coins**",
        "🎲 **Stone Hand**",
        "You **+8** · 2 rounds, 1 won",
        "-# Best hand: `2-2-2` a triple, **2**",
        f"{ben.mention} **−8** · 1 round, 0 won",
        "You: Triple **33%** · Junk **67%**",
        "By chance alone: Triple **2%** · Junk **54%**",
        "-# By chance: what the same number of throws come to on average, without home throws.",
    ]
    assert f"### You and {ben.mention}" in await type_in(ann, "record", member=ben, compare=ann)
    assert "the same person twice" in await type_in(ann, "record", compare=ann)
    assert "Neither has finished" in await type_in(ann, "record", compare=ben, game="destiny")


async def test_nobody_is_compared_who_keeps_their_record(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: no other player can, on either side; the player can."""
    cora = room.person("cora")
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12)
    await type_in(ann, "me preferences")
    await ann.choose("record", "hidden")
    refusal = f"{ann.mention} keeps their record private"

    for given in ({"compare": ann}, {"member": ann, "compare": cora}, {"member": cora, "compare": ann}):
        assert refusal in await type_in(ben, "record", **given)
    assert "You **+12**" in await type_in(ann, "record", compare=ben)


async def test_tournaments_of_a_private_record_are_private(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: an old button, or a made-up one, shows others nothing of it; they themselves may look."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12)
    await type_in(ann, "record")
    await type_in(ben, "record", member=ann)
    (old, own) = (Press(each, each.whispered.id, f"t:0:played:{ann.id}") for each in (ben, ann))
    await room.deliver(old)
    assert "keeps their record private" not in ben.told

    await type_in(ann, "me preferences")
    await ann.choose("record", "hidden")
    await room.deliver(old)
    assert ben.told.startswith(f"{ann.mention} keeps their record private")
    await room.deliver(own)
    assert "keeps their record private" not in ann.told


async def test_a_picture_that_takes_long_follows(
    ann: Player, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-61: the page is there at once, and so is another one; each is drawn again with its picture."""
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, pictures="always"))
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, THROWN, 12)
    Slow(room, monkeypatch)
    await type_in(ann, "record", game="stone_hand")
    assert described(ann.whispered) == ""
    await room.wait(PAINTING_SECONDS + 1)
    assert described(ann.whispered).startswith("+12 coins\nStone Hand · The last 30 days")

    await ann.choose(f"{ann.id}_stone_hand", "all")
    assert described(ann.whispered) == ""
    await room.wait(PAINTING_SECONDS + 1)
    assert described(ann.whispered).startswith("+12 coins\nStone Hand · All time")
