"""Players barred from a server by a manager (TB-23) or themselves (TB-24), or limited in losses (TB-25).

Managers' decisions are only ever added: the latest about a player counts, until it has run out. The end of a
player's own break is only ever moved to a later time: no function here shortens or lifts one. A player who is
forgotten stays barred (`erased_people.py`).

Coins brought to tables and tournaments count as lost where they are booked (`ledger.py`), and no longer once
they come back. So a player who may bring no more than is left never loses more.
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
    """A manager's decision: the player may not play until then (None: until it is lifted), or may again."""

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


def bar(tx: Transaction, server: int, word: Bar) -> int:
    """Bar somebody, or bar them until another time; the number of the word, which is given here."""
    erased_people.let_in(tx, server, word.player)
    return _say(tx, server, word)


def lift(tx: Transaction, server: int, word: Bar) -> int:
    """Lift a manager's bar; `NotBarred` if there is none."""
    if not _ends(tx, server, word.player, word.at):
        raise NotBarred(word.player)
    erased_people.let_in(tx, server, word.player)
    return _say(tx, server, word)


def is_barred(tx: Transaction, server: int, player: int, at: float) -> bool:
    """Return True if a player may not play in a server, by a manager's decision or the player's own."""
    return bool(_ends(tx, server, player, at)) or out_until(tx, server, player, at) is not None


def require_free(tx: Transaction, server: int, player: int, at: float) -> None:
    """Refuse somebody who may not play, and say until when."""
    for until in _ends(tx, server, player, at):
        raise BarredForGood if until is None else BarredFor(until)
    require_not_kept_out(tx, server, player, at)


def standing(
    tx: Transaction, server: int, at: float, limit: int, before: int | None = None
) -> tuple[Bar, ...]:
    """Return the bars in force in a server, barred last first; `before` one's id, to turn the page."""
    return BARS.found(
        tx,
        "server = ? AND is_lifted = 0 AND (until IS NULL OR until > ?) AND (? IS NULL OR id < ?) AND id ="
        " (SELECT max(l.id) FROM bars l WHERE l.player = bars.player AND l.server = bars.server)",
        (server, at, before, before),
        limit,
    )


def _ends(tx: Transaction, server: int, player: int, at: float) -> list[float | None]:
    """When the bar of somebody ends, as the only entry; empty if there is none."""
    last = tx.first(
        "SELECT is_lifted, until FROM bars WHERE server = ? AND player = ? ORDER BY id DESC LIMIT 1",
        (server, player),
    )
    found = erased_people.barred_until(tx, server, player) if last is None else []
    if last is not None and not last["is_lifted"]:
        found = [last["until"]]
    return [until for until in found if until is None or until > at]


def _say(tx: Transaction, server: int, said: Bar) -> int:
    row = asdict(said)
    del row["id"]
    return tx.insert("bars", {"server": server, "by_player": row.pop("by"), **row})


BARS = audit_lines.AuditSource(
    "bars",
    "id, player, is_lifted, until, by_player AS by, reason, at",
    lambda row: Bar(**{**row, "is_lifted": bool(row["is_lifted"])}),
)
"""All that was said of who may play."""

_TOLD = "server, is_lifted, until, reason, at"


class KeptOut(Refused):
    template = N_(
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
    said = tx.scalars(
        "SELECT until FROM keep_outs WHERE player = ? AND server IN (?, ?)", (player, server, EVERYWHERE)
    )
    kept = erased_people.kept_out_until(tx, {server, EVERYWHERE}, player)
    return max((until for until in (*said, *kept) if until > at), default=None)


def require_not_kept_out(tx: Transaction, server: int, player: int, at: float) -> None:
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


class LostEnough(Refused):
    template = N_(
        "You’ve chosen to lose at most {ceiling} a day here, and {left} of it is left today; what’s on "
        "tables counts until it comes back. It starts again <t:{again_at}:R>. For practice you can play on."
    )
    ceiling: int
    left: int
    again_at: float


def loss_limit(tx: Transaction, server: int, player: int, at: float) -> LossLimit | None:
    """Return a player's limit; None without one."""
    sql = f"SELECT {_LIMIT_COLUMNS} FROM loss_limits WHERE server = ? AND player = ?"  # noqa: S608  (our own words)
    row = tx.first(sql, (server, player))
    if row is None:
        return next((LossLimit(*kept) for kept in erased_people.loss_limit(tx, server, player, at)), None)
    found = LossLimit(**row)
    if found.later_at is None or found.later_at > at:
        return found
    return None if found.later is None else LossLimit(found.later)


_LIMIT_COLUMNS = columns_of(LossLimit)


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
    tx.upsert("loss_limits", {"server": server, "player": player}, asdict(chosen))


def loss_left(tx: Transaction, server: int, player: int, at: float) -> int | None:
    """Return the coins that a player may still lose today; None without a limit."""
    limit = loss_limit(tx, server, player, at)
    if limit is None:
        return None
    return max(0, limit.amount - ledger.counted_on_day(tx, server, player, "lost", at))


def at_hand(tx: Transaction, server: int, player: int, at: float) -> int:
    """Return the coins that a player can bring to a table: the wallet's, up to the limit."""
    held, rest = ledger.balance(tx, ledger.wallet(server, player)), loss_left(tx, server, player, at)
    return held if rest is None else min(held, rest)


def require_left(tx: Transaction, server: int, player: int, price: int, at: float) -> None:
    """Refuse what costs more than somebody may still lose today."""
    limit, rest = loss_limit(tx, server, player, at), loss_left(tx, server, player, at)
    if limit is not None and rest is not None and price > rest:
        raise LostEnough(limit.amount, rest, float((day_of(at) + 1) * DAY_SECONDS))


PERSONAL = (
    PersonalColumns("bars", _TOLD, "id", forgetting=KEPT_UNDER_HASH),
    PersonalColumns("bars", _TOLD, "id", "by_player", "bars_said", forgetting=(SILENCED,)),
)
PERSONAL_KEEP_OUTS = (PersonalColumns("keep_outs", "server, until", "server", forgetting=KEPT_UNDER_HASH),)
PERSONAL_LOSS_LIMITS = (
    PersonalColumns("loss_limits", f"server, {_LIMIT_COLUMNS}", "server", forgetting=KEPT_UNDER_HASH),
)
EXPIRING = (
    ExpiringRows("keep_outs", "player, server", "until <= :at"),
    # Limits that are lifted by now.
    ExpiringRows("loss_limits", "player, server", "later IS NULL AND later_at <= :at"),
)
