"""A table's one message: the lobby, then the game, then the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.components import answer_id, table_id
from bot.names import shown
from bot.screens.game import GameScreen
from bot.screens.money import stake
from bot.screens.screen import Button, Line, Part, Screen, Text, rows
from bot.screens.story import happened
from bot.words import _, ngettext
from games.engine.game import AnyGame
from games.engine.house_rules import options
from games.engine.offers import Press
from games.engine.views import Place, TableView

STORY_LINES = 7
"""So much of what happened last is told."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A view and what else is needed to draw it."""

    view: TableView[Any]
    game: AnyGame
    face: GameScreen
    currency: str
    deadline_at: float | None = None

    def stake(self, units: int) -> str:
        """An amount at this table, in words."""
        return stake(units, self.currency, self.view.money)

    @property
    def price(self) -> int:
        """What a seat costs here."""
        return self.game.price(self.view.rules, self.view.terms.buy_in)


def table_screen(scene: Scene) -> Screen:
    """The table's message as everybody in the channel sees it."""
    view = scene.view
    if view.phase == "lobby":
        parts = _invitation(scene) if view.terms.invited else _lobby(scene)
    elif view.phase == "playing":
        parts = _playing(scene)
    else:
        parts = _closed(scene)
    return Screen(parts, scene.face.accent)


def house_rules(scene: Scene) -> str:
    """The house rules in force, in words."""
    rules = scene.view.rules
    said = [f"{_(each.title)}: {_(each.label(getattr(rules, each.name)))}" for each in options(type(rules))]
    return " · ".join(said)


def seats(scene: Scene) -> str:
    """Who sits here, one a line, with what lies before each."""
    return "\n".join(_place(each, scene) for each in scene.view.present)


def offer_buttons(scene: Scene, *, mine: bool) -> list[Button]:
    """The buttons of whoever is to act: the viewer's own, or on the table the only one asked."""
    view = scene.view
    asked = [each for each in view.questions if not mine or each.seat == view.viewer]
    if len(asked) != 1:
        return []
    # A house player's buttons are nobody's to press; they only keep the others where they are.
    is_house = view.places[asked[0].seat - 1].player is None
    buttons = []
    for offer in asked[0].offers:
        if isinstance(offer, Press):
            face = scene.face.face(offer)
            action = answer_id(view.id, asked[0].seat, asked[0].number, offer)
            buttons.append(Button(face.label, action, face.style, face.emoji, is_disabled=is_house))
    return buttons


def turn(scene: Scene) -> str:
    """Whose turn it is, and until when."""
    asked = [scene.view.places[each.seat - 1] for each in scene.view.questions]
    people = [each for each in asked if each.player is not None]
    if not people:
        return _("{name} is thinking …").format(name=", ".join(shown(each.name) for each in asked))
    names = ", ".join(f"<@{each.player}>" for each in people)
    until = f"<t:{int(scene.deadline_at)}:R>" if scene.deadline_at else ""
    return ngettext(
        "**It is {names}’s turn.** Time is up {until}.",
        "**These are to act: {names}.** Time is up {until}.",
        len(people),
    ).format(names=names, until=until)


def _heading(scene: Scene, words: str) -> Text:
    return Text(f"## {scene.face.emoji} {_(scene.game.title)} · {words}")


def _lobby(scene: Scene) -> tuple[Part, ...]:
    view, least = scene.view, scene.game.seats.start
    present = view.present
    lines = [
        _("Opened by {host}.").format(host=f"<@{view.terms.host}>"),
        _price(scene),
        _("**House rules** — {rules}").format(rules=house_rules(scene)),
        _("**Turn time** — {seconds} seconds").format(seconds=view.terms.turn_seconds),
    ]
    taken = _("**At the table** ({taken} of {seats})").format(
        taken=len(present), seats=scene.game.seats.stop - 1
    )
    waiting = (
        _("Ready: whoever opened the table can start the game, or wait for more players.")
        if len(present) >= least
        else _("Waiting for players: {least} are needed to start.").format(least=least)
    )
    told = _told(scene, 3)
    return (
        _heading(scene, _("table {number} is open").format(number=view.id)),
        Text("\n".join(lines)),
        Text(f"{taken}\n{seats(scene)}" if present else taken),
        Text("\n".join([*told, waiting])),
        *rows(_lobby_buttons(scene)),
        _seal(scene),
    )


def _lobby_buttons(scene: Scene) -> list[Button]:
    view = scene.view
    present = view.present
    buttons = []
    if len(present) < scene.game.seats.stop - 1:
        buttons.append(Button(_("Join"), table_id(view.id, "join"), "good"))
    if len(present) >= scene.game.seats.start:
        buttons.append(Button(_("Start"), table_id(view.id, "begin"), "main"))
    buttons.append(Button(_("Leave"), table_id(view.id, "leave")))
    buttons.append(Button(_("House rules"), table_id(view.id, "rules")))
    if len(present) < scene.game.seats.stop - 1:
        buttons.append(Button(_("Add house player"), table_id(view.id, "house")))
    if any(each.player is None for each in present):
        buttons.append(Button(_("Send a house player away"), table_id(view.id, "dismiss")))
    buttons.append(Button(_("Close"), table_id(view.id, "close"), "danger"))
    return buttons


