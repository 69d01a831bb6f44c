"""Helpers that several tests about record share."""

from __future__ import annotations

from games.engine.core.hand_stats import BestHand, HandStats
from storage.db.retention import DAY_SECONDS
from storage.standing import records
from storage.standing.records import Counted
from tests.discord.tavern import Player, Room

TRIPLE = HandStats(
    6, has_won=True, shown=BestHand((4, 6), "triple", ("2", "2", "2")), counts={"triple": 1, "junk": 2}
)


THROWN = HandStats(
    6,
    has_won=True,
    shown=BestHand((4, 6), "triple", ("2", "2", "2")),
    counts={"triple": 3, "run": 4, "pair": 21, "junk": 36},
    luck=8_000_000,
    spread=64_000_000,
)


"""The record of 64 throws, with a variance of one each."""


async def played(
    room: Room, player: Player, deeds: HandStats, gain: int, *, days_ago: int = 0, number: int = 1
) -> None:
    """Store a hand of that table's game for a player."""
    table = (await room.table(number)).table
    at = room.bot.app.tavern.now() - days_ago * DAY_SECONDS
    counted = [Counted(player.id, gain, deeds)]
    await room.bot.app.database.write(lambda tx: records.add(tx, room.guild.id, table, counted, at))
