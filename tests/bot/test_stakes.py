"""Stakes bind: who saw dice or cards gains nothing by closing, leaving or going away (TB-9, TB-10)."""

from __future__ import annotations

from functools import partial

import pytest

from bot.tavern.deadlines import CALLED_SECONDS, IDLE_SECONDS, THINK_SECONDS_MAX
from bot.tavern.table import actions
from bot.tavern.table.table_state import Paused
from bot.tavern.tournament.tournament_tables import TOURNAMENT_OVER
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.provable_chance import Chance
from games.engine.table.refusals import MayNotClose, NotManager
from games.engine.table.table import Closing
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND, StoneHand
from games.stone_hand.model import Move, StoneHandState
from games.tournament import director
from games.tournament.model import TournamentTerms as CupTerms
from storage.books import audit_lines, ledger
from storage.books.payments import pay_wages
from storage.db.database import Database
from storage.errors import StillSeated, WellOff
from storage.people.server_settings import ServerSettings
from tests.bot.crowd import SERVER
from tests.bot.evening import ORGANISER, Evening
from tests.bot.stakes import ANN, BEN, BOSS, Room

PURSE = 200
THROW = actions.answer(Seat(1), Answer("throw"))
BENS_THROW = actions.answer(Seat(2), Answer("throw"))


class Torn(StoneHand):
    """Stone Hand by a version that fails as soon as dice fall."""

    def chance_move(self, state: StoneHandState, chance: Chance) -> Move:
        """A fault of ours."""
        raise AssertionError(state, chance)


async def test_a_host_cannot_bleed_the_houses_bank(database: Database) -> None:
    """TB-10, TB-12: Ann throws badly, and closes before the house throws; the house wins all the same."""
    room = Room(database)
    await room.begins(with_house=True)
    await room.does(ANN, THROW)
    seen = await room.closes(ANN)
    assert seen.table.phase == "playing"
    await room.waits(THINK_SECONDS_MAX)

    assert (await room.tavern.look(room.table)).is_over
    assert await room.purses() == [PURSE - 5, 0]
    assert await room.books() == [Closing(ANN)]


async def test_a_host_cannot_leave_the_houses_bank_behind(database: Database) -> None:
    """SH-13, TB-12: leaving is no way out either."""
    room = Room(database)
    await room.begins(with_house=True)
    await room.does(ANN, THROW)
    await room.does(ANN, actions.leave)
    await room.waits(THINK_SECONDS_MAX)

    assert await room.purses() == [PURSE - 5, 0]


async def test_a_loser_cannot_close_leave_or_be_forgotten(database: Database) -> None:
    """F-54, TB-10, SH-13: all of it together, and then Ann waits: Ben throws, and has won."""
    room = Room(database)
    await room.begins()
    await room.does(ANN, THROW)
    await room.closes(ANN)
    await room.does(ANN, actions.leave)
    with pytest.raises(StillSeated):
        await room.tavern.forget(room.press(ANN))
    await room.does(BEN, BENS_THROW)

    assert await room.purses() == [PURSE - 5, PURSE + 5]


async def test_whoever_leaves_the_server_leaves_the_round_to_its_end(database: Database) -> None:
    """TB-9, SH-13: they count as leaving."""
    room = Room(database)
    await room.begins()
    await room.does(ANN, THROW)
    await room.tavern.depart(room.table, ANN)
    await room.does(BEN, BENS_THROW)

    assert await room.purses() == [PURSE - 5, PURSE + 5]


async def test_a_host_who_saw_the_cards_closes_and_leaves(database: Database) -> None:
    """TB-9, TB-10: coins in the pot stay there; here the ante of 2."""
    room = Room(database, KNIGHTS_HEADS)
    await room.begins()
    await room.closes(ANN)
    await room.does(ANN, actions.leave)

    held = await room.purses()
    assert held[0] < PURSE < held[1]
    assert sum(held) == 2 * PURSE


async def test_the_clock_plays_a_closing_table_to_its_end(database: Database) -> None:
    """TB-8, TB-10: for a player who does not throw any more."""
    room = Room(database)
    await room.begins()
    await room.closes(ANN)
    await room.waits(2 * 60)

    assert (await room.tavern.look(room.table)).table.hands == 1
    assert await room.purses() == [PURSE - 5, PURSE + 5]


async def test_only_a_manager_calls_off(database: Database) -> None:
    """TB-10: with a reason; then all stakes are as they were, and a player who leaves goes with them."""
    room = Room(database)
    await room.begins()
    await room.does(ANN, THROW)
    with pytest.raises(NotManager):
        await room.does(ANN, actions.call_off("a bad throw"))
    await room.does(BOSS, actions.call_off("spilt ale"))
    await room.closes(BOSS)

    assert await room.purses() == [PURSE, PURSE]
    assert await room.books() == [Closing(BOSS), Closing(BOSS, "spilt ale", 1)]


