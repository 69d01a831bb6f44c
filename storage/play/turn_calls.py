"""Turn pings: each open question to a person, the time of the ping, and the message that pinged them.

A question is stored in the transaction that asks it, and marked as ended in the transaction that ends it, so
that a crash loses neither a ping nor the deletion of its message. The `way` is stored just before the message
is sent. From then on the message may exist, so the row stays until the message has been deleted. At a slow
table a question has a second row for its reminder, or a row for the daily message about all turns (TB-8).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Literal, TypeAlias

from games.engine.core.game import AnyGame, Seat
from games.engine.core.values import dataclass
from games.engine.table import play
from games.engine.table.pace import DAY, SLOW_SECONDS
from games.engine.table.table import AnyTable, has_clock
from storage.db.retention import PersonalColumns
from storage.db.transaction import STAYS, Fields, Transaction, columns_of
from storage.leases import ALL_SHARDS, ShardRange

LATE_SECONDS = 20.0
"""The delay of a late ping after the question, in seconds."""
REMINDED_PART = 0.75
"""The part of a turn at a slow table after which its player is reminded."""
HERE_SECONDS = 40.0
"""The minimum delay of a late ping after the player's last press at the table, in seconds."""

CallPlace: TypeAlias = Literal["channel", "dm"]
Ending: TypeAlias = Literal["answered", "over"]
CallKind: TypeAlias = Literal["turn", "reminder", "daily"]
"""A ping at the turn; a reminder later in the turn; or the daily message about all turns."""


@dataclass(frozen=True, slots=True)
class AskedTurn:
    """A question to a person, identified by the table, the seat, and the question's number."""

    table_id: int
    seat: Seat
    question: int
    player: int


@dataclass(frozen=True, slots=True)
class TurnCall:
    """A stored question with its ping; `message` is None before the ping was sent."""

    table_id: int
    seat: Seat
    question: int
    player: int
    call_at: float | None
    way: CallPlace | None
    channel: int | None
    message: int | None
    ending: Ending | None
    kind: CallKind = "turn"

    @property
    def asked(self) -> AskedTurn:
        """The question."""
        return AskedTurn(self.table_id, self.seat, self.question, self.player)


_COLUMNS = columns_of(TurnCall)
_ASKED = "table_id = :table_id AND seat = :seat AND question = :question AND player = :player"
_SAME = f"{_ASKED} AND kind = :kind"


def asked_people(table: AnyTable, game: AnyGame) -> frozenset[AskedTurn]:
    """Return a table's open questions to people; none if the table has no clock."""
    if table.hand is None or not has_clock(table):
        return frozenset()
    seats = (table.seated(seat) for seat in play.asked(table, game))
    return frozenset(
        AskedTurn(table.id, each.seat, each.question, each.player) for each in seats if each.player
    )


def press(tx: Transaction, table: int, player: int, at: float) -> None:
    """Record the time of a player's press at a table."""
    tx.execute("UPDATE sitters SET pressed_at = ? WHERE player = ? AND table_id = ?", (at, player, table))


@dataclass(frozen=True, slots=True)
class _PingChoice:
    """A player's ping preferences, the last press at the table, and the last daily message."""

    pings: str | None = None
    slow_pings: str | None = None
    pressed_at: float | None = None
    told_at: float | None = None

    def slow_calls(self, due: float | None, at: float, turn_seconds: int) -> dict[CallKind, float | None]:
        """Return the times of the pings for a question at a slow table; None: no ping."""
        if self.slow_pings == "daily":
            earliest = at + LATE_SECONDS
            return {"daily": earliest if self.told_at is None else max(earliest, min(self.told_at, at) + DAY)}
        if "never" in (self.pings, self.slow_pings):
            return {"turn": None}
        return {"turn": due, "reminder": at + REMINDED_PART * turn_seconds}


