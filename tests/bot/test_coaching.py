"""The coach's words on a panel, drawn: its cards as the game's screen writes them (TB-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.catalog import FACES
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from bot.screens.table.table_people import reasoned
from games.catalog import GAMES
from games.dividha.bot_player import ADVICE
from games.dividha.game import DIVIDHA
from games.engine.table.play import asked
from games.engine.table.views import view_table
from tests.bot.rendering import BOTH, CASES, tables_of
from tests.bot.story import view_of_dividha
from tests.laws.walk import Case
from tests.soak import some_now


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (("GOD", "7H"), "Trade `GOD☆`, `7H○`: you do better without."),
        (("SATAN", "GOD"), "Trade `SATAN▼`, `GOD☆`: you do better without."),
        (("6L1", "KD"), "Trade `6L1▼`, `KD◐`: you do better without."),
        (("KV",), "Trade `KV☆`: you do better without."),
    ],
)
def test_two_cards_are_two(cards: tuple[str, ...], words: str) -> None:
    """DV-19: each card that is to be traded is written by itself."""
    scene = Scene(view_of_dividha("playing"), DIVIDHA, FACES[DIVIDHA.key], "coins")

    assert reasoned(scene, ADVICE["trade"].of(cards=cards)) == words


@BOTH
@pytest.mark.parametrize("case", some_now(CASES[::9], CASES[::18]), ids=str)
def test_a_panel_with_a_coach_can_be_drawn(case: Case, emojis: dict[str, str]) -> None:
    """TB-12: it can with any question and any advice."""
    for table in tables_of(case)[::3]:
        game = GAMES[table.game]
        for seat in asked(table, game):
            assert table.hand is not None
            now = table.hand.state
            scene = Scene(view_table(table, game, seat), game, FACES[game.key], "coins", emojis=emojis)
            told = game.advice(game.view(now, seat), game.offers(now, seat))
            screen = panel_screen(replace(scene, advice=told))

            assert ("**Coach:**" in str(screen)) is (told is not None)
