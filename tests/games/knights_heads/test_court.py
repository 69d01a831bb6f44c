"""Knights' court score."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine.core.errors import ImpossibleValue
from games.engine.core.game import Level, Seat
from games.engine.core.house_rules import options
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import CourtScore, KnightsCarry, KnightsRules, Scoring, Tally
from games.knights_heads.showdown import courts, score
from tests.games.knights_heads.written import IS

COURT = ["N03", "N04", "N05", "N06", "A03", "A04", "S03", "S04", "B03", "M08"]
TWO_COURTS = ["N03", "N04", "N05", "N06", "N07", "N08", "N09", "N10", "B03", "M08"]
ROYAL_FAMILY = IS["Royal Family"].split()
RABBLE = IS["Rabble"].split()
TRIPLET = IS["Triplet"].split()


@pytest.mark.parametrize(
    ("knights", "points"), [(0, 0), (3, 0), (4, 1), (5, 1), (7, 1), (8, 2), (9, 2), (10, 2)]
)
def test_courts_of_knights(knights: int, points: int) -> None:
    """KH-12: four Knights are a court and one point, eight are two; ten Armorers are none."""
    hand = [f"N{number:02}" for number in range(1, knights + 1)]
    others = [f"S{number:02}" for number in range(1, 11 - knights)]

    assert courts([*hand, *others]) == points


def test_a_court_scores_whether_it_wins_or_not() -> None:
    """KH-12: one point, won or beaten, the first or a later one; under courts of Knights a win adds none."""
    for has_won in (False, True):
        for had_court in (False, True):
            assert score(COURT, KnightsRules(), has_won=has_won, had_court=had_court) == 1
            assert score(TWO_COURTS, KnightsRules(), has_won=has_won, had_court=had_court) == 2
    assert score(ROYAL_FAMILY, KnightsRules(), has_won=True, had_court=True) == 0


def test_a_point_for_each_hand_won() -> None:
    """KH-12: also a point for each hand won at a showdown."""
    rules = KnightsRules(scoring="wins")

    assert score(ROYAL_FAMILY, rules, has_won=True, had_court=True) == 1
    assert score(ROYAL_FAMILY, rules, has_won=False, had_court=True) == 0
    assert score(RABBLE, rules, has_won=True, had_court=True) == 1
    assert score(COURT, rules, has_won=True, had_court=True) == 2


def test_points_by_place() -> None:
    """KH-12: also 27 minus the hand's number for each hand won; Rabble has the weight 0."""
    rules = KnightsRules(scoring="places")

    assert score(ROYAL_FAMILY, rules, has_won=True, had_court=True) == 27 - 18
    assert score(ROYAL_FAMILY, rules, has_won=False, had_court=True) == 0
    assert score(IS["Dynasty"].split(), rules, has_won=True, had_court=True) == 26
    assert score(RABBLE, rules, has_won=True, had_court=True) == 0
    assert score(COURT, rules, has_won=True, had_court=True) == 1 + 27 - 22


def test_a_triplet_that_does_not_count_has_no_weight() -> None:
    """KH-4, KH-12: it is Rabble."""
    assert score(TRIPLET, KnightsRules(scoring="places"), has_won=True, had_court=True) == 1
    rules = KnightsRules(scoring="places", triplet_counts=False)
    assert score(TRIPLET, rules, has_won=True, had_court=True) == 0


@pytest.mark.parametrize(("scoring", "points"), [("wins", 1), ("places", 9)])
def test_nothing_before_the_first_court(scoring: Scoring, points: int) -> None:
    """KH-12: nothing counts before the first court of Knights, unless the organiser lifts that."""
    official, lifted = KnightsRules(scoring=scoring), KnightsRules(scoring=scoring, court_first=False)

    assert score(ROYAL_FAMILY, official, has_won=True, had_court=False) == 0
    assert score(ROYAL_FAMILY, lifted, has_won=True, had_court=False) == points


@pytest.mark.parametrize(("scoring", "points"), [("wins", 2), ("places", 6)])
def test_the_hand_that_brings_the_first_court(scoring: Scoring, points: int) -> None:
    """KH-12: it counts itself."""
    assert score(COURT, KnightsRules(scoring=scoring), has_won=True, had_court=False) == points


@pytest.mark.parametrize("has_court", [False, True])
@pytest.mark.parametrize("court_first", [False, True])
def test_hands_won_alone(court_first: bool, has_court: bool) -> None:  # noqa: FBT001
    """KH-12: a point for each hand won; courts are not counted, and none is needed."""
    rules = KnightsRules(scoring="wins_alone", court_first=court_first)

    assert score(ROYAL_FAMILY, rules, has_won=True, had_court=has_court) == 1
    assert score(COURT, rules, has_won=True, had_court=has_court) == 1
    assert score(TWO_COURTS, rules, has_won=False, had_court=has_court) == 0
    assert score(RABBLE, rules, has_won=True, had_court=has_court) == 1


@pytest.mark.parametrize("has_court", [False, True])
@pytest.mark.parametrize("court_first", [False, True])
def test_hands_won_by_their_place_alone(court_first: bool, has_court: bool) -> None:  # noqa: FBT001
    """KH-12: 27 minus the hand's number; courts are not counted, and none is needed; Rabble weighs 0."""
    rules = KnightsRules(scoring="places_alone", court_first=court_first)

    assert score(ROYAL_FAMILY, rules, has_won=True, had_court=has_court) == 27 - 18
    assert score(COURT, rules, has_won=True, had_court=has_court) == 27 - 22
    assert score(TWO_COURTS, rules, has_won=False, had_court=has_court) == 0
    assert score(RABBLE, rules, has_won=True, had_court=has_court) == 0


def test_the_ways_to_score() -> None:
    """KH-12: five of them, the official one first."""
    (scoring,) = [each for each in options(KnightsRules) if each.name == "scoring"]

    assert [choice for choice, _label in scoring.choices] == [
        "courts",
        "wins",
        "places",
        "wins_alone",
        "places_alone",
    ]


def test_the_official_rules() -> None:
    """KH-4, KH-12: a Triplet counts, courts of Knights score, and nothing else does before the first."""
    assert KnightsRules() == KnightsRules(triplet_counts=True, scoring="courts", court_first=True)


def test_at_a_tournament() -> None:
    """TN-7, KH-12: the ante by level; a court score goes with its player, to the next table."""
    carry = KnightsCarry(Seat(1), (Tally(Seat(1), 3), Tally(Seat(2), 5)))

    assert KNIGHTS_HEADS.at_level(KnightsRules(), Level(ante=6)).ante == 6
    assert KNIGHTS_HEADS.big_blind(carry) is None
    assert KNIGHTS_HEADS.vacated(carry, Seat(2)).tallies == (Tally(Seat(1), 3),)
    assert KNIGHTS_HEADS.taken_along(None, carry, Seat(2)) == CourtScore(5)
    assert KNIGHTS_HEADS.taken_along(CourtScore(1), None, Seat(2)) == CourtScore(1)
    assert KNIGHTS_HEADS.brought(None, 5) == CourtScore(5)
    assert KNIGHTS_HEADS.brought(CourtScore(9), 0) is None


@pytest.mark.parametrize("made", [CourtScore, lambda points: Tally(Seat(1), points)])
def test_no_score_is_below_zero(made: Callable[[int], object]) -> None:
    """KH-12: courts and hands that were won add points, and nothing takes any away."""
    assert made(0)
    with pytest.raises(ImpossibleValue):
        made(-1)
