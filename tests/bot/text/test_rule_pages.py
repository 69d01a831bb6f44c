"""The rules pages, read from Markdown and translated paragraph by paragraph."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bot.screens.learn.rules import Section, gather, sections
from bot.text.translate import speaking
from tests.pseudo import PSEUDO, pseudo_language

PAGE = """# Skittles

Nine pins,
one ball.

## Hands
Best first:

- *strike*, all nine
- *spare*, all nine
  in two

## Nothing here
## Paying

The loser pays.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the page of a game called `long-alley`."""
    (tmp_path / "long-alley.md").write_text(PAGE)
    return tmp_path


def test_a_page_falls_into_sections(folder: Path) -> None:
    """Headings part them; a line break in a paragraph is a space, an entry of a list keeps its line."""
    assert sections("long-alley", folder) == (
        Section("Skittles", "Nine pins, one ball."),
        Section("Hands", "Best first:\n\n- *strike*, all nine\n- *spare*, all nine in two"),
        Section("Paying", "The loser pays."),
    )


def test_every_paragraph_is_translated(folder: Path) -> None:
    """Heading by heading and paragraph by paragraph, in the language in force."""
    with pseudo_language(), speaking(PSEUDO):
        read = sections("long-alley", folder)

    assert read[1] == Section(
        "⟦Hands⟧", "⟦Best first:⟧\n\n⟦- *strike*, all nine\n- *spare*, all nine in two⟧"
    )
    assert sections("long-alley", folder)[1].title == "Hands"


def test_what_is_gathered_is_what_is_looked_up() -> None:
    """The catalogue of messages has every paragraph, with the line where it begins."""
    gathered = [(line, text) for line, _, text, _ in gather(io.BytesIO(PAGE.encode()), {}, (), {})]

    assert gathered == [
        (1, "Skittles"),
        (3, "Nine pins, one ball."),
        (6, "Hands"),
        (7, "Best first:"),
        (9, "- *strike*, all nine\n- *spare*, all nine in two"),
        (13, "Nothing here"),
        (14, "Paying"),
        (16, "The loser pays."),
    ]
