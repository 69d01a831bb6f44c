"""Who may play in a server: nobody who is barred, and where a role is asked for nobody without it (TB-23)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from games.engine.core.errors import Slip, phrase
from storage.db.transaction import Transaction
from storage.people import bars, server_settings
from storage.people.bars import RivalBarred


@dataclass(eq=False)
class RoleNeeded(Slip):
    says = phrase("Only people with the role {role} can play here. A manager can give it to you.")
    role: int


def require_admitted(tx: Transaction, server: int, player: int, roles: Collection[int], at: float) -> None:
    """Refuse somebody who may not play in a server, in which they have these roles."""
    bars.require_free(tx, server, player, at)
    role = server_settings.load(tx, server).player_role
    if role and role not in roles:
        raise RoleNeeded(role)


def require_rivals_admitted(tx: Transaction, server: int, rivals: Iterable[int], at: float) -> None:
    """Refuse a challenge to somebody who may not play."""
    for each in rivals:
        if bars.is_barred(tx, server, each, at):
            raise RivalBarred(each)
