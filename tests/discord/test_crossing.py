"""Requests that are slow on their way to Discord and arrive after later ones."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.tavern.table_service import TableService
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import close_table
from tests.discord.dice import Dice
from tests.discord.knights import begin
from tests.discord.tavern import Player, Press, Room, gather


async def test_edits_that_cross(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edit that was slower than a later press leaves no older state on show."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("house")
    await ann.press("begin")
    dice.load("1-1-5", "3-3-4")
    await ann.press("throw")
    with _slow_edits(monkeypatch):
        await room.wait(2.0)
        await ben.press("join")
        await room.wait(1.9)
    await room.wait(2)

    assert "ben" in ann.table.words
    assert "4 from ann" in ann.table.words


async def test_an_answer_with_a_state_that_a_later_press_has_replaced(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-23: Ann's seat is saved first and answered last; what Ben's press has shown stays."""
    cora = room.person("cora")
    await gather(room, STONE_HAND, [cora])
    act, late = TableService.act, [1.0]

    async def saved_early(self: TableService, *given: Any, **more: Any) -> Any:
        state = await act(self, *given, **more)
        if late:
            await asyncio.sleep(late.pop())
        return state

    monkeypatch.setattr(TableService, "act", saved_early)
    room.env.backend.emit("INTERACTION_CREATE", room.prepare(ann.pressing("join")).payload)
    await asyncio.sleep(0.3)
    await room.deliver(ben.pressing("join"))
    await room.wait(2)

    assert not late
    assert "ann" in cora.table.words
    assert "ben" in cora.table.words


@pytest.mark.parametrize("throwers", [2, 3, 4])
async def test_changes_of_a_panel_that_wait_become_one(
    room: Room, dice: Dice, monkeypatch: pytest.MonkeyPatch, throwers: int
) -> None:
    """Only the last of the changes that wait while a panel is being changed is sent."""
    people = [room.person(f"person{number}") for number in range(throwers + 1)]
    await gather(room, STONE_HAND, people)
    await people[0].press("begin")
    dice.load(*["3-3-5"] * throwers)
    *others, last = people
    await last.open_panel()
    with _slow_edits(monkeypatch), room.calls() as calls:
        for each in others:
            await each.press("throw")
        await room.wait(4)

    assert calls.count("token PATCH") == 2
    assert "**Your throw**" in last.told


