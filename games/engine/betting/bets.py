"""The values of betting: stakes, moves, events and side pots.

A *stake* is one seat's money in a hand. Chips move from `stack` to `bet` to `paid`, and back only
as an uncalled bet (TB-6). `Betting` has all stakes of a hand and the current betting round. The rules
of betting are in `rounds.py`. All games with betting share these moves and events.

Side pots (TB-6), and sharing an amount (TB-1): a player can win at most as many chips from each
opponent as they put in themselves. So the pot is divided into *layers*, with an edge wherever the
chips of a player who is still in end:

            0          20                    50
    Ann     ███████████                             all in for 20
    Bob     ███████████ ██████████████████████
    Cyd     ███████████ ██████████████████████
    Dee     ███████████ ██████████                  folded after 35
             80 chips         75 chips
           Ann, Bob, Cyd      Bob, Cyd

Chips of folded players count towards the amounts, but make no edge. Dead money, which counts in no
player's total, belongs to the lowest layer: every player still in can win it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Literal, TypeAlias

from games.engine.core.errors import N_, Missing, addressed
from games.engine.core.game import Seat, SeatAmount
from games.engine.core.house_rules import Choice
from games.engine.core.offers import variant
from games.engine.core.values import dataclass
from games.engine.provable_chance import Chance

Limit: TypeAlias = Literal["no_limit", "pot_limit", "fixed_limit"]
LIMITS: Mapping[Choice, str] = {
    "no_limit": N_("no limit"),
    "pot_limit": N_("pot limit"),
    "fixed_limit": N_("fixed limit"),
}
LIMITS_SAY: Mapping[Choice, str] = {
    "no_limit": N_("You may bet everything you have, at any time."),
    "pot_limit": N_("No bet or raise is higher than the pot."),
    "fixed_limit": N_("Every bet and every raise is the same size."),
}
HANDS_MAX = 40
"""After this many hands all counts are halved, so that recent hands weigh more."""


@dataclass(frozen=True, slots=True)
class SeatBets:
    """One seat's money in a hand, and its position in the betting round."""

    seat: Seat
    stack: int
    paid: int = 0
    """Chips in the pot, from antes and earlier rounds."""
    bet: int = 0
    """Chips bet in this round: they count towards the bet to call."""
    has_folded: bool = False
    has_pledged: bool = False
    """True if all in as a pledge: later raises are called automatically, as far as the stack goes (DE-11)."""
    has_acted: bool = False
    """True if the seat has acted since the last full bet or raise: it may call, but not raise (TB-4)."""

    @property
    def total(self) -> int:
        """All chips the seat put in during this hand."""
        return self.paid + self.bet

    @property
    def max_bet(self) -> int:
        """The seat's maximum bet this round: its bet plus its stack."""
        return self.bet + self.stack

    @property
    def can_bet(self) -> bool:
        """True if still in, with chips left."""
        return self.stack > 0 and not self.has_folded

    @property
    def is_all_in(self) -> bool:
        """True if still in, with no chips left."""
        return self.stack == 0 and not self.has_folded


