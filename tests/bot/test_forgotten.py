"""Forgetting people who have been in tournaments."""

from __future__ import annotations

import pytest

from bot.tavern.table import actions
from bot.tavern.tournament.tournament_service import TournamentOver
from games.engine.provable_chance import AlreadyCut, Cut
from games.engine.table.refusals import TableClosed
from games.stone_hand.game import STONE_HAND
from games.tournament import director
from games.tournament.model import TournamentChange, TournamentTerms
from storage.db.database import Database
from storage.errors import StillEntered
from tests.bot.books import check_laws
from tests.bot.evening import ORGANISER, Evening, called_off_unread
from tests.storage.privacy import everything


async def test_whoever_is_in_a_tournament_cannot_be_forgotten(database: Database) -> None:
    """Privacy: first leave; of one that is over a number that leads nowhere stays."""
    evening = Evening(database, seed=2)
    number = await evening.announce(
        STONE_HAND, TournamentTerms(2, 10, levels=STONE_HAND.levels, level_length=1)
    )
    await evening.enter(number, 101, 102)
    with pytest.raises(StillEntered):
        await evening.tavern.forget(evening.press(101))
    await evening.start(number)
    await evening.play(number)
    await evening.tavern.forget(evening.press(101))
    state = await evening.tournaments.look(number)

    assert 101 not in {each.player for each in state.tournament.entrants}
    assert "P101" not in {each.name for each in state.tournament.entrants}
    await database.read(check_laws)


async def test_words_in_the_lots_stay_without_a_name(database: Database) -> None:
    """TN-22: a forgotten player leaves the words that were mixed in, since the lots follow from them."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20))
    await evening.enter(number, 101, 102)
    for player in (101, 102):
        await evening.tournaments.do(
            evening.press(player),
            number,
            lambda before, *_: TournamentChange(before),
            f"luck of {player % 100}",
        )
    with pytest.raises(AlreadyCut):
        await evening.tournaments.do(
            evening.press(101), number, lambda before, *_: TournamentChange(before), "more"
        )
    await evening.tournaments.do(evening.press(ORGANISER), number, lambda it, *_: director.call_off(it))
    before = (await evening.tournaments.look(number)).stored.seal
    await evening.tavern.forget(evening.press(101))
    after = (await evening.tournaments.look(number)).stored.seal

    assert before.cuts == (Cut("P101", "luck of 1"), Cut("P102", "luck of 2"))
    assert after.cuts == (Cut("?", "luck of 1"), Cut("P102", "luck of 2"))
    assert 101 not in after.cutters


async def test_a_plan_that_cannot_be_read_keeps_nobody(database: Database) -> None:
    """Privacy: what this version cannot read cannot keep a name, and keeps no other in."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20))
    await evening.enter(number, 101)
    await evening.tournaments.do(
        evening.press(ORGANISER), number, lambda before, *_: director.call_off(before)
    )
    await database.write(lambda tx: tx.execute("UPDATE tournaments SET plan = '{' || plan").rowcount)
    # A short number could stand in a seal by chance.
    for player in (10**17, 101):
        await evening.tavern.forget(evening.press(player))
        kept = await database.read(lambda tx: tx.scalar("SELECT snapshot FROM tournaments"))

        assert (kept == "") == (player == 101)


async def test_nobody_sits_at_the_tables_of_what_was_called_off_unread(database: Database) -> None:
    """Privacy: its tables are closed, and keep nobody from being forgotten."""
    evening, _voided = await called_off_unread(database)
    await evening.tavern.forget(evening.press(101))

    assert "P101" not in await database.read(everything)


async def test_what_was_called_off_unread_is_over(database: Database) -> None:
    """A press on a button of it is told so, at its tables as on its notice; the books are not closed."""
    evening, voided = await called_off_unread(database)

    with pytest.raises(TournamentOver):
        await evening.tournaments.join(evening.press(103), voided.id)
    with pytest.raises(TournamentOver):
        await evening.tournaments.look(voided.id, evening.press(1))
    with pytest.raises(TableClosed):
        await evening.tavern.act(evening.press(101), 1, actions.deal)
    assert await evening.tournaments.outdated() == []
