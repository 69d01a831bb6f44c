"""The review of a month, which only its player sees: the kinds of answers that cost most (TB-26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.screen import ActionRow, Button, Screen, Text, say
from bot.tavern.coaching import HANDS_MIN, Costly
from bot.text.translate import _, ngettext, number
from games.catalog import GAMES
from games.engine.core.errors import N_

KINDS: Mapping[str, str] = {
    "fold": N_("Folding when staying in was worth more"),
    "match": N_("Staying in when folding was worth more"),
    "raise": N_("Betting or raising when less was worth more"),
    "all_in": N_("Going all in when less was worth more"),
    "keep": N_("Keeping your dice when another throw was worth more"),
    "rethrow": N_("Throwing again when keeping was worth more"),
}
"""The text for each kind of answer that can cost coins."""


def too_few(game: str, count: int) -> Screen:
    """Return the note that there are too few hands for a review."""
    hands = FACES[game].hands
    # Translators: “I need 30 hands of yours …, and I have 12 hands.”
    words = _("I need {least} of yours from the last 30 days to tell you that; so far there are {hands}.")
    return _headed(game, words.format(least=hands(HANDS_MIN), hands=hands(count)))


def under_way(game: str, count: int) -> Screen:
    """Return the note that the review is being computed."""
    words = _("I’m going through your last {hands}. That can take a few minutes.")
    return _headed(game, words.format(hands=FACES[game].hands(count)))


def review_screen(game: str, count: int, kinds: Sequence[Costly]) -> Screen:
    """Return the review: the costly kinds of answers, the most costly first."""
    hands = FACES[game].hands(count)
    if not kinds:
        words = _("In your last {hands} I found no choice that clearly cost you anything.")
        return _headed(game, words.format(hands=hands))
    # Translators: “In your last 41 hands:”, and then what cost most.
    head = _headed(game, _("In your last {hands}:").format(hands=hands))
    parts = [part for each in kinds for part in _costly(game, each)]
    note = _("-# On average, given what you could know at the time. Only you see this.")
    return replace(head, parts=(*head.parts, *parts, Text(note)))


def _costly(game: str, kind: Costly) -> tuple[Text, ActionRow]:
    """Return the cost of a kind of answer, and a button to the hand in which it cost most."""
    words = ngettext(
        "**{kind}** cost you about **{cost}**, once.",
        "**{kind}** cost you about **{cost}** in all, {count} times.",
        kind.count,
    ).format(kind=_(KINDS[kind.kind]), cost=number(kind.cost, 1), count=kind.count)
    label = FACES[game].reword(N_("Choose again in hand {hand}")).format(hand=kind.hand)
    return Text(words), ActionRow((Button(label, table_id(kind.table, "second", kind.hand)),))


def _headed(game: str, words: str) -> Screen:
    title = _("### What cost you most · {game}").format(game=_(GAMES[game].title))
    return say(f"{title}\n{words}")
