"""Who may not play in a server, until when, and who said so and why (TB-23).

What asks whether somebody may play is told of those, too, who keep themselves out (TB-24).
Only ever added to: the latest word about somebody counts, and one that has run out counts no more. Nobody
gets free by being forgotten (`forgotten.py`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from games.engine.core.errors import phrase
from storage.books.audit_lines import Chronicle
from storage.db.kept import KEPT_UNDER_HASH, SILENCED, Personal
from storage.db.transaction import Transaction
from storage.errors import Refused
from storage.people import forgotten, own_limits


@dataclass(frozen=True, slots=True)
class Bar:
    """What a manager said: somebody may not play until then (None: until it is lifted), or may again."""

    player: int
    until: float | None
    by: int
    reason: str
    at: float
    is_lifted: bool = False
    id: int = 0


@dataclass(eq=False)
class BarredFor(Refused):
    says = phrase(
        "A manager has barred you from the games here until <t:{until}:f>, <t:{until}:R>. You can play again "
        "then; a manager can let you in sooner."
    )
    until: float


class BarredForGood(Refused):
    says = phrase(
        "A manager has barred you from the games here. You can play again when a manager lets you; ask one."
    )


@dataclass(eq=False)
class RivalBarred(Refused):
    says = phrase("{player} can’t play here at the moment. Please choose somebody else.")
    player: int


@dataclass(eq=False)
class NotBarred(Refused):
    says = phrase("No manager has barred {player} from the games here.")
    player: int


def bar(tx: Transaction, server: int, word: Bar) -> int:
    """Bar somebody, or bar them until another time; the number of the word, which is given here."""
    forgotten.let_in(tx, server, word.player)
    return _say(tx, server, word)


def lift(tx: Transaction, server: int, word: Bar) -> int:
    """Lift a manager's bar; `NotBarred` if there is none."""
    if not _ends(tx, server, word.player, word.at):
        raise NotBarred(word.player)
    forgotten.let_in(tx, server, word.player)
    return _say(tx, server, word)


def is_barred(tx: Transaction, server: int, player: int, at: float) -> bool:
    """Whether somebody may not play in a server, by a manager's word or their own."""
    return bool(_ends(tx, server, player, at)) or own_limits.out_until(tx, server, player, at) is not None


def require_free(tx: Transaction, server: int, player: int, at: float) -> None:
    """Refuse somebody who may not play, and say until when."""
    for until in _ends(tx, server, player, at):
        raise BarredForGood if until is None else BarredFor(until)
    own_limits.require_free(tx, server, player, at)


def standing(
    tx: Transaction, server: int, at: float, limit: int, before: int | None = None
) -> tuple[Bar, ...]:
    """Who may not play in a server, barred last first; `before` one's id, to turn the page."""
    return BARS.found(
        tx,
        "server = ? AND is_lifted = 0 AND (until IS NULL OR until > ?) AND (? IS NULL OR id < ?) AND id ="
        " (SELECT max(l.id) FROM bars l WHERE l.player = bars.player AND l.server = bars.server)",
        (server, at, before, before),
        limit,
    )


def _ends(tx: Transaction, server: int, player: int, at: float) -> list[float | None]:
    """When the bar of somebody ends, as the only entry; empty if there is none."""
    last = tx.one(
        "SELECT is_lifted, until FROM bars WHERE server = ? AND player = ? ORDER BY id DESC LIMIT 1",
        (server, player),
    )
    found = forgotten.barred_until(tx, server, player) if last is None else []
    if last is not None and not last["is_lifted"]:
        found = [last["until"]]
    return [until for until in found if until is None or until > at]


def _say(tx: Transaction, server: int, said: Bar) -> int:
    row = asdict(said)
    del row["id"]
    return tx.insert("bars", {"server": server, "by_player": row.pop("by"), **row})


BARS = Chronicle(
    "bars",
    "id, player, is_lifted, until, by_player AS by, reason, at",
    lambda row: Bar(**{**row, "is_lifted": bool(row["is_lifted"])}),
)
"""All that was said of who may play."""

_TOLD = "server, is_lifted, until, reason, at"

PERSONAL = (
    Personal("bars", _TOLD, "id", forgetting=KEPT_UNDER_HASH),
    Personal("bars", _TOLD, "id", "by_player", "bars_said", forgetting=(SILENCED,)),
)
