"""The speed of house players, and their moves in one step (TB-11, TB-12)."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
import pytest_asyncio

from bot.front.render import draw
from bot.tavern import deadlines, house_decisions
from bot.tavern.table import actions
from bot.tavern.table.table_state import Paused, TableState
from games.destiny.game import DESTINY
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table import play
from games.engine.table.refusals import NotSeated
from games.engine.table.table import AnyTable, Terms
from games.stone_hand.game import STONE_HAND
from storage.db.database import Database
from tests.bot.crowd import CHANNEL
from tests.bot.stakes import ANN, BEN, Room


class Pause:
    """The pause of a decision: how long it was to be, once it has begun, and when it is over."""

    def __init__(self) -> None:
        self.seconds: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.is_over = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Stand in for `asyncio.sleep`."""
        if not self.seconds.done():
            self.seconds.set_result(seconds)
        await self.is_over.wait()


@pytest_asyncio.fixture
async def pause(monkeypatch: pytest.MonkeyPatch) -> Pause:
    """House players take their time, until a test lets it be over."""
    found = Pause()
    monkeypatch.setattr(deadlines, "DECIDE_SECONDS", 0.15)
    monkeypatch.setattr(house_decisions, "sleep", found.sleep)
    return found


async def opens(room: Room, houses: int, stake: int = 40) -> TableState:
    """Ann begins with so many house players."""
    terms, rules = Terms(ANN, stake, money="practice"), room.game.house_rules()
    seen = await room.tavern.open_table(room.press(ANN), CHANNEL, room.game, rules, terms)
    room.table = seen.id
    for act in (*[actions.seat_house_player] * houses, actions.begin):
        seen = await room.does(ANN, act)
    return seen


async def throws(room: Room) -> TableState:
    """Ann throws and keeps, until it is a house player's turn."""
    state = await room.tavern.look(room.table)
    while deadlines.house_player_to_act(state.table, STONE_HAND) is None:
        key = STONE_HAND.offers(_state(state.table), Seat(1))[0].key
        state = await room.does(ANN, actions.answer(Seat(1), Answer(key)))
    return state


async def ticks(room: Room) -> tuple[TableState, TableState]:
    """The table before the next tick, and after it."""
    before = await room.tavern.look(room.table)
    assert before.stored.deadline_at is not None
    room.clock.at = before.stored.deadline_at
    await room.tavern.tick(room.table)
    return before, await room.tavern.look(room.table)


async def test_where_there_is_nothing_to_decide_nobody_thinks(database: Database) -> None:
    """Stone Hand: a house player has to throw, and does at once; over the dice it thinks a little.

    What a round came to stays for 4 seconds before a house player throws over it.
    """
    room = Room(database, STONE_HAND)
    await opens(room, 1, stake=1000)
    pauses = set()
    for _ in range(30):
        state = await throws(room)
        assert state.stored.deadline_at is not None
        has_choice = deadlines.has_choice(state.table, STONE_HAND, Seat(2))
        now = _state(state.table)
        is_over_result = state.table.hands > 1 and not now.casts
        pauses.add((is_over_result, has_choice, round(state.stored.deadline_at - room.clock.at, 3)))
        await ticks(room)

    assert pauses == {(True, False, 6.0), (False, False, 0.3), (False, True, 0.8)}


async def test_a_house_player_that_ends_a_round_does_not_begin_the_next_with_it(database: Database) -> None:
    """SH-1, SH-8: the round's result stays for 6 seconds before any next thrower."""
    room = Room(database, STONE_HAND)
    await opens(room, 3, stake=1000)
    ends = 0
    while ends < 5:
        await throws(room)
        before, after = await ticks(room)
        if (
            after.table.hands != before.table.hands
            and deadlines.house_player_to_act(after.table, STONE_HAND) is not None
        ):
            assert _state(after.table).casts == ()
            assert after.stored.deadline_at == room.clock.at + 6
            ends += 1


