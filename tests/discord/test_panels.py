"""Panels, also in direct messages (`/me preferences`): what they show, and that they go on showing it."""

from __future__ import annotations

import discord
import pytest

from bot.discord_io.messages import panels
from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.stone_hand.game import STONE_HAND
from tests.discord.dice import Dice
from tests.discord.knights import begin, swap
from tests.discord.panels import by_dm, in_dm
from tests.discord.tavern import Player, Room, gather
from tests.pseudo import PSEUDO, pseudo_language


async def test_a_panel_in_direct_messages_outlives_its_press(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """A panel that was pressed in a direct message is edited as the message that it is, without a token."""
    dice.load("1-1-5", "1-1-3", "1-1-2")
    panel = await by_dm(room, ann)
    await ann.member.user.click(panel.sent, custom_id=panel.button("throw"))
    assert "Pair, **5**" in in_dm(room, ann).words

    before = len(room.env.http_requests)
    await ben.press("throw")
    edits = [each.path for each in room.env.http_requests[before:] if each.method == "PATCH"]

    assert f"/channels/{ann.member.user.dm_channel.id}/messages/{panel.id}" in edits
    assert "Round 2" in in_dm(room, ann).words


@pytest.mark.parametrize("status", [503, 500])
async def test_f33_a_change_of_a_panel_that_got_lost_is_made_again(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice, status: int
) -> None:
    """F-33: Discord fails for half a minute; then Ben's panel says that it is his turn, by itself."""
    dice.load("1-1-2")
    await by_dm(room, ben)
    path = f"/channels/{ben.member.user.dm_channel.id}/messages/*"
    room.env.inject_error("PATCH", path, status=status, times=3)
    await ann.press("throw")
    await room.wait(20)
    assert "**Your throw**" not in in_dm(room, ben).words
    await room.wait(10)

    assert "**Your throw**" in in_dm(room, ben).words


async def test_f33_an_answer_on_a_panel_that_got_lost_is_made_again(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-33: the line is cut when Ann throws on her panel; a moment later it shows what she threw."""
    dice.load("1-1-5")
    await ann.open_panel()
    panel = ann.whispered
    room.env.inject_error("POST", "/interactions/*", status=502)
    await ann.press_id(panel, panel.button("throw"))
    await room.wait(2)

    assert ann.whispered.id == panel.id
    assert "Pair, **5**" in ann.told


async def test_a_panel_in_direct_messages_that_may_not_be_edited_is_posted_again(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """If Discord takes no more edits of it (30046), the panel comes as a new message."""
    dice.load("1-1-2")
    panel = await by_dm(room, ben)
    path = f"/channels/{ben.member.user.dm_channel.id}/messages/*"
    room.env.inject_error("PATCH", path, status=429, code=30046, times=None)
    await ann.press("throw")
    await room.wait(2)

    assert in_dm(room, ben).id != panel.id
    assert "**Your throw**" in in_dm(room, ben).words


async def test_an_old_panel_in_direct_messages_is_posted_again(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord allows few edits of it: once it is old, a change comes as a new message, without a sound."""
    monkeypatch.setattr(panels, "MESSAGE_SECONDS", 50)
    dice.load("1-1-2", "1-1-3")
    panel = await by_dm(room, ben)
    channel = ben.member.user.dm_channel.id
    await room.wait(55)
    await ann.press("throw")
    newer = in_dm(room, ben)

    path = f"/channels/{channel}/messages"
    posts = [each.json or {} for each in room.env.http_requests if (each.method, each.path) == ("POST", path)]
    flags = [discord.MessageFlags._from_value(each["flags"]) for each in posts]
    assert [each.suppress_notifications for each in flags] == [False, True]
    assert "**Your throw**" in newer.words
    assert [*room.env.backend.messages[channel]] == [newer.id] != [panel.id]

    await ben.member.user.click(newer.sent, custom_id=newer.button("throw"))

    assert "1-1-3" in ann.table.words


async def test_a_panel_in_direct_messages_is_one_press_away(room: Room, ann: Player, playing: int) -> None:
    """A player who sees their cards by direct message is given the way there."""
    panel = await by_dm(room, ann)
    [link] = [part["url"] for part in ann.whispered.parts if "url" in part]

    assert link == f"https://discord.com/channels/@me/{ann.member.user.dm_channel.id}/{panel.id}"


async def test_discord_answers_a_direct_message_with_nothing(room: Room, ann: Player, playing: int) -> None:
    """F-39: a direct message that does not get through, for whatever reason, leaves the panel here."""
    dm = ann.member.user.dm_channel.id
    await room.bot.app.tavern.prefer(ann.id, cards="dm")
    room.env.inject_error("POST", f"/channels/{dm}/messages", status=400, code=50278)
    await ann.open_panel()

    assert "Your t" in ann.told


async def test_a_panel_of_several_tables(room: Room, ann: Player, ben: Player) -> None:
    """The table that was pressed is shown; another one where its owner plays is a small line with a link."""
    for _ in range(2):
        await gather(room, DIVIDHA, [ann, ben], buy_in=50)
        await ann.press("begin")
    older, newer = [each for each in ann.sees() if not each.sent.ephemeral]
    for pressed, first, other, link in ((older, 1, 2, newer), (newer, 2, 1, older)):
        await ann.press_id(pressed, pressed.button("hand"))
        *_rest, here, last = ann.told.splitlines()

        assert here.endswith(f"table {first}")
        where = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{link.id}"
        turn = ", **your turn**" if ann.mention in link.calls else ""
        assert last == f"-# Also: [Dividha, table {other} ↗]({where}){turn}"
        assert ann.told.count("Pot **") == 1


async def test_a_panel_tells_of_no_lobby(room: Room, ann: Player, ben: Player) -> None:
    """A table that nobody has begun has nothing for the panel of another one."""
    await gather(room, DIVIDHA, [ann, ben], buy_in=50)
    await ann.press("begin")
    await gather(room, STONE_HAND, [ann, ben])
    await ann.member.slash(room.channel, "hand show")

    assert ann.told.startswith("### ⚖️ ")
    assert ann.told.endswith("table 1")
    assert "table 2" not in ann.told


async def test_a_panel_of_another_table_does_not_keep_one_from_opening(
    room: Room, ann: Player, ben: Player
) -> None:
    """A player who starts a second table sees its cards, though the panel of the first is open."""
    for _ in range(2):
        await gather(room, DIVIDHA, [ann, ben], buy_in=50)
        await ann.press("begin")

    assert ann.told.splitlines()[-2].endswith("table 2")


async def test_a_panel_says_why_a_hand_was_won(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """At a hand's end the panel tells its owner's gain or loss, the best hand and why, and deals."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    await ann.open_panel()
    await ben.press("bet 8")
    await ann.press("match")
    await ben.press("check")
    await ann.press("check")

    assert ann.told.startswith("### 🛡️ You lose 12\n**ben wins the pot of 24**\n")
    assert "ben’s **Council** beats your **Rabble**." in ann.told
    assert "**ben** · Council" in ann.told
    assert "beats" in ann.told
    assert "**ann** · Rabble · **−12**" in ann.told
    assert {"deal", "who"} <= ann.whispered.buttons.keys()

    panel = ann.whispered
    await ann.press_id(panel, panel.button("deal"))

    assert "**Betting 1 of 3**" in ann.table.words
    assert ann.whispered.id == panel.id
    assert "Pot **4**" in ann.told


async def test_the_last_hand_is_a_press_away(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """When the next hand is under way, the table's menu still leads to the result of the last."""
    await begin([ann, ben], dice)
    await ann.press("more")
    assert "last_hand" not in ann.whispered
    await swap(ann, ben)
    for each in (ben, ann, ben, ann):
        await each.press("check")
    over = ann.table.words.splitlines()
    await ann.press("deal")
    await ann.press("more")
    await ann.press("last_hand")

    assert over[0] == "### 🛡️ Knights’ Heads · ben wins the pot of 8"
    assert set(ann.told.splitlines()) <= set(over)
    assert "**ben** · Council" in ann.told


async def test_a_panel_never_goes_back(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """A state that comes late, since others' panels were changed first, does not undo a newer one."""
    await begin([ann, ben], dice)
    await ann.open_panel()
    before, waiting = await room.bot.app.tavern.look(1), ann.told
    await ben.press("bet 2")
    newer = ann.told

    await room.bot.panels.refresh(before)

    assert newer != waiting
    assert ann.told == newer


async def test_a_panel_in_whose_place_another_came(room: Room, ann: Player, ben: Player) -> None:
    """All in asks once more in a message of its own; its “Yes” becomes the panel, and the old one says so."""
    people = [ann, ben, room.person("cora")]
    await gather(room, DESTINY, people, buy_in=50)
    await ann.press("begin")
    actor = next(each for each in people if each.is_called)
    await actor.open_panel()
    panel = actor.whispered.id
    await actor.press("sure all_in")
    await actor.confirm()

    words = {each.id: each.words for each in actor.sees()}

    assert words[panel] == "Your panel has moved to another message."
    assert "Discard pile" in actor.told


async def test_all_in_is_thought_better_of(room: Room, ann: Player, ben: Player) -> None:
    """“No” stands beside “Yes”, and leads back to the same offers; nothing was bet."""
    people = [ann, ben, room.person("cora")]
    await gather(room, DESTINY, people, buy_in=50)
    await ann.press("begin")
    actor = next(each for each in people if each.is_called)
    await actor.open_panel()
    offered, before = actor.whispered.buttons, await room.table()
    await actor.press("sure all_in")
    assert list(actor.whispered.labels.values()) == ["Yes", "No"]

    await actor.press("no")

    assert actor.whispered.buttons == offered
    assert await room.table() == before


async def test_closing_a_table_is_thought_better_of(room: Room, ann: Player) -> None:
    """“No” says that nothing has changed, and the table is still open."""
    await gather(room, DESTINY, [ann], buy_in=50)
    await ann.press("more")
    await ann.press("close")
    await ann.press("no")

    assert ann.told == "Nothing has changed."
    assert (await room.table()).table.phase == "lobby"


async def test_a_panel_of_somebody_who_has_left(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-9: a player who has given up the seat is told so, and not that the next hand is dealt to them."""
    cora = room.person("cora")
    await begin([ann, ben, cora], dice)
    await ben.open_panel()
    await ben.press_and_confirm("leave")
    await cora.press("bet 2")
    await ann.press("fold")

    assert "You’re not sitting at this table." in ben.told
    assert "dealt in" not in ben.told


async def test_a_panel_speaks_the_language_of_its_owner(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """A panel stays in the language in which it was opened, after any player's change."""
    await begin([ann, ben], dice)
    await ann.open_panel()
    with pseudo_language():
        pressed = room.prepare(ben.pressing("hand"))
        pressed.payload["locale"] = PSEUDO
        await room.deliver(pressed)
        bet = room.prepare(ben.pressing("bet 2"))
        bet.payload["locale"] = PSEUDO
        await room.deliver(bet)
        asked = ann.told
        await ann.press("match")

    assert "**Your turn** · staying in costs you" in asked
    assert "⟦" not in asked
    assert "⟦Court⟧" in ben.told
