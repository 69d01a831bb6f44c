"""The rules of betting (TB-4 to TB-6): legal actions and their effects.

A hand opens its betting once. Each round then goes:

    blind ─► open_round ─► actions, offers ─► act ─► ... ─► close_round ─► ... ─► pay_out
                               ▲               │
                               └── to_act ◄────┘     None: the round is over

The action passes clockwise, one seat at a time, and skips a seat that has no decision to make because

- it has folded, is all in, or has pledged its whole stack;
- it has acted, and its bet equals `to_match`. Every bet and raise increases `to_match`. A *full* one,
  of at least `step`, also lets the others raise again (`has_acted` is cleared). A short all-in does
  not: seats that have acted may call it or fold (TB-4);
- it is the only one with chips left, and no other bet exceeds its own.

When no seat has a decision to make, `to_act` is None and the round is over. That can be the case as
soon as it opens; the game then continues without it. Closing a round moves all bets into the pot and
returns an uncalled bet, so that a pot never contains chips that only their owner can win.

Where going all in is a pledge (DE-11), it never raises: the seat puts in what there is to call now,
and later bets of the round are called for it automatically, as far as its stack goes.

`act` trusts its move: every offer is legal, and no other move reaches it. All bounds are bets of the
round, not added chips: a raise from 10 to 30 is `30`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar, assert_never

from games.engine.betting import bets
from games.engine.betting.bets import AllIn, Betting, BettingEvent, Call, Check, Fold, Raise, SeatBets
from games.engine.core.errors import BelowZero, MoneyMadeOrLost, ensure
from games.engine.core.game import C, E, Game, HandState, K, M, R, Seat, SeatAmount, V, clockwise
from games.engine.core.offers import Action, NumberAction, NumberOffer, Offer, PlainAction, PlainOffer
from games.engine.core.values import dataclass

RAISES_MAX = 4
"""The maximum number of bets and raises per round with fixed limit and more than two seats (TB-5)."""

HEADS_UP = 2


def open_betting(
    stacks: Sequence[tuple[Seat, int]],
    limit: bets.Limit,
    bet_min: int,
    *,
    is_pledging: bool = False,
    dead: int = 0,
    habits: tuple[bets.RaiseFrequency, ...] = (),
) -> Betting:
    """Return the betting before any bet, with only dead money in the pot; stacks are in turn order."""
    stakes = tuple(SeatBets(seat, stack) for seat, stack in stacks)
    return Betting(stakes, limit, bet_min, is_pledging, dead, habits=habits)


def in_turn_order(betting: Betting, dealer: Seat) -> Betting:
    """Return the betting before any bet, in turn order from the dealer's left: the dealer comes last."""
    return replace(betting, stakes=tuple(map(betting.stake, clockwise(betting.order, dealer))))


def ante(betting: Betting, seat: Seat, amount: int) -> Betting:
    """Post an ante, or the rest of the stack if less (TB-6)."""
    stake = betting.stake(seat)
    chips = min(stake.stack, amount)
    return _with_stake(betting, replace(stake, stack=stake.stack - chips, paid=stake.paid + chips))


def blind(betting: Betting, seat: Seat, amount: int) -> Betting:
    """Post a blind for the round about to open, or the rest of the stack if less (TB-6)."""
    stake = betting.stake(seat)
    return _with_stake(betting, _with_bet(stake, min(stake.stack, amount)))


def pay_dead(betting: Betting, seat: Seat, amount: int) -> Betting:
    """Put dead money into the pot: chips that count in no seat's total."""
    stake = betting.stake(seat)
    ensure(0 <= amount <= stake.stack, BelowZero, stake.stack, amount)
    paid = _with_stake(betting, replace(stake, stack=stake.stack - amount))
    return replace(paid, dead=paid.dead + amount)


def open_round(
    betting: Betting, first: Seat, *, bet_to_match: int = 0, may_check: bool = True, is_last: bool = False
) -> Betting:
    """Begin a round with `first`, or with the next seat after it that has a decision to make."""
    stakes = tuple(replace(stake, has_acted=False, has_pledged=False) for stake in betting.stakes)
    is_fixed = betting.limit == "fixed_limit"
    opened = replace(
        betting,
        # Blinds were posted before the round opens and count in it, so bets stay as they are.
        stakes=stakes,
        to_match=bet_to_match,
        # With a fixed limit every raise adds the same amount; otherwise a raise adds at least a big blind.
        step=betting.bet_min if is_fixed else max(betting.bet_min, bet_to_match),
        # A big blind counts as the first bet (TB-5).
        raises=1 if bet_to_match else 0,
        may_check=may_check,
        is_last=is_last,
        matched=(),
    )
    index = stakes.index(opened.stake(first))
    return replace(opened, to_act=_next(opened, index))