async def test_who_alone_plays_with_the_house_may_go_on_after_a_round(database: Database) -> None:
    """SH-1: the house throws at once then, and after the next round there is a pause again.

    Where another person plays, or it is the player's own turn, there is nothing to go on to.
    """
    room = Room(database, STONE_HAND)
    await opens(room, 3, stake=1000)
    with pytest.raises(NotOffered):
        await room.does(ANN, actions.go_on)
    ends = 0
    while ends < 3:
        await throws(room)
        before, after = await ticks(room)
        if (
            after.table.hands != before.table.hands
            and deadlines.house_player_to_act(after.table, STONE_HAND) is not None
        ):
            assert after.stored.deadline_at == room.clock.at + 6
            for _ in range(2):
                gone_on = await room.does(ANN, actions.go_on)
                assert gone_on.stored.deadline_at == room.clock.at
            _, after = await ticks(room)
            assert _state(after.table).casts != ()
            ends += 1
    with pytest.raises(NotSeated):
        await room.does(BEN, actions.go_on)


async def test_rethrows_are_one_step(database: Database) -> None:
    """Stone Hand: whatever a house player throws again, the next that people see is how its turn ends."""
    room = Room(database, STONE_HAND)
    await opens(room, 1, stake=1000)
    ends: list[bool] = []
    while len(ends) < 9 and not (await throws(room)).is_over:
        before, after = await ticks(room)
        if deadlines.has_choice(before.table, STONE_HAND, Seat(2)) and not after.is_over:
            ends.append(_turn(after.table) != _turn(before.table))

    assert ends == [True] * len(ends)
    assert len(ends) > 2


async def test_once_no_person_plays_the_hand_it_ends_at_once(database: Database) -> None:
    """Destiny: Ann folds, and the two house players who are left play to the end in one short step."""
    room, fold = Room(database, DESTINY), actions.answer(Seat(1), Answer("fold"))
    state = await opens(room, 2, stake=1000)
    while not await _is_asked_with_both(room):
        await room.does(ANN, fold)
    assert deadlines.has_audience(state.table, DESTINY)
    state = await room.does(ANN, fold)
    assert not deadlines.has_audience(state.table, DESTINY)
    left = next(seat for seat in play.asked(state.table, DESTINY) if state.table.seated(seat).is_house)
    assert deadlines.think_seconds(state.table, DESTINY, left) == deadlines.NOTHING_SECONDS
    began = room.clock.at
    before, after = await ticks(room)

    assert after.table.hands == before.table.hands
    assert after.table.hand is None
    assert room.clock.at == pytest.approx(began + 0.3)


async def rests(room: Room) -> TableState:
    """Ann folds, and the hand is over."""
    state = await opens(room, 2, stake=1000)
    while state.table.hand is not None:
        if deadlines.house_player_to_act(state.table, DESTINY) is None:
            state = await room.does(ANN, actions.answer(Seat(1), Answer("fold")))
        else:
            _before, state = await ticks(room)
    return state


async def test_nobody_deals_over_the_result_of_the_only_person(database: Database) -> None:
    """TB-8: alone with house players, Ann has the next hand dealt herself, an hour later if she likes."""
    room = Room(database, DESTINY)
    assert "Deal when you’re ready." in str(draw(await rests(room)).screen)
    await room.waits(3600)
    assert (await room.tavern.look(room.table)).table.hands == 1

    assert (await room.does(ANN, actions.deal)).table.hands == 2


async def test_the_next_hand_comes_by_itself_once_somebody_joins(database: Database) -> None:
    """TB-8: another person isn’t kept waiting by Ann, until they have left again."""
    room = Room(database, DESTINY)
    await rests(room)
    joined = await room.does(BEN, actions.sit_down)
    assert joined.stored.deadline_at == room.clock.at + deadlines.DEAL_SECONDS
    assert "Anyone can deal, or I will <t:" in str(draw(joined).screen)
    room.clock.at += 10
    left = await room.does(BEN, actions.leave)
    assert left.stored.deadline_at == room.clock.at + deadlines.IDLE_SECONDS
    await room.does(BEN, actions.sit_down)
    await room.waits(deadlines.DEAL_SECONDS)

    assert (await room.tavern.look(room.table)).table.hands == 2


