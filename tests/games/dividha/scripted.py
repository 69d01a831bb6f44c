"""A hand of Dividha played by script: the cards are written out, and only what is offered can be answered."""

from __future__ import annotations

from typing import Any, Self

from games.dividha.cards import DECK, UsualSplit
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaCarry, DividhaRules, DividhaState, Move
from games.dividha.view import DividhaView, OwnCards
from games.engine.betting.bets import Deal
from games.engine.core.game import HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import Offer, SplitOffer
from tests.games.scripted import Scripted

SIX = {
    1: "KH KD KB 7H 5D 2B",
    2: "AH QD JB 7D 5B 3H",
    3: "QH JD 7B 6H 4D 2H",
    4: "AD JH 6B 5H 4B 3D",
}
"""The cards of seats: three Kings, and three hands of which Ace, Queen and Ace high are the best."""


class Hand(Scripted[DividhaState, DividhaView]):
    """A hand; `stacks` are those of seats 1, 2, 3 and so on.

    Seats get the six cards of `holding`, private ones first: two, then the two public ones, then
    the last two. After those come the cards of `drawn`, for trades. Without a carry the last
    seat deals.
    """

    game = DIVIDHA

    def __init__(
        self,
        *stacks: int,
        rules: DividhaRules | None = None,
        holding: dict[int, str] | None = None,
        drawn: str = "",
        carry: DividhaCarry | None = None,
        away: tuple[int, ...] = (),
    ) -> None:
        super().__init__(seated(*stacks, rules=rules, away=away), carry)
        dealer = self.state.dealer or Seat(len(stacks))
        order = sorted(self.state.players, key=lambda seat: (seat <= dealer, seat))
        self.deals(Deal(dealer, stacked(order, holding or SIX, drawn.split())))

    def offers(self, seat: int | None = None) -> dict[str, Offer[Move]]:
        """Return the offers by key."""
        return {each.key: each for each in DIVIDHA.offers(self.state, Seat(seat or self.turn))}

    def own(self, seat: int) -> OwnCards:
        """Return a seat's own cards."""
        own = self.view(seat).own
        assert own is not None
        return own

    def numbers(self, offer: Offer[Any], given: list[str]) -> tuple[int, ...]:
        """Return the numbers: of `bet 6 2` two go on Win; a call may leave out its amount."""
        numbers = super().numbers(offer, given)
        if isinstance(offer, SplitOffer) and offer.key in ("match", "all_in", "pay") and len(numbers) < 2:
            return (offer.least, *numbers)
        return numbers

    def checks_to(self, stage: str) -> Self:
        """Check or call for each seat, and trade no cards, until that stage."""
        while self.state.stage != stage:
            offered = self.offers()
            self.presses(next(key for key in ("check", "match", "no_trade") if key in offered))
        return self

    def shows(self, **discards: str) -> Self:
        """Leave a card out for each seat: `s1="2B"`."""
        for seat, card in discards.items():
            self.answers(int(seat[1:]), f"discard {card}")
        return self


def seated(
    *stacks: int | None, rules: DividhaRules | None = None, away: tuple[int, ...] = ()
) -> HandSetup[DividhaRules, UsualSplit]:
    """The table as the rules see it, with these stacks; None where nobody sits."""
    players: tuple[SeatedPlayer[UsualSplit], ...] = tuple(
        SeatedPlayer(Seat(number), stack, is_away=number in away)
        for number, stack in enumerate(stacks, 1)
        if stack is not None
    )
    return HandSetup(rules or DividhaRules(), players, Seat(1))


def stacked(order: list[Seat], holding: dict[int, str], drawn: list[str]) -> tuple[str, ...]:
    """A deck that deals these cards, two at a time and one after the other, while all stay in."""
    six = [holding[seat].split() for seat in order]
    first = [cards[place] for place in range(4) for cards in six]
    last = [cards[place] for place in (4, 5) for cards in six]
    top = (*first, *drawn, *last)
    return (*top, *(card for card in DECK if card not in top))
