"""A slow table over days: its lobby, its rests, its pauses, and absent people (TB-28), in virtual time."""

from __future__ import annotations

import pytest

from bot.tavern.table import actions, invitations
from bot.tavern.table.invitations import HostAwaited
from bot.tavern.table.next_game import NextGame
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table.pace import DAY, HOUR
from games.engine.table.refusals import StillTheirTurn
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from storage.db.database import Database
from storage.people import bars
from tests.bot.crowd import CHANNEL, SERVER
from tests.bot.stakes import ANN, BEN, BOSS, Room
from tests.laws.toy import FISTS

CORA = 104
TURN, BANK, QUARTER = DAY, 2 * DAY, 900
PURSE = 200


class SlowRoom(Room):
    """A table of the toy game with cards, a day a turn."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, FISTS)

    async def opens(self) -> TableState:
        """Ann opens it, and sits there alone."""
        terms = Terms(ANN, 20, turn_seconds=TURN, bank_seconds=BANK)
        rules = self.game.house_rules()
        seen = await self.tavern.open_table(self.press(ANN), CHANNEL, self.game, rules, terms)
        self.table = seen.id
        return seen

    async def gathers(self, *others: int) -> TableState:
        """Ann opens it, others come, and the first hand begins."""
        await self.opens()
        for each in others or (BEN,):
            await self.does(each, actions.sit_down)
        return await self.does(ANN, actions.begin)

    async def plays(self, *players: int) -> TableState:
        """Bet nothing for everybody, and show the first card."""
        for key in ("bet", "show"):
            for each in players or (ANN, BEN):
                seen = await self.tavern.look(self.table)
                seat = seen.table.seat_of(each).seat
                await self.does(each, actions.answer(seat, Answer(key, (0,))))
        return await self.tavern.look(self.table)

    async def in_seconds(self) -> float:
        """The seconds until something happens by itself."""
        stored = (await self.tavern.look(self.table)).stored
        assert stored.deadline_at is not None
        return stored.deadline_at - self.clock.at

    async def purses(self) -> list[int]:
        """Return the balances of all three."""
        wallets = [ledger.wallet(SERVER, each) for each in (ANN, BEN, CORA)]
        return await self.database.read(lambda tx: [ledger.balance(tx, each) for each in wallets])

    async def standings(self) -> list[str]:
        """Return the standing of each seat."""
        return [each.standing for each in (await self.tavern.look(self.table)).table.seats]


@pytest.fixture
def room(database: Database) -> SlowRoom:
    """A slow table."""
    return SlowRoom(database)


async def test_tb10_a_slow_lobby_stays_open_for_a_week(room: SlowRoom) -> None:
    """TB-10: also with one person in it; then it closes."""
    await room.opens()
    await room.waits(7 * DAY - 1)
    assert (await room.tavern.look(room.table)).table.phase == "lobby"
    await room.does(BEN, actions.sit_down)
    await room.waits(7 * DAY)
    assert (await room.tavern.look(room.table)).table.phase == "lobby"
    await room.waits(QUARTER + 1)

    assert (await room.tavern.look(room.table)).table.phase == "closed"


async def test_tb15_a_host_stays_host_for_three_days(room: SlowRoom) -> None:
    """TB-15: before that nobody else begins the game."""
    await room.opens()
    await room.does(BEN, actions.sit_down)
    await room.waits(3 * DAY - 1)
    with pytest.raises(HostAwaited):
        await room.does(BEN, invitations.take_over)
    await room.waits(1)

    assert (await room.does(BEN, invitations.take_over)).table.terms.host == BEN


async def test_tb13_a_result_stands_for_half_a_day(room: SlowRoom) -> None:
    """TB-13: until both have pressed Deal, or for 12 hours, which one press doesn't make longer."""
    await room.gathers()
    await room.plays()
    assert await room.in_seconds() == 12 * HOUR
    await room.waits(HOUR)
    assert (await room.does(ANN, actions.deal)).table.hand is None
    assert await room.in_seconds() == 11 * HOUR
    assert (await room.does(BEN, actions.deal)).table.hand is not None
    await room.plays()
    await room.waits(12 * HOUR + QUARTER)

    assert (await room.tavern.look(room.table)).table.hands == 3


async def test_tb13_the_last_who_looks_leaves(room: SlowRoom) -> None:
    """TB-13: those who are left have all asked for the next hand, so it comes soon."""
    await room.gathers(BEN, CORA)
    await room.plays(ANN, BEN, CORA)
    await room.does(ANN, actions.deal)
    await room.does(BEN, actions.deal)
    await room.does(CORA, actions.leave)

    assert await room.in_seconds() == 30


async def test_tb8_sixty_hours_away_keep_the_turn(room: SlowRoom) -> None:
    """TB-8, TB-18: a day, and a time bank of two: within them nothing is played for anybody."""
    await room.gathers()
    await room.waits(60 * HOUR)
    seen = await room.plays()

    assert [each.missed for each in seen.table.seats] == [0, 0]
    # The end of a turn is rounded up, too.
    assert [each.bank_spent for each in seen.table.seats] == [36 * HOUR - QUARTER] * 2


