"""Stored tables: a snapshot with its revision, and a log of moves.

Snapshot, moves, money, points and records of a change are written in one transaction, the caller's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from sqlite3 import Row
from typing import Literal, TypeAlias

from games.engine.core.errors import ensure
from games.engine.core.game import AnyGame
from games.engine.table import play
from games.engine.table.pace import SLOW_SECONDS, rounded_up
from games.engine.table.table import AnyTable, TableChange, money
from games.engine.table.table_talk import is_paused
from games.engine.table.update import belongings
from storage.books import audit_lines, ledger
from storage.books.ledger import Reason, TransferInfo
from storage.db.codec import FORMAT, checksum, codec_of, require
from storage.db.retention import DAY_SECONDS, UNNAMED, PersonalColumns
from storage.db.transaction import REPLACED, Fields, Transaction, merged
from storage.errors import Differs, GameMissing, NotEnough, OtherTable, Overtaken, Unreadable
from storage.leases import ShardRange
from storage.people import server_settings
from storage.play import hands, turn_calls
from storage.play.postings import ELSEWHERE, OPEN_OR_CLOSED, TABLES, Posting, Postings, facts, is_server
from storage.standing import records, scores, titles

ELSEWHERE_DAYS = 1
"""The days for which hands played `ELSEWHERE` are kept."""
PIECE_HANDS, PIECE_TABLES = 20, 20
"""The numbers of hands and of tables deleted at once; a hand has about twenty moves, rarely a hundred."""
LASTING_MAX = 128
"""The number of tables that stay cached after start-up."""


ThreadState: TypeAlias = Literal["", "own", "archived"]


@dataclass(frozen=True, slots=True)
class StoredTable(Posting):
    """A stored table."""

    over = TABLES.over

    table: AnyTable
    opened_at: float
    due_at: float | None = None
    """The time at which the deadline is shown and acted on: at a slow table rounded up (TB-28)."""
    parent: int = 0
    """The channel above the thread in which it stands, or is to stand; 0 outside of threads."""
    thread: ThreadState = ""
    """`own` if the thread was made for it, `archived` once that is over and was archived."""

    @property
    def awaits_thread(self) -> bool:
        """True if it is to have a thread of its own, and hasn't been posted there yet."""
        return self.thread == "own" and self.message is None

    @property
    def phase(self) -> str:
        """The table's phase."""
        return self.table.phase


