"""People's records worked out from moves alone: each hand is played again, and its public events are read.

It shares with what is tested the rules that make events of moves, and no sum: neither the stacks at a hand's
end nor what a game says of its deeds is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from typing import Any

from games.catalog import CATALOG, GAMES
from games.destiny.model import BlindPosted, Looked, heights
from games.destiny.model import Showdown as CardsTurned
from games.dividha.model import DividhaCarry, DividhaShowdown, DividhaState, LastTakesBoth, OutOfAntes
from games.engine.betting.bets import (
    Bet,
    Called,
    Folded,
    LastStanding,
    Pledged,
    Raised,
    UncalledBetReturned,
    share,
)
from games.engine.core.game import Seat
from games.engine.table.table import AnyTable
from games.knights_heads.model import AnteAllIn, KnightsHandBegun, KnightsShowdown
from games.stone_hand.model import HouseThrew, RoundEnded, RoundRestarted, ShowUp, Threw
from storage.books import ledger
from storage.db.retention import day_of
from storage.db.transaction import Transaction
from storage.play import hands
from storage.play.tables import StoredTable, Tables

Who = tuple[int, int, str, str, int]
"""Server, person, game, what was played for, and day."""
Best = tuple[tuple[int, ...], set[str]]
"""The rank of a player's best hand, and the places where it was played."""
Thrown = tuple[int, int, int]


@dataclass(slots=True)
class Sheet:
    """The results of a hand, seat by seat; `shown` is the worth of each hand that was shown."""

    staked: Counter[Seat] = field(default_factory=Counter)
    took: Counter[Seat] = field(default_factory=Counter)
    lost: Counter[Seat] = field(default_factory=Counter)
    winners: set[Seat] = field(default_factory=set)
    folded: set[Seat] = field(default_factory=set)
    shown: dict[Seat, tuple[int, ...]] = field(default_factory=dict)
    luck: Counter[Seat] = field(default_factory=Counter)
    spread: Counter[Seat] = field(default_factory=Counter)
    deeds: Counter[tuple[Seat, str]] = field(default_factory=Counter)


def recounted(tx: Transaction) -> tuple[dict[Who, Counter[str]], dict[Who, Best]]:
    """Return every player's expected record and best hand, recounted from the stored moves."""
    tables = Tables(GAMES)
    counts: dict[Who, Counter[str]] = {}
    best: dict[Who, Best] = {}
    for table_id in tx.scalars("SELECT id FROM tables WHERE phase <> 'lobby'"):
        stored = tables.load(tx, table_id)
        assert stored is not None
        _read_table(tx, stored, counts, best)
    return counts, best


def kept(tx: Transaction) -> tuple[dict[Who, Counter[str]], dict[Who, Best]]:
    """Return the stored records."""
    counts: dict[Who, Counter[str]] = {}
    best: dict[Who, Best] = {}
    for row in tx.all("SELECT * FROM records"):
        who = (row["server"], row["player"], row["game"], row["money"], row["day"])
        names = ("hands", "won", "folds", "showdowns", "net", "staked", "luck", "spread")
        counts[who] = Counter({name: row[name] for name in names})
        if row["best"]:
            key, _kind, *_cards, place, _digest = row["best"].split(" ")
            best[who] = tuple(map(int, key.split("."))), {place}
    for row in tx.all("SELECT * FROM deeds"):
        who = (row["server"], row["player"], row["game"], row["money"], row["day"])
        counts[who][row["deed"]] = row["count"]
    return counts, best


def check_records(tx: Transaction) -> int:
    """Records say what the moves say, but for tournaments, whose seats change hands; how many hands."""
    check_totals(tx)
    (due, due_best), (now, now_best) = recounted(tx), kept(tx)
    wrong = {
        who: (due.get(who), now.get(who), due_best.get(who), now_best.get(who))
        for who in {*due, *now}
        if _is_sure(who)
        and (
            _nonzero(due.get(who)) != _nonzero(now.get(who))
            or not _agree(due_best.get(who), now_best.get(who))
        )
    }
    assert wrong == {}, wrong
    return sum(each["hands"] for who, each in now.items() if _is_sure(who))


def check_totals(tx: Transaction) -> None:
    """Totals are the sums of days, and nothing else is added up."""
    sums = tx.all(
        "SELECT server, player, game, money, sum(hands), sum(won), sum(net), max(best) FROM records"
        " GROUP BY server, player, game, money"
    )
    assert {tuple(row) for row in sums} == {tuple(row) for row in tx.all("SELECT * FROM record_totals")}


