"""Whether a hand's history keeps to the rules: the hand is played again from what is told of it.

All that players do is public but what they pass on. What was dealt to somebody and laid down by
the next was passed; of the cards that nobody but their owner saw, any will do, since they made
no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.engine.betting.rounds import contenders, open_betting
from games.engine.betting.stakes import Folded
from games.engine.core.errors import NotOffered
from games.engine.core.game import HOUSE, Seat
from games.engine.core.moves import Deal, Leave
from games.engine.history.plain import Misshapen
from games.engine.history.record import History
from games.engine.history.referee import (
    DealtAgain,
    Faults,
    Told,
    as_told,
    bet_with,
    dealt_from,
    folds_by_leaving,
    require_seats,
)
from games.knights_heads.cards import DECK, Card
from games.knights_heads.exchange import RABBLE_SIZE, choosing
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import (
    CardsPassed,
    Event,
    KnightsHandBegun,
    KnightsShowdown,
    KnightsState,
    Move,
    Pass,
    Tally,
)
from games.knights_heads.view import KnightsView


def referee(history: History) -> Faults:
    """What does not fit, one line each; `Misshapen` where the game never writes the like."""
    return _KnightsReplay(as_told(history, KnightsView, Event)).faults()


class _KnightsReplay(DealtAgain[KnightsState, Move]):
    """A hand, with what was passed on as far as it came to light."""

    def __init__(self, told: Told[KnightsView]) -> None:
        beginning = told.beginning
        require_seats(KNIGHTS_HEADS, told)
        seats = sorted(line.seat for line in beginning.lines)
        if beginning.dealer not in {None, *seats}:
            raise Misshapen("beginning.dealer: not one of the seats")
        begun = told.events[0] if told.events else None
        if not isinstance(begun, KnightsHandBegun) or begun.dealer not in seats:
            raise Misshapen("events[0]: no hand has begun")
        rules = beginning.rules
        stacks = [(line.seat, line.stack) for line in beginning.lines]
        points = {line.seat: line.points for line in beginning.lines}
        state = KnightsState(
            rules=rules,
            betting=open_betting(stacks, rules.limit, rules.ante),
            dealer=beginning.dealer,
            stage="dealing",
            tallies=tuple(Tally(seat, points[seat]) for seat in seats),
        )
        super().__init__(KNIGHTS_HEADS, told, state, begun.dealer)
        self._cards = dealt_from(told.history, DECK)
        self._end = told.end
        showdown = told.first(KnightsShowdown)
        self._laid = {} if showdown is None else {each.seat: each.cards for each in showdown.laid}

    def acts(self) -> Iterator[tuple[Seat, Move]]:
        """The deal, what players did, and what they passed on."""
        event, state = self.event, self.state
        bet = bet_with(state.betting, event)
        if state.stage == "dealing":
            yield HOUSE, Deal(self.dealer, self._cards)
        elif isinstance(event, Folded) and folds_by_leaving(state.betting, event.seat):
            yield event.seat, Leave()
        elif isinstance(event, CardsPassed) and state.stage == "exchange":
            for seat in choosing(state):
                yield seat, Pass(self._passed(seat))
        elif bet is not None:
            yield self.answer(event.seat, bet.key, *bet.numbers)

    def last(self) -> KnightsState:
        """Whoever had folded leaves without a word."""
        gone = {line.seat for line in self._end.lines if line.has_left}
        return replace(self.state, left=tuple({*self.state.left, *gone}))

    def _passed(self, seat: Seat) -> tuple[Card, ...]:
        """What a seat passed on, as far as anybody was shown; else any three."""
        state, laid = self.state, self._laid
        staying = contenders(state.betting)
        to = (*staying, staying[0])[staying.index(seat) + 1]
        dealt = state.cards(seat)
        known = next((each for each in (self._end.gave, self._end.got) if each and each.seat == seat), None)
        if known is not None:
            passed = known.cards
        elif seat in laid:
            passed = tuple(card for card in dealt if card not in laid[seat])
        else:
            passed = tuple(card for card in dealt if card in laid.get(to, ()))
        passed = passed or dealt[:RABBLE_SIZE]
        if not (len(set(passed)) == len(passed) == RABBLE_SIZE and set(passed) <= set(dealt)):
            raise NotOffered
        return passed
