"""`/manage bar`, `unbar` and `bars`: people who may not play for a while."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.front.request import NotAllowed, NotModerator
from games.stone_hand.game import STONE_HAND
from tests.discord.bars import bar
from tests.discord.commands import answer_of, ask_forget, give, type_in
from tests.discord.dice import Dice
from tests.discord.evening import plan
from tests.discord.knights import begin
from tests.discord.stone_hand import begin as start
from tests.discord.tavern import PURSE, Player, Room

BARRED = "A manager has barred you from the games here until <t:"


@pytest.mark.parametrize("command", ["bar", "unbar", "bars", "flows"])
async def test_only_managers_keep_order(ann: Player, ben: Player, command: str) -> None:
    """TB-23, F-26: nobody else bars anybody, or sees who is barred."""
    whom: dict[str, object] = {} if command in ("bars", "flows") else {"member": ben}
    given = whom | ({"length": "day", "why": "x"} if command == "bar" else {})

    refused = NotAllowed if command == "flows" else NotModerator
    assert await type_in(ann, f"manage {command}", **given) == refused.template


async def test_who_is_barred_plays_nothing(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TB-23: no seat, no table, no throw, no challenge, no tournament; each refusal says until when."""
    said = await bar(boss, ben)
    assert said.startswith(f"{ben.mention} can’t play here until <t:")
    await ann.open(STONE_HAND)
    await ben.press("join")
    assert ben.told.startswith(BARRED)
    until = int(re.findall(r"<t:(\d+):f>", ben.told)[0])
    assert until == pytest.approx(room.env.now().timestamp() + 86_400, abs=60)
    for command in ("stonehand open", "knights open", "play", "throw"):
        assert (await type_in(ben, command)).startswith(BARRED)
    assert (await type_in(ben, "throw", against=ann, stake=5)).startswith(BARRED)
    said = await type_in(ann, "throw", against=ben, stake=5)
    assert said == f"{ben.mention} can’t play here at the moment. Please choose somebody else."
    await plan(boss, STONE_HAND, entry=10)
    await ben.press("enter")
    assert ben.told.startswith(BARRED)

    assert await ben.wallet() in (0, PURSE)
    assert "**0** of" in boss.notice.words
    await room.check_books()


@pytest.mark.parametrize(
    ("length", "seconds"),
    [("1d", 86_400), ("24h", 86_400), ("2w", 1_209_600), ("1h30m", 5400), ("for a week", 604_800)],
)
async def test_lengths_as_people_write_them(
    boss: Player, ben: Player, room: Room, length: str, seconds: int
) -> None:
    """TB-23: the time until which a player is barred is that much later."""
    said = await bar(boss, ben, length)

    until = int(re.findall(r"<t:(\d+):f>", said)[0])
    assert until == pytest.approx(room.env.now().timestamp() + seconds, abs=60)


async def test_a_length_that_is_none(boss: Player, ben: Player) -> None:
    """TB-23: forever is until a manager lifts it; of what is no length the sentence speaks of lengths."""
    for wrong in ("7", "a while", "0d"):
        said = await bar(boss, ben, wrong)
        assert said.startswith("Please write for how long, such as 90 min, 24h, 7 days, 2 weeks or forever")
    assert (await bar(boss, ben, "Forever")).startswith(
        f"{ben.mention} can’t play here until a manager lifts it."
    )


@pytest.mark.usefixtures("slow_rhythm")
async def test_a_bar_lasts_over_a_restart_and_ends_by_itself(boss: Player, ben: Player, room: Room) -> None:
    """TB-23, F-1: a kill lifts nothing, time does."""
    await bar(boss, ben, "hour")
    await room.restart(is_killed=True)
    assert (await type_in(ben, "throw")).startswith(BARRED)
    await room.wait(3601)
    await ben.open(STONE_HAND)

    assert "ben" in ben.table.words
    assert "Nobody is barred." in await type_in(boss, "manage bars")


async def test_a_manager_lets_somebody_in_sooner(boss: Player, ann: Player, ben: Player) -> None:
    """TB-23: by a command or from the list, which names the manager and the reason."""
    await bar(boss, ben, "lifted")
    assert "until a manager lifts it" in await bar(boss, ann, "lifted")
    listed = await type_in(boss, "manage bars")
    for each in (ann, ben):
        line = f"- {each.mention} until a manager lifts it · barred by {boss.mention} · “broke a chair”"
        assert line in listed
    assert (await type_in(ben, "throw")).startswith("A manager has barred you from the games here. You can")
    said = await type_in(boss, "manage unbar", member=ben, why="he mended it")

    assert said == f"{ben.mention} can play here again."
    await ben.open(STONE_HAND)
    assert "ben" in ben.table.words
    await type_in(boss, "manage bars")
    picked = await boss.member.select(boss.whispered.sent, [ann.member], custom_id="t:0:let_in")
    assert answer_of(picked) == f"{ann.mention} can play here again."
    said = await type_in(boss, "manage unbar", member=ann)
    assert said == f"No manager has barred {ann.mention} from the games here."
    audit = await type_in(boss, "manage audit")
    assert f"You let {ben.mention} play again · “he mended it”" in audit
    assert f"You barred {ben.mention} from the games until a manager lifts it · “broke" in audit


