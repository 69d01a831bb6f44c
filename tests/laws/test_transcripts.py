from pathlib import Path

import pytest

from games.catalog import GAMES, RANKERS
from tests.laws.transcript import FOLDER, transcript

RULES = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("key", GAMES)
def test_plays_as_recorded(key: str) -> None:
    """Law 8: every game has a transcript with every seat's view, and still plays like that.

    Where the change was meant, `python -m tests.laws.record` writes it anew.
    """
    recorded = (FOLDER / f"{key}.txt").read_text(encoding="utf-8")

    assert transcript(GAMES[key]) == recorded


@pytest.mark.parametrize("key", GAMES)
def test_has_rules_to_read(key: str) -> None:
    """Law 8: every game has rules text, each section short enough for a page in Discord."""
    text = (RULES / f"{key.replace('_', '-')}.md").read_text(encoding="utf-8")
    sections = text.split("\n## ")

    assert text.startswith("# ")
    assert len(sections) > 4
    assert max(map(len, sections)) < 900


def test_hands_can_be_ranked() -> None:
    """The rulebook's command line: every game has a ranker, but for the one whose hands are single cards."""
    assert set(GAMES) - set(RANKERS) == {"destiny"}
