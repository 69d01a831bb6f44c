"""Flows of coins: between users, by gifts and over tables (TB-23), and to or from the house.

Over a table, only its result counts, once all coins have left it: each player's payments out of the table,
less the payments into it. With more than two players, each loss is divided among the winners in proportion to
their gains. The house's part is left out; its results are counted hand by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from storage.db.transaction import ADDED, Fields, Transaction, merged


@dataclass(frozen=True, slots=True)
class CoinFlow:
    """The net flow of coins between two users, and the number of flows in each direction."""

    giver: int
    taker: int
    net: int
    gifts: int
    """The net amount of gifts."""
    tables: int
    """The net amount over tables."""
    times: int
    """The number of flows between the two, in both directions."""
    times_so: int
    """The number of flows in this direction."""


def between_people(
    tx: Transaction, server: int, since: float, net_min: int, limit: int
) -> tuple[CoinFlow, ...]:
    """Return the flows of at least `net_min` since a time, the largest first."""
    pairs: defaultdict[tuple[int, int], list[tuple[int, bool]]] = defaultdict(list)
    gifts = tx.all(
        "SELECT d.owner, c.owner, t.amount FROM transfers t"
        " JOIN accounts d ON d.id = t.debit JOIN accounts c ON c.id = t.credit"
        " WHERE t.server = ? AND t.reason = 'pay' AND t.at >= ? AND d.owner > 0 AND c.owner > 0",
        (server, since),
    )
    for giver, taker, amount in gifts:
        pairs[min(giver, taker), max(giver, taker)].append((amount if giver < taker else -amount, True))
    for nets in _results(tx, server, since).values():
        for giver, taker, amount in _shared(nets):
            pairs[min(giver, taker), max(giver, taker)].append((amount if giver < taker else -amount, False))
    flows = [_flow(pair, amounts) for pair, amounts in pairs.items()]
    large = [each for each in flows if each.net >= net_min]
    return tuple(sorted(large, key=lambda each: (-each.net, each.giver, each.taker))[:limit])


def _flow(pair: tuple[int, int], amounts: list[tuple[int, bool]]) -> CoinFlow:
    """Return a pair's flow, seen from the user who gave more."""
    net = sum(amount for amount, _is_gift in amounts)
    sign = 1 if net >= 0 else -1
    giver, taker = pair if sign > 0 else pair[::-1]
    gifts = sign * sum(amount for amount, is_gift in amounts if is_gift)
    times_so = sum(amount * sign > 0 for amount, _is_gift in amounts)
    return CoinFlow(giver, taker, sign * net, gifts, sign * net - gifts, len(amounts), times_so)


def _results(tx: Transaction, server: int, since: float) -> Mapping[int, Mapping[int, int]]:
    """Return each player's net result by table, of the empty tables with a payment since a time."""
    rows = tx.all(
        "SELECT p.owner AS place, w.owner AS player, sum(CASE WHEN t.credit = w.id THEN t.amount"
        " ELSE -t.amount END) AS net FROM accounts p"
        " JOIN transfers t ON t.credit = p.id OR t.debit = p.id"
        " JOIN accounts w ON w.id = CASE WHEN t.credit = p.id THEN t.debit ELSE t.credit END"
        " WHERE p.server = ? AND p.kind = 'table' AND p.balance = 0 AND p.id IN"
        " (SELECT debit FROM transfers WHERE server = ? AND at >= ?)"
        " AND w.kind = 'wallet' GROUP BY p.owner, w.owner",
        (server, server, since),
    )
    results: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for row in rows:
        results[row["place"]][row["player"]] = row["net"]
    return results


def _shared(nets: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield loser, winner and amount; the shares of erased people are left out."""
    winners = {player: net for player, net in nets.items() if net > 0}
    losers = {player: -net for player, net in nets.items() if net < 0}
    # If the house won or lost too, the larger sum includes its part.
    total = max(sum(winners.values()), sum(losers.values()))
    for giver, lost in losers.items():
        for taker, won in winners.items():
            amount = lost * won // total
            if giver > 0 and taker > 0 and amount:
                yield giver, taker, amount


@dataclass(frozen=True, slots=True)
class HouseResult:
    """The sums of the house's wins and losses in one game, counted hand by hand."""

    game: str
    won: int
    lost: int


def count_for_house(tx: Transaction, server: int, game: str, lost: Iterable[int]) -> None:
    """Add the house's losses in hands; a negative loss is a gain."""
    amounts = tuple(lost)
    losses, gains = sum(max(0, each) for each in amounts), sum(max(0, -each) for each in amounts)
    if losses or gains:
        row: Fields = {"server": server, "game": game, "won": gains, "lost": losses}
        tx.add("house_results", row, _ADDED_UP)


_ADDED_UP = merged("house_results", ("server", "game"), {"won": ADDED, "lost": ADDED})


def of_house(tx: Transaction, server: int) -> tuple[HouseResult, ...]:
    """Return the results of every game that the house has played for coins."""
    rows = tx.all("SELECT game, won, lost FROM house_results WHERE server = ? ORDER BY game", (server,))
    return tuple(HouseResult(**row) for row in rows)
