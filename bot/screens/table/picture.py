"""When a table or a panel has a picture."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.core.picture import Picture
from bot.screens.core.screen import Part, Screen, Text, faults
from bot.screens.table.parts import Scene


def with_picture(
    scene: Scene, parts: tuple[Part, ...], in_hand: str = "", evening: Picture | None = None
) -> tuple[Part, ...]:
    """The parts with the picture of evening or hand below their heading, if there is one and room for it.

    At moments a hand has one when it is over, and on a panel also while its owner holds cards. Those
    `in_hand` stand there once: on the picture, or in their own line where it is not shown.
    """
    heading, *others = parts
    bare = (heading, *others)
    if in_hand and isinstance(heading, Text):
        bare = (Text(f"{heading.markdown}\n{in_hand}"), *others)
    picture = None if scene.pictures == "never" else evening or _picture(scene)
    if picture is None:
        return bare
    pictured = (heading, replace(picture, instead=in_hand), *others)
    return bare if faults(Screen(pictured)) else pictured


def _picture(scene: Scene) -> Picture | None:
    view = scene.view
    if view.phase == "lobby":
        return None
    is_moment = scene.face.is_told(view) or (
        view.phase == "playing" and not view.is_resting and view.viewer in view.hand_seats
    )
    return scene.face.picture(view) if is_moment or scene.pictures == "always" else None
