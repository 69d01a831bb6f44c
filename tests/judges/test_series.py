"""Standings of a series beside a plain reading of its rules, and beside all possible futures."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

import pytest

from games.tournament.series import Chances, Finish, SeriesTerms, champions, chances, ranks

PLAYERS = (1, 2, 3)
NEWCOMER = 9
Places = dict[int, int]


def total(terms: SeriesTerms, tournaments: list[Places], player: int) -> int:
    """Return the highest sum of a player's counting results, by trying all choices (TN-30, TN-31)."""
    worth = [
        terms.points[places[player] - 1] if places[player] <= len(terms.points) else 0
        for places in tournaments
        if player in places
    ]
    size = min(terms.best_count or len(worth), len(worth))
    return max(map(sum, combinations(worth, size)))


def finishes(tournaments: list[Places]) -> list[Finish]:
    """Return the finishes as the series has them."""
    return [
        Finish(number, player, place)
        for number, places in enumerate(tournaments)
        for player, place in places.items()
    ]


def drawn(dice: Random) -> tuple[SeriesTerms, list[Places]]:
    """Return a series under way; players may be missing, and places may be shared."""
    points = tuple(sorted((dice.randint(0, 9) for _ in range(dice.randint(1, 4))), reverse=True))
    tournaments = []
    for _ in range(dice.randint(1, 4)):
        there = dice.sample(PLAYERS, dice.randint(1, len(PLAYERS)))
        lasted = {player: dice.randint(0, 2) for player in there}
        # A place is one more than the number of players who lasted longer.
        tournaments.append(
            {player: 1 + sum(other > lasted[player] for other in lasted.values()) for player in there}
        )
    return SeriesTerms(points, dice.randint(0, 3)), tournaments


@pytest.mark.parametrize("seed", range(100))
def test_standings_are_what_the_rules_say(seed: int) -> None:
    """TN-30 to TN-32: the best results, by trying all choices; a place is one more than the players ahead."""
    terms, tournaments = drawn(Random(seed))
    everybody = sorted({player for places in tournaments for player in places})
    totals = {player: total(terms, tournaments, player) for player in everybody}

    standing = ranks(terms, finishes(tournaments))

    assert {each.player: each.points for each in standing} == totals
    assert {each.player: each.place for each in standing} == {
        player: 1 + sum(other > totals[player] for other in totals.values()) for player in everybody
    }


def comings(players: tuple[int, ...]) -> list[Places]:
    """Return every possible result of a tournament with any of these players."""
    return [
        {player: place for place, player in enumerate(order, 1)}
        for count in range(len(players) + 1)
        for order in permutations(players, count)
    ]


@pytest.mark.parametrize("seed", range(24))
def test_who_can_win_is_who_wins_in_some_future(seed: int) -> None:
    """TN-33, TN-34: the possible winners are those of all ends of one or two more tournaments."""
    terms, tournaments = drawn(Random(seed))
    left = 1 + (seed == 0)
    planned = SeriesTerms(terms.points, terms.best_count, len(tournaments) + left)
    winners: set[int] = set()
    for future in product(comings((*PLAYERS, NEWCOMER)), repeat=left):
        standing = ranks(planned, finishes([*tournaments, *future]))
        winners.update(each.player for each in standing if each.place == 1)
    there = {player for places in tournaments for player in places}

    found = chances(planned, ranks(planned, finishes(tournaments)), len(tournaments))

    assert found == Chances(left, frozenset(winners & there), newcomers=NEWCOMER in winners)
    assert set(champions(ranks(planned, finishes(tournaments)))) <= winners
