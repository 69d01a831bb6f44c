"""Dividha's deal of the day: six cards, and two columns."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.core.emojis import marked
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Button, Choice, Part, Row, Select, Text
from bot.screens.dividha.cards import (
    LOSE,
    WIN,
    card,
    cards,
    full_name,
    large,
    legend,
    looks_like_more,
    pictured,
)
from bot.screens.dividha.picture import side_by_side
from bot.screens.dividha.steps import split_face
from bot.screens.learn.daily_face import ActionOf, DailyFace
from bot.text.translate import _
from games.dividha.daily import IN, Six
from games.dividha.tablets import ALL
from games.engine.core.errors import NotOffered
from games.engine.core.sentences import phrase


class DividhaDailyFace(DailyFace):
    """Which card stays out, and where the coins go."""

    how = phrase("Worked out exactly, against all 2,118,760 hands of the other 50 cards.")

    def cards(self, deal: Six) -> str:
        """Six cards."""
        return large(deal)

    def picture(self, deal: Six) -> Picture:
        """The same."""
        return side_by_side(deal)

    def dealt(self, deal: Six) -> tuple[str, ...]:
        """What the suits are called, and what the cards only look like."""
        return (*filter(None, [looks_like_more(deal)]), legend())

    def asks(self, deal: Six, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """A list with the card to leave out; then a button for each column."""
        says = _(
            "You leave one card out and bet on one side. Then I compare your five with every hand of the "
            "other cards. **Which card do you leave out?**"
        )
        lines = tuple(_line(each, at, is_chosen=at == picked) for at, each in enumerate(deal))
        select = Select(pick, _("Leave out …"), lines)
        if picked is None:
            return Text(says), select
        words = _(
            "Without {card}: **where do your coins go?** The better hand takes {win} Win, the worse one "
            "{lose} Lose. You have one go."
        )
        told = words.format(card=cards([deal[picked]]), win=marked("win", WIN), lose=marked("lose", LOSE))
        sides = (_column(ALL, answer(picked)), _column(0, answer(len(deal) + picked)))
        return Text(says), select, Text(told), Row(sides)

    def picked(self, deal: Six, places: Sequence[int]) -> int:
        """The card at this place."""
        if len(places) != 1 or places[0] >= len(deal):
            raise NotOffered
        return places[0]

    def told(self, deal: Six, answer: int) -> str:
        """The card, and the column."""
        words = _("{sign} Lose, without {card}") if answer >= len(deal) else _("{sign} Win, without {card}")
        sign = marked("lose", LOSE) if answer >= len(deal) else marked("win", WIN)
        return words.format(sign=sign, card=cards([deal[answer % len(deal)]]))

    def worth(self, worth: int) -> str:
        """So many hands in 100."""
        return _("takes it against {count} in {of} hands").format(count=worth, of=IN)


def _column(percent: int, action: str) -> Button:
    """All coins on one side, as at a table."""
    face = split_face(percent)
    return Button(face.label, action, "main", face.emoji)


def _line(written: str, at: int, *, is_chosen: bool) -> Choice:
    emoji = pictured(written)
    return Choice(full_name(written) if emoji else card(written), str(at), is_chosen=is_chosen, emoji=emoji)
