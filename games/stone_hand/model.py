"""The values of Stone Hand: house rules, a round's state, its moves and its events.

One hand of the engine is one round. `StoneHandCarry` is kept between rounds.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from games.engine.core.errors import N_, ImpossibleValue, addressed, ensure
from games.engine.core.game import Seat, SeatAmount
from games.engine.core.house_rules import RulesClash, option
from games.engine.core.offers import variant
from games.engine.core.values import dataclass
from games.stone_hand.hands import SIDES, Dice, DiceHand, HandKind

PAY_START = 8
JUNK_RETHROWS = 3
"""The maximum number of rethrows of junk in a turn (SH-4)."""
OPAL_RETHROWS = 2
"""The maximum number of rethrows of any hand for the first player of a round (SH-10)."""
HomeThrows: TypeAlias = Literal["own", "shared", "house", "none"]
Unit: TypeAlias = Literal[1, 2, 5, 10, 25, 100]


@dataclass(frozen=True, slots=True)
class StoneHandRules:
    """The house rules of a table (SH-2, SH-3, SH-9 to SH-12)."""

    home_throws: HomeThrows = option(
        N_("Home throws"),
        {
            "own": N_("each player’s own"),
            "shared": N_("any counts for all"),
            "house": N_("one for the whole table"),
            # Translators: of a house rule: no jokers, no time bank, or no home throws count.
            "none": N_("none"),
        },
        default="own",
        says={
            "own": N_("Your own three numbers, if you have some, beat everything when you throw them."),
            "shared": N_("Anyone’s three numbers beat everything, whoever throws them."),
            "house": N_("The table has three numbers that beat everything, whoever throws them."),
            "none": N_("There are no home throws: the best hand is a triple."),
        },
    )
    inverted_junk: bool = option(
        N_("Inverted junk"),
        says={
            False: N_("Between two junk hands, the lower one wins."),
            True: N_("Between two junk hands, the higher one wins."),
        },
    )
    opal_river: bool = option(
        N_("Opal River"),
        says={
            False: N_("Only junk can be thrown again."),
            True: N_("Whoever throws first may rethrow any hand twice, and the others as often as they did."),
        },
    )
    prize_pool: bool = option(
        N_("Prize pool"),
        says={
            False: N_("The loser of a round pays the winner."),
            True: N_("Losers pay into a pool, and the last player with a stake takes it."),
        },
    )
    arcade: bool = option(
        N_("Arcade"),
        says={
            False: N_("You play for the coins that everyone brought to the table."),
            True: N_("Nothing is at stake: rounds score points, which win the server’s prizes."),
        },
    )
    unit: Unit = option(
        N_("Unit of the pay"),
        {
            1: N_("1"),
            2: N_("2"),
            5: N_("5"),
            10: N_("10"),
            25: N_("25"),
            100: N_("100"),
        },
        default=1,
        says={
            1: N_("A pay of 5 costs the loser 5."),
            2: N_("A pay of 5 costs the loser 10."),
            5: N_("A pay of 5 costs the loser 25."),
            10: N_("A pay of 5 costs the loser 50."),
            25: N_("A pay of 5 costs the loser 125."),
            100: N_("A pay of 5 costs the loser 500."),
        },
    )
    """Coins per unit of the pay (SH-2)."""
    house_throw: Dice | None = field(default=None)
    """The server's fixed home throw of the house, for a table with one home throw for all."""
    house_why: str = ""
    """The reason for these numbers."""
    pay_unit: int = 1
    """The factor by which a tournament's level multiplies the pay."""

    def __post_init__(self) -> None:
        """Raise for a pool without wagers (SH-12)."""
        if self.prize_pool and self.arcade:
            raise RulesClash("prize_pool", "arcade")

    @property
    def pay_factor(self) -> int:
        """Coins or chips paid per unit of the pay; the arcade's points are the pay itself (SH-2, SH-12)."""
        return 1 if self.arcade else self.unit * self.pay_unit


