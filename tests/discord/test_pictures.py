"""F-61: pictures go with messages where they can; what comes of it keeps nobody from playing."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord_io.messages.rendering import INVALID_FORM, RETRY_SECONDS
from bot.pictures.worker import WAITING_MAX
from bot.screens.core.picture import Picture
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from tests.discord import dividha
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.forms import fill_in
from tests.discord.message import Message
from tests.discord.pictures import PAINTING_SECONDS, Slow, described
from tests.discord.tavern import Player, Room, gather, make_bot


@pytest.fixture(autouse=True)
async def painting(room: Room) -> None:
    """The bot has been told to paint moments, so that tables stay as they are between them."""
    await start(room, "moments")


async def start(room: Room, pictures: str) -> None:
    """The bot comes back, and has been told how much to paint."""
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, pictures=pictures))


def file_of(message: Message) -> str:
    """The one attachment of a message, by its id."""
    (file,) = message.sent._message.attachments
    return str(file["id"])


async def begin(room: Room, dice: Dice, *people: Player) -> None:
    """A game of Stone Hand begins."""
    await gather(room, STONE_HAND, list(people))
    await people[0].press("begin")
    dice.load("1-1-5", "4-8-8", "2-2-6", "3-8-8", "3-3-7", "2-8-8")


async def play_round(*people: Player) -> None:
    """Throw once for each player: a pair cannot be thrown again (SH-4)."""
    for _ in people:
        await next(each for each in people if each.is_called).press("throw")


RESULT = "ben: 4, 8, 8, pair,\N{NO-BREAK SPACE}4, +4\nann: 1, 1, 5"
"""The first throw is a pair that scores 5, the other one that scores 4: to that the pay falls (SH-2)."""


async def test_f61_what_came_out_is_seen(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """The answer to the last press brings the picture, in one call; the next throw takes it away."""
    await begin(room, dice, ann, ben)
    await ann.press("throw")
    assert described(ann.table) == ""

    with room.calls() as calls:
        await ben.press("throw")

    assert calls == ["callback"]
    assert described(ann.table).startswith(RESULT)

    await next(each for each in (ann, ben) if each.is_called).press("throw")
    assert described(ann.table) == ""


async def test_f61_a_picture_that_stays_is_sent_once(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """While only what stands beside it changes, the file is kept."""
    await begin(room, dice, ann, ben)
    await play_round(ann, ben)
    before = file_of(ann.table)

    await ann.press("last")

    assert "**The last round?**" in ann.table.words
    assert file_of(ann.table) == before


async def test_f61_nobody_waits_for_a_picture(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture that takes long: the press is answered without, and the picture follows."""
    slow = Slow(room, monkeypatch)
    await begin(room, dice, ann, ben)
    await play_round(ann, ben)

    assert described(ann.table) == ""

    with room.calls() as calls:
        await room.wait(PAINTING_SECONDS + 1)

    assert calls == ["token PATCH"]
    assert described(ann.table).startswith(RESULT)
    assert slow.painted == 1


async def test_f61_a_picture_refused_on_an_edit(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused once, no edit brings a picture for an hour; the message is shown without, and play goes on."""
    Slow(room, monkeypatch)
    await begin(room, dice, ann, ben)
    await play_round(ann, ben)
    room.env.inject_error("PATCH", "/webhooks/*", status=400, code=INVALID_FORM, times=1)
    with room.calls() as calls:
        await room.wait(PAINTING_SECONDS + 1)

    assert calls == ["token PATCH"] * 2
    assert described(ann.table) == ""

    await play_round(ann, ben)
    with room.calls() as calls:
        await room.wait(PAINTING_SECONDS + 1)

    assert calls == []
    assert described(ann.table) == ""

    room.bot.picture_uploads._refused_until["edit"] -= RETRY_SECONDS
    await play_round(ann, ben)
    await room.wait(PAINTING_SECONDS + 1)

    assert described(ann.table).startswith("ben: 2, 8, 8")


async def test_f61_with_many_waiting_there_are_none(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under load pictures are left out first, and nothing follows."""
    slow = Slow(room, monkeypatch)
    others = [
        asyncio.create_task(room.bot.studio.painted(Picture(f"{n}", f"{n}"))) for n in range(WAITING_MAX)
    ]
    await asyncio.sleep(0)
    await begin(room, dice, ann, ben)
    await play_round(ann, ben)
    await asyncio.gather(*others)
    with room.calls() as calls:
        await room.wait(PAINTING_SECONDS + 1)

    assert calls == []
    assert described(ann.table) == ""
    assert slow.painted == WAITING_MAX


async def test_f61_where_no_file_may_be_attached(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """In a channel without that permission the message is posted all the same."""
    await begin(room, dice, ann, ben)
    await play_round(ann, ben)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    room.env.backend.delete_message(room.channel.id, ann.table.id)
    await room.wait(PAINTING_SECONDS + 1)

    assert described(ann.table) == ""
    assert "throw" in ann.table


async def test_f61_a_server_may_do_without(
    room: Room, boss: Player, ann: Player, ben: Player, dice: Dice
) -> None:
    """Managers choose."""
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask tables", pictures="never")
    await begin(room, dice, ann, ben)
    await play_round(ann, ben)

    assert described(ann.table) == ""


async def test_f61_a_server_may_have_all(
    room: Room, boss: Player, ann: Player, ben: Player, dice: Dice
) -> None:
    """Then what lies open during a round is painted, too."""
    await start(room, "always")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask tables", pictures="always")
    await begin(room, dice, ann, ben)
    await ann.press("throw")

    assert described(ann.table) == "The pay is 5\nann: 1, 1, 5, 20 · pair,\N{NO-BREAK SPACE}5\nben, 20"


async def test_f61_the_bot_may_do_without(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the bot's owner wants no pictures, none is painted anywhere."""
    await start(room, "never")
    slow = Slow(room, monkeypatch)
    await begin(room, dice, ann, ben)
    await play_round(ann, ben)

    assert described(ann.table) == ""
    assert slow.painted == 0


async def test_f61_own_cards_are_for_their_owner(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-11: a panel opens with a picture of the own hand, which stands nowhere else."""
    cora = room.person("cora")
    await dividha.begin([ann, ben, cora], dice)
    await ben.open_panel()

    assert described(ben.whispered).startswith("King of Humans, King of Demi-Humans")
    assert described(ann.table) == ""
    assert all("KH" not in described(each) for each in ann.sees())


async def test_f61_who_lies_there(room: Room, ann: Player, ben: Player) -> None:
    """The people of one's own cards are seen with their names."""
    await gather(room, KNIGHTS_HEADS, [ann, ben])
    await ann.press("begin")
    await ann.open_panel()
    await ann.press("who mine")

    assert described(ann.whispered).count(", ") > 3
