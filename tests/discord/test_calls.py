"""Calling players to a table: who is called, how, and the way out of it."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from games.destiny.game import DESTINY
from games.engine.core.errors import NotOffered
from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from storage.people import invite_preferences, server_settings
from storage.people.invite_preferences import CallHours
from tests.discord.calls import call, called, wishes
from tests.discord.commands import answer_of, type_in
from tests.discord.forms import fill_in
from tests.discord.invitations import pinged
from tests.discord.panels import in_dm
from tests.discord.tavern import Player, Press, Room

CLOSED = 50007
"""Discord's error code for closed direct messages."""


@pytest.fixture
def cora(room: Room) -> Player:
    """A player who wants to be called."""
    return room.person("cora")


async def test_whoever_asked_for_it_is_called(room: Room, ann: Player, ben: Player, cora: Player) -> None:
    """Ben and Cora pressed “Call me” at Ann's last table: at her next they are called, by one message."""
    await ann.open(STONE_HAND)
    for each in (ben, cora):
        await wishes(each)
        assert (
            "When a table of **Stone Hand** wants players here, I’ll call you, once per table." in each.told
        )
    await ann.press("leave")
    await ann.open(STONE_HAND)

    assert await call(ann) == "I’ve called 2 people."
    (message,) = called(ann)
    assert message.words == f"{ben.mention}, {cora.mention}: **ann** wants players for **Stone Hand**."
    assert pinged(room, message) == {ben.id, cora.id}
    lobby = ann.showing("join")
    assert lobby is not None
    assert "call_players" not in lobby


async def test_a_table_calls_once(room: Room, ann: Player, ben: Player) -> None:
    """An older copy of the button calls nobody a second time."""
    await ann.open(STONE_HAND)
    await wishes(ben)
    again = ann.pressing("call_players")
    await call(ann)
    await room.deliver(again)

    assert ann.told == "You’ve called for players at this table already: I do that once per table."
    assert len(called(ann)) == 1


async def test_nobody_is_called_who_never_asked(room: Room, ann: Player, ben: Player) -> None:
    """A wish for one game is none for another; and a call that reaches nobody is not used up."""
    await ann.open(STONE_HAND)
    await wishes(ben)
    await ann.open(DESTINY)
    for _ in range(2):
        assert (await call(ann)).startswith("Nobody here wants to be called to this game at this time of day")

    assert called(ann) == []
    await ben.press("call_me")
    assert await call(ann) == "I’ve called 1 person."


async def test_off_with_one_press(room: Room, ann: Player, ben: Player) -> None:
    """The button stands on the call itself; a player who presses it switches off their own calls alone."""
    await ann.open(STONE_HAND)
    await wishes(ben)
    await call(ann)
    await ben.press("call_stop")

    assert ben.told.startswith("I won’t call you to Stone Hand there any more.")
    assert await room.read(lambda tx: invite_preferences.wished(tx, room.guild.id, ben.id)) == frozenset()


async def test_only_the_host_calls(ann: Player, ben: Player) -> None:
    """A player who sits there as a guest, or not at all, calls nobody."""
    await ann.open(STONE_HAND)
    await wishes(ben)

    assert await call(ben) == f"Only {ann.mention}, who hosts this table, can do that."
    assert called(ann) == []


async def test_by_direct_message(room: Room, ann: Player, ben: Player) -> None:
    """Ben is written to, with the way to the table, and can end it there."""
    await ann.open(STONE_HAND)
    await wishes(ben, way="dm")
    assert await call(ann) == "I’ve called 1 person."

    message = in_dm(room, ben)
    assert message.words == "**ann** wants players for **Stone Hand**."
    assert called(ann) == []
    await room.deliver(Press(ben, message.id, message.button("call_stop")))
    assert await room.read(lambda tx: invite_preferences.wished(tx, room.guild.id, ben.id)) == frozenset()


async def test_closed_direct_messages(room: Room, ann: Player, ben: Player) -> None:
    """A failed direct message is not tried again: Ben reads of it, and may choose another way."""
    await ann.open(STONE_HAND)
    await wishes(ben, way="dm")
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=CLOSED, times=1)
    assert (await call(ann)).startswith("I haven’t called anyone")
    await ann.press("leave")
    await ann.open(STONE_HAND)
    with room.calls() as made:
        assert (await call(ann)).startswith("Nobody here wants to be called")
    assert made == ["callback"]

    await type_in(ben, "me preferences")
    await ben.press("call_me")
    assert "your direct messages are closed" in ben.told
    await ben.press("call_again")
    assert "closed" not in ben.told
    assert await call(ann) == "I’ve called 1 person."
    assert in_dm(room, ben).words == "**ann** wants players for **Stone Hand**."


async def test_a_direct_message_that_got_lost(room: Room, ann: Player, ben: Player) -> None:
    """F-33, F-39: a short failure of Discord does not mean that Ben takes no messages."""
    await ann.open(STONE_HAND)
    await wishes(ben, way="dm")
    room.env.inject_error("POST", "/channels/*/messages", status=503, times=1)
    assert (await call(ann)).startswith("I haven’t called anyone")
    await ann.press("leave")
    await ann.open(STONE_HAND)

    assert await call(ann) == "I’ve called 1 person."


