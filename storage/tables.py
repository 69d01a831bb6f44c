"""Tables as they are kept: a snapshot with its revision, and the moves that led there.

A change is written whole: snapshot, moves, money and points in the caller's one transaction.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.core.errors import ensure
from games.engine.core.game import AnyGame
from games.engine.table.settlement import belongings
from games.engine.table.table import AnyTable, Change, Payment, money
from storage import closings, hands, ledger, moves, scores
from storage.checksums import checksum, require
from storage.codec import FORMAT, codec_of, game_of
from storage.errors import Differs, NotEnough, OtherTable, Overtaken, Unreadable
from storage.ledger import Reason, Why
from storage.transaction import Parameters, Transaction

KEPT_SECONDS = 30 * 24 * 3600
"""A closed table's moves can be looked at for so long."""
DECODED_MAX = 2048
"""So many tables are kept decoded for the moment: between looking them all through and showing them."""
LASTING_MAX = 128
"""So many of them for longer: a quiet table costs no memory beyond that."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stored:
    """A table, and what is known of it beside the rules. `message` is None before it was posted."""

    table: AnyTable
    server: int
    channel: int
    message: int | None
    revision: int
    deadline_at: float | None
    posted_at: float | None
    opened_at: float
    acted_at: float
    shown_revision: int

    @property
    def id(self) -> int:
        """The table's number, never given twice."""
        return self.table.id