async def test_a_result_that_nobody_deals_over_goes_home_after_a_day(database: Database) -> None:
    """TB-8, TB-10: the table closes where nobody has the next hand dealt."""
    room = Room(database, DESTINY)
    await rests(room)
    await room.waits(deadlines.IDLE_SECONDS)
    over = await room.tavern.look(room.table)

    assert (over.is_over, over.table.hands) == (True, 1)


async def test_a_clock_that_rings_early_changes_nothing(database: Database) -> None:
    """TB-8, F-16: a timer that rings before a house player's time leaves the table, and rings again."""
    rings: list[tuple[int, float | None]] = []
    room = Room(database, STONE_HAND)
    await room.begins(with_house=True)
    before = await throws(room)
    room.tavern._set_deadline = lambda table, at: rings.append((table, at))
    room.clock.at += 0.2
    told = await room.tavern.tick(room.table)
    after = await room.tavern.look(room.table)

    assert told is None
    assert (after.table, after.stored.revision) == (before.table, before.stored.revision)
    assert rings == [(room.table, before.stored.deadline_at)]


async def test_an_answer_that_comes_late_sets_no_clock_back(database: Database) -> None:
    """TB-8: a deadline set by a later commit stays, and a table that is over has none."""
    rings: list[float | None] = []
    room = Room(database, STONE_HAND)
    await room.begins(with_house=True)
    before = await throws(room)
    room.clock.at += 60
    after = await room.does(BEN, actions.sit_down)
    room.tavern._set_deadline = lambda _table, at: rings.append(at)
    room.tavern.wake_for(before.stored)

    assert rings == []
    room.tavern.wake_for(after.stored)
    assert rings == [after.stored.deadline_at]
    over = await room.tavern.close(room.press(ANN), room.table, "the end")
    assert (over.is_over, rings[1:]) == (True, [None])


async def _is_asked_with_both(room: Room) -> bool:
    """Deal and wait until Ann is asked at Destiny; whether both house players still play the hand."""
    state = await room.tavern.look(room.table)
    while state.table.hand is None or deadlines.house_player_to_act(state.table, DESTINY) is not None:
        if state.table.hand is None:
            state = await room.does(ANN, actions.deal)
        else:
            _before, state = await ticks(room)
    return not any(DESTINY.is_out(_state(state.table), Seat(seat)) for seat in (2, 3))


async def decides(
    room: Room, busy_until: threading.Event | None = None
) -> tuple[TableState, asyncio.Task[TableState | None]]:
    """The house player's time has come, and it begins to think, once it is free to."""
    await opens(room, 1, stake=1000)
    before = await throws(room)
    if busy_until is not None:
        room.tavern._thinking.submit(busy_until.wait)
    assert before.stored.deadline_at is not None
    room.clock.at = before.stored.deadline_at
    return before, asyncio.create_task(room.tavern.tick(room.table))


async def test_a_quick_decision_takes_as_long_as_a_slow_one(database: Database, pause: Pause) -> None:
    """TB-11: a decision is kept until the pause is over, which began that much earlier."""
    room = Room(database, STONE_HAND)
    before, ticking = await decides(room)
    assert await pause.seconds == deadlines.DECIDE_SECONDS == 0.15
    # One thread thinks one thing after the other, so by now it has decided.
    await room.tavern.think(lambda: None)
    assert not ticking.done()
    pause.is_over.set()
    after = await ticking

    assert after is not None
    assert after.stored.revision == before.stored.revision + 1