class Tables(Postings[StoredTable, AnyTable]):
    """The tables of these games."""

    rows = TABLES
    columns = (
        "CAST(game AS BLOB) AS game, format, CAST(snapshot AS BLOB) AS snapshot, checksum, opened_at, due_at,"
        " parent, thread"
    )
    decoded_max = 2048
    """The number of tables cached during start-up, from their check until they are shown."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        super().__init__()
        self.games = games

    def add(
        self, tx: Transaction, server: int, channel: int, make: Callable[[int], AnyTable], at: float
    ) -> StoredTable:
        """Store a new table, which `make` creates from its id."""
        row: Fields = {
            "server": server,
            "channel": channel,
            "game": "",
            "phase": "lobby",
            "revision": 1,
            "shown_revision": 0,
            "format": FORMAT,
            "opened_at": at,
            "acted_at": at,
            "snapshot": "",
        }
        table_id = tx.insert("tables", row)
        table = make(table_id)
        ensure((table.id, table.phase) == (table_id, "lobby"), OtherTable, table_id)
        is_slow = int(table.terms.turn_seconds >= SLOW_SECONDS)
        tx.execute(
            "UPDATE tables SET game = ?, snapshot = ?, checksum = ?, is_slow = ? WHERE id = ?",
            (table.game, *self._encoded(tx, server, table), is_slow, table_id),
        )
        _index_people(tx, None, table)
        return self.known(tx, table_id)

    def save(
        self, tx: Transaction, stored: StoredTable, change: TableChange, deadline_at: float | None, at: float
    ) -> StoredTable:
        """Write a change of a table. Raises `Overtaken` unless it is based on the stored revision."""
        table = change.table
        ensure(table.id == stored.id, OtherTable, stored.id)
        encoded, is_slow = self._encoded(tx, stored.server, table), table.terms.turn_seconds >= SLOW_SECONDS
        due_at = self._rounded(table, deadline_at) if is_slow else None
        updated = tx.execute(
            "UPDATE tables SET revision = revision + 1, snapshot = ?, checksum = ?, format = ?, phase = ?,"
            " deadline_at = ?, due_at = ?, acted_at = ?, is_slow = ? WHERE id = ? AND revision = ?",
            (*encoded, FORMAT, table.phase, deadline_at, due_at, at, int(is_slow), table.id, stored.revision),
        )
        if updated.rowcount != 1:
            raise Overtaken(table.id)
        tx.notify(f"{TABLES.name} {table.id} {stored.server}")
        # Players are indexed separately, because SQL can't search the snapshot.
        _index_people(tx, stored.table, table)
        self._note_turns(tx, stored, change, at)
        if is_slow and deadline_at is not None and is_paused(stored.table) and not is_paused(table):
            over_at = play.turn_over_at(table, self.games[table.game], deadline_at)
            turn_calls.move_reminders(tx, table.id, over_at, table.terms.turn_seconds)
        if change.begun or change.ended:
            hands.write(tx, self.games[table.game], table.id, change.begun, change.ended)
        hands.log_moves(tx, self.games[table.game], (stored.id, stored.revision + 1), change.moves, at)
        if change.payments or change.points:
            _settle(tx, stored, change, at)
        if is_server(stored.server) and (change.ended or change.inherited):
            records.count(tx, stored.server, self.games[table.game], change, at)
            titles.earn(tx, stored.server, self.games, change, at)
        if is_server(stored.server) and change.closings:
            audit_lines.add_closings(tx, stored.server, stored.id, change.closings, at)
        saved = replace(
            stored,
            table=table,
            revision=stored.revision + 1,
            deadline_at=deadline_at,
            due_at=due_at or deadline_at,
            acted_at=at,
        )
        # Checked last, when all payments are booked; a difference rolls back the whole change.
        self.check_money(tx, saved)
        return saved

    def restart_clock(self, tx: Transaction, stored: StoredTable, deadline_at: float) -> None:
        """Set a table's deadline so that the asked players have their full time again."""
        table, turn_seconds = stored.table, stored.table.terms.turn_seconds
        TABLES.set_deadline(tx, stored.id, deadline_at, self._rounded(table, deadline_at))
        if turn_seconds >= SLOW_SECONDS:
            over_at = play.turn_over_at(table, self.games[table.game], deadline_at)
            turn_calls.move_reminders(tx, stored.id, over_at, turn_seconds)

    def _rounded(self, table: AnyTable, deadline_at: float | None) -> float | None:
        """Return the rounded deadline of a slow table; None if it isn't rounded (TB-28)."""
        if deadline_at is None or table.terms.turn_seconds < SLOW_SECONDS:
            return None
        step = play.deadline_step(table, self.games[table.game])
        return rounded_up(deadline_at, step) if step else None

    def _note_turns(self, tx: Transaction, stored: StoredTable, change: TableChange, at: float) -> None:
        """Store the new questions for people, and end the questions that are no longer open."""
        if not is_server(stored.server):
            return
        game, by = self.games[stored.table.game], change.by
        if by is not None:
            turn_calls.press(tx, stored.id, by, at)
        before, after = (turn_calls.asked_people(each, game) for each in (stored.table, change.table))
        turn_calls.end(tx, before - after, by)
        turn_seconds = change.table.terms.turn_seconds
        turn_calls.ask(tx, stored.server, after - before, at, by, turn_seconds)

    def rewrite(self, tx: Transaction, stored: StoredTable, table: AnyTable) -> None:
        """Rewrite a table's snapshot without a move, because a person in it was erased."""
        tx.execute(
            "UPDATE tables SET snapshot = ?, checksum = ?, format = ?, revision = revision + 1 WHERE id = ?",
            (*self._encoded(tx, stored.server, table), FORMAT, table.id),
        )
        tx.notify(f"{TABLES.name} {table.id} {stored.server}")

    def open_tables(self, tx: Transaction, server: int) -> tuple[StoredTable, ...]:
        """Return a server's readable open tables."""
        return self._readable(tx, f"{TABLES.is_open} AND server = ? ORDER BY id", (server,))

    def in_channel(self, tx: Transaction, server: int, channel: int) -> tuple[StoredTable, ...]:
        """Return a channel's readable open tables."""
        where = f"{TABLES.is_open} AND server = ? AND channel = ? ORDER BY id"
        return self._readable(tx, where, (server, channel))

    def around(self, tx: Transaction, server: int, channel: int) -> tuple[StoredTable, ...]:
        """Return the open tables of a channel and of its threads."""
        where = f"{TABLES.is_open} AND server = ? AND (channel = ? OR parent = ?) ORDER BY id"
        return self._readable(tx, where, (server, channel, channel))

    def in_own_threads(self, tx: Transaction, shards: ShardRange) -> tuple[StoredTable, ...]:
        """Return these shards' tables, open or closed, in threads of their own that aren't archived."""
        return self._readable(tx, f"thread = 'own' AND {shards.condition()} ORDER BY id", ())

    def put_in_thread(
        self, tx: Transaction, stored: StoredTable, parent: int, thread: ThreadState
    ) -> StoredTable:
        """Record the channel above a table's thread, and whether the thread is the table's own."""
        tx.execute("UPDATE tables SET parent = ?, thread = ? WHERE id = ?", (parent, thread, stored.id))
        return replace(stored, parent=parent, thread=thread)

    def of_player(self, tx: Transaction, server: int | None, player: int) -> tuple[StoredTable, ...]:
        """Return the open tables at which a player has a seat, in a server or everywhere (None)."""
        sits = "id IN (SELECT table_id FROM sitters WHERE player = ? AND present = 1)"
        return self._readable(
            tx, f"phase <> 'closed' AND {sits} AND server = coalesce(?, server) ORDER BY id", (player, server)
        )

    def naming(self, tx: Transaction, server: int, player: int, since: float) -> tuple[StoredTable, ...]:
        """Return a server's tables that name a player and are open, or were opened after `since`."""
        named = "id IN (SELECT table_id FROM sitters WHERE player = ?)"
        where = f"(phase <> 'closed' OR opened_at > ?) AND {named} AND server = ? ORDER BY id"
        return self._readable(tx, where, (since, player, server))

    def stakes(self, tx: Transaction, server: int, player: int) -> int:
        """Return a player's coins on open tables."""
        return sum(self.stakes_by_table(tx, server, player).values())

    def stakes_by_table(self, tx: Transaction, server: int, player: int) -> dict[int, int]:
        """Return a player's coins on each open table: in stacks, in hands and in prize pools.

        Seats that the player has left count too, since payments into a pool may be repaid.
        """
        named = "id IN (SELECT table_id FROM sitters WHERE player = ?)"
        playing = self._readable(
            tx, f"phase = 'playing' AND {named} AND server = ? ORDER BY id", (player, server)
        )
        held = {
            stored.id: belongings(stored.table, self.games[stored.table.game])[player]
            for stored in playing
            if stored.table.money == "coins"
        }
        return {table: amount for table, amount in held.items() if amount}

    def promised(self, tx: Transaction, server: int, player: int) -> int:
        """Return the coins that a player will have to pay at tables that have not begun."""
        tables = [stored.table for stored in self.of_player(tx, server, player)]
        return sum(
            self.games[table.game].price(table.rules, table.terms.buy_in)
            for table in tables
            if (table.phase, table.money) == ("lobby", "coins")
        )

    def let_go(self) -> None:
        """Shrink the cache to `LASTING_MAX` tables."""
        self._let_go(LASTING_MAX)

    def _lock(self, tx: Transaction, number: int) -> None:
        # To avoid a deadlock, a tournament is always locked before its tables.
        tx.lock_row("tournaments", number, "(SELECT tournament FROM tournament_tables WHERE table_id = ?)")
        super()._lock(tx, number)

    def _stored(self, tx: Transaction, row: Row) -> StoredTable:
        table = self._read(tx, row["id"], row["snapshot"], lambda: self._decode(row))
        due_at = row["deadline_at"] and (row["due_at"] or row["deadline_at"])
        thread = {"parent": row["parent"], "thread": row["thread"]}
        return StoredTable(**facts(row), **thread, table=table, opened_at=row["opened_at"], due_at=due_at)

    def _decode(self, row: Row) -> AnyTable:
        if row["format"] != FORMAT:
            raise Unreadable(f"table {row['id']}, format {row['format']}")
        signed = (row[name] for name in ("id", "server", "game", "format", "snapshot"))
        require(row["checksum"], f"table {row['id']}", *signed)
        game = self.games.get(row["game"].decode())
        if game is None:
            raise GameMissing(f"table {row['id']}, game {row['game'].decode()}")
        table = codec_of(game).table.decode(row["snapshot"])
        if table.id != row["id"]:
            raise Unreadable(f"table {row['id']}, which says it is {table.id}")
        return table

    def _encoded(self, tx: Transaction, server: int, table: AnyTable) -> tuple[str, bytes]:
        """Return a table's snapshot and its row's checksum; the table is cached."""
        text = codec_of(self.games[table.game]).table.encode(table)
        self._keep(tx, table.id, text.encode(), table)
        return text, checksum(table.id, server, table.game, FORMAT, text)

    def check_money(self, tx: Transaction, stored: StoredTable) -> None:
        """Raise `Differs` unless the balance of a table's account matches its snapshot."""
        table = stored.table
        held = ledger.balance(tx, ledger.at_table(stored.server, table.id))
        expected = money(table, self.games[table.game]) if table.money == "coins" else 0
        ensure(held == expected, Differs, f"table {table.id}", held, expected)


