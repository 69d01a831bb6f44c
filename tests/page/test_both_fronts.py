"""One table on two fronts: Ann in chat, Ben on the page, and each sees at once what the other does."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from bot.discord_io.messages import live_messages
from bot.front.request import User
from bot.page.assets import sprites
from bot.page.auth import AccessLink, AccessLinks, LocalDirectory, PageUser
from bot.page.front import PageFront
from bot.page.html import Html
from bot.page.offers import offered
from bot.page.presses import PagePresses
from bot.page.server import PageServer
from bot.page.views import Views
from games.stone_hand.game import STONE_HAND
from tests.discord.conftest import ann, ben, dice, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.dice import Dice
from tests.discord.knights import begin, swap
from tests.discord.tavern import PURSE, Player, Room
from tests.page.conftest import Browser

__all__ = ["ann", "ben", "dice", "room", "simcord_env", "unhurried", "unspaced", "written_once"]

KEY = "k" * 32


@dataclass(frozen=True, slots=True)
class Beside:
    """A page beside the chat, and Ben at it."""

    front: PageFront
    ben: Browser
    cora: Browser


@pytest_asyncio.fixture
async def beside(
    room: Room, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Beside]:
    """Ben's window of the channel, and Cora's."""
    for name in ("EDIT_SECONDS", "FOLLOW_SECONDS"):
        # SimCord has a clock of its own for what chat sets going, and none for the page: no message waits.
        monkeypatch.setattr(live_messages, name, -math.inf)
    known = LocalDirectory(sprites(), {room.channel.id: "tavern"}, lambda _: False, lambda: "somebody")
    front = PageFront(lambda _: room.bot.app, lambda _: known)
    room.bot.app.show_on(front)
    people = {"ben": ben.id, "cora": room.person("cora").id}
    guests = {
        name: PageUser(User(each, name, name, is_member=True), room.guild.id, room.channel.id)
        for name, each in people.items()
    }
    doors = AccessLinks(AccessLink(name, each, KEY) for name, each in guests.items())
    server = PageServer(front, Views(front), PagePresses(front), doors)
    async with TestClient(TestServer(server.app)) as client:
        yield Beside(front, Browser(client, "ben", KEY), Browser(client, "cora", KEY))
        await front.leave()


async def test_each_sees_the_others_press(
    room: Room, ann: Player, ben: Player, beside: Beside, dice: Dice
) -> None:
    """A press in chat appears on the page, and a press on the page in the table's message."""
    await ann.open(STONE_HAND, wager=20)
    await beside.ben.open(1)
    await beside.ben.press("Sit down")
    await room.wait(1)
    assert "ben" in ann.table.words

    dice.load("5-5-1", "1-1-5")
    await ann.press("begin")
    await beside.ben.read_until("ann")
    await ann.press("throw")
    await beside.ben.read_until("die_5")
    await beside.ben.press("Throw")
    await beside.ben.read_until("to ann")

    await room.check_books()


async def test_a_table_opened_on_the_page_has_its_message(room: Room, ann: Player, beside: Beside) -> None:
    """The message in the channel is the table's public face, however it was opened."""
    await beside.ben.open()
    await beside.ben.send("press", "t:0:deal_me_in:stone_hand")
    await beside.ben.read_until("table 1")
    await room.wait(1)

    stored = await room.table()
    assert stored.message == ann.table.id
    await ann.press("join")
    await beside.ben.read_until("ann")


async def test_a_throw_typed_on_either_front_is_answered_on_the_other(
    room: Room, ann: Player, ben: Player, beside: Beside, dice: Dice
) -> None:
    """SH-14: a challenge of Ann’s in chat is accepted on the page, and one of Ben’s on the page in chat."""
    await beside.ben.open()
    await ann.member.slash(room.channel, "throw", against=ben.member, stake=3)
    await beside.ben.read_until('data-table="1"')
    await beside.ben.send("table", number=1)
    await beside.ben.read_until('class="lobby')
    dice.load("1-1-5", "3-3-4")
    await beside.ben.press("Accept")
    await ann.press("throw")
    await beside.ben.read_until("die_5")
    await beside.ben.press("Throw")
    await beside.ben.read_until("The lower pair wins")
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 3, PURSE + 3]

    await beside.ben.send("command", "throw")
    await beside.ben.read_until("data-form")
    sheet = int(re.findall(r'data-number="(\d+)"', beside.ben.parts["sheet"])[0])
    fields = {"against": str(ann.id), "stake": "2"}
    await beside.ben.send("form", "/throw", on="sheet", number=sheet, fields=fields)
    await beside.ben.read_until("table 2")
    await room.wait(1)
    dice.load("1-1-5", "3-3-4")
    assert "Accept" not in beside.ben.actions()
    await ann.press("accept")
    await beside.ben.read_until("Your throw")
    await beside.ben.press("Throw")
    await room.wait(1)
    await ann.press("throw")
    assert "ann takes 2 from ben" in ann.table.words
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 1, PURSE + 1]

    await room.check_books()


def post_of(window: Browser) -> str:
    """Return the room's post."""
    return window.parts["main"].partition('data-on="post"')[2].partition("</section>")[0]


@pytest.mark.parametrize("action", ["t:1:watch:1_0_first", "t:0:keep_out_ask:everywhere_year"])
async def test_nobody_puts_a_screen_of_their_own_into_a_post(
    room: Room, ann: Player, ben: Player, beside: Beside, dice: Dice, action: str
) -> None:
    """TB-11: an onlooker's press that a post does not offer leaves it to its author, who turns its pages."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    await ben.press("check")
    await ann.press("check")
    await ben.press("bet 2")
    await ann.press("fold")
    await beside.ben.open(1)
    await beside.ben.press("Watch it again")
    await beside.ben.read_until("Show this hand")
    await beside.ben.send("press", beside.ben.actions("sheet")["Show this hand"])
    await beside.cora.open()
    (number,) = re.findall(r'data-on="post" data-number="(\d+)"', beside.cora.parts["main"])
    before = post_of(beside.cora)

    assert 204 == await beside.cora.send("press", action, on="post", number=int(number))
    await beside.cora.read_until("That’s not possible right now")
    assert before == post_of(beside.cora)

    await beside.ben.send("table", number=0)
    await beside.ben.read_until(before)
    (turn,) = (
        each.action for each in offered({"main": Html(beside.ben.parts["main"])}) if "_on_" in each.action
    )
    assert 204 == await beside.ben.send("press", turn)
    while post_of(beside.cora) == before:
        await beside.cora.read()
    assert "as ben saw it · 2/" in post_of(beside.cora)
