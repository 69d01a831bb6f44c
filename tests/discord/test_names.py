"""People's names wherever they are read: two of one name, new ones, and those from right to left (F-46)."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.discord_io.interactions.guild_info import NAME_SECONDS
from bot.discord_io.messages.board_posts import EVERY_SECONDS
from games.catalog import GAMES
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import close_table, everything_sent, give, type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.random_play import play_turn
from tests.discord.record import TRIPLE, played
from tests.discord.tavern import Player, Room, gather
from tests.soak import some_now

pytestmark = pytest.mark.usefixtures("slow_rhythm")

HEBREW, ARABIC = "דוד", "داود"
TURNED = re.compile("[א-ת]|[ا-ي]")


@pytest.mark.parametrize("key", some_now(GAMES, ("knights_heads",)))
async def test_f46_names_from_right_to_left(room: Room, key: str) -> None:
    """F-46: in a line that goes on, such a name is kept to itself, on tables and panels."""
    names = (HEBREW, ARABIC, f"{HEBREW} 5")
    people = [room.person(f"guest{number}", nick=name) for number, name in enumerate(names)]
    await gather(room, GAMES[key], people)
    await people[0].press("begin")
    for each in people:
        await each.open_panel()
    for turn in range(12):
        await play_turn(people, Random(turn))
    found = [text for field, text in everything_sent(room) if field != "label" and TURNED.search(text)]

    assert found
    for text in found:
        # No part of a name is left outside of its isolating marks.
        assert not TURNED.search(re.sub("\u2068[^\u2068\u2069]*\u2069", "", text)), text


async def test_f46_two_of_one_name_at_a_table(room: Room, ann: Player) -> None:
    """F-46: told apart on the table, and where the host sends a player away."""
    twins = [room.person(name, nick=nick) for name, nick in (("first", "Alex"), ("second", "ALEX"))]
    await gather(room, STONE_HAND, [ann, *twins])
    await ann.press("guests")
    [away] = [each for each in ann.whispered.parts if str(each.get("custom_id", "")).endswith(":send_away")]

    assert [each["label"] for each in away["options"]] == ["Alex (first)", "ALEX (second)"]
    assert r"Alex \(first\)" in ann.table.words
    assert r"ALEX \(second\)" in ann.table.words
    assert r"ann \(" not in ann.table.words

    await ann.press("begin")

    assert r"Alex \(first\)" in ann.table.words


async def test_f47_a_table_of_one_name(room: Room, ann: Player) -> None:
    """F-47: twelve people of one long name fit, in the lobby, in play and at the end."""
    people = [room.person(f"{'guest_' * 5}{number:02}", nick="🂡" * 32) for number in range(11)]
    await gather(room, STONE_HAND, [ann, *people])
    await ann.press("begin")

    assert "10\\)** · 20 coins\n" in ann.table.words

    await play_turn([ann, *people], Random(1))
    await close_table(ann)

    assert ann.table.is_over


async def test_f46_a_new_nickname(room: Room, ann: Player, ben: Player) -> None:
    """F-46: it shows from the next press on, and a player with another's name now is told apart."""
    await gather(room, STONE_HAND, [ann, ben])
    renamed(room, ben, "Ann")
    await ben.press("leave")
    await ben.press("join")

    assert r"ann \(ann\)" in ann.table.words
    assert r"Ann \(ben\)" in ann.table.words

    renamed(room, ben, "Benedict")
    await ann.press("begin")
    for turn in range(6):
        await play_turn([ann, ben], Random(turn))

    assert "Benedict" in ann.table.words
    assert r"\(" not in ann.table.words


def renamed(room: Room, player: Player, nick: str) -> None:
    """Change a player's nickname in the server."""
    room.env.backend.guilds[room.guild.id].members[player.id].nick = nick


async def test_f46_names_at_a_tournament(room: Room) -> None:
    """F-46: entrants of one name are told apart, a new one stands on the notice, and no table minds."""
    host = room.person("host", is_manager=True)
    people = [room.person(name, nick="Alex") for name in ("first", "second", "third")]
    await plan(host, STONE_HAND, seats=4, needs_check_in=True, chips=4)
    await enter_all(room, people)

    assert all(rf"Alex \({name}\)" in host.notice.words for name in ("first", "second", "third"))

    renamed(room, people[0], "Zoe")
    for each in people:
        await each.press("check_in")

    assert "Zoe" in host.notice.words
    assert r"\(first\)" not in host.notice.words

    await host.press("start_cup")
    renamed(room, people[1], "Yan")
    await play_tournament(room, people, Random(4))
    tournament = (await room.bot.app.tournaments.look(1)).stored.tournament

    assert {each.name for each in tournament.entrants} == {"Zoe", "Yan", "Alex"}
    assert "### The Cup: standings" in await type_in(host, "tournament show")
    assert r"\(" not in host.notice.words


async def test_f46_whoever_has_left_has_a_name(room: Room, ann: Player, ben: Player, boss: Player) -> None:
    """F-46: on lists a player who left is no number, and a player who is there is mentioned as before."""
    leaver = room.person("leaver", nick="Rich Uncle")
    await give(leaver, 900)
    await give(ann, 500)
    before = await type_in(ben, "board", by="purse")

    assert f"**1.** {leaver.mention} — " in before

    room.guild.remove_member(leaver.member)
    await room.wait(NAME_SECONDS + 1)
    after = await type_in(ben, "board", by="purse")

    assert "**1.** leaver — " in after
    assert f"**2.** {ann.mention} — " in after
    assert leaver.mention not in after
    assert "leaver" in await type_in(boss, "manage audit")


async def test_f46_whoever_has_left_while_discord_says_nothing(room: Room, ann: Player, ben: Player) -> None:
    """F-46: if the user cannot be looked up, the list is shown all the same."""
    leaver = room.person("leaver")
    await give(leaver, 900)
    room.guild.remove_member(leaver.member)
    room.env.inject_error("GET", "/users/*", status=503, times=None)

    assert f"**1.** {leaver.mention} — " in await type_in(ben, "board", by="purse")


async def test_f46_lists_tell_people_of_one_name_apart(room: Room, ann: Player) -> None:
    """F-46: two of one name have their user names beside, and a name from right to left keeps to itself."""
    twins = [room.person(name, nick=nick) for name, nick in (("first", "Alex"), ("second", "alex"))]
    david = room.person("david", nick=HEBREW)
    for each, amount in ((twins[0], 400), (twins[1], 300), (david, 200)):
        await give(each, amount)
    said = await type_in(ann, "board", by="purse")

    assert f"**1.** {twins[0].mention} (first) — " in said
    assert f"**2.** {twins[1].mention} (second) — " in said
    assert f"**3.** \u2068{david.mention}\u2069 — " in said


async def test_f46_a_board_in_a_channel_names_whoever_has_left(room: Room, boss: Player) -> None:
    """F-46, TB-22: the next time it is looked at, it has a name for them."""
    leaver = room.person("leaver", nick="Rich Uncle")
    await leaver.open(STONE_HAND, wager=30)
    await played(room, leaver, TRIPLE, 12)
    await type_in(boss, "manage board")
    assert f"**1.** {leaver.mention} — **+12 coins**" in boss.table.words

    room.guild.remove_member(leaver.member)
    await room.wait(NAME_SECONDS + EVERY_SECONDS)

    assert "**1.** leaver — **+12 coins**" in boss.table.words
