"""SH-14: throws and challenges where the bot is not, by people who put it on their own account."""

from __future__ import annotations

from typing import Literal

import discord
import pytest

from bot.cogs.games.stone_hand import CHALLENGE, THROW_WITH
from bot.tavern.deadlines import IN_SIGHT_SECONDS
from storage.play.postings import ELSEWHERE
from tests.discord.abroad import FAR, Abroad, kept
from tests.discord.dice import Dice
from tests.discord.histories import told
from tests.discord.message import Message
from tests.discord.tavern import Player, Room

pytestmark = pytest.mark.usefixtures("slow_rhythm")


@pytest.fixture
def group(room: Room) -> Abroad:
    """A group of friends."""
    return Abroad(room, "group")


@pytest.fixture
def far(room: Room) -> Abroad:
    """A server without the bot."""
    return Abroad(room, "server")


async def begin(place: Abroad, ann: Player, ben: Player, dice: Dice) -> None:
    """Ben accepts Ann's challenge, which he will win with 3-3-4 against 1-1-5."""
    await place.type_in(ann, "throw", against=ben)
    dice.load("1-1-5", "3-3-4")
    await place.press(ben, "accept")


@pytest.mark.parametrize("kind", ["group", "server"])
async def test_a_challenge_abroad(
    room: Room, ann: Player, ben: Player, dice: Dice, kind: Literal["group", "server"]
) -> None:
    """SH-14, TB-2: it is thrown to its end by answers alone; nobody has a wallet or a record of it."""
    place = Abroad(room, kind)
    await place.type_in(ann, "throw", against=ben)
    dice.load("1-1-5", "3-3-4")
    assert f"{ben.mention}, {ann.mention} challenges you to one round." in ben.table.words
    assert "Just for fun." in ben.table.words

    await place.press(ben, "accept")
    await place.throw(ann, ben)

    assert "ben beats ann" in ann.table.words
    stored = await room.table()
    assert (stored.server, stored.table.money, stored.is_over) == (ELSEWHERE, "practice", True)
    assert await kept(room) == {}
    assert place.calls_by_token() == []


async def test_a_throw_abroad_is_checked_by_its_file(
    room: Room, ann: Player, ben: Player, dice: Dice, group: Abroad
) -> None:
    """TB-13: Discord has no `/hand` there, so a button hands the file over."""
    await begin(group, ann, ben, dice)
    await group.throw(ann, ben)
    await group.press(ann, "fair")

    assert "/hand" not in ann.told
    saved, words = await told(await group.press(ann, "evening"), is_loaded=True)
    assert [each["hand"] for each in saved["hands"]] == [1]
    assert words.startswith("Round 1 of table 1, as you saw it.")
    assert group.calls_by_token() == []


async def test_nothing_abroad_is_withdrawn(room: Room, ann: Player, ben: Player, group: Abroad) -> None:
    """F-37: a place without a server is none that has sent the bot away; the challenge outlives a restart."""
    await group.type_in(ann, "throw", against=ben)
    await room.restart()
    await group.press(ben, "accept")

    assert (await room.table()).table.phase == "playing"
    assert "Your throw" in ben.table.words
    assert group.calls_by_token() == []


async def test_only_the_challenged_accepts(room: Room, ann: Player, ben: Player, group: Abroad) -> None:
    """SH-14, F-26: anybody else who presses is told whom it is for, and what they can do."""
    cora = room.person("cora")
    await group.type_in(ann, "throw", against=ben)
    await group.press(cora, "accept")

    assert cora.told.startswith(f"This challenge is for {ben.mention}. Use ")
    assert (await room.table()).table.phase == "lobby"


async def test_an_expired_challenge_says_so(room: Room, ann: Player, ben: Player, group: Abroad) -> None:
    """SH-14: it ends while its message can still be changed, says so there, and on late presses."""
    await group.type_in(ann, "throw", against=ben)
    accept = ben.pressing("accept")
    await room.wait(IN_SIGHT_SECONDS + 1)

    assert "Nobody accepted in time, so the challenge is off." in ann.table.words
    assert (await group.press_id(ben, accept.message, accept.custom_id)).startswith("This challenge is over.")


async def test_the_clock_throws_for_who_has_left(
    room: Room, ann: Player, ben: Player, dice: Dice, group: Abroad
) -> None:
    """SH-14, TB-8: once accepted it is thrown to its end by the clock, shown by the last press's token."""
    await begin(group, ann, ben, dice)
    for _ in range(2):
        await room.wait(61)

    assert "ben beats ann" in ann.table.words
    assert group.calls_by_token() == []


