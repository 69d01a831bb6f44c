"""The tables that a press can mean."""

from __future__ import annotations

import itertools

import pytest

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from bot.tavern.table.finished_hands import NoHandOver, readable
from bot.tavern.table.table_state import NoSuchTable, TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table.refusals import NotHost
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from storage.db.database import Database
from storage.play.postings import DIRECT, ELSEWHERE
from tests.bot.crowd import CHANNEL, SERVER, WallClock

ANN, BEN, STRANGER = 101, 102, 103
AT = 1_800_000_000.0
_ids = itertools.count(1)


def press(player: int, server: int = SERVER) -> Actor:
    """Return a new press of a player."""
    return Actor(next(_ids), AT, player, f"P{player}", server)


async def opened(tavern: TableService) -> TableState:
    """A table at which Ann and Ben sit."""
    rules, terms = STONE_HAND.house_rules(), Terms(ANN, 20)
    seen = await tavern.open_table(press(ANN), CHANNEL, STONE_HAND, rules, terms)
    return await tavern.act(press(BEN), seen.id, actions.sit_down)


@pytest.mark.parametrize("server", [DIRECT, ELSEWHERE, SERVER + 1])
async def test_f27_nobody_sits_down_from_elsewhere(database: Database, server: int) -> None:
    """F-27: a button made up in a direct message, or in another server, opens neither a seat nor a wallet."""
    tavern = TableService(database, GAMES, now=WallClock(AT))
    seen = await opened(tavern)

    with pytest.raises(NoSuchTable):
        await tavern.act(press(STRANGER, server), seen.id, actions.sit_down)

    assert [each.player for each in (await tavern.look(seen.id)).table.present] == [ANN, BEN]
    assert await database.read(lambda tx: ledger.balance(tx, ledger.wallet(SERVER, STRANGER))) == 0


@pytest.mark.parametrize("server", [DIRECT, ELSEWHERE, SERVER + 1])
async def test_f27_nobody_looks_from_elsewhere(database: Database, server: int) -> None:
    """F-27: nor does it show a table to a player who may not read in its channel."""
    tavern = TableService(database, GAMES, now=WallClock(AT))
    seen = await opened(tavern)

    with pytest.raises(NoSuchTable):
        await tavern.look(seen.id, press(STRANGER, server))
    with pytest.raises(NoSuchTable):
        await tavern.close(press(STRANGER, server), seen.id)


async def test_a_panel_in_a_direct_message_reaches_its_own_table(database: Database) -> None:
    """A player who has a seat plays by direct message; who had one is told that there is none any more."""
    tavern = TableService(database, GAMES, now=WallClock(AT))
    seen = await opened(tavern)

    assert (await tavern.look(seen.id, press(BEN, DIRECT))).id == seen.id
    with pytest.raises(NotHost):
        await tavern.act(press(BEN, DIRECT), seen.id, actions.begin)
    await tavern.act(press(BEN, DIRECT), seen.id, actions.leave)
    with pytest.raises(NotHost):
        await tavern.act(press(BEN, DIRECT), seen.id, actions.begin)


async def test_f27_nobody_comes_back_by_direct_message(database: Database) -> None:
    """F-27: a player who had a seat may have left the server: a direct message gives no seat."""
    tavern = TableService(database, GAMES, now=WallClock(AT))
    seen = await opened(tavern)
    await tavern.act(press(BEN), seen.id, actions.leave)

    with pytest.raises(actions.OnlyInServer):
        await tavern.act(press(BEN, DIRECT), seen.id, actions.sit_down)

    assert [each.player for each in (await tavern.look(seen.id)).table.present] == [ANN]


async def test_f27_a_table_of_another_server_is_not_told_of(database: Database) -> None:
    """F-27: a table's number is valid in its server only, also for a player who plays there."""
    tavern = TableService(database, GAMES, now=WallClock(AT))
    seen = await opened(tavern)

    async def found(player: int, server: int = SERVER, channel: int = CHANNEL) -> int:
        asked = press(player, server)
        stored = await database.read(lambda tx: readable(tx, tavern.tables, asked, channel, seen.id))
        return stored.id

    assert await found(BEN) == await found(BEN, channel=CHANNEL + 1) == await found(STRANGER) == seen.id
    for server in (DIRECT, ELSEWHERE):
        with pytest.raises(actions.OnlyInServer):
            await found(BEN, server)
    with pytest.raises(NoHandOver):
        await found(BEN, SERVER + 1)
    with pytest.raises(NoHandOver):
        await found(STRANGER, channel=CHANNEL + 1)
