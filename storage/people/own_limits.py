"""What people keep themselves from: the games until some day (TB-24), and losing more in a day (TB-25).

The time until which somebody keeps out only ever grows later: there is nothing here that shortens or lifts
one. Nobody gets free by being forgotten (`forgotten.py`).

What people bring to tables and tournaments is counted as lost where it is booked (`ledger.py`), and no more
once it comes back. So whoever may bring no more than is left never loses more.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from games.engine.core.errors import phrase
from storage.books import ledger
from storage.db.kept import DAY_SECONDS, KEPT_UNDER_HASH, Fleeting, Personal, day_of, next_week_at
from storage.db.transaction import GREATER, Transaction, columns_of, merged
from storage.errors import OverLimit, Refused
from storage.people import forgotten
from storage.people.forgotten import EVERYWHERE


@dataclass(eq=False)
class KeptOut(Refused):
    says = phrase(
        "You’re keeping yourself out of the games until <t:{until}:f>, <t:{until}:R>. It ends by itself; "
        "nobody can shorten it."
    )
    until: float


def keep_out(tx: Transaction, server: int, player: int, until: float) -> None:
    """Keep somebody out of a server, or `EVERYWHERE`, until then; an earlier time changes nothing."""
    tx.add("keep_outs", {"server": server, "player": player, "until": until}, _LONGER)


_LONGER = merged("keep_outs", ("player", "server"), {"until": GREATER})


def out_until(tx: Transaction, server: int, player: int, at: float) -> float | None:
    """When somebody may play there again; None if they don't keep themselves out, there or everywhere."""
    said = tx.column(
        "SELECT until FROM keep_outs WHERE player = ? AND server IN (?, ?)", (player, server, EVERYWHERE)
    )
    kept = forgotten.kept_out_until(tx, {server, EVERYWHERE}, player)
    return max((until for until in (*said, *kept) if until > at), default=None)


def require_free(tx: Transaction, server: int, player: int, at: float) -> None:
    """Refuse somebody who keeps themselves out, and say until when."""
    until = out_until(tx, server, player, at)
    if until is not None:
        raise KeptOut(until)


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


def loss_limit(tx: Transaction, server: int, player: int, at: float) -> LossLimit | None:
    """Somebody's limit; None if they have none."""
    row = tx.one(f"SELECT {_COLUMNS} FROM loss_limits WHERE server = ? AND player = ?", (server, player))  # noqa: S608  (our own words)
    if row is None:
        return next((LossLimit(*kept) for kept in forgotten.loss_limit(tx, server, player, at)), None)
    found = LossLimit(**row)
    if found.later_at is None or found.later_at > at:
        return found
    return None if found.later is None else LossLimit(found.later)


_COLUMNS = columns_of(LossLimit)


def limit_losses(tx: Transaction, server: int, player: int, amount: int | None, at: float) -> None:
    """Set somebody's limit: a lower one at once, a higher or none (None) from the next week on."""
    if amount is not None and not 0 <= amount <= ledger.AMOUNT_MAX:
        raise OverLimit("amount", 0, ledger.AMOUNT_MAX)
    now = loss_limit(tx, server, player, at)
    if amount is not None and (now is None or amount <= now.amount):
        chosen = LossLimit(amount)
    elif now is not None:
        chosen = replace(now, later=amount, later_at=next_week_at(at))
    else:
        return
    tx.put("loss_limits", {"server": server, "player": player}, asdict(chosen))


def loss_left(tx: Transaction, server: int, player: int, at: float) -> int | None:
    """How much somebody may still lose today; None if they have no limit."""
    limit = loss_limit(tx, server, player, at)
    return (
        None
        if limit is None
        else max(0, limit.amount - ledger.counted_on_day(tx, server, player, "lost", at))
    )


def at_hand(tx: Transaction, server: int, player: int, at: float) -> int:
    """What somebody can bring to a table: their wallet, up to their limit."""
    held, rest = ledger.balance(tx, ledger.wallet(server, player)), loss_left(tx, server, player, at)
    return held if rest is None else min(held, rest)


def require_left(tx: Transaction, server: int, player: int, price: int, at: float) -> None:
    """Refuse what costs more than somebody may still lose today."""
    limit, rest = loss_limit(tx, server, player, at), loss_left(tx, server, player, at)
    if limit is not None and rest is not None and price > rest:
        raise LostEnough(limit.amount, rest, float((day_of(at) + 1) * DAY_SECONDS))


PERSONAL_KEEP_OUTS = (Personal("keep_outs", "server, until", "server", forgetting=KEPT_UNDER_HASH),)
PERSONAL_LOSS_LIMITS = (Personal("loss_limits", f"server, {_COLUMNS}", "server", forgetting=KEPT_UNDER_HASH),)
FLEETING = (
    Fleeting("keep_outs", "player, server", "until <= :at"),
    # Limits that are lifted by now.
    Fleeting("loss_limits", "player, server", "later IS NULL AND later_at <= :at"),
)
