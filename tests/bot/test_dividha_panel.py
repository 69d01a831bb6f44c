"""Dividha's panel: few buttons, none of them twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pictures.painter import paint
from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen, with_emojis
from bot.screens.dividha import cards
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from games.dividha.game import DIVIDHA
from games.engine.core.game import Seat
from games.engine.core.offers import PickOffer
from games.engine.table.views import view_table
from tests.bot.dividha_panel import BUTTONS_MAX, buttons
from tests.bot.rendering import BOTH, IN_EMOJIS, tables_of
from tests.bot.story import view_of_dividha
from tests.bot.told import picture_of
from tests.games.dividha.scripted import Hand
from tests.laws.walk import Case, cases, secret_seats

OWN_CASES = [case for case in cases() if case[0] == DIVIDHA.key]


@BOTH
@pytest.mark.parametrize("case", OWN_CASES[::6], ids=str)
def test_at_most_twelve_buttons_none_twice(case: Case, emojis: dict[str, str]) -> None:
    """Four splits, five for what goes on, and three for the rest: whatever is played, by any house rules."""
    most = 0
    for table in tables_of(case)[::2]:
        for viewer in secret_seats(table):
            if viewer is not None:
                view = view_table(table, DIVIDHA, viewer)
                scene = Scene(view, DIVIDHA, FACES[DIVIDHA.key], "coins", emojis=emojis)
                found = buttons(panel_screen(scene))
                most = max(most, len(found))

                assert len(found) <= BUTTONS_MAX
                assert len({each.label for each in found}) == len(found)
                assert len({each.action for each in found}) == len(found)

    # A bet is there to be made: the four splits, check or stay in, fold, and the ranking at least.
    assert most >= 7


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("AH", "Ace of Humans"),
        ("KL", "King of Hell"),
        ("7B", "7 of Beasts"),
        ("6V2", "6 of Heaven"),
        ("6L3", "San (6 of Hell)"),
        ("GOD", "God"),
    ],
)
def test_a_card_is_named_where_its_emoji_stands(card: str, name: str) -> None:
    """DV-19: beside its emoji a card of a list has its name; its letters are for where there is none."""
    holding = {1: f"{card} QD 5B 3D 4D 2B", 2: "QH JD 7D 6H 4H 2H"}
    hand = Hand(100, 100, holding=holding).checks_to("trade")
    view = replace(view_of_dividha("playing"), hand=hand.view(1), viewer=Seat(1))
    offer = hand.offers(1)["trade_one"]
    assert isinstance(offer, PickOffer)
    face, index = FACES[DIVIDHA.key], offer.choices.index(card)
    told: list[str] = []

    def listed() -> Screen:
        told.append(face.line(offer, index, view).label)
        return Screen(())

    with_emojis(IN_EMOJIS, listed)

    assert told[0] == name
    assert face.line(offer, index, view).label == cards.card(card)


@pytest.mark.parametrize(("hands", "suits"), [(0, 5), (4, 5), (5, 0)])
def test_a_picture_tells_the_suits_in_the_first_hands(hands: int, suits: int) -> None:
    """A legend of the five suits stands below the cards until five hands have been played."""
    hand = Hand(100, 100).checks_to("second_round")
    for viewer in (None, Seat(1)):
        now = replace(hand.view(viewer), hands=hands)
        picture = picture_of(replace(view_of_dividha("playing"), hand=now, viewer=viewer))

        assert picture is not None
        assert len(picture.signs) == suits
        assert ("Humans, Demi-Humans, Beasts, Heaven, Hell" in picture.description) == bool(suits)
        paint(picture)
