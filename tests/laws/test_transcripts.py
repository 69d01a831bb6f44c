import pytest

from games.catalog import GAMES
from tests.begun import TRANSCRIPTS
from tests.laws.transcript import transcript


@pytest.mark.parametrize("key", GAMES)
def test_plays_as_recorded(key: str) -> None:
    """Law 8: every game has a transcript with every seat's view, and still plays like that.

    Where the change was meant, `python -m tests.laws.record` writes it anew.
    """
    recorded = (TRANSCRIPTS / f"{key}.txt").read_text(encoding="utf-8")

    assert transcript(GAMES[key]) == recorded
