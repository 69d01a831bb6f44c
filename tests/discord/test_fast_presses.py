"""F-23, F-30: everybody presses as fast as they can, and games are played again at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bot.custom_ids import AnswerPress, parse
from bot.screens.table.scenes import Scene
from bot.tavern.table.table_state import TableState
from games.catalog import GAMES
from tests.discord.curious import ways
from tests.discord.dice import Dice
from tests.discord.games import STAKES
from tests.discord.knights import begin
from tests.discord.message import press_name
from tests.discord.odd_presses import faults, unanswered
from tests.discord.tavern import THINKS_SECONDS, Player, Press, Room, gather
from tests.soak import some_now

STEPS, LONG = 25, 500
LOOKED_AT = 12
"""The newest messages that each sees."""
FAST = {"join", "begin", "deal", "again", "hand", "leave", "leave_now", "deal_me_in", "sure"}
"""Presses of players who only want to play on, beside their answers."""


def tempting(player: Player) -> Iterator[Press]:
    """All that leads on: answers, seats, the next hand, the own panel, and the same game again."""
    for message in islice(player.looks_back(), LOOKED_AT):
        for press in ways(player, message):
            meaning = parse(press.custom_id)
            if isinstance(meaning, AnswerPress) or press_name(press.custom_id).split()[0] in FAST:
                yield press


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("steps", some_now([STEPS, LONG], [STEPS]))
async def test_presses_as_fast_as_possible(
    room: Room, boss: Player, caplog: pytest.LogCaptureFixture, key: str, steps: int
) -> None:
    """F-23: three people press at the same moment, ever again; each is answered, and nothing fails."""
    ann, ben = room.person("ann"), room.person("ben")
    people, random, failed = (ann, ben, boss), Random(key), list[str]()
    await gather(room, GAMES[key], [ann, ben], practice=True, **STAKES[key])
    for step in range(steps):
        presses = [random.choice(found) for each in people if (found := [*tempting(each)])]
        if not presses:
            await gather(room, GAMES[key], [ann, ben], practice=True, **STAKES[key])
        deliveries = [room.prepare(each) for each in presses]
        await room.deliver(*deliveries)
        failed += unanswered(deliveries)
        if step % 5 == 0:
            await room.wait(THINKS_SECONDS)
    await room.wait(3)

    assert (failed, faults(caplog)) == ([], [])
    await room.check_books()


async def test_a_panel_that_fails_stops_no_other(
    room: Room,
    ann: Player,
    ben: Player,
    dice: Dice,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """F-20: Ann's panel can't be drawn; Cora, who is asked, sees hers, and Ben reads of no fault."""
    cora = room.person("cora")
    await begin([ann, ben, cora], dice)
    for each in (ann, ben, cora):
        await each.open_panel()
    await room.wait(3)
    draw = room.bot.panels._scene_for

    def fail(state: TableState, player: int) -> Scene:
        if player == ann.id:
            raise RuntimeError("a panel that cannot be drawn")
        return draw(state, player)

    monkeypatch.setattr(room.bot.panels, "_scene_for", fail)
    await ben.press("bet 2")
    await room.wait(3)

    assert "our side" not in ben.told
    assert "staying in costs you **2**" in cora.told
    (fault,) = faults(caplog)
    assert fault.endswith("RuntimeError('a panel that cannot be drawn')")
