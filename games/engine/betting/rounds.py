"""Betting (TB-4 to TB-6): what a seat may do, and what comes of it.

A hand opens the betting once. Then, for each of its rounds:

    blind ─► open_round ─► actions, offers ─► act ─► ... ─► close_round ─► ... ─► pay_out
                               ▲               │
                               └── to_act ◄────┘     None: the round is over

A round asks one seat at a time, clockwise, and passes over a seat that has nothing to decide:

- it has folded, is all in, or has pledged all it has;
- it has acted, and its bet comes to `to_match`. Every bet and raise moves `to_match` up. A *full*
  one, of at least `step`, also lets the others raise again (`has_acted` is cleared). A short all-in
  does not: seats that have acted may match it or fold (TB-4);
- it is the only one with chips left, and nobody has bet more than it has.

When no seat is left to ask, `to_act` is None and the round is over. That may be so as soon as it
opens: the game then goes on without a question. Closing a round moves all bets into the pot and
returns the chips that nobody could match, so that a pot never holds chips only their owner can win.

Where all in is a pledge (DE-11) it never raises: the seat puts in what is asked for now, and what
is bet later in the round is matched for it at once, as far as its stack goes.

`act` trusts its move: everything that `offers` offers is legal, and nothing else reaches it. All bounds are
bets of the round and not chips added: a raise from 10 to 30 is `30`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar, assert_never

from games.engine.betting import bets
from games.engine.betting.bets import AllIn, Betting, BettingEvent, Call, Check, Fold, Raise, SeatBets
from games.engine.core.errors import BelowZero, MoneyMadeOrLost, ensure
from games.engine.core.game import C, E, Game, HandState, K, M, R, Seat, SeatAmount, V, clockwise
from games.engine.core.offers import Action, NumberAction, NumberOffer, Offer, PlainAction, PlainOffer

RAISES_MAX = 4
"""Bets and raises a round with fixed limit, while more than two are in (TB-5)."""

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
    """The betting of a hand before anything is in the pot but dead money; stacks in turn order."""
    stakes = tuple(SeatBets(seat, stack) for seat, stack in stacks)
    return Betting(stakes, limit, bet_min, is_pledging, dead, habits=habits)


def in_turn_order(betting: Betting, dealer: Seat) -> Betting:
    """The betting before anything is bet, from the dealer's left: the dealer comes last."""
    return replace(betting, stakes=tuple(map(betting.stake, clockwise(betting.order, dealer))))


def ante(betting: Betting, seat: Seat, amount: int) -> Betting:
    """Put an ante into the pot, or what is left (TB-6)."""
    stake = betting.stake(seat)
    chips = min(stake.stack, amount)
    return _with(betting, replace(stake, stack=stake.stack - chips, paid=stake.paid + chips))


def blind(betting: Betting, seat: Seat, amount: int) -> Betting:
    """Put in a bet of the round about to open, or what is left (TB-6)."""
    stake = betting.stake(seat)
    return _with(betting, _put(stake, min(stake.stack, amount)))


def pay_dead(betting: Betting, seat: Seat, amount: int) -> Betting:
    """Put chips into the pot that count in nobody's total."""
    stake = betting.stake(seat)
    ensure(0 <= amount <= stake.stack, BelowZero, stake.stack, amount)
    paid = _with(betting, replace(stake, stack=stake.stack - amount))
    return replace(paid, dead=paid.dead + amount)


def open_round(
    betting: Betting, first: Seat, *, bet_to_match: int = 0, may_check: bool = True, is_last: bool = False
) -> Betting:
    """Begin a round with `first`, or the next after it who has something to decide."""
    stakes = tuple(replace(stake, has_acted=False, has_pledged=False) for stake in betting.stakes)
    is_fixed = betting.limit == "fixed_limit"
    opened = replace(
        betting,
        # Bets stay as they are: blinds were put in before the round opens, and count in it.
        stakes=stakes,
        to_match=bet_to_match,
        # With a fixed limit every raise adds the same; otherwise a big blind is the least to add.
        step=betting.bet_min if is_fixed else max(betting.bet_min, bet_to_match),
        # A big blind counts as the first (TB-5).
        raises=1 if bet_to_match else 0,
        may_check=may_check,
        is_last=is_last,
        matched=(),
    )
    index = stakes.index(opened.stake(first))
    return replace(opened, to_act=_next(opened, index))