@dataclass(frozen=True, slots=True)
class Range:
    """A range of bets, bounds included."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class BettingOptions:
    """The legal actions of the seat to act; None for an illegal one. Folding is always legal."""

    can_check: bool
    match_amount: int | None
    """The chips needed to call."""
    raise_to: Range | None
    """The bets this round that a bet or raise may make, short all-ins aside."""
    all_in: int | None
    """The chips needed to go all in now; possibly none if it is a pledge (DE-11)."""


def betting_options(betting: Betting, *, ceiling: int | None = None) -> BettingOptions:
    """Return the legal actions of the seat to act; no bet or raise exceeds the ceiling (DV-22)."""
    stake = betting.acting
    missing, reach = amount_to_call(betting, stake), stake.max_bet
    least, most = betting.to_match + betting.step, _limit_max(betting, stake)
    if ceiling is not None:
        # The ceiling may be lower than a full raise.
        least, most = min(least, ceiling), min(most, ceiling)
    is_capped = betting.limit == "fixed_limit" and betting.raises >= RAISES_MAX
    may_raise = not stake.has_acted and not (is_capped and len(contenders(betting)) > HEADS_UP)
    if betting.is_pledging:
        all_in: int | None = min(stake.stack, missing)
    else:
        is_raise = reach > betting.to_match
        all_in = None if is_raise and not (may_raise and reach <= most) else stake.stack
    most = min(reach, most)
    return BettingOptions(
        can_check=missing == 0 and (betting.may_check or betting.to_match > 0),
        match_amount=missing if 0 < missing <= stake.stack else None,
        raise_to=Range(least, most) if may_raise and betting.to_match < least <= most else None,
        all_in=all_in,
    )


def amount_to_call(betting: Betting, stake: SeatBets) -> int:
    """Return the chips a stake needs to call."""
    return max(0, betting.to_match - stake.bet)


def pot_after_call(betting: Betting, stake: SeatBets) -> int:
    """Return the pot after this stake's call."""
    return betting.pot + amount_to_call(betting, stake)


def _limit_max(betting: Betting, stake: SeatBets) -> int:
    """Return the maximum bet under the table's limit, regardless of the stack (TB-5)."""
    match betting.limit:
        case "no_limit":
            return stake.max_bet
        case "pot_limit":
            return betting.to_match + pot_after_call(betting, stake)
        case "fixed_limit":
            return betting.to_match + betting.bet_min
        case _:
            assert_never(betting.limit)


ACTIONS: tuple[Action, ...] = (
    PlainAction("fold"),
    PlainAction("check"),
    PlainAction("match"),
    NumberAction("bet"),
    NumberAction("raise"),
    PlainAction("all_in"),
)
"""All actions that a betting round may ever offer."""


