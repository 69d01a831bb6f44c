"""The rules of a round, its end (SH-6, SH-7, SH-11, SH-12), its titles, and the length of a game (SH-8).

    finding ──► ready ──► rolling ──► choosing ──► (next seat) ready ──► over
                  ▲          │            │
                  └─show-up──┘◄──rethrow──┘

The House rolls in `finding` and `rolling`; the seat to act answers in `ready` and `choosing`. A hand that may
not be rethrown stands at once, without a question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import starmap
from math import isqrt
from typing import TypeAlias, assert_never

from games.engine.betting.bets import share
from games.engine.core.errors import N_, must_find
from games.engine.core.game import CHANCE_SEAT, HandResult, HandSetup, Seat, SeatAmount, Transition, owned
from games.engine.core.hand_stats import WON, BestHand, HandStats, earned_by, won_with
from games.engine.core.offers import Action, Answer, Offer, PlainAction, PlainOffer
from games.engine.provable_chance import Chance
from games.stone_hand import model
from games.stone_hand.hands import RAISES, RANKS, Dice, key, lowered, luck, read_dice, throw
from games.stone_hand.model import Event, StoneHandRules, StoneHandState

RIVALS_MIN = 2
"""The minimum number of players in a round."""
Events: TypeAlias = tuple[Event, ...]
Seats: TypeAlias = tuple[Seat, ...]
SAFE = BestHand((RANKS["home"], 0), "home", ())
"""The hand of a seat whose home throw stopped a round (SH-11), without its dice."""


def start(
    facts: HandSetup[StoneHandRules, model.HomeThrow], carry: model.StoneHandCarry | None
) -> StoneHandState:
    """Return a new round; in the first, the player who opened the table throws first (SH-1)."""
    rules = facts.rules
    first = facts.opener if carry is None else carry.first
    # The order starts at `first` clockwise, even if that seat is no longer taken.
    order = tuple(sorted((player.seat for player in facts.players), key=lambda seat: (seat < first, seat)))
    house_throw = None if carry is None else carry.house_throw
    if carry is None and rules.house_throw is not None:
        house_throw = model.HomeThrow(rules.house_throw, rules.house_why)
    is_one_for_all = rules.home_throws == "house"
    homes = (model.Home(each.seat, each.keepsake) for each in facts.players if each.keepsake is not None)
    return StoneHandState(
        rules=rules,
        number=1 if carry is None else carry.number + 1,
        order=order,
        wagers=tuple(SeatAmount(player.seat, player.stack) for player in facts.players),
        homes=() if rules.home_throws in ("house", "none") else tuple(homes),
        house_throw=house_throw if is_one_for_all else None,
        pool=() if carry is None else carry.pool,
        stage="finding" if is_one_for_all and house_throw is None else "ready",
        next_first=order[0],
        introduced=() if carry is None else carry.introduced,
    )


def to_act(state: StoneHandState) -> frozenset[Seat]:
    """Return the House while dice roll, otherwise the seat to act."""
    match state.stage:
        case "finding" | "rolling":
            return frozenset({CHANCE_SEAT})
        case "ready" | "choosing":
            return frozenset({thrower(state)})
        case "over":
            return frozenset()
        case _:
            assert_never(state.stage)


ACTIONS: tuple[Action, ...] = (PlainAction("throw"), PlainAction("rethrow"), PlainAction("keep"))


def offers(state: StoneHandState, seat: Seat) -> tuple[Offer[model.Move], ...]:
    """Return the legal choices of a seat: to throw, or to rethrow or keep."""
    if seat not in to_act(state) or seat == CHANCE_SEAT:
        return ()
    if state.stage == "ready":
        return (PlainOffer("throw", model.Throw()),)
    return PlainOffer("rethrow", model.Rethrow()), PlainOffer("keep", model.Keep())


def timeout(state: StoneHandState, _seat: Seat) -> Answer:
    """Return the mildest answer: throw, or keep the throw (TB-8)."""
    return Answer("throw" if state.stage == "ready" else "keep")


def house_move(state: StoneHandState, chance: Chance) -> model.Move:
    """Roll three dice."""
    assert state.stage in ("finding", "rolling")
    return model.Roll(throw(chance.below))


def find_home(below: Callable[[int], int]) -> model.HomeThrow:
    """Return the first throw that is junk (SH-3)."""
    while read_dice(dice := throw(below)).kind != "junk":
        pass
    return model.HomeThrow(dice)


def apply(state: StoneHandState, seat: Seat, move: model.Move) -> Transition[StoneHandState]:
    """Return the state and events after a move; the only way to a new state."""
    assert seat in to_act(state)
    match move:
        case model.Throw():
            return Transition(replace(state, stage="rolling"))
        case model.Rethrow():
            return Transition(replace(state, stage="rolling", thrown=None, rethrows=state.rethrows + 1))
        case model.Keep():
            assert state.thrown is not None
            return _stand(state, seat, (model.Kept(seat, state.thrown),))
        case model.Roll(dice=dice) if state.stage == "finding":
            # The House throws for its own home throw until the dice show junk (SH-3).
            is_found = read_dice(dice).kind == "junk"
            found = replace(state, house_throw=model.HomeThrow(dice), stage="ready") if is_found else state
            return Transition(found, (model.HouseThrew(dice, is_found=is_found),))
        case model.Roll(dice=dice):
            return _land(state, dice)
        case _:
            assert_never(move)


def thrower(state: StoneHandState) -> Seat:
    """Return the seat that is to throw: the first in the round without a standing hand."""
    stood = {each.seat for each in state.standings}
    return must_find(seat for seat in contestants(state) if seat not in stood)


def contestants(state: StoneHandState) -> tuple[Seat, ...]:
    """Return the seats in the round, in throwing order: all except the safe ones."""
    return tuple(seat for seat in state.order if seat not in state.safe)


def may_rethrow_all(state: StoneHandState) -> bool:
    """Return True if any hand may be rethrown now, not only junk (SH-10)."""
    return state.rules.opal_river and state.rethrows_first != 0


def rethrows_left(state: StoneHandState) -> int:
    """Return how many more times the dice may be rethrown (SH-4, SH-10)."""
    if state.thrown is None:
        return 0
    if may_rethrow_all(state):
        limit = model.OPAL_RETHROWS if state.rethrows_first is None else state.rethrows_first
    else:
        limit = model.JUNK_RETHROWS if state.thrown.kind == "junk" else 0
    return max(0, limit - state.rethrows)


def counting_homes(state: StoneHandState, seat: Seat) -> tuple[Dice, ...]:
    """Return the home throws that count for a seat (SH-3)."""
    if state.house_throw is not None:
        return (state.house_throw.numbers,)
    if state.rules.home_throws == "shared":
        return tuple(home.throw.numbers for home in state.homes)
    return tuple(home.throw.numbers for home in state.homes if home.seat == seat)


def _land(state: StoneHandState, dice: Dice) -> Transition[StoneHandState]:
    seat = thrower(state)
    hand = read_dice(dice, counting_homes(state, seat))
    state = replace(state, casts=(*state.casts, model.Cast(seat, hand.kind, dice)))
    if hand.kind in RAISES:
        raised = replace(state, pay=state.pay + RAISES[hand.kind], stage="ready")
        return Transition(raised, (model.ShowUp(seat, hand, raised.pay),))
    landed = replace(state, thrown=hand, stage="choosing")
    threw = model.Threw(seat, hand, state.rethrows)
    if rethrows_left(landed) > 0:
        return Transition(landed, (threw,))
    return _stand(landed, seat, (threw,))


def _stand(state: StoneHandState, seat: Seat, events: Events) -> Transition[StoneHandState]:
    """Make the throw the standing hand; its score may lower the pay (SH-2)."""
    hand = state.thrown
    assert hand is not None
    pay = lowered(state.pay, hand)
    if pay < state.pay:
        events = (*events, model.PayLowered(seat, pay))
    stood = replace(
        state,
        stage="ready",
        turn=state.turn + 1,
        thrown=None,
        rethrows=0,
        pay=pay,
        standings=(*state.standings, model.Standing(seat, hand)),
        # The first standing hand limits the rethrows of the others (SH-10).
        rethrows_first=state.rethrows if state.rethrows_first is None else state.rethrows_first,
    )
    # With a prize pool, a home throw stops the round: its player is safe, and the others start again. An
    # empty hand ends the round at once (SH-11).
    if state.rules.prize_pool and hand.kind == "home":
        restarted = replace(
            stood, pay=model.PAY_START, standings=(), rethrows_first=None, safe=(*state.safe, seat)
        )
        return _go_on(restarted, (*events, model.RoundRestarted(seat)))
    if state.rules.prize_pool and hand.kind == "empty":
        return end_round(stood, (seat,), (), events)
    return _go_on(stood, events)


def _go_on(state: StoneHandState, events: Events) -> Transition[StoneHandState]:
    """Go on with the next seat, or end the round; a seat without opponents neither pays nor gains."""
    playing = contestants(state)
    if len(playing) < RIVALS_MIN:
        return end_round(state, (), (), events)
    if len(state.standings) == len(playing):
        losers, winners = judge(state.standings, inverted_junk=state.rules.inverted_junk)
        return end_round(state, losers, winners, events)
    return Transition(state, events)


def judge(standings: tuple[model.Standing, ...], *, inverted_junk: bool) -> tuple[Seats, Seats]:
    """Return the losers and the winners, each in throwing order; none if all tie."""
    keys = {each.seat: key(each.hand, inverted_junk=inverted_junk) for each in standings}
    best, worst = max(keys.values()), min(keys.values())
    if best == worst:
        return (), ()
    losers = tuple(seat for seat, each in keys.items() if each == worst)
    return losers, tuple(seat for seat, each in keys.items() if each == best)


def end_round(
    state: StoneHandState, losers: Seats, winners: Seats, events: Events
) -> Transition[StoneHandState]:
    """Pay, and set the first thrower of the next round: the last loser, or the same seat again (SH-1)."""
    wagers = Counter({each.seat: each.amount for each in state.wagers})
    pool = Counter({each.seat: each.amount for each in state.pool})
    # A loss is limited to the remaining wager, so winners may get less than the full pay.
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
        wagers=tuple(starmap(SeatAmount, wagers.items())),
        pool=_nonzero(pool),
        next_first=losers[-1] if losers else state.order[0],
        points=tuple(starmap(SeatAmount, points.items())),
        winners=winners,
        staked=_nonzero(staked),
    )
    ended = model.RoundEnded(
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
    out = tuple(model.WagerGone(seat) for seat, amount in lost.items() if amount and not wagers[seat])
    return Transition(over, (*events, ended, *out))


def _nonzero(amounts: Mapping[Seat, int]) -> tuple[SeatAmount, ...]:
    return tuple(SeatAmount(seat, amount) for seat, amount in amounts.items() if amount)


def result(state: StoneHandState) -> HandResult[model.StoneHandCarry]:
    """Return the result of a round."""
    assert state.stage == "over"
    return HandResult(
        stacks=stacks(state),
        carry=model.StoneHandCarry(
            state.number,
            state.next_first,
            state.house_throw,
            state.pool,
            introduced=tuple(sorted({*state.introduced, *state.order})),
        ),
        points={each.seat: each.amount for each in state.points},
    )


def stacks(state: StoneHandState) -> Mapping[Seat, int]:
    """Return the wagers."""
    return {each.seat: each.amount for each in state.wagers}


SHOW_UPS, LAST_THROW = "two_show_ups", "won_by_third_rethrow"
TITLES = (
    earned_by("stone_won", N_("Stonecaster"), N_("won a round of Stone Hand"), WON),
    earned_by("stone_home", N_("Thrown Home"), N_("threw a home throw"), "home"),
    earned_by("stone_homes", N_("Three Times Home"), N_("threw three home throws"), "home", times=3),
    earned_by(
        "stone_home_won",
        N_("No Place Like Home"),
        N_("won a round with a home throw"),
        won_with("home"),
    ),
    earned_by("stone_triple", N_("The Three Brothers"), N_("threw a triple"), "triple"),
    earned_by("stone_junk_won", N_("Gold in the Gravel"), N_("won a round with junk"), won_with("junk")),
    earned_by("stone_double", N_("Four, Six, Eight"), N_("threw a double show-up"), "double_show_up"),
    earned_by("stone_show_ups", N_("The Show-Off"), N_("threw two show-ups in one round"), SHOW_UPS),
    earned_by("stone_last_throw", N_("Third Time Lucky"), N_("won a round by a third rethrow"), LAST_THROW),
)
"""The titles that Stone Hand's deeds earn (TB-21)."""


