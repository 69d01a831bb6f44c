"""A channel that is told what managers do: a line each, exactly once (TB-23)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from simcord.builders import ChannelHandle

from games.stone_hand.game import STONE_HAND
from storage.books import audit_lines
from storage.errors import NotAccepted
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.bars import bar
from tests.discord.commands import call_off, close_table, type_in
from tests.discord.evening import plan
from tests.discord.forms import fill_in
from tests.discord.nonces import nonces
from tests.discord.tavern import Player, Room


@pytest.fixture
def back_room(room: Room) -> ChannelHandle:
    """The channel that is told."""
    return room.guild.create_text_channel("back-room")


@pytest.fixture
def listening(room: Room, back_room: ChannelHandle) -> Callable[[], Awaitable[None]]:
    """Return a function that sets the audit channel."""

    async def listen() -> None:
        chosen = ServerSettings(audit_channel=back_room.id)
        await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, chosen))

    return listen


def told(room: Room, channel: ChannelHandle) -> list[str]:
    """The lines of a channel, oldest first."""
    known = room.env.backend.messages.get(channel.id, {})
    return [known[number].content for number in sorted(known)]


async def grant(boss: Player, ann: Player, why: str) -> None:
    """Give a player seven coins as a manager."""
    await type_in(boss, "manage grant", member=ann, amount=7, why=why)


async def test_a_line_for_each_thing_that_managers_do(
    boss: Player,
    ann: Player,
    ben: Player,
    room: Room,
    back_room: ChannelHandle,
    listening: Callable[[], Awaitable[None]],
) -> None:
    """TB-23: it names manager, player, amount and reason; earlier acts and mentions are left out."""
    await grant(boss, ann, "before")
    await listening()
    await grant(boss, ann, "a *quiz* @everyone")
    await type_in(boss, "manage take", member=ann, amount=2, why="a chair")
    await type_in(boss, "manage house-bank", do="put", amount=50)
    await ann.open(STONE_HAND)
    await close_table(ann)
    await bar(boss, ben, "lifted")
    await type_in(boss, "manage unbar", member=ben)
    await room.wait(6)

    gave, took, put, closed, barred, lifted = (each.rsplit(" · <t:", 1)[0] for each in told(room, back_room))
    assert gave == f"{boss.mention} gave {ann.mention} **7 coins** · “a \\*quiz\\* \\@everyone”"
    assert took == f"{boss.mention} took **2 coins** from {ann.mention} · “a chair”"
    assert put == f"{boss.mention} put **50 coins** into the house bank"
    assert closed == f"{ann.mention} closed table 1"
    until = "until a manager lifts it"
    assert barred == f"{boss.mention} barred {ben.mention} from the games {until} · “broke a chair”"
    assert lifted == f"{boss.mention} let {ben.mention} play again"
    assert await room.read(lambda tx: audit_lines.waiting(tx, 9)) == ()
    await room.wait(6)
    assert len(told(room, back_room)) == 6
    assert f"Also posted in <#{back_room.id}>." in await type_in(boss, "manage audit")
    sent = [each.json for each in room.env.http_requests if isinstance(each.json, dict)]
    assert all(each["allowed_mentions"] == {"parse": []} for each in sent if "“a" in str(each.get("content")))


async def test_what_was_changed_is_told(
    boss: Player,
    ann: Player,
    room: Room,
    back_room: ChannelHandle,
    listening: Callable[[], Awaitable[None]],
) -> None:
    """TB-23: a setting with its old and new value, a house rule, a series, a season, a prize; and by whom."""
    await listening()
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask money", purse="50", currency="groats")
    await boss.press("usual_rules")
    await boss.choose("stone_hand__inverted_junk", True)
    await type_in(boss, "organise series create", name="*Autumn*")
    await fill_in(boss, "series_ask terms", title="Winter")
    await boss.press("series_close")
    await boss.press("series_end")
    await type_in(boss, "manage season begin", name="One")
    await type_in(boss, "manage prize add", name="Mug", threshold=5, gift="text", value="secret words")
    await type_in(boss, "manage prize remove", name="Mug")
    await room.wait(6)

    said = [each.split(" · <t:")[0] for each in told(room, back_room)]
    assert said == [
        f"{boss.mention} {words}"
        for words in (
            "changed Name of the currency: **coins** → **groats**",
            "changed Starting purse: **200 groats** → **50 groats**",
            "changed Stone Hand, Inverted junk: **off** → **on**",
            r"began the series “\*Autumn\*”",
            r"changed what counts in the series “\*Autumn\*”",
            "closed the series “Winter”",
            "began the season “One”",
            "put up the prize “Mug”",
            "withdrew the prize “Mug”",
        )
    ]
    audit = await type_in(boss, "manage audit")
    assert all(each.replace(boss.mention, "- You") in audit for each in said)
    assert "secret words" not in audit


async def test_a_reason_for_closing_is_read_at_the_table(
    boss: Player,
    ann: Player,
    room: Room,
    back_room: ChannelHandle,
    listening: Callable[[], Awaitable[None]],
) -> None:
    """TB-10, TB-23: a manager is asked for one by the button of another player's table, and may type one."""
    await listening()
    await ann.open(STONE_HAND)
    await boss.press("more")
    assert await fill_in(boss, "close", text="*last* orders") == "Table 1 is closed."
    assert rf"Closed by {boss.mention}. “\*last\* orders”" in ann.table.words
    await ann.open(STONE_HAND)
    await type_in(boss, "manage close", table=2, why="fire")
    await room.wait(6)

    assert [each.split(" · <t:")[0] for each in told(room, back_room)] == [
        rf"{boss.mention} closed table 1 · “\*last\* orders”",
        f"{boss.mention} closed table 2 · “fire”",
    ]