def _invitation(scene: Scene) -> tuple[Part, ...]:
    view = scene.view
    others = [each for each in view.terms.invited if each != view.terms.host]
    lines = [
        _("{host} challenges {others}.").format(
            host=f"<@{view.terms.host}>", others=", ".join(f"<@{each}>" for each in others)
        ),
        _("**House rules** — {rules}").format(rules=house_rules(scene)),
        _price(scene),
    ]
    buttons = [
        Button(_("Accept"), table_id(view.id, "accept"), "good"),
        Button(_("Decline"), table_id(view.id, "decline"), "danger"),
    ]
    return (_heading(scene, _("a challenge")), Text("\n".join(lines)), *rows(buttons), _seal(scene))


def _price(scene: Scene) -> str:
    view = scene.view
    if scene.price == 0:
        return _("**Stake** — none; this is played for points or for the fun of it.")
    if view.money == "practice":
        return _("**Stake** — {stake} each. Practice: nobody’s wallet is touched.").format(
            stake=scene.stake(scene.price)
        )
    return _("**Stake** — {stake} each, taken from the wallet when the game starts.").format(
        stake=scene.stake(scene.price)
    )


def _playing(scene: Scene) -> tuple[Part, ...]:
    view = scene.view
    told = _told(scene, STORY_LINES)
    story: tuple[Part, ...] = (Text("\n".join(told)), Line()) if told else ()
    return (
        _heading(scene, _("table {number}").format(number=view.id)),
        *story,
        Text("\n".join([*scene.face.body(view), seats(scene)])),
        Text(turn(scene)),
        *rows(offer_buttons(scene, mine=False)),
        *rows(_table_buttons(scene)),
        _seal(scene),
    )


def _table_buttons(scene: Scene) -> list[Button]:
    view = scene.view
    if view.terms.hands_max == 1:
        return [Button(_("Fair play"), table_id(view.id, "fair"))]
    buttons = [Button(_("My hand"), table_id(view.id, "hand"))]
    if len(view.present) < scene.game.seats.stop - 1 and not view.terms.invited:
        buttons.append(Button(_("Join"), table_id(view.id, "join")))
    if any(each.standing == "away" for each in view.present):
        buttons.append(Button(_("I’m back"), table_id(view.id, "back"), "good"))
    buttons.append(Button(_("Leave"), table_id(view.id, "leave")))
    buttons.append(Button(_("Fair play"), table_id(view.id, "fair")))
    buttons.append(Button(_("Close"), table_id(view.id, "close"), "danger"))
    return buttons


def _closed(scene: Scene) -> tuple[Part, ...]:
    view = scene.view
    parts: list[Part] = [_heading(scene, _("table {number}, closed").format(number=view.id))]
    told = _told(scene, STORY_LINES)
    if told:
        parts.append(Text("\n".join(told)))
    if view.hands and scene.price:
        took = "\n".join(f"- {_named(each)} — {scene.stake(each.stack)}" for each in view.present)
        parts.append(Text(_("**Taken home**") + "\n" + took))
    if view.proof is None:
        return tuple(parts)
    buttons = [Button(_("Fair play"), table_id(view.id, "fair"))]
    if not view.terms.invited and view.terms.hands_max is None:
        buttons.insert(0, Button(_("Another game"), table_id(view.id, "again"), "good"))
    return (*parts, *rows(buttons))


def _told(scene: Scene, lines: int) -> list[str]:
    told = [line for each in scene.view.story if (line := happened(each, scene.view, scene.face)) is not None]
    return told[-lines:]


def _place(place: Place, scene: Scene) -> str:
    said = [f"{place.seat}. {_named(place)}"]
    view = scene.view
    if view.phase == "playing":
        if scene.price:
            said.append(scene.stake(scene.face.stacks(view).get(place.seat, place.stack)))
        in_hand = place.seat in view.hand_seats
        said.append(scene.face.at_seat(view, place.seat) if in_hand else _("from the next round"))
    if place.standing == "away":
        said.append(_("away, played for"))
    if place.standing == "leaving":
        said.append(_("leaving"))
    return " — ".join(each for each in said if each)


def _named(place: Place) -> str:
    if place.player is None:
        return _("{name} (house player)").format(name=shown(place.name))
    return shown(place.name)


def _seal(scene: Scene) -> Text:
    """What the secret seed of the chance hashes to, shown before anything is thrown (TB-13)."""
    return Text(f"-# {_('Sealed chance:')} `{scene.view.commitment}`")