@dataclass(frozen=True, slots=True)
class Betting:
    """The betting of one hand: all stakes in turn order, and the current round.

    Between rounds, and when a round is over, no seat is to act.
    """

    stakes: tuple[SeatBets, ...]
    limit: Limit
    bet_min: int
    """The table's minimum bet; with fixed limit, the fixed bet."""
    is_pledging: bool = False
    """True if going all in is a pledge and never a raise (DE-11)."""
    dead: int = 0
    """Dead money: chips in the pot that count in no seat's total."""
    to_act: Seat | None = None
    to_match: int = 0
    """The current bet: every seat has to call it or fold."""
    step: int = 0
    """The minimum raise: the last full bet or raise, or the minimum bet (TB-4)."""
    raises: int = 0
    """The number of bets and raises this round, including the big blind (TB-5)."""
    may_check: bool = True
    is_last: bool = False
    matched: tuple[Seat, ...] = ()
    """The seats that called in this round, in that order."""
    raisers: tuple[Seat, ...] = ()
    """The seats that bet or raised in this hand, in that order, once for each bet or raise."""
    habits: tuple[RaiseFrequency, ...] = ()
    """The raise frequencies of seats in earlier hands."""
    staked: tuple[SeatAmount, ...] = ()
    """The total each seat put in, set once the pot has been paid out."""
    keeps_unmatched: bool = field(default=False, repr=False)
    """True if a pot won uncontested includes the uncalled bet, as in files before format 5 (TB-7).

    It is excluded from `repr` and `canonical`, which seed a house player's mood.
    """

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats that the hand began with, in turn order."""
        return tuple(stake.seat for stake in self.stakes)

    @property
    def stacks(self) -> dict[Seat, int]:
        """Each seat's remaining stack."""
        return {stake.seat: stake.stack for stake in self.stakes}

    @property
    def broke(self) -> tuple[Seat, ...]:
        """The seats without chips, in turn order."""
        return tuple(stake.seat for stake in self.stakes if not stake.stack)

    @property
    def pot(self) -> int:
        """All chips in the middle, including this round's bets."""
        return self.dead + sum(stake.paid + stake.bet for stake in self.stakes)

    @property
    def caller(self) -> Seat | None:
        """The last seat still in that called this round: at the end of a hand, the call for cards (KH-10)."""
        staying = {stake.seat for stake in self.stakes if not stake.has_folded}
        return next((seat for seat in reversed(self.matched) if seat in staying), None)

    @property
    def acting(self) -> SeatBets:
        """The stake of the seat to act."""
        assert self.to_act is not None
        return self.stake(self.to_act)

    def habits_now(self, left: Collection[Seat]) -> tuple[RaiseFrequency, ...]:
        """Return the raise frequencies including this hand, without the seats of players who left."""
        return without(observed(self.habits, self.order, self.raisers), left)

    def staked_by(self, seat: Seat) -> int:
        """Return the total a seat put in, once the pot has been paid out."""
        return next((each.amount for each in self.staked if each.seat == seat), 0)

    def stake(self, seat: Seat) -> SeatBets:
        """Return the stake of a seat in the hand."""
        for stake in self.stakes:
            if stake.seat == seat:
                return stake
        raise Missing


@variant
class Fold:
    """Fold: give up the hand."""


@variant
class Check:
    """Check: bet nothing, where there is nothing to call."""


@variant
class Call:
    """Call: match the current bet, or go all in for less."""

    kind = "match"


@variant
class Raise:
    """Bet or raise, making the seat's bet this round `to`."""

    to: int


@variant
class AllIn:
    """Go all in; where all in is a pledge, put in only what there is to call."""


BettingMove: TypeAlias = Fold | Check | Call | Raise | AllIn


@variant
class Deal:
    """The House's move that prepares a hand: the dealer and the shuffled cards, top first."""

    dealer: Seat
    cards: tuple[str, ...]


@variant
class Leave:
    """Give up the seat (TB-9)."""


def dealing(dealer: Seat | None, seats: Sequence[Seat], cards: tuple[str, ...], chance: Chance) -> Deal:
    """Return the House's deal; the first dealer is drawn by lot (TB-3)."""
    if dealer is None:
        dealer = seats[chance.below(len(seats))]
    return Deal(dealer, chance.shuffled(cards) if cards else ())


@variant
class Folded:
    template = addressed(N_("{name} folds."), N_("You fold."))
    seat: Seat


@variant
class Checked:
    template = addressed(N_("{name} checks."), N_("You check."))
    seat: Seat


@variant
class Called:
    """A seat called, went all in for less, or called automatically after a pledge."""

    kind = "matched"
    seat: Seat
    amount: int
    is_all_in: bool

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.is_all_in:
            return addressed(
                N_("{name} stays in for {amount}, **all in**."), N_("You stay in for {amount}, **all in**.")
            )
        return addressed(N_("{name} stays in for {amount}."), N_("You stay in for {amount}."))


@variant
class Bet:
    """A seat made the first bet of a round; `amount` is what it put in."""

    seat: Seat
    amount: int
    to: int
    is_all_in: bool

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.is_all_in:
            return addressed(N_("{name} bets {amount}, **all in**."), N_("You bet {amount}, **all in**."))
        return addressed(N_("{name} bets {amount}."), N_("You bet {amount}."))


@variant
class Raised:
    """A seat put in `amount` and raised its bet to `to`."""

    seat: Seat
    amount: int
    to: int
    is_all_in: bool

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.is_all_in:
            return addressed(N_("{name} raises to {to}, **all in**."), N_("You raise to {to}, **all in**."))
        return addressed(N_("{name} raises to {to}."), N_("You raise to {to}."))