async def test_after_a_restart_the_clock_goes_on_unseen(
    room: Room, ann: Player, ben: Player, dice: Dice, group: Abroad
) -> None:
    """F-29: without a token no other call is tried; the next press shows how it ended."""
    await begin(group, ann, ben, dice)
    await room.restart()
    throw = ann.pressing("throw")
    for _ in range(2):
        await room.wait(61)
    assert "Your throw" in ann.table.words
    await group.press_id(ann, throw.message, throw.custom_id)

    assert "ben beats ann" in ann.table.words
    assert group.calls_by_token() == []


async def test_a_throw_alone_abroad(room: Room, ann: Player, dice: Dice, far: Abroad) -> None:
    """SH-14: dice, hand and rethrows, and no end to the throws one may make one after the other."""
    dice.load("2-5-6", "1-1-5", "3-3-3")
    await far.type_in(ann, "throw")
    assert "**Junk, 5**" in ann.table.words

    await far.press(ann, "rethrow")
    assert "**A pair, 5**" in ann.table.words

    await far.press(ann, "throw")
    assert "**A triple, 3**" in ann.table.words
    assert (await room.table(2)).server == ELSEWHERE


async def test_f27_a_throw_is_reached_where_it_is(
    room: Room, ann: Player, ben: Player, group: Abroad, far: Abroad
) -> None:
    """F-27: a button made up in another group, or in a server of ours, reaches no throw of this one."""
    await group.type_in(ann, "throw", against=ben)
    accept = ben.pressing("accept")
    away = await group.deliver(room.prepare(accept), channel=FAR + 1)
    [home] = await room.deliver(room.prepare(accept))

    for each in (away, home):
        assert each.response is not None
        assert Message(each.response).words == "There’s no such table here."
    assert (await room.table()).table.phase == "lobby"


async def test_where_answers_are_hidden_nobody_is_challenged(
    room: Room, ann: Player, ben: Player, far: Abroad
) -> None:
    """SH-14: if external apps may not be used, a challenge would be invisible; it says what works."""
    far.permissions = discord.Permissions(send_messages=True)
    for said in (
        await far.type_in(ann, "throw", against=ben),
        Message((await far.menu(ann, CHALLENGE, ben)).response).words,  # type: ignore[arg-type]
        Message((await far.menu(ann, THROW_WITH, ben)).response).words,  # type: ignore[arg-type]
    ):
        assert said.startswith("Only you can see what I answer in this server")

    assert await room.read(lambda tx: tx.scalar_int("SELECT count(*) FROM tables")) == 0
    await far.press(ann, "against_house")
    assert [each.player for each in (await room.table()).table.present] == [ann.id, None]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("throw", "There are no coins here, only in servers that I’m in."),
        ("play", "I’m not a member here, so I can’t keep a table."),
        ("stonehand open", "That’s for servers that I’m in."),
        ("manage settings", "That’s for servers that I’m in."),
        ("manage tables", "That’s for servers that I’m in."),
    ],
)
async def test_what_a_server_has_is_not_abroad(
    room: Room, ann: Player, far: Abroad, path: str, told: str
) -> None:
    """TB-2, F-27: coins, tables and settings are a server's; who manages that one manages nothing here."""
    options = {"against": room.person("cora"), "stake": 5} if path == "throw" else {}

    assert (await far.type_in(ann, path, **options)).startswith(told)
    assert await kept(room) == {}
    assert await room.read(lambda tx: tx.scalar_int("SELECT count(*) FROM tables")) == 0


async def test_help_abroad_offers_what_there_is(room: Room, ann: Player, far: Abroad) -> None:
    """Rules and lessons can be read anywhere; games are offered where there can be tables."""
    await far.type_in(ann, "help")
    assert "teach" in ann.whispered
    assert "play" not in ann.whispered

    await far.press(ann, "commands")
    assert "throw" in ann.told
    assert "wallet" not in ann.told


async def test_in_the_menu_of_a_person(room: Room, ann: Player, ben: Player, group: Abroad) -> None:
    """SH-14: a press challenges; *Throw with* asks for the house rule, and for no stake abroad."""
    await group.menu(ann, CHALLENGE, ben)
    assert f"{ben.mention}, {ann.mention} challenges you to one round." in ben.table.words
    await group.press(ben, "decline")

    asked = await group.menu(ann, THROW_WITH, ben)
    assert asked.modal is not None
    assert [each["component"]["custom_id"] for each in asked.modal["components"]] == ["rule"]
    await group.fill_in(ann, asked, rule="inverted_junk")

    assert "Inverted junk: on" in ben.table.words


async def test_a_rematch_abroad(room: Room, ann: Player, ben: Player, dice: Dice, group: Abroad) -> None:
    """SH-14: the loser may ask for another one, in a message of its own; what was watched is not kept."""
    await begin(group, ann, ben, dice)
    await group.throw(ann, ben)
    await group.press(ann, "watch")
    assert "keep_hand here" not in ann.whispered

    await group.press(ann, "rematch")
    assert f"{ben.mention}, {ann.mention} challenges you to one round." in ben.table.words
    assert (await room.table(2)).server == ELSEWHERE
