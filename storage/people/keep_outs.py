"""Until when people keep themselves from the games, in a server or everywhere (TB-24).

A time only ever grows later: there is nothing here that shortens or lifts one. Nobody gets free by being
forgotten (`forgotten.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.errors import phrase
from storage.db.fleeting import Fleeting
from storage.db.personal import KEPT_UNDER_HASH, Personal
from storage.db.transaction import GREATER, Transaction, merged
from storage.errors import Refused
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


def ends(tx: Transaction, server: int, player: int, at: float) -> float | None:
    """When somebody may play there again; None if they don't keep themselves out, there or everywhere."""
    said = tx.column(
        "SELECT until FROM keep_outs WHERE player = ? AND server IN (?, ?)", (player, server, EVERYWHERE)
    )
    kept = forgotten.kept_out_until(tx, {server, EVERYWHERE}, player)
    return max((until for until in (*said, *kept) if until > at), default=None)


def require_free(tx: Transaction, server: int, player: int, at: float) -> None:
    """Refuse somebody who keeps themselves out, and say until when."""
    until = ends(tx, server, player, at)
    if until is not None:
        raise KeptOut(until)


PERSONAL = (Personal("keep_outs", "server, until", "server", forgetting=KEPT_UNDER_HASH),)
FLEETING = (Fleeting("keep_outs", "player, server", "until <= :at"),)
