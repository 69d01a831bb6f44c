"""TB-17: sitting out and coming back, and filling up one's stack, as people at the table do."""

from __future__ import annotations

import pytest
from simcord.enums import ComponentType

from games.destiny.game import DESTINY
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from tests.discord import dividha
from tests.discord.dice import Dice
from tests.discord.tavern import PURSE, Player, Press, Room, gather, set_rule, start

pytestmark = pytest.mark.usefixtures("slow_rhythm")

STAKE = 20
HOW_IN = "You missed a blind or joined late: you’re dealt in with the big blind, or post 2 to play sooner."


@pytest.mark.usefixtures("slow_rhythm")
async def test_sitting_out_and_coming_back(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """TB-17: Ben's wish waits for the round's end, the table for Ben; one press, and it can go on."""
    await ben.press("more")
    await ben.press("sit_out")
    assert "You’ll sit out after this round. “I’m back” undoes that." in ben.told
    assert "back" in ben.whispered
    assert "sits out after this" in ann.table.words
    assert "ben will sit out when this is over." in ann.table.words

    dice.load("1-1-5", "2-2-4")
    await ann.press("throw")
    await ben.press("throw")

    assert f"Waiting for {ben.mention}" in ann.table.words
    assert "Stone Hand · too few are ready" in ann.table.words
    assert "sits out" in ann.table.words
    assert "deal" not in ann.table
    await ben.open_panel()
    assert "You’re sitting out: you keep your seat and your stack until you press “I’m back”." in ben.told
    for each, may_cut in ((ann, True), (ben, False)):
        await each.press("more")
        assert ("cut" in each.whispered) == may_cut
    # There is no deadline, and the game does not go on by itself.
    await room.wait(3600)
    assert (await room.table()).table.hand is None

    await ben.press("back")
    assert "Waiting for" not in ann.table.words
    assert "Stone Hand · ben takes 4 from ann" in ann.table.words
    await ann.press("deal")
    assert (await room.table()).table.hand is not None
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - STAKE, PURSE - STAKE]
    await room.check_books()


async def test_topping_up(room: Room, ann: Player, ben: Player, playing: int, dice: Dice) -> None:
    """TB-17, TB-2: Ann lost 4 and fills them up after the round; the evening counts what she brought."""
    await ann.press("more")
    await ann.press("top_up")
    assert "tops up after this" in ben.table.words
    dice.load("1-1-5", "2-2-4")
    await ann.press("throw")
    await ben.press("throw")

    assert await ann.wallet() == PURSE - STAKE - 4
    assert "ann tops up by 4." in ben.table.words
    assert "when this is over" not in ben.table.words
    await room.check_books()

    await ann.press("more")
    await ann.press("close")
    await ann.press("close_now")
    dice.load("3-3-3", "1-1-5")
    for each in (ann, ben) if ann.is_called else (ben, ann):
        await each.press("throw")
    won = (await ann.wallet()) - PURSE
    assert f"ann goes home with **{STAKE + 4 + won} coins**" in ann.table.words
    await room.check_books()


