"""Limits of one person: a few tables, a few throws, one challenge a pair."""

from __future__ import annotations

import itertools

import pytest

from bot.tavern.deadlines import IDLE_SECONDS, LONELY_SECONDS
from bot.tavern.table import actions, challenges
from bot.tavern.table.actions import Actor, TableAction
from bot.tavern.table.table_state import (
    CHALLENGES_MAX,
    HOSTED_MAX,
    OPEN_TABLES_MAX,
    THROWS_MAX,
    ChallengedEnough,
    ChallengeOpen,
    ChannelFull,
    HostsEnough,
    TableState,
    ThrowsEnough,
    TooManyTables,
)
from bot.tavern.table_service import TableService
from games.engine.core.offers import Answer
from games.engine.table.table import Terms
from storage.db.database import Database
from storage.errors import Refused
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.bot.crowd import CHANNEL, SERVER, WallClock
from tests.laws.bones import BONES, BonesRules

ANN, BEN, CORA = 101, 102, 103
HOUR = 3600.0


class Door:
    """People who open things, at a time that a test puts forward."""

    def __init__(self, database: Database) -> None:
        self.clock = WallClock(1_800_000_000.0)
        # Always the same dice: some throws are over at once, most wait for what is made of them.
        seeds = (f"{number:064x}" for number in itertools.count())
        self.tavern = TableService(database, {BONES.key: BONES}, now=self.clock, seeds=seeds)
        self._ids = itertools.count(1)

    def press(self, player: int, server: int = SERVER) -> Actor:
        """Return a new press of a player."""
        return Actor(next(self._ids), self.clock(), player, f"P{player}", server)

    async def open(self, player: int, *, server: int = SERVER, is_practice: bool = False) -> TableState:
        """A table in its lobby."""
        terms = Terms(player, 20, money="practice" if is_practice else "coins")
        return await self._open(player, terms, actions.sit_down, server)

    async def throw(self, player: int) -> TableState:
        """A throw in passing."""
        terms = Terms(player, 0, money="practice", hands_max=1, seats_min=1)
        return await self._open(player, terms, challenges.accept_and(Answer("throw")))

    async def challenge(self, player: int, other: int) -> TableState:
        """A challenge to one round."""
        terms = Terms(player, 0, money="practice", hands_max=1, invited=(player, other))
        return await self._open(player, terms, actions.sit_down)

    async def do(self, player: int, table: int, act: TableAction) -> TableState:
        """Press something at a table."""
        return await self.tavern.act(self.press(player), table, act)

    async def _open(self, player: int, terms: Terms, first: TableAction, server: int = SERVER) -> TableState:
        press = self.press(player, server)
        return await self.tavern.open_table(press, CHANNEL, BONES, BonesRules(), terms, first)


async def fifty_throws(door: Door) -> None:
    """Open as many throws as the server has room for, one after the other."""
    for _ in range(OPEN_TABLES_MAX):
        await door.throw(ANN)


@pytest.fixture
def door(database: Database) -> Door:
    """People at the tavern's door."""
    return Door(database)


async def test_f55_one_member_does_not_shut_the_tavern(door: Door) -> None:
    """F-55: fifty practice tables at once by one member: a few open, and everybody else still opens one."""
    opened = 0
    for _ in range(OPEN_TABLES_MAX):
        try:
            await door.open(ANN, is_practice=True)
            opened += 1
        except Refused:
            continue

    assert opened == HOSTED_MAX
    assert (await door.open(BEN)).table.phase == "lobby"


async def test_f55_the_refusal_names_the_tables(door: Door) -> None:
    """A player who is refused can see which tables to close, and closing one makes room."""
    opened = [await door.open(ANN) for _ in range(HOSTED_MAX)]
    with pytest.raises(HostsEnough) as refused:
        await door.open(ANN)
    assert [each.id for each in refused.value.tables] == [each.id for each in opened]
    await door.tavern.close(door.press(ANN), opened[1].id)

    assert (await door.open(ANN)).table.terms.host == ANN


async def test_f55_sitting_elsewhere_does_not_count(door: Door) -> None:
    """Only hosted tables count, and only in that server."""
    for host in range(201, 206):
        table = await door.open(host)
        await door.do(ANN, table.id, actions.sit_down)
    for _ in range(HOSTED_MAX):
        await door.open(ANN, server=SERVER + 1)

    assert (await door.open(ANN)).table.phase == "lobby"


async def test_f55_a_game_like_the_last_is_a_table_too(door: Door) -> None:
    """“Another game” opens no fourth table either."""
    over = await door.tavern.close(door.press(ANN), (await door.open(ANN)).id)
    for _ in range(HOSTED_MAX):
        await door.open(ANN)

    with pytest.raises(HostsEnough):
        await door.tavern.play_again(door.press(ANN), over, over.game)


