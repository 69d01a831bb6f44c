"""A series: several tournaments that count together (TN-29 to TN-34).

Each place brings points, and a player's best results count. Players with equal points share a place. The
caller leaves out removed players and house players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.tournament.model import MoreThanPlanned, ResultsCount

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""The default points, the first place's first."""


@dataclass(frozen=True, slots=True)
class SeriesTerms:
    """The terms of a series, set by an organiser."""

    points: tuple[int, ...] = POINTS
    """The points of each place, the first place first; further places get none."""
    best_count: int = 0
    """The number of a player's results that count; 0: all."""
    tournament_count: int = 0
    """The number of planned tournaments; 0: until the series is closed."""


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's place in a finished tournament."""

    tournament: int
    player: int
    place: int


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """The points of a player's place, and whether they count."""

    tournament: int
    place: int
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class SeriesRank:
    """A place in a series; results are in the order in which the tournaments were announced."""

    place: int
    player: int
    points: int
    results: tuple[SeriesResult, ...]


@dataclass(frozen=True, slots=True)
class Chances:
    """The players who can still win a series; `newcomers`: a player without any result can win it, too."""

    left: int
    """The number of tournaments still to come."""
    players: frozenset[int]
    newcomers: bool


def ranks(terms: SeriesTerms, finishes: Sequence[Finish]) -> tuple[SeriesRank, ...]:
    """Return the standings, most points first; equal players share a place, sorted by id (TN-32)."""
    finished: dict[int, list[Finish]] = {}
    for each in sorted(finishes, key=lambda finish: finish.tournament):
        finished.setdefault(each.player, []).append(each)
    results = {player: _results(terms, theirs) for player, theirs in finished.items()}
    totals = {
        player: sum(each.points for each in theirs if each.counts) for player, theirs in results.items()
    }
    order = sorted(totals, key=lambda player: (-totals[player], player))
    placed: list[SeriesRank] = []
    for points, equals in groupby(order, key=totals.__getitem__):
        place = len(placed) + 1
        placed.extend(SeriesRank(place, player, points, results[player]) for player in equals)
    return tuple(placed)


def chances(terms: SeriesTerms, standing: Sequence[SeriesRank], played: int) -> Chances | None:
    """Return the chances after this many tournaments; None if their number is not planned (TN-33)."""
    if not terms.tournament_count:
        return None
    left = max(0, terms.tournament_count - played)
    leader = max((each.points for each in standing), default=0)
    # The leader may get no more points, so a player who can reach the same points can win.
    able = {each.player for each in standing if _points_max(terms, each.results, left) >= leader}
    return Chances(left, frozenset(able), newcomers=left > 0 and _points_max(terms, (), left) >= leader)


def champions(standing: Sequence[SeriesRank]) -> tuple[int, ...]:
    """Return the winners of a series with these final standings; none if nobody has points (TN-34)."""
    return tuple(each.player for each in standing if each.place == 1 and each.points)


def require_room(terms: SeriesTerms, count: int) -> None:
    """Raise `MoreThanPlanned` if a series of `count` tournaments is complete (TN-29)."""
    if terms.tournament_count and count >= terms.tournament_count:
        raise MoreThanPlanned(terms.tournament_count)


def changed(before: SeriesTerms, after: SeriesTerms, count: int, finishes: Sequence[Finish]) -> SeriesTerms:
    """Return the new terms. Raises `ResultsCount` if they would change the points of existing results."""
    if finishes and (before.points, before.best_count) != (after.points, after.best_count):
        raise ResultsCount
    if after.tournament_count and after.tournament_count < count:
        raise MoreThanPlanned(after.tournament_count)
    return after


def _results(terms: SeriesTerms, finishes: Sequence[Finish]) -> tuple[SeriesResult, ...]:
    """Return a player's results; of equal results the earlier ones count (TN-31)."""
    points = {each.tournament: _points(terms, each.place) for each in finishes}
    best = sorted(points, key=lambda tournament: (-points[tournament], tournament))
    counting = set(best[: terms.best_count or len(best)])
    return tuple(
        SeriesResult(each.tournament, each.place, points[each.tournament], each.tournament in counting)
        for each in finishes
    )


def _points(terms: SeriesTerms, place: int) -> int:
    """Return the points of a place; players who share it each get all of them (TN-30)."""
    return terms.points[place - 1] if place <= len(terms.points) else 0


def _points_max(terms: SeriesTerms, results: Sequence[SeriesResult], left: int) -> int:
    """Return a player's points if they win all tournaments that are left."""
    points = sorted([*(each.points for each in results), *(_points(terms, 1) for _ in range(left))])
    # If all results count, the slice begins at 0.
    return sum(points[-terms.best_count :])