async def test_tb10_nobody_but_absent_people(room: SlowRoom) -> None:
    """TB-8, TB-10: the hand is played out; no other begins; after 7 days it closes, and stacks go home."""
    await room.opens()
    await room.does(BEN, actions.sit_down)
    before = sum(await room.purses())
    await room.does(ANN, actions.begin)
    # The second turn has no time bank any more.
    await room.waits(TURN + BANK + QUARTER)
    await room.waits(TURN + QUARTER)
    assert set(await room.standings()) == {"out"}
    hands = (await room.tavern.look(room.table)).table.hands
    assert await room.in_seconds() == 7 * DAY
    await room.waits(7 * DAY + QUARTER)
    closed = (await room.tavern.look(room.table)).table

    assert (closed.phase, closed.hands) == ("closed", hands)
    assert sum(await room.purses()) == before


async def test_tb8_a_seat_is_lost_after_a_week(room: SlowRoom) -> None:
    """TB-8: two play on; the third's seat is free with the first hand that ends after 7 days, not before."""
    await room.gathers(BEN, CORA)
    await room.plays(ANN, BEN, CORA)
    await room.does(CORA, actions.sit_out)
    for day in range(7):
        assert (await room.standings())[2] == "out", day
        for each in (ANN, BEN):
            await room.does(each, actions.deal)
        await room.plays(ANN, BEN)
        room.clock.at += DAY
    for each in (ANN, BEN):
        await room.does(each, actions.deal)
    await room.plays(ANN, BEN)

    assert await room.standings() == ["in", "in", "gone"]


async def test_tb8_time_that_the_bot_was_away_is_no_absence(room: SlowRoom) -> None:
    """TB-8, F-17: a week in which no process ran costs no seat."""
    await room.gathers(BEN, CORA)
    await room.plays(ANN, BEN, CORA)
    await room.does(CORA, actions.sit_out)
    await room.tavern.note_pulse()
    room.clock.at += 7 * DAY
    await room.tavern.resume()
    for each in (ANN, BEN):
        await room.does(each, actions.deal)
    await room.plays(ANN, BEN)

    assert await room.standings() == ["in", "in", "out"]


async def test_tb8_a_pause_of_two_weeks(room: SlowRoom) -> None:
    """TB-8: the clock stands still for 14 days at most."""
    await room.gathers()
    left = await room.in_seconds()
    await room.does(ANN, actions.pause)
    await room.does(BEN, actions.pause)
    assert await room.in_seconds() == 14 * DAY
    room.clock.at += 14 * DAY + QUARTER
    await room.tavern.tick(room.table)

    assert await room.in_seconds() == left


async def test_tb8_after_half_a_day_the_others_may_go_on_without(room: SlowRoom) -> None:
    """TB-8: the time bank is not counted, and the seat is kept as after two missed turns."""
    await room.gathers(BEN, CORA)
    for each in (BEN, CORA):
        seat = (await room.tavern.look(room.table)).table.seat_of(each).seat
        await room.does(each, actions.answer(seat, Answer("bet", (0,))))
    due_at = (await room.tavern.look(room.table)).stored.due_at
    assert due_at is not None
    room.clock.at = due_at - BANK - 12 * HOUR - 1
    with pytest.raises(StillTheirTurn):
        await room.does(BEN, actions.go_on_without(Seat(1)))
    room.clock.at += 1
    await room.does(BEN, actions.go_on_without(Seat(1)))
    assert await room.standings() == ["in", "in", "in"]
    await room.does(CORA, actions.go_on_without(Seat(1)))
    assert await room.standings() == ["away", "in", "in"]
    for each in (BEN, CORA):
        seat = (await room.tavern.look(room.table)).table.seat_of(each).seat
        await room.does(each, actions.answer(seat, Answer("show", (0,))))

    assert await room.standings() == ["out", "in", "in"]


async def test_tb10_a_slow_company_is_waited_for_half_a_day(room: SlowRoom) -> None:
    """TB-10, TB-28: once two of three are back, and not for a minute; then they begin."""
    await room.gathers(BEN, CORA)
    await room.plays(ANN, BEN, CORA)
    over = await room.tavern.close(room.press(ANN), room.table)
    again, _closed = await room.tavern.play_again(room.press(ANN), over, room.game)
    room.table = again.id
    assert await room.in_seconds() == 7 * DAY
    await room.does(BEN, actions.join)
    assert await room.in_seconds() == 12 * HOUR
    await room.waits(12 * HOUR)
    assert (await room.tavern.look(room.table)).table.phase == "lobby"
    await room.waits(QUARTER + QUARTER)

    assert (await room.tavern.look(room.table)).table.phase == "playing"


