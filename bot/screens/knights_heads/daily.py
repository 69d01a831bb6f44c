"""Knights' Heads' deal of the day: nine cards, of which three go to the neighbour."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.core.picture import Picture
from bot.screens.core.screen import Button, Choice, Part, Row, Select, Text
from bot.screens.knights_heads.cards import emoji, held, in_short, named
from bot.screens.knights_heads.panel import told_hand
from bot.screens.knights_heads.picture import people
from bot.screens.learn.daily_face import ActionOf, DailyFace
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from games.engine.core.sentences import phrase
from games.knights_heads.daily import DAILY, IN, Nine
from games.knights_heads.exchange import RABBLE_SIZE
from games.knights_heads.hands import made


class KnightsDailyFace(DailyFace):
    """Which three go."""

    how = phrase("Dealt 10,000 times, against hands that were really laid down in games.")

    def cards(self, deal: Nine) -> str:
        """Nine cards, what makes a hand in front."""
        making = made(deal).cards
        return "\n".join(held(making, [card for card in deal if card not in making]))

    def picture(self, deal: Nine) -> Picture:
        """Nine people, as large as on a panel."""
        return people(deal, triplet_counts=True)

    def dealt(self, deal: Nine) -> tuple[str, ...]:
        """What they make."""
        return (told_hand(made(deal)),)

    def asks(self, deal: Nine, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """A list to pick three from; then a button that gives them."""
        says = _(
            "You give three to the left. From the right you get the three lowest of "
            "somebody’s nine, and then a luck card. **Which three do you give?**"
        )
        chosen = () if picked is None else _cards(deal, picked)
        lines = tuple(
            Choice(named(card), str(at), is_chosen=card in chosen, emoji=emoji(card) or None)
            for at, card in enumerate(deal)
        )
        select = Select(pick, _("Three cards to give"), lines, RABBLE_SIZE)
        if picked is None:
            return Text(says), select
        words = _("You give {cards}. Sure? You have one go.").format(cards=in_short(chosen))
        return Text(says), select, Text(words), Row((Button(_("Give them"), answer(picked), "good"),))

    def picked(self, deal: Nine, places: Sequence[int]) -> int:
        """The three at these places."""
        chosen = " ".join(card for at, card in enumerate(deal) if at in places)
        answers = DAILY.answers(deal)
        if chosen not in answers:
            raise NotOffered
        return answers.index(chosen)

    def told(self, deal: Nine, answer: int) -> str:
        """The three."""
        return _("give {cards}").format(cards=in_short(_cards(deal, answer)))

    def worth(self, worth: int) -> str:
        """So many hands in 100."""
        return _("beats {count} in {of} hands").format(count=worth, of=IN)


def _cards(deal: Nine, answer: int) -> list[str]:
    return DAILY.answers(deal)[answer].split()
