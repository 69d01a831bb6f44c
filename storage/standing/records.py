"""Permanent records of finished hands, by player, server, game, day (UTC), and kind of stakes.

A hand is counted in the transaction that settles it, so exactly once, from public facts only. Hands that were
called off do not count. House players have no records.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from games.engine.core.game import AnyGame
from games.engine.core.hand_stats import BestHand, HandStats
from games.engine.table.table import AnyTable, TableChange, played_for
from storage.db.retention import PersonalColumns, day_of
from storage.db.transaction import ADDED, GREATER, Fields, Transaction, Value, merged
from storage.play.postings import is_server

log = logging.getLogger(__name__)

LEARNED_HANDS = 10
"""The number of hands of a game after which a player is no beginner and has no coach."""
AT = "@"
"""The prefix of the table and number of a best hand, in its stored text."""
DIGEST = 8
"""The number of hex digits of a best hand's digest, which detects damage."""
_BEST = re.compile(
    r"(?P<body>(?P<key>[0-9]+(?:\.[0-9]+)*) (?P<kind>[^\s@#]+)(?P<cards>(?: [^\s@#]+)*)"
    rf"(?: {AT}(?P<table>[0-9]+)\.(?P<hand>[0-9]+))?)(?: #(?P<digest>[0-9a-f]{{{DIGEST}}}))?"
)
DIGITS = 10
"""The decimal places of each number of a hand's rank, so that ranks compare as texts."""

PlayedFor: TypeAlias = Literal["coins", "house", "practice", "chips"]
"""The kinds of stakes, whose records are separate: coins among users, coins with a house player, no coins."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An addition to a player's record: a finished hand, or without `deeds` only a gain between hands."""

    player: int
    gain: int
    deeds: HandStats | None = None
    hand: int = 0
    is_with_house: bool = False


class HandPlace(NamedTuple):
    """The table of a hand and its number there."""

    table: int
    hand: int


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """A player's record of one game over some days."""

    hands: int = 0
    won: int = 0
    folds: int = 0
    showdowns: int = 0
    net: int = 0
    staked: int = 0
    best: BestHand | None = None
    deeds: Mapping[str, int] = field(default_factory=dict)
    luck: int = 0
    spread: int = 0
    best_at: HandPlace | None = None


def count(tx: Transaction, server: int, game: AnyGame, change: TableChange, at: float) -> None:
    """Count the hands that a change has ended, and the money kept between hands that it paid."""
    table = counting(change.table, game)
    for ended in change.ended:
        add(tx, server, table, counted(table, ended.gains, ended.deeds, ended.number), at)
    inherited = {each.seat: each.amount for each in change.inherited}
    add(tx, server, table, counted(table, inherited, {}), at)


def counting(table: AnyTable, game: AnyGame) -> AnyTable:
    """Return the table with the kind of money under which its hands are counted."""
    return replace(table, money=played_for(table, game))


def counted(
    table: AnyTable, gains: Mapping[Any, int], deeds: Mapping[Any, HandStats], hand: int = 0
) -> tuple[Counted, ...]:
    """Return the additions to the records of the people in these seats; `hand` is 0 between hands."""
    players = {seat: table.seated(seat).player for seat in gains}
    participants = players.values() if hand else [each.player for each in table.seats]
    is_with_house = None in participants
    return tuple(
        Counted(player, gain, deeds.get(seat), hand, is_with_house)
        for seat, gain in gains.items()
        if (player := players[seat]) is not None and player > 0  # neither house players nor erased people
    )


