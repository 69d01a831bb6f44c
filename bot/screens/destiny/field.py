"""Destiny's field of 25 places, as lines of emojis or characters and as a grid of buttons.

A place is a card's back, a gap, an eye where somebody looks now, or the mark of the seat that holds it.
Cards that the viewer may be shown lie face up.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.custom_ids import table_id
from bot.screens.core.emojis import emojis_of, marked
from bot.screens.core.screen import Button, Row, rows
from bot.screens.destiny.cards import sprite
from bot.text.translate import _
from games.destiny.model import COLUMNS, PLACES, ROWS
from games.destiny.view import DestinyView, Spot
from games.engine.table.views import TableView

NUMBERS = "".join(f"{column}\ufe0f\u20e3" for column in COLUMNS)
"""The numbers of the columns as emojis, since only those are as wide as a card's."""


def drawn(now: DestinyView) -> str:
    """The field as text: rows by letter, columns by number."""
    seen = _seen(now)
    lines = [emojis_of(_sprite(spot, seen) for spot in row) for row in _rows(now)]
    if not all(lines):
        return _in_words(now)
    # One character of code is as wide as any other, so that the columns stand in line.
    return "\n".join(f"`{letter}` {line}" for letter, line in zip("·" + ROWS, (NUMBERS, *lines), strict=True))


def grid(view: TableView[DestinyView], now: DestinyView, actions: Mapping[str, str]) -> tuple[Row, ...]:
    """The field as buttons; `actions` are the custom_ids of places that can be pressed.

    On a phone five buttons fit side by side only as long as each has two characters or an emoji.
    """
    seen = _seen(now)
    return rows([_button(spot, view.id, actions.get(spot.place), seen) for spot in now.field])


def _button(spot: Spot, table: int, action: str | None, seen: Mapping[str, str]) -> Button:
    if action is not None:
        return Button(spot.place, action, "main")
    emoji = marked(_sprite(spot, seen), "")
    unpressed = table_id(table, "spot", spot.place.lower())
    return Button("" if emoji else _written(spot), unpressed, emoji=emoji or None, is_disabled=True)


def _seen(now: DestinyView) -> Mapping[str, str]:
    """The cards that the viewer may be shown, by their places: nobody else's, and none for long (DE-12)."""
    looked = () if now.looked_card is None else (now.looked_card,)
    return {sight.place: sight.card for sight in (*now.seen_before, *looked)}


def _rows(now: DestinyView) -> list[tuple[Spot, ...]]:
    width = len(COLUMNS)
    return [now.field[start : start + width] for start in range(0, len(PLACES), width)]


def _sprite(spot: Spot, seen: Mapping[str, str]) -> str:
    if spot.is_gone:
        return "gap"
    if spot.held_by is not None:
        return f"seat_{spot.held_by}"
    if spot.place in seen:
        return sprite(seen[spot.place])
    return "destiny_back" if spot.looked_at_by is None else "eye"


def _written(spot: Spot) -> str:
    """A place in two characters."""
    if spot.is_gone:
        return "··"
    if spot.held_by is not None:
        return f"H{spot.held_by}"
    return spot.place if spot.looked_at_by is None else f"L{spot.looked_at_by}"


def _in_words(now: DestinyView) -> str:
    """Rows by letter, columns by number, `##` for a face-down card; and what the others mean."""
    lines = ["   " + "  ".join(COLUMNS)]
    for letter, row in zip(ROWS, _rows(now), strict=True):
        spots = (_written(each) for each in row)
        lines.append(f"{letter} " + " ".join("##" if each in PLACES else each for each in spots))
    # Translators: “##” is written so on the field: keep it.
    legend = [_("## face down")]
    if any(spot.looked_at_by is not None for spot in now.field):
        # Translators: “L2” is written so on the field, whatever the language: keep it.
        legend.append(_("L2: seat 2 looks there"))
    if any(spot.held_by is not None for spot in now.field):
        # Translators: “H2” is written so on the field, whatever the language: keep it.
        legend.append(_("H2: seat 2 holds it"))
    return "```\n" + "\n".join(lines) + "\n```\n-# " + " · ".join(legend)
