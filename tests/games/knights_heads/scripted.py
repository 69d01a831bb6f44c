"""A hand of Knights’ Heads by script: cards are written out, and only what is offered is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from games.engine.betting.bets import Deal
from games.engine.core.game import HandSetup, Seat, SeatedPlayer
from games.knights_heads.cards import DECK
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import CourtScore, KnightsCarry, KnightsRules, KnightsState
from games.knights_heads.view import KnightsView
from tests.games.scripted import Scripted

NINE = 9


class Hand(Scripted[KnightsState, KnightsView]):
    """A hand; `stacks` are those of seats 1, 2, 3 and so on, None where nobody sits.

    `cards` are the nine cards of a seat, as many as matter; `luck` are the luck cards from the
    dealer's left. All others come in usual order. Unless it is said, the last seat deals, so that
    seat 1 begins.
    """

    game = KNIGHTS_HEADS

    def __init__(
        self,
        *stacks: int | None,
        cards: Mapping[int, str] | None = None,
        luck: str = "",
        dealer: int | None = None,
        rules: KnightsRules | None = None,
        carry: KnightsCarry | None = None,
        brought: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(seated(*stacks, rules=rules, brought=brought), carry)
        deals = self.state.dealer or Seat(dealer or max(self.state.order))
        self.deals(Deal(deals, _deck(self.state, deals, cards or {}, luck)))

    @property
    def asked(self) -> list[int]:
        """All who are to act, by seat."""
        return sorted(KNIGHTS_HEADS.to_act(self.state))

    def cards(self, seat: int) -> set[str]:
        """Return a seat's cards."""
        return set(self.view(seat).cards)

    def everybody_bets(self) -> Self:
        """The first bets the ante, everybody else matches: the first round is over."""
        self.presses("bet 2")
        while self.stage == "first_round":
            self.presses("match")
        return self

    def checks_down(self) -> Self:
        """Check for each seat until the betting round is over."""
        stage = self.stage
        while self.stage == stage:
            self.presses("check")
        return self

    def passes(self, seat: int, cards: str) -> Self:
        """A seat seals three cards, for the first time or anew."""
        return self.answers(seat, f"pass {cards}")

    def all_pass(self, **cards: str) -> Self:
        """Seal for each asked seat: `s1="K01 ..."`, or else the cards that TB-8 would pass on."""
        for seat in self.asked:
            if f"s{seat}" in cards:
                self.passes(seat, cards[f"s{seat}"])
            else:
                self.runs_out(seat)
        return self


class Lot:
    """A lot that falls on a place, if it has to fall, and a shuffle that turns the deck round."""

    def __init__(self, place: int | None = None) -> None:
        self._place = place

    def below(self, bound: int) -> int:
        """The place that was named."""
        assert self._place is not None
        assert self._place < bound
        return self._place

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The last card first."""
        return cards[::-1]


def seated(
    *stacks: int | None, rules: KnightsRules | None = None, brought: Mapping[int, int] | None = None
) -> HandSetup[KnightsRules, CourtScore]:
    """The table as the rules see it, with these stacks."""
    along = {seat: CourtScore(points) for seat, points in (brought or {}).items()}
    players = tuple(
        SeatedPlayer(Seat(number), stack, along.get(number))
        for number, stack in enumerate(stacks, 1)
        if stack is not None
    )
    return HandSetup(rules or KnightsRules(), players, Seat(1))


def _deck(state: KnightsState, dealer: int, cards: Mapping[int, str], luck: str) -> tuple[str, ...]:
    """The deck from which these cards are dealt, one at a time from the dealer's left."""
    order = sorted(state.order, key=lambda seat: (seat <= dealer, seat))
    written = [card for text in (*cards.values(), luck) for card in text.split()]
    assert len(written) == len(set(written))
    others = iter([card for card in DECK if card not in written])
    given = {seat: iter(cards.get(seat, "").split()) for seat in order}
    dealt = [next(given[seat], None) or next(others) for _ in range(NINE) for seat in order]
    return (*dealt, *luck.split(), *others)
