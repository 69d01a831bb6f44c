"""Tournaments through storage and Tavern, without Discord: entered, played, paid out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from games.destiny.game import DESTINY
from games.engine.game import Level
from games.stone_hand.game import STONE_HAND
from games.tournament.model import Terms
from games.tournament.orders import FinalDrawn, Finished, LevelRose, TableBroken
from storage import ledger, results
from storage.database import Database, open_database
from tests.bot.books import check_laws
from tests.bot.contest import Evening
from tests.bot.crowd import SERVER

TWELVE = range(101, 113)


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty tavern's books."""
    async with open_database(tmp_path / "tavern.db") as opened:
        yield opened


@pytest.mark.parametrize("game", [STONE_HAND, DESTINY])
async def test_a_freeze_out_from_the_notice_to_the_prizes(database: Database, game: object) -> None:
    """TN-2, TN-6, TN-15: twelve people at three tables, a final table, and the fund paid out to the coin."""
    evening = Evening(database)
    assert game in (STONE_HAND, DESTINY)
    played = STONE_HAND if game is STONE_HAND else DESTINY
    terms = Terms(4, 30, levels=played.levels, level_length=3, entry=10)
    number = await evening.announce(played, terms)
    await evening.enter(number, *TWELVE)
    await evening.start(number)
    contest = await evening.play(number)

    assert contest.tournament.phase == "over"
    kinds = [type(order) for order in evening.orders]
    assert FinalDrawn in kinds
    assert kinds.count(TableBroken) >= 2
    assert LevelRose in kinds
    assert kinds[-1] is Finished
    ended = await database.read(lambda tx: results.of(tx, number))
    assert len(ended) == 12
    assert ended[0].place == 1
    assert sum(each.money for each in ended) == 120
    wallets = await database.read(
        lambda tx: [ledger.balance(tx, ledger.wallet(SERVER, player)) for player in TWELVE]
    )
    assert sum(wallets) == 12 * 200
    await database.read(check_laws)


async def test_levels_come_into_the_rules(database: Database) -> None:
    """TN-7: the next hand is played at the level that its director says."""
    evening = Evening(database)
    terms = Terms(2, 500, levels=(Level(ante=1), Level(ante=5)), level_length=1)
    number = await evening.announce(STONE_HAND, terms)
    await evening.enter(number, 101, 102)
    contest = await evening.start(number)
    seen = await evening.tavern.look(contest.places[1].table)
    assert seen.table.rules.pay_unit == 1
    while not any(isinstance(order, LevelRose) for order in evening.orders):
        await evening.step(await evening.contests.look(number))
    seen = await evening.tavern.look(contest.places[1].table)

    assert seen.table.rules.pay_unit == 5
