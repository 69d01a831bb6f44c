"""Taproom's own games: a record for each, with everything that is needed beside its rules."""

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
        # A state contains no dice before they are thrown, so there is nothing to hide.
        hidden=frozenset(),
        # A turn is at most a throw, three rethrows and a keep, and each throw is two moves. Show-ups and
        # rounds that end with a home throw add moves, but both are rare.
        moves_max=(60, 30),
        daily=stone_hand.DAILY,
    ),
    GameRecord(
        destiny.DESTINY,
        destiny.DestinyReferee.judge,
        None,
        hidden=frozenset({"field", "deck"}),
        # The deal; a look, a hold and a vote on a new field per seat; and two betting rounds, where all the
        # others must answer each raise. Raises grow, so that only a few of them fit into a stack.
        moves_max=(20, 40),
    ),
    GameRecord(
        knights_heads.KNIGHTS_HEADS,
        knights_heads.KnightsReferee.judge,
        knights_heads.RANKER,
        hidden=frozenset({"deck", "hands.cards", "picks.cards", "passes.cards"}),
        # The deal, three cards per seat, some of them sealed again, and three betting rounds like Destiny's.
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
        # The deal; per seat a paid trade, seven steps of laying and calling, and a vote on the ante; five
        # betting rounds; and now and then a changed default split.
        moves_max=(40, 80),
        daily=dividha.DAILY,
    ),
)
