"""A game's blocks in words, for tests of sentences."""

from __future__ import annotations

from typing import Any

from bot.screens.catalog import FACES
from bot.screens.core.picture import Picture
from bot.screens.core.presenter import HandPresenter
from bot.screens.core.table_blocks import field_text, hand_lines, own_card_lines, own_picture
from bot.screens.table.scenes import Scene, hand_picture
from bot.text.translate import shown
from games.catalog import GAMES
from games.engine.table.views import TableView


def own_lines(face: HandPresenter, view: TableView[Any]) -> list[str]:
    """Return the lines about a viewer's own cards, and those that follow them."""
    own, field = face.own(view), face.field(view, None)
    return [
        *own.texts,
        *filter(None, [own.caution]),
        *([] if field is None else [field_text(field)]),
        *own.news,
        *own.around,
        *own.hints,
    ]


def in_hand(face: HandPresenter, view: TableView[Any]) -> str:
    """The viewer's own cards in lines of their own."""
    return "\n".join(own_card_lines(face.own(view), face.in_a_line))


def result_lines(face: HandPresenter, view: TableView[Any]) -> list[str]:
    """The hands laid down, and why the hand ended so."""
    result = face.result(view)
    hands = (
        line
        for each in result.laid
        for line in hand_lines(each, "", shown(view.name(each.seat)), face, is_large=True)
    )
    return [*hands, *result.why]


def picture_of(view: TableView[Any]) -> Picture | None:
    """Return the picture of a table: a viewer in the hand gets the own cards until it is over."""
    face = FACES[view.game]
    is_own = view.hand is not None and view.viewer in view.hand_seats and not face.shows_result(view)
    if is_own:
        return own_picture(face.own(view), face.field(view, None))
    return hand_picture(Scene(view, GAMES[view.game], face, "coins", pictures="always"))
