"""Calls to a table, and their times: never unasked, never twice, never in a player's quiet hours."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.tavern.table import actions, invitations
from bot.tavern.table.actions import Actor, TableAction
from bot.tavern.table.invitations import (
    CALLED_MAX,
    HOST_CALLS_MAX,
    INVITED_DAY_MAX,
    SERVER_CALLS_MAX,
    CalledEnough,
    GuestsInvitedEnough,
    NobodyToCall,
    call_players,
    is_time,
    next_time,
)
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.core.errors import UserError
from games.engine.core.game import Seat
from games.engine.table.refusals import CalledAlready, SentHome
from games.engine.table.seating import INVITED_MAX
from games.engine.table.table import Terms
from storage.db.database import Database
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import bars, invite_preferences
from storage.people.bars import Bar, BarredForGood, RivalBarred
from storage.people.invite_preferences import CallHours, CallKind, CallWay
from tests.bot.crowd import CHANNEL, SERVER, WallClock

MONDAY = datetime(2026, 3, 23, tzinfo=UTC)
"""The Monday of a week in which summer time begins in Europe."""
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
PEOPLE = range(1_001, 1_201)
TABLES_A_DAY = 8
ANN, BEN, CORA = 101, 102, 103


class CallingTavern:
    """A tavern whose people want to be called, and a clock that is put forward."""

    def __init__(self, database: Database, at: float = MONDAY.timestamp()) -> None:
        self.clock = WallClock(at)
        self.database = database
        self.tavern = TableService(database, GAMES, now=self.clock)
        self._presses = 0

    def press(self, player: int) -> Actor:
        """Return a new press of a player."""
        self._presses += 1
        return Actor(self._presses, self.clock(), player, f"P{player}", SERVER)

    async def open(self, host: int, game: str = "stone_hand", *, is_private: bool = False) -> int:
        """A table for practice; its number."""
        invited = (host,) if is_private else ()
        terms = Terms(host, GAMES[game].buy_in, money="practice", invited=invited)
        rules = GAMES[game].house_rules()
        opened = await self.tavern.open_table(self.press(host), CHANNEL, GAMES[game], rules, terms)
        return opened.id

    async def do(self, player: int, table: int, act: TableAction) -> TableState:
        """Press something at a table."""
        return await self.tavern.act(self.press(player), table, act)

    async def call(self, host: int, table: int) -> dict[int, CallKind]:
        """Call for players; who is called, and how."""
        await self.do(host, table, call_players(by_role=False))
        return await self.due(table)

    async def due(self, table: int) -> dict[int, CallKind]:
        """Take what is to be delivered."""
        return await self.database.write(lambda tx: invite_preferences.take(tx, table))

    async def wish(self, player: int, game: str = "stone_hand", hours: CallHours | None = None) -> None:
        """Store a player's wish to be called."""
        await self.database.write(lambda tx: invite_preferences.wish(tx, SERVER, player, game))
        if hours is not None:
            await self.database.write(lambda tx: invite_preferences.keep_hours(tx, player, hours))


@pytest.fixture
def inn(database: Database) -> CallingTavern:
    """A tavern where nobody wants to be called yet."""
    return CallingTavern(database)


def random_hours(random: Random) -> CallHours:
    """Some people any hour, most of them a few hours somewhere on earth."""
    way: CallWay = random.choice(("ping", "dm"))
    if random.random() < 0.2:
        return CallHours(way)
    first = random.randrange(0, 1440, 15)
    return CallHours(way, random.choice(ZONES), first, (first + random.randrange(60, 720, 15)) % 1440)


def is_awake(hours: CallHours, at: float) -> bool:
    """The same as `is_time`, by the minutes of a day counted one by one."""
    clock = datetime.fromtimestamp(at, ZoneInfo(hours.zone))
    last = hours.last if hours.last > hours.first else hours.last + 1440
    return 60 * clock.hour + clock.minute in {minute % 1440 for minute in range(hours.first, last)}


