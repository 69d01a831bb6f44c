"""F-27: every button of a table, in every state of a hand of each game; the answer is words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TypeAlias

import pytest

from games.catalog import GAMES
from tests.discord.curious import LEFT_OUT, send_back, ways
from tests.discord.games import STAKES
from tests.discord.message import press_name
from tests.discord.odd_presses import answers_of, faults, unanswered
from tests.discord.tavern import THINKS_SECONDS, Player, Press, Room, gather

PRESSES = 1_000
"""The number of presses that cover nearly all buttons of any state."""
LOOKED_AT = 4
"""The newest messages that each sees."""

Place: TypeAlias = tuple[str, str, str]
"""The state of the table, who presses, and what."""


async def state_of(room: Room) -> str:
    """Return the stage of the newest table: that of its hand, or its phase between two hands."""
    number = await room.read(lambda tx: tx.scalar("SELECT max(id) FROM tables"))
    if number is None:
        return "closed"
    table = (await room.table(number)).table
    if table.hand is not None:
        return str(getattr(table.hand.state, "stage", table.phase))
    return "resting" if table.last is not None and table.phase == "playing" else table.phase


def offered(player: Player, state: str) -> Iterator[tuple[Place, Press]]:
    """Return the presses and choices on a player's newest messages, and on the table's."""
    is_called = state != "closed" and player.is_called
    who = f"{player.member.name}{' in turn' if is_called else ''}"
    tables = () if state == "closed" else (player.table,)
    for message in (*tables, *islice(player.looks_back(), LOOKED_AT)):
        for press in ways(player, message):
            verb = press_name(press.custom_id).partition(" ")[0]
            if verb not in LEFT_OUT:
                yield (state, who, verb), press


async def pressed_with_care(press: Press) -> list[str]:
    """Press it, and send back the form that comes of it; what was not answered as it should be."""
    delivery = press.player.room.prepare(press)
    await press.player.room.deliver(delivery)
    failed = unanswered([delivery])
    if delivery.result.modal is not None:
        await send_back(press.player, delivery.result)
    elif not any(answers_of(delivery)):
        failed.append(f"{press.custom_id}: no words")
    return failed


@pytest.mark.soak
@pytest.mark.parametrize("key", GAMES)
async def test_f27_every_button_in_every_state(
    room: Room, ann: Player, ben: Player, boss: Player, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    """F-27, F-42: two who play and one who looks on press whatever is there, the seldom pressed first."""
    people, random, so_often, failed = (ann, ben, boss), Random(key), Counter[Place](), list[str]()
    for _ in range(PRESSES):
        state = await state_of(room)
        if state != "closed" and not any(each.is_called for each in people):
            await room.wait(THINKS_SECONDS)
        there = {place: press for each in people for place, press in offered(each, state)}
        if not there or (state == "closed" and min(so_often[each] for each in there)):
            await gather(room, GAMES[key], [ann, ben], practice=True, **STAKES[key])
            continue
        place = min(there, key=lambda each: (so_often[each], random.random()))
        so_often[place] += 1
        failed += [f"{place}: {each}" for each in await pressed_with_care(there[place])]

    assert (failed, faults(caplog)) == ([], [])
    await room.check_books()
