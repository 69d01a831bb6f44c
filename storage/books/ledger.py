"""Money: accounts, transfers between them (double entry), and amounts that count towards daily limits.

Every transfer moves an amount from one account to another, so a server's accounts always sum to zero. Money
comes from the bank, the only account that may go below zero. Each transfer has a hash over itself and the
previous transfer's hash, so that an altered row is detected (F-10). Users' ids are not hashed, so that they
can be anonymised.

Some amounts count towards daily limits. Days are in UTC. When the clock is set, today's counts move to the
new day: so no wage is paid twice, and nobody waits for years after a clock that was years ahead (F-16).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from games.engine.core.errors import ensure
from storage.books import audit_lines, private_notes
from storage.db.retention import KEPT_UNDER_HASH, UNNAMED, PersonalColumns, day_of
from storage.db.transaction import GREATER, Transaction, merged
from storage.errors import CrossedBooks, NotEnough, OverLimit
from storage.people import erased_people
from storage.standing.boards import Placed, placed

AMOUNT_MAX = 2**53 - 1
"""The largest amount and balance: the largest integer that is exact in all JSON readers."""
ADDED_TO_MAX = (
    f"CASE WHEN {{rows}}.{{column}} < {AMOUNT_MAX} - excluded.{{column}}"
    f" THEN {{rows}}.{{column}} + excluded.{{column}} ELSE {AMOUNT_MAX} END"
)
"""The SQL that adds to a column, up to the largest amount (for `merged`)."""
NOTE_LENGTH = 200
SMALL_SECONDS = 1800
"""The smallest correction of the clock, in seconds, that moves counts to another day."""

AccountKind: TypeAlias = Literal["bank", "wallet", "house", "table", "fund"]
Reason: TypeAlias = Literal[
    "purse", "wages", "pay", "grant", "take", "buy_in", "cash_out", "closed", "voided", "prize", "house_bank",
    "entry", "entry_back", "won", "purse_added", "purse_back", "reset",
]  # fmt: skip
AUDITED: tuple[Reason, ...] = ("grant", "take", "house_bank", "prize", "purse_added")
"""The reasons of transfers ordered by a manager, or made in a manager's name."""
LimitKind: TypeAlias = Literal["wages", "pay", "house", "purses", "lost"]
"""The amounts with daily limits: wages, gifts, winnings from the house, purses, and losses."""

GENESIS = bytes(32)


@dataclass(frozen=True, slots=True)
class Account:
    """An account, which may be unused so far; `owner` is a player, a table or a tournament."""

    server: int
    kind: AccountKind
    owner: int = 0


@dataclass(frozen=True, slots=True)
class TransferInfo:
    """The circumstances of a transfer; `by` is the user who ordered it."""

    reason: Reason
    at: float
    note: str = ""
    by: int | None = None
    table: int | None = None
    private_note: str = ""
    """A note for the books alone, which is stored apart and never read with a transfer (TB-23)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored transfer."""

    id: int
    payer: Account
    payee: Account
    amount: int
    why: TransferInfo


def bank_account(server: int) -> Account:
    """Return the account from which a server's money comes."""
    return Account(server, "bank")


def house_account(server: int) -> Account:
    """Return the account of a server's house players."""
    return Account(server, "house")


def wallet(server: int, player: int) -> Account:
    """Return the account of a player's own coins."""
    return Account(server, "wallet", player)


def at_table(server: int, table: int) -> Account:
    """Return the account of a table."""
    return Account(server, "table", table)


def fund(server: int, tournament: int) -> Account:
    """Return the account of a tournament."""
    return Account(server, "fund", tournament)


def transfer(tx: Transaction, payer: Account, payee: Account, amount: int, why: TransferInfo) -> None:
    """Move money. Raises `NotEnough` or `OverLimit`; then nothing has moved."""
    ensure(payer.server == payee.server and payer != payee, CrossedBooks)
    check_amount(amount)
    tx.lock_ledger(payer.server)
    debit, credit = _row(tx, payer), _row(tx, payee)
    held = balance(tx, payer)
    if payer.kind == "bank":
        # Limiting the bank's debt limits every other account too.
        if held - amount < -AMOUNT_MAX:
            raise OverLimit("amount", 0, held + AMOUNT_MAX)
    elif held < amount:
        raise NotEnough(held, amount)
    tx.execute("UPDATE accounts SET balance = balance - ? WHERE id = ?", (amount, debit))
    tx.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", (amount, credit))
    number = _write(tx, {"server": payer.server, "debit": debit, "credit": credit, "amount": amount}, why)
    if why.private_note and why.by is not None:
        whom = next((each.owner for each in (payer, payee) if each.kind == "wallet"), None)
        private_notes.add(tx, payer.server, ("transfer", number), why.private_note, why.by, whom)
    _count_lost(tx, payer, payee, amount, why.at)
    _count_lost(tx, payee, payer, -amount, why.at)


