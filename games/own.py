"""Taproom's own games: one record each, listed by hand, with all that is needed beside the rules."""

from __future__ import annotations

from games.destiny import game as destiny
from games.dividha import game as dividha
from games.engine.record import GameRecord
from games.knights_heads import game as knights_heads
from games.stone_hand import game as stone_hand

RECORDS: tuple[GameRecord, ...] = (
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
