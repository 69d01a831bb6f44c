"""Choosing again in a hand that is over: the moment, the answers, and what each of them was worth (TB-26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.custom_ids import SecondChoice, table_id
from bot.screens.catalog import FACES
from bot.screens.core.picture import Picture
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Text, faults
from bot.screens.table.scenes import Scene
from bot.text.translate import _, change, ngettext, number
from games.engine.core.errors import must_find
from games.engine.core.game import AnyGame
from games.engine.table.views import TableView
from games.tools.review import GIVEN_UP, SecondLook

IN = 10
"""Odds are told as so many times in ten."""


def second_look_button(scene: Scene, choice: SecondChoice | int) -> list[Button]:
    """The way to choose again, for who played that hand of a game that can tell what answers were worth."""
    view = scene.view
    if not scene.game.looks_back or view.viewer not in view.hand_seats:
        return []
    # Translators: a button: answer a question of a hand that is over once more.
    return [Button(_("Choose again"), table_id(view.id, "second", choice))]


class Choosing:
    """A choice of a hand that is over, on the screen of its moment."""

    def __init__(
        self, moment: Screen, game: AnyGame, view: TableView[Any], looks: Sequence[SecondLook]
    ) -> None:
        self._moment, self._face, self._view, self._looks = moment, FACES[game.key], view, looks

    def asked(self, which: int) -> Screen:
        """Return the screen with the answers that were possible then."""
        buttons = [
            Button(self._label(each.key, which), self._leads_to(which, each.key), "main")
            for each in self._looks[which].offers
        ]
        return self._below(_("**Choose again:** what would you do here?"), buttons)

    def told(self, which: int, chosen: str) -> Screen:
        """Return the screen with the worth of each answer, and the cost of the one given."""
        look = self._looks[which]
        worth = _("**{answer}** was worth **{worth}** on average.")
        lines = [
            worth.format(answer=self._label(offer.key, which), worth=change(look.worths[offer.key], 1))
            for offer in look.offers
            if offer.key in look.worths and offer.key != GIVEN_UP
        ]
        now = _("You chose what’s worth most.") if look.worths.get(chosen) == look.best else ""
        then = _("You answered **{answer}** then, and nothing was worth more.")
        if look.cost:
            then = _("You answered **{answer}** then. That cost you about **{cost}**.")
        told = then.format(answer=self._label(look.answered, which), cost=number(look.cost, 1))
        more = len(self._looks) > which + 1
        # Translators: a button: to the next choice of the hand.
        buttons = [Button(_("Another choice"), self._leads_to(which + 1))] if more else []
        words = [now, *lines, told, _odds(look), _grounds(look)]
        return self._below("\n".join(filter(None, words)), buttons)

    def _label(self, key: str, which: int) -> str:
        offer = must_find(each for each in self._looks[which].offers if each.key == key)
        return self._face.face(offer, self._view).label

    def _leads_to(self, which: int, answer: str | None = None) -> str:
        return table_id(self._view.id, "second", SecondChoice(self._view.hands, which, answer))

    def _below(self, words: str, buttons: Sequence[Button]) -> Screen:
        below = (Text(words), *((ActionRow(tuple(buttons)),) if buttons else ()))
        moments = _shorter(self._moment.parts)
        screens = (Screen((*parts, *below), self._moment.accent) for parts in moments)
        return must_find(screen for screen in screens if not faults(screen))


def _odds(look: SecondLook) -> str:
    """Return the share of wins of a call, if it explains why it was right to pay or to fold."""
    call = look.call
    if call is None:
        return ""
    odds, wants = round(IN * call.odds), round(IN * call.wants)
    says_why = odds < wants if look.worths[GIVEN_UP] == look.best else odds > wants
    words = _(
        "Against rivals who bet as these did you’d win {odds} out of 10 times. "
        "Paying {cost} wants {wants} in 10."
    )
    return words.format(odds=odds, cost=number(call.price), wants=wants) if says_why else ""


def _grounds(look: SecondLook) -> str:
    """Return the basis of the worths, if they were not worked out exactly."""
    if not look.imagined:
        return ""
    words = ngettext(
        "-# From {count} way it might have gone, for all that you could know then.",
        "-# From {count} ways it might have gone, for all that you could know then.",
        look.imagined,
    ).format(count=number(look.imagined))
    folding = _("Folding counts as 0.") if GIVEN_UP in look.worths else ""
    return " ".join(filter(None, [words, folding]))


def _shorter(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """The same, without its picture, and with ever fewer of the lines that follow what lies there."""
    yield parts
    bare = tuple(each for each in parts if not isinstance(each, Picture))
    yield bare
    longest = max((each for each in bare if isinstance(each, Text)), key=lambda each: len(each.markdown))
    lines = longest.markdown.splitlines()
    for count in range(len(lines) - 1, 0, -1):
        shorter = Text("\n".join(lines[:count]))
        yield tuple(shorter if each is longest else each for each in bare)