def book(tx: Transaction, account: Account, other: Account, amount: int, why: TransferInfo) -> None:
    """Book a payment of another account into an account, or if negative, out of it. Raises as `transfer`."""
    payer, payee = (other, account) if amount > 0 else (account, other)
    transfer(tx, payer, payee, abs(amount), why)


def check_amount(amount: int, field: str = "amount") -> None:
    """Raise unless the amount is a whole number from 1 to `AMOUNT_MAX` (F-43)."""
    if type(amount) is not int or not 1 <= amount <= AMOUNT_MAX:
        raise OverLimit(field, 1, AMOUNT_MAX)


def balance(tx: Transaction, account: Account) -> int:
    """Return an account's balance; 0 if it was never used."""
    return _find(tx, account, "balance") or 0


def held(tx: Transaction, server: int, player: int, purse: int) -> int:
    """Return a person's coins; for a newcomer, including the purse that they have not been given yet."""
    own = wallet(server, player)
    if _find(tx, own, "opened_at") is None and not erased_people.recall(tx, server, player):
        return balance(tx, own) + purse
    return balance(tx, own)


def open_wallet(tx: Transaction, server: int, player: int, purse: int, at: float) -> int:
    """Give a newcomer the purse, once per person and server (F-53); return the balance."""
    row = _row(tx, wallet(server, player))
    opened = tx.execute("UPDATE accounts SET opened_at = ? WHERE id = ? AND opened_at IS NULL", (at, row))
    if opened.rowcount == 1 and not erased_people.recall(tx, server, player) and purse > 0:
        transfer(tx, bank_account(server), wallet(server, player), purse, TransferInfo("purse", at))
    return balance(tx, wallet(server, player))


def history(
    tx: Transaction, account: Account, limit: int = 20, before: int | None = None
) -> tuple[Entry, ...]:
    """Return an account's transfers, the latest first; `before` is the last entry of the previous page."""
    row = _find(tx, account, "id")
    upper = AMOUNT_MAX if before is None else before
    where = (
        "t.id IN (SELECT id FROM transfers WHERE debit = ?"
        " UNION ALL SELECT id FROM transfers WHERE credit = ?) AND t.id < ?"
    )
    return _entries(tx, where, (row, row, upper), limit)


def latest(tx: Transaction, payer: Account, payee: Account) -> Entry | None:
    """Return the last transfer from one account to another."""
    rows = _find(tx, payer, "id"), _find(tx, payee, "id")
    return next(iter(_entries(tx, "t.debit = ? AND t.credit = ?", rows, 1)), None)


def audit(tx: Transaction, server: int, limit: int = 20, before: int | None = None) -> tuple[Entry, ...]:
    """Return the managers' transfers, the latest first, with their author and reason."""
    upper = AMOUNT_MAX if before is None else before
    reasons = ", ".join(f"'{each}'" for each in AUDITED)
    where = f"t.server = ? AND t.id < ? AND t.reason IN ({reasons}) AND {_SINCE_RESET}"
    return _entries(tx, where, (server, upper), limit)


_SINCE_RESET = "(d.kind <> 'bank' OR d.owner = 0) AND (c.kind <> 'bank' OR c.owner = 0)"
"""The SQL condition of the managers' transfers since a reset, which gives the server a new bank."""


def entry(tx: Transaction, number: int) -> Entry | None:
    """Return a transfer by its id."""
    return next(iter(_entries(tx, "t.id = ?", (number,), 1)), None)


def paid_in(tx: Transaction, account: Account) -> dict[Account, int]:
    """Return the net payments of other accounts into an account, if positive."""
    row = _find(tx, account, "id")
    rows = tx.all(
        "SELECT a.server, a.kind, a.owner, sum(paid) AS paid FROM"
        " (SELECT debit AS other, amount AS paid, id FROM transfers WHERE credit = ?1"
        " UNION ALL SELECT credit, -amount, id FROM transfers WHERE debit = ?1) AS moved"
        " JOIN accounts a ON a.id = other GROUP BY a.id HAVING sum(paid) > 0 ORDER BY min(other)",
        (row,),
    )
    return {Account(row["server"], row["kind"], row["owner"]): row["paid"] for row in rows}


