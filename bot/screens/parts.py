"""What the screens of a table are put together from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.components import answer_id
from bot.names import shown
from bot.screens.game import GameScreen
from bot.screens.money import stake
from bot.screens.screen import Button, Text
from bot.screens.story import happened
from bot.words import _, ngettext
from games.engine.game import AnyGame
from games.engine.house_rules import options
from games.engine.offers import Press
from games.engine.views import Place, TableView


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


def duration(seconds: int) -> str:
    """A time in the largest unit in which it is whole."""
    if seconds % 3600 == 0:
        return ngettext("{count} hour", "{count} hours", seconds // 3600).format(count=seconds // 3600)
    if seconds % 60 == 0:
        return ngettext("{count} minute", "{count} minutes", seconds // 60).format(count=seconds // 60)
    return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)


def heading(scene: Scene, words: str) -> Text:
    """The game's name and what this message is."""
    return Text(f"## {scene.face.emoji} {_(scene.game.title)} · {words}")


def price(scene: Scene) -> str:
    """What a seat costs, and where that comes from."""
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


def house_rules(scene: Scene) -> str:
    """The house rules in force, in words."""
    rules = scene.view.rules
    said = [f"{_(each.title)}: {_(each.label(getattr(rules, each.name)))}" for each in options(type(rules))]
    return " · ".join(said)


def seats(scene: Scene) -> str:
    """Who sits here, one a line, with what lies before each."""
    return "\n".join(_place(each, scene) for each in scene.view.present)


def offer_buttons(scene: Scene, *, mine: bool) -> list[Button]:
    """The buttons of whoever is to act: the viewer's own, or on the table those of the one person asked."""
    view = scene.view
    asked = [each for each in view.questions if not mine or each.seat == view.viewer]
    if len(asked) != 1 or view.place(asked[0].seat).player is None:
        return []
    buttons = []
    for offer in asked[0].offers:
        if isinstance(offer, Press):
            face = scene.face.face(offer)
            action = answer_id(view.id, asked[0].seat, asked[0].number, offer)
            buttons.append(Button(face.label, action, face.style, face.emoji))
    return buttons


def turn(scene: Scene) -> str:
    """Whose turn it is, and until when."""
    asked = [scene.view.place(each.seat) for each in scene.view.questions]
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


def told(scene: Scene, lines: int, but: tuple[type, ...] = ()) -> list[str]:
    """What happened last, a line each, without the events of some types."""
    events = (each for each in reversed(scene.view.story) if not isinstance(each, but))
    said = (happened(each, scene.view, scene.face) for each in events)
    # From the end, since only the last are shown, and putting events into words is most of a message's work.
    return list(islice((line for line in said if line is not None), lines))[::-1]


def _place(place: Place, scene: Scene) -> str:
    said = [f"- {named(place)}"]
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


def named(place: Place) -> str:
    """A seat's name; a house player is told from a person."""
    if place.player is None:
        return _("{name} (house player)").format(name=shown(place.name))
    return shown(place.name)


def seal(scene: Scene) -> Text:
    """What the secret seed of the chance hashes to, shown before anything is thrown (TB-13)."""
    return Text(f"-# {_('Sealed chance:')} `{scene.view.commitment}`")
