"""A pause on which all agree: the question, the answers, and the way on."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.people import listed
from bot.screens.core.screen import Button
from bot.screens.table.parts import Scene
from bot.screens.table.turn import paused_until
from bot.text.escape import shown
from bot.text.translate import _


def ask_pause(scene: Scene) -> list[Button]:
    """The button by which a pause is asked for."""
    view = scene.view
    is_theirs = view.viewer is not None and view.place(view.viewer).standing == "in"
    return [Button(_("Ask for a pause"), table_id(view.id, "pause"))] if view.may_pause and is_theirs else []


def pause_asked(scene: Scene) -> str:
    """Who has yet to agree to a pause; empty if nobody is asked, or nobody any more who plays."""
    view = scene.view
    if view.pause is None or view.is_paused:
        return ""
    asked = [each for each in view.present if each.player is not None and each.standing == "in"]
    waiting = [shown(each.name) for each in asked if each.seat not in view.pause.agreed]
    if not waiting:
        return ""
    return _("**A pause?** Waiting for {names} to agree.").format(names=listed(waiting))


def pause_buttons(scene: Scene) -> list[Button]:
    """The answers to the question, or the way on."""
    view = scene.view
    if view.is_paused:
        return [Button(_("Play on"), table_id(view.id, "play_on"), "good")]
    if view.pause is None or (view.viewer is not None and view.viewer in view.pause.agreed):
        return []
    yes = Button(_("Agree to pause"), table_id(view.id, "pause"), "good")
    return [yes, Button(_("No pause"), table_id(view.id, "pause_not"))]


def paused(scene: Scene) -> str:
    """That the game is paused; empty if it is not."""
    return paused_until(scene) if scene.view.is_paused else ""
