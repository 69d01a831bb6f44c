"""Calls to a turn, and their times: a call moves what people are looking at."""

from __future__ import annotations

import pytest

from bot.tavern.recovery import TURNS_ASKED
from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from storage.errors import NotAccepted
from storage.people import invite_preferences
from storage.people.invite_preferences import CallHours
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.knights import begin
from tests.discord.nonces import nonces
from tests.discord.panels import in_dm
from tests.discord.tavern import Player, Room, gather

CLOSED = 50007


def calls(player: Player) -> list[str]:
    """The calls that lie in the channel."""
    return [each.words for each in player.sees() if each.words.startswith("Your turn, ")]


async def test_nobody_is_called_to_a_turn_that_is_over(room: Room, ann: Player, playing: int) -> None:
    """A call leads to the table, and is taken away once the question is answered."""
    await room.wait(41)
    where = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{ann.table.id}"
    assert calls(ann) == [f"Your turn, {ann.mention}: [Stone Hand ↗]({where})"]
    await ann.press("throw")

    assert calls(ann) == []


async def test_a_call_to_a_turn_that_ran_out(room: Room, ann: Player, playing: int) -> None:
    """TB-8: Ann was called and did not come: the call stays, and says that this turn is over."""
    await room.wait(41)
    (called,) = (each.id for each in ann.sees() if each.words.startswith("Your turn, "))
    await room.wait(20)
    where = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{ann.table.id}"

    assert calls(ann) == []
    (shown,) = (each.words for each in ann.sees() if each.id == called)
    assert shown == f"This turn is over, {ann.mention}: [Stone Hand ↗]({where})"


async def test_a_direct_message_to_a_turn_that_ran_out(room: Room, ann: Player, ben: Player) -> None:
    """TB-8: so does a direct message."""
    for each in (ann, ben):
        await room.bot.app.tavern.prefer(each.id, pings="dm")
    await gather(room, STONE_HAND, [ann, ben])
    await room.wait(60)
    await ann.press("begin")
    await room.wait(121)

    assert {in_dm(room, each).words.partition(": ")[0] for each in (ann, ben)} >= {"This turn is over"}


async def test_whoever_has_just_pressed_is_there(room: Room, ann: Player, playing: int) -> None:
    """Ann began the game herself, so she is called 40 seconds after that, and not after 20."""
    await room.wait(38)
    assert calls(ann) == []
    await room.wait(3)

    assert len(calls(ann)) == 1


