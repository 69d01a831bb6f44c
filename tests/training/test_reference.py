"""The searching reference, over a few hands with few imagined deals (`training/reference.py`)."""

from __future__ import annotations

from random import Random

import pytest

from games.catalog import GAMES
from games.engine.core.characters import MASTER
from games.engine.core.offers import Answer
from training.catalog import LEAGUES, setting
from training.league import EVENING_HANDS, Luck, play
from training.opponents import BettingQuestion
from training.reference import Reference


@pytest.mark.soak
@pytest.mark.parametrize("key", LEAGUES)
def test_plays_deals_that_look_like_its_own(key: str) -> None:
    """TB-12: every imagined state looks the same to its seat, and all answers are allowed."""
    game, answers = GAMES[key], list[Answer]()
    reference = Reference(game, deals=2)

    def watched(question: BettingQuestion) -> Answer:
        state = question.imagine(Luck(Random(len(answers))))
        assert game.recollection(state, question.view.viewer) == question.view
        answers.append(reference(question))
        return answers[-1]

    score = play(setting(key, 2), watched, MASTER, 2 * EVENING_HANDS, "reference")

    assert score.hands == 2 * EVENING_HANDS
    assert len({answer.key for answer in answers}) > 2
