"""What an organiser puts right between hands: somebody's chips, or their table (TN-47)."""

from __future__ import annotations

from games.engine.core.errors import OutOfRange
from games.tournament.director import running, settled
from games.tournament.model import (
    Entrant,
    HandAtTable,
    HeatsStay,
    NoChips,
    NoOtherTable,
    NotEntered,
    TooManyChips,
    Tournament,
    TournamentChange,
)
from games.tournament.orders import ChipsCorrected, PutElsewhere
from games.tournament.progress import TournamentProgress
from games.tournament.seating import RandomSource

CHIPS_MAX = 10**9
"""The most chips that can be given at once."""


def correct_chips(
    tournament: Tournament, player: int, amount: int, now: int, chance: RandomSource
) -> TournamentChange:
    """Give or take chips of somebody in play, who keeps at least one."""
    progress = TournamentProgress(running(tournament), now, chance)
    entrant = _in_play(progress, player)
    if progress.terms.goal is not None:
        raise NoChips
    table = _idle(progress, entrant.table)
    if amount == 0 or amount > CHIPS_MAX:
        raise OutOfRange(1, CHIPS_MAX)
    if entrant.chips + amount < 1:
        raise TooManyChips(entrant.chips)
    progress.seating.change(player, chips=entrant.chips + amount)
    progress.order(ChipsCorrected(player, table, amount))
    return settled(progress)


def put_at_table(
    tournament: Tournament, player: int, table: int, now: int, chance: RandomSource
) -> TournamentChange:
    """Move somebody to another table; if that would make tables uneven, the two swap with somebody there."""
    progress = TournamentProgress(running(tournament), now, chance)
    entrant = _in_play(progress, player)
    if progress.terms.through is not None:
        raise HeatsStay
    if table == entrant.table or table not in progress.seating.tables:
        raise NoOtherTable
    _idle(progress, entrant.table)
    _idle(progress, table)
    progress.seating.put_at(player, table)
    progress.order(PutElsewhere(player, table))
    return settled(progress)


def _in_play(progress: TournamentProgress, player: int) -> Entrant:
    entrant = progress.seating.entrants.get(player)
    if entrant is None or entrant.standing != "in":
        raise NotEntered
    return entrant


def _idle(progress: TournamentProgress, table: int | None) -> int:
    if table not in progress.seating.idle:
        raise HandAtTable
    return table
