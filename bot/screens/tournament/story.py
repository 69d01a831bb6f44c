"""How a tournament went, in five lines (TN-40)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.screens.catalog import FACES
from bot.tavern.tournament.view import TournamentView
from bot.text.escape import shown
from bot.text.numbers import change
from bot.text.translate import _
from games.engine.core.deeds import BestHand
from games.engine.core.sentences import phrase
from games.tournament.story import Fall, Feat, Story


def story_lines(view: TournamentView) -> list[str]:
    """Who led, the biggest pot, the best hand, who fell on whose hand, and the last hand, as far as told."""
    return [line for line in _lines(view, view.tournament.story) if line]


def _lines(view: TournamentView, story: Story) -> Iterator[str]:
    face = FACES[view.game.key]
    if story.led:
        first = max(story.led, key=lambda each: each.hands)
        words = _("**{name}** led the longest: after {count} of {hands}.")
        yield words.format(name=_name(view, first.number), count=first.hands, hands=face.hands(story.hands))
    if story.most is not None:
        words = face.says(phrase("Biggest pot: {who} in hand {hand} of table {table}."))
        who = f"**{_name(view, story.most.number)}** {change(story.most.amount)}"
        yield words.format(who=who, hand=story.most.hand, table=story.most.table)
    if story.best is not None and story.best.cards is not None:
        words = _("Best hand: {hand}, by **{name}**.")
        yield words.format(hand=face.best(story.best.cards), name=_name(view, story.best.number))
    if story.falls:
        yield " · ".join(_fall(view, each) for each in reversed(story.falls))
    if story.last is not None:
        yield _last(view, story.last)


def _fall(view: TournamentView, fall: Fall) -> str:
    """Somebody who went out, and on whose hand."""
    name = _name(view, fall.number)
    if fall.by is None:
        return _("{name} went out").format(name=name)
    words = _("{name} fell to {winner}") if fall.cards is None else _("{name} fell to {winner}’s {hand}")
    return words.format(name=name, winner=_name(view, fall.by), hand=_made(view, fall.cards))


def _last(view: TournamentView, last: Feat) -> str:
    face = FACES[view.game.key]
    words = phrase("The last hand: **{name}** won it with {hand}.")
    if last.cards is None:
        words = phrase("The last hand: **{name}** won it.")
    return face.says(words).format(name=_name(view, last.number), hand=_made(view, last.cards))


def _made(view: TournamentView, cards: BestHand | None) -> str:
    """What a hand is, without its cards."""
    return "" if cards is None else FACES[view.game.key].laid_out(cards)[0].name


def _name(view: TournamentView, number: int) -> str:
    entrant = next((each for each in view.tournament.entrants if each.number == number), None)
    # Translators: in place of a player’s name that is not known.
    return _("somebody") if entrant is None else shown(entrant.name)
