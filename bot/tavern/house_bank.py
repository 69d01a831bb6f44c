"""The daily limit of what one person may win from the house's bank, over all tables and throws (TB-12).

Winnings from house players, less losses to them, count in the transaction that settles them. Nothing won
is taken away: at the limit the game ends before the next hand, everybody takes their stack home, and the
house does not play for coins with that person until the next day.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.errors import phrase
from games.engine.core.game import AnyGame
from games.engine.table.lobby import end_for_house
from games.engine.table.progress import won_from_house
from games.engine.table.table import AnyTable, Change, house_sits
from storage.books import flows, limits
from storage.books.limits import DAY_SECONDS, day_of
from storage.db.transaction import Transaction
from storage.errors import Refused
from storage.people import server_settings
from storage.play.tables import Stored


@dataclass(eq=False)
class HouseLostEnough(Refused):
    says = phrase(
        "{player} has won {lost} or more from the house today, and that’s as much as it loses to one person "
        "in a day. It plays for coins again <t:{again_at}:R>; for practice, any time."
    )
    player: int
    lost: int
    again_at: float


@dataclass(eq=False)
class HouseStakesLess(Refused):
    says = phrase(
        "The house loses at most {ceiling} to one person in a day, so it won’t play for {amount} a seat. "
        "Open a table for less, or one for practice."
    )
    amount: int
    ceiling: int


def require_house_willing(tx: Transaction, server: int, game: AnyGame, table: AnyTable, at: float) -> None:
    """Refuse a table that is dearer than the house's limit, or one with somebody who reached it."""
    if not _plays_for_coins(game, table):
        return
    most = server_settings.load(tx, server).house_day_max
    price = game.price(table.rules, table.terms.buy_in)
    if price > most:
        raise HouseStakesLess(price, most)
    for player in _players_at_limit(tx, server, table, most, at):
        raise HouseLostEnough(player, most, float((day_of(at) + 1) * DAY_SECONDS))


def settle(tx: Transaction, stored: Stored, game: AnyGame, change: Change, at: float) -> Change:
    """Count winnings from the house and losses to it, and end the game if somebody reached the limit."""
    hand = change.table.hand
    if hand is not None and all(each.number != hand.number for each in change.begun):
        # Until a hand is settled its coins belong to those who brought them.
        return change
    won = won_from_house(stored.table, change, game)
    flows.count_for_house(tx, stored.server, game.key, won.values())
    for player, amount in won.items():
        if player > 0:  # not forgotten people
            limits.count(tx, stored.server, player, "house", amount, at)
    if change.table.phase != "playing" or not _plays_for_coins(game, change.table):
        return change
    most = server_settings.load(tx, stored.server).house_day_max
    at_limit = _players_at_limit(tx, stored.server, change.table, most, at)
    return change.then(end_for_house(change.table, game, at_limit)) if at_limit else change


def _plays_for_coins(game: AnyGame, table: AnyTable) -> bool:
    """Whether the house's coins are at stake here."""
    costs = game.price(table.rules, table.terms.buy_in) > 0
    return table.money == "coins" and house_sits(table) and costs


def _players_at_limit(tx: Transaction, server: int, table: AnyTable, most: int, at: float) -> list[int]:
    """The people at this table to whom the house has lost so much today."""
    people = [each.player for each in table.present if each.player is not None]
    return [each for each in people if limits.counted(tx, server, each, "house", at) >= most]
