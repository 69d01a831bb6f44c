"""F-16: the wall clock jumps, and nobody at a table notices."""

from __future__ import annotations

import pytest

from bot.process.scheduler import take_out_jump
from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from games.tournament.model import TournamentTerms as Event
from storage.db.database import Database
from storage.errors import NotAccepted
from tests.bot.books import check_laws
from tests.bot.evening import Evening
from tests.bot.machine import BEGAN, DAY, HOUR, TEN_YEARS, Machine

JUMPS = [HOUR, DAY, TEN_YEARS, -HOUR, -DAY, -TEN_YEARS]


@pytest.mark.parametrize("jump", JUMPS)
def test_time_goes_on_evenly_when_the_clock_is_set(jump: float) -> None:
    """Ten seconds are ten seconds; the jump is known as what the clock was set by."""
    machine = Machine()
    steady = machine.steady()
    before = steady()
    machine.wrong = jump
    machine.run(10.0, steady)

    assert steady() - before == pytest.approx(10.0)
    assert steady.jump() == pytest.approx((jump, jump))


def test_time_stands_still_while_the_process_is_frozen() -> None:
    """TB-8: a suspended machine was away, and nobody has set its clock."""
    machine = Machine()
    steady = machine.steady()
    before = steady()
    machine.elapsed += HOUR

    assert steady() == pytest.approx(before, abs=0.001)
    assert steady.jump() == pytest.approx((HOUR, 0.0))


def test_a_suspended_machine_whose_clock_was_set() -> None:
    """Away for ten minutes, and an hour ahead when it woke: 70 minutes, of which the clock was set by 60."""
    machine = Machine()
    steady = machine.steady()
    machine.elapsed += 600.0
    machine.wrong = HOUR

    assert steady.jump() == pytest.approx((HOUR + 600.0, HOUR))


def test_from_the_wall_again() -> None:
    """Once a jump has been taken out there is none, and the time is the wall's."""
    machine = Machine()
    steady = machine.steady()
    machine.elapsed += 600.0
    machine.wrong = HOUR
    steady()
    undo = steady.go_by_wall()

    assert steady() == pytest.approx(BEGAN + 500.0 + 600.0 + HOUR, abs=0.001)
    assert steady.jump() == pytest.approx((0.0, 0.0), abs=0.001)

    undo()

    assert steady.jump() == pytest.approx((HOUR + 600.0, HOUR))


async def begun(tavern: TableService) -> int:
    """Begin a table at which a player's turn of a minute runs; return its number."""
    press = Actor(1, tavern.now(), 101, "ann", 1)
    seen = await tavern.open_table(press, 12, STONE_HAND, StoneHandRules(), Terms(101, 20))
    await tavern.act(Actor(2, tavern.now(), 102, "ben", 1), seen.id, actions.sit_down)
    await tavern.act(Actor(3, tavern.now(), 101, "ann", 1), seen.id, actions.begin)
    return seen.id


@pytest.mark.parametrize("jump", JUMPS)
async def test_nobody_is_timed_out_by_a_jump(database: Database, jump: float) -> None:
    """A turn of 60 s of which 20 have passed has 40 left, and a lobby stays open, whatever the clock says."""
    machine = Machine()
    steady = machine.steady()
    tavern = TableService(database, GAMES, now=steady)
    lobby = (
        await tavern.open_table(
            Actor(9, steady(), 103, "cora", 1), 12, STONE_HAND, StoneHandRules(), Terms(103, 20)
        )
    ).id
    left = await lobby_seconds(tavern, lobby)
    table = await begun(tavern)
    machine.run(20.0, steady)
    machine.wrong = jump
    await take_out_jump(database, tavern.tournament_tables, steady)

    assert await tavern.tick(table) is None
    assert await tavern.tick(lobby) is None
    assert await lobby_seconds(tavern, lobby) == pytest.approx(left - 20.0)

    machine.run(35.0, steady)
    assert await tavern.tick(table) is None
    machine.run(10.0, steady)
    timed_out = await tavern.tick(table)

    assert timed_out is not None
    assert timed_out.stored.acted_at == pytest.approx(BEGAN + 500.0 + 65.0 + jump, abs=0.001)
    await database.read(check_laws)


