"""The end of a round: who pays, how much, and to whom (SH-6, SH-7, SH-11, SH-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import starmap

from games.engine.betting.pots import share
from games.engine.core.deeds import BestHand, Deeds
from games.engine.core.game import Coins, HandResult, Seat, Step, owned
from games.stone_hand.hands import RAISES, RANKS, Dice, DiceHand, key
from games.stone_hand.luck import luck
from games.stone_hand.model import (
    JUNK_RETHROWS,
    Event,
    RoundEnded,
    Standing,
    StoneHandCarry,
    StoneHandRules,
    StoneHandState,
    WagerGone,
)
from games.stone_hand.titles import LAST_THROW, SHOW_UPS

Seats = tuple[Seat, ...]
SAFE = BestHand((RANKS["home"], 0), "home", ())
"""The home throw that stopped a round (SH-11); the dice were thrown again."""


def judge(standings: tuple[Standing, ...], *, inverted_junk: bool) -> tuple[Seats, Seats]:
    """Who pays and who is paid, each in throwing order; nobody where all tie or nobody has a hand."""
    keys = {each.seat: key(each.hand, inverted_junk=inverted_junk) for each in standings}
    best, worst = max(keys.values()), min(keys.values())
    if best == worst:
        return (), ()
    losers = tuple(seat for seat, each in keys.items() if each == worst)
    return losers, tuple(seat for seat, each in keys.items() if each == best)


def end_round(
    state: StoneHandState, losers: Seats, winners: Seats, events: tuple[Event, ...]
) -> Step[StoneHandState]:
    """Pay, and decide who throws first next: the last loser to throw, or the same seat again (SH-1)."""
    wagers = Counter({each.seat: each.amount for each in state.wagers})
    pool = Counter({each.seat: each.amount for each in state.pool})
    # Nobody pays more than they have left, so winners may get less than the full pay.
    staked = {
        seat: 0 if seat in state.safe else min(state.pay * state.rules.pay_factor, wagers[seat])
        for seat in state.order
    }
    lost = {seat: staked[seat] for seat in losers}
    gained = {} if state.rules.prize_pool or not winners else share(sum(lost.values()), winners)
    wagers.subtract(lost)
    wagers.update(gained)
    if state.rules.prize_pool:
        pool.update(lost)
    # Points are the pay, shared among tied winners and rounded down (SH-12).
    points = dict.fromkeys(winners, state.pay // max(1, len(winners))) if state.rules.arcade else {}
    over = replace(
        state,
        stage="over",
        thrown=None,
        wagers=tuple(starmap(Coins, wagers.items())),
        pool=_nonzero(pool),
        next_first=losers[-1] if losers else state.order[0],
        points=tuple(starmap(Coins, points.items())),
        winners=winners,
        staked=_nonzero(staked),
    )
    ended = RoundEnded(
        number=state.number,
        pay=state.pay,
        standings=state.standings,
        losers=losers,
        winners=winners,
        lost=_nonzero(lost),
        gained=_nonzero(gained),
        pool=pool.total(),
        points=over.points,
        factor=state.rules.pay_factor,
    )
    out = tuple(WagerGone(seat) for seat, amount in lost.items() if amount and not wagers[seat])
    return Step(over, (*events, ended, *out))


def result(state: StoneHandState) -> HandResult[StoneHandCarry]:
    """How a round ended."""
    assert state.stage == "over"
    return HandResult(
        stacks=stacks(state),
        carry=StoneHandCarry(
            state.number,
            state.next_first,
            state.house_throw,
            state.pool,
            introduced=tuple(sorted({*state.introduced, *state.order})),
        ),
        points={each.seat: each.amount for each in state.points},
    )


def stacks(state: StoneHandState) -> Mapping[Seat, int]:
    """The wagers."""
    return {each.seat: each.amount for each in state.wagers}


def deeds(state: StoneHandState) -> Mapping[Seat, Deeds]:
    """What everybody threw, and the hands that stand; a throw counts by its kind."""
    staked = {each.seat: each.amount for each in state.staked}
    stood = dict.fromkeys(state.safe, SAFE) | {
        each.seat: _shown(each.hand, state.rules) for each in state.standings
    }
    found = {}
    for seat in state.order:
        casts = [each for each in state.casts if each.seat == seat]
        chances = luck(frozenset(counting_homes(state, seat)), inverted_junk=state.rules.inverted_junk)
        worths = [chances.worths[each.dice] for each in casts if each.dice is not None]
        found[seat] = Deeds(
            staked=staked.get(seat, 0),
            has_won=seat in state.winners,
            shown=stood.get(seat),
            counts=Counter[str](each.kind for each in casts),
            luck=sum(worths),
            spread=len(worths) * chances.spread,
            feats=_feats(state, seat),
        )
    return found


def counting_homes(state: StoneHandState, seat: Seat) -> tuple[Dice, ...]:
    """The home throws that count for a seat (SH-3)."""
    if state.house_throw is not None:
        return (state.house_throw.numbers,)
    if state.rules.home_throws == "shared":
        return tuple(home.throw.numbers for home in state.homes)
    return tuple(home.throw.numbers for home in state.homes if home.seat == seat)


def _feats(state: StoneHandState, seat: Seat) -> frozenset[str]:
    """What else a title can be earned by; throws before a home throw that stopped the round are void."""
    mine = [each.kind in RAISES for each in state.casts if each.seat == seat]
    derived = {
        SHOW_UPS: sum(mine) > 1,
        LAST_THROW: seat in state.winners and not state.safe and mine.count(False) > JUNK_RETHROWS,
    }
    return frozenset(word for word, is_so in derived.items() if is_so)


def claims(carry: StoneHandCarry | None, winner: Seat | None) -> Mapping[Seat, int]:
    """The prize pool is the last player's, or goes back to those who paid it (SH-11, TB-10)."""
    return {} if carry is None else owned(carry.pool, winner)


def _shown(hand: DiceHand, rules: StoneHandRules) -> BestHand:
    return BestHand(key(hand, inverted_junk=rules.inverted_junk), hand.kind, tuple(map(str, hand.dice)))


def _nonzero(amounts: Mapping[Seat, int]) -> tuple[Coins, ...]:
    return tuple(Coins(seat, amount) for seat, amount in amounts.items() if amount)
