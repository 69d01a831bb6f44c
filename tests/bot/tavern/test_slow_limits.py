"""Limits of slow tables: of a host, of a server, of a person's seats (TB-28)."""

from __future__ import annotations

import itertools

import pytest

from bot.tavern.table import actions, table_state
from bot.tavern.table.actions import Actor, OnlyInServer
from bot.tavern.table.table_state import (
    HOSTED_MAX,
    ChannelFull,
    HostsEnough,
    OthersSeatsEnough,
    SlowSeatsEnough,
    TableState,
    TooManySlowTables,
)
from bot.tavern.table_service import TableService
from games.engine.table.pace import DAY
from games.engine.table.table import Terms
from storage.db.database import Database
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from storage.play.postings import DIRECT
from tests.bot.crowd import CHANNEL, SERVER, WallClock
from tests.laws.bones import BONES, BonesRules

ANN, BEN = 101, 102
LIVE, A_DAY = 0, 2
"""The places of two paces among the choices of the house rule."""


class Door:
    """People who open tables and sit down."""

    def __init__(self, database: Database) -> None:
        self.tavern = TableService(database, {BONES.key: BONES}, now=WallClock(1_800_000_000.0))
        self._ids = itertools.count(1)

    def press(self, player: int, server: int = SERVER) -> Actor:
        """Return a new press of a player."""
        return Actor(next(self._ids), self.tavern.now(), player, f"P{player}", server, channel=CHANNEL)

    async def opens(self, player: int, *, server: int = SERVER, is_slow: bool = True) -> TableState:
        """A table in its lobby, slow or live."""
        money, turn = "practice" if server == DIRECT else "coins", DAY if is_slow else 60
        terms = Terms(player, 20, turn, money)  # type: ignore[arg-type]  # one of both
        press = self.press(player, server)
        return await self.tavern.open_table(press, CHANNEL, BONES, BonesRules(), terms)

    async def sits_down(self, player: int, table: TableState) -> TableState:
        """Sit down at a table, wherever it is."""
        press = self.press(player, table.stored.server)
        return await self.tavern.act(press, table.id, actions.sit_down)

    async def sets_pace(self, table: TableState, index: int) -> TableState:
        """The host changes the pace."""
        press = self.press(table.table.terms.host)
        return await self.tavern.act(press, table.id, actions.change_rule("pace", index))


@pytest.fixture
def door(database: Database) -> Door:
    """People at the tavern's door."""
    return Door(database)


async def test_tb28_a_host_has_four_beside_the_live_ones(door: Door) -> None:
    """TB-28: neither kind counts towards the other, and one that is closed makes room."""
    slow = [await door.opens(ANN) for _ in range(4)]
    for _ in range(HOSTED_MAX):
        await door.opens(ANN, is_slow=False)
    with pytest.raises(HostsEnough) as refused:
        await door.opens(ANN)
    assert [each.id for each in refused.value.tables] == [each.id for each in slow]
    await door.tavern.close(door.press(ANN), slow[0].id)

    assert (await door.opens(ANN)).table.terms.pace.is_slow


async def test_tb28_a_table_that_becomes_slow_needs_room(door: Door) -> None:
    """TB-28: the pace is no way around the limits, in neither direction."""
    slow = [await door.opens(ANN) for _ in range(4)]
    live = [await door.opens(ANN, is_slow=False) for _ in range(HOSTED_MAX)]
    with pytest.raises(HostsEnough):
        await door.sets_pace(live[0], A_DAY)
    with pytest.raises(HostsEnough):
        await door.sets_pace(slow[0], LIVE)
    await door.tavern.close(door.press(ANN), slow[3].id)

    assert (await door.sets_pace(live[0], A_DAY)).table.terms.pace.is_slow


async def test_tb28_a_channel_counts_tables_of_both_kinds(door: Door) -> None:
    """TB-28: a slow and a live table are two of the two open tables that managers allow in a channel."""
    limited = ServerSettings(channel_tables_max=2)
    await door.tavern.database.write(lambda tx: server_settings.save(tx, SERVER, limited))
    await door.opens(ANN)
    await door.opens(BEN, is_slow=False)
    for is_slow in (True, False):
        with pytest.raises(ChannelFull):
            await door.opens(ANN, is_slow=is_slow)


async def test_tb28_a_server_has_a_hundred(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-28: the next is refused, here three of three; live tables and other servers have room."""
    assert table_state.SLOW_OPEN_MAX == 100
    monkeypatch.setattr(table_state, "SLOW_OPEN_MAX", 3)
    for host in range(201, 204):
        await door.opens(host)
    with pytest.raises(TooManySlowTables):
        await door.opens(ANN)
    live = await door.opens(ANN, is_slow=False)
    with pytest.raises(TooManySlowTables):
        await door.sets_pace(live, A_DAY)

    assert (await door.opens(ANN, server=SERVER + 1)).table.terms.pace.is_slow


async def test_tb28_a_person_has_twelve_seats(door: Door) -> None:
    """TB-28: in all servers together; a seat that is left is no seat, and live tables count for nothing."""
    sitting = [await door.opens(201 + number, server=SERVER + number) for number in range(12)]
    for each in sitting:
        await door.sits_down(ANN, each)
    with pytest.raises(SlowSeatsEnough):
        await door.opens(ANN)
    await door.opens(ANN, is_slow=False)
    press = door.press(ANN, sitting[0].stored.server)
    await door.tavern.act(press, sitting[0].id, actions.leave)

    assert (await door.opens(ANN)).table.terms.pace.is_slow


async def test_tb28_nobody_is_taken_over_twelve_by_a_host(door: Door) -> None:
    """TB-28: a live table doesn't become slow while somebody sits there who has twelve."""
    for number in range(12):
        await door.sits_down(ANN, await door.opens(201 + number, server=SERVER + number))
    live = await door.opens(BEN, is_slow=False)
    await door.sits_down(ANN, live)
    with pytest.raises(OthersSeatsEnough):
        await door.sets_pace(live, A_DAY)
    await door.tavern.act(door.press(ANN), live.id, actions.leave)

    assert (await door.sets_pace(live, A_DAY)).table.terms.pace.is_slow


async def test_tb28_nothing_is_slow_in_a_direct_message(door: Door) -> None:
    """TB-28: neither opened so nor made so."""
    with pytest.raises(OnlyInServer):
        await door.opens(ANN, server=DIRECT)
    live = await door.opens(ANN, server=DIRECT, is_slow=False)
    press = door.press(ANN, DIRECT)
    with pytest.raises(OnlyInServer):
        await door.tavern.act(press, live.id, actions.change_rule("pace", A_DAY))
