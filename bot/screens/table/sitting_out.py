"""Sitting out, posting a blind and filling up: the buttons for it, and for whom a table waits (TB-17)."""

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
    return [*post_button(scene), *buttons, *_top_up(scene, place, is_in_hand=is_in_hand)]


def post_button(scene: Scene) -> list[Button]:
    """The button to post a blind, for a viewer who would else wait for the big one."""
    view = scene.view
    if view.viewer is None or not view.place(view.viewer).waits_for_blind:
        return []
    # Translators: a button: put a blind of that amount in, to be dealt in sooner.
    label = _("Post {amount}").format(amount=number(scene.game.blind(view.rules)))
    return [Button(label, table_id(view.id, "post_blind"), "main")]


def owed_blind(scene: Scene) -> str:
    """How a viewer who owes a blind is dealt in; empty for anybody else."""
    view = scene.view
    place = None if view.viewer is None else view.place(view.viewer)
    if place is None or not place.owes_blind:
        return ""
    if place.posts_blind:
        return _("You post a blind as soon as nobody else’s changes by it, and play that hand.")
    words = _(
        "You missed a blind or joined late: you’re dealt in with the big blind, or post {amount} "
        "to play sooner."
    )
    return words.format(amount=number(scene.game.blind(view.rules)))


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