def check_wallets(tx: Transaction) -> None:
    """Once all tables are closed, people's net is what they took home less what they brought."""
    for server in ledger.servers(tx):
        rows = tx.all(
            "SELECT w.owner, sum(CASE WHEN w.id = t.credit THEN amount ELSE -amount END) AS home"
            " FROM transfers t JOIN accounts w ON w.id IN (t.debit, t.credit) AND w.kind = 'wallet'"
            " JOIN accounts b ON b.id IN (t.debit, t.credit) AND b.kind = 'table'"
            " WHERE t.server = ? AND w.owner > 0 GROUP BY w.owner",
            (server,),
        )
        nets = tx.all(
            "SELECT player, sum(net) AS net FROM records WHERE server = ? AND money IN ('coins', 'house')"
            " GROUP BY player",
            (server,),
        )
        assert {row["player"]: row["net"] for row in nets if row["net"]} == {
            row["owner"]: row["home"] for row in rows if row["home"]
        }


def _agree(due: Best | None, now: Best | None) -> bool:
    """Equally good, and played where one of the best was; tables that are gone are asked no more."""
    return due == now or (due is not None and now is not None and due[0] == now[0] and now[1] <= due[1])


def _is_sure(who: Who) -> bool:
    return who[3] != "chips"


def _nonzero(counts: Counter[str] | None) -> dict[str, int]:
    return {name: number for name, number in (counts or {}).items() if number}


def _money(table: AnyTable, *, has_house: bool) -> str:
    """Return the money of a hand: practice if a seat costs nothing (TB-19)."""
    if table.money != "coins":
        return table.money
    if not GAMES[table.game].price(table.rules, table.terms.buy_in):
        return "practice"
    return "house" if has_house else "coins"


def _read_table(
    tx: Transaction, stored: StoredTable, counts: dict[Who, Counter[str]], best: dict[Who, Best]
) -> None:
    table, stacks = stored.table, Counter[Seat]()

    def who(seat: Seat, at: float, seats: Iterable[Seat]) -> Who | None:
        player = table.seated(seat).player
        if player is None or player < 0:
            return None
        has_house = any(table.seated(each).player is None for each in seats)
        return stored.server, player, table.game, _money(table, has_house=has_house), day_of(at)

    game, between, ended_at = GAMES[table.game], None, 0.0
    everybody = [each.seat for each in table.seats]
    for number in tx.scalars(
        "SELECT number FROM hands WHERE table_id = ? AND seals NOTNULL ORDER BY number", (stored.id,)
    ):
        kept_hand = hands.get(tx, game, stored.id, number)
        assert kept_hand is not None
        _take_back(counts, partial(who, at=ended_at, seats=everybody), between, kept_hand.beginning)
        moves = hands.moves(tx, game, stored.id, number)
        # The last move, and not the latest: the wall clock may have been set back meanwhile.
        ended_at = tx.scalar(
            "SELECT at FROM moves WHERE table_id = ? AND hand = ? ORDER BY revision DESC LIMIT 1",
            (stored.id, number),
        )
        state, events = kept_hand.beginning, list[Any]()
        for logged in moves:
            step = game.apply(state, logged.seat, logged.move)
            state, events = step.state, [*events, *step.events]
        seats = [each.seat for each in table.seats if each.seat in game.stacks(state)]
        sheet = SHEETS[table.game](kept_hand.beginning, events)
        for seat in seats:
            gain = sheet.took[seat] - sheet.lost[seat]
            stacks[seat] = game.stacks(kept_hand.beginning)[seat] + gain
            if (key := who(seat, ended_at, seats)) is None:
                continue
            counted = counts.setdefault(key, Counter())
            counted["hands"] += 1
            counted["net"] += gain
            counted["staked"] += sheet.staked[seat]
            counted["won"] += seat in sheet.winners
            counted["folds"] += seat in sheet.folded
            counted["showdowns"] += seat in sheet.shown
            counted["luck"] += sheet.luck[seat]
            counted["spread"] += sheet.spread[seat]
            counted.update({deed: n for (mine, deed), n in sheet.deeds.items() if mine == seat})
            if seat in sheet.shown:
                worth, (most, places) = sheet.shown[seat], best.get(key, ((), set()))
                same = places if worth == most else set()
                best[key] = (worth, {*same, f"@{table.id}.{number}"}) if worth >= most else (most, places)
        between = game.result(state).carry
    _take_back(counts, partial(who, at=ended_at, seats=everybody), between, table.carry)
    for each in table.seats if stacks and table.phase == "closed" else ():
        changed = each.stack + (each.home or 0) - stacks[each.seat] if each.seat in stacks else 0
        inherited = _inherited(table, game.claims(between, None), each.seat, changed)
        if inherited and (key := who(each.seat, stored.acted_at, everybody)) is not None:
            counts.setdefault(key, Counter())["net"] += inherited