@pytest.mark.soak
async def test_a_week_with_200_people(inn: CallingTavern) -> None:
    """56 tables: no call without a wish, none in quiet hours, and never a second one to a table.

    Whoever is called may be invited later, and invited again: that is no second call. Whoever has a wish
    and the time, and hears of nothing else, is called.
    """
    random = Random(19)
    wishes = {each: set(random.sample(sorted(GAMES), random.randint(0, 3))) for each in PEOPLE}
    hours = {each: random_hours(random) for each in PEOPLE}
    for player, games in wishes.items():
        await inn.wish(player, "dividha", hours[player])
        await _unwish(inn, player, "dividha")
        for game in games:
            await inn.wish(player, game)
    reached: Counter[int] = Counter()
    eager = {each for each in PEOPLE if hours[each].is_any and len(wishes[each]) == 3}
    for number in range(7 * TABLES_A_DAY):
        inn.clock.at = MONDAY.timestamp() + number * DAY_SECONDS / TABLES_A_DAY + random.randrange(3600)
        host, game = random.choice(PEOPLE), random.choice(sorted(GAMES))
        changed = random.choice([each for each in PEOPLE if each not in eager])
        wishes[changed] ^= {game}
        await (inn.wish(changed, game) if game in wishes[changed] else _unwish(inn, changed, game))
        awake = {each for each in PEOPLE if hours[each].is_any or is_awake(hours[each], inn.clock())}
        table = await inn.open(host, game)
        guest, *strangers = random.sample([each for each in PEOPLE if each != host], 4)
        await inn.do(guest, table, actions.sit_down)
        await inn.do(host, table, invitations.invite(strangers))
        invited = await inn.due(table)
        called = await inn.call(host, table)

        assert invited == dict.fromkeys(awake & {*strangers}, "invited")
        assert called.keys() <= awake - {host, guest, *invited}
        assert all(game in wishes[each] and called[each] == hours[each].way for each in called)
        wishing = {each for each in awake - {host, guest, *invited} if game in wishes[each]}
        assert len(called) == min(CALLED_MAX, len(wishing)) > 0
        with pytest.raises(CalledAlready):
            await inn.call(host, table)
        await inn.do(host, table, invitations.invite([*called][:10] + strangers))
        assert await inn.due(table) == {}
        reached.update([*called])
        await inn.do(host, table, actions.close())

    assert len(eager) > 5
    assert eager <= reached.keys()


async def _unwish(inn: CallingTavern, player: int, game: str) -> None:
    await inn.database.write(lambda tx: invite_preferences.unwish(tx, SERVER, player, game))


@pytest.mark.parametrize(
    ("first", "last", "zone", "at", "is_right"),
    [
        (18 * 60, 23 * 60, "Europe/Berlin", datetime(2026, 3, 23, 17, tzinfo=UTC), True),
        (18 * 60, 23 * 60, "Europe/Berlin", datetime(2026, 3, 23, 16, 59, tzinfo=UTC), False),
        (18 * 60, 23 * 60, "Europe/Berlin", datetime(2026, 3, 23, 22, tzinfo=UTC), False),
        (18 * 60, 23 * 60, "Europe/Berlin", datetime(2026, 3, 30, 16, tzinfo=UTC), True),
        (22 * 60, 60, "UTC", datetime(2026, 3, 23, 0, 59, tzinfo=UTC), True),
        (22 * 60, 60, "UTC", datetime(2026, 3, 23, 1, tzinfo=UTC), False),
        (22 * 60, 60, "Nowhere/Gone", datetime(2026, 3, 23, 23, tzinfo=UTC), False),
        (0, 0, "Nowhere/Gone", datetime(2026, 3, 23, 23, tzinfo=UTC), True),
    ],
)
def test_hours_by_ones_own_clock(first: int, last: int, zone: str, at: datetime, *, is_right: bool) -> None:
    """They hold from the first minute to before the last, over midnight and through summer time."""
    assert is_time(CallHours("ping", zone, first, last), at.timestamp()) is is_right


@pytest.mark.parametrize(
    ("zone", "at", "then"),
    [
        ("Europe/Berlin", datetime(2026, 3, 23, 7, tzinfo=UTC), datetime(2026, 3, 23, 7, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 3, 23, 22, tzinfo=UTC), datetime(2026, 3, 24, 7, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 3, 28, 22, tzinfo=UTC), datetime(2026, 3, 29, 6, tzinfo=UTC)),
        ("Nowhere/Gone", datetime(2026, 3, 23, 22, tzinfo=UTC), datetime(2026, 3, 23, 22, tzinfo=UTC)),
    ],
)
def test_when_ones_hours_begin(zone: str, at: datetime, then: datetime) -> None:
    """TB-8: from 8 to 22 by one's own clock: now, in the morning, an hour earlier in summer time."""
    assert next_time(CallHours("ping", zone, 8 * 60, 22 * 60), at.timestamp()) == then.timestamp()


async def test_a_host_calls_a_few_times_a_day(inn: CallingTavern) -> None:
    """F-55: opening one table after the other calls nobody more often; a day later it does."""
    await inn.wish(BEN)
    for _ in range(HOST_CALLS_MAX):
        table = await inn.open(ANN)
        assert await inn.call(ANN, table) == {BEN: "ping"}
        await inn.do(ANN, table, actions.close())
    table = await inn.open(ANN)
    with pytest.raises(CalledEnough) as refused:
        await inn.call(ANN, table)
    assert (refused.value.most, refused.value.again_at) == (HOST_CALLS_MAX, inn.clock() + DAY_SECONDS)

    inn.clock.at = refused.value.again_at
    assert await inn.call(ANN, table) == {BEN: "ping"}


async def test_a_server_bears_only_so_many_calls(inn: CallingTavern) -> None:
    """F-55: however many hosts there are."""
    await inn.wish(BEN)

    def called_by_others(tx: Transaction) -> None:
        for host in range(SERVER_CALLS_MAX):
            invite_preferences.count(tx, SERVER, host, "call", 1, inn.clock())

    await inn.database.write(called_by_others)
    with pytest.raises(CalledEnough):
        await inn.call(ANN, await inn.open(ANN))


