"""A tournament as a value: what was laid down, who is in it, which tables are set.

How it changes stands in `entries.py` (coming and going) and `director.py` (play). Times are
whole seconds of a clock that the caller keeps; amounts are whole coins, stacks whole chips.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from games.engine.core.deeds import BestHand
from games.engine.core.game import Level, Seat
from games.tournament.orders import Order
from games.tournament.story import Story

RIVALS_MIN = 2
"""Nobody plays alone."""
RACE_SEATS_MIN = 3
"""With tables of two, an odd number would leave somebody without an opponent."""

Phase: TypeAlias = Literal["open", "running", "over", "called_off"]
Standing: TypeAlias = Literal["in", "out", "removed"]
"""In play; out of chips; taken out by the organiser, who may restore."""
AwardReason: TypeAlias = Literal["place", "score"]
Wait: TypeAlias = Literal["round", "balance", "final", "heat", "pause", "end"]
"""Why a table deals no hand: the others have not finished theirs (hand for hand), a player is to
come, the final table is to be drawn, other heats are played, the organiser paused, time is up."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What the organiser lays down. Which of the optional terms are set makes the format.

    `late_until` and `reentry_until` are the last levels in which that is possible, 0: never.
    `minutes_max` ends play by the clock, `goal` makes it a race to so many points, `through`
    is how many of each heat go on.
    """

    seats: int
    """How many a table takes."""
    chips: int
    """What everybody begins with; 0 in a race."""
    levels: tuple[Level, ...] = (Level(),)
    level_length: int = 10
    level_unit: Literal["hands", "minutes"] = "hands"
    entry: int = 0
    players_max: int = 500
    late_until: int = 0
    reentry_until: int = 0
    minutes_max: int | None = None
    goal: int | None = None
    through: int | None = None
    shares: tuple[int, ...] = ()
    """The places' shares of the fund, as weights, the first place first; (): the house's table."""
    words: tuple[str, ...] = ()
    """Prizes in words, beside or instead of money, the first place first."""
    score_words: str = ""
    """The same for the highest score (KH-12)."""
    needs_check_in: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player and how things stand with them; `number` counts the entrants in the order of entry.

    `seat` is None for a player who sits nowhere; `table` stays the last one.
    """

    player: int
    name: str
    number: int
    is_house: bool = False
    is_checked_in: bool = False
    standing: Standing = "in"
    chips: int = 0
    table: int | None = None
    seat: Seat | None = None
    paid: int = 0
    """All that the player paid to enter, re-entries included."""
    fell: int | None = None
    """The order of going out; equal numbers share a place."""
    removed: int | None = None
    """The order of removal; None for everybody else."""
    score: int | None = None
    """Points; None while they do not count yet (KH-12)."""
    told: int | None = None
    """The place that they were told for certain, if any."""
    handle: str = ""
    """The person's user name, which nobody else has; empty if it is not known."""


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table that is set; `hands` counts those ordered at it.

    `big_blind` posted it in the last hand that ended; None in a game without blinds.
    """

    number: int
    is_playing: bool = False
    hands: int = 0
    dealer: Seat | None = None
    """Only in snapshots from before the dead button (TN-27); unused."""
    waits_for: Wait | None = None
    big_blind: Seat | None = None


@dataclass(frozen=True, slots=True)
class Fallen:
    """A player out of chips who is not ranked yet, and the stack they began the hand with."""

    player: int
    began: int


@dataclass(frozen=True, slots=True)
class Award:
    """What a player is given: for the place, or for the highest score (KH-12)."""

    player: int
    reason: AwardReason
    money: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament; entrants in the order of entry, tables by their number."""

    terms: TournamentTerms
    phase: Phase = "open"
    entrants: tuple[Entrant, ...] = ()
    numbers: int = 0
    """How many entrants there ever were."""
    purse: int = 0
    """What the bank added to the prize fund."""
    score_purse: int = 0
    """What the bank put up for the highest score."""
    tables: tuple[TournamentTable, ...] = ()
    tables_ever: int = 0
    stage: int = 1
    """The round of heats that is played; 1 without heats."""
    level: int = 1
    level_hands: int = 0
    """Hands finished in this level, at all tables together."""
    level_ends_at: int | None = None
    ends_at: int | None = None
    is_time_up: bool = False
    paused_at: int | None = None
    in_step: bool = False
    """Hand for hand: no table begins a hand before all have ended theirs."""
    falls: int = 0
    fallen: tuple[Fallen, ...] = ()
    awards: tuple[Award, ...] = ()
    story: Story = field(default_factory=Story)
    """How it went so far."""

    def calling(self, player: int, name: str, handle: str) -> Tournament:
        """The tournament with a person under the names that they have now."""
        known = next((each for each in self.entrants if each.player == player), None)
        if known is None or (known.name, known.handle) == (name, handle):
            return self
        entrants = tuple(
            replace(each, name=name, handle=handle) if each is known else each for each in self.entrants
        )
        return replace(self, entrants=entrants)

    @property
    def fund(self) -> int:
        """What is played for, except the prize for the highest score."""
        return self.purse + sum(each.paid for each in self.entrants)

    @property
    def is_entry_open(self) -> bool:
        """Whether somebody may still come in, so that nobody's place is certain yet."""
        if self.phase == "running":
            return not self.is_time_up and self.level <= max(self.terms.late_until, self.terms.reentry_until)
        return self.phase == "open"


@dataclass(frozen=True, slots=True)
class Scored:
    """Points of one hand.

    Unless they `count`, a player without a score gets nothing for them. A court of Knights and
    every point of a race count; points for a hand won do if the organiser says so (KH-12).
    """

    points: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """A hand that is over: the stacks of all who took part, by player.

    `big_blind` is the seat that posted it, in a game with blinds; None where nobody posts any. `won` are
    those who won the hand, and `shown` what everybody saw them hold; neither of a hand that was called off.
    """

    table: int
    hand: int
    stacks: Mapping[int, int]
    big_blind: Seat | None = None
    scores: Mapping[int, Scored] = field(default_factory=dict)
    won: tuple[int, ...] = ()
    shown: Mapping[int, BestHand] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TournamentPayment:
    """Money between a player (None: the bank) and the tournament; positive is paid in."""

    player: int | None
    amount: int
    reason: Literal["entry", "purse", "prize", "returned"]


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """A changed tournament, the orders to carry out, and the payments to book with it."""

    tournament: Tournament
    orders: tuple[Order, ...] = ()
    payments: tuple[TournamentPayment, ...] = ()
