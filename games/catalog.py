"""The games of the tavern: one record each, with all that is needed beside the rules.

Ours are listed by hand; those of other packages follow by their entry points (`games/plugins.py`).

Also what games share beside the table: titles (TB-21), and the deal of the day (TB-20). That deal is the same
for everybody, and its derivation from the day's seed can be verified. The seed is revealed when the day is
over; until then only its SHA-256 is shown. Game and day are mixed in like a cut, so that one seed gives a
different deal for each game and each day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from games import __version__
from games.destiny import game as destiny
from games.dividha import game as dividha
from games.engine.core.game import AnyGame, DailyGame
from games.engine.core.hand_stats import SEASONS, TAVERN, Title
from games.engine.provable_chance import Cut, Draw, Seal
from games.engine.record import GameRecord
from games.knights_heads import game as knights_heads
from games.plugins import GAMES_GROUP, Plugin, check_game, load_plugins
from games.stone_hand import game as stone_hand
from games.tournament import placing as tournament

OWN_RECORDS = (
    GameRecord(
        stone_hand.STONE_HAND,
        stone_hand.StoneHandReferee.judge,
        stone_hand.RANKER,
        # A state holds no dice that have not been thrown yet, so there is nothing to hide.
        hidden=frozenset(),
        # A turn is at most a throw, three rethrows and a keep, each throw two moves; show-ups and rounds that
        # a home throw stops come on top, both rare.
        moves_max=(60, 30),
        daily=stone_hand.DAILY,
    ),
    GameRecord(
        destiny.DESTINY,
        destiny.DestinyReferee.judge,
        None,
        hidden=frozenset({"field", "deck"}),
        # The deal; a look, a hold and a vote on a new field per seat; and two rounds in which every raise
        # asks all the others again. Raises grow, so that a few of them make a stack.
        moves_max=(20, 40),
    ),
    GameRecord(
        knights_heads.KNIGHTS_HEADS,
        knights_heads.KnightsReferee.judge,
        knights_heads.RANKER,
        hidden=frozenset({"deck", "hands.cards", "picks.cards", "passes.cards"}),
        # The deal, three cards per seat, some sealed again, and three rounds of betting like those.
        moves_max=(20, 60),
        daily=knights_heads.DAILY,
    ),
    GameRecord(
        dividha.DIVIDHA,
        dividha.DividhaReferee.judge,
        dividha.RANKER,
        hidden=frozenset(
            {
                "deck",
                "holdings.private",
                "holdings.turned_in",
                "holdings.discard",
                "holdings.laid",
                "holdings.call",
                "tablets.bets.win",
                "tablets.trades.win",
                "trading",
                "usual.percent",
            }
        ),
        # The deal; a paid trade, seven steps of laying and calling and a vote on the ante per seat; five
        # rounds; and occasionally a changed default split.
        moves_max=(40, 80),
        daily=dividha.DAILY,
    ),
)
PLUGINS: Mapping[str, Plugin[GameRecord]] = load_plugins(
    GAMES_GROUP, GameRecord, check_game, [each.game.key for each in OWN_RECORDS]
)
"""The games of other packages by their keys."""
RECORDS: tuple[GameRecord, ...] = (*OWN_RECORDS, *(each.value for each in PLUGINS.values()))
CATALOG: Mapping[str, GameRecord] = {each.game.key: each for each in RECORDS}
GAMES: Mapping[str, AnyGame] = {key: each.game for key, each in CATALOG.items()}
HOSTED: Mapping[str, AnyGame] = {key: game for key, game in GAMES.items() if game.tournament_seats}
"""The games that have tournaments."""

TAVERN_WIDE, TOURNAMENTS = "tavern", "tournaments"
"""The sources of titles besides the games."""
TITLES: Mapping[str, tuple[Title, ...]] = {
    **{key: game.titles for key, game in GAMES.items()},
    TAVERN_WIDE: (*TAVERN, *SEASONS),
    TOURNAMENTS: tournament.TITLES,
}
BY_KEY: Mapping[str, Title] = {each.key: each for titles in TITLES.values() for each in titles}

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
    """Return the same text for deals that look alike and have the same answers, in the same order."""
    asked = DAILY[game]
    return hashlib.sha256("\n".join((asked.told(deal), *asked.answers(deal))).encode()).hexdigest()


def commitment(seed: str) -> str:
    """Return the commitment to a seed, to be shown while the seed is secret."""
    return Seal(seed).commitment


def version_of(key: str) -> str:
    """Return the package of a game with its version, such as `taproom 0.3.0`."""
    plugin = PLUGINS.get(key)
    return f"taproom {__version__}" if plugin is None else str(plugin)