@variant
class Pledged:
    """A seat went all in as a pledge, and put in `amount` for now (DE-11)."""

    seat: Seat
    amount: int

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if not self.amount:
            return addressed(
                N_("{name} goes all in, and stays in for whatever comes."),
                N_("You go all in, and stay in for whatever comes."),
            )
        return addressed(
            N_("{name} goes all in with {amount}, and stays in for whatever comes."),
            N_("You go all in with {amount}, and stay in for whatever comes."),
        )


@variant
class UncalledBetReturned:  # TB-6
    kind = "returned"
    template = addressed(
        N_("{name} takes back {amount} that nobody matched."),
        N_("You take back {amount} that nobody matched."),
    )
    seat: Seat
    amount: int


BettingEvent: TypeAlias = Folded | Checked | Called | Bet | Raised | Pledged | UncalledBetReturned


@variant
class LastStanding:
    """All others folded: the seat wins the pot without the uncalled bet, and no card is shown (TB-7)."""

    template = addressed(
        N_("Everyone else folded: **{name} takes the pot of {amount}** and shows nothing."),
        N_("Everyone else folded: **you take the pot of {amount}** and show nothing."),
    )
    seat: Seat
    amount: int


@variant
class PlayerBusted:
    kind = "player_out"
    template = addressed(N_("{name} has nothing left."), N_("You have nothing left."))
    seat: Seat


@dataclass(frozen=True, slots=True)
class Pot:
    """A layer of the pot: the chips of each seat from `floor` to `ceiling`, and the seats that may win them.

    Dead money lies in the lowest layer and is part of its `amount`.
    """

    amount: int
    contenders: tuple[Seat, ...]
    floor: int
    ceiling: int


def side_pots(
    paid: Sequence[tuple[Seat, int]], contenders: Collection[Seat], dead: int = 0
) -> tuple[Pot, ...]:
    """Return the layers of a pot, lowest first; contenders are in the order of `paid`.

    Each contender's total is an edge, so neighbouring layers never have the same contenders. Chips of folded
    players above the highest contender belong to the top layer.
    """
    edges = sorted({amount for seat, amount in paid if seat in contenders and amount})
    # A folded player may have put in more than any contender, so the top layer reaches up to the largest
    # amount.
    bounds = [0, *edges[:-1], max(amount for _, amount in paid)]
    pots = []
    for floor, ceiling in pairwise(bounds):
        amount = sum(min(each, ceiling) - min(each, floor) for _, each in paid)
        # If no contender has put anything in, the only layer is open to all of them.
        reaching = (seat for seat, each in paid if seat in contenders and (each > floor or not edges))
        pots.append(Pot(amount + (0 if floor else dead), tuple(reaching), floor, ceiling))
    return tuple(pot for pot in pots if pot.amount)


def share(amount: int, receivers: Sequence[Seat]) -> dict[Seat, int]:
    """Divide an amount equally; odd chips go one each to the first receivers (TB-1)."""
    part, odd = divmod(amount, len(receivers))
    return {seat: part + (index < odd) for index, seat in enumerate(receivers)}


@dataclass(frozen=True, slots=True)
class RaiseFrequency:
    """A seat's raise frequency: the number of its hands, and of those in which it bet or raised.

    It is public, kept in the game's carry from hand to hand, and removed when the player leaves (TB-9).
    """

    seat: Seat
    hands: int
    raised: int


def habit(habits: Sequence[RaiseFrequency], seat: Seat) -> RaiseFrequency:
    """Return a seat's raise frequency; a player who has just sat down has no history."""
    return next((each for each in habits if each.seat == seat), RaiseFrequency(seat, 0, 0))


def observed(
    habits: Sequence[RaiseFrequency], seats: Collection[Seat], raisers: Collection[Seat]
) -> tuple[RaiseFrequency, ...]:
    """Return the raise frequencies after a hand of these seats, sorted by seat."""
    known = {each.seat: each for each in habits}
    for seat in seats:
        before = habit(habits, seat)
        hands, raised = before.hands + 1, before.raised + (seat in raisers)
        if hands == HANDS_MAX:
            hands, raised = hands // 2, raised // 2
        known[seat] = RaiseFrequency(seat, hands, raised)
    return tuple(known[seat] for seat in sorted(known))


def without(habits: Sequence[RaiseFrequency], seats: Collection[Seat]) -> tuple[RaiseFrequency, ...]:
    """Return the raise frequencies without these seats, because their next players have no history yet."""
    return tuple(each for each in habits if each.seat not in seats)