class Tables:
    """The tables of these games. Nothing is kept here but what could be read again."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.games = games
        # A snapshot's text is its own key: what a rolled-back transaction left here is only never asked for.
        # Touched by the one thread whose transactions may keep something, and by no other.
        self._decoded: OrderedDict[int, tuple[bytes, AnyTable]] = OrderedDict()

    def add(
        self, tx: Transaction, server: int, channel: int, make: Callable[[int], AnyTable], at: float
    ) -> Stored:
        """Open a table that `make` makes of its number."""
        made = tx.insert(
            "INSERT INTO tables (server, channel, game, phase, revision, shown_revision, format, opened_at,"
            " acted_at, snapshot) VALUES (?, ?, '', 'lobby', 1, 0, ?, ?, ?, '')",
            (server, channel, FORMAT, at, at),
        )
        table = make(made)
        ensure((table.id, table.phase) == (made, "lobby"), OtherTable, made)
        text = codec_of(self.games[table.game]).table.encode(table)
        tx.execute(
            "UPDATE tables SET game = ?, snapshot = ?, checksum = ? WHERE id = ?",
            (table.game, text, checksum(made, server, table.game, FORMAT, text), made),
        )
        self._keep(made, text.encode(), table)
        _name_people(tx, None, table)
        return Stored(table, server, channel, None, 1, None, None, at, at, 0)

    def load(self, tx: Transaction, table_id: int) -> Stored | None:
        """A table, closed ones too; `Unreadable` where this version cannot read its snapshot."""
        row = tx.one(f"{_SELECT} WHERE id = ?", (table_id,))
        return None if row is None else self._stored(tx, row)

    def known(self, tx: Transaction, table_id: int) -> Stored:
        """A table that there has to be; `Unreadable` where there is none, too."""
        stored = self.load(tx, table_id)
        if stored is None:
            raise Unreadable(f"table {table_id}, which is gone")
        return stored

    def save(
        self,
        tx: Transaction,
        stored: Stored,
        change: Change,
        deadline_at: float | None,
        at: float,
    ) -> Stored:
        """Write a change to a table; `Overtaken` unless it began with the revision that is stored."""
        table = change.table
        ensure(table.id == stored.id, OtherTable, stored.id)
        text = codec_of(self.games[table.game]).table.encode(table)
        updated = tx.execute(
            "UPDATE tables SET revision = revision + 1, snapshot = ?, format = ?, deadline_at = ?,"
            " acted_at = ?, checksum = ? WHERE id = ? AND revision = ?",
            (
                text,
                FORMAT,
                deadline_at,
                at,
                checksum(table.id, stored.server, table.game, FORMAT, text),
                table.id,
                stored.revision,
            ),
        )
        if updated.rowcount != 1:
            raise Overtaken(table.id)
        if table.phase != stored.table.phase:
            tx.execute("UPDATE tables SET phase = ? WHERE id = ?", (table.phase, table.id))
        _name_people(tx, stored.table, table)
        hands.write(tx, self.games[table.game], table.id, change.begun, change.ended)
        moves.append(tx, self.games[table.game], (stored.id, stored.revision + 1), change.moves, at)
        _settle(tx, stored, change, at)
        closings.write(tx, stored.server, stored.id, change.closings, at)
        saved = replace(
            stored, table=table, revision=stored.revision + 1, deadline_at=deadline_at, acted_at=at
        )
        self.check_money(tx, saved)
        self._keep(table.id, text.encode(), table)
        return saved

    def rewrite(self, tx: Transaction, stored: Stored, table: AnyTable) -> None:
        """Write a table's snapshot anew although nobody has played: with somebody forgotten in it."""
        text = codec_of(self.games[table.game]).table.encode(table)
        written = checksum(table.id, stored.server, table.game, FORMAT, text)
        tx.execute(
            "UPDATE tables SET snapshot = ?, format = ?, checksum = ?, revision = revision + 1 WHERE id = ?",
            (text, FORMAT, written, table.id),
        )

    def open_tables(self, tx: Transaction, server: int) -> tuple[Stored, ...]:
        """A server's open tables, those that cannot be read left out (see `unreadable`)."""
        return self._readable(tx, "settled = 0 AND phase <> 'closed' AND server = ?", (server,))

    def in_channel(self, tx: Transaction, server: int, channel: int) -> tuple[Stored, ...]:
        """A channel's open tables."""
        where = "settled = 0 AND phase <> 'closed' AND server = ? AND channel = ?"
        return self._readable(tx, where, (server, channel))

    def of_player(self, tx: Transaction, server: int, player: int) -> tuple[Stored, ...]:
        """The open tables of a server at which a person has a seat."""
        sits = "id IN (SELECT table_id FROM sitters WHERE player = ? AND present = 1)"
        return self._readable(tx, f"phase <> 'closed' AND {sits} AND server = ?", (player, server))

    def naming(self, tx: Transaction, server: int, player: int, since: float) -> tuple[Stored, ...]:
        """The tables of a server that name a person and are open, or were opened since then."""
        named = "id IN (SELECT table_id FROM sitters WHERE player = ?)"
        where = f"(phase <> 'closed' OR opened_at > ?) AND {named} AND server = ?"
        return self._readable(tx, where, (since, player, server))

    def stakes(self, tx: Transaction, server: int, player: int) -> int:
        """What is a person's of the coins on open tables: before their seats, in the hand, in a prize pool.

        Seats that they have left count too: what they paid into a pool may come back to them.
        """
        named = "id IN (SELECT table_id FROM sitters WHERE player = ?)"
        found = self._readable(tx, f"phase = 'playing' AND {named} AND server = ?", (player, server))
        return sum(
            belongings(stored.table, self.games[stored.table.game])[player]
            for stored in found
            if stored.table.money == "coins"
        )

    def promised(self, tx: Transaction, server: int, player: int) -> int:
        """What a person will have to pay at tables that have not begun."""
        tables = [stored.table for stored in self.of_player(tx, server, player)]
        return sum(
            self.games[table.game].price(table.rules, table.terms.buy_in)
            for table in tables
            if (table.phase, table.money) == ("lobby", "coins")
        )

    def lost(self, tx: Transaction) -> tuple[int, ...]:
        """The open tables that cannot go on: unread, or with money that differs (F-58)."""
        rows = tx.all("SELECT id FROM tables WHERE phase <> 'closed'")
        return tuple(table_id for (table_id,) in rows if not self._can_go_on(tx, table_id))

    def _can_go_on(self, tx: Transaction, table_id: int) -> bool:
        try:
            stored = self.known(tx, table_id)
            self.check_money(tx, stored)
        except (Unreadable, Differs) as fault:
            log.error("table %d is called off: %s", table_id, fault)  # noqa: TRY400  (told, not traced)
            return False
        # Where only the columns beside the snapshot are wrong, it says what they have to be.
        tx.execute(
            "UPDATE tables SET phase = ?, settled = 0 WHERE id = ? AND (phase <> ? OR settled <> 0)",
            (stored.table.phase, table_id, stored.table.phase),
        )
        return True

    def let_go(self) -> None:
        """Keep only those tables decoded that were asked for last."""
        while len(self._decoded) > LASTING_MAX:
            self._decoded.popitem(last=False)

    def _readable_one(self, tx: Transaction, row: tuple[Any, ...]) -> Stored | None:
        try:
            return self._stored(tx, row)
        except Unreadable:
            return None

    def _readable(self, tx: Transaction, where: str, parameters: Parameters) -> tuple[Stored, ...]:
        rows = tx.execute(f"{_SELECT} WHERE {where} ORDER BY id", parameters)
        found = (self._readable_one(tx, row) for row in rows)
        return tuple(each for each in found if each is not None)

    def _stored(self, tx: Transaction, row: tuple[Any, ...]) -> Stored:
        table_id, game, written_format, text, written, *rest = row
        kept = self._decoded.get(table_id) if tx.may_keep else None
        if kept is not None and kept[0] == text:
            self._decoded.move_to_end(table_id)
            return Stored(kept[1], *rest)
        if written_format != FORMAT:
            raise Unreadable(f"table {table_id}, format {written_format}")
        require(written, f"table {table_id}", table_id, rest[0], game, written_format, text)
        table = codec_of(game_of(self.games, game.decode())).table.decode(text)
        if table.id != table_id:
            raise Unreadable(f"table {table_id}, which says it is {table.id}")
        if tx.may_keep:
            self._keep(table_id, text, table)
        return Stored(table, *rest)

    def _keep(self, table_id: int, text: bytes, table: AnyTable) -> None:
        self._decoded[table_id] = (text, table)
        self._decoded.move_to_end(table_id)
        if len(self._decoded) > DECODED_MAX:
            self._decoded.popitem(last=False)

    def check_money(self, tx: Transaction, stored: Stored) -> None:
        """`Differs` unless a table's account holds what its snapshot says lies there."""
        table = stored.table
        held = ledger.balance(tx, ledger.at_table(stored.server, table.id))
        there = money(table, self.games[table.game]) if table.money == "coins" else 0
        if held != there:
            raise Differs(f"table {table.id}", held, there)


