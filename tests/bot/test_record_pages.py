"""People's records as pages: luck in words, and what is painted."""

from __future__ import annotations

import pytest

from bot.screens.catalog import FACES
from bot.screens.server.record import (
    POINTS_MAX,
    expected,
    luck_line,
    luck_told,
    net_plot,
    record_picture,
    standard_score,
)
from bot.text.translate import speaking
from games.engine.core.hand_stats import BestHand
from storage.standing.records import PlayRecord


@pytest.mark.parametrize(
    ("score", "said"),
    [
        # Tables of the normal distribution: 57.9, 61.8, 84.1, 90.3, 97.7, 99.2, 99.93 of 100 lie below.
        (0.0, "much as on any evening"),
        (0.2, "much as on any evening"),
        (-0.2, "much as on any evening"),
        (0.3, "luckier than 6 evenings out of 10"),
        (1.0, "luckier than 8 evenings out of 10"),
        (-1.0, "unluckier than 8 evenings out of 10"),
        (1.3, "luckier than 9 evenings out of 10"),
        (2.0, "luckier than 9 evenings out of 10"),
        (2.4, "luckier than 99 evenings out of 100"),
        (3.2, "luckier than 999 evenings out of 1,000"),
        (-60.0, "unluckier than 999 evenings out of 1,000"),
    ],
)
def test_luck_in_words(score: float, said: str) -> None:
    """TB-19: it tells how many evenings of fair dice it was better or worse than."""
    assert luck_told(score) == said


def test_luck_is_told_after_some_throws() -> None:
    """TB-19: after thirty; of games whose luck is not kept nothing is said."""
    lucky = PlayRecord(luck=3_000_000, spread=9_000_000)

    assert standard_score(lucky.luck, lucky.spread) == 1.0
    assert standard_score(0, 0) == 0.0
    assert luck_line(lucky, 30) == "Luck with dice: **luckier than 8 evenings out of 10** with 30 throws."
    assert luck_line(lucky, 29) == "Luck: too early to tell, after 29 throws."
    assert luck_line(lucky, 1) == "Luck: too early to tell, after 1 throw."
    assert luck_line(PlayRecord(), 100) == luck_line(lucky, 0) == ""


def test_the_net_from_day_to_day() -> None:
    """TB-19: from nothing, before the first day, to the last; days without a hand change nothing."""
    line = net_plot([("Ann", "", ((10, 5), (12, -8))), ("Ben", "", ((11, 1),))])

    assert line is not None
    assert [each.points for each in line.curves] == [((9, 0), (10, 5), (12, -3)), ((9, 0), (11, 1), (12, 1))]
    assert [each.said for each in line.curves] == ["−3", "+1"]
    assert (line.most, line.least, line.days) == ("+5", "−3", "Jan 11, 1970 – Jan 13, 1970")


def test_one_day_makes_no_curve() -> None:
    """A line has two ends; hands and the best of them are painted all the same."""
    assert net_plot([("", "", ((10, 5),))]) is None
    assert record_picture("+5", "", ((10, 5),), (), ("destiny", BestHand((1,), "card", ("2c",)))) is None
    kinds = FACES["destiny"].kinds({"rank_A": 1})
    picture = record_picture("+5", "", ((10, 5),), kinds, ("destiny", BestHand((1,), "card", ("Ac",))))
    assert picture is not None
    assert picture.description == (
        "+5\nAce: 1 (<0.1)\nKing to Jack: 0 (0.2)\n10 to 7: 0 (0.3)\n6 to 2: 0 (0.4)\nBest hand: Ace of Clubs"
    )


@pytest.mark.usefixtures("german")
def test_next_to_no_chance_is_written_as_the_language_writes_numbers() -> None:
    """A comma or a point."""
    with speaking("de"):
        assert expected(0.01) == "<0,1"


def test_years_are_thinned_out() -> None:
    """Points that a picture cannot tell apart are left out, but never the last one."""
    line = net_plot([("", "", tuple((day, 1) for day in range(1000, 2000)))])

    assert line is not None
    (curve,) = line.curves
    assert len(curve.points) <= POINTS_MAX + 2
    assert (curve.points[0], curve.points[-1]) == ((999, 0), (1999, 1000))


@pytest.mark.parametrize("key", FACES)
def test_kinds_beside_chance_come_to_as_many(key: str) -> None:
    """TB-19: it compares the kinds of hands with the numbers by chance."""
    deeds = [deed for each in FACES[key].kinds({}) for deed in each.deeds]
    kinds = FACES[key].kinds(dict.fromkeys(deeds, 10))

    assert sum(each.count for each in kinds) == 10 * len(deeds)
    if any(each.usual is not None for each in kinds):
        assert sum(each.usual or 0.0 for each in kinds) == pytest.approx(10 * len(deeds))
