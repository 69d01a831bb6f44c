"""How much people want to lose at most in a day, in a server (TB-25).

What they bring to tables and tournaments is counted as lost where it is booked (`ledger.py`), and no more
once it comes back. So whoever may bring no more than is left never loses more.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from games.engine.core.errors import phrase
from storage.books import ledger, limits
from storage.books.limits import DAY_SECONDS, day_of, next_week_at
from storage.db.fleeting import Fleeting
from storage.db.personal import KEPT_UNDER_HASH, Personal
from storage.db.transaction import Transaction, columns_of
from storage.errors import OverLimit, Refused
from storage.people import forgotten


@dataclass(frozen=True, slots=True)
class LossLimit:
    """So much at most in a day; from `later_at` on, if that is set, `later` or no limit."""

    amount: int
    later: int | None = None
    later_at: float | None = None


@dataclass(eq=False)
class LostEnough(Refused):
    says = phrase(
        "You’ve chosen to lose at most {ceiling} a day here, and {left} of it is left today; what lies on "
        "tables counts until it comes back. It starts again <t:{again_at}:R>. For practice you can play on."
    )
    ceiling: int
    left: int
    again_at: float


def of(tx: Transaction, server: int, player: int, at: float) -> LossLimit | None:
    """Somebody's limit; None if they have none."""
    row = tx.one(f"SELECT {_COLUMNS} FROM loss_limits WHERE server = ? AND player = ?", (server, player))  # noqa: S608  (our own words)
    if row is None:
        return next((LossLimit(*kept) for kept in forgotten.loss_limit(tx, server, player, at)), None)
    found = LossLimit(**row)
    if found.later_at is None or found.later_at > at:
        return found
    return None if found.later is None else LossLimit(found.later)


_COLUMNS = columns_of(LossLimit)


def choose(tx: Transaction, server: int, player: int, amount: int | None, at: float) -> None:
    """Set somebody's limit: a lower one at once, a higher or none (None) from the next week on."""
    if amount is not None and not 0 <= amount <= ledger.AMOUNT_MAX:
        raise OverLimit("amount", 0, ledger.AMOUNT_MAX)
    now = of(tx, server, player, at)
    if amount is not None and (now is None or amount <= now.amount):
        chosen = LossLimit(amount)
    elif now is not None:
        chosen = replace(now, later=amount, later_at=next_week_at(at))
    else:
        return
    tx.put("loss_limits", {"server": server, "player": player}, asdict(chosen))


def left(tx: Transaction, server: int, player: int, at: float) -> int | None:
    """How much somebody may still lose today; None if they have no limit."""
    limit = of(tx, server, player, at)
    return None if limit is None else max(0, limit.amount - limits.counted(tx, server, player, "lost", at))


def at_hand(tx: Transaction, server: int, player: int, at: float) -> int:
    """What somebody can bring to a table: their wallet, up to their limit."""
    held, rest = ledger.balance(tx, ledger.wallet(server, player)), left(tx, server, player, at)
    return held if rest is None else min(held, rest)


def require_left(tx: Transaction, server: int, player: int, price: int, at: float) -> None:
    """Refuse what costs more than somebody may still lose today."""
    limit, rest = of(tx, server, player, at), left(tx, server, player, at)
    if limit is not None and rest is not None and price > rest:
        raise LostEnough(limit.amount, rest, float((day_of(at) + 1) * DAY_SECONDS))


PERSONAL = (Personal("loss_limits", f"server, {_COLUMNS}", "server", forgetting=KEPT_UNDER_HASH),)
FLEETING = (Fleeting("loss_limits", "player, server", "later IS NULL AND later_at <= :at"),)
"""Limits that are lifted by now."""
