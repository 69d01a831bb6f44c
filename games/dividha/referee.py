"""How a hand began, as its history tells it, and what was chosen in secret for the showdown (DV-8 to DV-11).

Whoever shows a hand has chosen a discard, an order and a call, and in which steps is nobody's to
know: so the history has no answers of that, and they follow from what was shown.
"""

from __future__ import annotations

from dataclasses import replace

from games.dividha.dealing import ANTE_MIN, seated, with_holding
from games.dividha.events import DividhaShowdown
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaState, ShownHand
from games.dividha.tablets import Usual
from games.dividha.view import DividhaView
from games.engine.betting.rounds import open_betting
from games.engine.core.game import HOUSE, Coins
from games.engine.history.plain import Misshapen
from games.engine.history.record import Answered
from games.engine.history.referee import Referee


class DividhaReferee(Referee[DividhaState, DividhaView]):
    """The referee of Dividha, who knows what players choose in secret."""

    game = DIVIDHA

    def begun(self) -> DividhaState:
        """The hand before the House deals, as far as the viewer could tell."""
        beginning = self.beginning
        self.require_seats(1 if beginning.rules.is_played_out else beginning.ante)
        lines, ante, behind = beginning.lines, beginning.ante, beginning.left_behind
        seats = [line.seat for line in lines]
        if ante < ANTE_MIN or ante % 2 or min(behind, beginning.hands) < 0:
            raise Misshapen("beginning: not how a hand begins")
        usual = () if beginning.own is None else tuple(Usual(seat, beginning.own.percent) for seat in seats)
        state = DividhaState(
            rules=beginning.rules,
            betting=open_betting(
                [(line.seat, line.stack) for line in lines],
                beginning.rules.limit,
                ante,
                habits=beginning.betting.habits,
            ),
            dealer=beginning.dealer,
            stage="dealing",
            hands=beginning.hands,
            risen=ante - beginning.rules.ante,
            left_behind=(Coins(HOUSE, behind),) if behind else (),
            holdings=(),
            tablets=(),
            usual=usual,
            absent=tuple(line.seat for line in lines if line.is_absent),
        )
        dealer = max(seats) if beginning.dealer is None else beginning.dealer
        return seated(state, dealer, {each.seat: each for each in usual})

    def unsaid(self) -> Answered | None:
        """The next choice of the first of those who are told to have shown a hand and have not chosen yet."""
        event = self.event
        if self.state.stage != "showdown" or not isinstance(event, DividhaShowdown):
            return None
        asked = DIVIDHA.to_act(self.state)
        shown = (hand for hand in event.outcome.hands if hand.seat in asked)
        return next((self._choice(hand) for hand in shown), None)

    def last(self) -> DividhaState:
        """With how the viewer usually splits, and what the viewer chose and did not come to show."""
        state, viewer, own = self.state, self.history.viewer, self.end.own
        if own is None or viewer not in state.order:
            return state
        state = replace(state, usual=tuple(Usual(seat, own.percent) for seat in state.order))
        if state.outcome is not None and any(hand.seat == viewer for hand in state.outcome.hands):
            return state
        held = state.holding(viewer)
        return with_holding(state, replace(held, discard=own.discard, laid=own.laid, call=own.call))

    def _choice(self, hand: ShownHand) -> Answered:
        """The discard, then the cards as they lie, and the call."""
        held = self.state.holding(hand.seat)
        if held.discard is None:
            out = tuple(card for card in held.cards if card not in hand.face_up)
            return Answered(hand.seat, "discard", picked=out)
        if len(held.laid) < len(hand.face_up):
            return Answered(hand.seat, "lay", picked=hand.face_up[len(held.laid) :][:1])
        return Answered(hand.seat, "call", picked=(str(hand.call),))
