"""Tournaments that count together: TN-29 to TN-34."""

from __future__ import annotations

import pytest

from games.tournament.model import MoreThanPlanned, ResultsCount
from games.tournament.series import (
    POINTS,
    Chances,
    Finish,
    SeriesTerms,
    champions,
    chances,
    changed,
    ranks,
    require_room,
)

ANN, BEN, CAT, DAN = 1, 2, 3, 4
TEN_SIX_FOUR = SeriesTerms((10, 6, 4))


def played(*tournaments: dict[int, int]) -> list[Finish]:
    """Return tournaments numbered from 1, as places by player."""
    return [
        Finish(number, player, place)
        for number, places in enumerate(tournaments, 1)
        for player, place in places.items()
    ]


def totals(terms: SeriesTerms, *tournaments: dict[int, int]) -> list[tuple[int, int, int]]:
    """Return place, player and points of everybody, the first place first."""
    return [(each.place, each.player, each.points) for each in ranks(terms, played(*tournaments))]


def after(terms: SeriesTerms, finishes: list[Finish], count: int) -> Chances | None:
    """Return who can still win after this many tournaments."""
    return chances(terms, ranks(terms, finishes), count)


def test_each_place_brings_points() -> None:
    """TN-30: 10, 6 and 4 by place; the fourth place brings nothing, and stands in the list all the same."""
    assert totals(TEN_SIX_FOUR, {ANN: 2, BEN: 1, CAT: 3, DAN: 4}) == [
        (1, BEN, 10),
        (2, ANN, 6),
        (3, CAT, 4),
        (4, DAN, 0),
    ]


def test_the_usual_points() -> None:
    """TN-30: 25 18 15 12 10 8 6 4 2 1, unless the organiser sets others."""
    everybody = {player: player for player in range(1, 12)}

    assert [points for _, _, points in totals(SeriesTerms(), everybody)] == [
        25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0,
    ]  # fmt: skip
    assert POINTS == SeriesTerms().points


def test_who_shares_a_place_gets_it_whole() -> None:
    """TN-30: two who share the first place get 10 each; the second is covered, the next one is third."""
    assert totals(TEN_SIX_FOUR, {ANN: 1, BEN: 1, CAT: 3}) == [(1, ANN, 10), (1, BEN, 10), (3, CAT, 4)]


def test_the_best_results_count() -> None:
    """TN-31: the best two of 4, 10 and 6 count, and the 4 is told beside them."""
    (ann,) = ranks(SeriesTerms((10, 6, 4), best_count=2), played({ANN: 3}, {ANN: 1}, {ANN: 2}))

    assert ann.points == 16
    assert [(each.tournament, each.points, each.counts) for each in ann.results] == [
        (1, 4, False),
        (2, 10, True),
        (3, 6, True),
    ]


def test_of_equal_results_the_earlier_counts() -> None:
    """TN-31: the first two of 6, 6 and 6."""
    (ann,) = ranks(SeriesTerms((10, 6, 4), best_count=2), played({ANN: 2}, {ANN: 2}, {ANN: 2}))

    assert [each.counts for each in ann.results] == [True, True, False]


def test_everything_counts_unless_the_organiser_says_otherwise() -> None:
    """TN-31: a player who came more often has more."""
    assert totals(TEN_SIX_FOUR, {ANN: 1, BEN: 2}, {BEN: 2}) == [(1, BEN, 12), (2, ANN, 10)]


def test_equal_points_share_a_place() -> None:
    """TN-32: 10 and 6 + 4 are equal; the places that they cover stay empty."""
    assert totals(TEN_SIX_FOUR, {ANN: 1, BEN: 2, CAT: 3}, {BEN: 3, CAT: 4}) == [
        (1, ANN, 10),
        (1, BEN, 10),
        (3, CAT, 4),
    ]


def test_the_order_of_what_is_told_does_not_matter() -> None:
    """TN-32: the same results in another order give the same standings."""
    finishes = played({ANN: 1, BEN: 2}, {BEN: 1, CAT: 1})

    assert ranks(TEN_SIX_FOUR, finishes[::-1]) == ranks(TEN_SIX_FOUR, finishes)


def test_who_can_still_win() -> None:
    """TN-33: after two of three, Ann has 20; Ben, with 10, can draw level, Cat, with 6, cannot."""
    terms = SeriesTerms((10, 6, 4), tournament_count=3)
    finishes = played({ANN: 1, BEN: 2, CAT: 2}, {ANN: 1, BEN: 3})

    assert after(terms, finishes, 2) == Chances(1, frozenset({ANN, BEN}), newcomers=False)


def test_the_best_few_limit_what_can_be_won() -> None:
    """TN-33: one of two results counts, so that with 10 already one more win brings no one further."""
    terms = SeriesTerms((10, 6, 4), best_count=1, tournament_count=2)

    assert after(terms, played({ANN: 1, BEN: 2}), 1) == Chances(1, frozenset({ANN, BEN}), newcomers=True)


def test_nobody_knows_who_can_win_without_an_end() -> None:
    """TN-33: without a planned number of tournaments, it is unknown."""
    assert after(TEN_SIX_FOUR, played({ANN: 1}), 1) is None


def test_when_all_are_played_nobody_new_can_win() -> None:
    """TN-33: nothing is left, so only the leaders can; before anything is played, anybody."""
    terms = SeriesTerms((10, 6, 4), tournament_count=1)

    assert after(terms, played({ANN: 1, BEN: 2}), 1) == Chances(0, frozenset({ANN}), newcomers=False)
    assert after(terms, [], 0) == Chances(1, frozenset(), newcomers=True)


def test_champions_share() -> None:
    """TN-34: at the close all who share the first place have won; nobody without a point."""
    assert champions(ranks(TEN_SIX_FOUR, played({ANN: 1, BEN: 1, CAT: 3}))) == (ANN, BEN)
    assert champions(ranks(TEN_SIX_FOUR, played({ANN: 4}))) == ()
    assert champions(()) == ()


def test_no_more_than_planned_come_in() -> None:
    """TN-29: with three planned, a fourth is refused; without a number there is always room."""
    terms = SeriesTerms(tournament_count=3)
    require_room(terms, 2)
    require_room(SeriesTerms(), 50)

    with pytest.raises(MoreThanPlanned):
        require_room(terms, 3)


def test_what_a_result_is_worth_stays() -> None:
    """TN-31: once there is a result neither points nor the best few change; the number of tournaments may."""
    before, finishes = SeriesTerms((10, 6, 4)), played({ANN: 1})
    more = SeriesTerms((10, 6, 4), tournament_count=5)

    assert changed(before, SeriesTerms((3, 1), 2), 1, []) == SeriesTerms((3, 1), 2)
    assert changed(before, more, 1, finishes) == more
    for other in (SeriesTerms((10, 6, 5)), SeriesTerms((10, 6, 4), best_count=1)):
        with pytest.raises(ResultsCount):
            changed(before, other, 1, finishes)
    with pytest.raises(MoreThanPlanned):
        changed(before, SeriesTerms((10, 6, 4), tournament_count=1), 2, finishes)
