"""The private panel: what only its owner may see, and their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.custom_ids import table_id
from bot.screens.core.emojis import with_emojis
from bot.screens.core.screen import Button, Part, Screen, Text, faults, rows
from bot.screens.table import coaching
from bot.screens.table.parts import Scene, asked_here, gains, offer_parts, turn
from bot.screens.table.picture import with_picture
from bot.text.translate import _

PANEL_TABLES_MAX = 3
"""Tables that one panel shows at most."""


def panel_screen(scenes: list[Scene], order: str = "") -> Screen:
    """One player's tables, each cut for them, with the cards in that order.

    The first is shown in full, the others in full if they fit, or in a line.
    """
    return with_emojis(scenes[0].emojis, lambda: _panels(scenes, order))


def _panels(scenes: list[Scene], order: str) -> Screen:
    first, *others = scenes
    # With several tables, other buttons would take the room of those that answer offers.
    beside = coaching.buttons(first) if others else _own_buttons(first, order)
    sections = [with_picture(first, _panel(first, order, beside)), *map(_brief, others)]
    for place, scene in enumerate(others, start=1):
        larger = [*sections[:place], _panel(scene, order), *sections[place + 1 :]]
        if not faults(_joined(larger)):
            sections = larger
    return replace(_joined(sections), accent=first.face.accent)


def _joined(sections: Sequence[tuple[Part, ...]]) -> Screen:
    return Screen(tuple(part for section in sections for part in section))


def _brief(scene: Scene) -> tuple[Part, ...]:
    """A table in a line."""
    if scene.view.phase != "playing" or scene.view.viewer is None:
        return _panel(scene, "")
    there = _("There is no room here for its cards: press “{own}” at that table.")
    return (Text(f"{_title(scene)}\n{_asked(scene)} {there.format(own=_(scene.face.own))}"),)


def _asked(scene: Scene) -> str:
    return _("The next hand is yet to be dealt.") if scene.view.is_resting else turn(scene)


def _own_buttons(scene: Scene, order: str) -> list[Button]:
    """The other orders of the cards, and the game's own buttons."""
    view = scene.view
    if view.hand is None or view.viewer not in view.hand_seats:
        return []
    orders = {} if view.is_resting else scene.face.orders
    help_ = coaching.buttons(scene)
    now = order if order in orders else next(iter(orders), "")
    buttons = [
        Button(_(label), table_id(view.id, "sort", key)) for key, label in orders.items() if key != now
    ]
    return [*help_, *buttons, *scene.face.buttons(view)]


def _panel(scene: Scene, order: str, beside: Sequence[Button] = ()) -> tuple[Part, ...]:
    view = scene.view
    title = _title(scene)
    if view.phase == "lobby":
        return (Text(f"{title}\n" + _("You’re in. Your cards come here when the game starts.")),)
    if view.phase == "closed":
        return (Text(title), Text(_("This table is closed.")), *rows([*beside]))
    if view.viewer is None:
        return (Text(title), Text(_("You have no seat at this table.")))
    own = asked_here(scene, mine=True)
    drawn = scene.face.board(view, own)
    told: tuple[str, ...] = ()
    if view.hand is not None and not view.is_resting:
        is_in = view.viewer in view.hand_seats
        told = scene.face.panel(view, order) if is_in else (_(scene.face.newcomer),)
    elif view.hand is not None:
        told = tuple(filter(None, [gains(scene)]))
    return (
        Text(f"{title}\n{_asked(scene)}"),
        *((Text("\n".join(told)),) if told else ()),
        *coaching.line(scene),
        *drawn,
        *offer_parts(scene, view.asides),
        *offer_parts(scene, own, drawn, beside),
    )


def _title(scene: Scene) -> str:
    table = _("table {number}").format(number=scene.view.id)
    return f"### {scene.face.emoji} {_(scene.face.own_title)} · {table}"
