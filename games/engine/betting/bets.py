"""The values of betting: what lies before each seat, what a seat may do with it, what was done.

A *stake* is one seat's money in a hand. It moves one way, `stack` to `bet` to `paid`, and
back only as chips that nobody could match (TB-6). `Betting` is all stakes of a hand and the
betting round that is under way. What may be bet, and what comes of it, is in `rounds.py`.
Beside them stand the moves and events that all games with betting share, from the deal on.

Who may win which chips (TB-6), and how an amount is shared out (TB-1).

From each opponent a player can win at most as many chips as they put in themselves. So the pot
is cut into *layers*, with an edge wherever the chips of a player who is still in end:

            0          20                    50
    Ann     ███████████                             all in for 20
    Bob     ███████████ ██████████████████████
    Cyd     ███████████ ██████████████████████
    Dee     ███████████ ██████████                  folded after 35
             80 chips         75 chips
           Ann, Bob, Cyd      Bob, Cyd

Chips of those who folded count towards the amounts, but their ends make no edge. Dead money, which
is in nobody's total, lies in the lowest layer: everyone still in can win it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

from games.engine.core.errors import N_, Missing
from games.engine.core.game import Seat, SeatAmount
from games.engine.core.house_rules import Choice
from games.engine.core.offers import variant
from games.engine.provable_chance import Chance

Limit: TypeAlias = Literal["no_limit", "pot_limit", "fixed_limit"]
LIMITS: Mapping[Choice, str] = {
    "no_limit": N_("no limit"),
    "pot_limit": N_("pot limit"),
    "fixed_limit": N_("fixed limit"),
}
LIMITS_SAY: Mapping[Choice, str] = {
    "no_limit": N_("You may bet all that you have, at any time."),
    "pot_limit": N_("No bet or raise is higher than the pot."),
    "fixed_limit": N_("Every bet and every raise is of the same size."),
}
HANDS_MAX = 40
"""With so many hands all counts are halved: what a seat did lately counts for more."""


@dataclass(frozen=True, slots=True)
class SeatBets:
    """One seat's money in a hand, and where the seat stands in the round."""

    seat: Seat
    stack: int
    paid: int = 0
    """In the pot, from antes and earlier rounds."""
    bet: int = 0
    """Put in during this round: it counts towards what must be matched."""
    has_folded: bool = False
    has_pledged: bool = False
    """All in as a pledge: whatever is raised is matched as far as the stack goes (DE-11)."""
    has_acted: bool = False
    """Since the round's last full bet or raise: such a seat has to match, and may not raise (TB-4)."""

    @property
    def total(self) -> int:
        """All that the seat put in during this hand."""
        return self.paid + self.bet

    @property
    def max_bet(self) -> int:
        """The highest bet that the seat could have in this round."""
        return self.bet + self.stack

    @property
    def can_bet(self) -> bool:
        """Still in, with chips left."""
        return self.stack > 0 and not self.has_folded

    @property
    def is_all_in(self) -> bool:
        """Still in, with nothing left."""
        return self.stack == 0 and not self.has_folded


