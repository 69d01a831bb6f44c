"""A month's review: what kind of answer cost somebody most, for them alone (TB-26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen, say
from bot.tavern.people.reviewing import HANDS_MIN, Costly
from bot.text.numbers import number
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from games.engine.core.errors import phrase

KINDS: Mapping[str, str] = {
    "fold": phrase("Folding"),
    "check": phrase("Checking"),
    "match": phrase("Staying in"),
    "raise": phrase("Betting and raising"),
    "all_in": phrase("Going all in"),
    "keep": phrase("Keeping your dice"),
    "rethrow": phrase("Throwing again"),
}
"""What is said of each kind of answer."""


def too_few(game: str, count: int) -> Screen:
    """That there are not enough hands yet."""
    hands = FACES[game].hands
    # Translators: “I need 30 hands of yours …, and I have 12 hands.”
    words = _("I need {least} of yours from the last 30 days to say that, and I have {hands}.")
    return _headed(game, words.format(least=hands(HANDS_MIN), hands=hands(count)))


def under_way(game: str, count: int) -> Screen:
    """That it is being thought about."""
    words = _("I’m going through {hands} of yours. That can take some minutes.")
    return _headed(game, words.format(hands=FACES[game].hands(count)))


def told(game: str, count: int, kinds: Sequence[Costly]) -> Screen:
    """What cost them something, the dearest first."""
    hands = FACES[game].hands(count)
    if not kinds:
        words = _("In your last {hands} no answer cost you anything that I can be sure of.")
        return _headed(game, words.format(hands=hands))
    lines = [_("In your last {hands}:").format(hands=hands)]
    for each in kinds:
        words = ngettext(
            "**{kind}** cost you about **{cost}**, once.",
            "**{kind}** cost you about **{cost}**, {count} times in all.",
            each.count,
        )
        lines.append(words.format(kind=_(KINDS[each.kind]), cost=number(each.cost, 1), count=each.count))
    note = _("-# On average, for all that you could know then. Only you see this.")
    return _headed(game, "\n".join([*lines, note]))


def _headed(game: str, words: str) -> Screen:
    title = _("### What cost you most · {game}").format(game=_(GAMES[game].title))
    return say(f"{title}\n{words}")
