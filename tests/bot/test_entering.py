"""Permission to enter a tournament at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tavern.tournament.tournament_service import NoSuchTournament
from games.stone_hand.game import STONE_HAND
from games.tournament.model import TournamentTerms
from storage.books import ledger
from storage.books.ledger import TransferInfo
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.people import bars
from storage.people.bars import LostEnough
from storage.play.postings import DIRECT, ELSEWHERE
from tests.bot.crowd import SERVER
from tests.bot.evening import Evening


@pytest.mark.parametrize("server", [DIRECT, ELSEWHERE, SERVER + 1])
async def test_f27_nobody_enters_from_elsewhere(database: Database, server: int) -> None:
    """F-27: a button made up in a direct message, or in another server, opens neither a seat nor a wallet."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20, entry=10))

    with pytest.raises(NoSuchTournament):
        await evening.tournaments.join(replace(evening.press(101), server=server), number)

    assert (await evening.tournaments.look(number)).tournament.entrants == ()
    assert await database.read(lambda tx: ledger.balance(tx, ledger.wallet(SERVER, 101))) == 0


async def test_a_limit_that_is_used_up_outlasts_being_forgotten(database: Database) -> None:
    """TB-25, F-53: of 10 a day 10 are lost; forgotten and back, another entry of 10 is refused as before."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20, entry=10))
    wallet, at = ledger.wallet(SERVER, 101), evening.clock.at

    def lose(tx: Transaction) -> None:
        ledger.open_wallet(tx, SERVER, 101, 200, at)
        bars.limit_losses(tx, SERVER, 101, 10, at)
        ledger.transfer(tx, wallet, ledger.at_table(SERVER, 1), 10, TransferInfo("buy_in", at))

    await evening.tavern.database.write(lose)
    await evening.tavern.forget(evening.press(101))
    grant = TransferInfo("grant", at)
    await database.write(lambda tx: ledger.transfer(tx, ledger.bank_account(SERVER), wallet, 50, grant))
    with pytest.raises(LostEnough) as refused:
        await evening.enter(number, 101)

    assert (refused.value.ceiling, refused.value.left) == (10, 0)