def ask(
    tx: Transaction,
    server: int,
    asked: Collection[AskedTurn],
    at: float,
    by: int | None = None,
    turn_seconds: int = 0,
) -> None:
    """Store a table's new questions; the player `by` has just pressed, and is not pinged at once."""
    sql = (
        "SELECT player, pings, slow_pings, pressed_at, told_at FROM sitters"
        " LEFT JOIN preferences USING (player) WHERE table_id = ?"
    )
    choices = {
        (table, player): _PingChoice(*values)
        for table in {each.table_id for each in asked}
        for player, *values in tx.all(sql, (table,))
    }
    rows: list[Fields] = []
    for each in sorted(asked, key=lambda question: question.seat):
        choice = choices.get((each.table_id, each.player), _PingChoice())
        pings = choice.pings or "late"
        # A press in the future was made before the clock was set back.
        here_until = 0.0 if choice.pressed_at is None else min(choice.pressed_at, at) + HERE_SECONDS
        due = {"late": max(at + LATE_SECONDS, here_until), "at_once": at, "dm": at}.get(pings)
        if pings != "late" and each.player == by:
            due = None
        is_slow = turn_seconds >= SLOW_SECONDS
        calls = choice.slow_calls(due, at, turn_seconds) if is_slow else {"turn": due}
        question = {**asdict(each), "server": server}
        rows += [{**question, "kind": kind, "call_at": call_at} for kind, call_at in calls.items()]
    tx.insert_many("turn_calls", rows, STAYS)


def end(tx: Transaction, ended: Collection[AskedTurn], by: int | None = None) -> None:
    """Mark questions as ended, as answered if their player is `by`; delete questions without a ping."""
    if not ended:
        return
    rows: list[Fields] = [
        {**asdict(each), "ending": "answered" if each.player == by else "over"} for each in ended
    ]
    tx.execute_each(f"DELETE FROM turn_calls WHERE {_ASKED} AND way IS NULL", map(_without_ending, rows))  # noqa: S608  (our own words)
    tx.execute_each(f"UPDATE turn_calls SET ending = :ending WHERE {_ASKED}", rows)  # noqa: S608


def end_all(tx: Transaction, table: int) -> None:
    """Mark all questions of an unreadable table as over."""
    tx.execute("DELETE FROM turn_calls WHERE table_id = ? AND way IS NULL", (table,))
    tx.execute("UPDATE turn_calls SET ending = coalesce(ending, 'over') WHERE table_id = ?", (table,))


def of_table(tx: Transaction, table: int) -> list[TurnCall]:
    """Return a table's questions, sorted by seat."""
    sql = f"SELECT {_COLUMNS} FROM turn_calls WHERE table_id = ? ORDER BY seat, question, player, kind"  # noqa: S608
    return [TurnCall(**row) for row in tx.all(sql, (table,))]


def due(tx: Transaction, at: float, shards: ShardRange = ALL_SHARDS) -> list[TurnCall]:
    """Return these shards' questions with a ping due, and ended questions with a message to delete."""
    sql = (
        f"SELECT {_COLUMNS} FROM turn_calls WHERE call_at <= ?1 AND ending IS NULL AND {shards.condition()}"  # noqa: S608
        f" UNION ALL SELECT {_COLUMNS} FROM turn_calls WHERE ending IS NOT NULL AND {shards.condition()}"
    )
    calls = [TurnCall(**row) for row in tx.all(sql, (at,))]
    return sorted(calls, key=lambda each: (each.call_at or 0.0, each.table_id, each.seat, each.question))


def next_at(tx: Transaction, after: float, shards: ShardRange = ALL_SHARDS) -> float | None:
    """Return the time of these shards' next ping after a time, or None."""
    sql = f"SELECT min(call_at) FROM turn_calls WHERE call_at > ? AND {shards.condition()}"  # noqa: S608
    call_at: float | None = tx.scalar(sql, (after,))
    return call_at


def take(tx: Transaction, call: TurnCall, way: CallPlace) -> TurnCall | None:
    """Record that a ping is about to be sent; return the question, or None if there is nothing to send."""
    row = tx.first(
        f"UPDATE turn_calls SET way = coalesce(way, :way) WHERE {_SAME} AND message IS NULL"  # noqa: S608
        f" AND (call_at IS NOT NULL OR way IS NOT NULL) RETURNING {_COLUMNS}",
        {**_call_key(call), "way": way},
    )
    return None if row is None else TurnCall(**row)