def top(tx: Transaction, server: int, limit: int = 10) -> list[Placed]:
    """Return the fullest wallets, without those of erased people."""
    people = (
        "SELECT owner AS player, balance AS value FROM accounts WHERE server = ? AND kind = 'wallet'"
        " AND owner > 0 AND balance > 0"
    )
    return placed(tx, people, (server,), limit)


def sum_of_server(tx: Transaction, server: int) -> int:
    """Return the sum over all accounts: always zero."""
    return tx.scalar_int("SELECT sum(balance) FROM accounts WHERE server = ?", (server,)) or 0


def servers(tx: Transaction) -> tuple[int, ...]:
    """Return every server that has accounts."""
    return tuple(tx.scalars("SELECT DISTINCT server FROM accounts"))


def verify_chain(tx: Transaction, server: int) -> int | None:
    """Return the id of the first altered transfer, 0 if balances and transfers disagree, or else None."""
    before = GENESIS
    balances: Counter[int] = Counter()
    columns = ", ".join(_HASHED)
    for row in tx.stream(f"SELECT {columns}, hash FROM transfers WHERE server = ? ORDER BY id", (server,)):  # noqa: S608  (our own words)
        before = _hash(before, row)
        if before != row["hash"]:
            return int(row["id"])
        balances[row["debit"]] -= row["amount"]
        balances[row["credit"]] += row["amount"]
    rows = tx.all("SELECT id, balance FROM accounts WHERE server = ?", (server,))
    held = {row["id"]: row["balance"] for row in rows}
    return None if held == {**dict.fromkeys(held, 0), **balances} else 0


def last_counted_day(tx: Transaction, server: int, player: int, kind: LimitKind) -> int | None:
    """Return the latest day with a count of this kind, or None; locks the server's money until the commit."""
    return max(_counted(tx, server, player, kind), default=None)


def counted_on_day(tx: Transaction, server: int, player: int, kind: LimitKind, at: float) -> int:
    """Return the amount counted on the day of `at`; locks the server's money until the commit."""
    today = day_of(at)
    return sum(amount for day, amount in _counted(tx, server, player, kind).items() if day >= today)


def _counted(tx: Transaction, server: int, player: int, kind: LimitKind) -> Counter[int]:
    """Return the latest amounts of this kind by day, including those from before an erasure (F-53)."""
    tx.lock_ledger(server)
    own = tx.all(
        "SELECT day, amount FROM day_limits WHERE server = ? AND player = ? AND kind = ?",
        (server, player, kind),
    )
    amounts: Counter[int] = Counter()
    for day, amount in (*own, *erased_people.counted(tx, server, player, kind)):
        amounts[day] += amount
    return amounts


def count_on_day(tx: Transaction, server: int, player: int, kind: LimitKind, amount: int, at: float) -> None:
    """Add to the amount counted on the day of `at`, in the transaction that moves the money."""
    row = {"server": server, "player": player, "kind": kind, "day": day_of(at), "amount": amount}
    tx.add("day_limits", row, _COUNTED_ON)


_COUNTED_ON = merged(
    "day_limits",
    ("server", "player", "kind"),
    {
        "amount": (
            "excluded.amount + CASE WHEN day_limits.day >= excluded.day THEN day_limits.amount ELSE 0 END"
        ),
        "day": GREATER,
    },
)


def move_counted_days(tx: Transaction, before: float, after: float) -> None:
    """Move the counts of days when the clock is set from `before` to `after`."""
    old, new = day_of(before), day_of(after)
    if abs(after - before) < SMALL_SECONDS or old == new:
        return
    for name in ("day_limits", "forgotten_limits"):
        # A count of an earlier day moves to yesterday, even if the new clock has not reached that day yet.
        tx.execute(
            f"UPDATE {name} SET day = CASE WHEN day >= :old THEN :new ELSE :new - 1 END"  # noqa: S608  # our own words
            " WHERE (day >= :old OR day >= :new) AND kind <> 'purse'",
            {"old": old, "new": new},
        )


