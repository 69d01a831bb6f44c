"""The last players of a tournament end it by themselves (TN-46)."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from tests.discord.commands import type_in
from tests.discord.evening import enter_all, plan
from tests.discord.forms import fill_in
from tests.discord.tavern import PURSE, Room


async def test_the_last_ones_share_what_is_left(room: Room) -> None:
    """TN-46: asked for behind the notice, shown to all who are left with what each gets, and made by all."""
    host, ben, cleo = room.person("host", is_manager=True), room.person("ben"), room.person("cleo")
    await plan(host, STONE_HAND, entry=20, chips=40)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await cleo.press("cup_more")
    assert "deal_ask" not in cleo.whispered

    await ben.press("cup_more")
    await ben.press("deal_ask")
    await room.wait(5)
    assert "**Play has stopped.**" in host.notice.words

    shares = "**A deal?** ben asks to share the 40 coins left. Everyone must agree"
    assert shares in host.notice.words
    assert "- host · 40 chips · **20 coins**" in host.notice.words
    assert any(shares in each.words and host.mention in each.words for each in host.sees())

    await cleo.press("deal_agree")
    assert "Only the players who are still in can make a deal." in cleo.told

    await ben.press("deal_agree")
    assert "- ben · 40 chips · **20 coins** ✓" in host.notice.words
    await ben.press("deal_end")
    await room.wait(5)
    assert any(f"No deal in The Cup: {ben.mention} wants to play on." in each.words for each in ben.sees())
    assert "deal_agree" not in host.notice

    await host.press("cup_more")
    await host.press("deal_ask")
    assert "There was no deal. You can ask again when the level has risen" in host.told


async def test_a_deal_is_told_and_paid(room: Room) -> None:
    """TN-46: with the last who agrees it is over; the notice, the news and the audit tell of it."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, entry=15, purse=1, chips=40)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await host.press("cup_more")
    await host.press("deal_ask")
    await room.wait(5)
    for each in (ben, host):
        await each.press("deal_agree")
    await room.wait(5)

    assert (await room.bot.app.tournaments.look(1)).tournament.phase == "over"
    assert sorted([await host.wallet(), await ben.wallet()]) == [PURSE, PURSE + 1]
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 0
    assert any("agreed to share the prizes that were left" in each.words for each in ben.sees())
    told = f"everyone who was left agreed to share the prizes, {host.mention} last"
    assert told in host.notice.words
    own = "everyone who was left agreed to share the prizes, you last"
    assert own in await type_in(host, "manage audit")
    await room.check_books()


async def test_an_organiser_stops_it_from_the_notice(room: Room) -> None:
    """TN-20, TN-21: paused, resumed and called off behind the notice's *More …*, by organisers alone."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, entry=20)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await ben.press("cup_more")
    assert "cup_cancel" not in ben.whispered

    await host.press("cup_more")
    await host.press("cup_pause")
    await room.wait(5)
    assert "**The Cup** is paused." in host.told
    assert "**Paused.**" in host.notice.words

    await host.press("cup_more")
    assert "cup_pause" not in host.whispered
    await host.press("cup_resume")
    await host.press("cup_more")
    await fill_in(host, "cup_cancel", text="the roof leaks")
    await room.wait(5)

    assert "**The Cup** has been called off." in host.told
    assert f"{host.mention} called it off · “the roof leaks”" in ben.notice.words
    assert [PURSE, PURSE] == [await host.wallet(), await ben.wallet()]
    await room.check_books()
