"""The private panel: what only its owner may see, and the owner's buttons."""

from __future__ import annotations

from bot.screens.parts import Scene, asked_here, board, offer_parts, turn
from bot.screens.screen import Part, Screen, Text
from bot.words import _
from games.engine.views import Question

PANEL_TABLES_MAX = 3
"""So many tables fit into one panel."""


def panel_screen(scenes: list[Scene]) -> Screen:
    """The tables of one player, each scene cut for that player."""
    parts: list[Part] = []
    for scene in scenes[:PANEL_TABLES_MAX]:
        parts.extend(_panel(scene))
    return Screen(tuple(parts), scenes[0].face.accent)


def _asked(scene: Scene, own: Question | None) -> str:
    if scene.view.is_resting:
        return _("The next hand is yet to be dealt.")
    return turn(scene) if own is None else _("**It is your turn.**")


def _panel(scene: Scene) -> tuple[Part, ...]:
    view = scene.view
    title = f"### {scene.face.emoji} {_(scene.game.title)} · " + _("table {number}").format(number=view.id)
    if view.phase == "lobby":
        return (Text(title), Text(_("The game has not begun yet.")))
    if view.phase == "closed":
        return (Text(title), Text(_("This table is closed.")))
    own = asked_here(scene, mine=True)
    return (
        Text(title),
        Text("\n".join([*(scene.face.panel(view) if view.hand else ()), _asked(scene, own)])),
        *offer_parts(scene, own, board(scene, own)),
        *offer_parts(scene, view.asides),
    )
