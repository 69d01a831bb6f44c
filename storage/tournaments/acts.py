"""What organisers did at a tournament, who and why: for its notice and for the audit (TN-19)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.tournament.orders import (
    DealMade,
    Edited,
    FilledUp,
    Order,
    PlayPaused,
    PlayResumed,
    Removed,
    Restored,
    StageBegan,
    TournamentCalledOff,
)
from storage.books import audit_lines
from storage.db.personal import SILENCED, Personal
from storage.db.transaction import Fields, Transaction

ActKind: TypeAlias = Literal[
    "started", "paused", "resumed", "removed", "restored", "filled_up", "called_off", "edited", "dealt"
]


@dataclass(frozen=True, slots=True)
class Author:
    """Who asked for a change, and why; nobody if it came about by itself."""

    player: int | None = None
    why: str = ""


BY_ITSELF = Author()


@dataclass(frozen=True, slots=True)
class TournamentAct:
    """What was done at a tournament; `player` was removed or restored, so many house players entered."""

    id: int
    tournament: int
    kind: ActKind
    player: int | None
    count: int
    author: Author
    at: float
    what: tuple[str, ...] = ()
    """What was laid down anew, by its names in the plan."""


KINDS: Mapping[type[Order], ActKind] = {
    StageBegan: "started",
    PlayPaused: "paused",
    PlayResumed: "resumed",
    Removed: "removed",
    Restored: "restored",
    FilledUp: "filled_up",
    TournamentCalledOff: "called_off",
    Edited: "edited",
    DealMade: "dealt",
}


def write(
    tx: Transaction, server: int, tournament: int, orders: Iterable[Order], author: Author, at: float
) -> None:
    """Record what an organiser did, of all that a change led to."""
    for order in orders:
        kind = KINDS.get(type(order))
        # Only the first round of heats is begun by somebody.
        if kind is None or (isinstance(order, StageBegan) and order.stage > 1):
            continue
        player = order.player if isinstance(order, Removed | Restored) else None
        count = order.count if isinstance(order, FilledUp) else 0
        what = " ".join(order.what) if isinstance(order, Edited) else ""
        row: Fields = {"server": server, "tournament": tournament, "act": kind, "player": player}
        row = {**row, "count": count, "what": what}
        said = {"by_player": author.player, "reason": author.why, "at": at}
        audit_lines.add(tx, server, "tournament", tx.insert("tournament_acts", {**row, **said}))


def of_tournament(tx: Transaction, tournament: int, limit: int) -> tuple[TournamentAct, ...]:
    """What was done at a tournament, the latest first."""
    return _found(tx, "tournament = ?", (tournament,), limit)


def latest(tx: Transaction, server: int, limit: int, before: int | None = None) -> tuple[TournamentAct, ...]:
    """What was done in a server, the latest first; `before` one's id, to turn the page."""
    return _found(tx, "server = ? AND (? IS NULL OR id < ?)", (server, before, before), limit)


def act(tx: Transaction, number: int) -> TournamentAct | None:
    """An act by its number."""
    return next(iter(_found(tx, "id = ?", (number,), 1)), None)


def _found(
    tx: Transaction, which: str, parameters: tuple[int | None, ...], limit: int
) -> tuple[TournamentAct, ...]:
    rows = tx.all(
        "SELECT id, tournament, act, player, count, by_player, reason, at, what FROM tournament_acts"  # noqa: S608  (our own words)
        f" WHERE {which} ORDER BY id DESC LIMIT {int(limit)}",
        parameters,
    )
    return tuple(
        TournamentAct(number, tournament, kind, player, count, Author(by, reason), at, tuple(what.split()))
        for number, tournament, kind, player, count, by, reason, at, what in rows
    )


_TOLD = "server, tournament, act, reason, at"

PERSONAL = (
    Personal("tournament_acts", _TOLD, "id", "by_player", forgetting=(SILENCED,)),
    Personal("tournament_acts", _TOLD, "id", told="removals", forgetting=(SILENCED,)),
)
