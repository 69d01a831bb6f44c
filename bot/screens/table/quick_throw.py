"""One quick hand: alone, or as a challenge between two people."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.screen import Button, Part, Text, rows
from bot.screens.table.parts import (
    Scene,
    asked_here,
    closing,
    footer,
    heading,
    house_rules,
    lonely,
    offer_parts,
    price,
    seats,
    told,
    turn,
)
from bot.text.escape import shown
from bot.text.translate import _
from games.engine.table.events import Came, GameOver, Went

LINES = 8
UNTOLD = (Came, Went, GameOver)
"""Events that go without saying at a quick throw."""


def invitation(scene: Scene) -> tuple[Part, ...]:
    """A challenge waiting for an answer."""
    view = scene.view
    others = ", ".join(f"<@{each}>" for each in view.terms.invited if each != view.terms.host)
    lines = [
        _("{host} challenges {others} to one round.").format(host=f"<@{view.terms.host}>", others=others),
        price(scene),
        *(each for each in (scene.face.at_stake(view, scene.stake),) if each),
        *lonely(scene),
    ]
    buttons = [
        Button(_("Accept"), table_id(view.id, "accept"), "good"),
        Button(_("Decline"), table_id(view.id, "decline"), "danger"),
        _fair(scene),
    ]
    return (
        Text("\n".join([heading(scene, _("a challenge")), *lines])),
        *rows(buttons),
        footer(scene, house_rules(scene)),
    )


def under_way(scene: Scene) -> tuple[Part, ...]:
    """The hand in play."""
    view = scene.view
    lines = told(scene, LINES, but=UNTOLD)
    if view.terms.invited:
        lines.extend([*scene.face.body(view), seats(scene)])
    lines.extend(filter(None, [closing(scene)]))
    return (
        Text("\n".join([_title(scene), turn(scene)])),
        *((Text("\n".join(lines)),) if lines else ()),
        *offer_parts(scene, asked_here(scene, mine=False)),
        *rows([_fair(scene)]),
        footer(scene),
    )


def over(scene: Scene) -> tuple[Part, ...]:
    """How it ended."""
    view = scene.view
    lines = told(scene, LINES, but=UNTOLD)
    if not view.hands:
        lines.append(_("The challenge is off."))
        return (Text("\n".join([_title(scene), *lines])),)
    return (Text("\n".join([_title(scene), *lines])), *rows([_fair(scene)]))


def _title(scene: Scene) -> str:
    view = scene.view
    if view.terms.invited:
        return heading(scene, _("a challenge"))
    return heading(scene, _("a throw by {name}").format(name=shown(view.places[0].name)))


def _fair(scene: Scene) -> Button:
    return Button(_("Fair play"), table_id(scene.view.id, "fair"))
