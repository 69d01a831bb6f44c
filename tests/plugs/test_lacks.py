"""`taproom lacks` says in plain words what a game is still missing, in three groups."""

from __future__ import annotations

import pytest

from bot.lacks import COMPLETE, IN_TREE, TO_PLAY, lacks
from games.__main__ import main
from games.catalog import GAMES


@pytest.mark.parametrize("key", GAMES)
def test_our_own_games_lack_nothing(key: str) -> None:
    """Each of ours can be played, is at home, and is in the tree."""
    assert lacks(key) == {TO_PLAY: (), COMPLETE: (), IN_TREE: ()}


def test_a_game_that_is_not_there_cannot_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    """Its exit status is 1, as what is needed to play is missing."""
    assert main(["lacks", "low-road"]) == 1
    assert "no game low_road is installed" in capsys.readouterr().out
