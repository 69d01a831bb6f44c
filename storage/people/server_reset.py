"""Reset of a server: what is kept about it goes, except what protects people (TB-23).

The ledger is only ever added to (F-10). So all coins go back to the bank, and the accounts are made anonymous
as those of erased people are: everybody's next account is a new one. Closed tables are marked as long over,
and the usual clean-up deletes them in pieces, since writers wait for a deleting transaction. It leaves kept
hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from storage.books import audit_lines, ledger
from storage.books.audit_lines import ServerChange
from storage.books.ledger import Account, TransferInfo
from storage.db.transaction import Transaction
from storage.play.postings import TABLES, TOURNAMENTS, PostingPlace, Rows

_SERVER = "server = :server"
# One that was announced after the check stays; it holds no coins, since the ledger is locked.
_ENDED = f"{_SERVER} AND {TOURNAMENTS.is_over}"
_TOURNAMENT = f"tournament IN (SELECT id FROM tournaments WHERE {_ENDED})"  # noqa: S608  (our own words)
DELETED: Mapping[str, str] = {
    "audit_lines": _SERVER,
    "audit_channels": _SERVER,
    "claims": "prize_id IN (SELECT id FROM prizes WHERE server = :server)",
    "prizes": _SERVER,
    "season_places": "season IN (SELECT id FROM seasons WHERE server = :server)",
    "seasons": _SERVER,
    "courts": _TOURNAMENT,
    "news": _TOURNAMENT,
    "entrants": _TOURNAMENT,
    "scheduled_events": _TOURNAMENT,
    "series_tournaments": _TOURNAMENT,
    "tournament_tables": _TOURNAMENT,
    "role_prizes": _SERVER,
    "results": _SERVER,
    "tournament_acts": _SERVER,
    "tournaments": _ENDED,
    "series": _SERVER,
    "records": _SERVER,
    "record_totals": _SERVER,
    "deeds": _SERVER,
    "titles": _SERVER,
    "scores": _SERVER,
    "keepsakes": _SERVER,
    "own_cards": _SERVER,
    "house_results": _SERVER,
    "closings": _SERVER,
    "private_notes": _SERVER,
    "server_changes": _SERVER,
    # Today's losses stay, because a limit on losses does (TB-25).
    "day_limits": f"{_SERVER} AND kind <> 'lost'",
    "notes": "name LIKE :drafts",
    "settings": _SERVER,
}
"""The condition of the deleted rows by table; a table stands before those that it refers to."""
STAYING: Mapping[str, str] = {
    "accounts": "empty and without names, since the ledger refers to them",
    "transfers": "the ledger is only ever added to; without names and notes",
    "tables": "deleted by the next clean-up, except tables with kept hands",
    "bars": "protect others from the barred person",
    "keep_outs": "protect the person who excluded themselves",
    "loss_limits": "protect the person who set one",
    "forgotten_bars": "protect as bars do",
    "forgotten_keep_outs": "protect as keep_outs do",
    "forgotten_loss_limits": "protect as loss_limits do",
    "forgotten_limits": "an erased person gets no second purse (F-53)",
    "call_wishes": "a person's preferences",
    "callings": "limit the calls of a day; expire by themselves",
    "turn_calls": "messages that still have to be deleted",
    "replaced_messages": "messages that still have to be deleted",
    "board_posts": "their messages stand in channels, and show empty boards",
}
"""The tables with a server whose rows are not simply deleted, each with the reason."""


OpenPlaces: TypeAlias = tuple[list[PostingPlace], list[PostingPlace]]
"""Open tables, and open tournaments."""


def open_places(tx: Transaction, server: int) -> OpenPlaces:
    """Return a server's open tables and tournaments, readable or not; none may be open at a reset."""

    def places(rows: Rows) -> list[PostingPlace]:
        which = f"server = ? AND {rows.is_open} ORDER BY id"
        sql = f"SELECT id, server, channel, phase FROM {rows.name} WHERE {which}"  # noqa: S608  (our own words)
        return [PostingPlace(**row) for row in tx.all(sql, (server,))]

    return places(TABLES), places(TOURNAMENTS)


def reset(tx: Transaction, server: int, by: int, at: float) -> OpenPlaces:
    """Reset a server, and begin its audit with that; if any are open, return those, with nothing changed."""
    # Whoever moves coins meanwhile waits, and then finds the new accounts.
    tx.lock_ledger(server)
    places = open_places(tx, server)
    if any(places):
        return places
    _empty_accounts(tx, server, at)
    _unname_accounts(tx, server, at)
    for rows, which in DELETED.items():
        parameters = {"drafts": f"draft:{server}:%"} if rows == "notes" else {"server": server}
        tx.execute(f"DELETE FROM {rows} WHERE {which}", parameters)  # noqa: S608  (our own words)
    tx.execute("UPDATE tables SET acted_at = 0 WHERE server = ? AND phase = 'closed'", (server,))
    audit_lines.write_changes(tx, server, ServerChange(kind="server", what="reset", by=by, at=at))
    return places


def _empty_accounts(tx: Transaction, server: int, at: float) -> None:
    """Move all coins back to the bank, which then owes nothing."""
    bank = ledger.bank_account(server)
    held = tx.all(
        "SELECT kind, owner, balance FROM accounts WHERE server = ? AND kind <> 'bank' AND balance > 0"
        " ORDER BY id",
        (server,),
    )
    for row in held:
        account = Account(server, row["kind"], row["owner"])
        ledger.transfer(tx, account, bank, row["balance"], TransferInfo("reset", at))


def _unname_accounts(tx: Transaction, server: int, at: float) -> None:
    """Replace the owners of bank, house and wallets by new numbers, and delete the ledger's notes."""
    own = "server = ? AND kind IN ('bank', 'house', 'wallet') AND owner >= 0"
    for account in tx.scalars(f"SELECT id FROM accounts WHERE {own} ORDER BY id", (server,)):  # noqa: S608  (our own words)
        nobody = -tx.insert("forgotten", {"at": at})
        tx.execute("UPDATE accounts SET owner = ? WHERE id = ?", (nobody, account))
    tx.execute(
        "UPDATE transfers SET by_player = NULL, note = ''"
        " WHERE server = ? AND (by_player IS NOT NULL OR note <> '')",
        (server,),
    )