async def test_a_top_up_that_is_taken_back(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """TB-17, TB-2: until the round is over; an old button says that there is nothing to take back."""
    await ann.press("more")
    await ann.press("top_up")
    await ann.press("more")
    assert "top_up" not in ann.whispered
    old, take_back = ann.whispered, ann.whispered.button("top_up_not")
    await ann.press("top_up_not")
    assert "tops up after this" not in ben.table.words
    assert "ann won’t top up after all." in ben.table.words
    dice.load("1-1-5", "2-2-4")
    await ann.press("throw")
    await ben.press("throw")

    assert await ann.wallet() == PURSE - STAKE
    await room.deliver(Press(ann, old.id, take_back))
    assert ann.told == "You have no top-up waiting: it’s been made or taken back already."
    await room.check_books()


async def test_a_wallet_that_holds_too_little(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """TB-17: the refusal says how much there is; a wish that cannot be paid is told at the table."""
    await ann.press("more")
    await ann.press("top_up")
    await _empty(room, ann, leaving=3)
    dice.load("1-1-5", "2-2-4")
    await ann.press("throw")
    await ben.press("throw")
    assert "ann couldn’t top up: there’s too little in the wallet." in ben.table.words
    assert await ann.wallet() == 3

    await ann.press("more")
    await ann.press("top_up")
    assert ann.told == "That needs 4 coins, and there’s only 3 coins."
    await room.check_books()


async def test_where_nobody_sits_out(room: Room, ann: Player, ben: Player) -> None:
    """TB-17, SH-11: with a prize pool there is no button for it, and an old one is refused."""
    await gather(room, STONE_HAND, [ann, ben])
    await set_rule(ann, "prize_pool", True)
    await start(ann)
    await ben.press("more")

    assert not {"sit_out", "top_up"} & set(ben.whispered.buttons)


async def test_a_menu_has_only_what_its_reader_may_press(room: Room, ann: Player, ben: Player) -> None:
    """TB-9, TB-10, TB-17: a watcher has no seat to leave, and who leaves has nothing more to ask for."""
    cora, boss = room.person("cora"), room.person("boss", is_manager=True)
    await gather(room, STONE_HAND, [ann, ben, room.person("dan")])
    await cora.press("more")
    assert [*cora.whispered.buttons] == ["fair", "how stone_hand", "rules"]

    await ann.press("begin")
    for watcher, closing in ((cora, []), (boss, ["close"])):
        await watcher.press("more")
        assert [*watcher.whispered.buttons] == ["fair", "rules", *closing]

    await ben.press("more")
    assert "leave" in ben.whispered
    assert "close" not in ben.whispered
    await ben.press("last")
    await ben.press("more")
    assert "last" not in ben.whispered
    await ben.press_and_confirm("leave")
    await ben.press("more")
    assert [*ben.whispered.buttons] == ["fair", "rules"]
    assert not any(each["type"] == ComponentType.STRING_SELECT for each in ben.whispered.parts)


async def test_whoever_sits_out_joins_no_hand(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-17: beside Ben, who sits out while the others play on, nothing says that he joins in."""
    await gather(room, STONE_HAND, [ann, ben, room.person("cora")])
    dice.load("1-1-7", "1-1-8", "2-2-6")
    await ann.press("begin")
    await ben.press("more")
    await ben.press("sit_out")
    for each in room.people:
        await each.press("throw")

    assert (await room.table()).table.hand is not None
    (line,) = [each for each in ann.table.words.splitlines() if each.startswith("**ben**")]
    assert line.endswith("coins · sits out")


async def test_a_blind_that_is_owed(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-17: Eve sits down in mid-hand; her panel says how she comes in, and she posts a blind at once.

    Ann deals first, so Ben and Cora post; then Ben deals, Cora and Dan post, and with Eve behind them
    nobody else's blind changes.
    """
    cora, dan, eve = map(room.person, ("cora", "dan", "eve"))
    await gather(room, DESTINY, [ann, ben, cora, dan])
    dice.load("1")
    await ann.press("begin")
    await eve.press("join")

    assert "waiting for the big blind" in ann.table.words
    assert "joins in when this is over" not in ann.table.words
    assert HOW_IN in eve.whispered.words
    assert "You’ll be dealt in from the next hand." not in eve.whispered.words
    for each in (dan, ann, ben):
        await each.press("fold")
    await eve.open_panel()
    assert HOW_IN in eve.whispered.words
    await eve.press("post_blind")
    assert "eve posts a blind instead of waiting for the big one." in ann.table.words
    assert "**eve** · 100 coins · posts a blind" in ann.table.words
    await eve.open_panel()
    assert (
        "You’ll be dealt in as soon as your blind changes nobody else’s, and post it for that hand."
        in eve.whispered.words
    )
    assert "post_blind" not in eve.whispered

    await ann.press("deal")
    assert "eve posts a blind of 2 to be dealt in." in ann.table.words
    assert "Pot 5" in ann.table.words.replace("*", "")
    assert eve.is_called
    await room.check_books()


async def test_who_comes_back_with_what_they_won(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-17: Cora won the small blind, leaves and sits down again with all of it; the table says why."""
    cora = room.person("cora")
    await gather(room, DESTINY, [ann, ben, cora])
    dice.load("1")
    await ann.press("begin")
    for each in (ann, ben):
        await each.press("fold")
    await cora.press("leave")
    assert await cora.wallet() == PURSE + 1
    await cora.press("join")

    assert await cora.wallet() == PURSE - 100
    assert "**cora** · 101 coins · waiting for the big blind" in ann.table.words
    why = "cora left less than an hour ago, so they sit down with the 101 they left with."
    assert why in ann.table.words
    await room.check_books()


async def _empty(room: Room, player: Player, *, leaving: int) -> None:
    """The player spends all coins but a few elsewhere."""
    server = room.guild.id
    wallet, why = (
        ledger.wallet(server, player.id),
        ledger.TransferInfo("house_bank", room.env.now().timestamp()),
    )
    spent = await player.wallet() - leaving
    await room.bot.app.database.write(
        lambda tx: ledger.transfer(tx, wallet, ledger.bank_account(server), spent, why)
    )


async def test_sitting_out_where_it_costs(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """DV-16, TB-17: at Dividha it is said beforehand, and while a player sits out, from when on they pay."""
    three = [ann, ben, room.person("cora")]
    await dividha.begin(three, dice)
    await ben.press("sit_out")
    due = "The first hand you miss is free. From the second on the ante is due, until you’re back or leave."

    assert f"You’ll sit out after this hand. “I’m back” undoes that. {due}" in ben.told
    while "deal" not in ann.table:
        await next(each for each in three if each.is_called).press_and_confirm("sure fold")
    await ben.open_panel()
    assert f"You’re sitting out. {due}" in ben.told
