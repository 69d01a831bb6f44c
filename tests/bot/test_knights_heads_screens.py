"""What is shown of Knights' Heads beside its table and its panels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.screens.core.screen import Screen, faults
from bot.screens.games.catalog import FACES
from bot.screens.games.knights_heads import MINE, who_screen
from bot.screens.games.knights_heads_cards import deck_screen, hands_screen
from bot.screens.table.message import table_screen
from bot.screens.table.panel import panel_screen
from bot.screens.table.parts import Scene
from bot.text.translate import speaking
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.table.table import AnyTable
from games.engine.table.views import view_table
from games.knights_heads.cards import DECK
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import KnightsShowdown, LaidHand
from games.knights_heads.people import PEOPLE
from tests.bot.test_rendering import tables_of, texts, untranslated, widest
from tests.laws.walk import secret_seats
from tests.pseudo import PSEUDO, pseudo_language

FACE = FACES[KNIGHTS_HEADS.key]


def told(table: AnyTable) -> Iterator[Screen]:
    """Who lies there, who one's own are, and the panel in each of its orders."""
    laid = next((event.laid for event in reversed(table.story) if isinstance(event, KnightsShowdown)), ())
    for viewer in secret_seats(table):
        view = view_table(table, KNIGHTS_HEADS, viewer)
        yield from (who_screen(view, str(each.seat)) for each in laid)
        yield who_screen(view, "")
        yield who_screen(view, MINE)
        if viewer is not None:
            scene = Scene(view, KNIGHTS_HEADS, FACE, "coins", None)
            yield from (panel_screen([scene], order) for order in FACE.orders)


def test_every_card_and_hand_can_be_shown() -> None:
    """Each page of the deck and of the table of hands fits into a message, in any language."""
    with pseudo_language(), speaking(PSEUDO):
        for screen in (*map(deck_screen, range(9)), *map(hands_screen, range(3))):
            assert faults(screen) == []
            assert [untranslated(text) for text in texts(screen)] == [""] * len(texts(screen))


def test_one_woman_is_no_women() -> None:
    """Of the Blacksmiths one is a woman."""
    assert "12 cards; 1 woman, 11 men." in texts(deck_screen(8))[0]
    assert "8 cards; 0 women, 8 men." in texts(deck_screen(0))[0]


@pytest.mark.parametrize("page", [-1, 9, 250])
def test_there_is_no_other_page(page: int) -> None:
    """A page that somebody made up is refused."""
    with pytest.raises(NotOffered):
        deck_screen(page)
    with pytest.raises(NotOffered):
        hands_screen(page)


def test_whoever_lies_there_can_be_shown() -> None:
    """Six hands with the widest names fit, and so does each tale of ten cards."""
    tables = [each for each in tables_of((KNIGHTS_HEADS.key, 0, 6)) if each.phase != "lobby"]
    with pseudo_language(), speaking(PSEUDO):
        for table in map(widest, tables[::3]):
            for screen in told(table):
                assert faults(screen) == []
                assert [untranslated(text) for text in texts(screen)] == [""] * len(texts(screen))


def test_a_list_of_names_is_no_markdown() -> None:
    """F-46: what stands in a select is shown letter by letter, so nothing in it is marked as such."""
    laid = LaidHand(Seat(1), tuple(DECK[:10]), 7, tuple(DECK[:5]))
    table = next(each for each in tables_of((KNIGHTS_HEADS.key, 0, 2)) if each.phase == "playing")
    named = table.with_seat(replace(table.seated(Seat(1)), name="A_n_n")).telling(
        KnightsShowdown(Seat(1), (laid,), ())
    )
    title, _, *labels = texts(who_screen(view_table(named, KNIGHTS_HEADS, None), "1"))

    assert "A\\_n\\_n’s hand" in title
    assert labels == ["Another hand", "A_n_n"]


def test_six_hands_laid_down_fit() -> None:
    """KH-11: card by card, sixty people with the longest names are told of in one message."""
    longest = sorted(DECK, key=lambda card: len(PEOPLE[card].name))[-60:]
    laid = tuple(
        LaidHand(Seat(at + 1), tuple(longest[at::6]), 7, tuple(longest[at::6][:5])) for at in range(6)
    )
    tables = tables_of((KNIGHTS_HEADS.key, 0, 6))
    table = next(widest(each) for each in tables if each.phase == "playing" and each.hand is None)
    view = view_table(replace(table, story=(KnightsShowdown(Seat(6), laid, ()),)), KNIGHTS_HEADS, None)
    scene = Scene(view, KNIGHTS_HEADS, FACE, "coins", None)
    with pseudo_language(), speaking(PSEUDO):
        screen = table_screen(scene)

        assert all(PEOPLE[card].name in "".join(texts(screen)) for card in longest)
        assert faults(screen) == []