@dataclass(frozen=True, slots=True)
class HomeThrow:
    """A player's own three numbers, lowest first, and the reason for them (SH-3)."""

    numbers: Dice
    why: str = ""

    def __post_init__(self) -> None:
        """Raise for numbers that no dice show; user input has to be checked before."""
        low, middle, high = self.numbers
        ensure(1 <= low <= middle <= high <= SIDES, ImpossibleValue, self.numbers)


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing hand and its seat."""

    seat: Seat
    hand: DiceHand


@dataclass(frozen=True, slots=True)
class Cast:
    """A throw: its seat, its kind and its dice, which are missing in rounds begun by an earlier version."""

    seat: Seat
    kind: HandKind
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """A home throw in play and its seat."""

    seat: Seat
    throw: HomeThrow


@dataclass(frozen=True, slots=True)
class StoneHandCarry:
    """The carry from round to round.

    `pool` are the seats' payments into the prize pool (SH-11), `introduced` the seats that have thrown in an
    earlier round.
    """

    number: int
    first: Seat
    house_throw: HomeThrow | None
    pool: tuple[SeatAmount, ...]
    introduced: tuple[Seat, ...] = ()


Stage: TypeAlias = Literal["finding", "ready", "rolling", "choosing", "over"]
"""The House throws for its home throw; a seat is to throw; the dice roll; keep or rethrow; over."""


@dataclass(frozen=True, slots=True)
class StoneHandState:
    """A round.

    `order` are all seats that it began with, in throwing order. `standings` are the standing hands, in order.
    A seat whose home throw stopped the round is `safe`.
    """

    rules: StoneHandRules
    number: int
    order: tuple[Seat, ...]
    wagers: tuple[SeatAmount, ...]
    homes: tuple[Home, ...]
    house_throw: HomeThrow | None
    pool: tuple[SeatAmount, ...]
    stage: Stage
    next_first: Seat
    """The seat that throws first in the next round (SH-1)."""
    introduced: tuple[Seat, ...] = ()
    """The seats that have thrown in an earlier round, when their home throws were read out (SH-3)."""
    pay: int = PAY_START
    turn: int = 0
    """The number of the turn, which all throws of a player's turn share."""
    standings: tuple[Standing, ...] = ()
    safe: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()
    """Always empty, but present in rounds stored by an earlier version."""
    thrown: DiceHand | None = None
    """The throw to keep or rethrow."""
    rethrows: int = 0
    """The number of rethrows in this turn; show-ups do not count."""
    rethrows_first: int | None = None
    """The number of rethrows of the round's first player, once that hand stands (SH-10)."""
    points: tuple[SeatAmount, ...] = ()
    """The points of each seat in the arcade (SH-12)."""
    casts: tuple[Cast, ...] = ()
    """All throws of the round, in their order."""
    winners: tuple[Seat, ...] = ()
    """Once the round is over, the seats with the best hand; empty if nobody had to pay."""
    staked: tuple[SeatAmount, ...] = ()
    """Once the round is over, the amount each seat could have lost in it."""


@variant
class Throw:
    """Throw for the first time in a turn, or again after a show-up."""


@variant
class Rethrow:
    """Pick up all three dice again."""


@variant
class Keep:
    """Keep the throw as the standing hand."""


@variant
class Roll:
    """The House's move with the result of the dice."""

    dice: Dice


Move: TypeAlias = Throw | Rethrow | Keep | Roll


@variant
class HouseThrew:
    """The House threw for its home throw, which has to be junk (SH-3)."""

    dice: Dice
    is_found: bool

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.is_found:
            return N_("The House throws {dice}: that is the table’s home throw.")
        return N_("The House throws {dice}, which is not junk, and throws again.")


@variant
class Threw:
    """A seat threw a hand; `rethrow` counts from 1, or is 0 for the first throw."""

    seat: Seat
    hand: DiceHand
    rethrow: int

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.rethrow:
            return addressed(N_("{name} throws again: {hand}."), N_("You throw again: {hand}."))
        return addressed(N_("{name} throws {hand}."), N_("You throw {hand}."))


@variant
class ShowUp:
    template = addressed(
        N_("{name} throws {hand}! The pay rises to **{pay}**, and the dice go again."),
        N_("You throw {hand}! The pay rises to **{pay}**, and the dice go again."),
    )
    seat: Seat
    hand: DiceHand
    pay: int


@variant
class Kept:
    template = addressed(N_("{name} keeps {dice}."), N_("You keep {dice}."))
    seat: Seat
    hand: DiceHand


@variant
class PayLowered:
    template = N_("The pay falls to **{pay}**.")
    seat: Seat
    pay: int


@variant
class RoundRestarted:
    template = addressed(
        N_("{name}’s home throw stops the round: {name} is safe, the other throws are void."),
        N_("Your home throw stops the round: you are safe, the other throws are void."),
    )
    seat: Seat


@variant
class DroppedOut:
    """A player left without a hand; only in stories of earlier versions (SH-13)."""

    template = addressed(N_("{name} is out of this round."), N_("You are out of this round."))
    seat: Seat


@variant
class RoundEnded:
    """A round is over; nobody pays if there are no losers.

    `factor` is the value of a unit of the pay. `lost` and `gained` are the changes of wagers; with a prize
    pool, the losses go into it, and `pool` is its total. `points` are scored in the arcade.
    """

    template = N_("Round {number}: {facts}.")
    number: int
    pay: int
    standings: tuple[Standing, ...]
    losers: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    lost: tuple[SeatAmount, ...]
    gained: tuple[SeatAmount, ...]
    pool: int
    points: tuple[SeatAmount, ...]
    factor: int = 1


@variant
class WagerGone:
    template = addressed(N_("{name}’s wager is gone."), N_("Your wager is gone."))
    seat: Seat
    kind = "player_out"


Event: TypeAlias = (
    HouseThrew | Threw | ShowUp | Kept | PayLowered | RoundRestarted | DroppedOut | RoundEnded | WagerGone
)
