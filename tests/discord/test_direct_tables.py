"""TB-12: games with the house's people in a direct message with the bot, for chips."""

from __future__ import annotations

import pytest

from bot.discord_io.messages import live_messages
from games.catalog import GAMES
from storage.play.postings import DIRECT
from tests.discord.abroad import kept
from tests.discord.dice import Dice
from tests.discord.direct_tables import Writer
from tests.discord.message import Message
from tests.discord.tavern import Player, Press, Room


@pytest.fixture
def writer(ann: Player) -> Writer:
    """Ann, in her direct messages with the bot."""
    return Writer(ann)


@pytest.mark.parametrize("game", GAMES)
async def test_any_game_alone(room: Room, ann: Player, writer: Writer, game: str) -> None:
    """TB-12, TB-2: it begins at once, for chips that come from nowhere; no books know of it."""
    await writer.type_in("play", game=game)
    stored = await room.table()

    assert (stored.server, stored.channel) == (DIRECT, ann.member.user.dm_channel.id)
    assert (stored.table.phase, stored.table.money) == ("playing", "practice")
    assert [each.player for each in stored.table.present].count(ann.id) == 1
    # No other player can come.
    assert "join" not in writer.table
    assert await kept(room) == {}


async def test_a_game_to_its_end(room: Room, ann: Player, writer: Writer, dice: Dice) -> None:
    """TB-12: house players throw in time, the message is kept up to date, and it closes as any table does."""
    dice.load("1-1-2", "3-3-4", "3-3-5", "1-1-2", "3-3-4", "3-3-5")
    await writer.type_in("play", game="stone_hand")
    await writer.press("throw")
    await room.wait(12)
    assert (await room.table()).table.hands == 2

    await writer.press("more")
    await writer.press("close")
    await writer.press("close_now")
    await writer.press("throw")
    await room.wait(12)
    assert (await room.table()).is_over
    assert "the end" in writer.table.words
    assert await kept(room) == {}

    await writer.press("again")
    assert (await room.table(2)).server == DIRECT


async def test_nobody_is_waited_for(room: Room, writer: Writer) -> None:
    """TB-12: without any possible guest only house players are asked, and no one is invited or called."""
    await writer.type_in("play", game="destiny", house_players=False, invited=True)

    assert "house" in writer.table
    assert not {"join", "call_me", "call_players"} & {each.partition(" ")[0] for each in writer.table.buttons}
    assert not (await room.table()).table.terms.invited

    await writer.press("more")
    assert "guests" not in writer.sees()[0]


async def test_own_cards(room: Room, ann: Player, writer: Writer) -> None:
    """TB-11: private cards stand on a panel of their own, as everywhere, also by whom panels are sent."""
    await room.bot.app.tavern.prefer(ann.id, cards="dm")
    await writer.type_in("play", game="dividha")
    before = len(writer.sees())
    await writer.press("hand")
    panel = writer.sees()[0]

    assert panel.sent.ephemeral
    assert len(writer.sees()) == before + 1
    assert "### ⚖️ Dividha" in writer.table.words


async def test_f37_a_direct_message_is_no_server_that_is_gone(
    room: Room, ann: Player, writer: Writer, dice: Dice
) -> None:
    """F-37: a start finds no server for it, and goes on with the game all the same."""
    await writer.type_in("play", game="stone_hand")
    await room.restart()
    dice.load("1-1-2", "3-3-4", "3-3-5")
    await writer.press("throw")

    assert (await room.table()).table.phase == "playing"
    assert "1-1-2" in writer.table.words


async def test_a_message_that_is_old_is_posted_again(
    room: Room, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-29: the bot is a member here, and may post without anybody's press."""
    monkeypatch.setattr(live_messages, "MESSAGE_SECONDS", 50)
    await writer.type_in("play", game="stone_hand")
    first = writer.table.id
    await room.wait(51)
    await writer.press("throw")
    await room.wait(1)

    assert writer.table.id != first


async def test_f27_a_table_is_reached_in_its_own_message(room: Room, ann: Player, writer: Writer) -> None:
    """F-27: another player's direct message reaches it as little as a server does."""
    await writer.type_in("play", game="stone_hand")
    ben = Writer(room.person("ben"))
    theirs = await ben.type_in("throw")
    [result] = await room.deliver(Press(ben.player, theirs.id, "t:1:fair"))

    assert result.response is not None
    assert Message(result.response).words == "There’s no such table here."


async def test_nobody_else_can_be_challenged(room: Room, ben: Player, writer: Writer) -> None:
    """SH-14: nobody else sees a direct message, so one of the house's people throws."""
    said = await writer.type_in("throw", against=ben.member.user)
    assert said.words.startswith(f"Only you and I are here, so {ben.mention} couldn’t accept.")

    await writer.press("against_house")
    assert (await room.table()).server == DIRECT
    await writer.press("throw")
    assert "challenge" not in writer.table


async def test_hand_commands(room: Room, ann: Player, writer: Writer, dice: Dice) -> None:
    """TB-13: commands about own hands answer here, too."""
    await writer.type_in("play", game="stone_hand")
    dice.load("1-1-2", "3-3-4", "3-3-5")
    await writer.press("throw")
    await room.wait(6)
    await ann.member.user.slash("hand history")

    assert writer.sees()[0].sent.attachments
