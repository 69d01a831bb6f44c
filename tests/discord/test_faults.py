"""The whole bot survives being killed and told to go, faults of its own, and odd names."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot import discord_bot
from bot.process.scheduler import PULSE_SECONDS
from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table import play
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from storage.errors import AlreadyOpen, NotAccepted
from tests.discord.commands import close_table
from tests.discord.countdown import countdown
from tests.discord.dice import Dice
from tests.discord.faults import discord_is_down
from tests.discord.tavern import PURSE, Delivery, Player, Room, gather, make_bot


async def begin_to_throw(room: Room, player: Player, dice: Dice) -> Delivery:
    """A press that has just reached the bot, and is not answered yet."""
    dice.load("1-1-5")
    throw = room.prepare(player.pressing("throw"))
    room.env.backend.emit("INTERACTION_CREATE", throw.payload)
    for _ in range(3):
        # So long does discord.py take to call its listeners.
        await asyncio.sleep(0)
    return throw


async def deliver_again(room: Room, unanswered: Delivery) -> None:
    """Deliver an unanswered interaction again, with Discord's three seconds anew."""
    unanswered.result._interaction.initial_response_deadline = room.env.backend.iso_after(3)
    await room.deliver(unanswered)


async def test_f2_killed_between_commit_and_answer(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-2: the action stands, the message is redrawn after the start, and a repeat acts no second time."""
    throw = room.prepare(ann.pressing("throw"))
    dice.load("1-1-5")
    discord_is_down(room)
    await room.deliver(throw)
    before = ben.table.words
    room.env.backend.faults.clear()
    await room.restart(is_killed=True)

    assert "## ann: " not in before
    assert "ann: `1-1-5`" in ben.table.words

    resumed = (await room.table()).revision
    await deliver_again(room, throw)

    assert (await room.table()).revision == resumed
    assert throw.result.acknowledged
    assert "ann: `1-1-5`" in ben.table.words


async def test_f2_killed_before_the_table_was_posted(room: Room, ann: Player) -> None:
    """F-2: a table whose message was never posted is posted after the start, once."""
    discord_is_down(room)
    await ann.open(STONE_HAND)
    room.env.backend.faults.clear()
    await room.restart(is_killed=True)

    assert len(ann.sees()) == 1
    assert "a table is open" in ann.table.words


async def test_f3_killed_while_starting(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-3: killed again and again while it starts, the bot comes back to the same state."""
    before = (await room.table()).table
    for _ in range(3):
        await room.restart(is_killed=True)

    assert (await room.table()).table == before

    resumed = (await room.table()).revision
    await ann.press("throw")

    assert (await room.table()).revision == resumed + 1
    await room.check_books()


async def test_f5_told_to_go_in_the_middle_of_a_press(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-5: a press is committed and answered before the bot goes; no coins are refunded."""
    throw = await begin_to_throw(room, ann, dice)
    await room.bot.close()

    assert throw.result.acknowledged
    assert "ann: `1-1-5`" in ben.table.words

    await room.env.restart_bot(await make_bot(room.path))

    assert "ann: `1-1-5`" in ben.table.words
    assert await room.balance(ledger.at_table(room.guild.id, 1)) == 40


async def test_f5_what_comes_in_while_it_goes(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-5: however many go on pressing, in the end nobody is let in that there is no time to answer."""
    answered = asyncio.Event()

    house, answer = room.bot.app, room.bot.app.respond

    async def answer_late(*what: Any, **more: Any) -> None:
        await answered.wait()
        await answer(*what, **more)

    monkeypatch.setattr(discord_bot, "LEAVE_SECONDS", 0.0)
    monkeypatch.setattr(house, "respond", answer_late)
    dice.load("1-1-5")
    throw, late = room.prepare(ann.pressing("throw")), room.prepare(ben.pressing("more"))
    room.env.backend.emit("INTERACTION_CREATE", throw.payload)
    for _ in range(3):
        # So long does discord.py take to call its listeners.
        await asyncio.sleep(0)
    closing = asyncio.create_task(room.bot.close())
    await asyncio.sleep(0.05)
    room.env.backend.emit("INTERACTION_CREATE", late.payload)
    asyncio.get_running_loop().call_later(0.2, answered.set)
    await closing

    assert throw.result.acknowledged
    assert not late.result.acknowledged


async def test_f5_what_was_committed_last_is_still_shown(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-5: if there was no time to answer before the books were closed, the answer follows."""
    house, closed = room.bot.app, asyncio.Event()
    answer, close = house.respond, house.database.close

    async def close_and_say_so() -> None:
        await close()
        closed.set()

    async def answer_late(*what: Any, **more: Any) -> None:
        await closed.wait()
        await house.tavern.think(int)
        await answer(*what, **more)

    monkeypatch.setattr(discord_bot, "LEAVE_SECONDS", 0.0)
    monkeypatch.setattr(house.database, "close", close_and_say_so)
    monkeypatch.setattr(house, "respond", answer_late)
    await begin_to_throw(room, ann, dice)
    await room.bot.close()

    assert "ann: `1-1-5`" in ben.table.words
    assert "went wrong" not in ann.told


async def test_f6_told_to_go_while_the_disk_is_full(
    room: Room, ann: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-6, F-5: although its last pulse cannot be written, the bot goes, and another may take over."""

    async def refuse(_function: object) -> None:
        raise NotAccepted("database or disk is full")

    before = (await room.table()).table
    monkeypatch.setattr(room.bot.app.database, "write", refuse)
    await room.restart()

    assert (await room.table()).table == before


async def test_a_table_that_cannot_be_read(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """A snapshot that this version cannot read is closed, every stake goes back and is told; others go on."""
    await ben.open(STONE_HAND)
    ruin = "UPDATE tables SET snapshot = '{' || snapshot WHERE id = 1"
    await room.bot.app.database.write(lambda tx: tx.execute(ruin).rowcount)
    unshown = "UPDATE tables SET shown_revision = 0 WHERE id = 2"
    await room.bot.app.database.write(lambda tx: tx.execute(unshown).rowcount)
    throw = room.prepare(ann.pressing("throw"))
    await room.restart(is_killed=True)

    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]
    assert "I couldn’t go on with table 1" in ann.sees()[-1].words

    await deliver_again(room, throw)

    assert ann.told == "This table is closed."


async def test_f17_time_away_does_not_count(room: Room, ann: Player, playing: int, dice: Dice) -> None:
    """F-17, TB-8: the time the bot was away is added to every deadline."""
    deadline_at = (await room.table()).deadline_at
    assert deadline_at is not None
    await room.restart(away_seconds=3600.0)

    assert (await room.table()).deadline_at == pytest.approx(deadline_at + 3600.0, abs=0.1)

    dice.load("1-1-5")
    await ann.press("throw")

    assert "**ann** · 20 coins · `" in ann.table.words  # what was thrown lies before her


@pytest.mark.parametrize("away_seconds", [0.0, 3.0, 7200.0])
async def test_f17_the_countdown_is_put_right(
    room: Room, ann: Player, playing: int, away_seconds: float
) -> None:
    """F-17, TB-8: a restarted bot updates the turn's end in the table's message, old or not."""
    before = ann.table.id
    await room.wait(10)
    await room.restart(away_seconds=away_seconds)
    deadline_at = (await room.table()).deadline_at

    assert deadline_at is not None
    assert countdown(ann.table.words) == int(deadline_at)
    assert ann.table.id == before


async def test_f20_a_fault_in_the_rules(
    room: Room, ann: Player, ben: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-20: the table where a rule fails rests under an error number, others go on, stakes come back."""
    cora = room.person("cora")
    await gather(room, STONE_HAND, [cora, ben])
    await cora.press("begin")
    first = next(each for each in ann.sees() if "table 1" in each.words)
    with monkeypatch.context() as broken:
        broken.setattr(play, "take", lambda *_: 1 / 0)
        await ann.press_id(first, first.offers[0])

    assert "it’s our fault (error " in ann.told

    await ann.press_id(first, first.offers[0])

    assert "The table is stopped" in ann.told
    assert (await room.table(1)).revision == playing

    revision = (await room.table(2)).revision
    await cora.press("throw")

    assert (await room.table(2)).revision == revision + 1

    await ann.press_id(first, first.button("more"))
    await ann.press("close")
    await ann.press("close_now")

    assert await ann.wallet() == PURSE
    await room.check_books()


async def test_f13_two_processes_on_one_token(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-13: only one has the file; what another one has answered acts once here, and shows."""
    with pytest.raises(AlreadyOpen):
        await make_bot(room.path)
    dice.load("1-1-5")
    throw = room.prepare(ann.pressing("throw"))
    room.env.inject_error("POST", "/interactions/*", status=400, code=40060, times=None)
    await room.deliver(throw, throw)

    assert (await room.table()).revision == playing + 1
    assert "ann: `1-1-5`" in ben.table.words


async def test_f46_names(room: Room, ann: Player) -> None:
    """F-46: names that would call everybody, format or hide are shown harmless, and call nobody."""
    names = (
        "@everyone", "<@&1234567890123456>", "`code` **bold**", "[free](https://x.example)", "\u202eevil",
        "\u200b\u200b", "🎲" * 32, "e" + "\u0301" * 30, "# big",
    )  # fmt: skip
    people = [room.person(f"guest{number}", nick=name) for number, name in enumerate(names)]
    await gather(room, STONE_HAND, [ann, *people])
    words = ann.table.words

    assert "2 seats free" in words
    assert not any(
        bad in words
        for bad in (". @everyone", "<@&", "`code`", "**bold", "](https", "\u202e", "\u200b", "\n# big")
    )
    # The sixth name is invisible, so the username stands in.
    assert "guest5" in words
    posted = [each.json or {} for each in room.env.http_requests if each.path.endswith("/callback")]
    called = [each["data"]["allowed_mentions"] for each in posted if each["type"] in (4, 7)]

    assert all(not any(each.values()) for each in called)


async def test_f47_the_largest_table(room: Room, ann: Player) -> None:
    """F-47: twelve people with the longest and widest names fit, in the lobby, in play and at the end."""
    people = [room.person(f"guest{number}", nick="🂡" * 30 + f"{number:02}") for number in range(11)]
    await gather(room, STONE_HAND, [ann, *people])
    await ann.press("begin")

    assert "🂡10** · 20 coins\n" in ann.table.words

    await ann.press("throw")
    await close_table(ann)

    assert ann.table.is_over


async def test_buttons_outlive_the_bot(room: Room, ann: Player, playing: int) -> None:
    """The buttons of a message from before a restart work after it."""
    await room.restart()
    resumed = (await room.table()).revision
    with room.calls() as calls:
        await ann.press("throw")

    assert (await room.table()).revision == resumed + 1
    assert calls == ["callback"]


async def test_f20_what_fails_once_is_done_again_in_its_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-20, F-17: without a pulse the bot would not know afterwards how long it was away."""
    noted: list[None] = []

    async def fail() -> None:
        noted.append(None)
        raise RuntimeError

    with monkeypatch.context() as failing:
        failing.setattr(room.bot.app.tavern, "note_pulse", fail)
        await room.wait(3 * PULSE_SECONDS)

    assert len(noted) > 1


async def test_what_was_not_heard_of_is_known_once_the_bot_is_ready(room: Room, ann: Player) -> None:
    """F-55: a table that another process opened, before this one listened, is woken for as any other."""
    other = TableService(room.bot.app.database, GAMES, now=room.bot.app.tavern.now)
    press = Actor(1, 0.0, ann.id, "Ann", room.guild.id)
    rules = STONE_HAND.house_rules()
    opened = await other.open_table(press, room.channel.id, STONE_HAND, rules, Terms(ann.id, 20))
    assert opened.id not in room.bot.app.clocks.tables._deadlines
    await room.bot.on_ready()

    assert room.bot.app.clocks.tables._deadlines[opened.id][0] == opened.stored.deadline_at


async def test_a_panel_of_a_table_that_was_cleared_away_keeps_no_other_from_being_redrawn(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """A panel in a direct message may be older than its server keeps hands."""
    del ben, playing
    panels = room.bot.panels._open
    panels[ann.id] = SimpleNamespace(revisions={404: 1})  # type: ignore[assignment]
    await room.bot.panels.refresh_all()
    del panels[ann.id]