@pytest.mark.parametrize(
    ("took", "window"),
    [
        ([], 0.15),
        ([0.001] * 50, 0.15),
        # Among few decisions the longest counts; in a hundred only one may be longer.
        ([0.001, 0.16], 0.3),
        ([0.001] * 99 + [0.4], 0.15),
        ([0.001] * 98 + [0.4, 0.4], 0.45),
        ([0.31] * 100, 0.45),
        # It follows what was seen of late, up to the longest pause, of 2.5 seconds.
        ([0.4] * 300 + [0.01] * 300, 0.15),
        ([60.0] * 10, 2.55),
    ],
)
async def test_the_window_is_as_long_as_nearly_all_decisions(
    took: list[float], window: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-11: on a slow machine nobody learns by the length of a pause which choices take long."""
    monkeypatch.setattr(deadlines, "DECIDE_SECONDS", 0.15)
    waited: list[float] = []

    async def sleeps(seconds: float) -> None:
        waited.append(seconds)

    async def decided() -> house_decisions.Decision:
        return house_decisions.Decision(1, ())

    monkeypatch.setattr(house_decisions, "sleep", sleeps)
    moments = iter([moment for seconds in took for moment in (0.0, seconds)])
    at_hand = house_decisions.ThinkingWindow(lambda: next(moments, 0.0))
    for _ in took:
        await at_hand.in_its_time(decided())

    assert at_hand.seconds == pytest.approx(window)
    await at_hand.in_its_time(decided())
    assert waited[-1] == pytest.approx(window)
    assert waited[0] == pytest.approx(0.15)


async def test_a_slow_decision_is_waited_for(database: Database, pause: Pause) -> None:
    """TB-12: on a busy machine a pause may end before the thought does."""
    room, is_free = Room(database, STONE_HAND), threading.Event()
    _before, ticking = await decides(room, is_free)
    await pause.seconds
    pause.is_over.set()
    await asyncio.sleep(0.02)
    assert not ticking.done()
    is_free.set()

    assert await ticking is not None


async def test_whoever_comes_while_a_house_player_decides(database: Database, pause: Pause) -> None:
    """TB-12: the table has changed, so the thought is thrown away, and thought again at once."""
    room = Room(database, STONE_HAND)
    rings: list[float | None] = []
    before, ticking = await decides(room)
    await pause.seconds
    joined = await room.does(BEN, actions.sit_down)
    room.tavern._set_deadline = lambda _table, at: rings.append(at)
    pause.is_over.set()

    assert await ticking is None
    assert rings == [before.stored.deadline_at]
    assert (await room.tavern.look(room.table)).stored.revision == joined.stored.revision
    decided = await room.tavern.tick(room.table)
    assert decided is not None
    assert decided.stored.revision == joined.stored.revision + 1


async def test_a_decision_that_fails(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-20: a fault in a house player's thought pauses its table, and changes nothing there."""
    room = Room(database, STONE_HAND)
    monkeypatch.setattr(STONE_HAND, "decide", None)
    before, ticking = await decides(room)
    with pytest.raises(Paused):
        await ticking

    assert (await room.tavern.look(room.table)).stored.revision == before.stored.revision


async def test_a_decision_at_the_end(database: Database, pause: Pause) -> None:
    """A tavern that closes lets a thought go, and its table stays as it is for the next start."""
    room, is_free = Room(database, STONE_HAND), threading.Event()
    before, ticking = await decides(room, is_free)
    await pause.seconds
    room.tavern.stop_thinking()
    is_free.set()
    with pytest.raises(asyncio.CancelledError):
        await ticking

    assert (await room.tavern.look(room.table)).stored.revision == before.stored.revision


def _turn(table: AnyTable) -> tuple[int, int] | None:
    """Return the number of the round and of the turn in it; None between rounds."""
    return None if table.hand is None else (table.hand.number, table.hand.state.turn)


def _state(table: AnyTable) -> Any:
    assert table.hand is not None
    return table.hand.state
