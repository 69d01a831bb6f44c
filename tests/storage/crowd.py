"""Stored data of one server, person, table and so on, and bystanders: rows that differ in one thing."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from games.engine.provable_chance import Seal
from games.engine.table import play, seating
from games.tournament import entries
from games.tournament.model import TournamentTerms
from games.tournament.series import SeriesTerms
from storage.books import ledger
from storage.books.ledger import TransferInfo
from storage.db import schema
from storage.db.codec import FORMAT, checksum, codec_of
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import erased_people, preferences, server_settings
from storage.people.preferences import Preferences
from storage.people.server_settings import ServerSettings
from storage.play import hands
from storage.play.postings import TABLES, TOURNAMENTS
from storage.play.tables import Tables
from storage.standing import records
from storage.standing.records import Counted
from storage.tournaments import outbox, series, tournaments
from storage.tournaments.tournaments import Plan, Tournaments
from tests.storage.records import HEADS, played
from tests.storage.tables import CHANNEL, SERVER
from tests.storage.toy import SEEDS, TOY, Charm

ANN, BOB, ERASED, STRANGER, FIRST = 11, 12, 13, 99, 4
OTHER_SERVER = 1 << 22
"""A server of another shard than `SERVER`."""
OTHER_GAME = "other"
DAY = 10
AT = DAY * DAY_SECONDS + 5.0
LATER = AT + 3 * DAY_SECONDS
GAMES = {"toy": TOY, OTHER_GAME: TOY, "zoo": TOY}
OTHERS: Mapping[Any, tuple[Any, ...]] = {
    SERVER: (OTHER_SERVER, 3),
    "toy": ("zoo", OTHER_GAME),
    "wages": ("pay",),
    "purse": ("wages",),
    "call": ("invite",),
    "kept": ("shown",),
    "shown": ("kept",),
    "coins": ("house", "chips"),
}
"""The values that stand in bystanders' rows instead of one."""
MEASURES = {
    "points",
    "balance",
    "amount",
    "answer",
    "print",
    "until",
    "net",
    "won",
    "lost",
    "place",
    "count",
    "alive_at",
    "done",
}
"""Columns that say how much: those of bystanders say more."""
TWINS, NEW = 10_000, 1_000_000
"""The least ids of bystanders, and of rows that a call adds: the same with bystanders and without."""

Row = dict[str, Any]


class CrowdTransaction(Transaction):
    """A transaction whose clock stands still, and whose new ids are the same with bystanders and without."""

    clock = f"{AT}"

    def next_id(self, rows: str) -> int:
        """Return the next id above all bystanders'."""
        return max(NEW, super().next_id(rows))


