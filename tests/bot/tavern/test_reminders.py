"""Reminders before the events that they announce."""

from __future__ import annotations

from typing import Any

import pytest

from games.stone_hand.game import STONE_HAND
from games.tournament.model import TournamentTerms
from storage.db.database import Database
from tests.bot.evening import Evening

FORMATS: tuple[tuple[dict[str, Any], list[str]], ...] = (
    ({}, ["1/2"]),
    ({"goal": 50, "chips": 0, "seats": 3}, []),
    ({"minutes_max": 3}, []),
)


@pytest.mark.parametrize(("terms", "said"), FORMATS)
async def test_of_a_level_that_somebody_plays(
    database: Database, terms: dict[str, Any], said: list[str]
) -> None:
    """TN-7, TN-12, TN-13: in a race nothing is posted, and once time is up no hand begins."""
    evening = Evening(database)
    laid_down = TournamentTerms(
        **{"seats": 2, "chips": 50, "level_unit": "minutes", "level_length": 5, **terms}
    )
    number = await evening.announce(STONE_HAND, laid_down)
    await evening.enter(number, 101, 102)
    places = (await evening.start(number)).places
    evening.clock.at += 60
    await evening.tavern.tick(places[1].table)
    for _ in range(3):
        evening.clock.at += 60
        await evening.tournaments.tick(number)

    assert evening.reminders == said