def open_count(tx: Transaction, server: int) -> int:
    """How many open tables a server has, tournaments' left out."""
    where = (
        "settled = 0 AND phase <> 'closed' AND server = ?"
        " AND id NOT IN (SELECT table_id FROM tournament_tables)"
    )
    count: int = tx.value(f"SELECT count(*) FROM tables WHERE {where}", (server,))  # noqa: S608  (our own words)
    return count


def is_open(tx: Transaction, server: int, table_id: int) -> bool:
    """Whether a server has an open table of that number, whatever else can be read of it."""
    where = "id = ? AND server = ? AND phase <> 'closed'"
    return tx.one(f"SELECT 1 FROM tables WHERE {where}", (table_id, server)) is not None  # noqa: S608  (ours)


def set_message(
    tx: Transaction, table_id: int, channel: int, message: int | None, posted_at: float | None
) -> None:
    """Note which message shows a table."""
    tx.execute(
        "UPDATE tables SET channel = ?, message = ?, posted_at = ? WHERE id = ?",
        (channel, message, posted_at, table_id),
    )


def servers(tx: Transaction) -> frozenset[int]:
    """The servers in which a table is open."""
    rows = tx.all("SELECT DISTINCT server FROM tables WHERE settled = 0 AND phase <> 'closed'")
    return frozenset(server for (server,) in rows)