def _take_back(
    counts: dict[Who, Counter[str]], who: Callable[[Seat], Who | None], before: object, after: object
) -> None:
    """Return to the first who filled up the coins that the hand before moved to the next pot (DV-15)."""
    if not isinstance(before, DividhaCarry) or not isinstance(after, DividhaCarry | DividhaState):
        return
    for each in set(before.left_behind) - set(after.left_behind):
        if (key := who(each.seat)) is not None:
            counts.setdefault(key, Counter())["net"] += each.amount


def _inherited(table: AnyTable, claims: Mapping[Seat, int], seat: Seat, changed: int) -> int:
    """Return the amount that came to a seat when the table closed, with the rest filled up (TB-17)."""
    own, whole = claims.get(seat, 0), sum(claims.values())
    if changed in (0, own, whole):
        return changed
    left = [each.seat for each in table.present]
    return whole if [seat] == left else own


def _stone_hand(beginning: Any, events: Sequence[Any]) -> Sheet:
    sheet, safe = Sheet(), set()
    of_house = beginning.house_throw and beginning.house_throw.numbers
    for event in events:
        match event:
            case HouseThrew(is_found=True):
                of_house = event.dice
            case Threw() | ShowUp():
                sheet.deeds[event.seat, event.hand.kind] += 1
                is_shared = beginning.rules.home_throws == "shared"
                own = [
                    each.throw.numbers
                    for each in beginning.homes
                    if (is_shared or each.seat == event.seat) and not of_house
                ]
                homes = frozenset([of_house] if of_house else own)
                worths = _worths(homes, beginning.rules.inverted_junk)
                sheet.luck[event.seat] += round(1e6 * worths[event.hand.dice])
                sheet.spread[event.seat] += round(1e6 * sum(each**2 for each in worths.values()) / 512)
            case RoundRestarted():
                safe.add(event.seat)
                sheet.shown[event.seat] = (5, 0)
            case RoundEnded():
                for each in beginning.wagers:
                    at_risk = min(each.amount, event.pay * event.factor)
                    sheet.staked[each.seat] = 0 if each.seat in safe else at_risk
                sheet.lost.update({each.seat: each.amount for each in event.lost})
                sheet.took.update({each.seat: each.amount for each in event.gained})
                sheet.winners.update(event.winners)
                for stood in event.standings:
                    sheet.shown[stood.seat] = _worth(stood.hand, beginning.rules)
    return sheet


@cache
def _worths(homes: frozenset[Thrown], inverted: bool) -> dict[Thrown, float]:  # noqa: FBT001 -- a key of the cache
    """Return the worth of each of the 512 throws: the share that it beats, less the share that beats it."""
    keys = {
        dice: _key((dice[0], dice[1], dice[2]), homes, inverted) for dice in product(range(1, 9), repeat=3)
    }
    hands = [each for each in keys.values() if each is not None]
    return {
        (dice[0], dice[1], dice[2]): 0.0
        if mine is None
        else sum((mine > other) - (mine < other) for other in hands) / 512
        for dice, mine in keys.items()
    }


def _key(dice: Thrown, homes: frozenset[Thrown], inverted: bool) -> tuple[int, int] | None:  # noqa: FBT001
    """The rulebook's table of hands, from its end; a show-up is none."""
    low, middle, high = lying = sorted(dice)
    key: tuple[int, int] | None = 1, middle if inverted else -middle
    if middle in (low, high):
        key = 2, -(low + high - middle)
    if low + 1 == middle == high - 1:
        key = 3, -middle
    if low == high:
        key = 4, -low
    if lying in ([1, 4, 7], [2, 5, 8]):
        key = 0, 0
    if lying in ([2, 4, 6], [4, 6, 8]):
        key = None
    return (5, 0) if tuple(lying) in homes else key


