"""The private panel: what only its owner may see, and the owner's buttons."""

from __future__ import annotations

from bot.components import table_id
from bot.screens.parts import Scene, asked_here, board, offer_parts, turn
from bot.screens.screen import Button, Part, Row, Screen, Text, rows
from bot.words import _
from games.engine.views import Question

PANEL_TABLES_MAX = 3
"""So many tables fit into one panel."""


def panel_screen(scenes: list[Scene], order: str = "") -> Screen:
    """The tables of one player, each scene cut for that player, with the cards in that order."""
    parts: list[Part] = []
    for scene in scenes[:PANEL_TABLES_MAX]:
        parts.extend(_panel(scene, order))
    if len(scenes) == 1:
        # Where there are more, what answers no offer would take the room of what does.
        parts.extend(_own_buttons(scenes[0], order))
    return Screen(tuple(parts), scenes[0].face.accent)


def _asked(scene: Scene, own: Question | None) -> str:
    if scene.view.is_resting:
        return _("The next hand is yet to be dealt.")
    return turn(scene) if own is None else _("**It is your turn.**")


def _own_buttons(scene: Scene, order: str) -> tuple[Row, ...]:
    """The other orders of the cards, and the game's own buttons."""
    view = scene.view
    if view.hand is None or view.viewer not in view.hand_seats:
        return ()
    orders = scene.face.orders
    now = order if order in orders else next(iter(orders), "")
    buttons = [
        Button(_(label), table_id(view.id, "sort", key)) for key, label in orders.items() if key != now
    ]
    return rows([*buttons, *scene.face.buttons(view)])


def _panel(scene: Scene, order: str) -> tuple[Part, ...]:
    view = scene.view
    title = f"### {scene.face.emoji} {_(scene.game.title)} · " + _("table {number}").format(number=view.id)
    if view.phase == "lobby":
        return (Text(title), Text(_("The game has not begun yet.")))
    if view.phase == "closed":
        return (Text(title), Text(_("This table is closed.")))
    own = asked_here(scene, mine=True)
    told = scene.face.panel_sorted(view, order) if view.hand else ()
    return (
        Text(title),
        Text("\n".join([*told, _asked(scene, own)])),
        *offer_parts(scene, own, board(scene, own)),
        *offer_parts(scene, view.asides),
    )