def open_count(tx: Transaction, server: int, *, is_slow: bool = False) -> int:
    """Return the number of a server's open tables that are slow, or not, without tournament tables."""
    rows = tx.all(
        "SELECT 1 FROM tables WHERE settled = 0 AND phase <> 'closed' AND server = ? AND is_slow = ?"
        " AND NOT EXISTS (SELECT 1 FROM tournament_tables WHERE table_id = tables.id)",
        (server, int(is_slow)),
    )
    return len(rows)


def slow_seats(tx: Transaction, player: int) -> int:
    """Return the number of a player's seats at slow tables, in all servers (TB-28)."""
    sql = (
        "SELECT count(*) FROM sitters JOIN tables ON id = table_id"
        " WHERE player = ? AND present = 1 AND is_slow = 1 AND phase <> 'closed'"
    )
    count: int = tx.scalar(sql, (player,))
    return count


def is_open(tx: Transaction, server: int, table_id: int) -> bool:
    """Return True if a server has an open table with this id, readable or not."""
    sql = "SELECT 1 FROM tables WHERE id = ? AND server = ? AND phase <> 'closed'"
    return tx.first(sql, (table_id, server)) is not None


def host_of(tx: Transaction, table_id: int) -> int:
    """Return a table's host, also if its game is not installed."""
    # The game's own part of a snapshot cannot be read without the game; the table's is the same for all.
    row = tx.one("SELECT CAST(snapshot AS BLOB) AS snapshot FROM tables WHERE id = ?", (table_id,))
    host: int = json.loads(row["snapshot"])["terms"]["host"]
    return host


