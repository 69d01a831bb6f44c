"""A table as the page lays it out: whatever its state, it is whole, and says each thing once."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from bot.page.screen_html import button_html, faces_html, part_html
from bot.page.table_layout import table_html
from bot.page.table_shown import TableShown
from bot.screens.catalog import FACES
from bot.screens.core.presenter import HandPresenter
from bot.screens.core.screen import Button, Select, SelectOption
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.engine.table.views import view_table
from tests.laws.walk import Case, secret_seats, walk
from tests.page.table import LARGEST, PLACE, Read


def test_cards_to_choose_from_lie_there_once() -> None:
    """One set of cards, a button for each number that can be given, and no list of names beside it."""
    cards = tuple(SelectOption(f"card {at}", str(at), emoji="<:die_3:0>") for at in range(4))
    html = faces_html([Select("one", "Trade one …", cards), Select("two", "Trade two …", cards, 2)], PLACE)

    assert 4 == html.count('type="checkbox"')
    assert [("one", "1"), ("two", "2")] == re.findall(
        r'data-action="(\w+)" data-count="(\d)" data-send', html
    )
    assert "<select" not in html
    assert "<select" in part_html(
        Select("who", "Who?", (SelectOption("Ann", "1"), SelectOption("Ben", "2"))), PLACE
    )


def test_signs_on_buttons_are_drawn_and_said() -> None:
    """Not every browser has them as letters, and screen readers skip them."""
    html = button_html(Button("⏮", "there"), PLACE)

    assert "<svg" in html
    assert 'aria-label="To the start"' in html
    assert "⏮" not in html


def test_a_table_that_has_not_begun_shows_who_sits_there_and_what_is_free() -> None:
    """Each player has a seat on the felt; of free seats up to four are shown."""
    case, seen = LARGEST[0], set()
    game = GAMES[case[0]]
    for table in (taken.change.table for taken in walk(case)):
        if table.phase != "lobby":
            break
        scene = Scene(view_table(table, game, None), game, FACES[game.key], "coins")
        html, _ranks = table_html(TableShown(scene, "", None, PLACE), {})
        free = min(4, case[2] - len(table.present))
        seen.add(free)

        assert (free, len(table.present)) == (html.count("plate out free"), html.count('class="plate"'))
    assert len(seen) > 1


@pytest.mark.parametrize("case", LARGEST, ids=str)
def test_every_state_is_laid_out(case: Case) -> None:
    """It is laid out from the lobby to the end, for players and spectators: no id is there twice.

    Between hands also where the last one is not known any more, as when a table has moved.
    """
    game, drawn = GAMES[case[0]], 0
    for table in [taken.change.table for taken in walk(case)][::26]:
        for viewer in secret_seats(table):
            view = view_table(table, game, viewer)
            views = [view, replace(view, hand=None, hand_seats=())] if view.is_resting else [view]
            for each in views:
                scene = Scene(each, game, FACES[game.key], "coins", has_remarks=True)
                read = Read("".join(table_html(TableShown(scene, "", None, PLACE), {})))
                drawn += 1

                assert [] == read.open
                assert [] == [name for name, count in Counter(read.ids).items() if count > 1]
                assert [] == [name for name, count in Counter(read.actions).items() if count > 1]
    assert drawn


def test_each_place_that_is_pressed_says_what_that_does() -> None:
    """A finger chooses it first: then a button says that, which is there only while there is a choice."""
    case = next(each for each in LARGEST if type(FACES[each[0]]).field is not HandPresenter.field)
    game, said = GAMES[case[0]], set()
    for table in [taken.change.table for taken in walk(case)][::5]:
        for viewer in secret_seats(table):
            scene = Scene(view_table(table, game, viewer), game, FACES[game.key], "coins")
            html = "".join(table_html(TableShown(scene, "", None, PLACE), {}))
            words = re.findall(r'class="cell pick"[^>]*data-says="([^"]*)" aria-label="(\w+)', html)
            said |= {each.removesuffix(f" {place}") for each, place in words}

            assert html.count("data-picked") == bool(words)
            assert html.count('class="cell pick"') == len(words)
    assert said == {"Look at", "Play"}
