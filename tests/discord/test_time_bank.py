"""TB-18: the reserve of time beside a turn's, as people at the table have it."""

from __future__ import annotations

import re

import pytest

from bot.discord_bot import wall_clock
from games.engine.core.game import Seat
from games.engine.table.time_bank import reserve
from games.stone_hand.game import STONE_HAND
from storage.people.server_settings import ServerSettings
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room, gather, make_bot, set_rule, start

TURN_SECONDS, BANK_SECONDS = ServerSettings().turn_seconds, 60
pytestmark = pytest.mark.usefixtures("banked")


async def left(room: Room, seat: int) -> int:
    """Return the seconds in a seat's time bank."""
    return reserve((await room.table()).table, Seat(seat))


async def test_it_runs_when_the_turn_is_over(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """TB-18: Ann takes 20 seconds too long, twice, and the third time it runs out."""
    moments = [int(each) for each in re.findall(r"<t:(\d+):R>", ann.table.words)]
    assert moments[1] - moments[0] == BANK_SECONDS
    assert "(time bank: <t:" in ann.table.words
    dice.load("1-1-5", "2-2-4", "1-1-5", "2-2-4", "1-1-5", "2-2-4")

    await room.wait(TURN_SECONDS + 20)
    assert "ran out of time" not in ann.table.words
    await ann.press("throw")
    assert await left(room, 1) == pytest.approx(40, abs=1)
    await room.wait(TURN_SECONDS - 10)
    await ben.press("throw")
    assert await left(room, 2) == BANK_SECONDS

    await room.wait(TURN_SECONDS + 35)
    assert "ran out of time" not in ann.table.words
    await room.wait(10)
    assert "ann ran out of time." in ann.table.words
    assert await left(room, 1) == 0


@pytest.mark.parametrize("away", [0.0, 3600.0])
async def test_neither_restarts_nor_downtime_eat_it(
    room: Room, ann: Player, ben: Player, playing: int, away: float
) -> None:
    """TB-18, TB-8, F-17: Ann's time when the bot goes is her time when it is back."""
    await room.wait(TURN_SECONDS + 20)
    await room.restart(away_seconds=away, is_killed=not away)
    await room.wait(10)
    await ann.press("throw")

    # Since its last sign of life a killed bot may have been away or not.
    assert await left(room, 1) == pytest.approx(BANK_SECONDS - 30, abs=12)
    assert "ran out of time" not in ann.table.words


@pytest.mark.parametrize("jump", [3600.0, -86_400.0])
async def test_a_jump_of_the_clock_does_not_eat_it(
    room: Room, ann: Player, ben: Player, playing: int, jump: float
) -> None:
    """TB-18, F-16: the wall clock is set while her time bank runs."""
    wrong = [0.0]
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, lambda: wall_clock() + wrong[0]))
    await room.wait(TURN_SECONDS + 10)
    wrong[0] = jump
    await room.wait(10)
    await ann.press("throw")

    assert await left(room, 1) == pytest.approx(BANK_SECONDS - 20, abs=2)


async def test_the_host_sets_it(room: Room, ann: Player, ben: Player) -> None:
    """TB-18: none, and then a turn is over when its time is."""
    await gather(room, STONE_HAND, [ann, ben])
    assert "1 minute a turn, time bank 1 minute" in ann.table.words
    await set_rule(ann, "time_bank", 0)
    assert "time bank" not in ann.table.words
    await start(ann)
    assert "time bank" not in ann.table.words
    await room.wait(TURN_SECONDS + 5)

    assert "ann ran out of time." in ann.table.words
