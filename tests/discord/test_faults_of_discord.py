"""The whole bot survives Discord's faults: late tokens, lost answers, deleted messages, lost permissions."""

from __future__ import annotations

import pytest

from bot.discord_io.messages import live_messages
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import close_table
from tests.discord.dice import Dice
from tests.discord.faults import direct_messages
from tests.discord.tavern import PURSE, Player, Room, gather

pytestmark = pytest.mark.usefixtures("slow_rhythm")

QUARTER_HOUR = 15 * 60
WHY = {50035: "Something went wrong on our side (error ", 200000: "AutoMod blocked my answer"}
"""The message for each answer that Discord refuses."""


async def test_f28_three_seconds_missed(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-28: Discord has forgotten the interaction; the action stands and shows all the same."""
    dice.load("1-1-5")
    room.env.inject_error("POST", "/interactions/*", status=404, code=10062)
    await ann.press("throw")

    assert (await room.table()).revision == playing + 1
    assert "ann: `1-1-5`" in ben.table.words


@pytest.mark.parametrize("code", [*WHY])
async def test_f28_the_first_answer_is_refused(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice, code: int
) -> None:
    """F-28: a refused answer answered nothing: the next is the first, says why, and the action shows."""
    dice.load("1-1-5")
    room.env.inject_error("POST", "/interactions/*", status=400, code=code)
    with room.calls() as calls:
        await ann.press("throw")

    assert calls.count("callback") == 2
    assert WHY[code] in ann.told
    assert (await room.table()).revision == playing + 1
    assert "ann: `1-1-5`" in ben.table.words


async def test_f28_an_edit_of_an_old_message_is_refused_as_the_first_answer(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-28: 30046 answers nothing either: who pressed reads why, and the table shows what was done."""
    dice.load("1-1-5")
    room.env.inject_error("POST", "/interactions/*", status=429, code=30046)
    await ann.press("throw")
    await room.wait(2)

    assert "Discord won’t let me change a message that old." in ann.told
    assert (await room.table()).revision == playing + 1
    assert "ann: `1-1-5`" in ben.table.words


async def test_f28_the_first_answer_to_a_press_on_a_panel_is_refused(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-28: the table and the other's panel show what was thrown, though no answer arrived."""
    dice.load("1-1-2")
    for each in (ann, ben):
        await each.open_panel()
    room.env.inject_error("POST", "/interactions/*", status=400, code=50035)
    await ann.press_id(ann.whispered, ann.whispered.button("throw"))

    assert "Something went wrong on our side" in ann.told
    assert "1-1-2" in ben.table.words
    assert "**Your throw**" in ben.told


async def test_f28_the_answer_to_a_command_is_refused(room: Room, ann: Player) -> None:
    """F-28: the table is posted otherwise, and who opened it is told why there was no answer."""
    room.env.inject_error("POST", "/interactions/*", status=400, code=200000)
    await ann.open(STONE_HAND)

    assert "AutoMod blocked my answer" in ann.told
    assert (await room.table()).message == ann.table.id


async def test_f29_a_token_of_less_than_a_quarter_of_an_hour(room: Room, ann: Player) -> None:
    """F-29: while the token lives, a change made elsewhere is shown by it."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("rules")
    await room.wait(QUARTER_HOUR - 120)
    with room.calls() as calls:
        await ann.choose("rule:opal_river", True)

    assert calls == ["callback", "token PATCH"]
    assert "Opal River: on" in ann.table.words


async def test_f29_a_token_of_more_than_a_quarter_of_an_hour(room: Room, ann: Player) -> None:
    """F-29: after that, by channel and message."""
    await gather(room, STONE_HAND, [ann, room.person("ben")])
    await ann.press("rules")
    await room.wait(QUARTER_HOUR + 1)
    with room.calls() as calls:
        await ann.choose("rule:opal_river", True)

    assert calls == ["callback", "PATCH /channels/*/messages/*"]
    assert "Opal River: on" in ann.table.words


async def test_f30_changes_at_once_become_one_edit(room: Room, ann: Player) -> None:
    """F-30: changes that nobody's own answer shows are drawn together, as the newest state."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("rules")
    panel = [each for each in ann.sees() if each.sent.ephemeral][-1]
    select = next(each for each in panel.parts if each.get("custom_id", "").endswith("opal_river"))
    changes = [
        room.prepare(ann.choosing(panel, select["custom_id"], value)) for value in ("1", "0", "1", "0", "1")
    ]
    with room.calls() as calls:
        await room.deliver(*changes)

    assert calls.count("callback") == 5
    assert calls.count("token PATCH") <= 2
    assert "Opal River: on" in ann.table.words


async def test_f30_a_busy_table_is_not_edited_at_every_change(
    room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-30: the first change is shown at once; those that follow wait, and are shown as one."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("rules")
    monkeypatch.setattr(live_messages, "EDIT_SECONDS", 5.0)
    with room.calls() as calls:
        for wanted in (True, False, True, False, True):
            await ann.choose("rule:opal_river", wanted)

    assert [calls.count("callback"), calls.count("token PATCH")] == [5, 1]

    await ann.choose("rule:inverted_junk", True)
    with room.calls() as later:
        await room.wait(5.1)

    assert later == ["token PATCH"]
    assert "Opal River: on · " in ann.table.words
    assert "Inverted junk: on" in ann.table.words


async def test_f31_the_answer_to_a_command_is_lost(room: Room, ann: Player) -> None:
    """F-31: a table whose message could not be posted as the answer is posted otherwise, once."""
    room.env.inject_error("POST", "/interactions/*", status=502)
    await ann.open(STONE_HAND)

    assert len(ann.sees()) == 1
    assert (await room.table()).message == ann.table.id


async def test_f31_the_answer_to_a_post_is_lost(room: Room, ann: Player) -> None:
    """F-31: a post that is tried again carries the same nonce, which Discord is to enforce."""
    await gather(room, STONE_HAND, [ann])
    for _ in range(20):
        await ann.member.send(room.channel, "chatter")
    room.env.inject_error("POST", "/channels/*/messages", status=502)
    await ann.press("house")
    await room.wait(2)
    posts = [
        each.json or {}
        for each in room.env.http_requests
        if (each.method, each.path) == ("POST", f"/channels/{room.channel.id}/messages")
    ]

    assert len(posts) == 2
    assert posts[0]["nonce"] == posts[1]["nonce"]
    assert all(each["enforce_nonce"] for each in posts)
    assert (await room.table()).message == ann.table.id
    assert len([each for each in ann.sees() if each.parts]) == 1


async def test_f34_the_message_was_deleted(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-34: a table's message that was deleted is posted anew, and its buttons work."""
    gone = ann.table.id
    room.env.backend.delete_message(room.channel.id, gone)
    await room.env.settle()

    assert ann.table.id != gone

    await ann.press("throw")

    assert (await room.table()).revision == playing + 1


async def test_f36_a_permission_is_lost(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-36: the table rests, its host is told once, stakes are safe; found again, its clock starts afresh."""
    await room.restart()
    room.env.inject_error("*", f"/channels/{room.channel.id}/messages*", status=403, code=50013, times=None)
    before = (await room.table()).revision
    await room.wait(61)
    resting = await room.table()
    await room.wait(600)

    assert resting.revision == before + 1
    assert await room.table() == resting
    assert len(direct_messages(ann)) == 1
    assert "stakes are safe" in direct_messages(ann)[0]

    room.env.backend.faults.clear()
    await room.wait(121)

    assert "ran out of time" in ann.table.words
    found = await room.table()
    assert found.table == resting.table
    assert found.deadline_at is not None
    assert f"<t:{int(found.deadline_at)}:R>" in ann.table.words

    await room.wait(61)

    assert (await room.table()).revision == found.revision + 1


async def test_f36_a_lost_table_can_be_closed(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-36: a table that cannot be shown any more is closed by a press all the same; stakes go back."""
    room.env.inject_error("*", f"/channels/{room.channel.id}/messages*", status=403, code=50013, times=None)
    await close_table(ann)

    assert ben.table.is_over
    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]


async def test_f39_direct_messages_are_closed(room: Room, ann: Player, playing: int) -> None:
    """F-39: a player who wants cards by direct message and takes none gets the panel."""
    await room.bot.app.tavern.prefer(ann.id, cards="dm")
    dm = ann.member.user.dm_channel.id
    room.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007)
    await ann.open_panel()

    assert "Your t" in ann.told
    assert direct_messages(ann) == []
