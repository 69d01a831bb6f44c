"""104 cards with hostile names: shown harmless and within limits everywhere (KH-13)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import pytest

from bot.pictures.painter import paint
from bot.screens.core.naming import in_own_words
from bot.screens.core.picture import Picture, picture_faults
from bot.screens.core.screen import Screen, Select, Text, faults, with_emojis
from bot.screens.knights_heads.cards import by_name, card_form, named_deck_screen, painted, portrait
from bot.screens.table.message import table_screen
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from games.engine.table.views import view_table
from games.knights_heads.cards import DECK, FACES, PEOPLE
from games.knights_heads.game import KNIGHTS_HEADS
from storage.people.server_settings import OwnCard
from tests.bot.hostile_deck import HOSTILE, hostile_deck
from tests.bot.knights_heads_screens import FACE, six_hands, told
from tests.bot.rendering import IN_EMOJIS, tables_of
from tests.laws.walk import secret_seats

MARKUP = re.compile(
    r"(?<!\\)(?:\*\*bold|\|\|no|@everyone|<@123|<@&|<#2|\]\(https|`code|<t:0|</tavern|__line)"
)


DECK_OF_HOSTILES = hostile_deck()


def words(screen: Screen) -> str:
    """All Markdown of a screen; lists and pictures have none."""
    return "\n".join(part.markdown for part in screen.parts if isinstance(part, Text))


def harmless(screen: Screen) -> bool:
    """Return True if the screen can be sent and holds no markup of the cards' author."""
    return faults(screen) == [] and not MARKUP.search(words(screen)) and "\u202e" not in repr(screen)


@pytest.mark.parametrize("emojis", [{}, IN_EMOJIS], ids=["words", "emojis"])
def test_hostile_names_on_tables_and_panels(emojis: dict[str, str]) -> None:
    """KH-13, Law 7: in messages, panels, lists of cards to pass, and wherever people are introduced."""
    tables = tables_of((KNIGHTS_HEADS.key, 0, 6))
    names = 0
    for table in tables[:: max(1, len(tables) // 20)]:
        for viewer in secret_seats(table):
            view = view_table(table, KNIGHTS_HEADS, viewer)
            scene = Scene(
                view,
                KNIGHTS_HEADS,
                FACE,
                "coins",
                emojis=emojis,
                pictures="always",
                own_cards=DECK_OF_HOSTILES,
            )
            draw = table_screen if viewer is None else panel_screen
            screen = draw(scene)
            names += "123456789" in repr(screen)
            assert harmless(screen)
        for screen in in_own_words(DECK_OF_HOSTILES, lambda table=table: [*told(table)]):  # type: ignore[misc]
            assert harmless(screen)
    assert names
    scene, _laid = six_hands(emojis)
    assert harmless(table_screen(replace(scene, own_cards=DECK_OF_HOSTILES)))


@pytest.mark.parametrize("emojis", [{}, IN_EMOJIS], ids=["words", "emojis"])
@pytest.mark.parametrize("index", range(len(FACES)))
def test_hostile_names_on_the_pages_of_the_deck(emojis: dict[str, str], index: int) -> None:
    """KH-13: for managers too, with the list to name them, a picture and the forms."""
    draw = partial(named_deck_screen, index, 104, is_manager=True, is_pictured=True)
    screen = with_emojis(emojis, lambda: in_own_words(DECK_OF_HOSTILES, draw))

    assert harmless(screen)
    assert all(
        len(each.label) <= 100 for part in screen.parts if isinstance(part, Select) for each in part.choices
    )
    for card in DECK:
        form = card_form(card, DECK_OF_HOSTILES[card])
        assert len(form.title) <= 45
        assert all(len(field.value) <= field.length and len(field.hint) <= 100 for field in form.fields)  # type: ignore[union-attr]


def test_hostile_names_in_pictures() -> None:
    """KH-13: painted where the font has their letters; where not, the official name stands there."""

    def in_their_words(cards: tuple[str, ...]) -> Picture:
        return in_own_words(DECK_OF_HOSTILES, lambda: painted(cards, triplet_counts=True))

    for start in range(0, len(HOSTILE), 10):
        picture = in_their_words(DECK[start : start + 10])
        assert picture_faults(picture) == []
        assert paint(picture)
        assert all(
            tile.alias == PEOPLE[card].name
            for tile in picture.lanes[0].tiles
            for card in DECK
            if tile.sprite == f"knights_{card.lower()}"
        )


def test_a_name_changes_nothing_but_the_name() -> None:
    """KH-13: face, number and star stand beside it, escaped; without words of its own a card is official."""
    own = {"N01": OwnCard("*Bob*"), "B12": OwnCard("", "Wears a [hat](x)")}

    assert in_own_words(own, lambda: by_name(["N01", "N02"])) == r"Knight 1★ \*Bob\*, 2★ Young Tristram"
    assert in_own_words(own, lambda: portrait("B12")) == (
        r"**Hilde of the Forge** (Blacksmith 12): Wears a \[hat\]\(x\)"
    )
    assert by_name(["N01"]) == "Knight 1★ Sir Galen"
