"""Bars by managers (TB-23), players' self-exclusions (TB-24), and their limits of losses (TB-25).

Managers' decisions are only added; the latest decision about a player counts until it expires. A
self-exclusion can only be extended, never shortened or lifted. Erased people stay barred
(`erased_people.py`).

Coins brought to tables and tournaments count as lost when they are booked (`ledger.py`), until they come
back. So a player who brings at most the rest of the limit never loses more.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from games.engine.core.errors import N_
from storage.books import audit_lines, ledger
from storage.db.retention import (
    DAY_SECONDS,
    KEPT_UNDER_HASH,
    SILENCED,
    ExpiringRows,
    PersonalColumns,
    day_of,
    next_week_at,
)
from storage.db.transaction import GREATER, Transaction, columns_of, merged
from storage.errors import OverLimit, Refused
from storage.people import erased_people
from storage.people.erased_people import EVERYWHERE


@dataclass(frozen=True, slots=True)
class Bar:
    """A manager's decision to bar a player until a time (None: for good), or to lift the bar."""

    player: int
    until: float | None
    by: int
    reason: str
    at: float
    is_lifted: bool = False
    id: int = 0


class BarredFor(Refused):
    template = N_(
        "A manager has barred you from the games here until <t:{until}:f>, <t:{until}:R>. You can play again "
        "then; a manager can let you in sooner."
    )
    until: float


class BarredForGood(Refused):
    template = N_(
        "A manager has barred you from the games here. You can play again when a manager lets you; ask one."
    )


class RivalBarred(Refused):
    template = N_("{player} can’t play here at the moment. Please choose somebody else.")
    player: int


class NotBarred(Refused):
    template = N_("No manager has barred {player} from the games here.")
    player: int


def bar(tx: Transaction, server: int, decision: Bar) -> int:
    """Store a manager's decision to bar a player, and return its id."""
    erased_people.let_in(tx, server, decision.player)
    return _add(tx, server, decision)


def lift(tx: Transaction, server: int, decision: Bar) -> int:
    """Store a manager's decision to lift a bar, and return its id. Raises `NotBarred` if there is no bar."""
    if not _ends(tx, server, decision.player, decision.at):
        raise NotBarred(decision.player)
    erased_people.let_in(tx, server, decision.player)
    return _add(tx, server, decision)


def is_barred(tx: Transaction, server: int, player: int, at: float) -> bool:
    """Return True if a player may not play in a server, by a manager's bar or a self-exclusion."""
    return bool(_ends(tx, server, player, at)) or out_until(tx, server, player, at) is not None


def require_free(tx: Transaction, server: int, player: int, at: float) -> None:
    """Raise for a player who is barred or excludes themselves, with the end of that."""
    for until in _ends(tx, server, player, at):
        raise BarredForGood if until is None else BarredFor(until)
    require_not_kept_out(tx, server, player, at)


def standing(
    tx: Transaction, server: int, at: float, limit: int, before: int | None = None
) -> tuple[Bar, ...]:
    """Return the bars in force in a server, the latest first; `before` is the previous page's last id."""
    return BARS.found(
        tx,
        "server = ? AND is_lifted = 0 AND (until IS NULL OR until > ?) AND (? IS NULL OR id < ?) AND id ="
        " (SELECT max(l.id) FROM bars l WHERE l.player = bars.player AND l.server = bars.server)",
        (server, at, before, before),
        limit,
    )


def _ends(tx: Transaction, server: int, player: int, at: float) -> list[float | None]:
    """Return the end of a player's bar as the only entry (None: for good); empty without a bar."""
    last = tx.first(
        "SELECT is_lifted, until FROM bars WHERE server = ? AND player = ? ORDER BY id DESC LIMIT 1",
        (server, player),
    )
    ends = erased_people.barred_until(tx, server, player) if last is None else []
    if last is not None and not last["is_lifted"]:
        ends = [last["until"]]
    return [until for until in ends if until is None or until > at]


def _add(tx: Transaction, server: int, decision: Bar) -> int:
    row = asdict(decision)
    del row["id"]
    return tx.insert("bars", {"server": server, "by_player": row.pop("by"), **row})


BARS = audit_lines.AuditSource(
    "bars",
    "id, player, is_lifted, until, by_player AS by, reason, at",
    lambda row: Bar(**{**row, "is_lifted": bool(row["is_lifted"])}),
)
"""The managers' decisions about bars."""

_EXPORTED = "server, is_lifted, until, reason, at"


class KeptOut(Refused):
    template = N_(
        "You’re keeping yourself out of the games until <t:{until}:f>, <t:{until}:R>. It ends by itself; "
        "nobody can shorten it."
    )
    until: float


