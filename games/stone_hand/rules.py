"""The rules of a round.

    finding ──► ready ──► rolling ──► choosing ──► (next seat) ready ──► over
                  ▲          │            │
                  └─show-up──┘◄──rethrow──┘

The House rolls in `finding` and `rolling`; the seat whose turn it is answers in `ready` and
`choosing`. A hand that may not be rethrown stands at once, without a question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from games.engine.chance.seals import Chance
from games.engine.core.game import HOUSE, Coins, Guest, Seat, Step, TableFacts
from games.engine.core.offers import Answer, Offer, Press
from games.stone_hand.hands import RAISES, Dice, read_dice, throw
from games.stone_hand.model import (
    JUNK_RETHROWS,
    PAY_START,
    Cast,
    Event,
    Home,
    HomeThrow,
    HouseThrew,
    Keep,
    Kept,
    Move,
    PayLowered,
    Rethrow,
    Roll,
    RoundRestarted,
    ShowUp,
    Standing,
    StoneHandCarry,
    StoneHandRules,
    StoneHandState,
    Threw,
    Throw,
)
from games.stone_hand.round_end import counting_homes, end_round, judge

OPAL_RETHROWS = 2
RIVALS_MIN = 2
"""With fewer players in the round there is nobody to pay or be paid by."""
Events = tuple[Event, ...]


def start(facts: TableFacts[StoneHandRules, HomeThrow], carry: StoneHandCarry | None) -> StoneHandState:
    """A new round; in the first, the player who opened the table throws first (SH-1)."""
    rules = facts.rules
    first = facts.opener if carry is None else carry.first
    # From `first` clockwise, also where that seat is not taken any more.
    order = tuple(sorted((guest.seat for guest in facts.guests), key=lambda seat: (seat < first, seat)))
    house_throw = _house_throw(rules, carry)
    is_to_find = rules.home_throws == "house" and house_throw is None
    return StoneHandState(
        rules=rules,
        number=1 if carry is None else carry.number + 1,
        order=order,
        wagers=tuple(Coins(guest.seat, guest.stack) for guest in facts.guests),
        homes=_homes(rules, facts.guests),
        house_throw=house_throw,
        pool=() if carry is None else carry.pool,
        stage="finding" if is_to_find else "ready",
        next_first=order[0],
        introduced=() if carry is None else carry.introduced,
    )


def to_act(state: StoneHandState) -> frozenset[Seat]:
    """The House while dice roll, otherwise the seat whose turn it is."""
    match state.stage:
        case "finding" | "rolling":
            return frozenset({HOUSE})
        case "ready" | "choosing":
            return frozenset({thrower(state)})
        case "over":
            return frozenset()
        case _:
            assert_never(state.stage)


def offers(state: StoneHandState, seat: Seat) -> tuple[Offer[Move], ...]:
    """Throw; or rethrow and keep."""
    if seat not in to_act(state) or seat == HOUSE:
        return ()
    if state.stage == "ready":
        return (Press("throw", Throw()),)
    return Press("rethrow", Rethrow()), Press("keep", Keep())


def timeout(state: StoneHandState, _seat: Seat) -> Answer:
    """Throw, or keep what was thrown (TB-8)."""
    return Answer("throw" if state.stage == "ready" else "keep")


def house_move(state: StoneHandState, chance: Chance) -> Move:
    """Three dice."""
    assert state.stage in ("finding", "rolling")
    return Roll(throw(chance.below))


def find_home(below: Callable[[int], int]) -> HomeThrow:
    """The first throw that is junk (SH-3)."""
    while read_dice(dice := throw(below)).kind != "junk":
        pass
    return HomeThrow(dice)


def apply(state: StoneHandState, seat: Seat, move: Move) -> Step[StoneHandState]:
    """The one door to a new state."""
    assert seat in to_act(state)
    match move:
        case Throw():
            return Step(replace(state, stage="rolling"))
        case Rethrow():
            return Step(replace(state, stage="rolling", thrown=None, rethrows=state.rethrows + 1))
        case Keep():
            assert state.thrown is not None
            return _stand(state, seat, (Kept(seat, state.thrown),))
        case Roll(dice=dice):
            return _find(state, dice) if state.stage == "finding" else _land(state, dice)
        case _:
            assert_never(move)


def thrower(state: StoneHandState) -> Seat:
    """Whose turn it is: the first who is in the round and has no hand that stands."""
    stood = {each.seat for each in state.standings}
    return next(seat for seat in contestants(state) if seat not in stood)


def contestants(state: StoneHandState) -> tuple[Seat, ...]:
    """Who is in the round, in throwing order: all but the safe."""
    return tuple(seat for seat in state.order if seat not in state.safe)


def may_rethrow_all(state: StoneHandState) -> bool:
    """Whether any hand may be rethrown now, not junk alone (SH-10)."""
    return state.rules.opal_river and state.rethrows_first != 0


def rethrows_left(state: StoneHandState) -> int:
    """How often what lies on the table may still be rethrown (SH-4, SH-10)."""
    if state.thrown is None:
        return 0
    if may_rethrow_all(state):
        limit = OPAL_RETHROWS if state.rethrows_first is None else state.rethrows_first
    else:
        limit = JUNK_RETHROWS if state.thrown.kind == "junk" else 0
    return max(0, limit - state.rethrows)


def _house_throw(rules: StoneHandRules, carry: StoneHandCarry | None) -> HomeThrow | None:
    if rules.home_throws != "house":
        return None
    if carry is not None:
        return carry.house_throw
    return None if rules.house_throw is None else HomeThrow(rules.house_throw, rules.house_why)


def _homes(rules: StoneHandRules, guests: tuple[Guest[HomeThrow], ...]) -> tuple[Home, ...]:
    if rules.home_throws in ("house", "none"):
        return ()
    return tuple(Home(guest.seat, guest.keepsake) for guest in guests if guest.keepsake is not None)


def _find(state: StoneHandState, dice: Dice) -> Step[StoneHandState]:
    """The House throws for a home throw of its own until the dice show junk (SH-3)."""
    is_found = read_dice(dice).kind == "junk"
    after = replace(state, house_throw=HomeThrow(dice), stage="ready") if is_found else state
    return Step(after, (HouseThrew(dice, is_found=is_found),))


def _land(state: StoneHandState, dice: Dice) -> Step[StoneHandState]:
    seat = thrower(state)
    hand = read_dice(dice, counting_homes(state, seat))
    state = replace(state, casts=(*state.casts, Cast(seat, hand.kind, dice)))
    if hand.kind in RAISES:
        raised = replace(state, pay=state.pay + RAISES[hand.kind], stage="ready")
        return Step(raised, (ShowUp(seat, hand, raised.pay),))
    landed = replace(state, thrown=hand, stage="choosing")
    threw = Threw(seat, hand, state.rethrows)
    if rethrows_left(landed) > 0:
        return Step(landed, (threw,))
    return _stand(landed, seat, (threw,))


def _stand(state: StoneHandState, seat: Seat, events: Events) -> Step[StoneHandState]:
    """Let what was thrown stand; its score may lower the pay (SH-2)."""
    hand = state.thrown
    assert hand is not None
    pay = state.pay if hand.score is None else min(state.pay, hand.score)
    if pay < state.pay:
        events = (*events, PayLowered(seat, pay))
    stood = replace(
        state,
        stage="ready",
        turn=state.turn + 1,
        thrown=None,
        rethrows=0,
        pay=pay,
        standings=(*state.standings, Standing(seat, hand)),
        # The first hand that stands sets how often the others may rethrow (SH-10).
        rethrows_first=state.rethrows if state.rethrows_first is None else state.rethrows_first,
    )
    # With a pool a home throw stops the round: its player is safe, the others start again. An empty
    # hand ends it before all have thrown (SH-11).
    if state.rules.prize_pool and hand.kind == "home":
        anew = replace(stood, pay=PAY_START, standings=(), rethrows_first=None, safe=(*state.safe, seat))
        return _go_on(anew, (*events, RoundRestarted(seat)))
    if state.rules.prize_pool and hand.kind == "empty":
        return end_round(stood, (seat,), (), events)
    return _go_on(stood, events)


def _go_on(state: StoneHandState, events: Events) -> Step[StoneHandState]:
    """Ask the next seat, or end the round; a seat with no opponents left neither pays nor is paid."""
    playing = contestants(state)
    if len(playing) < RIVALS_MIN:
        return end_round(state, (), (), events)
    if len(state.standings) == len(playing):
        losers, winners = judge(state.standings, inverted_junk=state.rules.inverted_junk)
        return end_round(state, losers, winners, events)
    return Step(state, events)
