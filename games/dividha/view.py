"""A player's view of a hand: the one place where private cards and splits are redacted.

Everything in a `DividhaView` is public except `own`, the viewer's secrets. Hidden choices of other seats can
be redrawn at random: splits, trades, and the hands to show (DV-10, DV-11, DV-13).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from games.dividha.cards import ALL, LaidCoins, Tablet, Usual
from games.dividha.hands import HELD, discards
from games.dividha.model import DividhaOutcome, DividhaRules, DividhaState, Stage, Wish
from games.dividha.rules import to_act
from games.dividha.showdown import next_ante, other_choice
from games.engine.betting.bets import Betting
from games.engine.betting.rounds import contenders
from games.engine.core.errors import Missing
from games.engine.core.game import Seat
from games.engine.core.offers import sample
from games.engine.core.values import dataclass
from games.engine.provable_chance import Chance


@dataclass(frozen=True, slots=True)
class DividhaSeat:
    """The public view of a seat in the hand."""

    seat: Seat
    stack: int
    total: int
    """All coins bet during this hand; 0 once the pot is shared out."""
    public: tuple[str, ...]
    private_count: int
    turned_down: tuple[str, ...]
    """The public cards that the seat traded."""
    has_folded: bool
    is_absent: bool
    """True if the player was seated out when the hand began, and so folds at the first turn (DV-16)."""
    has_left: bool

    @property
    def is_out(self) -> bool:
        """True if the seat has no chips left, neither in its stack nor in the pot."""
        return self.stack == self.total == 0


@dataclass(frozen=True, slots=True)
class Makes:
    """The hand that a discard would leave (DV-8)."""

    discard: str
    number: int
    cards: tuple[str, ...]
    is_strongest: bool
    is_weakest: bool


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The viewer's secrets: private cards, their own tablet, and choices under way."""

    private: tuple[str, ...]
    turned_in: tuple[str, ...]
    tablet: Tablet
    percent: int | None
    """The default percentage of a bet on Win; None until it has been chosen."""
    makes: tuple[Makes, ...]
    """The hand that each discard of six cards would leave; empty before there are six."""
    trading: tuple[str, ...]
    """The cards chosen for a trade that is not paid for yet."""
    discard: str | None
    laid: tuple[str, ...]
    call: int | None


@dataclass(frozen=True, slots=True)
class DividhaView:
    """A hand as one viewer sees it; None is a spectator.

    `lines` and `to_act`, the seats to act, are in turn order.
    """

    viewer: Seat | None
    rules: DividhaRules
    stage: Stage
    dealer: Seat | None
    hands: int
    """The number of hands played before this one."""
    ante: int
    left_behind: int
    to_act: tuple[Seat, ...]
    lines: tuple[DividhaSeat, ...]
    betting: Betting
    """The betting, which is all public, since it contains no columns."""
    next_ante: int
    lower_to: int | None
    """The lower ante asked for, if any."""
    wishes: tuple[Wish, ...]
    """All wishes for a lower ante, in order."""
    refused_by: Seat | None
    """The seat that voted to keep the ante."""
    trading_count: int
    """The number of cards that the seat to act still has to pay for."""
    own: OwnCards | None
    outcome: DividhaOutcome | None
    """The distribution of the pot; None before."""

    @property
    def is_all_on_win(self) -> bool:
        """True if no seat could pay the ante, so all is on Win (TN-24); valid before the distribution."""
        return all(line.stack + line.total < self.ante for line in self.lines)

    def line(self, seat: Seat) -> DividhaSeat:
        """Return the view of a seat in the hand."""
        for line in self.lines:
            if line.seat == seat:
                return line
        raise Missing


def redact(state: DividhaState, viewer: Seat | None) -> DividhaView:
    """Return the hand as a viewer may see it; None is a spectator."""
    acting, order = to_act(state), state.order
    return DividhaView(
        viewer=viewer,
        rules=state.rules,
        stage=state.stage,
        dealer=state.dealer,
        hands=state.hands,
        ante=state.ante,
        left_behind=sum(each.amount for each in state.left_behind),
        to_act=tuple(seat for seat in order if seat in acting),
        lines=tuple(_line(state, seat) for seat in order),
        betting=state.betting,
        next_ante=next_ante(state, is_lowered=state.is_lowered),
        lower_to=next_ante(state, is_lowered=True) if state.lowering else None,
        wishes=state.wishes,
        refused_by=state.refused_by,
        trading_count=len(state.trading),
        own=_own(state, viewer) if viewer in order else None,
        outcome=state.outcome,
    )


