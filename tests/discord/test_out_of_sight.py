"""Tables whose messages are gone, cannot be reached, or cannot be drawn any more."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord_io.notifications.direct_messages import tell_voided
from bot.screens.core.screen import BYTES_MAX
from bot.tavern.deadlines import IDLE_SECONDS
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.stone_hand.game import STONE_HAND
from storage.books.refunds import Voided
from storage.errors import NotAccepted
from storage.people import invite_preferences
from storage.people.server_settings import CURRENCY_LENGTH, ServerSettings
from tests.discord.commands import call_off
from tests.discord.evening import enter_all, plan
from tests.discord.faults import direct_messages, discord_is_down
from tests.discord.tavern import PURSE, Player, Room, gather
from tests.soak import some_now


def out_of_reach(room: Room) -> None:
    """Take the bot's right to write in the channel."""
    for path in (f"/channels/{room.channel.id}/messages*", "/webhooks/*"):
        room.env.inject_error("*", path, status=403, code=50013, times=None)


async def test_an_end_that_cannot_be_read(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """A table that was closed unshown, and that this version cannot read, keeps no other from being shown."""
    await ben.open(STONE_HAND)
    discord_is_down(room)
    await room.bot.app.tavern.withdraw(room.guild.id)
    room.env.backend.faults.clear()
    # The second one is of this version's format.
    unshown = "UPDATE tables SET settled = 0, shown_revision = 0, format = id - 1"
    await room.bot.app.database.write(lambda tx: tx.execute(unshown).rowcount)
    await room.restart(is_killed=True)

    assert "nobody played" in ann.table.words


async def test_f17_many_have_got_something_back(room: Room, ann: Player) -> None:
    """F-17: however many had entered a tournament that is called off unread, it fits into a message."""
    refunds = dict.fromkeys(range(10**18, 10**18 + 500), 10**6)
    voided = Voided(1, room.guild.id, room.channel.id, None, refunds, is_tournament=True)
    await tell_voided(room.bot, voided, ServerSettings(currency="*" * CURRENCY_LENGTH))

    assert "I couldn’t go on with tournament 1" in ann.table.words
    assert "and 460 more" in ann.table.words
    assert len(ann.table.words.encode()) < BYTES_MAX


async def test_f34_the_channel_was_cleared(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-34: a table's message that was deleted together with others is posted anew, and its buttons work."""
    gone = ann.table.id
    await ben.member.send(room.channel, "chatter")
    chatter = max(room.env.backend.messages[room.channel.id])
    room.env.backend.bulk_delete_messages(room.channel.id, [gone, chatter])
    await room.env.settle()

    assert ann.table.id != gone

    await ann.press("throw")

    assert (await room.table()).revision == playing + 1


async def test_f34_gone_before_it_was_shown_again(room: Room, ann: Player) -> None:
    """F-34: a lobby that nobody has touched since the start is posted anew, too."""
    await gather(room, STONE_HAND, [ann])
    await room.restart()
    gone = ann.table.id
    room.env.backend.delete_message(room.channel.id, gone)
    await room.env.settle()

    assert ann.table.id != gone
    assert (await room.table()).message == ann.table.id


async def test_f35_a_thread_that_is_archived(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-35: in an archived thread no message can be changed; a new one opens it again."""
    before = ann.table.id
    await room.restart()
    room.env.inject_error("PATCH", f"/channels/*/messages/{before}", status=400, code=50083, times=None)
    await room.wait(61)

    assert ann.table.id != before
    assert "ran out of time" in ann.table.words


@pytest.mark.parametrize("code", some_now([50083, 200000, 160005, 240000], [50083]))
@pytest.mark.usefixtures("slow_rhythm")
async def test_f35_what_discord_would_refuse_again(
    room: Room, ann: Player, ben: Player, playing: int, code: int
) -> None:
    """F-35: locked in mid-hand, the table rests at once, its host is told once, and nobody's time runs."""
    await room.restart()
    locked = f"/channels/{room.channel.id}/messages*"
    for method in ("PATCH", "POST"):
        room.env.inject_error(method, locked, status=400, code=code, times=None)
    await room.wait(61)
    resting = (await room.table()).table
    with room.calls() as calls:
        await room.wait(600)

    assert (await room.table()).table == resting
    # Looked for once a minute, and not again and again within one.
    assert calls.count("PATCH /channels/*/messages/*") <= 10
    (told,) = direct_messages(ann)
    assert "the channel is gone or locked" in told
    assert "stakes are safe" in told


@pytest.mark.usefixtures("slow_rhythm")
async def test_f39_a_host_who_takes_no_direct_messages(room: Room, ann: Player, ben: Player) -> None:
    """F-39, F-35: the host of a table in a locked thread is told in the channel beside it, once."""
    channel = room.channel
    room.env.backend.create_thread(channel.id, "corner", ann.id)
    room.channel = thread = channel.threads[0]
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    await room.restart()
    dm = ann.member.user.dm_channel
    room.env.inject_error("POST", f"/channels/{dm.id}/messages", status=403, code=50007, times=None)
    room.env.inject_error("*", f"/channels/{thread.id}/messages*", status=400, code=50083, times=None)
    await room.wait(300)
    room.channel = channel
    (told,) = [each.words for each in ann.sees() if not each.buttons]

    assert told.startswith(f"{ann.mention}\nI can no longer show table 1 in <#{thread.id}>")
    assert (await room.read(lambda tx: invite_preferences.hours(tx, ann.id))).unreachable_at is not None


@pytest.mark.usefixtures("slow_rhythm")
async def test_f35_a_table_that_was_closed_before_its_thread_was_locked(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-35: it is given up: nobody is told of it, and nothing is tried again."""
    await room.restart()
    room.env.inject_error("*", f"/channels/{room.channel.id}/messages*", status=400, code=50083, times=None)
    for each in (ben, ann):
        await room.bot.app.tavern.depart(1, each.id)
    room.bot.table_messages.refresh(await room.bot.app.tavern.look(1))
    await room.wait(1)
    with room.calls() as calls:
        await room.wait(300)

    assert (await room.table()).is_over
    assert calls == []
    assert direct_messages(ann) == []
    assert await room.bot.app.tavern.outdated() == []


async def test_f35_a_thread_of_a_tournament_that_is_locked(room: Room) -> None:
    """F-35: its table is set beside the notice, and the organiser has nothing to do."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await room.wait(10)
    (thread,) = room.threads
    room.env.inject_error("*", f"/channels/{thread}/messages*", status=400, code=50083, times=None)
    room.env.inject_error("*", "/webhooks/*", status=400, code=50083, times=None)
    await room.wait(90)

    assert (await room.table()).channel == room.channel.id
    assert (await room.table()).message is not None
    assert direct_messages(host) == []


@pytest.mark.soak
async def test_f34_a_table_that_is_deleted_whenever_it_appears(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-34: it comes later each time, then rests, and its host is told why; every hour it is tried again."""
    waited: list[float] = []
    for _ in range(4):
        gone, at = ann.table.id, room.env.now().timestamp()
        room.env.backend.delete_message(room.channel.id, gone)
        await room.env.settle()
        while (await room.table()).message == gone:
            await room.wait(1)
        waited.append(round(room.env.now().timestamp() - at))
    assert waited == [0, 5, 20, 60]
    assert direct_messages(ann) == []

    gone = ann.table.id
    room.env.backend.delete_message(room.channel.id, gone)
    await room.env.settle()
    resting = (await room.table()).table
    for _ in range(59):
        await room.wait(60)

    assert (await room.table()).table == resting
    assert (await room.table()).message == gone
    (told,) = direct_messages(ann)
    assert "deletes table 1 each time I post it" in told

    await room.wait(90)

    assert ann.table.id > gone
    assert not room.bot.table_messages.is_lost(1)


async def test_f34_a_notice_that_is_deleted_whenever_it_appears(room: Room) -> None:
    """F-34: a tournament's notice rests in the same way, and its organiser is told why."""
    host = room.person("host", is_manager=True)
    await plan(host, STONE_HAND, seats=2)
    for seconds in (0, 5, 20, 60, 300):
        gone = host.notice.id
        room.env.backend.delete_message(room.channel.id, gone)
        await room.env.settle()
        await room.wait(seconds + 1)
    (told,) = direct_messages(host)

    assert "deletes the notice of The Cup each time I post it" in told
    assert not any(each.parts for each in host.sees() if not each.sent.ephemeral)


@pytest.mark.usefixtures("slow_rhythm")
async def test_f34_a_table_that_stood_for_long_is_posted_at_once(
    room: Room, ann: Player, ben: Player
) -> None:
    """F-34: a player who clears a channel now and then keeps no table away from it."""
    await gather(room, STONE_HAND, [ann, ben])
    for _ in range(6):
        gone = ann.table.id
        room.env.backend.delete_message(room.channel.id, gone)
        await room.env.settle()
        assert ann.table.id > gone
        await room.wait(601)

    assert direct_messages(ann) == []


async def test_f6_a_post_that_could_not_be_noted(
    room: Room, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-6: with a full disk a table's new message is tried again, under the same nonce."""
    await gather(room, STONE_HAND, [ann])
    for _ in range(20):
        await ann.member.send(room.channel, "chatter")
    place = TableService.place
    refused: list[int] = []

    async def refuse_once(
        tavern: TableService, number: int, channel: int, message: int, *rest: Any
    ) -> TableState:
        if not refused:
            refused.append(message)
            raise NotAccepted("database or disk is full")
        return await place(tavern, number, channel, message, *rest)

    monkeypatch.setattr(TableService, "place", refuse_once)
    await ben.press("join")
    await room.wait(2)
    posts = [each.json for each in room.env.http_requests if each.json and "nonce" in each.json]

    assert len({post["nonce"] for post in posts}) == 1
    assert (await room.table()).message == ann.table.id
    assert "ben" in ann.table.words


async def test_f36_a_table_is_closed_that_cannot_be_shown(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-36, TB-10: the host is told that it is lost; closed, it gives all stakes back at once."""
    boss, elsewhere = room.person("boss", is_manager=True), room.guild.create_text_channel("cellar")
    out_of_reach(room)
    await room.wait(61)

    assert len(direct_messages(ann)) == 1

    await boss.member.slash(elsewhere, "manage close", table=1)

    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]

    await room.restart()
    await room.wait(5)

    assert len(direct_messages(ann)) == 1
    assert await room.bot.app.tavern.outdated() == []


async def test_f35_stakes_return_after_a_day(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-35: a table that cannot be shown rests, and when a day has passed it closes."""
    out_of_reach(room)
    await room.wait(61)
    await room.wait(61)

    assert (await room.table()).table.phase == "playing"

    yesterday = "UPDATE tables SET acted_at = acted_at - ?"
    await room.bot.app.database.write(lambda tx: tx.execute(yesterday, (IDLE_SECONDS,)).rowcount)
    await room.wait(61)

    assert (await room.table()).table.phase == "closed"
    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]
    assert await room.bot.app.tavern.outdated() == []
    await room.check_books()


async def test_f6_a_table_found_again_while_the_disk_is_full(
    room: Room, ann: Player, ben: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-6, F-36: the clock of a table that rested starts afresh as soon as there is room for that."""
    room.env.inject_error("*", f"/channels/{room.channel.id}/messages*", status=403, code=50013, times=None)
    room.env.inject_error("*", "/webhooks/*", status=403, code=50013, times=None)
    await room.wait(61)
    await room.wait(61)
    room.env.backend.faults.clear()

    async def refuse(*_arguments: object) -> None:
        raise NotAccepted("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(TableService, "restart_clock", refuse)
        await room.wait(61)
        await room.wait(61)
    resting = (await room.table()).table
    await room.wait(10)

    assert (await room.table()).table == resting

    await room.wait(61)

    assert (await room.table()).table != resting


async def test_f36_closed_while_it_could_not_be_shown(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-36: a table that is closed where the bot may no longer write sends nobody to a manager."""
    room.env.inject_error("*", f"/channels/{room.channel.id}/messages*", status=403, code=50013, times=None)
    room.env.inject_error("*", "/webhooks/*", status=403, code=50013, times=None)
    for each in (ben, ann):
        await room.bot.app.tavern.depart(1, each.id)
    room.bot.table_messages.refresh(await room.bot.app.tavern.look(1))
    await room.wait(1)

    assert (await room.table()).table.phase == "closed"
    assert direct_messages(ann) == []


async def test_f36_neither_thread_nor_channel(room: Room) -> None:
    """F-36: a tournament's table that cannot be set where the notice hangs either: its organiser is told."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    for place in (room.channel.id, *room.threads):
        room.env.inject_error("*", f"/channels/{place}/messages*", status=403, code=50013, times=None)
    room.env.inject_error("*", "/webhooks/*", status=403, code=50013, times=None)
    await room.wait(75)

    (told,) = direct_messages(host)

    assert f"I can no longer show table 1 in <#{room.channel.id}>" in told
    assert "/organise cancel" in told


async def test_no_thread_of_a_tournament_that_is_over_is_kept_in_mind(room: Room) -> None:
    """F-21: the place of its tables is forgotten with it."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await room.wait(10)
    await call_off(host)
    await room.wait(10)

    assert len(room.threads) == 1
    assert room.bot.tournament_news._threads._threads == {}
    assert room.bot.tournament_news._locks == {}
