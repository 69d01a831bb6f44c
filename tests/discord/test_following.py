"""Messages that wait with what others do: few are sent, and nobody who is asked is late."""

from __future__ import annotations

import pytest

from bot.discord_io.messages import live_messages
from tests.discord.destiny import begin as begin_destiny
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room

FOLLOW_SECONDS = 5.0
"""Longer than a press is waited for in tests."""


@pytest.fixture
def three(ann: Player, ben: Player, room: Room) -> list[Player]:
    """Ann deals, Ben begins."""
    return [ann, ben, room.person("cora")]


async def test_f30_only_those_who_are_asked_are_shown_every_move(
    room: Room, three: list[Player], dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-30: a panel follows with what next concerns its owner, or a little later; so does the message."""
    ann, ben, cora = three
    await begin_destiny(three, dice)
    for each in three:
        await each.open_panel()
    monkeypatch.setattr(live_messages, "FOLLOW_SECONDS", FOLLOW_SECONDS)
    with room.calls() as first:
        await ann.press("match")
    with room.calls() as second:
        await ben.press("match")

    # There was no edit a moment ago; then the answer, and Cora's panel, on which she is asked.
    assert (len(first), second) == (4, ["callback", "token PATCH"])
    assert "How do you bet?" in cora.told
    assert "Pot **6**" in cora.told
    assert "Pot **5**" in ann.told
    assert ben.is_called

    with room.calls() as third:
        await cora.press("check")
    with room.calls() as later:
        await room.wait(FOLLOW_SECONDS + 1)

    assert (third, later) == (["callback", "token PATCH"], ["token PATCH", "token PATCH"])
    assert "Pot **6**" in ann.told
    assert ben.is_called


async def test_f30_the_message_waits_only_where_all_have_their_panels(
    room: Room, three: list[Player], dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-30: as long as a player has no open panel, the table's message shows every move at once."""
    ann, ben, cora = three
    await begin_destiny(three, dice)
    await room.restart()  # forgets the panels that opened by themselves
    await ann.open_panel()
    await ben.open_panel()
    monkeypatch.setattr(live_messages, "FOLLOW_SECONDS", FOLLOW_SECONDS)
    await ann.press("match")
    await ben.press("match")

    assert cora.is_called


async def test_f30_the_end_of_a_hand_waits_for_nothing(
    room: Room, three: list[Player], dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-30: an update for all is shown at once, and with it whatever waited."""
    ann, ben, cora = three
    await begin_destiny(three, dice)
    for each in three:
        await each.open_panel()
    monkeypatch.setattr(live_messages, "FOLLOW_SECONDS", FOLLOW_SECONDS)
    await ann.press("match")
    await ben.press("fold")
    await cora.press("raise 4")
    with room.calls() as made:
        await ann.press("fold")
    with room.calls() as later:
        await room.wait(FOLLOW_SECONDS + 1)

    assert (made, later) == (["callback", "token PATCH", "token PATCH", "token PATCH"], [])
    assert "cora wins the pot" in ann.table.words
    assert "You win 3" in cora.told
    for each in (ann, ben):
        assert "cora wins the pot" in each.told