async def test_a_hand_is_played_to_its_end(
    boss: Player, ann: Player, ben: Player, dice: Dice, room: Room
) -> None:
    """TB-23: a player barred in the middle of a hand bets on, wins it, and goes home with the stack."""
    await begin([ann, ben], dice)
    said = await bar(boss, ben)
    assert f"{ben.mention} leaves 1 table with their stack, after the hand if one is being played." in said
    assert "ben will leave when this is over." in ann.table.words
    await ben.press("bet 2")
    await ann.press("fold")

    assert ann.table.is_over
    assert await ben.wallet() == PURSE + 2
    await ben.press("again")
    assert ben.told.startswith(BARRED)
    await room.check_books()


async def test_who_sits_in_no_hand_goes_at_once(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TB-23: and an entry to a tournament that has not begun is given back."""
    await ann.open(STONE_HAND)
    await ben.press("join")
    await plan(boss, STONE_HAND, entry=10)
    await ben.press("enter")
    assert await ben.wallet() == PURSE - 10
    said = await bar(boss, ben)

    assert f"{ben.mention} is out of 1 tournament that hasn’t begun; the entry is refunded." in said
    assert await ben.wallet() == PURSE
    assert [each.name for each in (await room.table()).table.present] == ["ann"]
    await room.wait(5)
    assert "**0** of" in boss.notice.words
    await room.check_books()


async def test_nothing_lies_on_in_a_prize_pool(
    boss: Player, ann: Player, ben: Player, dice: Dice, room: Room
) -> None:
    """TB-23, SH-11: Ben’s 2 in the pool and the 2 of the round that he plays go home with his other 16."""
    cora = room.person("cora")
    await start(room, [ann, ben, cora], ("prize_pool", True))
    dice.load("1-1-2", "1-1-4", "1-1-3", "1-1-4", "1-1-2", "1-1-3")
    for each in (ann, ben, cora):
        await each.press("throw")
    assert await ben.wallet() == PURSE - 20
    await bar(boss, ben)
    for each in (ben, cora, ann):
        await each.press("throw")

    assert "ben left the table." in ann.table.words
    assert await ben.wallet() == PURSE
    assert not ann.table.is_over
    await room.check_books()


async def test_nothing_else_is_kept_from_whoever_is_barred(boss: Player, ann: Player, ben: Player) -> None:
    """TB-23: gifts, wages, a home throw and the deal of the day are theirs, and flows count their gifts."""
    for player in (ann, ben):
        await type_in(player, "wallet show")
    await bar(boss, ben)
    paid = await type_in(ben, "wallet pay", member=ann, amount=PURSE)
    assert paid == f"{ben.mention} pays {ann.mention} **200 coins**."
    assert await type_in(ben, "wallet wages") == "Here are your wages: **100 coins**."
    assert "1-3-5" in await type_in(ben, "me home-throw", numbers="135", why="my street")
    assert "Deals of the day" in await type_in(ben, "daily")
    flows = await type_in(boss, "manage flows")

    assert f"- {ben.mention} → {ann.mention}: **200 coins**" in flows


async def test_being_forgotten_does_not_help(boss: Player, ben: Player) -> None:
    """TB-23, F-53: a player who has themselves forgotten stays barred, and a manager can let them in."""
    await bar(boss, ben)
    await ask_forget(ben)
    await ben.press("forget_me")
    assert (await type_in(ben, "throw")).startswith(BARRED)
    assert "- 1 person who has since asked to be forgotten" in await type_in(boss, "manage bars")
    await type_in(boss, "manage unbar", member=ben)
    await ben.open(STONE_HAND)

    assert "ben" in ben.table.words


async def test_bots_and_made_up_lengths(boss: Player, ben: Player, room: Room) -> None:
    """F-43, F-45: a bot plays nothing anyway; a length is a usual one, or a moment to come.

    TN-41: the zone in which its end was typed counts for the next one, too.
    """
    robot = Player(room, room.guild.add_member(room.env.create_user("robot", bot=True)))

    assert "That’s a bot" in await bar(boss, robot)
    assert "Please write for how long, such as" in await bar(boss, ben, "aeon")
    assert "Nobody is barred." in await type_in(boss, "manage bars")
    assert f"{ben.mention} can’t play here until <t:" in await bar(boss, ben, "in 3 days")

    assert "20:00 in which time zone?" in await bar(boss, ben, "Sat 20:00")
    for typed in ("Sat 20:00 Berlin", "Sat 20:00"):
        said = await bar(boss, ben, typed)
        until = int(re.findall(r"<t:(\d+):f>", said)[0])
        assert datetime.fromtimestamp(until, ZoneInfo("Europe/Berlin")).strftime("%a %H:%M") == "Sat 20:00"


async def test_coins_that_went_one_way(boss: Player, ann: Player, ben: Player) -> None:
    """TB-23: managers see that Ann gave Ben a purse in two gifts, with a fair word and nobody's cards."""
    await give(ann, 2 * PURSE)
    for amount in (PURSE, 50):
        await type_in(ann, "wallet pay", member=ben, amount=amount)
    said = await type_in(boss, "manage flows")

    assert "in the last 7 days: 200 coins or more on balance. **This proves nothing.**" in said
    line = f"- {ann.mention} → {ben.mention}: **250 coins** · gifts 250, tables 0 · 2 of 2 times this way"
    assert line in said
    await boss.press("flows")
    assert "in the last 30 days" in boss.told
    assert boss.whispered.sent.ephemeral
