"""What one person may win from the house's bank in a day, and what happens then (TB-12).

All that is won from house players counts, less what is lost to them, in the transaction that settles it.
Nothing that was won is taken away: the game ends before the next hand, everybody takes home what lies
before them, and until the day is over the house plays for coins with that person no more.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.game import AnyGame
from games.engine.core.sentences import phrase
from games.engine.table.lobby import end_for_house
from games.engine.table.settlement import won_from_house
from games.engine.table.table import AnyTable, Change, house_sits
from storage import day_limits, settings
from storage.day_limits import DAY_SECONDS, day_of
from storage.errors import Refused
from storage.tables import Stored
from storage.transaction import Transaction

BUY_INS = 10
"""So many of a table's buy-ins one person may win from the house in a day, unless managers set a sum."""


@dataclass(eq=False)
class HouseLostEnough(Refused):
    """Somebody has won from the house today what it loses to one person; it plays again at this time."""

    says = phrase(
        "{player} has won {lost} or more from the house today, and that’s as much as it loses to one person "
        "in a day. It plays for coins again <t:{again_at}:R>; for practice, any time."
    )
    player: int
    lost: int
    again_at: float


def require_patience(tx: Transaction, server: int, game: AnyGame, table: AnyTable, at: float) -> None:
    """Refuse a table on which the house would play for coins with somebody who has won enough from it."""
    sated = _sated(tx, server, game, table, at)
    if sated:
        player, most = sated[0]
        raise HouseLostEnough(player, most, float((day_of(at) + 1) * DAY_SECONDS))


def settle(tx: Transaction, stored: Stored, game: AnyGame, change: Change, at: float) -> Change:
    """Count what was won from the house, and end the game where somebody has won enough."""
    for player, amount in won_from_house(stored.table, change, game).items():
        if player > 0:  # not whoever had themselves forgotten
            day_limits.count(tx, stored.server, player, "house", amount, at)
    if change.table.phase != "playing" or not _is_between_hands(change):
        return change
    sated = [player for player, _ in _sated(tx, stored.server, game, change.table, at)]
    return change.then(end_for_house(change.table, game, sated)) if sated else change


def _is_between_hands(change: Change) -> bool:
    """Whether no hand is under way of which anybody has seen anything."""
    hand = change.table.hand
    return hand is None or any(each.number == hand.number for each in change.begun)


def _sated(tx: Transaction, server: int, game: AnyGame, table: AnyTable, at: float) -> list[tuple[int, int]]:
    """Who at a table has won enough from the house that plays there for coins, and how much that is."""
    price = game.price(table.rules, table.terms.buy_in)
    if table.money != "coins" or not house_sits(table) or not price:
        return []
    most = settings.load(tx, server).house_day_max or BUY_INS * price
    people = [each.player for each in table.present if each.player is not None]
    return [
        (player, most) for player in people if day_limits.counted(tx, server, player, "house", at) >= most
    ]