async def test_whoever_has_not_pressed_for_long_is_called_soon(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """Ben sat down long ago: he is called 20 seconds after his turn began."""
    await gather(room, STONE_HAND, [ann, ben])
    dice.load("1-1-2")
    await room.wait(45)
    await ann.press("begin")
    await ann.press("throw")
    await room.wait(18)
    assert calls(ben) == []
    await room.wait(3)

    assert [ben.mention in each for each in calls(ben)] == [True]


@pytest.mark.parametrize("choice", ["at_once", "late"])
async def test_nobody_is_called_where_no_time_runs_out(
    room: Room, ann: Player, ben: Player, choice: str
) -> None:
    """TB-8: alone with house players Ann is never called; once Ben is there, she is as she chose."""
    await type_in(ann, "me preferences")
    await ann.choose("pings", choice)
    await gather(room, STONE_HAND, [ann])
    await ann.press("house master")
    await ann.press("begin")
    await room.wait(120)
    assert calls(ann) == []
    await ben.press("join")
    await room.wait(21)

    assert len(calls(ann)) == 1


async def test_f39_who_takes_no_direct_messages_is_called_in_the_channel(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """F-39: Ben is called there instead, reads why, and is written to no more before he says so."""
    await gather(room, STONE_HAND, [ann, ben])
    await type_in(ben, "me preferences")
    await ben.choose("pings", "dm")
    dice.load(*["1-1-2"] * 6)
    await ann.press("begin")
    dm = ben.member.user.dm_channel.id
    room.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=CLOSED, times=1)
    await ann.press("throw")
    await room.wait(2)
    (called,) = calls(ben)
    assert called.startswith(f"Your turn, {ben.mention}: [Stone Hand ↗](")
    assert "I can’t write to you" in called

    before = len(room.env.http_requests)
    await ben.press("throw")
    assert calls(ben) == []
    await ann.press("throw")
    if not ben.is_called:
        await ann.press("throw")
    await room.wait(2)
    assert len(calls(ben)) == 1
    assert f"/channels/{dm}/messages" not in [each.path for each in room.env.http_requests[before:]]

    await type_in(ben, "me preferences")
    assert "your direct messages are closed, so I call you in the table’s channel" in ben.told
    await ben.press("write_again")
    assert "closed" not in ben.told
    await ben.press("throw")
    while not ben.is_called:
        await ann.press("throw")
    await room.wait(2)

    assert calls(ben) == []
    assert in_dm(room, ben).words.startswith("Your turn: ")


@pytest.mark.usefixtures("german")
async def test_a_direct_message_is_in_its_readers_language(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """Ben last spoke German, in a server that speaks English; it is known after a restart, too."""
    await gather(room, STONE_HAND, [ann, ben])
    await type_in(ben, "me preferences")
    await ben.choose("pings", "dm")
    looked = room.prepare(ben.pressing("more"))
    looked.payload["locale"] = "de"
    await room.deliver(looked)
    await room.restart()
    dice.load("1-1-2")
    await ann.press("begin")
    await ann.press("throw")
    await room.wait(2)

    assert in_dm(room, ben).words.startswith("Du bist dran: ")


@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_question_asked_just_before_a_restart(
    room: Room, ann: Player, playing: int, *, is_killed: bool
) -> None:
    """TB-8: Ann was asked a second before the bot went: she is called once, and no call is left."""
    await room.wait(1)
    await room.restart(is_killed=is_killed)
    await room.wait(50)
    assert len(calls(ann)) == 1
    await ann.press("throw")

    assert calls(ann) == []


@pytest.mark.parametrize("is_killed", [False, True])
async def test_nobody_is_called_twice(
    room: Room, ann: Player, ben: Player, playing: int, *, is_killed: bool
) -> None:
    """TB-8: Ann was called before the restart: not again when somebody sits down, and it is taken back."""
    await room.wait(41)
    (called,) = (each.id for each in ann.sees() if each.words.startswith("Your turn, "))
    await room.restart(is_killed=is_killed)
    cora = room.person("cora")
    await cora.press("join")
    await room.wait(10)
    assert [each.id for each in ann.sees() if each.words.startswith("Your turn, ")] == [called]
    await ann.press("throw")

    assert calls(ann) == []


async def test_a_turn_that_ended_while_the_bot_was_away(room: Room, ann: Player, playing: int) -> None:
    """TB-8: the bot is killed between an answer and the end of its call: the next start takes it back."""
    await room.wait(41)
    assert len(calls(ann)) == 1
    room.bot.turn_pings._process = nothing  # type: ignore[assignment,method-assign]
    await ann.press("throw")
    assert len(calls(ann)) == 1
    await room.restart(is_killed=True)

    assert calls(ann) == []


async def nothing(_call: object) -> None:
    """Do nothing, as a process that was killed."""


@pytest.mark.parametrize("is_answered", [False, True])
async def test_a_call_that_was_sent_just_before_a_kill(
    room: Room, ann: Player, playing: int, *, is_answered: bool
) -> None:
    """TB-8: the bot is killed before it wrote down what it sent: for the same nonce Discord sends no other.

    Ann has answered meanwhile: it is sent without a mention, only to be taken back.
    """
    await room.wait(41)
    assert len(calls(ann)) == 1
    at = room.env.now().timestamp()
    await room.bot.app.database.write(
        lambda tx: tx.execute("UPDATE turn_calls SET call_at = ?, channel = NULL, message = NULL", (at,))
    )
    if is_answered:
        room.bot.turn_pings._process = nothing  # type: ignore[assignment,method-assign]
        await ann.press("throw")
    await room.restart(is_killed=True)
    await room.wait(10)

    first, again = nonces(room, f"Your turn, {ann.mention}")
    assert first == again
    sent = [each.json for each in room.env.http_requests if isinstance(each.json, dict)]
    users = [each["allowed_mentions"].get("users", []) for each in sent if each.get("nonce") == again]
    assert users == [[ann.id], [] if is_answered else [ann.id]]
    # This Discord knows no nonces, so the first message is still there.
    assert len([each for each in calls(ann) if ann.mention in each]) == (1 if is_answered else 2)


async def test_a_call_that_discord_loses(room: Room, ann: Player, playing: int) -> None:
    """F-33: a call that can't be taken back now, because Discord is out of order, is a minute later."""
    await room.wait(41)
    room.env.inject_error("DELETE", f"/channels/{room.channel.id}/messages/*", status=503, times=5)
    await ann.press("throw")
    await room.wait(30)
    assert ann.mention in " ".join(calls(ann))
    await room.wait(60)

    assert ann.mention not in " ".join(calls(ann))


async def test_a_question_of_a_version_that_stored_none(room: Room, ann: Player, playing: int) -> None:
    """TB-8: the first start after an upgrade stores what was asked before it."""

    def as_before(tx: Transaction) -> None:
        tx.execute("DELETE FROM turn_calls")
        tx.delete_note(TURNS_ASKED)

    await room.bot.app.database.write(as_before)
    await room.restart()
    await room.wait(41)

    assert len(calls(ann)) == 1


@pytest.mark.parametrize(("pace", "is_awaited"), [("three_days", True), ("day", True), ("unhurried", False)])
async def test_long_turns_call_during_ones_hours(
    room: Room, ann: Player, ben: Player, pace: str, *, is_awaited: bool
) -> None:
    """TB-8: asked at midnight, Ann is called when her hours begin, if a turn lasts an hour or longer."""
    hours = CallHours("ping", "UTC", 30, 22 * 60)
    await room.bot.app.database.write(lambda tx: invite_preferences.keep_hours(tx, ann.id, hours))
    assert room.env.now().hour == 0
    await gather(room, STONE_HAND, [ann, ben], pace=pace)
    await ann.press("begin")
    await room.wait(60)
    assert len(calls(ann)) == (0 if is_awaited else 1)
    await room.restart(is_killed=True)
    await room.wait(28 * 60)
    assert len(calls(ann)) == (0 if is_awaited else 1)
    await room.wait(90)

    assert len(calls(ann)) == 1


async def test_calls_over_many_restarts(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """TB-8: whenever the bot goes, each question is called exactly once, and no call outlives its answer."""
    words = "Your turn, "
    dice.load(*["1-1-2"] * 6)
    for turn, seconds in enumerate((1, 19, 39, 41, 1, 22)):
        before = nonces(room, words)
        await room.wait(seconds)
        await room.restart(is_killed=turn % 2 == 0)
        await room.wait(46 - seconds)
        after = nonces(room, words)
        assert len(after) == len(before) + 1
        asked = next(each for each in (ann, ben) if each.mention in calls(each)[-1])
        await asked.press("throw")
        assert calls(asked) == []

    assert len({*nonces(room, words)}) == 6


def table_posts(room: Room, before: int) -> list[tuple[str, list[int]]]:
    """Return the posts and deletions in the channel since so many requests, and whom each post pings."""
    path = f"/channels/{room.channel.id}/messages"
    sent = [each for each in room.env.http_requests[before:] if each.path.startswith(path)]
    found: list[tuple[str, list[int]]] = []
    for each in sent:
        asked = each.json if isinstance(each.json, dict) else {}
        found.append((each.method, asked.get("allowed_mentions", {}).get("users", [])))
    return [each for each in found if each[0] in ("POST", "DELETE")]


@pytest.mark.parametrize("goes", ["stays", "leaves", "is killed"])
async def test_a_visit_to_a_slow_table_costs_one_message(
    room: Room, ann: Player, ben: Player, dice: Dice, goes: str
) -> None:
    """TB-8, TB-28: the table’s old message moves down once, and calls who is next; nothing else is sent."""
    dice.load(*["1-1-2"] * 4)
    await gather(room, STONE_HAND, [ann, ben], pace="day")
    await ann.press("begin")
    visits = []
    for each, other in ((ann, ben), (ben, ann), (ann, ben)):
        await room.wait(2 * 3600)
        before = len(room.env.http_requests)
        await each.press("throw")
        await room.wait(10)
        if goes != "stays":
            await room.restart(is_killed=goes == "is killed")
        await room.wait(30)
        visits.append((table_posts(room, before), other))
    told = [each.words for each in ann.sees()]

    assert visits[1:] == [([("POST", [other.id]), ("DELETE", [])], other) for _posts, other in visits[1:]]
    assert [each for each in told if each.startswith("Your turn, ")] == []
    assert len([each for each in told if "Stone Hand" in each]) == 1
    assert (
        await room.read(lambda tx: tx.scalar("SELECT count(*) FROM turn_calls WHERE ending IS NOT NULL")) == 0
    )


async def test_a_table_message_that_called_just_before_a_kill(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-8: killed before it is noted, the call is sent again under its nonce, so that Discord sends one."""
    dice.load(*["1-1-2"] * 2)
    await gather(room, STONE_HAND, [ann, ben], pace="day")
    await ann.press("begin")
    await room.wait(2 * 3600)
    await ann.press("throw")
    with monkeypatch.context() as before_the_kill:
        before_the_kill.setattr(room.bot.app.tavern, "place", refuse)
        await room.wait(22)
        (first,) = calling(room, ben)
        await room.restart(is_killed=True)
    await room.wait(60)

    assert calling(room, ben) == [first, first]
    assert calls(ann) == []
    of_table = (
        "SELECT 1 FROM turn_calls AS call JOIN tables ON id = table_id WHERE call.message = tables.message"
    )
    assert await room.read(lambda tx: tx.scalars(of_table)) == [1]


async def refuse(*_given: object) -> None:
    """Write nothing."""
    raise NotAccepted("database or disk is full")


def calling(room: Room, player: Player) -> list[str]:
    """Return the nonce of each message that pinged a player."""
    sent = [each.json for each in room.env.http_requests if isinstance(each.json, dict)]
    return [each["nonce"] for each in sent if player.id in each.get("allowed_mentions", {}).get("users", [])]


@pytest.mark.parametrize("hurry", ["live", "day"])
async def test_all_who_are_asked_are_called_at_once(
    room: Room, ann: Player, ben: Player, dice: Dice, hurry: str
) -> None:
    """TB-8: one message that moves anyway calls all who are due; who is due later is called by another.

    What was pressed on a panel is shown at once at a live table, by a message that may call nobody yet.
    """
    cora = room.person("cora")
    await begin([ann, ben, cora], dice, pace=hurry)
    await ben.press("bet 2")
    await cora.press("match")
    for each in (ben, cora):
        await room.bot.app.tavern.prefer(each.id, pings="at_once")
    for _ in range(20):
        await ben.member.send(room.channel, "chatter")
    before = len(room.env.http_requests)
    await ann.press("match")
    await room.wait(5)
    posts = table_posts(room, before)
    await room.wait(40)

    one = [("POST", [ben.id, cora.id]), ("DELETE", [])]
    assert (posts == one) == (hurry == "day")
    assert sorted(each for _way, pinged in posts for each in pinged) == sorted([ben.id, cora.id])
    assert f"Your turn, {ann.mention}" in [each.partition(":")[0] for each in calls(ann)]


async def test_a_live_table_that_is_buried_moves_down_with_the_call(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """TB-8, F-34: twenty messages stand below it: it moves anyway, and calls; otherwise it stays."""
    dice.load(*["1-1-2"] * 2)
    await gather(room, STONE_HAND, [ann, ben])
    await room.wait(45)
    await ann.press("begin")
    await room.wait(45)
    assert len(calls(ann)) == 1
    for _ in range(20):
        await ben.member.send(room.channel, "chatter")
    before = len(room.env.http_requests)
    await ann.press("throw")
    await room.wait(22)

    assert table_posts(room, before) == [("DELETE", []), ("POST", [ben.id]), ("DELETE", [])]
