"""A game for two: `/play` fills its table as far as there are seats, and a plan offers no race."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tavern.table import actions
from bot.tavern.table_service import TableService
from bot.tavern.tournament import draft
from games.engine.core.house_rules import option
from games.engine.table.table import Terms
from games.tools.high_die import DieRules, HighDie
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


@dataclass(frozen=True, slots=True)
class ForPoints(DieRules):
    """House rules that may be without stakes."""

    for_points: bool = option("For points", at_tournaments=True)


class Bout(HighDie):
    """High Die, for coins or for points."""

    house_rules = ForPoints

    def price(self, rules: DieRules, buy_in: int) -> int:
        """Return the cost of a seat, nothing for points."""
        return 0 if isinstance(rules, ForPoints) and rules.for_points else buy_in


class BoutForTwo(Bout):
    """The same at tables of two."""

    tournament_seats = range(2, 3)


def test_no_race_is_offered_where_a_table_has_fewer_than_three() -> None:
    """TN-13: house rules that make a tournament a race cannot be chosen in a game for two."""
    assert [each.name for each in draft.chosen_rules(Bout())] == ["low_wins", "for_points"]
    assert [each.name for each in draft.chosen_rules(BoutForTwo())] == ["low_wins"]