def seen(state: DividhaState, viewer: Seat | None) -> tuple[str, ...]:
    """Return all public cards, hands shown at the showdown, and the viewer's private cards (TB-13)."""
    known = [card for each in state.holdings for card in (*each.public, *each.turned_down)]
    known += [
        card for each in state.holdings if each.seat == viewer for card in (*each.private, *each.turned_in)
    ]
    if state.outcome is not None:
        known += [card for hand in state.outcome.hands for card in hand.face_up]
    return tuple(dict.fromkeys(known))


def shown_to(view: DividhaView, seen: AbstractSet[str]) -> DividhaView:
    """Return a view without the viewer's own cards that are not in `seen`."""
    own = view.own
    assert own is not None

    def known(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card for card in cards if card in seen)

    redacted = replace(
        own, private=known(own.private), turned_in=known(own.turned_in), trading=known(own.trading)
    )
    return replace(view, own=redacted)


def _line(state: DividhaState, seat: Seat) -> DividhaSeat:
    stake, held = state.betting.stake(seat), state.holding(seat)
    return DividhaSeat(
        seat=seat,
        stack=stake.stack,
        total=stake.total,
        public=held.public,
        private_count=len(held.private),
        turned_down=held.turned_down,
        has_folded=stake.has_folded,
        is_absent=seat in state.absent,
        has_left=seat in state.left,
    )


def _own(state: DividhaState, seat: Seat) -> OwnCards:
    held, divine = state.holding(seat), state.rules.divine_intervention
    is_choosing = len(held.cards) >= HELD and seat in contenders(state.betting)
    choices = discards(held.cards, divine_intervention=divine) if is_choosing else ()
    keys = [each.hand.key for each in choices]
    return OwnCards(
        private=held.private,
        turned_in=held.turned_in,
        tablet=state.tablet(seat),
        percent=state.usual_of(seat).percent,
        makes=tuple(
            Makes(
                each.card,
                each.hand.number,
                each.hand.cards,
                is_strongest=each.hand.key == max(keys),
                is_weakest=each.hand.key == min(keys),
            )
            for each in choices
        ),
        trading=state.trading if state.trader == seat else (),
        discard=held.discard,
        laid=held.laid,
        call=held.call,
    )


def redrawn(state: DividhaState, viewer: Seat | None, chance: Chance) -> DividhaState:
    """Return the state with all hidden choices of other seats redrawn."""
    shown = () if state.outcome is None else tuple(each.seat for each in state.outcome.hands)
    trading = state.trading
    if state.trader is not None and state.trader != viewer:
        trading = sample(state.holding(state.trader).cards, len(trading), chance)
    return replace(
        state,
        usual=tuple(
            each if each.seat == viewer else Usual(each.seat, chance.below(ALL + 1)) for each in state.usual
        ),
        # All tablets are public once the pot is shared out (DV-20).
        tablets=tuple(
            each
            if each.seat == viewer or state.outcome is not None
            else _with_other_splits(each, state.rules, chance)
            for each in state.tablets
        ),
        trading=trading,
        holdings=tuple(
            each if each.seat in (viewer, *shown) else other_choice(each, state.rules, chance)
            for each in state.holdings
        ),
    )


def _with_other_splits(tablet: Tablet, rules: DividhaRules, chance: Chance) -> Tablet:
    """Return a tablet with redrawn splits, except for the ante's, which is public (DV-14)."""
    return replace(
        tablet,
        bets=(*tablet.bets[:1], *(_with_other_split(each, rules, chance) for each in tablet.bets[1:])),
        trades=tuple(replace(each, win=chance.below(each.coins + 1)) for each in tablet.trades),
    )


def _with_other_split(laid: LaidCoins, rules: DividhaRules, chance: Chance) -> LaidCoins:
    """Return a bet with a redrawn split; if it is whole, it may be an all-in that can't be split (DV-21)."""
    if laid.win in (0, laid.coins) and not rules.split_all_in:
        return replace(laid, win=laid.coins * chance.below(2))
    return replace(laid, win=chance.below(laid.coins + 1))