@cache
def shape() -> Mapping[str, tuple[str, ...]]:
    """Return the columns of every table."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(connection, Path(":memory:"), schema.migrations())
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    columns = {name: connection.execute(f"SELECT name FROM pragma_table_info('{name}')") for name in names}  # noqa: S608
    return {name: tuple(each for (each,) in found) for name, found in columns.items()}


def settle_in(tx: Transaction) -> None:
    """Fill every table with rows of the server, the person, the game and so on of the calls."""
    tables = Tables(GAMES)
    played(tx, tables)
    closed = played(tx, tables)
    called_off = play.call_off(closed.table, TOY, SEEDS, ANN, "ale was spilt")
    closed = tables.save(tx, closed, called_off, None, 4.0)
    closed = tables.save(tx, closed, seating.close(closed.table, TOY, ANN), None, 4.0)
    for phase in ("open", "over", "called_off"):
        announced = replace(entries.announce(TournamentTerms(2, 20), range(2, 7)), phase=phase)
        plan = Plan("Cup", ANN, "toy", "{}", 60)
        number = Tournaments().add(tx, (SERVER, CHANNEL), plan, announced, Seal("00"), 1.0).id
        if phase == "called_off":
            break
        series.add(tx, series.Series(0, SERVER, ANN, "Race", SeriesTerms(), 1.0, due_at=5.0, is_told=False))
        series.attach(tx, number, number)
        outbox.add(tx, number, (), "soon")
    for postings in (TABLES, TOURNAMENTS):
        postings.set_deadline(tx, 1, LATER)
        for number in (1, 2):
            postings.set_message(tx, number, CHANNEL, 700 + number, 5.0)
    tx.execute("UPDATE series SET closed_at = 9.0 WHERE id = 2")
    wallets = [ledger.wallet(SERVER, player) for player in (ANN, BOB)]
    ledger.transfer(tx, wallets[0], wallets[1], 5, TransferInfo("pay", 5.0, "for ale", ANN))
    for name in ("forgotten", "daily"):
        tx.add("keys", {"name": name, "secret": bytes(32)})
    server_settings.save(tx, SERVER, ServerSettings(hands_days=3))
    preferences.save(tx, ANN, Preferences("dm"))
    preferences.keep_time_zone(tx, ANN, "Europe/Berlin")
    preferences.put_keepsake(tx, SERVER, ANN, TOY, Charm(3, "Anstadt"))
    tx.set_note(f"draft:{SERVER}:{ANN}", '{"title":"Next"}')
    records.add(tx, SERVER, closed.table, [Counted(ANN, 4, HEADS)], AT)
    for rows, row in _rows(tx):
        tx.add(rows, row)
    # Of later rows, only the ids are compared.
    tx.execute("UPDATE sqlite_sequence SET seq = ?", (NEW,))
    far: Row = {"server": 1, "channel": 1, "measure": "net", "game": "", "period": "", "looks": ""}
    tx.add("board_posts", {"id": NEW, "message": 1, **far})


def _rows(tx: Transaction) -> list[tuple[str, Row]]:
    here, hers = {"server": SERVER}, {"server": SERVER, "player": ANN}
    gone = {"server": SERVER, "person": erased_people._hash(tx, SERVER, ERASED)}
    anywhere = erased_people._hash(tx, erased_people.EVERYWHERE, ERASED)
    act = {"by_player": ANN, "reason": "so", "at": 5.0}
    ended = {"tournament": 2, "server": SERVER, "players": 2, "money": 9, "words": "", "name": "Ann"}
    board = {**here, "channel": CHANNEL, "measure": "net", "game": "toy", "period": "", "looks": "a"}
    made: dict[str, Row | list[Row]] = {
        "prizes": {
            "id": 1,
            **here,
            "game": "toy",
            "name": "mug",
            "threshold": 50,
            "gift": "text",
            "value": "x",
        },
        "claims": {"prize_id": 1, "player": ANN, "at": 4.0},
        "forgotten": {"at": 1.0},
        "courts": [{"tournament": each, "player": ANN, "points": 3} for each in (1, 2)],
        "entrants": {"tournament": 2, "player": ANN},
        "tournament_tables": {"tournament": 1, "number": 1, "table_id": 1},
        "results": [{**ended, "player": player, "place": place} for place, player in ((1, ANN), (2, BOB))],
        "closings": {**here, "table_id": 1, "hand": 1, **act},
        "house_results": {**here, "game": "toy", "won": 3, "lost": 4},
        "daily_goes": [
            {"player": ANN, "day": DAY - n, "game": "toy", "answer": "a", "at": 1.0} for n in range(2)
        ],
        "daily_deals": {"day": DAY, "game": "toy", "print": "p"},
        "forgotten_goes": {"day": DAY, "game": "toy", "person": anywhere},
        "titles": {**hers, "title": "prophet", "at": 1.0, "table_id": 1, "hand": 1},
        "scheduled_events": {"tournament": 1, "status": "scheduled", "print": "p"},
        "hand_marks": [
            {"player": ANN, "kind": kind, "table_id": 1, "hand": 1, "at": 5.0} for kind in ("kept", "shown")
        ],
        "seasons": [
            {"id": 1, **here, "name": "Spring", "first_day": 1, "last_day": 2},
            {"id": 2, **here, "name": "Summer", "first_day": 3},
        ],
        "season_places": {
            "season": 1,
            "measure": "net",
            "game": "toy",
            "player": ANN,
            "place": 1,
            "value": 5,
        },
        "board_posts": [
            {"id": 1, **board, "message": 700},
            {"id": 2, **board, "message": 600, "stopped_at": 1.0},
        ],
        "leases": {
            "id": 2,
            "first_shard": 0,
            "last_shard": 0,
            "shard_count": 2,
            "holder": "a",
            "until": AT + 9,
            "heir": "b",
        },
        "pulses": {"lease": 2, "alive_at": 9.0},
        "standbys": {"name": "b", "until": AT + 9},
        "identifies": {"bucket": 1, "until": AT + 1},
        "interactions": {"id": 5, "at": 1.0, "done": "well"},
        "acceptances": {"interaction": 5, "at": 1.0},
        "call_wishes": {**hers, "game": "toy"},
        "call_hours": {
            "player": ANN,
            "way": "dm",
            "zone": "UTC",
            "first": 1,
            "last": 2,
            "unreachable_at": 3.0,
        },
        "calls": [
            {"table_id": 1, "player": ANN, "kind": "invited", "outcome": "due", "at": AT - 5},
            {"table_id": 1, "player": BOB, "kind": "dm", "outcome": "due", "at": AT - 6},
        ],
        "emojis": {"name": "coin", "sprite": "coin", "picture": "ab", "id": 990},
        "replaced_messages": {**here, "message": 950, "channel": CHANNEL},
        "turn_calls": [
            {**hers, "table_id": 1, "question": 3, "kind": "turn", **call}
            for call in (
                {"seat": 6, "call_at": AT - 3, "kind": "reminder"},
                {"seat": 6, "call_at": AT - 2, "kind": "daily"},
                {"seat": 7, "call_at": AT - 5},
                {"seat": 8, "way": "channel", "channel": CHANNEL, "message": 900, "ending": "over"},
                {"seat": 9, "call_at": AT - 4, "way": "dm"},
            )
        ],
        "callings": [
            {**here, "kind": kind, "at": at, "host": BOB, "people": 1}
            for kind in ("call", "invite")
            for at in (1.0, AT - 5)
        ],
        "bars": {
            "id": 1,
            **hers,
            "is_lifted": 0,
            "until": LATER,
            "by_player": BOB,
            "reason": "so",
            "at": 5.0,
        },
        "audit_channels": {**here, "channel": CHANNEL, "status": 403, "code": 1},
        "audit_lines": {"id": 1, **here, "kind": "bar", "number": 1},
        "own_cards": [
            {**here, "game": "toy", "card": card, "name": card, "line": "", "at": at}
            for card, at in (("a", 1.0), ("b", 5.0))
        ],
        "keep_outs": {**hers, "until": LATER},
        "loss_limits": [{**hers, "amount": 150}, {**here, "player": BOB, "amount": 150, "later_at": 1.0}],
        "day_limits": [
            {**here, "player": player, "kind": kind, "day": DAY, "amount": 4}
            for player, kind in ((ANN, "wages"), (0, "purses"))
        ],
        "forgotten_bars": {**gone, "until": LATER},
        "forgotten_keep_outs": {**gone, "until": LATER},
        "forgotten_loss_limits": {**gone, "amount": 50, "until": LATER},
        "forgotten_limits": [{**gone, "kind": kind, "day": DAY, "amount": 4} for kind in ("purse", "wages")],
        "tournament_acts": {**here, "tournament": 1, "act": "added", "player": ANN, **act},
        "role_prizes": [
            {**here, "tournament": 1, "player": player, "role": 77, "state": state, "at": LATER}
            for player, state in ((ANN, "due"), (BOB, "refused"))
        ],
        "private_notes": [
            {**here, "kind": kind, "number": 1, "by_player": ANN, "player": BOB, "note": "a hunch"}
            for kind in ("transfer", "tournament")
        ],
        "server_changes": {**here, "kind": "prize", "what": "added", "by_player": ANN, "at": 5.0},
        "forgetting": {"player": 14, "nobody": -1, "last_table": 2, "last_hand": 0},
        "sitters": {"table_id": 2, "player": 14, "present": 0},
    }
    return [
        (rows, row) for rows, given in made.items() for row in (given if isinstance(given, list) else [given])
    ]


OF_TABLES = (
    "moves",
    "sitters",
    "hands",
    "hand_marks",
    "calls",
    "turn_calls",
    "closings",
    "titles",
    "tournament_tables",
)
OF_TOURNAMENTS = (
    "courts",
    "entrants",
    "results",
    "news",
    "series_tournaments",
    "scheduled_events",
    "tournament_acts",
    "role_prizes",
)
CHILDREN: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "tables": (
        *((rows, "table_id", "") for rows in OF_TABLES),
        ("accounts", "owner", "kind = 'table'"),
    ),
    "tournaments": (
        *((rows, "tournament", "") for rows in OF_TOURNAMENTS),
        ("accounts", "owner", "kind = 'fund'"),
    ),
    "seasons": (("season_places", "season", ""),),
    "prizes": (("claims", "prize_id", ""),),
    "leases": (("pulses", "lease", ""),),
    "accounts": (("transfers", "debit", ""), ("transfers", "credit", "")),
}
"""The rows that belong to another, by its id: they get bystanders together."""


@dataclass
class Crowd:
    """The bystanders of one call: `add` copies rows that have a value, with another one instead."""

    tx: Transaction
    numbers: Any = field(default_factory=lambda: count(TWINS))
    size: int = 0

    def add(self, rows: str, column: str, value: Any, which: str = "true", other: Any = None) -> None:
        """Copy the rows that have the value in a column, once with a lesser and once with a greater one."""
        found = self.tx.all(f"SELECT * FROM {rows} WHERE {column} = ? AND {which}", (value,))  # noqa: S608
        for each in (other,) if other is not None else others(value):
            for row in found:
                self.copy(rows, dict(row), {"id": each} if column == "id" else {column: each})

    def copy(self, rows: str, row: Row, changes: Mapping[str, Any], *, is_alone: bool = False) -> None:
        """Copy a row with some values changed, and what belongs to it unless it is alone."""
        made = {**row, **{name: value for name, value in changes.items() if name in row}}
        if "id" in row:
            number = next(self.numbers)
            made["id"] = -number if made["id"] < row["id"] else number
        for name in MEASURES & row.keys() - changes.keys():
            made[name] = _more(made[name])
        if rows == "transfers":
            newest = "SELECT hash FROM transfers WHERE server = ? ORDER BY id DESC LIMIT 1"
            made["hash"] = self.tx.scalar(newest, (made["server"],)) or bytes(32)
        if rows == "board_posts" and "message" not in changes:
            made["message"] = made["id"]
        _sign(rows, made)
        with suppress(sqlite3.IntegrityError):  # such a row is there already
            self.tx.add(rows, made)
            self.size += 1
        for child, column, which in CHILDREN.get(rows, ()) if not is_alone else ():
            kept = f"SELECT * FROM {child} WHERE {column} = ? AND {which or 'true'}"  # noqa: S608
            for each in self.tx.all(kept, (row["id"],)):
                self.copy(child, dict(each), {**changes, "id": made["id"], column: made["id"]})
        if rows == "series" and "organiser" not in changes:
            for each in self.tx.all(
                "SELECT * FROM tournaments WHERE id IN"
                " (SELECT tournament FROM series_tournaments WHERE series = ?)",
                (row["id"],),
            ):
                self.copy("tournaments", dict(each), {**changes, "series": made["id"]})

    def alter(self, rows: str, **changes: Any) -> None:
        """Copy the first row of a table with some values changed."""
        self.copy(rows, dict(self.tx.one(f"SELECT * FROM {rows} LIMIT 1")), changes)  # noqa: S608

    def add_everywhere(self, columns: Iterable[str], value: Any) -> None:
        """Copy the rows of all tables that have the value in one of these columns."""
        for rows, there in shape().items():
            for column in columns:
                if column in there:
                    self.add(rows, column, value)


def others(value: Any) -> tuple[Any, ...]:
    """Return what bystanders have instead of a value: a lesser and a greater one, if there are two."""
    if value in OTHERS:
        return OTHERS[value]
    if isinstance(value, bytes):
        return (bytes(32), b"\xff" * 32)
    return (f"{value}x", f"a{value}") if isinstance(value, str) else (value + 90, value - 8)


def _more(value: Any) -> Any:
    if value is None:
        return None
    return f"{value}." if isinstance(value, str) else value + 1


def _sign(rows: str, made: Row) -> None:
    """Give a copy the checksum of a row that was written so."""
    if rows == "tables":
        table = codec_of(TOY).table.decode(made["snapshot"].encode())
        made["snapshot"] = codec_of(TOY).table.encode(replace(table, id=made["id"]))
        made["checksum"] = checksum(made["id"], made["server"], made["game"], FORMAT, made["snapshot"])
    if rows == "tournaments":
        made["checksum"] = checksum(*(made[name] for name in tournaments.SIGNED))
    if rows == "moves":
        made["checksum"] = checksum(*(made[name] for name in hands._SIGNED))
    if rows == "hands":
        made["checksum"] = checksum(*(made[name] for name in ("table_id", "number", "beginning", "seals")))


def contents(tx: Transaction) -> Counter[tuple[Any, ...]]:
    """Return every row of every table."""
    names = [name for name in shape() if name != "sqlite_sequence"]
    return Counter((name, *row) for name in names for row in tx.all(f"SELECT * FROM {name}"))  # noqa: S608


def take_away(tx: Transaction, base: Counter[tuple[Any, ...]]) -> None:
    """Delete these rows, whatever belongs to them."""
    tx.execute("PRAGMA foreign_keys = OFF")
    tx.execute("DROP TRIGGER transfers_last")
    left = contents(tx) - base
    for name, columns in shape().items():
        if name not in ("sqlite_sequence", "keys"):
            tx.execute(f"DELETE FROM {name}")  # noqa: S608
            tx.insert_rows(name, columns, [row[1:] for row in left if row[0] == name])
