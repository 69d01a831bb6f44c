"""What a player sees of a hand: the one place where others' cards and the deck are cut away.

Everything in a `KnightsView` is public but `cards`, `picked`, `gave` and `got`, which are the viewer's own.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.betting.bets import Betting
from games.engine.core.errors import must_find
from games.engine.core.game import Seat
from games.knights_heads import model
from games.knights_heads.cards import in_deck_order
from games.knights_heads.rules import NINE, to_act


@dataclass(frozen=True, slots=True)
class KnightsSeat:
    """One seat's line on the table, as everybody sees it."""

    seat: Seat
    stack: int
    """What is left before it; after the hand with what it won."""
    card_count: int
    has_folded: bool
    is_all_in: bool
    """Still in, with nothing left."""
    has_picked: bool
    """Whether the seat has sealed its three cards while all choose (KH-7)."""
    has_left: bool
    """Whether the player gave up the seat during this hand."""
    points: int
    """The player's court score (KH-12)."""


@dataclass(frozen=True, slots=True)
class KnightsView:
    """A hand as one viewer sees it, with None for a spectator.

    `lines` are in turn order, from the dealer's left to the dealer. `to_act` is who is to answer
    now, in turn order: one seat, or in the exchange all who have not sealed.
    """

    viewer: Seat | None
    rules: model.KnightsRules
    stage: model.Stage
    dealer: Seat | None
    """None only before the first dealer has been drawn by lot."""
    to_act: tuple[Seat, ...]
    lines: tuple[KnightsSeat, ...]
    betting: Betting
    """The betting as it stands: nothing of it is secret."""
    pot: int
    """All chips in the middle, this round's bets included."""
    deck_count: int
    cards: tuple[str, ...]
    """The viewer's own hand, from Kings down; also after folding."""
    luck: str | None
    """Which of them is the luck card (KH-9)."""
    picked: tuple[str, ...]
    """What the viewer has sealed, while others still choose."""
    gave: model.Passed | None
    """What the viewer passed on: known to giver and taker alone."""
    got: model.Passed | None
    """What the viewer was passed."""
    laid: tuple[model.LaidHand, ...]
    """What was laid down, in that order; empty before the showdown and without one."""
    won: tuple[model.KnightsPotWon, ...]
    """Who won which pot, lowest pot first; empty before the end."""
    scored: tuple[model.Tally, ...]
    """What the showdown brought for the court score."""

    def line(self, seat: Seat) -> KnightsSeat:
        """The line of a seat that takes part in the hand."""
        return must_find(line for line in self.lines if line.seat == seat)


def redact(state: model.KnightsState, viewer: Seat | None) -> KnightsView:
    """The hand for one viewer, or with None for a spectator."""
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
    """The viewer's own cards, those it passed on, and all that were laid down (TB-13)."""
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
