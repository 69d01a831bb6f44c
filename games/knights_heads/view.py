"""A player's view of a hand: the one place where others' cards and the deck are redacted.

Everything in a `KnightsView` is public except `cards`, `luck`, `picked`, `gave` and `got`, the viewer's
secrets.
"""

from __future__ import annotations

from games.engine.betting.bets import Betting
from games.engine.core.errors import must_find
from games.engine.core.game import Seat
from games.engine.core.values import dataclass
from games.knights_heads import model
from games.knights_heads.cards import in_deck_order
from games.knights_heads.rules import NINE, to_act


@dataclass(frozen=True, slots=True)
class KnightsSeat:
    """The public view of a seat in the hand."""

    seat: Seat
    stack: int
    """The stack, without bets; after the hand, including winnings."""
    card_count: int
    has_folded: bool
    is_all_in: bool
    """True if still in, with no chips left."""
    has_picked: bool
    """True if the seat has sealed its three cards, during the exchange (KH-7)."""
    has_left: bool
    """True if the player gave up the seat during this hand."""
    points: int
    """The player's court score (KH-12)."""


@dataclass(frozen=True, slots=True)
class KnightsView:
    """A hand as one viewer sees it; None is a spectator.

    `lines` are in turn order, from the dealer's left to the dealer. `to_act` are the seats to act, in turn
    order: one seat, or in the exchange all seats that have not sealed their cards.
    """

    viewer: Seat | None
    rules: model.KnightsRules
    stage: model.Stage
    dealer: Seat | None
    """None only before the first dealer has been drawn by lot."""
    to_act: tuple[Seat, ...]
    lines: tuple[KnightsSeat, ...]
    betting: Betting
    """The current betting, which is all public."""
    pot: int
    """All chips in the middle, including this round's bets."""
    deck_count: int
    cards: tuple[str, ...]
    """The viewer's own hand, from Kings down; also after folding."""
    luck: str | None
    """The luck card among the viewer's cards (KH-9)."""
    picked: tuple[str, ...]
    """The cards that the viewer has sealed, while others still choose."""
    gave: model.Passed | None
    """The cards that the viewer passed on, which only giver and taker know."""
    got: model.Passed | None
    """The cards passed to the viewer."""
    laid: tuple[model.LaidHand, ...]
    """The hands laid down, in this order; empty before a showdown, or without one."""
    won: tuple[model.KnightsPotWon, ...]
    """The pots with their winners, lowest pot first; empty before the end."""
    scored: tuple[model.Tally, ...]
    """The court scores gained at the showdown."""

    def line(self, seat: Seat) -> KnightsSeat:
        """Return the view of a seat in the hand."""
        return must_find(line for line in self.lines if line.seat == seat)


def redact(state: model.KnightsState, viewer: Seat | None) -> KnightsView:
    """Return the hand as a viewer may see it; None is a spectator."""
    acting = to_act(state)
    cards = state.cards(viewer)
    return KnightsView(
        viewer=viewer,
        rules=state.rules,
        stage=state.stage,
        dealer=state.dealer,
        to_act=tuple(seat for seat in state.order if seat in acting),
        lines=tuple(_line(state, seat) for seat in state.order),
        betting=state.betting,
        pot=state.betting.pot,
        deck_count=len(state.deck),
        cards=in_deck_order(cards),
        luck=cards[-1] if len(cards) > NINE else None,
        picked=next((in_deck_order(pick.cards) for pick in state.picks if pick.seat == viewer), ()),
        gave=_gave(state, viewer),
        got=next((passed for passed in state.passes if passed.to == viewer), None),
        laid=state.laid,
        won=state.won,
        scored=state.scored,
    )


def seen(state: model.KnightsState, viewer: Seat | None) -> tuple[str, ...]:
    """Return the viewer's cards, the cards that it passed on, and all cards laid down (TB-13)."""
    gave = _gave(state, viewer)
    shown = dict.fromkeys(card for laid in state.laid for card in laid.cards)
    return tuple(dict.fromkeys((*state.cards(viewer), *(gave.cards if gave else ()), *shown)))


def _gave(state: model.KnightsState, viewer: Seat | None) -> model.Passed | None:
    return next((passed for passed in state.passes if passed.seat == viewer), None)


def _line(state: model.KnightsState, seat: Seat) -> KnightsSeat:
    stake = state.betting.stake(seat)
    is_out = stake.has_folded or state.stage == "over"
    return KnightsSeat(
        seat=seat,
        stack=stake.stack,
        card_count=len(state.cards(seat)),
        has_folded=stake.has_folded,
        is_all_in=not is_out and stake.stack == 0,
        has_picked=any(pick.seat == seat for pick in state.picks),
        has_left=seat in state.left,
        points=must_find(tally.points for tally in state.tallies if tally.seat == seat),
    )
