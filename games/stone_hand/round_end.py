"""The end of a round: who pays, how much, and to whom (SH-6, SH-7, SH-11, SH-12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import starmap

from games.engine.betting.pots import share
from games.engine.core.game import Coins, HandResult, Seat, Step, owned
from games.stone_hand.hands import key
from games.stone_hand.model import (
    Event,
    RoundEnded,
    Standing,
    StoneHandCarry,
    StoneHandState,
    WagerGone,
)

Seats = tuple[Seat, ...]


def judge(standings: tuple[Standing, ...], *, inverted_junk: bool) -> tuple[Seats, Seats]:
    """Who pays and who is paid, each in throwing order; nobody where all tie or nobody has a hand."""
    keys = {each.seat: key(each.hand, inverted_junk=inverted_junk) for each in standings}
    best, worst = max(keys.values()), min(keys.values())
    if best == worst:
        return (), ()
    return _with(keys, worst), _with(keys, best)


def end_round(
    state: StoneHandState, losers: Seats, winners: Seats, events: tuple[Event, ...]
) -> Step[StoneHandState]:
    """Pay, and decide who throws first next: the last loser to throw, or the same seat again (SH-1)."""
    wagers = {each.seat: each.amount for each in state.wagers}
    # Nobody pays more than they have left, so winners may get less than the full pay.
    lost = _nonzero(Coins(seat, min(state.pay * state.rules.pay_factor, wagers[seat])) for seat in losers)
    gained = () if state.rules.prize_pool else _shared(sum(each.amount for each in lost), winners)
    points = _points(state, winners)
    for each in lost:
        wagers[each.seat] -= each.amount
    for each in gained:
        wagers[each.seat] += each.amount
    pool = _add(state.pool, lost) if state.rules.prize_pool else state.pool
    over = replace(
        state,
        stage="over",
        thrown=None,
        wagers=tuple(Coins(seat, amount) for seat, amount in wagers.items()),
        pool=pool,
        next_first=losers[-1] if losers else state.order[0],
        points=points,
    )
    ended = RoundEnded(
        number=state.number,
        pay=state.pay,
        standings=state.standings,
        losers=losers,
        winners=winners,
        lost=lost,
        gained=gained,
        pool=sum(each.amount for each in pool),
        points=points,
        factor=state.rules.pay_factor,
    )
    out = tuple(WagerGone(each.seat) for each in lost if wagers[each.seat] == 0)
    return Step(over, (*events, ended, *out))


def result(state: StoneHandState) -> HandResult[StoneHandCarry]:
    """How a round ended."""
    assert state.stage == "over"
    return HandResult(
        stacks={each.seat: each.amount for each in state.wagers},
        carry=StoneHandCarry(
            state.number,
            state.next_first,
            state.house_throw,
            state.pool,
            introduced=tuple(sorted({*state.introduced, *state.order})),
        ),
        points={each.seat: each.amount for each in state.points},
    )


def claims(carry: StoneHandCarry | None, winner: Seat | None) -> Mapping[Seat, int]:
    """The prize pool is the last player's, or goes back to those who paid it (SH-11, TB-10)."""
    return {} if carry is None else owned(carry.pool, winner)


def _with(keys: Mapping[Seat, tuple[int, int]], wanted: tuple[int, int]) -> Seats:
    return tuple(seat for seat, each in keys.items() if each == wanted)


def _shared(total: int, seats: Seats) -> tuple[Coins, ...]:
    """Equal shares, odd units by throwing order (TB-1)."""
    return _nonzero(starmap(Coins, share(total, seats).items())) if seats else ()


def _nonzero(amounts: Iterable[Coins]) -> tuple[Coins, ...]:
    return tuple(each for each in amounts if each.amount)


def _points(state: StoneHandState, winners: Seats) -> tuple[Coins, ...]:
    """The pay, shared among tied winners and rounded down; nobody wins where nobody would pay (SH-12)."""
    if not state.rules.arcade:
        return ()
    return tuple(Coins(seat, state.pay // len(winners)) for seat in winners)


def _add(pool: tuple[Coins, ...], lost: tuple[Coins, ...]) -> tuple[Coins, ...]:
    paid = {each.seat: each.amount for each in pool}
    for each in lost:
        paid[each.seat] = paid.get(each.seat, 0) + each.amount
    return tuple(Coins(seat, amount) for seat, amount in paid.items())
