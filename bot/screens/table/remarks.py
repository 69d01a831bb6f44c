"""A short word at the table: what there is to say."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.screen import Choice, Select
from bot.screens.table.parts import Scene
from bot.text.translate import _
from games.engine.table.remarks import PHRASES


def words_to_say(scene: Scene) -> tuple[Select, ...]:
    """What the viewer can say to everybody at the table, where they have a seat."""
    view = scene.view
    if view.viewer is None or view.phase == "closed" or not scene.has_remarks:
        return ()
    if view.place(view.viewer).standing == "leaving":
        return ()
    lines = tuple(Choice(_(words), str(index)) for index, words in enumerate(PHRASES.values()))
    return (Select(table_id(view.id, "say"), _("Say something …"), lines),)