def delay(tx: Transaction, call: TurnCall, call_at: float) -> None:
    """Postpone the ping of a question."""
    tx.execute(
        f"UPDATE turn_calls SET call_at = :call_at WHERE {_SAME} AND call_at IS NOT NULL",  # noqa: S608
        {**_call_key(call), "call_at": call_at},
    )


def note_sent(tx: Transaction, call: TurnCall, way: CallPlace, channel: int, message: int) -> TurnCall | None:
    """Record the message of a ping; return the question in its current state."""
    row = tx.first(
        "UPDATE turn_calls SET call_at = NULL, way = :way, channel = :channel, message = :message"  # noqa: S608
        f" WHERE {_SAME} RETURNING {_COLUMNS}",
        {**_call_key(call), "way": way, "channel": channel, "message": message},
    )
    return None if row is None else TurnCall(**row)


def move(tx: Transaction, table: int, channel: int, message: int) -> None:
    """Note that another message replaces a table's, and with it the calls that stand in it."""
    of_table = "message = (SELECT message FROM tables WHERE id = table_id)"
    tx.execute(
        f"UPDATE turn_calls SET channel = ?, message = ? WHERE table_id = ? AND {of_table}",  # noqa: S608
        (channel, message, table),
    )


def note_refused(tx: Transaction, call: TurnCall) -> None:
    """Record that a ping can't be sent."""
    tx.execute(f"DELETE FROM turn_calls WHERE {_SAME} AND ending IS NOT NULL", _call_key(call))  # noqa: S608
    tx.execute(f"UPDATE turn_calls SET call_at = NULL, way = NULL WHERE {_SAME}", _call_key(call))  # noqa: S608


def take_back(tx: Transaction, call: TurnCall) -> None:
    """Delete an ended question, because its message has been deleted."""
    tx.execute(f"DELETE FROM turn_calls WHERE {_SAME} AND ending IS NOT NULL", _call_key(call))  # noqa: S608


def note_told(tx: Transaction, player: int, at: float) -> None:
    """Record that a player got the daily message about all turns."""
    tx.execute(
        "UPDATE turn_calls SET call_at = NULL, way = NULL WHERE player = ? AND kind = 'daily'", (player,)
    )
    tx.execute("UPDATE preferences SET told_at = ? WHERE player = ?", (at, player))


def move_reminders(tx: Transaction, table: int, over_at: float, turn_seconds: int) -> None:
    """Move a table's reminders to fit turns that are over at `over_at`, as after a pause."""
    tx.execute(
        "UPDATE turn_calls SET call_at = ? WHERE table_id = ? AND kind = 'reminder' AND call_at IS NOT NULL",
        (over_at - (1 - REMINDED_PART) * turn_seconds, table),
    )


def put_off(tx: Transaction, by_seconds: float, shards: ShardRange = ALL_SHARDS) -> None:
    """Postpone all pings, as deadlines are (F-16, F-17)."""
    tx.execute(
        f"UPDATE turn_calls SET call_at = call_at + ? WHERE call_at IS NOT NULL AND {shards.condition()}",  # noqa: S608
        (by_seconds,),
    )


def _call_key(call: TurnCall) -> Fields:
    return {**asdict(call.asked), "kind": call.kind}


def _without_ending(row: Fields) -> Fields:
    return {name: value for name, value in row.items() if name != "ending"}


PERSONAL = PersonalColumns(
    "turn_calls",
    'table_id AS "table", call_at, way',
    "table_id, seat, question",
    # Messages that mention the person are still deleted.
    forgetting=(
        "DELETE FROM {rows} WHERE {whose} = :player AND way IS NULL",
        "UPDATE {rows} SET ending = 'answered', {whose} = :nobody WHERE {whose} = :player",
    ),
)