@dataclass(frozen=True, slots=True)
class Range:
    """From least to most, bounds included."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class BettingOptions:
    """What the seat to act may do; None where it may not. Folding is always possible."""

    can_check: bool
    match_amount: int | None
    """Chips that a match takes."""
    raise_to: Range | None
    """What the seat's bet of this round may become by a bet or a raise that is no short all in."""
    all_in: int | None
    """Chips that going all in takes now: perhaps none if it is a pledge (DE-11)."""


def betting_options(betting: Betting, *, ceiling: int | None = None) -> BettingOptions:
    """What the seat to act may do; no bet or raise comes to more than the ceiling (DV-22)."""
    stake = betting.acting
    missing, reach = amount_to_call(betting, stake), stake.max_bet
    least, most = betting.to_match + betting.step, _most(betting, stake)
    if ceiling is not None:
        # A raise up to the richest opponent's purse may be smaller than a full one.
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
    """Chips that a stake's bet lacks."""
    return max(0, betting.to_match - stake.bet)


def pot_after_call(betting: Betting, stake: SeatBets) -> int:
    """What will lie in the middle once this stake has matched."""
    return betting.pot + amount_to_call(betting, stake)


def _most(betting: Betting, stake: SeatBets) -> int:
    """The highest bet under the table's limit, whatever the stack (TB-5)."""
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
"""All that can be offered in a betting round."""