def _worth(hand: Any, rules: Any) -> tuple[int, ...]:
    """SH-7: home throw, triple, run, pair, junk, empty; the lower score wins, of inverted junk the higher."""
    rank = ("empty", "junk", "pair", "run", "triple", "home").index(hand.kind)
    if hand.score is None:
        return rank, 0
    return rank, hand.score if rules.inverted_junk and hand.kind == "junk" else 8 - hand.score


def _bets(events: Sequence[Any], antes: Mapping[Seat, int]) -> Sheet:
    """Return the sheet of antes, blinds and bets, without returned coins, and with the folds."""
    sheet = Sheet(staked=Counter(antes))
    for event in events:
        match event:
            case BlindPosted() | Bet() | Raised() | Called() | Pledged():
                sheet.staked[event.seat] += event.amount
            case UncalledBetReturned():
                sheet.staked[event.seat] -= event.amount
            case Folded():
                sheet.folded.add(event.seat)
            case LastStanding():
                sheet.took[event.seat] += event.amount
                sheet.winners.add(event.seat)
    sheet.lost.update(sheet.staked)
    return sheet


def _destiny(beginning: Any, events: Sequence[Any]) -> Sheet:
    sheet, height = _bets(events, {}), heights(beginning.rules.jokers)
    for event in events:
        match event:
            case Looked():
                sheet.deeds[event.seat, "looks"] += 1
            case CardsTurned():
                for each in event.shown:
                    sheet.shown[each.seat] = (height[each.card],)
                    sheet.deeds[each.seat, "blind"] += each.place is None
                    sheet.deeds[each.seat, f"rank_{each.card[0]}"] += 1
                for pot in event.pots:
                    sheet.took[pot.winner] += pot.amount
                    sheet.winners.add(pot.winner)
    return sheet


def _knights_heads(beginning: Any, events: Sequence[Any]) -> Sheet:
    antes = {}
    for event in events:
        if isinstance(event, KnightsHandBegun):
            antes = dict.fromkeys(GAMES["knights_heads"].stacks(beginning), event.ante)
        elif isinstance(event, AnteAllIn):
            antes[event.seat] = event.amount
    sheet, ranker = _bets(events, antes), CATALOG["knights_heads"].ranker
    assert ranker is not None
    for event in events:
        if isinstance(event, KnightsShowdown):
            for laid in event.laid:
                ranking = ranker.best(" ".join(laid.cards), beginning.rules)
                sheet.shown[laid.seat] = ranking.key
                sheet.deeds[laid.seat, f"hand_{ranking.number or 27}"] += 1
                sheet.deeds[laid.seat, "courts"] += sum(card.startswith("N") for card in laid.cards) // 4
            for pot in event.pots:
                for each in pot.shares:
                    sheet.took[each.seat] += each.amount
                    sheet.winners.add(each.seat)
    return sheet


def _dividha(_beginning: Any, events: Sequence[Any]) -> Sheet:
    sheet = Sheet(folded={each.seat for each in events if isinstance(each, Folded)})
    for event in events:
        match event:
            case DividhaShowdown(outcome=outcome) | LastTakesBoth(outcome=outcome):
                for tablet in outcome.tablets:
                    sheet.staked[tablet.seat] = sum(
                        laid.coins - laid.back for laid in (*tablet.bets, *tablet.trades)
                    )
                sheet.lost.update(sheet.staked)
                columns: dict[str, Counter[Seat]] = {"win": Counter(), "lose": Counter()}
                for layer in outcome.layers:
                    columns["win"].update(share(layer.win, layer.strongest))
                    columns["lose"].update(share(layer.lose, layer.weakest))
                for name, column in columns.items():
                    sheet.took.update(column)
                    sheet.deeds.update({(seat, name): 1 for seat, amount in column.items() if amount})
                sheet.deeds.update({(seat, "invictories"): 1 for seat in outcome.invictories})
                sheet.shown = {each.seat: each.key for each in outcome.hands}
                sheet.deeds.update({(each.seat, f"hand_{each.number}"): 1 for each in outcome.hands})
                sheet.winners = {seat for seat in sheet.staked if sheet.took[seat] > sheet.staked[seat]}
            case OutOfAntes():
                sheet.lost[event.seat] += event.amount
    return sheet


SHEETS: Mapping[str, Callable[[Any, Sequence[Any]], Sheet]] = {
    "stone_hand": _stone_hand,
    "destiny": _destiny,
    "knights_heads": _knights_heads,
    "dividha": _dividha,
}