async def test_a_channel_takes_as_many_as_its_managers_say(door: Door) -> None:
    """The setting: two in this channel, and any number in others and elsewhere; throws don't count."""
    limited = ServerSettings(channel_tables_max=2)
    await door.tavern.database.write(lambda tx: server_settings.save(tx, SERVER, limited))
    first = await door.open(ANN)
    await door.open(BEN)
    with pytest.raises(ChannelFull) as refused:
        await door.open(CORA)
    assert refused.value.most == 2
    await door.throw(CORA)
    await door.open(CORA, server=SERVER + 1)
    await door.tavern.close(door.press(ANN), first.id)

    assert (await door.open(CORA)).table.phase == "lobby"


async def test_f55_throws_in_passing_have_a_limit_of_their_own(door: Door) -> None:
    """A throw is no table that one hosts, but fifty of them are not under way at once either."""
    for _ in range(HOSTED_MAX):
        await door.open(ANN)
    with pytest.raises(ThrowsEnough) as refused:
        await fifty_throws(door)
    waiting = [each for each in await door.tavern.in_channel(SERVER, CHANNEL) if each.table.hand]
    door.clock.at += HOUR
    await door.tavern.tick(waiting[0].id)

    assert len(waiting) == refused.value.most == THROWS_MAX
    assert (await door.throw(ANN)).table.terms.host == ANN


async def test_the_server_has_a_limit_all_the_same(door: Door) -> None:
    """Fifty people with a table each: the next has to wait until one is closed."""
    for player in range(201, 201 + OPEN_TABLES_MAX):
        await door.open(player)

    with pytest.raises(TooManyTables):
        await door.open(ANN)


async def test_f55_a_lobby_with_one_person_closes_after_a_quarter_of_an_hour(door: Door) -> None:
    """F-55: house players do not keep it open."""
    table = await door.open(ANN, is_practice=True)
    await door.do(ANN, table.id, actions.seat_house_player)
    door.clock.at += LONELY_SECONDS - 1
    assert await door.tavern.tick(table.id) is None
    door.clock.at += 1
    closed = await door.tavern.tick(table.id)

    assert LONELY_SECONDS == 900
    assert closed is not None
    assert closed.table.phase == "closed"


async def test_tb10_two_people_are_waited_for_a_day(door: Door) -> None:
    """TB-10: a lobby on which nobody acted closes after 24 hours; one left alone, after a quarter of one."""
    table = await door.open(ANN)
    joined = await door.do(BEN, table.id, actions.sit_down)
    assert joined.stored.deadline_at == door.clock.at + IDLE_SECONDS
    door.clock.at += 60
    alone = await door.do(BEN, table.id, actions.leave)

    assert alone.stored.deadline_at == door.clock.at + LONELY_SECONDS


async def test_one_open_challenge_a_pair(door: Door) -> None:
    """F-55: neither of the two asks again before that one is over."""
    first = await door.challenge(ANN, BEN)
    for player, other in ((ANN, BEN), (BEN, ANN)):
        with pytest.raises(ChallengeOpen):
            await door.challenge(player, other)
    await door.challenge(ANN, CORA)
    await door.do(BEN, first.id, challenges.decline)

    assert (await door.challenge(BEN, ANN)).table.terms.invited == (BEN, ANN)


async def test_a_challenge_under_way_is_open(door: Door) -> None:
    """One that is being thrown is not over."""
    first = await door.challenge(ANN, BEN)
    await door.do(BEN, first.id, challenges.accept)

    with pytest.raises(ChallengeOpen):
        await door.challenge(BEN, ANN)


async def test_f55_challenges_are_no_ping_spam(door: Door) -> None:
    """F-55: six challenges within an hour, each taken back at once, and the seventh is told when again."""
    began = door.clock.at
    for other in range(201, 201 + CHALLENGES_MAX):
        made = await door.challenge(ANN, other)
        await door.do(ANN, made.id, challenges.decline)
        door.clock.at += 60
    with pytest.raises(ChallengedEnough) as refused:
        await door.challenge(ANN, 300)
    assert (refused.value.most, refused.value.again_at) == (6, began + HOUR)
    await door.challenge(BEN, ANN)
    door.clock.at = began + HOUR
    await door.challenge(ANN, 300)
    with pytest.raises(ChallengedEnough) as again:
        await door.challenge(ANN, 301)

    assert again.value.again_at == began + 60 + HOUR


async def test_challenges_are_no_tables(door: Door) -> None:
    """A player who waits for answers to challenges may host tables all the same, and the other way round."""
    for other in range(201, 201 + HOSTED_MAX):
        await door.challenge(ANN, other)
        await door.open(ANN)

    assert (await door.throw(ANN)).table.terms.host == ANN
