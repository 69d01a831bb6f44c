"""The texts about fair play (TB-13)."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.screens.catalog import FACES
from bot.screens.core.screen import Text
from bot.screens.table.fair_play import algorithm_lines, fairness, history_note
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.destiny.game import DESTINY
from games.destiny.view import UNTIL
from games.engine.core.game import Withheld
from games.engine.table.seating import open_table
from games.engine.table.table import Terms
from games.engine.table.views import view_table
from tests.games.destiny.played import showdown
from tests.games.retold import told

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "fair-chance.md"


def said_at(key: str) -> list[str]:
    """Return the text of *Fair play* at a table of that game, without its title."""
    game = GAMES[key]
    table = open_table(1, game, game.house_rules(), Terms(11, 20), iter(["ab" * 32]))
    screen = fairness(Scene(view_table(table, game, None), game, FACES[key], "coins"), may_cut=False)
    return [part.markdown for part in screen.parts if isinstance(part, Text)][1:]


@pytest.mark.parametrize("key", GAMES)
def test_three_plain_sentences_come_first(key: str) -> None:
    """TB-13: *Fair play* says it twice: in three plain sentences for everybody, and then exactly."""
    plain, *rest = said_at(key)
    exact = [line.removeprefix("-# ") for line in rest[-1].split("\n")]

    assert len(re.findall(r"[.!?](?: |$)", plain)) == 3
    assert not re.search(r"SHA|HMAC|byte|seed|root|slot|hash", plain)
    assert exact == [*algorithm_lines(is_dealt=GAMES[key].is_dealt)]


@pytest.mark.parametrize("is_dealt", [False, True])
def test_the_page_says_the_same(is_dealt: bool) -> None:  # noqa: FBT001
    """TB-13: the page on fair chance has the sentences by which its examples are worked out."""
    page = " ".join(PAGE.read_text().split())
    places = [page.index(each) for each in algorithm_lines(is_dealt=is_dealt)]

    assert all(before < after for before, after in pairwise(places))


def test_a_note_says_what_is_withheld() -> None:
    """DE-12: it names the data that is not in the file, and when it can be had."""
    withheld = (Withheld("A1", UNTIL), Withheld("C3", UNTIL))

    assert "only your memory" not in history_note(told(showdown()), FACES[DESTINY.key])
    assert history_note(replace(told(showdown()), withheld=withheld), FACES[DESTINY.key]).endswith(
        "You saw what’s at A1, C3. "
        "You have to remember it yourself, until it has left the field, or the field is over."
    )