async def test_who_cannot_see_the_table_is_not_called(room: Room, ann: Player, ben: Player) -> None:
    """Nor is who has left the server, whose wishes are forgotten with that."""
    cora = room.person("cora")
    hidden = discord.PermissionOverwrite(view_channel=False)
    await ann.open(STONE_HAND)
    await wishes(ben)
    await wishes(cora)
    await ann.press("leave")
    room.guild.remove_member(cora.member)
    room.channel = room.guild.create_text_channel("cellar", overwrites={ben.member: hidden})
    await ann.open(STONE_HAND)

    assert (await call(ann)).startswith("I haven’t called anyone")
    assert called(ann) == []
    assert await room.read(lambda tx: invite_preferences.wished(tx, room.guild.id, cora.id)) == frozenset()
    assert await room.read(lambda tx: invite_preferences.wished(tx, room.guild.id, ben.id)) == {"stone_hand"}


async def test_who_lacks_the_role_to_play_is_not_called(room: Room, ann: Player, ben: Player) -> None:
    """TB-23: they could not sit down."""
    role = room.guild.create_role("regulars")
    cora = Player(room, room.guild.add_member(room.env.create_user("cora"), roles=[role]))
    await ann.open(STONE_HAND)
    await wishes(ben)
    await wishes(cora)

    def only_regulars(tx: Transaction) -> None:
        server_settings.save(
            tx, room.guild.id, replace(server_settings.load(tx, room.guild.id), player_role=role.id)
        )

    await room.bot.app.database.write(only_regulars)
    assert await call(ann) == "I’ve called 1 person."
    assert pinged(room, called(ann)[0]) == {cora.id}


async def test_a_channel_out_of_reach(room: Room, ann: Player, ben: Player) -> None:
    """F-36: if the bot may not write there no player is called, and the host is told."""
    await ann.open(STONE_HAND)
    await wishes(ben)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50013, times=1)

    assert (await call(ann)).startswith("I haven’t called anyone")


async def test_hours_are_chosen(room: Room, ben: Player) -> None:
    """Ben sets the first and the last hour in his own time zone, and then any hour again."""
    await type_in(ben, "me preferences")
    await ben.press("call_me")
    assert "I don’t call you to any table in this server." in ben.told
    await ben.press("call_game dividha")
    assert "When a table of **Dividha** wants players here" in ben.told
    assert "Only **18:30-01:00 Asia/Tokyo**." in await fill_in(
        ben, "call_hours", text="18:30 - 1:00 asia/tokyo"
    )
    assert "Only **18:30-01:00 Asia/Tokyo**." in await fill_in(ben, "call_hours"), "the form shows what is"
    assert await room.read(lambda tx: invite_preferences.hours(tx, ben.id)) == CallHours(
        "ping", "Asia/Tokyo", 1110, 60
    )

    await ben.press("call_any")
    assert "At any time." in ben.told
    await ben.press("call_none")
    assert "I don’t call you to any table in this server." in ben.told
    await ben.press("call_game dividha")
    assert "dividha" in await room.read(lambda tx: invite_preferences.wished(tx, room.guild.id, ben.id))
    await ben.press("call_game dividha")
    assert await room.read(lambda tx: invite_preferences.wished(tx, room.guild.id, ben.id)) == frozenset()


@pytest.mark.parametrize("text", ["always", "18:00-23:00", "18:00-18:00 UTC", "18:00-24:30 UTC"])
async def test_no_hours(ben: Player, text: str) -> None:
    """F-43: a text that is no stretch of a day is refused, with an example of one."""
    await type_in(ben, "me preferences")
    await ben.press("call_me")

    said = await fill_in(ben, "call_hours", text=text)
    assert said == "Please write from when to when, and your time zone, such as 18:00-23:00 Europe/Berlin."


async def test_made_up_presses(room: Room, ann: Player, ben: Player) -> None:
    """F-43: games and ways that nobody has are refused."""
    await ann.open(STONE_HAND)
    await wishes(ben)
    here = ben.whispered.id
    for custom_id, values in (
        ("t:1:call_me:chess", None),
        ("t:0:call_game:chess", None),
        ("t:0:call_stop:x_chess", None),
        ("t:0:call_way", ("9",)),
    ):
        await room.deliver(Press(ben, here, custom_id, values))
        assert ben.told == NotOffered.template


@pytest.mark.parametrize("is_mentionable", [True, False])
async def test_a_role_instead(room: Room, ann: Player, boss: Player, *, is_mentionable: bool) -> None:
    """A manager names a role: it is mentioned instead of people, if the bot's mention calls it (F-36)."""
    role = room.guild.create_role("players", mentionable=is_mentionable)
    # On Discord everybody may mention every role, unless a server says otherwise.
    nobody = discord.PermissionOverwrite(mention_everyone=False)
    everybody = room.guild.roles["@everyone"]
    room.channel = room.guild.create_text_channel("inn", overwrites={everybody: nobody})
    ben = room.person("ben")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask calls", call_role=[role.id])
    await ann.open(STONE_HAND)
    await wishes(ben)
    assert f"This server calls <@&{role.id}> instead" in ben.told
    said = await call(ann)

    (message,) = called(ann)
    allowed = room.env.backend.get_message(room.channel.id, message.id).allowed_mentions
    assert (said == f"I’ve called <@&{role.id}>.") is is_mentionable
    assert (allowed.roles == frozenset({role.id})) is is_mentionable
    assert (ben.mention in message.words) is not is_mentionable
    doctor = answer_of(await boss.member.slash(room.channel, "manage doctor"))
    assert ("I can’t mention" in doctor) is not is_mentionable