async def test_as_many_as_one_table_calls(inn: CallingTavern) -> None:
    """A table calls up to `CALLED_MAX` players; players called to the last table come last to the next."""
    for each in range(CALLED_MAX + 2):
        await inn.wish(1_000 + each)
    first = await inn.call(ANN, await inn.open(ANN))
    assert len(first) == CALLED_MAX
    inn.clock.at += 60

    assert {1_000 + CALLED_MAX, 1_001 + CALLED_MAX} <= (await inn.call(ANN, await inn.open(ANN))).keys()


async def test_who_cannot_be_reached_is_left_alone(inn: CallingTavern) -> None:
    """Closed direct messages are tried once; a player who was sent away is not called back."""
    await inn.wish(BEN, hours=CallHours("dm"))
    table = await inn.open(ANN)
    assert await inn.call(ANN, table) == {BEN: "dm"}
    await inn.database.write(lambda tx: invite_preferences.note_closed(tx, BEN, inn.clock()))
    for _ in range(2):
        with pytest.raises(NobodyToCall):
            await inn.call(ANN, await inn.open(ANN))


async def test_who_was_sent_away_is_not_called(inn: CallingTavern) -> None:
    """TB-16: they could not sit down."""
    await inn.wish(BEN)
    table = await inn.open(ANN)
    await inn.do(BEN, table, actions.sit_down)
    await inn.do(ANN, table, invitations.send_away(Seat(2)))
    with pytest.raises(SentHome):
        await inn.do(BEN, table, actions.sit_down)

    with pytest.raises(NobodyToCall):
        await inn.call(ANN, table)


async def test_who_is_barred_neither_calls_nor_is_called(inn: CallingTavern) -> None:
    """TB-23: nor is invited, nor invites anybody."""
    await inn.wish(BEN)
    table, theirs = await inn.open(ANN), await inn.open(BEN)
    word = Bar(BEN, None, ANN, "broke a chair", inn.clock())
    await inn.database.write(lambda tx: bars.bar(tx, SERVER, word))
    with pytest.raises(NobodyToCall):
        await inn.call(ANN, table)
    with pytest.raises(RivalBarred):
        await inn.do(ANN, table, invitations.invite([BEN]))

    for act in (call_players(by_role=True), invitations.invite([ANN])):
        with pytest.raises(BarredForGood):
            await inn.do(BEN, theirs, act)


async def test_an_invitation_waits_for_nobodys_quiet_hours(inn: CallingTavern) -> None:
    """TB-16: Ben may come, but he is not pinged at night."""
    night = CallHours("ping", "UTC", 12 * 60, 13 * 60)
    await inn.database.write(lambda tx: invite_preferences.keep_hours(tx, BEN, night))
    table = await inn.open(ANN, is_private=True)
    await inn.do(ANN, table, invitations.invite([BEN]))

    assert await inn.due(table) == {}
    seated = await inn.do(BEN, table, actions.sit_down)
    assert len(seated.table.present) == 2


async def test_one_host_invites_somebody_once_in_four_hours(inn: CallingTavern) -> None:
    """TB-16: table after table, Ben is told once; later he is again, and another host tells him at once."""
    told = []
    for seconds in (0, 1, 4 * 3600 - 10, 10, 1):
        inn.clock.at += seconds
        table = await inn.open(ANN, is_private=True)
        await inn.do(ANN, table, invitations.invite([BEN]))
        told.append(BEN in await inn.due(table))
        assert BEN in (await inn.tavern.look(table)).table.terms.invited
        await inn.do(ANN, table, actions.close())
    other = await inn.open(CORA, is_private=True)
    await inn.do(CORA, other, invitations.invite([BEN]))

    assert told == [True, False, False, True, False]
    assert await inn.due(other) == {BEN: "invited"}


async def test_so_many_people_are_invited_a_day(inn: CallingTavern) -> None:
    """F-55: one person cannot have a whole server pinged, one table after the other."""
    strangers = iter(range(2_000, 3_000))
    for _ in range(INVITED_DAY_MAX // (INVITED_MAX - 1)):
        table = await inn.open(ANN, is_private=True)
        await inn.do(ANN, table, invitations.invite(next(strangers) for _ in range(INVITED_MAX - 1)))
        await inn.do(ANN, table, actions.close())
    table = await inn.open(ANN, is_private=True)
    with pytest.raises(GuestsInvitedEnough):
        await inn.do(ANN, table, invitations.invite(next(strangers) for _ in range(INVITED_MAX - 1)))

    state = await inn.tavern.look(table)
    assert state.table.terms.invited == (ANN,)


async def test_a_house_player_is_not_sent_away_as_a_guest(inn: CallingTavern) -> None:
    """TB-12, TB-15: house players are dismissed; a seat that nobody has is nobody's."""
    table = await inn.open(ANN)
    await inn.do(ANN, table, actions.seat_house_player)
    for seat in (2, 9):
        with pytest.raises(UserError):
            await inn.do(ANN, table, invitations.send_away(Seat(seat)))
