"""Who plays for the house at a table, what is told of them, and why they played as they did."""

from __future__ import annotations

from collections.abc import Sequence

from bot.custom_ids import table_id
from bot.screens.core.people import SKILLS, TEMPERS
from bot.screens.core.screen import Button, Row, Screen, Text, rows, say
from bot.screens.table.coaching import reasoned
from bot.screens.table.parts import Scene
from bot.text.escape import quoted, shown
from bot.text.translate import _
from games.engine.core.game import Seat
from games.engine.core.sentences import phrase
from games.house_players import house_player
from games.reasons import Reasons


def company_screen(scene: Scene) -> Screen:
    """The house players of a table."""
    house = [each.name for each in scene.view.present if each.player is None]
    return say("### " + _("They play for the house"), *map(_told, house))


def ask_button(scene: Scene) -> list[Button]:
    """The way to a house player's reasons, once there was a hand to ask about."""
    view = scene.view
    seats = [each for each in view.places if each.player is None and each.seat in view.hand_seats]
    if view.hands < (1 if view.is_resting or view.phase == "closed" else 2) or not seats:
        return []
    # Translators: a button: ask a house player why they played so.
    label = _("Ask {name}").format(name=seats[0].name) if len(seats) == 1 else _("Ask the house")
    return [Button(label, table_id(view.id, "why"))]


def whom_to_ask(scene: Scene, seats: Sequence[Seat]) -> Screen:
    """Which of the house players to ask about the last hand."""
    asks = scene.face.says(phrase("Who do you want to ask about the last hand?"))
    return Screen((Text(asks), *_askable(scene, seats)))


def reasons_screen(scene: Scene, seat: Seat, reasons: Reasons, seats: Sequence[Seat]) -> Screen:
    """What a house player says about the last hand, and who else could be asked."""
    said = [reasoned(scene, each) for each in reasons.told]
    if reasons.keeps_some and said:
        said.append(_("I keep the rest to myself: it’s about cards you haven’t seen."))
    elif reasons.keeps_some:
        said.append(_("I keep my reasons to myself: they’re about cards you haven’t seen."))
    lines = [f"- {quoted(each)}" for each in said or [_("There was nothing for me to decide.")]]
    head = Text("\n".join([f"### {shown(scene.view.name(seat))}", *lines]))
    return Screen((head, *(_askable(scene, seats) if len(seats) > 1 else ())))


def _askable(scene: Scene, seats: Sequence[Seat]) -> tuple[Row, ...]:
    return rows(
        [
            Button(
                _("Ask {name}").format(name=scene.view.name(seat)), table_id(scene.view.id, "why", str(seat))
            )
            for seat in seats
        ]
    )


def _told(name: str) -> str:
    found = house_player(name)
    line = f"**{shown(name)}**"
    if found is None:
        return line
    return f"{line} · {_(SKILLS[found.skill])} · {_(TEMPERS[found.temper])}\n{_(found.story)}"
