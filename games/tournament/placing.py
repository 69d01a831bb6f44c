"""Who has which place.

Players still in are ahead of those who are out, and these ahead of those who were removed. Among
players still in, chips decide, or points in a race; among those out, who lasted longer; among the
removed, who was removed later. Equals share a place, and the places after it stay empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias, assert_never

from games.tournament.model import Entrant, Fallen, Tournament

Rank: TypeAlias = tuple[int, ...]
"""Sort key of a place: the larger is ahead."""


def standings(tournament: Tournament) -> tuple[tuple[int, Entrant], ...]:
    """Everybody with their present place, the first place first."""
    ahead = sorted(
        tournament.entrants, key=lambda each: (_rank(tournament, each), -each.number), reverse=True
    )
    placed: list[tuple[int, Entrant]] = []
    for _, equals in groupby(ahead, key=lambda each: _rank(tournament, each)):
        place = len(placed) + 1
        placed.extend((place, each) for each in equals)
    return tuple(placed)


def in_order(fallen: Iterable[Fallen]) -> list[list[int]]:
    """Players who went out in one hand, lowest place first: by the stack they began it with."""
    ordered = sorted(fallen, key=lambda each: each.began)
    return [[each.player for each in equals] for _, equals in groupby(ordered, key=lambda each: each.began)]


def _rank(tournament: Tournament, entrant: Entrant) -> Rank:
    # Whoever is out and not ranked yet was in play longer than those who are.
    fell = tournament.falls + 1 if entrant.fell is None else entrant.fell
    match entrant.standing:
        case "in":
            return 2, entrant.chips if tournament.terms.goal is None else entrant.score or 0
        case "out":
            return 1, fell
        case "removed":
            return 0, entrant.removed or 0, fell
        case _:
            assert_never(entrant.standing)