async def test_what_organisers_do_is_told(
    boss: Player,
    room: Room,
    back_room: ChannelHandle,
    listening: Callable[[], Awaitable[None]],
) -> None:
    """TB-23, TN-19: it names the tournament, the act and the reason."""
    await listening()
    await plan(boss, STONE_HAND)
    await type_in(boss, "organise fill-up", count=1, why="quiet evening")
    await call_off(boss, "nobody came")
    await room.wait(6)

    assert [each.split(" · <t:")[0] for each in told(room, back_room)] == [
        f"tournament 1: {boss.mention} added 1 house player · “quiet evening”",
        f"tournament 1: {boss.mention} called it off · “nobody came”",
    ]


async def test_nothing_is_lost_or_told_twice_over_a_kill(
    boss: Player,
    ann: Player,
    room: Room,
    back_room: ChannelHandle,
    listening: Callable[[], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """TB-23, F-2: an unsent line is sent by the next bot, with the same nonce if it had been sent."""
    await listening()
    await grant(boss, ann, "first")

    def refuse(*_arguments: object) -> None:
        raise NotAccepted

    with monkeypatch.context() as disk:
        disk.setattr(audit_lines, "told", refuse)
        await room.wait(6)
    await grant(boss, ann, "second")
    await room.restart(is_killed=True)
    await room.wait(6)

    assert len(set(nonces(room, "first"))) == 1
    assert len(nonces(room, "first")) == 2
    assert len(nonces(room, "second")) == 1
    assert "“second”" in told(room, back_room)[-1]


async def test_without_a_permission_lines_wait(
    boss: Player,
    ann: Player,
    room: Room,
    back_room: ChannelHandle,
    listening: Callable[[], Awaitable[None]],
) -> None:
    """TB-23: managers are told what is missing and where; once it is there all of it is told, in order."""
    await listening()
    room.env.inject_error("POST", f"/channels/{back_room.id}/messages", status=403, code=50013, times=None)
    await grant(boss, ann, "first")
    await grant(boss, ann, "second")
    await room.wait(6)
    words = f"I can’t write in <#{back_room.id}> (error 403/50013): 2 lines of the audit are waiting."
    assert words in await type_in(boss, "manage doctor")
    assert words in await type_in(boss, "manage audit")
    room.env.backend.faults.clear()
    await room.wait(70)

    assert [line.split("“")[1][:6] for line in told(room, back_room)] == ["first”", "second"]
    assert "of the audit wait" not in await type_in(boss, "manage doctor")
