"""Sitting out and filling up: the buttons for it, and for whom a table waits (TB-17)."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.people import listed, person
from bot.screens.core.screen import Button
from bot.screens.table.parts import Scene, is_staying
from bot.text.escape import shown
from bot.text.numbers import number
from bot.text.translate import _
from games.engine.table.views import Place


def sitting_buttons(scene: Scene) -> list[Button]:
    """What the viewer can do about the own seat: sit out or come back, and fill the stack up."""
    view = scene.view
    if view.viewer is None or view.phase != "playing" or view.terms.tournament is not None:
        return []
    if not is_staying(scene):
        return []
    if view.terms.hands_max == 1 or not scene.game.lets_sit_out(view.rules):
        return []
    place, is_in_hand = view.place(view.viewer), not view.is_resting and view.viewer in view.hand_seats
    buttons = []
    if place.standing in ("out", "away") or place.sits_out_next:
        buttons.append(Button(_("I’m back"), table_id(view.id, "back"), "good"))
    else:
        label = _("Sit out after this") if is_in_hand else _("Sit out")
        buttons.append(Button(label, table_id(view.id, "sit_out")))
    return [*buttons, *_top_up(scene, place, is_in_hand=is_in_hand)]


def _top_up(scene: Scene, place: Place, *, is_in_hand: bool) -> list[Button]:
    missing = scene.price - place.stack
    if place.tops_up_next:
        return [Button(_("Cancel top-up"), table_id(scene.view.id, "top_up_not"))]
    if is_in_hand and scene.price:
        return [Button(_("Top up after this"), table_id(scene.view.id, "top_up"))]
    if is_in_hand or missing <= 0:
        return []
    label = _("Top up for {amount}").format(amount=number(missing))
    return [Button(label, table_id(scene.view.id, "top_up"))]


def waits_for(scene: Scene) -> str:
    """For whom a table waits at which too few are ready; empty if it does not wait."""
    view = scene.view
    places = [view.place(seat) for seat in view.awaited]
    if not places:
        return ""
    names = listed([shown(each.name) if each.player is None else person(each.player) for each in places])
    return _("**Waiting for {names}** to press “I’m back”.").format(names=names)
