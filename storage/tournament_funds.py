"""The money in tournaments' accounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.tournament.model import Tournament, TournamentPayment
from storage import ledger
from storage.errors import Differs
from storage.ledger import Account, Reason, Why
from storage.transaction import Transaction


def book(
    tx: Transaction, fund: Account, payments: Sequence[TournamentPayment], at: float, by: int | None
) -> None:
    """Book the payments of a tournament's change; `by` is who added to its purse."""
    for each in payments:
        is_bank = each.player is None
        theirs = ledger.bank(fund.server) if is_bank else ledger.wallet(fund.server, each.player or 0)
        why = Why(_reason(each), at, by=by if each.reason == "purse" else None)
        if each.amount > 0:
            ledger.transfer(tx, theirs, fund, each.amount, why)
        else:
            ledger.transfer(tx, fund, theirs, -each.amount, why)


def check(tx: Transaction, fund: Account, tournament: Tournament) -> None:
    """Raise `Differs` unless a tournament's account holds what its director says."""
    held = ledger.balance(tx, fund)
    is_over = tournament.phase in ("over", "called_off")
    there = 0 if is_over else tournament.fund + tournament.score_purse
    if held != there:
        raise Differs(f"tournament {fund.owner}", held, there)


def _reason(payment: TournamentPayment) -> Reason:
    if payment.reason == "returned":
        return "purse_back" if payment.player is None else "entry_back"
    reasons: Mapping[str, Reason] = {"entry": "entry", "purse": "purse_added", "prize": "won"}
    return reasons[payment.reason]
