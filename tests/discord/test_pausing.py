"""A pause on which all at the table agree (TB-8, TB-18)."""

from __future__ import annotations

import pytest

from games.engine.table.pace import LIVE
from games.engine.table.refusals import NotSeated
from storage.people.server_settings import ServerSettings
from tests.discord.tavern import Player, Room

pytestmark = pytest.mark.usefixtures("slow_rhythm")

TURN_SECONDS = ServerSettings().turn_seconds


async def pause(ann: Player, ben: Player) -> None:
    """Ann asks, and Ben agrees."""
    await ann.press("more")
    await ann.press("pause")
    await ben.press("pause")


async def test_the_clock_stands_still(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-8: Ann's time before the pause is hers after it, restarts and downtime included (F-17)."""
    await room.wait(20)
    await ann.press("more")
    await ann.press("pause")
    assert "**A pause?** Waiting for ben to agree." in ben.table.words
    assert "**A pause?** Waiting for ben to agree." in ann.told
    await ben.press("pause")
    assert "**The game is paused.**" in ben.table.words
    assert "throw" not in ann.table
    await room.wait(1000)
    await room.restart(away_seconds=3600)
    await room.wait(1000)
    assert "ran out of time" not in ann.table.words

    await ben.press("play_on")
    await room.wait(TURN_SECONDS - 25)
    assert "ran out of time" not in ann.table.words
    assert "throw" in ann.table
    await room.wait(10)
    assert "ran out of time" in ann.table.words
    await room.check_books()


async def test_a_pause_has_an_end(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-10: no table hangs for ever: after an hour the clock goes on by itself, and then the turn's time."""
    await pause(ann, ben)
    await room.wait(LIVE.pause + 5)
    assert "The pause is over." in ann.table.words
    assert "throw" in ann.table
    await room.wait(TURN_SECONDS)

    assert "ran out of time" in ann.table.words


@pytest.mark.parametrize("button", ["throw"])
async def test_an_old_button_plays_nothing(
    room: Room, ann: Player, ben: Player, playing: int, button: str
) -> None:
    """F-25: a player answers while the game is paused; who did not agree does not end it either."""
    old = ann.pressing(button)
    cora = room.person("cora")
    await pause(ann, ben)
    await room.deliver(old)
    assert ann.told == "The game is paused. Anyone who plays can press “Play on”."
    await cora.press("play_on")

    assert cora.told == NotSeated.template
    assert "**The game is paused.**" in ann.table.words


async def test_one_says_no(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """The game goes on as before."""
    await ann.press("more")
    await ann.press("pause")
    await ben.press("pause_not")

    assert "ben says no to the pause." in ann.table.words
    assert "throw" in ann.table
    assert "pause" not in ann.table
