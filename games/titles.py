"""All titles, by what they are earned at (TB-21)."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalog import GAMES
from games.engine.core.titles import SEASONS, TAVERN, Title
from games.tournament import titles as tournament

TAVERN_WIDE, TOURNAMENTS = "tavern", "tournaments"
"""Where titles are earned beside the games."""

TITLES: Mapping[str, tuple[Title, ...]] = {
    **{key: game.titles for key, game in GAMES.items()},
    TAVERN_WIDE: (*TAVERN, *SEASONS),
    TOURNAMENTS: tournament.TITLES,
}
BY_KEY: Mapping[str, Title] = {each.key: each for titles in TITLES.values() for each in titles}
