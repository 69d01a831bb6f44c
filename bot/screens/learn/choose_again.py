"""The review of a finished hand: its questions, the possible answers, and their expected values (TB-26)."""

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
"""Odds are shown as a number of times in ten."""


def second_look_button(scene: Scene, choice: SecondChoice | int) -> list[Button]:
    """Return the button to a hand's review, for its players, in games that can review hands."""
    view = scene.view
    if not scene.game.looks_back or view.viewer not in view.hand_seats:
        return []
    # Translators: a button: answer a question of a hand that is over once more.
    return [Button(_("Choose again"), table_id(view.id, "second", choice))]


class Choosing:
    """The review's screens, below the table as it was at the question."""

    def __init__(
        self, moment: Screen, game: AnyGame, view: TableView[Any], looks: Sequence[SecondLook]
    ) -> None:
        self._moment, self._face, self._view, self._looks = moment, FACES[game.key], view, looks

    def asked(self, which: int) -> Screen:
        """Return the screen with the answers that were possible at question number `which`."""
        buttons = [
            Button(self._label(each.key, which), self._custom_id(which, each.key), "main")
            for each in self._looks[which].offers
        ]
        return self._below(_("**Choose again:** what would you do here?"), buttons)

    def told(self, which: int, chosen: str) -> Screen:
        """Return the screen with each answer's value, and the cost of the answer given at the table.

        `chosen` is the key of the answer that the reader has chosen in the review.
        """
        look = self._looks[which]
        worth = _("**{answer}** was worth **{worth}** on average.")
        lines = [
            worth.format(answer=self._label(offer.key, which), worth=change(look.worths[offer.key], 1))
            for offer in look.offers
            if offer.key in look.worths and offer.key != GIVEN_UP
        ]
        verdict = _("You chose what’s worth most.") if look.worths.get(chosen) == look.best else ""
        given_line = _("You answered **{answer}** then, and nothing was worth more.")
        if look.cost:
            given_line = _("You answered **{answer}** then. That cost you about **{cost}**.")
        given_text = given_line.format(answer=self._label(look.answered, which), cost=number(look.cost, 1))
        has_next = len(self._looks) > which + 1
        # Translators: a button: to the next choice of the hand.
        buttons = [Button(_("Another choice"), self._custom_id(which + 1))] if has_next else []
        lines_shown = [verdict, *lines, given_text, _odds(look), _grounds(look)]
        return self._below("\n".join(filter(None, lines_shown)), buttons)

    def _label(self, key: str, which: int) -> str:
        offer = must_find(each for each in self._looks[which].offers if each.key == key)
        return self._face.face(offer, self._view).label

    def _custom_id(self, which: int, answer: str | None = None) -> str:
        return table_id(self._view.id, "second", SecondChoice(self._view.hands, which, answer))

    def _below(self, words: str, buttons: Sequence[Button]) -> Screen:
        review_parts = (Text(words), *((ActionRow(tuple(buttons)),) if buttons else ()))
        variants = _shorter(self._moment.parts)
        screens = (Screen((*parts, *review_parts), self._moment.accent) for parts in variants)
        return must_find(screen for screen in screens if not faults(screen))


def _odds(look: SecondLook) -> str:
    """Return a call's odds and the odds that its price needs, if these explain the best answer."""
    call = look.call
    if call is None:
        return ""
    odds, wants = round(IN * call.odds), round(IN * call.wants)
    explains = odds < wants if look.worths[GIVEN_UP] == look.best else odds > wants
    words = _(
        "Against rivals who bet like these, you’d win {odds} out of 10 times. Paying {cost} takes {wants} "
        "out of 10."
    )
    return words.format(odds=odds, cost=number(call.price), wants=wants) if explains else ""


def _grounds(look: SecondLook) -> str:
    """Return the number of sampled deals behind the values; empty if the values are exact."""
    if not look.imagined:
        return ""
    words = ngettext(
        "-# Based on {count} way it could have gone, given what you could know at the time.",
        "-# Based on {count} ways it could have gone, given what you could know at the time.",
        look.imagined,
    ).format(count=number(look.imagined))
    folding = _("Folding counts as 0.") if GIVEN_UP in look.worths else ""
    return " ".join(filter(None, [words, folding]))


def _shorter(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Yield the parts, then without the picture, then with ever fewer lines of the longest text."""
    yield parts
    bare = tuple(each for each in parts if not isinstance(each, Picture))
    yield bare
    longest = max((each for each in bare if isinstance(each, Text)), key=lambda each: len(each.markdown))
    lines = longest.markdown.splitlines()
    for count in range(len(lines) - 1, 0, -1):
        shorter = Text("\n".join(lines[:count]))
        yield tuple(shorter if each is longest else each for each in bare)