def add(tx: Transaction, server: int, table: AnyTable, each_one: Iterable[Counted], at: float) -> None:
    """Add to players' records of the day."""
    days: list[Fields] = []
    totals: list[Fields] = []
    deeds: list[Fields] = []
    # The order prevents deadlocks between tables with the same players.
    for each in sorted(each_one, key=lambda each: each.player):
        money = "house" if each.is_with_house and table.money == "coins" else table.money
        who: Fields = {"server": server, "player": each.player, "game": table.game, "money": money}
        day, numbers = {**who, "day": day_of(at)}, _numbers(each, table.id)
        days.append({**day, **numbers})
        totals.append({**who, **{name: numbers[name] for name in _TOTALS}})
        if each.deeds is not None:
            for deed, count in each.deeds.counts.items():
                row: Fields = {**day, "deed": deed}
                deeds.append({**row, "count": count, "proof": _proof(row, count)})
    tx.insert_many("records", days, _ADDED_TO_DAY)
    tx.insert_many("record_totals", totals, _ADDED_TO_TOTAL)
    tx.insert_many("deeds", deeds, _ADDED_TO_DEED)


_KEY = ("server", "player", "game", "money")
_SUMS = ("hands", "won", "folds", "showdowns", "net", "staked", "luck", "spread")
_TOTALS = ("hands", "won", "net", "best")
_ADDED_UP = {**dict.fromkeys(_SUMS, ADDED), "best": GREATER}
_ADDED_TO_DAY = merged("records", (*_KEY, "day"), _ADDED_UP)
_ADDED_TO_TOTAL = merged("record_totals", _KEY, {name: _ADDED_UP[name] for name in _TOTALS})
_DEED = (*_KEY, "day", "deed")
WEIGHT = 1_000_003
_ADDED_TO_DEED = merged(
    "deeds", _DEED, {"count": ADDED, "proof": f"{{rows}}.proof + excluded.count * {WEIGHT}"}
)


def _proof(row: Any, count: int) -> int:
    """Return the checksum of a row, linear in its count, so that the database can add to it."""
    key = "\n".join(str(row[name]) for name in _DEED)
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:6], "big") + WEIGHT * count


def add_up(tx: Transaction) -> None:
    """Compute all totals again from the records of days."""
    tx.execute("DELETE FROM record_totals")
    tx.execute(
        "INSERT INTO record_totals (server, player, game, money, hands, won, net, best)"
        " SELECT server, player, game, money, sum(hands), sum(won), sum(net), max(best) FROM records"
        " GROUP BY server, player, game, money"
    )


def of_player(
    tx: Transaction, server: int, player: int, money: PlayedFor, since: int = 0
) -> dict[str, PlayRecord]:
    """Return a player's record in a server since a day, by game."""
    who = (server, player, money, since)
    deeds: dict[str, Counter[str]] = {}
    # Rows of all kinds of money are read, so that a row with a damaged kind is detected.
    sql = f"SELECT {', '.join(_DEED)}, count, proof FROM deeds WHERE +server = ? AND player = ? AND day >= ?"  # noqa: S608
    for row in tx.all(sql, (server, player, since)):
        if row["proof"] is not None and row["proof"] != _proof(row, row["count"]):
            log.error("a day's deeds in the records are damaged, and left out")
        elif row["money"] == money:
            deeds.setdefault(row["game"], Counter())[row["deed"]] += row["count"]
    sums = ", ".join(f"sum({name}) AS {name}" for name in _SUMS)
    rows = tx.all(
        f"SELECT game, {sums}, max(best) AS best"  # noqa: S608  (our own words)
        # The sign keeps SQLite from looking for one player among all players of a server.
        " FROM records WHERE +server = ? AND player = ? AND money = ? AND day >= ?"
        " GROUP BY game ORDER BY game",
        who,
    )
    records = {}
    for row in rows:
        best, numbers = row["best"], {name: row[name] for name in _SUMS}
        counts = deeds.get(row["game"], Counter())
        records[row["game"]] = PlayRecord(**numbers, best=hand_of(best), deeds=counts, best_at=place_of(best))
    return records


def net_by_day(
    tx: Transaction, server: int, player: int, money: PlayedFor, game: str | None, since: int
) -> tuple[tuple[int, int], ...]:
    """Return a player's net result by day, in one game or in all games (None)."""
    rows = tx.execute(
        "SELECT day, sum(net) FROM records"
        " WHERE +server = ? AND player = ? AND money = ? AND day >= ? AND (? IS NULL OR game = ?)"
        " GROUP BY day ORDER BY day",
        (server, player, money, since, game, game),
    )
    return tuple((day, net) for day, net in rows)


