"""Dividha's deal of the day: six cards, and two columns."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.core.emojis import marked
from bot.screens.core.screen import Button, Part, Row, Text
from bot.screens.daily.daily_face import ActionOf
from bot.screens.games.dividha_cards import LOSE, WIN, card, cards, large, legend, pictured
from bot.text.translate import _
from games.dividha.daily import IN, Six
from games.engine.core.errors import NotOffered
from games.engine.core.sentences import phrase

ROW = 2


class DividhaDailyFace:
    """Which card stays out, and where the coins go."""

    how = phrase("Reckoned exactly, against every five of the other 50 cards: 2,118,760 hands.")

    def dealt(self, deal: Six) -> tuple[str, ...]:
        """Six cards, and what their suits are called."""
        return large(deal), legend()

    def asks(self, deal: Six, answer: ActionOf, _pick: str, _picked: int | None) -> tuple[Part, ...]:
        """A button for each card, once for each column."""
        says = _(
            "One card stays out. The other five meet five of the rest of the deck, and all your coins lie on "
            "one column. **Which do you leave out, and for which column?**"
        )
        on_win = _("{sign} **Win**, the higher hand takes it. Leave out …").format(sign=marked("win", WIN))
        on_lose = _("{sign} **Lose**, the lower hand takes it. Leave out …").format(sign=marked("lose", LOSE))
        return (
            Text(says),
            Text(on_win),
            *_rows(deal, answer, 0),
            Text(on_lose),
            *_rows(deal, answer, len(deal)),
        )

    def picked(self, _deal: Six, _places: Sequence[int]) -> int:
        """Nothing is picked here."""
        raise NotOffered

    def told(self, deal: Six, answer: int) -> str:
        """The card, and the column."""
        words = _("{sign} Lose, without {card}") if answer >= len(deal) else _("{sign} Win, without {card}")
        sign = marked("lose", LOSE) if answer >= len(deal) else marked("win", WIN)
        return words.format(sign=sign, card=cards([deal[answer % len(deal)]]))

    def worth(self, worth: int) -> str:
        """So many hands in 100."""
        return _("takes it from {count} in {of} hands").format(count=worth, of=IN)


def _rows(deal: Six, answer: ActionOf, first: int) -> tuple[Row, ...]:
    buttons = [
        Button(card(each), answer(number), "plain", pictured(each)) for number, each in enumerate(deal, first)
    ]
    return tuple(Row(tuple(buttons[start : start + ROW])) for start in range(0, len(buttons), ROW))