def offers(betting: Betting, *, ceiling: int | None = None) -> tuple[Offer[bets.BettingMove], ...]:
    """Return the legal actions as offers; a bet or raise asks for the seat's resulting bet this round."""
    may = betting_options(betting, ceiling=ceiling)
    offered: list[Offer[bets.BettingMove]] = [PlainOffer("fold", Fold())]
    if may.can_check:
        offered.append(PlainOffer("check", Check()))
    if may.match_amount is not None:
        offered.append(PlainOffer("match", Call()))
    if may.raise_to is not None:
        key, stake = "raise" if betting.to_match else "bet", betting.acting
        least, most, pot = may.raise_to.least, may.raise_to.most, pot_after_call(betting, stake)
        # Buttons for the minimum, half the pot and the pot, if legal, but never for the whole stack.
        sizes = {least, betting.to_match + pot // 2, betting.to_match + pot}
        marks = tuple(sorted(to for to in sizes if least <= to <= most and to < stake.max_bet))
        offered.append(NumberOffer(key, least, most, Raise, marks))
    if may.all_in is not None:
        offered.append(PlainOffer("all_in", AllIn()))
    return tuple(offered)


def is_closing(betting: Betting) -> bool:
    """Return True if a call, or an all-in for less, would end the last round: a call for cards (KH-10)."""
    can_call = betting.is_last and amount_to_call(betting, betting.acting) > 0
    return can_call and act(betting, Call())[0].to_act is None


def passive_answer(betting: Betting) -> str:
    """Return the key of the passive offer: check or fold (TB-8)."""
    return "check" if betting_options(betting).can_check else "fold"


def act(betting: Betting, move: bets.BettingMove) -> tuple[Betting, tuple[BettingEvent, ...]]:
    """Apply a move of the seat to act, and pass the turn to the next seat with a decision to make."""
    stake = betting.acting
    match move:
        case Fold():
            acted, events = _fold(betting, stake)
        case Check():
            acted = _with_stake(betting, replace(stake, has_acted=True))
            events = (bets.Checked(stake.seat),)
        case Call():
            acted, events = _call(betting, stake)
        case Raise(to=to):
            acted, events = _raise(betting, stake, to)
        case AllIn():
            acted, events = _all_in(betting, stake)
        case _:
            assert_never(move)
    index = betting.stakes.index(stake)
    return replace(acted, to_act=_next(acted, index + 1)), events


def leave(betting: Betting, seat: Seat) -> tuple[Betting, tuple[BettingEvent, ...]]:
    """Fold a seat in turn or out of turn, during a round or between rounds (TB-9)."""
    stake = betting.stake(seat)
    if stake.has_folded:
        return betting, ()
    left, events = _fold(betting, stake)
    if betting.to_act is None:
        # No seat is to act between rounds, and a seat that leaves must not change that.
        return left, events
    # The same seat remains to act, unless it is the one leaving or has no rival left.
    index = left.stakes.index(left.stake(betting.to_act))
    return replace(left, to_act=_next(left, index)), events


def close_round(betting: Betting) -> tuple[Betting, tuple[bets.UncalledBetReturned, ...]]:
    """Collect the bets into the pot; return an uncalled bet, unless its player folded (TB-6)."""
    # Only the highest stake can exceed all others, so at most one seat has an uncalled bet.
    second, highest = sorted(betting.stakes, key=lambda stake: stake.total)[-2:]
    excess = 0 if highest.has_folded else highest.total - second.total
    paid = tuple(replace(stake, paid=stake.total, bet=0) for stake in betting.stakes)
    gathered = replace(betting, stakes=paid, to_act=None, to_match=0)
    if not excess:
        return gathered, ()
    highest_repaid = replace(highest, stack=highest.stack + excess, paid=highest.total - excess, bet=0)
    return _with_stake(gathered, highest_repaid), (bets.UncalledBetReturned(highest.seat, excess),)


def close_hand(betting: Betting) -> tuple[Betting, tuple[bets.UncalledBetReturned, ...]]:
    """Collect the bets when all but one have folded, after returning the uncalled bet (TB-7)."""
    return (betting, ()) if betting.keeps_unmatched else close_round(betting)


def pay_out(betting: Betting, gained: Mapping[Seat, int]) -> Betting:
    """Return the betting after the hand, with the whole pot added to the winners' stacks."""
    ensure(sum(gained.values()) == betting.pot, MoneyMadeOrLost)
    stakes = (
        replace(stake, stack=stake.stack + gained.get(stake.seat, 0), paid=0, bet=0)
        for stake in betting.stakes
    )
    staked = tuple(SeatAmount(stake.seat, stake.total) for stake in betting.stakes if stake.total)
    return replace(betting, stakes=tuple(stakes), dead=0, to_act=None, to_match=0, staked=staked)


def contenders(betting: Betting) -> tuple[Seat, ...]:
    """Return the seats that have not folded, in turn order."""
    return tuple(stake.seat for stake in betting.stakes if not stake.has_folded)


def raisers_of_round(betting: Betting) -> tuple[Seat, ...]:
    """Return the seats that bet or raised in this round, once for each bet or raise; no blind."""
    return betting.raisers[max(0, len(betting.raisers) - betting.raises) :]


def behind(betting: Betting) -> tuple[Seat, ...]:
    """Return the seats that still have to act after the seat to act."""
    return tuple(
        stake.seat
        for stake in betting.stakes
        if stake.can_bet
        and stake.seat != betting.to_act
        and not (stake.has_acted and not amount_to_call(betting, stake))
    )


def bet_ceiling(betting: Betting) -> int:
    """Return the ceiling of DV-22: the highest bet this round that an opponent still in could call."""
    return max(
        stake.max_bet for stake in betting.stakes if not stake.has_folded and stake.seat != betting.to_act
    )


def winnable(betting: Betting, chips: int, *, is_whole: bool = False) -> int:
    """Return the part of the pot, own chips included, that the seat to act can win with `chips` more (TB-6).

    It wins nothing of bets it can't call, unless an all-in for less plays for the whole pot (DE-11).
    """
    seat = betting.acting.seat
    staying = _with_stake(betting, _with_bet(betting.stake(seat), chips))
    if is_whole:
        return close_round(staying)[0].pot
    pots = bets.side_pots(
        [(each.seat, each.total) for each in staying.stakes], contenders(staying), staying.dead
    )
    return sum(pot.amount for pot in pots if seat in pot.contenders)


def _fold(betting: Betting, stake: SeatBets) -> tuple[Betting, tuple[BettingEvent, ...]]:
    return _with_stake(betting, replace(stake, has_folded=True)), (bets.Folded(stake.seat),)


def _call(betting: Betting, stake: SeatBets) -> tuple[Betting, tuple[BettingEvent, ...]]:
    chips = min(stake.stack, amount_to_call(betting, stake))
    acted = replace(_with_bet(stake, chips), has_acted=True)
    called = replace(_with_stake(betting, acted), matched=(*betting.matched, stake.seat))
    return called, (bets.Called(stake.seat, chips, is_all_in=acted.stack == 0),)


def _raise(betting: Betting, stake: SeatBets, to: int) -> tuple[Betting, tuple[BettingEvent, ...]]:
    added, chips = to - betting.to_match, to - stake.bet
    assert added > 0
    raiser = replace(_with_bet(stake, chips), has_acted=True)
    raisers = (*betting.raisers, stake.seat)
    # A short all-in counts as a raise too (TB-5).
    raised = replace(_with_stake(betting, raiser), to_match=to, raises=betting.raises + 1, raisers=raisers)
    if added >= betting.step:
        # After a full raise all other seats may raise again (TB-4).
        reopened = (each if each == raiser else replace(each, has_acted=False) for each in raised.stakes)
        raised = replace(raised, step=added, stakes=tuple(reopened))
    event = bets.Raised if betting.to_match else bets.Bet
    events: tuple[BettingEvent, ...] = (event(stake.seat, chips, to, is_all_in=raiser.stack == 0),)
    # Seats that have pledged call at once, as far as their stacks go (DE-11). The loop may iterate over the
    # old stakes: a call changes no other stake and never `to_match`.
    for each in raised.stakes:
        if each.has_pledged and each.can_bet and amount_to_call(raised, each):
            raised, call_events = _call(raised, each)
            events += call_events
    return raised, events


def _all_in(betting: Betting, stake: SeatBets) -> tuple[Betting, tuple[BettingEvent, ...]]:
    if betting.is_pledging:
        # Later bets are called without asking, so `has_pledged` stands for having acted.
        chips = min(stake.stack, amount_to_call(betting, stake))
        pledged = replace(_with_bet(stake, chips), has_pledged=True)
        return _with_stake(betting, pledged), (bets.Pledged(stake.seat, chips),)
    # This includes a short raise, after which `_raise` lets no seat raise again.
    if stake.max_bet > betting.to_match:
        return _raise(betting, stake, stake.max_bet)
    return _call(betting, stake)


def _next(betting: Betting, start: int) -> Seat | None:
    """Return the first seat from `start` clockwise with a decision to make; None if the round is over."""
    # The last seat left has won the pot and decides nothing, not even a call.
    if len(contenders(betting)) == 1:
        return None
    for stake in betting.stakes[start:] + betting.stakes[:start]:
        has_matched = stake.has_acted and stake.bet >= betting.to_match
        if not stake.can_bet or stake.has_pledged or has_matched:
            continue
        others = [each for each in betting.stakes if each.seat != stake.seat]
        # After a short blind there is nothing to call beyond the chips actually bet (TB-4, last sentence).
        if any(each.can_bet or each.bet > stake.bet for each in others):
            return stake.seat
    return None


def _with_bet(stake: SeatBets, chips: int) -> SeatBets:
    ensure(0 <= chips <= stake.stack, BelowZero, stake.stack, chips)
    return replace(stake, stack=stake.stack - chips, bet=stake.bet + chips)


def _with_stake(betting: Betting, changed: SeatBets) -> Betting:
    stakes = tuple(changed if stake.seat == changed.seat else stake for stake in betting.stakes)
    return replace(betting, stakes=stakes)


class BettingState(HandState, Protocol):
    """The state of a hand with betting."""

    @property
    def betting(self) -> Betting:
        """All stakes and the current round."""


B = TypeVar("B", bound=BettingState)


class BettingGame(Game[B, M, E, V, C, R, K]):
    """A game with betting: the stakes determine which seats are still in, and with what."""

    def is_out(self, state: B, seat: Seat) -> bool:
        """Return True if a seat has folded (TB-4)."""
        return state.betting.stake(seat).has_folded

    def is_all_in(self, state: B, seat: Seat) -> bool:
        """Return True if a seat that is still in has no chips left."""
        return state.betting.stake(seat).is_all_in

    def stacks(self, state: B) -> Mapping[Seat, int]:
        """Return each seat's remaining stack."""
        return state.betting.stacks

    def pot(self, state: B) -> int:
        """Return all chips in the middle, including this round's bets."""
        return state.betting.pot
