"""What a player sees of a hand: the one place where private cards and splits are cut away.

Everything in a `DividhaView` is public but `own`, which is the viewer's. What is hidden of others' choices
can be redrawn: splits, trades, what they show (DV-10, DV-11, DV-13).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from games.dividha.cards import ALL, LaidCoins, Tablet, Usual
from games.dividha.hands import HELD, discards
from games.dividha.model import DividhaOutcome, DividhaRules, DividhaState, Stage, Wish
from games.dividha.rules import to_act
from games.dividha.showdown import next_ante, other_choice
from games.engine.betting.bets import Betting
from games.engine.betting.rounds import contenders
from games.engine.core.errors import Missing
from games.engine.core.game import Seat
from games.engine.core.offers import some
from games.engine.provable_chance import Chance


@dataclass(frozen=True, slots=True)
class DividhaSeat:
    """One seat's line on the table, as everybody sees it."""

    seat: Seat
    stack: int
    total: int
    """All that it bet during this hand; nothing any more once the pot is shared out."""
    public: tuple[str, ...]
    private_count: int
    turned_down: tuple[str, ...]
    """Public cards that it traded."""
    has_folded: bool
    is_absent: bool
    """Whether the player was seated out when the hand began, and so folds when first to act (DV-16)."""
    has_left: bool

    @property
    def is_out(self) -> bool:
        """Whether the seat has nothing left, neither before it nor in the pot."""
        return self.stack == self.total == 0


@dataclass(frozen=True, slots=True)
class Makes:
    """What a discard would make (DV-8)."""

    discard: str
    number: int
    cards: tuple[str, ...]
    is_strongest: bool
    is_weakest: bool


@dataclass(frozen=True, slots=True)
class OwnCards:
    """What the viewer alone sees: private cards, their own tablet, and what they are choosing."""

    private: tuple[str, ...]
    turned_in: tuple[str, ...]
    tablet: Tablet
    percent: int | None
    """The usual percentage of a bet on Win; None until it has been chosen."""
    makes: tuple[Makes, ...]
    """What each discard of six cards would make; empty before there are six."""
    trading: tuple[str, ...]
    """Cards chosen for a trade that is not paid for yet."""
    discard: str | None
    laid: tuple[str, ...]
    call: int | None


@dataclass(frozen=True, slots=True)
class DividhaView:
    """A hand as one viewer sees it, with None for a spectator.

    `lines` are in turn order. `to_act` is who is to answer now, in turn order.
    """

    viewer: Seat | None
    rules: DividhaRules
    stage: Stage
    dealer: Seat | None
    hands: int
    """How many were played before this one."""
    ante: int
    left_behind: int
    to_act: tuple[Seat, ...]
    lines: tuple[DividhaSeat, ...]
    betting: Betting
    """Nothing of it is secret: it knows of no columns."""
    next_ante: int
    lower_to: int | None
    """The lower ante that was asked for, if any."""
    wishes: tuple[Wish, ...]
    """All that was asked for, in that order."""
    refused_by: Seat | None
    """The seat that voted to keep the ante."""
    trading_count: int
    """How many cards the seat that is to act is about to pay for."""
    own: OwnCards | None
    outcome: DividhaOutcome | None
    """How the pot was shared out; None before."""

    @property
    def is_all_on_win(self) -> bool:
        """Whether nobody could pay the ante, so all is on Win (TN-24); meant for before the pot is shared."""
        return all(line.stack + line.total < self.ante for line in self.lines)

    def line(self, seat: Seat) -> DividhaSeat:
        """The line of a seat that takes part in the hand."""
        for line in self.lines:
            if line.seat == seat:
                return line
        raise Missing


def redact(state: DividhaState, viewer: Seat | None) -> DividhaView:
    """The hand for one viewer, or with None for a spectator."""
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
    """All public cards, what was shown at the showdown, and the viewer's private ones (TB-13)."""
    told = [card for each in state.holdings for card in (*each.public, *each.turned_down)]
    told += [
        card for each in state.holdings if each.seat == viewer for card in (*each.private, *each.turned_in)
    ]
    if state.outcome is not None:
        told += [card for hand in state.outcome.hands for card in hand.face_up]
    return tuple(dict.fromkeys(told))


def shown_to(view: DividhaView, seen: AbstractSet[str]) -> DividhaView:
    """A view without those of its viewer's cards that somebody who has seen others has not."""
    own = view.own
    assert own is not None

    def known(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card for card in cards if card in seen)

    mine = replace(
        own, private=known(own.private), turned_in=known(own.turned_in), trading=known(own.trading)
    )
    return replace(view, own=mine)


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
    made = discards(held.cards, divine_intervention=divine) if is_choosing else ()
    keys = [each.hand.key for each in made]
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
            for each in made
        ),
        trading=state.trading if state.trader == seat else (),
        discard=held.discard,
        laid=held.laid,
        call=held.call,
    )


def redrawn(state: DividhaState, viewer: Seat | None, chance: Chance) -> DividhaState:
    """The state with every hidden choice of others redrawn."""
    shown = () if state.outcome is None else tuple(each.seat for each in state.outcome.hands)
    trading = state.trading
    if state.trader is not None and state.trader != viewer:
        trading = some(state.holding(state.trader).cards, len(trading), chance)
    return replace(
        state,
        usual=tuple(
            each if each.seat == viewer else Usual(each.seat, chance.below(ALL + 1)) for each in state.usual
        ),
        # Once the pot is shared out, all tablets are open (DV-20).
        tablets=tuple(
            each if each.seat == viewer or state.outcome is not None else _split(each, state.rules, chance)
            for each in state.tablets
        ),
        trading=trading,
        holdings=tuple(
            each if each.seat in (viewer, *shown) else other_choice(each, state.rules, chance)
            for each in state.holdings
        ),
    )


def _split(tablet: Tablet, rules: DividhaRules, chance: Chance) -> Tablet:
    """Everybody knows how the ante lies (DV-14)."""
    return replace(
        tablet,
        bets=(*tablet.bets[:1], *(_laid(each, rules, chance) for each in tablet.bets[1:])),
        trades=tuple(replace(each, win=chance.below(each.coins + 1)) for each in tablet.trades),
    )


def _laid(laid: LaidCoins, rules: DividhaRules, chance: Chance) -> LaidCoins:
    """A bet that lies whole on one side may have been an all-in that cannot be split (DV-21)."""
    if laid.win in (0, laid.coins) and not rules.split_all_in:
        return replace(laid, win=laid.coins * chance.below(2))
    return replace(laid, win=chance.below(laid.coins + 1))