@dataclass(frozen=True, slots=True)
class Betting:
    """The betting of one hand: all stakes in turn order, and the round that is under way.

    Between rounds, and when a round is over, nobody is to act.
    """

    stakes: tuple[SeatBets, ...]
    limit: Limit
    bet_min: int
    """The table's smallest bet; with fixed limit the fixed bet."""
    is_pledging: bool = False
    """All in is a pledge and never a raise (DE-11)."""
    dead: int = 0
    """Chips in the pot that count in nobody's total."""
    to_act: Seat | None = None
    to_match: int = 0
    """What everybody's bet of this round has to come to."""
    step: int = 0
    """What a raise has to add at least: the last full bet or raise, or the smallest bet (TB-4)."""
    raises: int = 0
    """Bets and raises of this round, the big blind counted (TB-5)."""
    may_check: bool = True
    is_last: bool = False
    matched: tuple[Seat, ...] = ()
    """Who matched in this round, in the order of matching."""
    raisers: tuple[Seat, ...] = ()
    """Who bet or raised in this hand, in the order of doing so: a seat as often as it did."""
    habits: tuple[RaiseFrequency, ...] = ()
    """How often seats raised in the hands before this one."""
    staked: tuple[SeatAmount, ...] = ()
    """All that each seat put in, once the pot has been paid out."""
    keeps_unmatched: bool = field(default=False, repr=False)
    """A pot won because all others folded keeps what nobody matched: so in files before format 5 (TB-7).

    Left out of `repr` and `canonical`, from which a house player takes its mood.
    """

    @property
    def order(self) -> tuple[Seat, ...]:
        """Everybody the hand began with, in turn order."""
        return tuple(stake.seat for stake in self.stakes)

    @property
    def stacks(self) -> dict[Seat, int]:
        """What each seat has left."""
        return {stake.seat: stake.stack for stake in self.stakes}

    @property
    def broke(self) -> tuple[Seat, ...]:
        """Who has nothing left, in turn order."""
        return tuple(stake.seat for stake in self.stakes if not stake.stack)

    @property
    def pot(self) -> int:
        """All chips that lie in the middle, this round's bets included."""
        return self.dead + sum(stake.paid + stake.bet for stake in self.stakes)

    @property
    def caller(self) -> Seat | None:
        """The last to match in this round who is still in: once it is over, who called for cards (KH-10)."""
        staying = {stake.seat for stake in self.stakes if not stake.has_folded}
        return next((seat for seat in reversed(self.matched) if seat in staying), None)

    @property
    def acting(self) -> SeatBets:
        """The stake of the seat to act."""
        assert self.to_act is not None
        return self.stake(self.to_act)

    def habits_now(self, left: Collection[Seat]) -> tuple[RaiseFrequency, ...]:
        """The habits with this hand, but for those who have given up the seat."""
        return without(observed(self.habits, self.order, self.raisers), left)

    def staked_by(self, seat: Seat) -> int:
        """What a seat put in, once the pot has been paid out."""
        return next((each.amount for each in self.staked if each.seat == seat), 0)

    def stake(self, seat: Seat) -> SeatBets:
        """The stake of a seat that takes part in the hand."""
        for stake in self.stakes:
            if stake.seat == seat:
                return stake
        raise Missing


@variant
class Fold:
    """Give the hand up."""


@variant
class Check:
    """Match nothing."""


@variant
class Call:
    """Put in what is missing."""

    kind = "match"


@variant
class Raise:
    """Bet or raise: the seat's bet of this round becomes `to`."""

    to: int


@variant
class AllIn:
    """Put in all there is; where all in is a pledge, all that is asked for."""


BettingMove: TypeAlias = Fold | Check | Call | Raise | AllIn


@variant
class Deal:
    """The House prepares a hand: who deals, and the shuffled cards, top first."""

    dealer: Seat
    cards: tuple[str, ...]


@variant
class Leave:
    """Give up the seat (TB-9)."""


def dealing(dealer: Seat | None, seats: Sequence[Seat], cards: tuple[str, ...], chance: Chance) -> Deal:
    """The House's deal; the first dealer is drawn by lot (TB-3)."""
    if dealer is None:
        dealer = seats[chance.below(len(seats))]
    return Deal(dealer, chance.shuffled(cards) if cards else ())


@variant
class Folded:
    template = N_("{name} folds.")
    seat: Seat


@variant
class Checked:
    template = N_("{name} checks.")
    seat: Seat


@variant
class Called:
    """A seat put in what was missing, or all it had; a pledge is kept in the same way."""

    kind = "matched"
    seat: Seat
    amount: int
    is_all_in: bool

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.is_all_in:
            return N_("{name} stays in for {amount}, **all in**.")
        return N_("{name} stays in for {amount}.")


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
            return N_("{name} bets {amount}, **all in**.")
        return N_("{name} bets {amount}.")


@variant
class Raised:
    """A seat put in `amount`, and its bet came to `to`: more than was to be matched."""

    seat: Seat
    amount: int
    to: int
    is_all_in: bool

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.is_all_in:
            return N_("{name} raises to {to}, **all in**.")
        return N_("{name} raises to {to}.")


