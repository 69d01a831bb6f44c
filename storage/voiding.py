"""Tables that this version cannot read: closed, and everybody gets back what they had there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.house_rules import phrase
from games.engine.table import Closing
from storage import closings, ledger, news
from storage.ledger import Account, Reason, Why
from storage.transaction import Transaction

UNREADABLE = phrase("the table could not be read")
"""The reason that stands in the books."""


@dataclass(frozen=True, slots=True)
class Voided:
    """A table, or a tournament, that was closed unread: where it was shown, and what anybody got back."""

    id: int
    server: int
    channel: int
    message: int | None
    refunds: Mapping[int, int]
    is_tournament: bool = False


def void(tx: Transaction, table_id: int, at: float) -> Voided:
    """Close a table without reading it, and pay its account out.

    Everybody gets the stack that the snapshot names, where that much can be made out and
    comes to what is there; else in proportion to what they paid in.
    """
    row = tx.one("SELECT server, channel, message, snapshot FROM tables WHERE id = ?", (table_id,))
    assert row is not None
    server, channel, message, snapshot = row
    on_table = ledger.at_table(server, table_id)
    there = ledger.balance(tx, on_table)
    shares = _stacks(server, snapshot)
    if sum(shares.values()) != there:
        shares = _in_proportion(_paid_in(tx, on_table), there)
    for account, amount in shares.items():
        if amount > 0:
            ledger.transfer(tx, on_table, account, amount, Why("voided", at, table=table_id))
    assert ledger.balance(tx, on_table) == 0
    tx.execute(
        # Nobody can draw its end, so its message will not be waited for.
        "UPDATE tables SET phase = 'closed', settled = 1, deadline_at = NULL, acted_at = ?,"
        " revision = revision + 1 WHERE id = ?",
        (at, table_id),
    )
    tx.execute("UPDATE sitters SET present = 0 WHERE table_id = ?", (table_id,))
    closings.write(tx, server, table_id, (Closing(None, UNREADABLE),), at)
    return Voided(table_id, server, channel, message, _to_people(shares))


def void_tournament(tx: Transaction, number: int, at: float) -> Voided:
    """Call a tournament off without reading it: all that was paid in goes back, and its tables are closed."""
    row = tx.one("SELECT server, channel, message FROM tournaments WHERE id = ?", (number,))
    assert row is not None
    server, channel, message = row
    pot = ledger.fund(server, number)
    shares = _in_proportion(_paid_in(tx, pot), ledger.balance(tx, pot))
    for account, amount in shares.items():
        back: Reason = "purse_back" if account.kind == "bank" else "entry_back"
        ledger.transfer(tx, pot, account, amount, Why(back, at))
    assert ledger.balance(tx, pot) == 0
    tx.execute(
        "UPDATE tournaments SET phase = 'called_off', settled = 1, deadline_at = NULL,"
        " revision = revision + 1 WHERE id = ?",
        (number,),
    )
    tx.execute(
        # Their snapshots still say that they are played: in a format that is none, nobody believes them.
        "UPDATE tables SET phase = 'closed', settled = 1, deadline_at = NULL, format = 0,"
        " revision = revision + 1 WHERE id IN (SELECT table_id FROM tournament_tables WHERE tournament = ?)",
        (number,),
    )
    news.drop(tx, number)
    return Voided(number, server, channel, message, _to_people(shares), is_tournament=True)


def _to_people(shares: Mapping[Account, int]) -> dict[int, int]:
    return {
        account.owner: amount for account, amount in shares.items() if account.kind == "wallet" and amount
    }


def _stacks(server: int, snapshot: str) -> dict[Account, int]:
    """The stacks that a snapshot names, whatever else is wrong with it."""
    stacks: dict[Account, int] = {}
    try:
        for each in json.loads(snapshot)["seats"]:
            player, stack = each["player"], each["stack"]
            account = ledger.house(server) if player is None else ledger.wallet(server, int(player))
            stacks[account] = stacks.get(account, 0) + int(stack)
    except (ValueError, TypeError, LookupError):
        return {}
    return stacks if all(amount >= 0 for amount in stacks.values()) else {}


def _paid_in(tx: Transaction, on_table: Account) -> dict[Account, int]:
    """Who has paid more into an account than they got out of it, and how much more."""
    paid: dict[Account, int] = {}
    for entry in ledger.history(tx, on_table, limit=ledger.AMOUNT_MAX):
        if entry.payee == on_table:
            paid[entry.payer] = paid.get(entry.payer, 0) + entry.amount
        else:
            paid[entry.payee] = paid.get(entry.payee, 0) - entry.amount
    return {account: amount for account, amount in paid.items() if amount > 0}


def _in_proportion(weights: Mapping[Account, int], amount: int) -> dict[Account, int]:
    """Share an amount out whole; the odd units go one each to the first."""
    if not amount:
        return {}
    total = sum(weights.values())
    shares = {account: amount * weight // total for account, weight in weights.items()}
    for account in list(shares)[: amount - sum(shares.values())]:
        shares[account] += 1
    return shares
