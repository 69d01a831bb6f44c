"""The screens at the tables of tournaments, over all games that have them."""

from __future__ import annotations

import pytest

from bot.screens.core.screen import faults
from bot.text.translate import speaking
from games.catalog import HOSTED
from games.engine.table.table import AnyTable, TableChange
from tests.bot.rendering import screens, texts, untranslated, widest
from tests.games.scripted import kinds
from tests.laws.real import Place, Real
from tests.pseudo import PSEUDO, pseudo_language

SHOWN_ONE_IN = 30


class Shown(Real):
    """A tournament that keeps its tables: as they were when something was told for once, and some more."""

    def __init__(self, key: str, seed: int) -> None:
        super().__init__(HOSTED[key], 4, seed)
        self.kept: list[AnyTable] = []

    def _at(self, place: Place, change: TableChange) -> None:
        is_news = not self.told.issuperset(kinds(change.table.story))
        super()._at(place, change)
        if is_news or self.random.randrange(SHOWN_ONE_IN) == 0:
            self.kept.append(change.table)


@pytest.mark.parametrize("count", [1, pytest.param(6, marks=pytest.mark.soak)])
@pytest.mark.parametrize("key", sorted(HOSTED))
def test_every_table_of_a_tournament_can_be_shown(key: str, count: int) -> None:
    """Law 7: all that happens there fits, and every word of it went through gettext."""
    with pseudo_language(), speaking(PSEUDO):
        for seed in range(count):
            tournament = Shown(key, seed)
            tournament.play()
            for table in map(widest, tournament.kept):
                for screen in screens(table):
                    assert faults(screen) == []
                    assert [untranslated(text) for text in texts(screen)] == [""] * len(texts(screen))