def shown_by(tx: Transaction, server: int, channel: int, messages: Collection[int]) -> tuple[int, ...]:
    """The tables that these messages of a channel show, but for closed ones whose end was shown."""
    rows = tx.all(
        "SELECT id, message FROM tables WHERE settled = 0 AND server = ? AND channel = ?", (server, channel)
    )
    return tuple(table_id for table_id, message in rows if message in messages)


def is_named(tx: Transaction, table_id: int, player: int) -> bool:
    """Whether somebody has a seat at a table, or had one, opened it, or was invited."""
    row = tx.one("SELECT 1 FROM sitters WHERE player = ? AND table_id = ?", (player, table_id))
    return row is not None


def are_in(tx: Transaction, channel: int) -> bool:
    """Whether any table, closed ones too, has its place in a channel."""
    return tx.one("SELECT 1 FROM tables WHERE channel = ? LIMIT 1", (channel,)) is not None


def mark_shown(tx: Transaction, shown: Mapping[int, int]) -> None:
    """Note which revision each table's message shows; a closed table that shows it is done with."""
    rows: Iterable[Parameters] = [(revision, table_id) for table_id, revision in shown.items()]
    tx.execute_each("UPDATE tables SET shown_revision = max(shown_revision, ?) WHERE id = ?", rows)
    tx.execute_each(
        "UPDATE tables SET settled = 1 WHERE settled = 0 AND phase = 'closed' AND ? >= revision AND id = ?",
        rows,
    )


def behind(tx: Transaction) -> tuple[int, ...]:
    """The tables whose message shows an older revision; closed ones too until their end was shown."""
    rows = tx.all("SELECT id FROM tables WHERE settled = 0 AND shown_revision < revision ORDER BY id")
    return tuple(table_id for (table_id,) in rows)


def prune(tx: Transaction, before: float) -> int:
    """Forget tables that were closed and last acted on before then, with their moves; how many."""
    return tx.execute("DELETE FROM tables WHERE phase = 'closed' AND acted_at < ?", (before,)).rowcount


_SELECT = (
    # As bytes: what is damaged need be no text any more.
    "SELECT id, CAST(game AS BLOB), format, CAST(snapshot AS BLOB), checksum,"
    " server, channel, message, revision, deadline_at, posted_at,"
    " opened_at, acted_at, shown_revision FROM tables"
)


def _people(table: AnyTable | None) -> dict[int, bool]:
    """Everybody a table names, and whether they have a seat now."""
    if table is None:
        return {}
    closed_by = () if table.closing is None or table.closing.by is None else (table.closing.by,)
    named = dict.fromkeys((table.terms.host, *table.terms.invited, *closed_by), False)
    for each in table.seats:
        if each.player is not None:
            named[each.player] = named.get(each.player, False) or each.standing != "gone"
    return named


def _name_people(tx: Transaction, before: AnyTable | None, after: AnyTable) -> None:
    kept = ("seats", "terms", "closing")
    if before is not None and all(getattr(before, each) is getattr(after, each) for each in kept):
        return
    was, now = _people(before), _people(after)
    tx.execute_each(
        "INSERT INTO sitters VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET present = excluded.present",
        [(after.id, player, here) for player, here in now.items() if was.get(player) != here],
    )


def _settle(tx: Transaction, stored: Stored, change: Change, at: float) -> None:
    on_table = ledger.at_table(stored.server, stored.id)
    closing = change.table.closing if change.table.phase == "closed" else None
    closed_by = None if closing is None else closing.by
    for each in change.payments:
        theirs = _account(stored.server, each)
        reason: Reason = each.reason if closed_by is None else "closed"
        why = Why(reason, at, by=closed_by, table=stored.id)
        if each.amount > 0:
            ledger.transfer(tx, theirs, on_table, each.amount, why)
        else:
            try:
                ledger.transfer(tx, on_table, theirs, -each.amount, why)
            except NotEnough as short:
                raise Differs(f"table {stored.id}", short.balance, short.amount) from short
    for player, points in change.points:
        scores.add(tx, stored.server, change.table.game, player, points)


def _account(server: int, payment: Payment) -> ledger.Account:
    if payment.player is None:
        return ledger.house(server)
    return ledger.wallet(server, payment.player)
