"""A hand that is over: how it came out, on the table, on panels and later, and who can deal the next."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.screen import Button, Row, Screen, Text
from bot.screens.table.company import ask_button
from bot.screens.table.parts import Scene, gains, heading, watch_button
from bot.screens.table.pausing import paused
from bot.screens.table.picture import with_picture
from bot.screens.table.sitting_out import waits_for
from bot.text.escape import shown
from bot.text.numbers import number
from bot.text.translate import _
from games.engine.core.sentences import phrase


def result(scene: Scene) -> list[str]:
    """How the last hand came out: why, and plus and minus for everybody."""
    # A game whose hands follow each other at once keeps no hand, and tells of it by its story.
    is_told = scene.view.hand is not None or not scene.game.rests(scene.view.rules)
    why = scene.face.result(scene.view) if is_told else ()
    return [*why, *filter(None, [gains(scene)])]


def own_result(scene: Scene) -> str:
    """What the viewer won or lost by the last hand; empty for others."""
    view = scene.view
    if view.viewer is None or view.viewer not in view.hand_seats:
        return ""
    amount = sum(each.amount for each in view.gains if each.seat == view.viewer)
    if not amount:
        return _("You break even.")
    return (_("You win **{amount}**.") if amount > 0 else _("You lose **{amount}**.")).format(
        amount=number(abs(amount))
    )


def next_hand(scene: Scene) -> tuple[list[Button], str]:
    """The button that begins the next hand while the table rests, and who may or what it waits for.

    Neither where a hand is watched again.
    """
    if scene.news is not None:
        return [], ""
    if waits := paused(scene) or waits_for(scene):
        return [], waits
    if scene.tournament is not None and not scene.view.is_called:
        return [], scene.tournament.waits or scene.face.says(
            phrase("The next hand hasn’t been called for yet.")
        )
    # Translators: a button: deal the next hand.
    label = _("Deal") if scene.game.is_dealt else _("Begin")
    return [Button(label, table_id(scene.view.id, "deal"), "main")], _who_begins(scene)


def _who_begins(scene: Scene) -> str:
    """Who begins the next hand, and when I do: never for somebody who keeps nobody waiting (TB-8)."""
    is_dealt = scene.game.is_dealt
    if not scene.view.has_clock:
        return _("Deal when you’re ready.") if is_dealt else _("Begin when you’re ready.")
    until = f"<t:{int(scene.deadline_at)}:R>" if scene.deadline_at else ""
    words = (
        _("Anyone can deal, or I will {until}.") if is_dealt else _("Anyone can begin, or I will {until}.")
    )
    return words.format(until=until)


def show_button(scene: Scene) -> list[Button]:
    """The button that shows the viewer's folded or uncalled cards to all (TB-11)."""
    view = scene.view
    return [Button(_("Show my cards"), table_id(view.id, "show_cards"))] if view.may_show else []


def shown_cards(scene: Scene) -> list[str]:
    """What owners showed of a hand that is over, a line each."""
    words = _("**{name}** shows {cards}")
    return [
        words.format(name=shown(scene.view.name(each.seat)), cards=scene.face.in_a_line(each.cards))
        for each in scene.view.shown
    ]


def last_hand_button(scene: Scene) -> list[Button]:
    """The way back to how the last hand came out, once the next one is under way."""
    view = scene.view
    is_under_way = view.phase == "playing" and not view.is_resting and view.hands > 1
    if not is_under_way or not scene.game.rests(view.rules):
        return []
    return [Button(_("Last result"), table_id(view.id, "last_hand"))]


def last_hand_screen(scene: Scene) -> Screen:
    """The last hand as the table showed it when it was over."""
    told = Text("\n".join([heading(scene, scene.face.headline(scene.view)), *result(scene)]))
    again = Row((watch_button(scene.view.id, scene.view.hands),))
    return Screen((*with_picture(scene, (told,)), again), scene.face.accent)


def look_back(scene: Scene) -> list[Button]:
    """The way to the last hand again, and to a house player's reasons."""
    return [*newest_hand(scene), *ask_button(scene)]


def newest_hand(scene: Scene) -> list[Button]:
    """The way to the last hand again, once there was one; who presses is told if it was called off."""
    view = scene.view
    is_under_way = view.phase == "playing" and not view.is_resting
    return [watch_button(view.id)] if view.hands > is_under_way else []


def save_buttons(scene: Scene) -> list[Button]:
    """The way to a file of all hands, once one is over."""
    view = scene.view
    return [Button(_("Save all"), table_id(view.id, "evening"))] if view.evening.hands else []
