"""Closing of tables and tournaments without reading them, with refunds by the ledger (TB-10, F-58)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.core.errors import N_, ensure
from games.engine.table.table import Closing
from storage.books import audit_lines, ledger
from storage.books.ledger import Account, TransferInfo
from storage.db.transaction import Transaction
from storage.errors import Differs
from storage.leases import ALL_SHARDS, ShardRange
from storage.play import turn_calls
from storage.tournaments import outbox

# Translators: after “Closed:”.
UNREADABLE = N_("the table couldn’t be read")
"""The recorded reason, unless the caller knows another."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Voided:
    """A table or tournament closed without reading it: its messages and its refunds."""

    id: int
    server: int
    channel: int
    message: int | None
    refunds: Mapping[int, int]
    is_tournament: bool = False


def void(tx: Transaction, table_id: int, at: float, by: int | None = None, why: str = UNREADABLE) -> Voided:
    """Close a table without reading it, and refund each player's payments by the ledger (TB-10).

    `by` is the manager who closed it; None: the bot itself. `why` is the recorded reason.
    """
    row = tx.one("SELECT server, channel, message FROM tables WHERE id = ?", (table_id,))
    refunds: dict[int, int] = {}
    # The row's own server may be damaged, so the server of the ledger's account is used.
    for server in tx.scalars("SELECT server FROM accounts WHERE kind = 'table' AND owner = ?", (table_id,)):
        refunds |= _to_people(_pay_back(tx, ledger.at_table(server, table_id), at))
    _close(tx, row["server"], table_id, Closing(by, why), at)
    return Voided(table_id, **row, refunds=refunds)


def pay_strays_back(tx: Transaction, at: float, shards: ShardRange = ALL_SHARDS) -> None:
    """Refund coins on tables of these shards whose rows are closed or missing, because of damage (F-58)."""
    is_open = "owner IN (SELECT id FROM tables WHERE phase <> 'closed')"
    strays = tx.all(
        "SELECT server, owner FROM accounts WHERE kind = 'table' AND balance > 0"  # noqa: S608  (our own words)
        f" AND NOT {is_open} AND {shards.condition()}"
    )
    for row in strays:
        log.error("the coins of table %d are paid back: there is no such table", row["owner"])
        _pay_back(tx, ledger.at_table(row["server"], row["owner"]), at)


def void_tournament(
    tx: Transaction, number: int, at: float, by: int | None = None, why: str = UNREADABLE
) -> Voided:
    """Call a tournament off without reading it: entries are refunded and its tables closed.

    `by` is the organiser who did it; None: the bot itself. `why` is recorded for its tables.
    """
    row = tx.one("SELECT server, channel, message FROM tournaments WHERE id = ?", (number,))
    shares = _pay_back(tx, ledger.fund(row["server"], number), at)
    tx.execute(
        "UPDATE tournaments SET phase = 'called_off', settled = 1, deadline_at = NULL,"
        " revision = revision + 1 WHERE id = ?",
        (number,),
    )
    for table_id in tx.scalars(
        "SELECT id FROM tables JOIN tournament_tables ON table_id = id"
        " WHERE phase <> 'closed' AND tournament = ? ORDER BY id",
        (number,),
    ):
        _close(tx, row["server"], table_id, Closing(by, why), at)
    outbox.drop(tx, number)
    return Voided(number, **row, refunds=_to_people(shares), is_tournament=True)


def _close(tx: Transaction, server: int, table_id: int, closing: Closing, at: float) -> None:
    tx.execute(
        # No message can show its end, so it counts as settled. Format 0 makes its snapshot unreadable, which
        # would otherwise show a table in play.
        "UPDATE tables SET phase = 'closed', settled = 1, deadline_at = NULL, acted_at = ?, format = 0,"
        " revision = revision + 1 WHERE id = ?",
        (at, table_id),
    )
    tx.execute("UPDATE sitters SET present = 0 WHERE table_id = ?", (table_id,))
    turn_calls.end_all(tx, table_id)
    audit_lines.add_closings(tx, server, table_id, (closing,), at)


def _to_people(shares: Mapping[Account, int]) -> dict[int, int]:
    return {
        account.owner: amount for account, amount in shares.items() if account.kind == "wallet" and amount
    }


def _pay_back(tx: Transaction, account: Account, at: float) -> dict[Account, int]:
    """Divide an account among the accounts with net payments into it, in proportion."""
    shares = _in_proportion(ledger.paid_in(tx, account), ledger.balance(tx, account))
    for payer, amount in shares.items():
        if amount:
            ledger.transfer(tx, account, payer, amount, _why(account, payer, at))
    left = ledger.balance(tx, account)
    ensure(left == 0, Differs, f"{account.kind} {account.owner}", left, 0)
    return shares


def _why(account: Account, payer: Account, at: float) -> TransferInfo:
    if account.kind == "table":
        return TransferInfo("voided", at, table=account.owner)
    return TransferInfo("purse_back" if payer.kind == "bank" else "entry_back", at)


def _in_proportion(weights: Mapping[Account, int], amount: int) -> dict[Account, int]:
    """Divide an amount by weights, in whole coins; odd coins go one each to the first accounts."""
    if not amount:
        return {}
    total = sum(weights.values())
    shares = {account: amount * weight // total for account, weight in weights.items()}
    for account in list(shares)[: amount - sum(shares.values())]:
        shares[account] += 1
    return shares