def together(each_one: Iterable[PlayRecord]) -> PlayRecord:
    """Return the sum of a player's records over all stakes, without amounts and best hand."""
    deeds, luck, spread, hands = Counter[str](), 0, 0, 0
    for each in each_one:
        deeds.update(each.deeds)
        hands, luck, spread = hands + each.hands, luck + each.luck, spread + each.spread
    return PlayRecord(hands=hands, deeds=deeds, luck=luck, spread=spread)


def hand_of(text: str) -> BestHand | None:
    """Return a best hand from its stored text; None if there is none, or it is damaged (F-58)."""
    match = _undamaged(text)
    if match is None:
        return None
    cards = tuple((match["cards"] or "").split())
    return BestHand(tuple(map(int, match["key"].split("."))), match["kind"], cards)


def place_of(text: str) -> HandPlace | None:
    """Return the table and number of a stored best hand; None if an earlier version stored it."""
    match = _undamaged(text)
    if match is None or match["table"] is None:
        return None
    return HandPlace(int(match["table"]), int(match["hand"]))


def _undamaged(text: str) -> re.Match[str] | None:
    """Return the parts of an undamaged best hand, or None; hands of earlier versions have no digest."""
    match = _BEST.fullmatch(text)
    if match is not None and match["digest"] in (None, _digest(match["body"])):
        return match
    if text:
        log.error("a best hand in the records is damaged, and left out")
    return None


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:DIGEST]


def learners(tx: Transaction, table_id: int, game: str) -> frozenset[int]:
    """Return the players at a table who are beginners at its game and have the coach switched on."""
    return frozenset(
        tx.scalars(
            "SELECT sitters.player FROM sitters"
            " LEFT JOIN preferences AS chosen ON chosen.player = sitters.player"
            " WHERE table_id = ? AND present = 1 AND coalesce(coach, 'on') = 'on' AND ? >"
            " (SELECT coalesce(sum(hands), 0) FROM record_totals WHERE player = sitters.player AND game = ?)",
            (table_id, LEARNED_HANDS, game),
        )
    )


def has_beginners(tx: Transaction, place: int, players: Iterable[int], game: str) -> bool:
    """Return True if a player is a beginner at a game, in a server or, for other places, anywhere (TB-12)."""
    hands = (
        tx.scalar_int(
            "SELECT coalesce(sum(hands), 0) FROM record_totals"
            " WHERE player = ? AND game = ? AND server = coalesce(?, server)",
            (player, game, place if is_server(place) else None),
        )
        for player in players
    )
    return any((played or 0) < LEARNED_HANDS for played in hands)


def _numbers(each: Counted, table: int) -> dict[str, Value]:
    deeds = each.deeds
    if deeds is None:
        return {**dict.fromkeys(_SUMS, 0), "net": each.gain, "best": ""}
    return {
        "hands": 1,
        "won": int(deeds.has_won),
        "folds": int(deeds.has_folded),
        "showdowns": int(deeds.shown is not None),
        "net": each.gain,
        "staked": deeds.staked,
        "best": "" if deeds.shown is None else _as_text(deeds.shown, HandPlace(table, each.hand)),
        "luck": deeds.luck,
        "spread": deeds.spread,
    }


def _as_text(hand: BestHand, at: HandPlace) -> str:
    key = ".".join(f"{number:0{DIGITS}}" for number in hand.key)
    place = (f"{AT}{at.table}.{at.hand}",) if at.hand else ()
    body = " ".join((key, hand.kind, *hand.cards, *place))
    return f"{body} #{_digest(body)}"


PERSONAL = (
    PersonalColumns(
        "records",
        "server, game, money, day, hands, won, folds, showdowns, net, staked, best, luck, spread",
        "server, game, money, day",
    ),
    PersonalColumns("record_totals"),
    PersonalColumns("deeds", "server, game, money, day, deed, count", "server, game, money, day, deed"),
)
