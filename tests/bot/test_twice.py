"""The same press, delivered twice."""

from __future__ import annotations

import asyncio
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db.database import open_database
from tests.bot.books import check_laws, is_whole
from tests.bot.crowd import Crowd, Delivery, WallClock, fund_house
from tests.laws.walk import seeds

PRESSES, PRESSES_SOAK = 90, 250
SEEDS = 2000


class Twice(Crowd):
    """People whose presses all come twice, at once or one after the other."""

    async def deliver(self, delivery: Delivery) -> TableState:
        """Bring a press, and its repeat."""
        if delivery.id % 2:
            first, second = await asyncio.gather(super().deliver(delivery), super().deliver(delivery))
        else:
            first = await super().deliver(delivery)
            second = await super().deliver(delivery)
        assert second.stored == first.stored
        return first


@pytest.mark.parametrize("presses", [PRESSES, pytest.param(PRESSES_SOAK, marks=pytest.mark.soak)])
async def test_the_same_press_delivered_twice_acts_once(tmp_path: Path, presses: int) -> None:
    """F-22: one interaction, two deliveries, one change; the second is shown the table as it is."""
    clock = WallClock(1_800_000_000.0)
    # With other seeds the same people may get round to fewer games.
    fixed = iter(list(islice(seeds("twice"), SEEDS)))
    done: list[Delivery] = []
    async with open_database(tmp_path / "tavern.db") as database:
        await fund_house(database)
        crowd = Twice(TableService(database, GAMES, now=clock, seeds=fixed), clock, Random(7), 0)
        while len(done) < presses:
            await crowd.press(lambda what, delivery, _: done.append(delivery) if what == "done" else None)

        await database.read(check_laws)
        assert all(await database.read(lambda tx: [is_whole(tx, each) for each in done]))
    assert {GAMES[key].key for key in GAMES} <= {each.custom_id.removeprefix("open:") for each in done}
    assert any(each.is_answer for each in done)
