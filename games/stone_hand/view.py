"""A player's view of a round. Stone Hand has no secrets except dice that have not been thrown."""

from __future__ import annotations

from games.engine.core.game import Seat, SeatAmount
from games.engine.core.values import dataclass
from games.stone_hand.hands import Dice, DiceHand
from games.stone_hand.model import HomeThrow, Stage, StoneHandRules, StoneHandState
from games.stone_hand.rules import counting_homes, may_rethrow_all, rethrows_left, thrower


@dataclass(frozen=True, slots=True)
class StoneHandSeat:
    """The public view of a seat; `wager` is its remaining wager, `hand` its standing hand."""

    seat: Seat
    wager: int
    hand: DiceHand | None
    home: HomeThrow | None
    is_safe: bool
    is_new: bool = False
    """True in the seat's first round, in which its home throw is read out (SH-3)."""


@dataclass(frozen=True, slots=True)
class StoneHandView:
    """A round as one viewer sees it; the lines are in throwing order.

    `thrown` is the hand of the `thrower`, who has used `rethrows` and has `rethrows_left`; `may_rethrow_all`
    is True if any hand may be rethrown, not only junk. `counting_homes` are the thrower's home throws.
    """

    viewer: Seat | None
    rules: StoneHandRules
    number: int
    pay: int
    stage: Stage
    lines: tuple[StoneHandSeat, ...]
    thrower: Seat | None
    thrown: DiceHand | None
    rethrows: int
    rethrows_left: int
    rethrows_first: int | None
    may_rethrow_all: bool
    counting_homes: tuple[Dice, ...]
    house_throw: HomeThrow | None
    pool: int
    pool_paid: tuple[SeatAmount, ...]


def redact(state: StoneHandState, viewer: Seat | None) -> StoneHandView:
    """Return the round as a viewer may see it; None is a spectator."""
    to_throw = None if state.stage in ("finding", "over") else thrower(state)
    wagers = {each.seat: each.amount for each in state.wagers}
    return StoneHandView(
        viewer=viewer,
        rules=state.rules,
        number=state.number,
        pay=state.pay,
        stage=state.stage,
        lines=tuple(_line(state, seat, wagers[seat]) for seat in state.order),
        thrower=to_throw,
        thrown=state.thrown,
        rethrows=state.rethrows,
        rethrows_left=rethrows_left(state),
        rethrows_first=state.rethrows_first,
        may_rethrow_all=may_rethrow_all(state),
        counting_homes=() if to_throw is None else counting_homes(state, to_throw),
        house_throw=state.house_throw,
        pool=sum(each.amount for each in state.pool),
        pool_paid=state.pool,
    )


def _line(state: StoneHandState, seat: Seat, wager: int) -> StoneHandSeat:
    return StoneHandSeat(
        seat=seat,
        wager=wager,
        hand=next((each.hand for each in state.standings if each.seat == seat), None),
        home=next((each.throw for each in state.homes if each.seat == seat), None),
        is_safe=seat in state.safe,
        is_new=seat not in state.introduced,
    )
