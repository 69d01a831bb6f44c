"""Discord's scheduled events: which tournament has which, and what Discord was told of it last."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from storage.db.transaction import STAYS, Transaction

KeptStatus: TypeAlias = Literal["wanted", "creating", "scheduled", "active", "done"]
"""`creating` is noted before Discord is asked, so that one is not made twice after a kill (F-2)."""


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """A tournament's scheduled event; `event` is Discord's id."""

    tournament: int
    event: int | None = None
    status: KeptStatus = "wanted"
    print: str = ""


def want(tx: Transaction, tournament: int) -> None:
    """Have a scheduled event made for a tournament."""
    tx.add("scheduled_events", asdict(KeptEvent(tournament)), STAYS)


def kept(tx: Transaction) -> tuple[KeptEvent, ...]:
    """All that are not done with."""
    rows = tx.all("SELECT * FROM scheduled_events WHERE status <> 'done' ORDER BY tournament")
    return tuple(KeptEvent(**row) for row in map(dict, rows))


def note(tx: Transaction, kept: KeptEvent) -> None:
    """Note what Discord was told, or is about to be."""
    tx.execute(
        "UPDATE scheduled_events SET event = :event, status = :status, print = :print"
        " WHERE tournament = :tournament",
        asdict(kept),
    )