async def test_an_answer_on_a_panel_that_a_later_state_overtakes(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-23: Ben seals, and Ann after him; what Ben's press is answered with arrives last, and is not kept."""
    await begin([ann, ben], dice)
    await ben.press("bet 2")
    await ann.press("match")
    for each in (ann, ben):
        await each.open_panel()
    seals = []
    for each in (ben, ann):
        (select,) = each.whispered.picks
        seals.append(Press(each, each.whispered.id, select["custom_id"], ("0", "1", "2")))
    with _late_answer(monkeypatch):
        await room.deliver(*seals)
    await room.wait(2)

    assert "ann gave you" in ben.told


async def test_a_move_while_a_panel_is_opened(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-23: a move made while a panel is on its way stands on it."""
    await begin([ann, ben], dice)
    with _late_answer(monkeypatch):
        room.env.backend.emit("INTERACTION_CREATE", room.prepare(ann.pressing("hand")).payload)
        await asyncio.sleep(0.3)
        await room.deliver(ben.pressing("bet 2"))
    await room.wait(2)

    assert "**Your turn**" in ann.told


async def test_a_panel_that_was_put_away_takes_no_newer_one_along(
    ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A panel is opened while an older one is being changed, which has gone: the new one goes on."""
    await begin([ann, ben], dice)
    await ann.open_panel()
    room, older = ann.room, ann.whispered
    with _slow_edits(monkeypatch):
        await ben.press("bet 2")
        await ann.member.slash(room.channel, "hand show")
        room.env.backend.delete_message(room.channel.id, older.id)
        await room.wait(4)

    assert room.bot.panels.shown_to(ann.id) == 1


async def test_a_change_of_a_panel_that_a_press_on_it_overtakes(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-23: cards are sorted while an older change is on its way; that arrives last, and is not kept."""
    await begin([ann, ben], dice)
    await ann.open_panel()
    order = ann.whispered.button("sort")
    with _slow_edits(monkeypatch):
        await ben.press("bet 2")
        await ann.press_id(ann.whispered, order)
    await room.wait(3)

    assert order not in ann.whispered.buttons.values()


async def test_a_panel_of_another_channel(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-41: a press on an older panel answers for its own table, whatever panel was opened since."""
    await ann.open_panel()
    panel = [each for each in ann.sees() if each.sent.ephemeral][-1]
    elsewhere = Room(room.env, room.path, room.guild, room.guild.create_text_channel("cellar"))
    there = Player(elsewhere, ann.member)
    await there.open(STONE_HAND)
    await there.member.slash(elsewhere.channel, "hand show")
    await ann.press_id(panel, panel.offers[0])
    again = next(each for each in ann.sees() if each.id == panel.id)

    assert "table 1" in again.words
    assert "table 2" not in again.words


async def test_a_call_that_came_too_late_is_taken_back(
    room: Room, ann: Player, ben: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that was underway while its question was answered does not stay."""
    send = FakeHTTPClient.request

    async def slowly(self: FakeHTTPClient, route: Any, **options: Any) -> Any:
        if route.method == "POST":
            await asyncio.sleep(1.6)
        return await send(self, route, **options)

    with monkeypatch.context() as line:
        line.setattr(FakeHTTPClient, "request", slowly)
        await room.wait(40.5)
        await close_table(ann)
        await room.wait(2)

    assert ben.table.is_over
    assert not [each for each in ben.sees() if "Your turn, " in each.words]


async def test_an_edit_that_is_tried_again_does_not_go_back(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-30: an edit that did not get through undoes nothing of what a press has shown meanwhile."""
    cora = room.person("cora")
    dice.load("1-1-5")
    await ann.open_panel()
    with _slow_edits(monkeypatch, ConnectionResetError()):
        await ann.press("throw")
        await room.wait(3)
    await cora.press("join")
    await room.wait(10)

    assert "## ann: " in ann.table.words
    assert "cora" in ann.table.words


async def test_nothing_is_kept_in_mind_of_a_table_that_is_closed(
    room: Room, ann: Player, ben: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-21: not even where it was asked for once more while its end was on its way."""
    with _slow_edits(monkeypatch):
        await close_table(ann)
        room.bot.table_messages.refresh(await room.bot.app.tavern.look(1))
        await room.wait(4)

    assert ben.table.is_over
    assert room.bot.table_messages._messages == {}


@contextmanager
def _slow_edits(monkeypatch: pytest.MonkeyPatch, fault: Exception | None = None) -> Iterator[None]:
    """Meanwhile what is edited by an interaction's token takes its time, or ends in this fault."""
    send = FakeWebhookAdapter.request

    async def slowly(self: FakeWebhookAdapter, route: Any, session: Any, **options: Any) -> Any:
        if route.method == "PATCH" and fault is not None:
            raise fault
        if route.method == "PATCH":
            await asyncio.sleep(1.6)
        return await send(self, route, session, **options)

    with monkeypatch.context() as line:
        line.setattr(FakeWebhookAdapter, "request", slowly)
        yield


@contextmanager
def _late_answer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The first answer to a press takes longer than all that comes after it."""
    send, late = FakeWebhookAdapter.request, [1.0]

    async def slowly(self: FakeWebhookAdapter, route: Any, session: Any, **options: Any) -> Any:
        if route.path.endswith("/callback") and late:
            await asyncio.sleep(late.pop())
        return await send(self, route, session, **options)

    with monkeypatch.context() as line:
        line.setattr(FakeWebhookAdapter, "request", slowly)
        yield