def _find(tx: Transaction, account: Account, column: Literal["id", "balance", "opened_at"]) -> int | None:
    return tx.scalar_int(
        f"SELECT {column} FROM accounts WHERE server = ? AND kind = ? AND owner = ?",  # noqa: S608  (our own words)
        (account.server, account.kind, account.owner),
    )


def _row(tx: Transaction, account: Account) -> int:
    """Return the id of an account's row, which is added if it does not exist."""
    number = _find(tx, account, "id")
    if number is not None:
        return number
    return tx.insert("accounts", asdict(account))


def _write(tx: Transaction, moved: Mapping[str, int], why: TransferInfo) -> int:
    newest = "SELECT hash FROM transfers WHERE server = ? ORDER BY id DESC LIMIT 1"
    before = tx.scalar(newest, (moved["server"],)) or GENESIS
    # The hash covers the id, so the id is determined before the row is written; no row is ever deleted.
    number = tx.next_id("transfers")
    row = {"id": number, **moved, "reason": why.reason, "table_id": why.table, "at": float(why.at)}
    rest = {"hash": _hash(before, row), "by_player": why.by, "note": why.note[:NOTE_LENGTH]}
    tx.add("transfers", {**row, **rest})
    if why.reason in AUDITED:
        audit_lines.add(tx, moved["server"], "transfer", number)
    return number


def _count_lost(tx: Transaction, account: Account, other: Account, amount: int, at: float) -> None:
    """Count a person's payment to a table or tournament as a loss; a repayment is negative (TB-25)."""
    is_stake = account.kind == "wallet" and other.kind in ("table", "fund")
    if is_stake and account.owner > 0:  # not erased people
        count_on_day(tx, account.server, account.owner, "lost", amount, at)


_HASHED = ("id", "server", "debit", "credit", "amount", "reason", "table_id", "at")
"""The columns that a transfer's hash covers, with the hash before it."""


def _hash(before: bytes, row: Mapping[str, Any]) -> bytes:
    return hashlib.sha256(before + _as_json([row[name] for name in _HASHED]).encode()).digest()


# `json.dumps` would build an encoder at each call, and every start hashes the whole ledger.
_as_json = json.JSONEncoder(separators=(",", ":")).encode


def _entries(
    tx: Transaction, where: str, parameters: tuple[int | None, ...], limit: int
) -> tuple[Entry, ...]:
    rows = tx.all(
        "SELECT t.id, t.server, t.amount, t.reason, t.at, t.note, t.by_player, t.table_id,"  # noqa: S608  (our own words)
        " d.kind AS payer_kind, d.owner AS payer, c.kind AS payee_kind, c.owner AS payee"
        " FROM transfers t JOIN accounts d ON d.id = t.debit JOIN accounts c ON c.id = t.credit"
        f" WHERE {where} ORDER BY t.id DESC LIMIT {limit}",
        parameters,
    )
    return tuple(
        Entry(
            row["id"],
            Account(row["server"], row["payer_kind"], row["payer"]),
            Account(row["server"], row["payee_kind"], row["payee"]),
            row["amount"],
            TransferInfo(row["reason"], row["at"], row["note"], row["by_player"], row["table_id"]),
        )
        for row in rows
    )


# A note is a text written by the erased user, or about them.
_WITHOUT_NOTES = (
    "UPDATE transfers SET note = '' WHERE note <> '' AND (by_player = :player OR"
    " debit IN (SELECT id FROM accounts WHERE kind = 'wallet' AND owner = :player) OR"
    " credit IN (SELECT id FROM accounts WHERE kind = 'wallet' AND owner = :player))"
)

PERSONAL = (
    PersonalColumns(
        "accounts",
        "server, balance, opened_at",
        whose="owner",
        told="wallets",
        which="kind = 'wallet' AND owner = ?",
        forgetting=(_WITHOUT_NOTES, f"{UNNAMED} AND kind = 'wallet'"),
    ),
    PersonalColumns(
        "transfers",
        't.id, t.server, d.kind AS "from", c.kind AS "to", amount, reason, note, at, table_id AS "table"',
        "t.id",
        whose="by_player",
        source="transfers t JOIN accounts d ON d.id = debit JOIN accounts c ON c.id = credit",
        which="by_player = ?1 OR (d.kind, d.owner) = ('wallet', ?1) OR (c.kind, c.owner) = ('wallet', ?1)",
        forgetting=(UNNAMED,),
    ),
    PersonalColumns("day_limits", "server, kind, day, amount", "server, kind", forgetting=KEPT_UNDER_HASH),
)
