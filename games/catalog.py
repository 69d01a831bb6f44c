"""The games of the tavern, listed by hand: one record each, with all that is asked for beside the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.destiny.game import DESTINY
from games.destiny.referee import DestinyReferee
from games.dividha import daily as dividha_daily
from games.dividha import notation as dividha_notation
from games.dividha.game import DIVIDHA
from games.dividha.referee import DividhaReferee
from games.engine.core.daily import DailyGame
from games.engine.core.game import AnyGame
from games.engine.core.notation import Ranker
from games.engine.history.record import History
from games.knights_heads import daily as knights_heads_daily
from games.knights_heads import notation as knights_heads_notation
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.referee import KnightsReferee
from games.stone_hand import daily as stone_hand_daily
from games.stone_hand import notation as stone_hand_notation
from games.stone_hand.game import STONE_HAND
from games.stone_hand.referee import StoneHandReferee

Referee: TypeAlias = Callable[[History], Iterator[str]]
"""Lists what breaks the rules in a hand's history, one line each; raises `Misshapen`."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, who judges and reads its hands, and what the laws measure it by."""

    game: AnyGame
    referee: Referee
    ranker: Ranker | None
    """None where a hand is a single card, and there is nothing to rank on the command line."""
    hidden: frozenset[str]
    """Fields of a state that hold secrets, each as a dotted path of names (TB-11)."""
    moves_max: tuple[int, int]
    """More moves than a hand can have: a fixed number, and another number per seat (Law 1)."""
    daily: DailyGame[Any] | None = None
    """Its deal of the day; None where what is best depends on what others do."""


RECORDS = (
    GameRecord(
        STONE_HAND,
        StoneHandReferee.judge,
        stone_hand_notation.RANKER,
        # A state holds no dice that have not been thrown yet, so there is nothing to hide.
        hidden=frozenset(),
        # A turn is at most a throw, three rethrows and a keep, each throw two moves; show-ups and
        # rounds that a home throw stops come on top, both rare.
        moves_max=(60, 30),
        daily=stone_hand_daily.DAILY,
    ),
    GameRecord(
        DESTINY,
        DestinyReferee.judge,
        None,
        hidden=frozenset({"field", "deck"}),
        # The deal, a look, a hold and a word about a new field for each, and two rounds in which every
        # raise asks all the others again; raises grow, so that few of them make a stack.
        moves_max=(20, 40),
    ),
    GameRecord(
        KNIGHTS_HEADS,
        KnightsReferee.judge,
        knights_heads_notation.RANKER,
        hidden=frozenset({"deck", "hands.cards", "picks.cards", "passes.cards"}),
        # The deal, three cards of each, some sealed again, and three rounds of betting like those.
        moves_max=(20, 60),
        daily=knights_heads_daily.DAILY,
    ),
    GameRecord(
        DIVIDHA,
        DividhaReferee.judge,
        dividha_notation.RANKER,
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
        # The deal, a trade that is paid for, seven steps of laying and calling and a word about the ante
        # for each, five rounds, and now and then a usual split that somebody changes.
        moves_max=(40, 80),
        daily=dividha_daily.DAILY,
    ),
)
CATALOG: Mapping[str, GameRecord] = {each.game.key: each for each in RECORDS}
GAMES: Mapping[str, AnyGame] = {key: each.game for key, each in CATALOG.items()}
HOSTED: Mapping[str, AnyGame] = {key: game for key, game in GAMES.items() if game.tournament_seats}
"""The games that tournaments can be played of."""
