"""Where coins went: from one person to another, by gifts and over tables (TB-23), and to or from the house.

Between people only what a table came to counts, once all coins have gone home from it: what each took home
less what they put up. Where more than two played, everybody's loss is taken to have gone to the winners in
proportion to what they won. What the house won or lost goes to nobody; that is counted hand by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from storage.db.transaction import ADDED, Fields, Transaction, merged


@dataclass(frozen=True, slots=True)
class CoinFlow:
    """What went from one person to another on balance, and how often it went which way."""

    giver: int
    taker: int
    net: int
    gifts: int
    """By gifts, on balance."""
    tables: int
    """Over tables, on balance."""
    times: int
    """How often coins went between the two, either way."""
    times_so: int
    """How often they went this way."""


def between_people(
    tx: Transaction, server: int, since: float, net_min: int, limit: int
) -> tuple[CoinFlow, ...]:
    """Who gave or lost at least `net_min` to whom on balance since then, the most first."""
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
    found = [_flow(pair, moved) for pair, moved in pairs.items()]
    large = [each for each in found if each.net >= net_min]
    return tuple(sorted(large, key=lambda each: (-each.net, each.giver, each.taker))[:limit])


def _flow(pair: tuple[int, int], moved: list[tuple[int, bool]]) -> CoinFlow:
    """A pair's coins, seen from whoever gave more."""
    net = sum(amount for amount, _is_gift in moved)
    sign = 1 if net >= 0 else -1
    giver, taker = pair if sign > 0 else pair[::-1]
    gifts = sign * sum(amount for amount, is_gift in moved if is_gift)
    times_so = sum(amount * sign > 0 for amount, _is_gift in moved)
    return CoinFlow(giver, taker, sign * net, gifts, sign * net - gifts, len(moved), times_so)


def _results(tx: Transaction, server: int, since: float) -> Mapping[int, Mapping[int, int]]:
    """What each took home less what they put up, by table: of those that coins last left since then."""
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
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for row in rows:
        found[row["place"]][row["player"]] = row["net"]
    return found


def _shared(nets: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Who lost how much to whom; forgotten people take their share along and are not told of."""
    winners = {player: net for player, net in nets.items() if net > 0}
    losers = {player: -net for player, net in nets.items() if net < 0}
    # Where the house won or lost as well, a part of it was its.
    whole = max(sum(winners.values()), sum(losers.values()))
    for giver, lost in losers.items():
        for taker, won in winners.items():
            amount = lost * won // whole
            if giver > 0 and taker > 0 and amount:
                yield giver, taker, amount


@dataclass(frozen=True, slots=True)
class HouseResult:
    """What the house has won and lost by one game, hand by hand."""

    game: str
    won: int
    lost: int


def count_for_house(tx: Transaction, server: int, game: str, lost: Iterable[int]) -> None:
    """Add what a hand cost the house; below zero, what it brought."""
    amounts = tuple(lost)
    lost_now, won_now = sum(max(0, each) for each in amounts), sum(max(0, -each) for each in amounts)
    if lost_now or won_now:
        row: Fields = {"server": server, "game": game, "won": won_now, "lost": lost_now}
        tx.add("house_results", row, _ADDED_UP)


_ADDED_UP = merged("house_results", ("server", "game"), {"won": ADDED, "lost": ADDED})


def of_house(tx: Transaction, server: int) -> tuple[HouseResult, ...]:
    """The results of every game that the house has played for coins."""
    rows = tx.all("SELECT game, won, lost FROM house_results WHERE server = ? ORDER BY game", (server,))
    return tuple(HouseResult(**row) for row in rows)