def offers(betting: Betting, *, ceiling: int | None = None) -> tuple[Offer[bets.BettingMove], ...]:
    """The actions as offers; what a bet or raise asks for is what the seat's bet of this round becomes."""
    may = betting_options(betting, ceiling=ceiling)
    offered: list[Offer[bets.BettingMove]] = [PlainOffer("fold", Fold())]
    if may.can_check:
        offered.append(PlainOffer("check", Check()))
    if may.match_amount is not None:
        offered.append(PlainOffer("match", Call()))
    if may.raise_to is not None:
        key, stake = "raise" if betting.to_match else "bet", betting.acting
        least, most, pot = may.raise_to.least, may.raise_to.most, pot_after_call(betting, stake)
        # The smallest, half the pot, the pot: those that are legal, and never all in.
        wanted = {least, betting.to_match + pot // 2, betting.to_match + pot}
        marks = tuple(sorted(to for to in wanted if least <= to <= most and to < stake.max_bet))
        offered.append(NumberOffer(key, least, most, Raise, marks))
    if may.all_in is not None:
        offered.append(PlainOffer("all_in", AllIn()))
    return tuple(offered)


def is_closing(betting: Betting) -> bool:
    """Whether a match, or an all-in for less, would end the last round: it calls for cards (KH-10)."""
    is_due = betting.is_last and amount_to_call(betting, betting.acting) > 0
    return is_due and act(betting, Call())[0].to_act is None


def passive_answer(betting: Betting) -> str:
    """The key of the mildest offer (TB-8)."""
    return "check" if betting_options(betting).can_check else "fold"


def act(betting: Betting, move: bets.BettingMove) -> tuple[Betting, tuple[BettingEvent, ...]]:
    """The seat to act does it, and the next who has something to decide is to act."""
    stake = betting.acting
    match move:
        case Fold():
            acted, events = _fold(betting, stake)
        case Check():
            acted = _with(betting, replace(stake, has_acted=True))
            events = (bets.Checked(stake.seat),)
        case Call():
            acted, events = _match(betting, stake)
        case Raise(to=to):
            acted, events = _raise(betting, stake, to)
        case AllIn():
            acted, events = _all_in(betting, stake)
        case _:
            assert_never(move)
    index = betting.stakes.index(stake)
    return replace(acted, to_act=_next(acted, index + 1)), events


def leave(betting: Betting, seat: Seat) -> tuple[Betting, tuple[BettingEvent, ...]]:
    """Fold in turn or out of it, in a round or between two (TB-9)."""
    stake = betting.stake(seat)
    if stake.has_folded:
        return betting, ()
    left, events = _fold(betting, stake)
    if betting.to_act is None:
        # Between two rounds nobody is asked, and nobody may be because somebody leaves.
        return left, events
    # The same seat is still asked, unless it is the one that leaves, or has no rival any more.
    index = left.stakes.index(left.stake(betting.to_act))
    return replace(left, to_act=_next(left, index)), events


def close_round(betting: Betting) -> tuple[Betting, tuple[bets.UncalledBetReturned, ...]]:
    """Gather the bets in; chips that nobody could match go back, unless their player folded (TB-6)."""
    # Only the highest stake can exceed what anybody else put in, so at most one seat gets chips back.
    second, highest = sorted(betting.stakes, key=lambda stake: stake.total)[-2:]
    excess = 0 if highest.has_folded else highest.total - second.total
    paid = tuple(replace(stake, paid=stake.total, bet=0) for stake in betting.stakes)
    gathered = replace(betting, stakes=paid, to_act=None, to_match=0)
    if not excess:
        return gathered, ()
    back = replace(highest, stack=highest.stack + excess, paid=highest.total - excess, bet=0)
    return _with(gathered, back), (bets.UncalledBetReturned(highest.seat, excess),)


def close_hand(betting: Betting) -> tuple[Betting, tuple[bets.UncalledBetReturned, ...]]:
    """Gather the bets in when all but one have folded: what nobody matched goes back first (TB-7)."""
    return (betting, ()) if betting.keeps_unmatched else close_round(betting)


def pay_out(betting: Betting, gained: Mapping[Seat, int]) -> Betting:
    """The betting when the hand is over, with the whole pot added to the stacks of those who won it."""
    ensure(sum(gained.values()) == betting.pot, MoneyMadeOrLost)
    stakes = (
        replace(stake, stack=stake.stack + gained.get(stake.seat, 0), paid=0, bet=0)
        for stake in betting.stakes
    )
    staked = tuple(SeatAmount(stake.seat, stake.total) for stake in betting.stakes if stake.total)
    return replace(betting, stakes=tuple(stakes), dead=0, to_act=None, to_match=0, staked=staked)


def contenders(betting: Betting) -> tuple[Seat, ...]:
    """Who has not folded, in turn order."""
    return tuple(stake.seat for stake in betting.stakes if not stake.has_folded)


def behind(betting: Betting) -> tuple[Seat, ...]:
    """Who is still to answer what was bet, beside the seat to act."""
    return tuple(
        stake.seat
        for stake in betting.stakes
        if stake.can_bet
        and stake.seat != betting.to_act
        and not (stake.has_acted and not amount_to_call(betting, stake))
    )


def bet_ceiling(betting: Betting) -> int:
    """The ceiling of DV-22: the highest bet of this round that an opponent still in could match."""
    return max(
        stake.max_bet for stake in betting.stakes if not stake.has_folded and stake.seat != betting.to_act
    )


def winnable(betting: Betting, chips: int, *, is_whole: bool = False) -> int:
    """What the seat to act may win of all that lies there, its own included, by putting chips in (TB-6).

    Of bets that it cannot match it wins none, unless an all-in for less plays for the whole pot (DE-11).
    """
    seat = betting.acting.seat
    staying = _with(betting, _put(betting.stake(seat), chips))
    if is_whole:
        return close_round(staying)[0].pot
    pots = bets.side_pots(
        [(each.seat, each.total) for each in staying.stakes], contenders(staying), staying.dead
    )
    return sum(pot.amount for pot in pots if seat in pot.contenders)


def _fold(betting: Betting, stake: SeatBets) -> tuple[Betting, tuple[BettingEvent, ...]]:
    return _with(betting, replace(stake, has_folded=True)), (bets.Folded(stake.seat),)


def _match(betting: Betting, stake: SeatBets) -> tuple[Betting, tuple[BettingEvent, ...]]:
    chips = min(stake.stack, amount_to_call(betting, stake))
    acted = replace(_put(stake, chips), has_acted=True)
    matched = replace(_with(betting, acted), matched=(*betting.matched, stake.seat))
    return matched, (bets.Called(stake.seat, chips, is_all_in=acted.stack == 0),)


def _raise(betting: Betting, stake: SeatBets, to: int) -> tuple[Betting, tuple[BettingEvent, ...]]:
    added, chips = to - betting.to_match, to - stake.bet
    assert added > 0
    raiser = replace(_put(stake, chips), has_acted=True)
    raisers = (*betting.raisers, stake.seat)
    # An all-in for less counts too (TB-5).
    raised = replace(_with(betting, raiser), to_match=to, raises=betting.raises + 1, raisers=raisers)
    if added >= betting.step:
        # Full, so everybody else may raise again (TB-4).
        anew = (each if each == raiser else replace(each, has_acted=False) for each in raised.stakes)
        raised = replace(raised, step=added, stakes=tuple(anew))
    event = bets.Raised if betting.to_match else bets.Bet
    events: tuple[BettingEvent, ...] = (event(stake.seat, chips, to, is_all_in=raiser.stack == 0),)
    # Seats that have pledged match at once, as far as their stacks go (DE-11). The loop is over the stakes as
    # they were: a match changes nobody else's, and never `to_match`.
    for each in raised.stakes:
        if each.has_pledged and each.can_bet and amount_to_call(raised, each):
            raised, matched = _match(raised, each)
            events += matched
    return raised, events


def _all_in(betting: Betting, stake: SeatBets) -> tuple[Betting, tuple[BettingEvent, ...]]:
    if betting.is_pledging:
        # `has_pledged` stands for having acted: later bets are matched without asking.
        chips = min(stake.stack, amount_to_call(betting, stake))
        pledged = replace(_put(stake, chips), has_pledged=True)
        return _with(betting, pledged), (bets.Pledged(stake.seat, chips),)
    # Also where it is no full raise: then `_raise` lets nobody raise again because of it.
    if stake.max_bet > betting.to_match:
        return _raise(betting, stake, stake.max_bet)
    return _match(betting, stake)


def _next(betting: Betting, start: int) -> Seat | None:
    """The first from that place on, round the table, who has something to decide; None: the round is over."""
    # Whoever is left alone has won, and is asked nothing, not even to match.
    if len(contenders(betting)) == 1:
        return None
    for stake in betting.stakes[start:] + betting.stakes[:start]:
        has_matched = stake.has_acted and stake.bet >= betting.to_match
        if not stake.can_bet or stake.has_pledged or has_matched:
            continue
        others = [each for each in betting.stakes if each.seat != stake.seat]
        # A short blind leaves nothing to match beyond the chips that really lie there (TB-4, last sentence).
        if any(each.can_bet or each.bet > stake.bet for each in others):
            return stake.seat
    return None


def _put(stake: SeatBets, chips: int) -> SeatBets:
    ensure(0 <= chips <= stake.stack, BelowZero, stake.stack, chips)
    return replace(stake, stack=stake.stack - chips, bet=stake.bet + chips)


def _with(betting: Betting, changed: SeatBets) -> Betting:
    stakes = tuple(changed if stake.seat == changed.seat else stake for stake in betting.stakes)
    return replace(betting, stakes=stakes)


class BettingState(HandState, Protocol):
    """The state of a hand in which people bet."""

    @property
    def betting(self) -> Betting:
        """All stakes, and the round that is under way."""


B = TypeVar("B", bound=BettingState)


class BettingGame(Game[B, M, E, V, C, R, K]):
    """A game in which people bet: the stakes say who is still in, and with what."""

    def is_out(self, state: B, seat: Seat) -> bool:
        """Whether a seat has folded (TB-4)."""
        return state.betting.stake(seat).has_folded

    def is_all_in(self, state: B, seat: Seat) -> bool:
        """Whether a seat that is still in has put in all it has."""
        return state.betting.stake(seat).is_all_in

    def stacks(self, state: B) -> Mapping[Seat, int]:
        """What each seat has left."""
        return state.betting.stacks

    def pot(self, state: B) -> int:
        """All chips in the middle, this round's bets included."""
        return state.betting.pot
