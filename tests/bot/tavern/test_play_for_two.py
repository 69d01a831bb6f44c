"""`/play` fills a table with house players, as far as a game has seats."""

from __future__ import annotations

from bot.tavern.table import actions
from bot.tavern.table_service import TableService
from games.engine.table.table import Terms
from storage.db.database import Database
from tests.bot.crowd import CHANNEL, SERVER, WallClock
from tests.laws.duel import DuelVerifier

ANN, AT = 101, 1_800_000_000.0
DUEL = DuelVerifier.game


async def test_a_game_for_two_is_filled_with_one(database: Database) -> None:
    """TB-12: no third player is sought where a table has two seats; the game begins."""
    tavern = TableService(database, {DUEL.key: DUEL}, now=WallClock(AT))
    ann = actions.Actor(1, AT, ANN, "Ann", SERVER)
    terms = Terms(ANN, 20, money="practice")

    state = await tavern.open_table(ann, CHANNEL, DUEL, DUEL.house_rules(), terms, actions.play_at_once)

    assert state.table.phase == "playing"
    assert [each.player for each in state.table.present] == [ANN, None]