async def test_a_table_that_fails_is_called_off_when_it_is_closed(database: Database) -> None:
    """TB-10, F-20: only then does closing give every stake back, and the books tell the error's number."""
    room = Room(database, Torn())
    await room.begins()
    with pytest.raises(Paused) as failed:
        await room.does(ANN, THROW)
    with pytest.raises(MayNotClose):
        await room.closes(BEN)
    seen = await room.closes(ANN)

    error = f"error {failed.value.number}"
    assert seen.is_over
    assert await room.purses() == [PURSE, PURSE]
    assert await room.books() == [Closing(ANN, error), Closing(ANN, error, 1)]


async def test_where_the_bot_is_taken_out_hands_are_called_off(database: Database) -> None:
    """TB-10, F-37: the closing has no author, and stands in the books."""
    room = Room(database)
    await room.begins()
    await room.does(ANN, THROW)
    await room.tavern.withdraw(SERVER)

    assert await room.purses() == [PURSE, PURSE]
    assert await room.books() == [Closing(None, actions.WITHDRAWN), Closing(None, actions.WITHDRAWN, 1)]


async def test_a_host_who_leaves_cannot_close(database: Database) -> None:
    """TB-15: the table is Ben's then."""
    room = Room(database)
    await room.begins()
    await room.does(ANN, actions.leave)
    with pytest.raises(MayNotClose):
        await room.closes(ANN)
    await room.closes(BEN)

    assert await room.books() == [Closing(BEN)]


async def test_alone_with_house_players_there_is_no_clock(database: Database) -> None:
    """TB-8: nobody is kept waiting, so an hour may pass; the turn is still Ann's, and none was missed."""
    room = Room(database)
    await room.begins(with_house=True)
    await room.waits(3600)
    seen = await room.tavern.look(room.table)

    assert (seen.table.hands, seen.table.seated(Seat(1)).missed) == (1, 0)
    await room.does(ANN, THROW)
    await room.waits(THINK_SECONDS_MAX)
    assert (await room.tavern.look(room.table)).table.hands == 2


async def test_the_clock_runs_when_somebody_joins(database: Database) -> None:
    """TB-8: from then on Ann has the table's turn time, and no longer."""
    room = Room(database)
    await room.begins(with_house=True)
    await room.waits(3600)
    seen = await room.does(BEN, actions.sit_down)
    assert seen.stored.deadline_at == room.clock.at + 60
    await room.waits(60)

    assert (await room.tavern.look(room.table)).table.seated(Seat(1)).missed == 1


async def test_the_clock_stops_when_the_last_other_person_has_gone(database: Database) -> None:
    """TB-8: a player who has left still waits for the stake, so it stops when the round is over."""
    room = Room(database)
    await room.begins(with_house=True)
    await room.does(BEN, actions.sit_down)
    seen = await room.does(BEN, actions.leave)

    assert seen.stored.deadline_at == room.clock.at + IDLE_SECONDS


async def test_a_table_without_a_clock_closes_after_a_day(database: Database) -> None:
    """TB-8, TB-10: the round is thrown to its end for Ann, who has thrown nothing and pays 5."""
    room = Room(database)
    await room.begins(with_house=True)
    await room.waits(IDLE_SECONDS)
    seen = await room.tavern.look(room.table)
    assert seen.table.closing == Closing(None)
    await room.waits(THINK_SECONDS_MAX)

    assert (await room.tavern.look(room.table)).is_over
    assert await room.purses() == [PURSE - 5, 0]


async def test_a_tournament_that_is_called_off_takes_its_hands_with_it(database: Database) -> None:
    """TB-10: it stands in the books as well, with the organiser who did it."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, CupTerms(2, 20))
    await evening.enter(number, ANN, BEN)
    table = (await evening.start(number)).places[1].table
    evening.clock.at += CALLED_SECONDS
    await evening.tavern.tick(table)
    await evening.tournaments.do(evening.press(ORGANISER), number, lambda it, *_: director.call_off(it))
    books = await database.read(lambda tx: audit_lines.CLOSINGS.latest(tx, SERVER, 9))

    assert [each.closing for each in books] == [Closing(ORGANISER, TOURNAMENT_OVER, 1)]


@pytest.mark.parametrize("phase", ["open", "running", "called off"])
async def test_tb2_entries_are_owned(database: Database, phase: str) -> None:
    """TB-2: an entry counts as owned when wages are paid while it could come back, and no longer."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, CupTerms(2, 20, entry=150))
    await evening.enter(number, 101, 102)
    if phase == "running":
        await evening.start(number)
    elif phase == "called off":
        await evening.tournaments.call_off(evening.press(ORGANISER), number, "open")
    settings, tables = ServerSettings(wages_floor=200), evening.tavern.tables
    pay = partial(pay_wages, tables=tables, server=SERVER, player=101, settings=settings, at=evening.clock.at)

    with pytest.raises(WellOff):
        await database.write(pay)
    assert await database.read(lambda tx: tables.stakes(tx, SERVER, 101)) == 0
    await database.write(
        lambda tx: ledger.transfer(tx, *POCKETS, 50, ledger.TransferInfo("pay", 1.0, by=101))
    )
    assert await database.write(pay) == 50


POCKETS = ledger.wallet(SERVER, 101), ledger.wallet(SERVER, 102)
