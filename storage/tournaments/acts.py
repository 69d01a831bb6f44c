"""What organisers did at a tournament, who and why: for its notice and for the audit (TN-19)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.tournament import orders
from storage.books import audit_lines
from storage.books.audit_lines import Chronicle
from storage.db.kept import SILENCED, Personal
from storage.db.transaction import Fields, Transaction

ActKind: TypeAlias = Literal[
    "started",
    "paused",
    "resumed",
    "added",
    "invited",
    "removed",
    "restored",
    "filled_up",
    "called_off",
    "edited",
    "dealt",
    "chips",
    "moved",
    "struck",
    "counted",
]


@dataclass(frozen=True, slots=True)
class Author:
    """Who asked for a change, and why; nobody if it came about by itself."""

    player: int | None = None
    why: str = ""


BY_ITSELF = Author()


@dataclass(frozen=True, slots=True)
class TournamentAct:
    """What was done at a tournament, to `player` if to anybody.

    `count` is how many house players entered, how many chips were given, or the number of a table.
    """

    id: int
    tournament: int
    kind: ActKind
    player: int | None
    count: int
    author: Author
    at: float
    what: tuple[str, ...] = ()
    """What was laid down anew, by its names in the plan."""


KINDS: Mapping[type[orders.Order], ActKind] = {
    orders.StageBegan: "started",
    orders.PlayPaused: "paused",
    orders.PlayResumed: "resumed",
    orders.Added: "added",
    orders.Invited: "invited",
    orders.Removed: "removed",
    orders.Restored: "restored",
    orders.FilledUp: "filled_up",
    orders.TournamentCalledOff: "called_off",
    orders.Edited: "edited",
    orders.DealMade: "dealt",
    orders.ChipsCorrected: "chips",
    orders.PutElsewhere: "moved",
    orders.ResultStruck: "struck",
}


def write(
    tx: Transaction, server: int, tournament: int, led_to: Iterable[orders.Order], author: Author, at: float
) -> None:
    """Record what an organiser did, of all that a change led to."""
    for order in led_to:
        kind = KINDS.get(type(order))
        # Only the first round of heats is begun by somebody.
        if kind is None or (isinstance(order, orders.StageBegan) and order.stage > 1):
            continue
        if isinstance(order, orders.ResultStruck) and order.counts:
            kind = "counted"
        row: Fields = {"server": server, "tournament": tournament, "act": kind, **_facts(order)}
        said = {"by_player": author.player, "reason": author.why, "at": at}
        audit_lines.add(tx, server, "tournament", tx.insert("tournament_acts", {**row, **said}))


def _facts(order: orders.Order) -> Fields:
    """To whom it was done, how many, and what."""
    match order:
        case (
            orders.Added(player=who)
            | orders.Invited(player=who)
            | orders.Removed(player=who)
            | orders.Restored(player=who)
            | orders.ResultStruck(player=who)
        ):
            return {"player": who}
        case orders.ChipsCorrected(player=who, amount=number) | orders.PutElsewhere(player=who, table=number):
            return {"player": who, "count": number}
        case orders.FilledUp(count=number):
            return {"count": number}
        case orders.Edited(what=names):
            return {"what": " ".join(names)}
        case _:
            return {}


def of_tournament(tx: Transaction, tournament: int, limit: int) -> tuple[TournamentAct, ...]:
    """What was done at a tournament, the latest first."""
    return ACTS.found(tx, "tournament = ?", (tournament,), limit)


ACTS = Chronicle(
    "tournament_acts",
    "id, tournament, act, player, count, by_player, reason, at, what",
    lambda row: TournamentAct(
        *(row["id"], row["tournament"], row["act"], row["player"], row["count"]),
        Author(row["by_player"], row["reason"]),
        row["at"],
        tuple(row["what"].split()),
    ),
)

_TOLD = "server, tournament, act, reason, at"

PERSONAL = (
    Personal("tournament_acts", _TOLD, "id", "by_player", forgetting=(SILENCED,)),
    Personal("tournament_acts", _TOLD, "id", told="removals", forgetting=(SILENCED,)),
)