def keep_out(tx: Transaction, server: int, player: int, until: float) -> None:
    """Store a player's self-exclusion from a server, or `EVERYWHERE`; an earlier end changes nothing."""
    tx.add("keep_outs", {"server": server, "player": player, "until": until}, _LONGER)


_LONGER = merged("keep_outs", ("player", "server"), {"until": GREATER})


def out_until(tx: Transaction, server: int, player: int, at: float) -> float | None:
    """Return the end of a player's self-exclusion from a server or everywhere, or None."""
    ends = tx.scalars(
        "SELECT until FROM keep_outs WHERE player = ? AND server IN (?, ?)", (player, server, EVERYWHERE)
    )
    ends_before_erasure = erased_people.kept_out_until(tx, {server, EVERYWHERE}, player)
    return max((until for until in (*ends, *ends_before_erasure) if until > at), default=None)


def require_not_kept_out(tx: Transaction, server: int, player: int, at: float) -> None:
    """Raise `KeptOut` for a player who excludes themselves."""
    until = out_until(tx, server, player, at)
    if until is not None:
        raise KeptOut(until)


@dataclass(frozen=True, slots=True)
class LossLimit:
    """A player's maximum loss in a day; from `later_at` on, if set, it is `later` (None: no limit)."""

    amount: int
    later: int | None = None
    later_at: float | None = None


class LostEnough(Refused):
    template = N_(
        "You’ve chosen to lose at most {ceiling} a day here, and {left} of it is left today; what’s on "
        "tables counts until it comes back. It starts again <t:{again_at}:R>. For practice you can play on."
    )
    ceiling: int
    left: int
    again_at: float


def loss_limit(tx: Transaction, server: int, player: int, at: float) -> LossLimit | None:
    """Return a player's limit of losses, or None."""
    sql = f"SELECT {_LIMIT_COLUMNS} FROM loss_limits WHERE server = ? AND player = ?"  # noqa: S608  (our own words)
    row = tx.first(sql, (server, player))
    if row is None:
        return next((LossLimit(*kept) for kept in erased_people.loss_limit(tx, server, player, at)), None)
    limit = LossLimit(**row)
    if limit.later_at is None or limit.later_at > at:
        return limit
    return None if limit.later is None else LossLimit(limit.later)


_LIMIT_COLUMNS = columns_of(LossLimit)


def limit_losses(tx: Transaction, server: int, player: int, amount: int | None, at: float) -> None:
    """Set a player's limit: a lower limit at once, a higher limit or none (None) from the next week on."""
    if amount is not None and not 0 <= amount <= ledger.AMOUNT_MAX:
        raise OverLimit("amount", 0, ledger.AMOUNT_MAX)
    current = loss_limit(tx, server, player, at)
    if amount is not None and (current is None or amount <= current.amount):
        chosen = LossLimit(amount)
    elif current is not None:
        chosen = replace(current, later=amount, later_at=next_week_at(at))
    else:
        return
    tx.upsert("loss_limits", {"server": server, "player": player}, asdict(chosen))


def loss_left(tx: Transaction, server: int, player: int, at: float) -> int | None:
    """Return the coins that a player may still lose today; None without a limit."""
    limit = loss_limit(tx, server, player, at)
    if limit is None:
        return None
    return max(0, limit.amount - ledger.counted_on_day(tx, server, player, "lost", at))


def at_hand(tx: Transaction, server: int, player: int, at: float) -> int:
    """Return the coins that a player can bring to a table: the wallet's balance, up to the limit."""
    held, rest = ledger.balance(tx, ledger.wallet(server, player)), loss_left(tx, server, player, at)
    return held if rest is None else min(held, rest)


def require_left(tx: Transaction, server: int, player: int, price: int, at: float) -> None:
    """Raise `LostEnough` if a price is higher than the player may still lose today."""
    limit, rest = loss_limit(tx, server, player, at), loss_left(tx, server, player, at)
    if limit is not None and rest is not None and price > rest:
        raise LostEnough(limit.amount, rest, float((day_of(at) + 1) * DAY_SECONDS))


PERSONAL = (
    PersonalColumns("bars", _EXPORTED, "id", forgetting=KEPT_UNDER_HASH),
    PersonalColumns("bars", _EXPORTED, "id", "by_player", "bars_said", forgetting=(SILENCED,)),
)
PERSONAL_KEEP_OUTS = (PersonalColumns("keep_outs", "server, until", "server", forgetting=KEPT_UNDER_HASH),)
PERSONAL_LOSS_LIMITS = (
    PersonalColumns("loss_limits", f"server, {_LIMIT_COLUMNS}", "server", forgetting=KEPT_UNDER_HASH),
)
EXPIRING = (
    ExpiringRows("keep_outs", "player, server", "until <= :at"),
    # Limits that have been lifted.
    ExpiringRows("loss_limits", "player, server", "later IS NULL AND later_at <= :at"),
)
