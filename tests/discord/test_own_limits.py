"""`/me keep-me-out`: people who keep themselves from the games, and from losing too much."""

from __future__ import annotations

import re

import pytest

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import ask_forget, type_in
from tests.discord.dice import Dice
from tests.discord.direct_tables import Writer
from tests.discord.evening import plan
from tests.discord.forms import fill_in
from tests.discord.knights import begin
from tests.discord.tavern import PURSE, Player, Room

KEPT_OUT = "You’re keeping yourself out of the games until <t:"
DAY_SECONDS = 86_400


async def keep_out(player: Player, what: str) -> str:
    """Two presses: what one chooses, and that it is meant; the words of the question."""
    await type_in(player, "me keep-me-out")
    await player.press(f"keep_out_ask {what}")
    asked = player.told
    await player.press("keep_out_now")
    return asked


async def test_two_presses_keep_somebody_out(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TB-24: stakes and entries come back; no seat, throw, challenge or tournament; nobody learns why."""
    await ann.open(STONE_HAND)
    await ben.press("join")
    await plan(boss, STONE_HAND, entry=10)
    await ben.press("enter")
    asked = await keep_out(ben, "here_week")

    assert asked.startswith("Keep you out of **every game in this server** until <t:")
    said = ben.told
    until = int(re.findall(r"<t:(\d+):f>", said)[0])
    assert until == pytest.approx(room.env.now().timestamp() + 7 * DAY_SECONDS, abs=60)
    assert "You leave 1 table with your stack" in said
    assert "You’re out of 1 tournament that hasn’t begun; your entry is refunded." in said
    assert await ben.wallet() == PURSE
    assert [each.name for each in (await room.table()).table.present] == ["ann"]
    await ben.press("join")
    assert ben.told.startswith(KEPT_OUT)
    for command in ("stonehand open", "play", "throw"):
        assert (await type_in(ben, command)).startswith(KEPT_OUT)
    await ben.press("enter")
    assert ben.told.startswith(KEPT_OUT)
    told = await type_in(ann, "throw", against=ben, stake=5)
    assert told == f"{ben.mention} can’t play here at the moment. Please choose somebody else."
    assert "Nobody is barred." in await type_in(boss, "manage bars")
    assert ben.mention not in await type_in(boss, "manage audit")
    await room.check_books()


async def test_nobody_lets_them_in_before_it_ends(boss: Player, ben: Player, room: Room) -> None:
    """TB-24: not a manager, not they, not being forgotten, not a restart; time alone does."""
    await keep_out(ben, "here_day")
    said = await type_in(boss, "manage unbar", member=ben)
    assert said == f"No manager has barred {ben.mention} from the games here."
    await type_in(boss, "manage bar", member=ben, length="hour", why="x")
    await type_in(boss, "manage unbar", member=ben)
    assert (await type_in(ben, "throw")).startswith(KEPT_OUT)
    page = await type_in(ben, "me keep-me-out")
    assert "You’re kept out of every game in this server until <t:" in page
    await ask_forget(ben)
    await ben.press("forget_me")
    await room.restart(is_killed=True)
    assert (await type_in(ben, "throw")).startswith(KEPT_OUT)

    await room.restart(away_seconds=DAY_SECONDS + 1)
    await ben.open(STONE_HAND)
    assert "ben" in ben.table.words


async def test_everywhere_is_everywhere(ann: Player, ben: Player, dice: Dice, room: Room) -> None:
    """TB-24: a hand is played to its end, its stack goes home; then no game is open, here or elsewhere."""
    await begin([ann, ben], dice)
    asked = await keep_out(ben, "everywhere_year")
    assert asked.startswith("Keep you out of **every game in every server** until <t:")
    assert "ben will leave when this is over." in ann.table.words
    await ben.press("bet 2")
    await ann.press("fold")

    assert ann.table.is_over
    assert await ben.wallet() == PURSE + 2
    assert (await type_in(ben, "play")).startswith(KEPT_OUT)
    assert (await Writer(ben).type_in("play")).words.startswith(KEPT_OUT)
    await room.check_books()


async def test_a_limit_of_ones_own(boss: Player, ann: Player, ben: Player, dice: Dice, room: Room) -> None:
    """TB-25: 5 of 8 a day are lost, so 5 more are refused with the end of the limit, and privately.

    TB-24: on the panel of who has lost all that they brought, there stands the way out.
    """
    await type_in(ben, "me keep-me-out")
    said = await fill_in(ben, "loss_limit", text="8")
    assert "You lose at most **8 coins** a day here; 8 of it is left today." in said
    assert await fill_in(ben, "loss_limit") == said, "the form shows what is"
    await ann.open(STONE_HAND, wager=5)
    await ben.press("join")
    await ann.press("begin")
    await ben.open_panel()
    dice.load("1-1-5", "2-2-6")
    await ann.press("throw")
    await ben.press("throw")
    assert ann.table.is_over
    assert await ben.wallet() == PURSE - 5

    await ben.press("keep_out")
    assert "You lose at most **8 coins** a day here; 3 of it is left today." in ben.told
    await ben.open(STONE_HAND, wager=5)
    refused = "You’ve chosen to lose at most 8 coins a day here, and 3 coins of it is left today;"
    assert ben.told.startswith(refused)
    assert re.search(r"It starts again <t:\d+:R>\.", ben.told)
    await plan(boss, STONE_HAND, entry=4)
    await ben.press("enter")
    assert ben.told.startswith(refused)
    await ben.open(STONE_HAND, practice=True)
    assert "ben" in ben.table.words
    await room.check_books()


@pytest.mark.parametrize(
    ("ways", "paid"), [(["join", "keep_out"], 6), (["join"], 0)], ids=["coins", "practice"]
)
async def test_who_is_broke_may_sit_down_again(
    ann: Player, ben: Player, dice: Dice, room: Room, ways: list[str], paid: int
) -> None:
    """TB-24: the panel tells how the last round went, then the way back, and out if coins were lost."""
    cora = room.person("cora")
    await ann.open(STONE_HAND, wager=3, practice=not paid)
    for each in (ben, cora):
        await each.press("join")
    await ann.press("begin")
    await ben.open_panel()
    dice.load("1-1-5", "2-2-6", "3-3-3")
    for each in (ann, ben, cora):
        await each.press("throw")

    assert "Everything you brought to this table is gone." in ben.told
    assert "cora takes 3 from ben" in ben.told
    assert ways == [each for each in ("join", "keep_out") if each in ben.whispered]
    await ben.press("join")
    assert await ben.wallet() == PURSE - paid
    await room.check_books()


async def test_no_seat_that_would_cost_too_much(ann: Player, ben: Player, room: Room) -> None:
    """TB-25: at two tables of which one alone is within the limit; it looks as if he couldn't pay."""
    await type_in(ben, "me keep-me-out")
    await fill_in(ben, "loss_limit", text="30")
    cora = room.person("cora")
    for _table in range(2):
        await ann.open(STONE_HAND)
        for each in (ben, cora):
            await each.press("join")
    for _table in range(2):
        await ann.press("begin")

    assert await ben.wallet() == PURSE - 20
    seated = [[each.name for each in (await room.table(number)).table.present] for number in (1, 2)]
    assert seated == [["ann", "cora"], ["ann", "ben", "cora"]]
    assert any("ben couldn’t pay the stake and lost the seat." in each.words for each in cora.sees())
    await room.check_books()


@pytest.mark.parametrize(
    ("stake", "limit", "told"), [(f"{PURSE + 1}", 0, f"{PURSE}"), ("31", 30, "30"), ("30", 30, "")]
)
async def test_tb25_no_host_raises_a_stake_above_what_is_theirs(
    room: Room, ann: Player, stake: str, limit: int, told: str
) -> None:
    """TB-25: neither above the wallet nor above what may be lost today; up to that, it's raised."""
    await ann.open(STONE_HAND, wager=20)
    if limit:
        await type_in(ann, "me keep-me-out")
        await fill_in(ann, "loss_limit", text=str(limit))
    await ann.press("rules")
    await fill_in(ann, "stake", text=stake)

    assert (await room.table()).table.terms.buy_in == (20 if told else 30)
    assert told in ann.told
