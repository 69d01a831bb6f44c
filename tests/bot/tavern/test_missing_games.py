"""Tournaments whose game is not installed: they rest, lose no time, and can be called off with refunds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.tavern.downtime import postpone
from bot.tavern.table import actions
from bot.tavern.table.table_state import NoSuchTable, Repeated, TableRests
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import (
    NoSuchTournament,
    TournamentOver,
    TournamentRests,
    TournamentService,
)
from games.catalog import GAMES
from games.engine.core.game import AnyGame
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from games.tournament.model import TournamentTerms
from storage.books import audit_lines, ledger
from storage.db.database import Database
from storage.tournaments.tournaments import Author, acts_of
from tests.bot.crowd import CHANNEL, SERVER
from tests.bot.evening import ORGANISER, Evening

OTHERS = {key: game for key, game in GAMES.items() if game is not STONE_HAND}


async def removed(evening: Evening, database: Database) -> TournamentService:
    """Start again without Stone Hand; return the new tournaments."""
    tavern = TableService(database, OTHERS, now=evening.clock)
    await tavern.resume()
    return TournamentService(tavern)


async def test_the_time_without_its_game_does_not_count(database: Database) -> None:
    """TN-20: levels by minutes and the time of a start move by all the time that the game was not there."""
    evening = Evening(database)
    terms = TournamentTerms(2, 20, level_unit="minutes", level_length=10)
    running = await evening.announce(STONE_HAND, terms)
    await evening.enter(running, 101, 102)
    await evening.start(running)
    at = int(evening.clock.at)
    waiting = await evening.announce(STONE_HAND, terms, starts_at=at + 3600)
    await evening.tavern.note_pulse()
    for seconds, games in ((1000, OTHERS), (500, OTHERS), (200, GAMES), (10, GAMES)):
        evening.clock.at += seconds
        tavern = TableService(database, games, now=evening.clock)
        await tavern.resume()
        evening.clock.at += 7
        await tavern.note_pulse()
    # The last seven seconds went by with the game, and so did seven before.
    away = 1000 + 7 + 500 + 7 + 200 + 10

    assert (await evening.tournaments.look(running)).tournament.level_ends_at == at + 600 + away
    assert (await evening.tournaments.look(waiting)).stored.plan.starts_at == at + 3600 + away


@pytest.mark.parametrize("games", [GAMES, OTHERS])
@pytest.mark.parametrize("jump", [3600.0, 86_400.0, -3600.0, -86_400.0])
async def test_a_jump_of_the_clock_does_not_count_either(
    database: Database, jump: float, games: Mapping[str, AnyGame]
) -> None:
    """F-16: as much time is left after the clock was set, whether or not the game was there."""
    evening = Evening(database)
    terms = TournamentTerms(2, 20, level_unit="minutes", level_length=10)
    number = await evening.announce(STONE_HAND, terms)
    await evening.enter(number, 101, 102)
    await evening.start(number)
    await evening.tavern.note_pulse()
    tavern = TableService(database, games, now=evening.clock)
    await tavern.resume()
    evening.clock.at += jump
    kept = tavern.tournament_tables
    await database.write(lambda tx: postpone(tx, kept, jump, jump, evening.clock.at))
    evening.clock.at += 100.0
    await TableService(database, GAMES, now=evening.clock).resume()
    ends_at = (await evening.tournaments.look(number)).tournament.level_ends_at

    assert ends_at == int(evening.clock.at) + 600


async def test_it_is_called_off_once_with_refunds(database: Database) -> None:
    """TN-21: entries go back by the ledger, its table is closed, and the act stands in the list."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20, entry=10))
    await evening.enter(number, 101, 102)
    await evening.start(number)
    at_rest = await removed(evening, database)
    press = replace(evening.press(ORGANISER), why="It is gone.")
    voided = await at_rest.void(press, number)
    with pytest.raises(Repeated):
        await at_rest.void(press, number)
    with pytest.raises(TournamentOver) as refused:
        await at_rest.void(evening.press(ORGANISER), number)
    with pytest.raises(TournamentOver):
        await at_rest.look(number)

    assert not isinstance(refused.value, TournamentRests)
    assert voided.refunds == {101: 10, 102: 10}
    assert await database.read(lambda tx: ledger.balance(tx, ledger.fund(SERVER, number))) == 0
    assert await database.read(lambda tx: tx.scalars("SELECT phase FROM tables")) == ["closed"]
    told = await database.read(lambda tx: acts_of(tx, number, 1))
    assert told[0].kind == "called_off"
    assert told[0].author.player == ORGANISER


async def test_where_the_bot_is_taken_out_all_that_rests_ends(database: Database) -> None:
    """F-37: tables and tournaments end with refunds; those of other servers rest on."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20, entry=10))
    await evening.enter(number, 101, 102)
    await evening.start(number)
    terms = Terms(host=103, buy_in=30, turn_seconds=60, money="coins")
    for server in (SERVER, SERVER + 1):
        press = replace(evening.press(103), server=server)
        opened = await evening.tavern.open_table(press, CHANNEL, STONE_HAND, STONE_HAND.house_rules(), terms)
        press = replace(evening.press(104), server=server)
        await evening.tavern.act(press, opened.id, actions.sit_down)
        press = replace(evening.press(103), server=server)
        await evening.tavern.act(press, opened.id, actions.begin)
    tavern = TableService(database, OTHERS, now=evening.clock)
    await tavern.resume()
    await tavern.withdraw(SERVER)
    held = "SELECT kind, owner, balance FROM accounts WHERE kind <> 'wallet' AND balance > 0"

    assert await database.read(lambda tx: [*map(tuple, tx.all(held))]) == [("table", 3, 60)]
    phases = "SELECT phase FROM tables ORDER BY id"
    assert await database.read(lambda tx: tx.scalars(phases)) == ["closed", "closed", "playing"]
    told = await database.read(lambda tx: acts_of(tx, number, 1))
    assert (told[0].kind, told[0].author) == ("called_off", Author(None, actions.WITHDRAWN))
    closings = await database.read(lambda tx: audit_lines.CLOSINGS.latest(tx, SERVER, 9))
    assert [each.closing.reason for each in closings] == [actions.WITHDRAWN] * 2


async def test_it_is_nowhere_else(database: Database) -> None:
    """F-38: in another server there is no such tournament or table, whether it rests or not."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20))
    await evening.enter(number, 101, 102)
    await evening.start(number)
    at_rest = await removed(evening, database)
    here, elsewhere = evening.press(ORGANISER), replace(evening.press(ORGANISER), server=SERVER + 1)
    tavern = TableService(database, OTHERS, now=evening.clock)

    with pytest.raises(TournamentRests):
        await at_rest.look(number, here)
    with pytest.raises(NoSuchTournament):
        await at_rest.look(number, elsewhere)
    with pytest.raises(NoSuchTournament):
        await at_rest.void(elsewhere, number)
    with pytest.raises(TableRests):
        await tavern.look(1, here)
    with pytest.raises(NoSuchTable):
        await tavern.look(1, elsewhere)
