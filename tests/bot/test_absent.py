"""Absent players of a tournament, and the moves of their seats."""

from __future__ import annotations

from bot.tavern.table import actions
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_service import TournamentState
from games.engine.core.game import Seat
from games.engine.core.offers import Offer
from games.stone_hand.game import STONE_HAND
from games.tournament import director
from games.tournament.model import TournamentTerms
from games.tournament.orders import FinalDrawn
from storage.db.database import Database
from tests.bot.evening import ORGANISER, Evening

ABSENT = 101


class WithoutOne(Evening):
    """An evening at which one player never answers."""

    def _people_asked(self, seen: TableState) -> list[tuple[Seat, Offer[object]]]:
        asked = super()._people_asked(seen)
        return [(seat, offer) for seat, offer in asked if seen.table.seated(seat).player != ABSENT]

    async def standing(self, state: TournamentState) -> str | None:
        """Return the absent player's standing at the current table; None without one."""
        for place in state.places.values():
            for each in (await self.tavern.look(place.table)).table.present:
                if each.player == ABSENT:
                    return each.standing
        return None


async def test_whoever_is_absent_is_not_waited_for_at_the_next_table(database: Database) -> None:
    """TN-19, TB-8: played for at the final table as before it, until they come back."""
    evening = WithoutOne(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(3, 500))
    await evening.enter(number, ABSENT, 102, 103, 104)
    state = await evening.start(number)
    while await evening.standing(state) != "away":
        await evening.step(state)
        state = await evening.tournaments.look(number)
    press = evening.press(ORGANISER)
    await evening.tournaments.do(
        press, number, lambda before, now, lots: director.remove(before, 104, now, lots)
    )
    while not any(isinstance(order, FinalDrawn) for order in evening.orders):
        await evening.step(await evening.tournaments.look(number))
    state = await evening.tournaments.look(number)

    assert await evening.standing(state) == "away"
    [place] = state.places.values()
    await evening.tavern.act(evening.press(ABSENT), place.table, actions.come_back)
    assert await evening.standing(state) == "in"