def is_named(tx: Transaction, table_id: int, player: int) -> bool:
    """Return True if a user has or had a seat at a table, opened it, or was invited."""
    sql = "SELECT 1 FROM sitters WHERE player = ? AND table_id = ?"
    return tx.first(sql, (player, table_id)) is not None


def are_in(tx: Transaction, server: int, channel: int) -> bool:
    """Return True if any table, open or closed, is shown in a channel."""
    sql = "SELECT 1 FROM tables WHERE server = ? AND channel = ? AND {} LIMIT 1"
    return any(tx.first(sql.format(which), (server, channel)) is not None for which in OPEN_OR_CLOSED)


def archive_thread(tx: Transaction, server: int, channel: int) -> bool:
    """Mark a thread as archived; return False if an open table still stands in it."""
    sql = "SELECT 1 FROM tables WHERE server = ? AND channel = ? AND phase <> 'closed'"
    if tx.first(sql, (server, channel)) is not None:
        return False
    tx.execute(
        "UPDATE tables SET thread = 'archived' WHERE server = ? AND channel = ? AND thread = 'own'",
        (server, channel),
    )
    return True


def servers_of_closed(tx: Transaction) -> list[int]:
    """Return the servers with closed tables; slow if there are many tables."""
    return tx.scalars("SELECT DISTINCT server FROM tables WHERE phase = 'closed' ORDER BY server")