async def lobby_seconds(tavern: TableService, table: int) -> float:
    """Return the seconds for which a table still waits."""
    deadline_at = (await tavern.look(table)).stored.deadline_at
    assert deadline_at is not None
    return deadline_at - tavern.now()


async def test_a_clock_that_is_nearly_right_is_left_alone(database: Database) -> None:
    """A second more or less is no jump."""
    machine = Machine()
    steady = machine.steady()
    tavern = TableService(database, GAMES, now=steady)
    table = await begun(tavern)
    before = (await tavern.look(table)).stored.deadline_at
    machine.wrong = 1.0
    await take_out_jump(database, tavern.tournament_tables, steady)

    assert (await tavern.look(table)).stored.deadline_at == before


async def test_a_jump_that_could_not_be_written_is_taken_out_later(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-6: on a full disk the time goes on as it did, and the jump is taken out as soon as there is room."""
    machine = Machine()
    steady = machine.steady()
    tavern = TableService(database, GAMES, now=steady)
    table = await begun(tavern)
    left = await lobby_seconds(tavern, table)
    machine.wrong = HOUR

    async def refuse(_function: object) -> None:
        raise NotAccepted("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr(database, "write_between", refuse)
        with pytest.raises(NotAccepted):
            await take_out_jump(database, tavern.tournament_tables, steady)

    assert await lobby_seconds(tavern, table) == pytest.approx(left)

    await take_out_jump(database, tavern.tournament_tables, steady)

    assert await lobby_seconds(tavern, table) == pytest.approx(left)
    assert steady() == pytest.approx(BEGAN + 500.0 + HOUR, abs=0.001)


async def test_a_press_on_its_way_while_a_jump_is_taken_out(database: Database) -> None:
    """A player who pressed before it was noticed, and is written down after it, has the whole time."""
    machine = Machine()
    steady = machine.steady()
    tavern = TableService(database, GAMES, now=steady)
    press = Actor(1, steady(), 101, "ann", 1)
    machine.wrong = HOUR
    await take_out_jump(database, tavern.tournament_tables, steady)
    seen = await tavern.open_table(press, 12, STONE_HAND, StoneHandRules(), Terms(101, 20))

    assert await lobby_seconds(tavern, seen.id) > 0.0
    assert seen.stored.acted_at == pytest.approx(steady(), abs=0.001)


@pytest.mark.parametrize("back", [HOUR, DAY, TEN_YEARS])
async def test_the_clock_was_set_back_while_the_bot_was_away(database: Database, back: float) -> None:
    """F-16, F-17: no table stands still for as long as the clock was set back."""
    machine = Machine()
    tavern = TableService(database, GAMES, now=machine.steady())
    table = await begun(tavern)
    await tavern.note_pulse()
    machine.wrong = -back
    woken = TableService(database, GAMES, now=machine.steady())
    await woken.resume()

    assert await lobby_seconds(woken, table) == pytest.approx(60.0)


@pytest.mark.parametrize("jump", [DAY, -DAY])
async def test_a_tournament_is_not_moved_by_a_jump(database: Database, jump: float) -> None:
    """TN-20: the level that had ten minutes left has ten minutes left."""
    evening = Evening(database)
    machine = Machine()
    steady = machine.steady()
    evening.tavern.now = steady
    number = await evening.announce(STONE_HAND, Event(3, 500, level_unit="minutes", level_length=10))
    await evening.enter(number, 101, 102, 103)
    before = await evening.start(number)
    machine.wrong = jump
    began = steady()
    await take_out_jump(database, evening.tavern.tournament_tables, steady)
    after = await evening.tournaments.look(number)

    ends_at = before.tournament.level_ends_at
    assert ends_at is not None
    assert after.tournament.level_ends_at == ends_at + int(jump)
    assert after.stored.deadline_at is not None
    assert before.stored.deadline_at is not None
    assert after.stored.deadline_at - steady() == pytest.approx(before.stored.deadline_at - began, abs=1.0)