def deeds(state: StoneHandState) -> Mapping[Seat, HandStats]:
    """Return the statistics of the round: throws by kind, standing hands, and luck."""
    staked = {each.seat: each.amount for each in state.staked}
    inverted_junk = state.rules.inverted_junk
    stood = dict.fromkeys(state.safe, SAFE)
    for seat, hand in ((each.seat, each.hand) for each in state.standings):
        stood[seat] = BestHand(key(hand, inverted_junk=inverted_junk), hand.kind, tuple(map(str, hand.dice)))
    stats = {}
    for seat in state.order:
        casts = [each for each in state.casts if each.seat == seat]
        chances = luck(frozenset(counting_homes(state, seat)), inverted_junk=inverted_junk)
        worths = [chances.worths[each.dice] for each in casts if each.dice is not None]
        stats[seat] = HandStats(
            staked=staked.get(seat, 0),
            has_won=seat in state.winners,
            shown=stood.get(seat),
            counts=Counter[str](each.kind for each in casts),
            luck=sum(worths),
            spread=len(worths) * chances.spread,
            feats=_feats(state, seat),
        )
    return stats


def _feats(state: StoneHandState, seat: Seat) -> frozenset[str]:
    """Return further words that can earn a title."""
    raises = [each.kind in RAISES for each in state.casts if each.seat == seat]
    derived = {
        SHOW_UPS: sum(raises) > 1,
        LAST_THROW: seat in state.winners and not state.safe and raises.count(False) > model.JUNK_RETHROWS,
    }
    return frozenset(word for word, earned in derived.items() if earned)


def claims(carry: model.StoneHandCarry | None, winner: Seat | None) -> Mapping[Seat, int]:
    """Return the prize pool for the last player, or each seat's payments into it (SH-11, TB-10)."""
    return {} if carry is None else owned(carry.pool, winner)


SHORT_ROUNDS = 20
"""The number of rounds of a short game."""


def rounds_expected(units: int, seats: int) -> int:
    """Return the approximate number of rounds of a game with these wagers, rounded to one digit.

    Wagers do a random walk, so twice the wager takes four times as long. The constants fit simulated games of
    2 to 6 house players with 5 to 40 units each.
    """
    rounds = max(1, round(units**2 * _slowness(seats) / 10))
    unit: int = 10 ** (len(str(rounds)) - 1)
    return round(rounds / unit) * unit


def short_wager(seats: int) -> int:
    """Return the wager in units for a short game."""
    return max(2, isqrt(round(SHORT_ROUNDS * 10 / _slowness(seats))))


def _slowness(seats: int) -> float:
    """Return the length of a game relative to two players; with more players, a round affects only a few."""
    return float((seats - 1) ** 1.6)
