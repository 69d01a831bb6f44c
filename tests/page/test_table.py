"""A table as the page lays it out: whatever its state, it is whole, and says each thing once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from bot.page.assets import sprites
from bot.page.guests import Acquaintances
from bot.page.markup import VOID
from bot.page.table import TableShown, table_html
from bot.screens.catalog import FACES
from bot.screens.table.parts import Scene
from games.catalog import GAMES
from games.engine.table.views import view_table
from tests.laws.walk import Case, few_cases, secret_seats, walk

LARGEST = [case for case in few_cases(GAMES) if case[2] == max(GAMES[case[0]].seats)]
PLACE = Acquaintances(sprites(), {}, lambda _name: False, lambda: "somebody")


class Read(HTMLParser):
    """HTML as it was read."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.actions: list[str] = []
        self.nameless: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """What stands in a tag."""
        told = dict(attrs)
        self.ids += [told["id"] or ""] if "id" in told else []
        self.actions += [told["data-action"] or ""] if tag == "button" and told.get("data-action") else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """What was opened last is closed first."""
        assert tag == self.open.pop()


@pytest.mark.parametrize("case", LARGEST, ids=str)
def test_every_state_is_laid_out(case: Case) -> None:
    """From the lobby to the end, for each who sits there and who watches: nothing is there twice.

    Between hands also where the last one is not known any more, as when a table has moved.
    """
    game, drawn = GAMES[case[0]], 0
    for table in [taken.change.table for taken in walk(case)][::26]:
        for viewer in secret_seats(table):
            view = view_table(table, game, viewer)
            views = [view, replace(view, hand=None, hand_seats=())] if view.is_resting else [view]
            for each in views:
                scene = Scene(each, game, FACES[game.key], "coins", has_remarks=True)
                read = Read(table_html(TableShown(scene, "", None, PLACE), {}))
                drawn += 1

                assert [] == read.open
                assert [] == [name for name, count in Counter(read.ids).items() if count > 1]
                assert [] == [name for name, count in Counter(read.actions).items() if count > 1]
    assert drawn