async def test_tb28_another_game_keeps_the_pace(room: SlowRoom) -> None:
    """TB-28, TB-10: also one that usually has a time limit, which a slow table hasn't."""
    await room.gathers()
    await room.plays()
    over = await room.tavern.close(room.press(ANN), room.table)
    terms = NextGame.of(room.press(ANN), over, STONE_HAND).terms

    assert (terms.turn_seconds, terms.bank_seconds, terms.minutes_max) == (TURN, BANK, 0)


@pytest.mark.parametrize("barred", [ANN, BEN])
async def test_tb23_a_barred_person_is_not_waited_for(room: SlowRoom, barred: int) -> None:
    """TB-23: their part of the hand is played at once, and their stack goes home."""
    await room.gathers(BEN, CORA)
    sent = await room.tavern.bar(room.press(BOSS), bars.Bar(barred, None, BOSS, "loud", room.clock.at))
    others = [each for each in (ANN, BEN, CORA) if each != barred]
    assert [each.id for each in sent.tables] == [room.table]
    seen = await room.plays(*others)

    assert seen.table.hand is None
    assert seen.table.seat_of(CORA).standing == "in"
    assert [each.standing for each in seen.table.seats if each.player == barred] == ["gone"]
    assert sum(await room.purses()) + 2 * 20 == 3 * PURSE


async def test_tb24_one_who_keeps_out_is_not_waited_for(room: SlowRoom) -> None:
    """TB-24: as a bar does."""
    await room.gathers(BEN, CORA)
    await room.tavern.keep_out(room.press(CORA), room.press(CORA).server, DAY)

    assert (await room.plays(ANN, BEN)).table.hand is None
    assert await room.standings() == ["in", "in", "gone"]


async def test_tb28_a_shown_time_holds(room: SlowRoom) -> None:
    """TB-28: rounded up to a quarter of an hour, and only then a turn is over."""
    await room.gathers()
    room.clock.at += 100
    await room.does(ANN, actions.answer(Seat(1), Answer("bet", (0,))))
    await room.does(BEN, actions.answer(Seat(2), Answer("bet", (0,))))
    stored = (await room.tavern.look(room.table)).stored
    assert (stored.deadline_at, stored.due_at) == (room.clock.at + 3 * DAY, room.clock.at + 800 + 3 * DAY)
    room.clock.at += 3 * DAY + 799
    assert await room.tavern.tick(room.table) is None
    room.clock.at += 1
    over = await room.tavern.tick(room.table)

    assert over is not None
    assert [each.missed for each in over.table.seats] == [1, 1]


async def test_tb28_a_short_restart_changes_nothing_shown(room: SlowRoom) -> None:
    """TB-28, F-17: half a minute away counts for nobody, and no message is drawn again for it; an hour is."""
    await room.gathers()
    room.clock.at += 100
    await room.does(ANN, actions.answer(Seat(1), Answer("bet", (0,))))
    await room.does(BEN, actions.answer(Seat(2), Answer("bet", (0,))))
    before = (await room.tavern.look(room.table)).stored
    await room.tavern.note_pulse()
    room.clock.at += 30
    await room.tavern.resume()
    after = (await room.tavern.look(room.table)).stored
    assert after.deadline_at == (before.deadline_at or 0) + 30
    assert (after.revision, after.due_at) == (before.revision, before.due_at)
    room.clock.at += HOUR
    await room.tavern.resume()
    later = (await room.tavern.look(room.table)).stored

    assert (later.revision, later.due_at) == (before.revision + 1, (before.due_at or 0) + HOUR)


@pytest.mark.parametrize("why", ["it could not be shown", "its game was gone"])
async def test_tb28_a_clock_that_starts_again_is_rounded_up(room: SlowRoom, why: str) -> None:
    """TB-28, TB-8: it has its whole time after that, and so have the reminders."""
    await room.gathers()
    await room.tavern.note_pulse()
    if why == "its game was gone":
        await TableService(room.database, {}, now=room.clock).resume()
        room.clock.at += 50
        await room.tavern.note_pulse()
        room.clock.at += 50
        await room.tavern.resume()
    else:
        room.clock.at += 100
        await room.tavern.restart_clock(room.table)
    now = room.clock.at
    state = await room.tavern.look(room.table)

    assert (state.stored.deadline_at, state.stored.due_at) == (now + 3 * DAY, now + 800 + 3 * DAY)
    reminders = [each.call_at for each in state.calls if each.kind == "reminder"]
    assert reminders == [now + 18 * HOUR] * 2


async def test_tb28_house_players_take_seconds(room: SlowRoom) -> None:
    """TB-28, TB-12: a house player's answer, and a deal that all have asked for, isn't rounded up."""
    await room.opens()
    await room.does(BEN, actions.sit_down)
    await room.does(ANN, actions.seat_house_player)
    await room.does(ANN, actions.begin)
    stored = (await room.tavern.look(room.table)).stored

    assert stored.due_at == stored.deadline_at
    assert await room.in_seconds() < 60
