"""The bank's additions to tournaments, and the right to them: organisers mint no coins."""

from __future__ import annotations

import pytest

from bot.tavern.tournament.tournament_service import TournamentProposal
from games.stone_hand.game import STONE_HAND
from games.tournament import director, entries
from games.tournament.model import TournamentTerms
from storage.books import ledger
from storage.db.codec import codec_of
from storage.db.database import Database
from storage.errors import ManagersPurse, PursesSpent
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from storage.tournaments.tournaments import Plan
from tests.bot.crowd import CHANNEL, SERVER
from tests.bot.evening import ORGANISER, Evening

ANOTHER = 200
"""Another organiser."""
DAY = 86_400


async def allow(database: Database, ceiling: int) -> None:
    """A manager lets organisers add so much a day."""
    await database.write(lambda tx: server_settings.save(tx, SERVER, ServerSettings(purses_day_max=ceiling)))


async def put_up(
    evening: Evening, purse: int, score_purse: int = 0, by: int = ORGANISER, *, is_manager: bool = False
) -> int:
    """Announce a tournament with purses; its number."""
    rules = codec_of(STONE_HAND).rules.encode(STONE_HAND.house_rules())
    laid = TournamentProposal(
        Plan("The Cup", by, STONE_HAND.key, rules, 60), TournamentTerms(2, 20), purse, score_purse
    )
    press = evening.press(by, is_manager=is_manager)
    return (await evening.tournaments.announce(press, CHANNEL, lambda _tx: laid)).id


async def add(evening: Evening, number: int, amount: int, *, is_manager: bool = False) -> None:
    """Add to a tournament's fund."""
    await evening.tournaments.do(
        evening.press(ORGANISER, is_manager=is_manager),
        number,
        lambda before, _now, _lots: entries.add_purse(before, amount),
    )


async def minted(database: Database) -> int:
    """Return the sum that the bank has paid into tournaments."""
    paid: int = await database.read(
        lambda tx: tx.scalar("SELECT coalesce(sum(amount), 0) FROM transfers WHERE reason = 'purse_added'")
    )
    return paid


async def test_organisers_mint_no_coins(database: Database) -> None:
    """TB-2: unless a manager sets a ceiling, neither the notice nor what comes later takes from the bank."""
    evening = Evening(database)
    with pytest.raises(ManagersPurse):
        await put_up(evening, 1)
    with pytest.raises(ManagersPurse):
        await put_up(evening, 0, 1)
    number = await put_up(evening, 0)
    with pytest.raises(ManagersPurse):
        await add(evening, number, 1)

    assert await minted(database) == 0
    assert await database.read(lambda tx: ledger.balance(tx, ledger.fund(SERVER, number))) == 0


async def test_a_manager_puts_up_what_they_like(database: Database) -> None:
    """A ceiling is for organisers, and what managers put up does not count towards it."""
    evening = Evening(database)
    await allow(database, 50)
    number = await put_up(evening, 300, is_manager=True)
    await add(evening, number, 200, is_manager=True)
    await add(evening, number, 50)

    assert await minted(database) == 550


async def test_several_tournaments_share_one_ceiling(database: Database) -> None:
    """With 50 a day, and 30 and 15 put up in two tournaments by two people, 5 are left for any of them."""
    evening = Evening(database)
    await allow(database, 50)
    first = await put_up(evening, 20, 10)
    await put_up(evening, 15, by=ANOTHER)
    with pytest.raises(PursesSpent) as refused:
        await put_up(evening, 6, by=ANOTHER)
    await add(evening, first, 5)
    with pytest.raises(PursesSpent):
        await add(evening, first, 1)

    assert (refused.value.ceiling, refused.value.left) == (50, 5)
    assert await minted(database) == 50


async def test_calling_off_gives_no_second_ceiling(database: Database) -> None:
    """Coins that went back to the bank were put up all the same: the next are put up tomorrow."""
    evening = Evening(database)
    await allow(database, 50)
    number = await put_up(evening, 50)
    await evening.tournaments.do(
        evening.press(ORGANISER), number, lambda before, _now, _lots: director.call_off(before)
    )
    with pytest.raises(PursesSpent):
        await put_up(evening, 1)
    evening.clock.at += DAY
    await put_up(evening, 50)

    assert await database.read(lambda tx: ledger.sum_of_server(tx, SERVER)) == 0


async def test_a_refused_purse_leaves_no_tournament(database: Database) -> None:
    """F-45: refused whole: nothing is announced, and what the ceiling leaves is left."""
    evening = Evening(database)
    await allow(database, 50)
    with pytest.raises(PursesSpent):
        await put_up(evening, 51)

    assert await database.read(lambda tx: tx.scalar("SELECT count(*) FROM tournaments")) == 0
    await put_up(evening, 50)