def prune(tx: Transaction, server: int, at: float) -> int:
    """Delete one batch of tables that closed before a server's retention time; return 0 when none is left.

    Hands are deleted first, with their moves, then the tables. Kept hands stay with their tables (TB-13).
    """
    days = ELSEWHERE_DAYS if server == ELSEWHERE else server_settings.load(tx, server).hands_days
    old = (server, at - days * DAY_SECONDS)
    expired = tx.all(
        f"SELECT id, number FROM tables JOIN hands ON table_id = id WHERE {_OLD}"  # noqa: S608  (our own words)
        f" AND NOT EXISTS ({_KEPT} AND hand = number) ORDER BY acted_at, id, number LIMIT {PIECE_HANDS}",
        old,
    )
    for table, last in {row["id"]: row["number"] for row in expired}.items():
        for rows, number in (("moves", "hand"), ("hands", "number")):
            tx.execute(
                f"DELETE FROM {rows} WHERE table_id = ?1 AND {number} <= ?2 AND {number} NOT IN"  # noqa: S608
                " (SELECT hand FROM hand_marks WHERE table_id = ?1 AND kind = 'kept')",
                (table, last),
            )
    empty = (
        f"SELECT id FROM tables WHERE {_OLD} AND NOT EXISTS ({_KEPT}) ORDER BY acted_at LIMIT {PIECE_TABLES}"  # noqa: S608
    )
    return len(expired) or tx.execute(f"DELETE FROM tables WHERE id IN ({empty})", old).rowcount  # noqa: S608


_OLD = "phase = 'closed' AND server = ? AND acted_at < ?"
_KEPT = "SELECT 1 FROM hand_marks WHERE hand_marks.table_id = id AND kind = 'kept'"


def _people(table: AnyTable | None) -> dict[int, bool]:
    """Return all people named by a table, each with True if they have a seat."""
    if table is None:
        return {}
    closed_by = () if table.closing is None or table.closing.by is None else (table.closing.by,)
    company = (who for who in table.terms.company if isinstance(who, int))
    named = dict.fromkeys((table.terms.host, *table.terms.invited, *company, *closed_by), False)
    for each in table.seats:
        if each.player is not None:
            named[each.player] = named.get(each.player, False) or each.standing != "gone"
    return named


def _index_people(tx: Transaction, before: AnyTable | None, after: AnyTable) -> None:
    naming = ("seats", "terms", "closing")
    if before is not None and all(getattr(before, each) is getattr(after, each) for each in naming):
        return
    old, new = _people(before), _people(after)
    changed = {player: is_present for player, is_present in new.items() if old.get(player) != is_present}
    rows = [
        {"table_id": after.id, "player": player, "present": is_present}
        for player, is_present in changed.items()
    ]
    tx.insert_many("sitters", rows, _PRESENCE_REPLACED)


_PRESENCE_REPLACED = merged("sitters", ("player", "table_id"), {"present": REPLACED})


def _settle(tx: Transaction, stored: StoredTable, change: TableChange, at: float) -> None:
    on_table = ledger.at_table(stored.server, stored.id)
    house = ledger.house_account(stored.server)
    closing = change.table.closing if change.table.phase == "closed" else None
    closed_by = None if closing is None else closing.by
    for each in change.payments:
        other = house if each.player is None else ledger.wallet(stored.server, each.player)
        reason: Reason = each.reason if closed_by is None else "closed"
        try:
            ledger.book(
                tx, on_table, other, each.amount, TransferInfo(reason, at, by=closed_by, table=stored.id)
            )
        except NotEnough as short:
            if each.amount > 0:
                raise
            raise Differs(f"table {stored.id}", short.balance, short.amount) from short
    for player, points in change.points if is_server(stored.server) else ():
        scores.add(tx, stored.server, change.table.game, player, points)


PERSONAL_SITTERS = PersonalColumns(
    "sitters",
    # Closed tables are anonymised separately, one at a time.
    forgetting=(
        f"{UNNAMED} AND NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id AND phase = 'closed')",  # noqa: S608
    ),
)
