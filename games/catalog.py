"""The games of the tavern: a record for each, with everything that is needed beside its rules.

Taproom's own games (`games/own.py`) come first; games of other packages follow (`games/plugins.py`).

The titles of all games (TB-21) and their deals of the day (TB-20) are here, too. A deal of the day is the
same for everybody, and its derivation from the day's seed can be verified. The seed is revealed when the day
is over; until then only its SHA-256 is shown. The game and the day are mixed in like a cut, so that one seed
gives a different deal for each game and each day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from games import __version__, own
from games.engine.core.game import AnyGame, DailyGame
from games.engine.core.hand_stats import SEASONS, TAVERN, Title
from games.engine.provable_chance import Cut, Draw, Seal
from games.engine.record import GameRecord
from games.plugins import GAMES_GROUP, Plugin, check_game, load_plugins
from games.tournament import placing as tournament

PLUGINS: Mapping[str, Plugin[GameRecord]] = load_plugins(
    GAMES_GROUP, GameRecord, check_game, [each.game.key for each in own.RECORDS]
)
"""The games of other packages by their keys."""
RECORDS: tuple[GameRecord, ...] = (*own.RECORDS, *(each.value for each in PLUGINS.values()))
CATALOG: Mapping[str, GameRecord] = {each.game.key: each for each in RECORDS}
GAMES: Mapping[str, AnyGame] = {key: each.game for key, each in CATALOG.items()}
HOSTED: Mapping[str, AnyGame] = {key: game for key, game in GAMES.items() if game.tournament_seats}
"""The games that have tournaments."""

TAVERN_WIDE, TOURNAMENTS = "tavern", "tournaments"
"""The keys of the titles that belong to no game."""
TITLES: Mapping[str, tuple[Title, ...]] = {
    **{key: game.titles for key, game in GAMES.items()},
    TAVERN_WIDE: (*TAVERN, *SEASONS),
    TOURNAMENTS: tournament.TITLES,
}
BY_KEY: Mapping[str, Title] = {each.key: each for titles in TITLES.values() for each in titles}
"""All titles by their own keys."""

DAILY: Mapping[str, DailyGame[Any]] = {
    key: each.daily for key, each in CATALOG.items() if each.daily is not None
}
"""The games that have a deal of the day."""
FIRST_DAY = date(1970, 1, 1)


def date_of(day: int) -> date:
    """Return the date of a day counted from 1970."""
    return FIRST_DAY + timedelta(day)


def deal_of(game: str, day: date, seed: str) -> Any:
    """Return the deal of a game on a day."""
    sealed = Seal(seed, (Cut("", f"{game} {day.isoformat()}"),))
    return DAILY[game].deal(Draw(sealed).below)


def fingerprint(game: str, deal: Any) -> str:
    """Return a hash that is equal for deals that look alike and have the same answers in the same order."""
    daily = DAILY[game]
    return hashlib.sha256("\n".join((daily.told(deal), *daily.answers(deal))).encode()).hexdigest()


def commitment(seed: str) -> str:
    """Return the commitment to a seed, to be shown while the seed is secret."""
    return Seal(seed).commitment


def version_of(key: str) -> str:
    """Return a game's package and version, such as `taproom 0.3.0`."""
    plugin = PLUGINS.get(key)
    return f"taproom {__version__}" if plugin is None else str(plugin)