@variant
class Pledged:
    """A seat went all in as a pledge, and put in `amount` for now (DE-11)."""

    seat: Seat
    amount: int

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if not self.amount:
            return N_("{name} goes all in, and stays in for whatever comes.")
        return N_("{name} goes all in with {amount}, and stays in for whatever comes.")


@variant
class UncalledBetReturned:  # TB-6
    kind = "returned"
    template = N_("{name} takes back {amount} that nobody matched.")
    seat: Seat
    amount: int


BettingEvent: TypeAlias = Folded | Checked | Called | Bet | Raised | Pledged | UncalledBetReturned


@variant
class LastStanding:
    """All others folded: the pot, without what nobody matched, is this seat's; no card is shown (TB-7)."""

    template = N_("All others folded: **{name} takes the pot of {amount}** and shows nothing.")
    seat: Seat
    amount: int


@variant
class PlayerBusted:
    kind = "player_out"
    template = N_("{name} has nothing left.")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Pot:
    """A layer: of what each seat paid the chips from `floor` to `ceiling`, and who may win them.

    The dead money lies in the lowest one and is part of its `amount`.
    """

    amount: int
    contenders: tuple[Seat, ...]
    floor: int
    ceiling: int


def side_pots(
    paid: Sequence[tuple[Seat, int]], contenders: Collection[Seat], dead: int = 0
) -> tuple[Pot, ...]:
    """The layers of a pot, lowest first; contenders in the order of `paid`.

    An edge lies where a contender's chips end, so neighbours never have the same contenders.
    What folded players paid above the highest of them falls to the top layer.
    """
    edges = sorted({amount for seat, amount in paid if seat in contenders and amount})
    # The top layer reaches up to the largest amount of all, also where its player has folded.
    bounds = [0, *edges[:-1], max(amount for _, amount in paid)]
    pots = []
    for floor, ceiling in pairwise(bounds):
        amount = sum(min(each, ceiling) - min(each, floor) for _, each in paid)
        # Where no contender has put anything in, the only layer is open to all of them.
        reaching = (seat for seat, each in paid if seat in contenders and (each > floor or not edges))
        pots.append(Pot(amount + (0 if floor else dead), tuple(reaching), floor, ceiling))
    return tuple(pot for pot in pots if pot.amount)


def share(amount: int, receivers: Sequence[Seat]) -> dict[Seat, int]:
    """Equal parts; odd units go one each to the first receivers (TB-1)."""
    part, odd = divmod(amount, len(receivers))
    return {seat: part + (index < odd) for index, seat in enumerate(receivers)}


@dataclass(frozen=True, slots=True)
class RaiseFrequency:
    """How often a seat raises: of how many hands in which it took part it raised in how many, or bet.

    Everybody could count it, so everybody sees it. It lasts from hand to hand in a game's carry, and goes
    with the player (TB-9).
    """

    seat: Seat
    hands: int
    raised: int


def habit(habits: Sequence[RaiseFrequency], seat: Seat) -> RaiseFrequency:
    """The habit of a seat; of one that has just sat down, nothing is known."""
    return next((each for each in habits if each.seat == seat), RaiseFrequency(seat, 0, 0))


def observed(
    habits: Sequence[RaiseFrequency], seats: Collection[Seat], raisers: Collection[Seat]
) -> tuple[RaiseFrequency, ...]:
    """The habits after a hand of these seats, some of which raised; by seat."""
    known = {each.seat: each for each in habits}
    for seat in seats:
        before = habit(habits, seat)
        hands, raised = before.hands + 1, before.raised + (seat in raisers)
        if hands == HANDS_MAX:
            hands, raised = hands // 2, raised // 2
        known[seat] = RaiseFrequency(seat, hands, raised)
    return tuple(known[seat] for seat in sorted(known))


def without(habits: Sequence[RaiseFrequency], seats: Collection[Seat]) -> tuple[RaiseFrequency, ...]:
    """The habits of all other seats: what somebody new there does is not known yet."""
    return tuple(each for each in habits if each.seat not in seats)
