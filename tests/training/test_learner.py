"""A learner starts with nothing and finds any way to exploit the house (TB-12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from typing import Any

import pytest

from games.destiny.game import DESTINY, Destiny
from games.engine.core.characters import MASTER, Character
from games.engine.core.offers import Answer, Offer
from games.engine.provable_chance import Chance
from training import learner
from training.catalog import LEAGUES
from training.league import Score, scored
from training.learner import (
    EVENING,
    FRESH,
    LEARNING,
    SHORT,
    Learner,
    Line,
    Spread,
    fresh_gains,
    is_decided,
    is_robbery,
    lines,
    scored_fresh,
    trained,
)


@pytest.mark.soak
def test_a_planted_weakness_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: a house that gives up to every raise is robbed after 600 hands, and was not before."""

    def timid(
        view: Any, offers: tuple[Offer[Any], ...], chance: Chance, character: Character = MASTER
    ) -> Answer:
        keys = {offer.key for offer in offers}
        if "fold" in keys and "check" not in keys and view.betting.raisers:
            return Answer("fold")
        return decide(view, offers, chance, character)

    decide = DESTINY.decide
    monkeypatch.setattr(Destiny, "decide", lambda _, *asked: timid(*asked))
    monkeypatch.setattr(learner, "AT_ONCE", 4)
    line = Line("destiny", 2)
    gains, _ = fresh_gains(line, Learner(), "planted")

    assert is_robbery(scored_fresh(line, trained(line, 600, "planted"), EVENING, "planted"))
    assert not is_robbery(scored(line.where, gains, [0.0]))


def test_what_is_hardly_tried_is_believed_little() -> None:
    """Twenty tries with a gain of 2 count as much as the prior of 0: 1; twenty finer ones of −1: 0."""
    found = Learner()
    found.learn([((("coarse",),), "pot", 2.0)] * 20)
    found.learn([((("fine",),), "pot", -1.0)] * 20)

    assert found.worth([("coarse",)], "pot") == pytest.approx(1)
    assert found.worth([("coarse",), ("fine",)], "pot") == pytest.approx(0)
    assert found.worth([("coarse",), ("fine",)], "half") == 0


@pytest.mark.parametrize(
    ("gain", "error", "robbery", "decided"),
    [
        (0.4, 0.1, True, True),
        (0.4, 0.2, False, False),  # 2 errors: played on
        (0.3, 0.1, False, True),  # 3 errors, not more, and precise enough
        (0.2, 0.01, False, True),  # surely little
        (-0.4, 0.3, False, True),  # surely no robbery
        (-0.3, 0.3, False, False),
    ],
)
def test_a_line_is_decided(gain: float, error: float, robbery: bool, decided: bool) -> None:  # noqa: FBT001
    """A robbery gains more than 0.25 a hand and three errors; a possible one is played until precise."""
    score = Score(1000, gain, error, 0.0)

    assert is_robbery(score) == robbery
    assert is_decided("destiny", score) == decided


@pytest.fixture(scope="module")
def spread() -> Iterator[Spread]:
    """Yield a map over all processors of this machine."""
    with Pool() as pool:
        yield partial(pool.map, chunksize=1)


KNOWN = {Line("dividha", 3, stack=SHORT): 0.75, Line("dividha", 3, purse=SHORT): 1.0}
"""Known robberies (docs/lab/house-players.md), and the gain per hand that they may have."""
LINES = [pytest.param(line, id=f"{line.key}, {line}") for key in LEAGUES for line in lines(key)]


@pytest.mark.soak
@pytest.mark.parametrize("line", LINES)
def test_nobody_learns_to_rob_the_house(line: Line, spread: Spread) -> None:
    """TB-12: after 20,000 hands against the house, no learner robs it over 10,000 fresh ones."""
    score = scored_fresh(line, trained(line, LEARNING, "soak", spread), FRESH, "soak", spread)

    assert not is_robbery(score) or score.gain <= KNOWN.get(line, 0.0), score
