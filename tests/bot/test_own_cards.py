"""A player's own cards stand on their panel once: on a picture, or in a line of their own."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from bot.discord_io.messages.rendering import WITHOUT, Upload, components
from bot.screens.catalog import FACES
from bot.screens.core.screen import ActionRow, Button, Screen, Text, faults, with_emojis
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.engine.core.game import AnyGame
from games.engine.table.views import view_table
from tests.bot.rendering import BOTH, LARGEST, tables_of
from tests.bot.told import in_hand as cards_told
from tests.laws.walk import secret_seats

PICTURED = ("destiny", "dividha", "knights_heads")
"""Stone Hand has no picture on its panel."""


def scenes(key: str, emojis: dict[str, str]) -> list[Scene]:
    """Some panels on which a picture carries cards."""
    game, found = GAMES[key], []
    for case in (each for each in LARGEST if each[0] == key):
        for table in tables_of(case)[::3]:
            for viewer in secret_seats(table):
                view = view_table(table, game, viewer)
                if viewer is not None and view.hand is not None and not view.is_resting:
                    found.append(Scene(view, game, FACES[key], "coins", emojis=emojis, pictures="moments"))
    carrying = (each for each in found if in_hand(each))
    return [*islice(carrying, 12)]


def in_hand(scene: Scene) -> str:
    """The cards in their own line."""
    told: list[str] = []

    def drawn() -> Screen:
        told.append(cards_told(scene.face, scene.view) if scene.face.own(scene.view).tiles else "")
        return Screen((Text("x"),))

    with_emojis(scene.emojis, drawn)
    return told[0]


def texts(screen: Screen, upload: Upload) -> list[str]:
    """Return the words of a screen as they are sent, piece by piece."""
    (container,) = components(screen, upload)
    return [each["content"] for each in container["components"] if "content" in each]


@BOTH
@pytest.mark.parametrize("key", PICTURED)
def test_on_the_picture_or_in_words(key: str, emojis: dict[str, str]) -> None:
    """With the picture its description has the cards; without one, they have their line instead."""
    found = scenes(key, emojis)

    assert len(found) >= 3
    for scene in found:
        screen, cards = panel_screen(scene), in_hand(scene)
        picture = screen.picture
        assert faults(screen) == []
        if picture is None:
            # A card by itself is told by its name.
            assert len(scene.face.own(scene.view).tiles) == 1
        else:
            assert cards in picture.instead
            assert picture.description
            assert cards not in texts(screen, Upload(is_shown=True))
        bare = panel_screen(replace(scene, pictures="never"))
        for unpictured in (texts(screen, WITHOUT), texts(bare, WITHOUT)):
            assert "\n".join(unpictured).count(cards) == 1


def test_what_stands_for_a_picture_has_to_fit() -> None:
    """Law 7: it may have to be sent, so it counts as words."""
    (scene, *_others) = scenes("dividha", {})
    screen = panel_screen(scene)
    picture = screen.picture
    assert picture is not None
    parts = (screen.parts[0], replace(picture, instead="x" * 4000), *screen.parts[2:])

    assert "too much text" in faults(replace(screen, parts=parts))


def test_a_picture_has_one_order() -> None:
    """Knights' Heads: cards in words can be sorted, those of a picture cannot."""
    (scene, *_others) = scenes("knights_heads", {})

    assert "Sort by face" not in labels(panel_screen(scene))
    assert "Sort by face" in labels(panel_screen(replace(scene, pictures="never")))


def labels(screen: Screen) -> list[str]:
    """All buttons of a screen."""
    rows = [part for part in screen.parts if isinstance(part, ActionRow)]
    return [button.label for row in rows for button in row.buttons if isinstance(button, Button)]


def test_destiny_has_no_card_until_one_is_looked_at() -> None:
    """DE-12: nothing stands there then, neither a picture nor a line."""
    game: AnyGame = GAMES["destiny"]
    for case in (each for each in LARGEST if each[0] == "destiny"):
        for table in tables_of(case)[::3]:
            for viewer in secret_seats(table):
                view = view_table(table, game, viewer)
                if viewer is not None and view.hand is not None and viewer in view.hand_seats:
                    has_looked = view.hand.looked_card is not None
                    assert bool(FACES["destiny"].own(view).tiles) == has_looked
