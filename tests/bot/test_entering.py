"""Who may enter a tournament at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tavern.tournament.tournaments import NoSuchTournament
from games.stone_hand.game import STONE_HAND
from games.tournament.model import TournamentTerms
from storage.books import ledger
from storage.db.database import Database
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
