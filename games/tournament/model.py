"""A tournament as a value: its terms, entrants and tables.

`entries.py` (entries and withdrawals) and `director.py` (play) change it. Times are whole seconds of the
caller's clock; amounts are whole coins, stacks whole chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from games.engine.core.errors import N_, RuleError, ngettext_noop
from games.engine.core.game import Level, Seat
from games.engine.core.hand_stats import BestHand
from games.tournament.orders import Order
from games.tournament.story import Story

RIVALS_MIN = 2
"""The minimum number of players."""
RACE_SEATS_MIN = 3
"""The minimum number of seats in a race: at tables of two, an odd player would have no opponent."""
DOUBLINGS_MAX = 30
"""The number of doublings after which no stack can match the blinds or antes."""

Phase: TypeAlias = Literal["open", "running", "over", "called_off"]
Standing: TypeAlias = Literal["in", "out", "removed"]
"""In play; out of chips; removed by the organiser, who may restore the player."""
AwardReason: TypeAlias = Literal["place", "score"]
Wait: TypeAlias = Literal["round", "balance", "final", "heat", "pause", "end", "deal", "break"]
"""The reason why a table deals no hand.

`round`: other tables have not finished their hands (hand for hand). `balance`: a player is about to come.
`final`: the final table is about to be drawn. `heat`: other heats are being played. `pause`: the organiser
has paused. `end`: time is up. `deal`: a player has asked for a deal. `break`: there is a break.
"""


@dataclass(frozen=True, slots=True)
class PlannedBreak:
    """A break of some minutes after a level (TN-51)."""

    after: int
    minutes: int


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """The terms that the organiser sets; the optional terms determine the format.

    `late_until` and `reentry_until` are the last levels for late entries and re-entries, 0: never.
    `minutes_max` ends play by the clock, `goal` makes the tournament a race to this many points, `through`
    makes it heats, of which this many players advance.
    """

    seats: int
    """The number of seats of a table."""
    chips: int
    """The starting stack in chips; 0 in a race."""
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
    """The places' shares of the fund, as weights, the first place first; (): the default table."""
    words: tuple[str, ...] = ()
    """Prizes in words, beside or instead of money, the first place first."""
    score_words: str = ""
    """The prize in words for the highest score (KH-12)."""
    needs_check_in: bool = False
    breaks: tuple[PlannedBreak, ...] = ()
    """The breaks by their levels; none in a race."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player and their state in the tournament; `number` counts the entrants in the order of entry.

    `seat` is None for a player without a seat; `table` stays the last one.
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
    """All coins that the player paid to enter, re-entries included."""
    fell: int | None = None
    """The order of going out; equal numbers share a place."""
    removed: int | None = None
    """The order of removal; None for everybody else."""
    out_at: int | None = None
    """The time of going out or of being removed; None for everybody in play."""
    score: int | None = None
    """Points; None while they do not count yet (KH-12)."""
    told: int | None = None
    """The place of which the player was notified as certain, if any."""
    handle: str = ""
    """The unique user name; empty if unknown."""


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table of the tournament; `hands` counts the hands ordered at it.

    `big_blind` is the seat that posted it in the last finished hand; None in a game without blinds.
    """

    number: int
    is_playing: bool = False
    hands: int = 0
    dealer: Seat | None = None
    """Only in snapshots from before the dead button (TN-27); unused."""
    waits_for: Wait | None = None
    big_blind: Seat | None = None


@dataclass(frozen=True, slots=True)
class BustedPlayer:
    """A player who went out and is not ranked yet; `began` is the stack at the beginning of the hand."""

    player: int
    began: int


@dataclass(frozen=True, slots=True)
class Award:
    """A player's award: for the place, or for the highest score (KH-12)."""

    player: int
    reason: AwardReason
    money: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeDeal:
    """A deal on the prizes, asked for or agreed (TN-46); entrants appear by their numbers."""

    asked_by: int
    until: int | None = None
    """The time limit for agreeing; None while a hand is still under way."""
    agreed: tuple[int, ...] = ()
    shares: tuple[tuple[int, int], ...] = ()
    """Each entrant's share at the latest agreement: if the shares change, all have to agree again."""


@dataclass(frozen=True, slots=True)
class HeatResult:
    """The numbers of the entrants who advanced from the heat at a table."""

    table: int
    through: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament; entrants are in the order of entry, tables sorted by number."""

    terms: TournamentTerms
    phase: Phase = "open"
    entrants: tuple[Entrant, ...] = ()
    waiting: tuple[Entrant, ...] = ()
    """The waiting list: entrants without a place, first come, first served (TN-43)."""
    numbers: int = 0
    """The number of entrants so far, including withdrawn ones."""
    purse: int = 0
    """The coins that the bank added to the prize fund."""
    score_purse: int = 0
    """The coins that the bank added for the highest score."""
    tables: tuple[TournamentTable, ...] = ()
    tables_ever: int = 0
    stage: int = 1
    """The current round of heats; 1 without heats."""
    heats: tuple[HeatResult, ...] = ()
    """The results of the previous round."""
    level: int = 1
    level_hands: int = 0
    """Hands finished in this level, at all tables together."""
    level_ends_at: int | None = None
    ends_at: int | None = None
    began_at: int | None = None
    """The time of the start, postponed by pauses and by downtime."""
    is_time_up: bool = False
    paused_at: int | None = None
    break_until: int | None = None
    """The end of the current break; play is paused meanwhile."""
    in_step: bool = False
    """True in hand-for-hand play: no table begins a hand before all tables have ended theirs."""
    falls: int = 0
    fallen: tuple[BustedPlayer, ...] = ()
    awards: tuple[Award, ...] = ()
    story: Story = field(default_factory=Story)
    """The story so far."""
    deal: PrizeDeal | None = None
    """The deal asked for; after the end of the tournament, the deal that was made."""
    no_deal: tuple[int, int] | None = None
    """The level and the number of remaining players at the last failed deal."""

    def with_name(self, player: int, name: str, handle: str) -> Tournament:
        """Return the tournament with a player's current names."""
        known = next((each for each in self.entered if each.player == player), None)
        if known is None or (known.name, known.handle) == (name, handle):
            return self

        def renamed(people: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
            return tuple(
                replace(each, name=name, handle=handle) if each is known else each for each in people
            )

        return replace(self, entrants=renamed(self.entrants), waiting=renamed(self.waiting))

    @property
    def fund(self) -> int:
        """The prize fund, except the prize for the highest score."""
        return self.purse + sum(each.paid for each in self.entrants)

    @property
    def entered(self) -> tuple[Entrant, ...]:
        """All entrants, with a place or in the waiting list."""
        return (*self.entrants, *self.waiting)

    @property
    def held(self) -> int:
        """All coins held by the tournament, entries of the waiting list included."""
        return self.fund + self.score_purse + sum(each.paid for each in self.waiting)

    @property
    def standstill(self) -> Wait | None:
        """The reason why play stands still at all tables, or None."""
        if self.paused_at is None:
            return None
        if self.deal is not None:
            return "deal"
        return "pause" if self.break_until is None else "break"

    @property
    def is_entry_open(self) -> bool:
        """True if players may still enter, so that no place is certain yet."""
        if self.phase == "running":
            return not self.is_time_up and self.level <= max(self.terms.late_until, self.terms.reentry_until)
        return self.phase == "open"


@dataclass(frozen=True, slots=True)
class Scored:
    """Points of one hand.

    If `counts` is False, they are added only to an existing score. A court of Knights and every point of a
    race count; points for a hand won count if the organiser has set that (KH-12).
    """

    points: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """A finished hand: the stacks of all who took part, by player.

    `big_blind` is the seat that posted it; None in a game without blinds. `won` are the winners of the
    hand, and `shown` the cards that everybody saw; both are empty for a hand that was called off.
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


def level_at(terms: TournamentTerms, number: int) -> Level:
    """Return a level by its number from 1; after the last planned level, amounts double with each level."""
    last = terms.levels[-1]
    if number <= len(terms.levels):
        return terms.levels[number - 1]
    # The factor is bounded, even in an endless tournament.
    times = 2 ** min(number - len(terms.levels), DOUBLINGS_MAX)
    return Level(last.ante * times, last.small_blind * times, last.big_blind * times)


def break_after(terms: TournamentTerms, first: int, last: int | None = None) -> PlannedBreak | None:
    """Return the first break after the levels from `first` to `last` (default: `first`), or None."""
    return next((each for each in terms.breaks if first <= each.after <= (last or first)), None)


def counted(tables: Iterable[TournamentTable]) -> int:
    """Return the number of tables that play hands, for the length of a level: finished heats don't."""
    return sum(table.waits_for != "heat" for table in tables)


def postpone(tournament: Tournament, seconds: int) -> Tournament:
    """Return the tournament with all deadlines postponed by downtime.

    A pause stops the tournament's clock anyway: then only the deadline of a deal or of the break changes.
    """

    def later(moment: int | None) -> int | None:
        return None if moment is None else moment + seconds

    if tournament.deal is not None:
        deal = replace(tournament.deal, until=later(tournament.deal.until))
        tournament = replace(tournament, deal=deal)
    tournament = replace(tournament, break_until=later(tournament.break_until))
    if tournament.paused_at is not None:
        return tournament
    return replace(
        tournament,
        level_ends_at=later(tournament.level_ends_at),
        ends_at=later(tournament.ends_at),
        began_at=later(tournament.began_at),
    )


def resumed(tournament: Tournament, now: int) -> Tournament:
    """Return the tournament after its pause, with every deadline postponed; a pending deal is dropped."""
    paused_at = now if tournament.paused_at is None else tournament.paused_at
    return postpone(replace(tournament, paused_at=None, deal=None, break_until=None), now - paused_at)


def next_at(tournament: Tournament) -> int | None:
    """Return the time of the next deadline, at which `director.wake` must be called, or None."""
    if tournament.phase == "running" and tournament.deal is not None:
        return tournament.deal.until
    if tournament.phase == "running" and tournament.break_until is not None:
        return tournament.break_until
    if tournament.phase != "running" or tournament.paused_at is not None:
        return None
    return min(
        (each for each in (tournament.level_ends_at, tournament.ends_at) if each is not None), default=None
    )


class NotRunning(RuleError):
    template = N_("That’s only possible while the tournament is being played.")


class AlreadyPaused(RuleError):
    template = N_("The tournament is already paused. `/organise resume` resumes it.")


class NotPaused(RuleError):
    template = N_("The tournament isn’t paused.")


class EntriesClosed(RuleError):
    template = N_("Nobody can enter this tournament any more.")


class TournamentFull(RuleError):
    template = N_("This tournament is full.")


class AlreadyEntered(RuleError):
    template = N_("You’re already in this tournament.")


class AlreadyWaiting(RuleError):
    template = N_("You’re on the waiting list already. If a place becomes free, I’ll tell you.")


class InAlready(RuleError):
    template = N_(
        "That player has already entered. `/organise restore` brings back a player who was taken out."
    )


class NobodyToAdd(RuleError):
    template = N_("Nobody on that list can enter any more.")


class NotEntered(RuleError):
    template = N_("That player isn’t in this tournament.")


class NotRemoved(RuleError):
    template = N_("Only a player who was removed can be restored.")


class TooLate(RuleError):
    """The heat of the player who was removed is over."""

    template = N_("That player’s heat is over.")


class LastPlayer(RuleError):
    template = N_("The last player left can’t be removed.")


class HandAtTable(RuleError):
    template = N_("A hand is being played there. Pause the tournament, and try again when the hand is over.")


class OnBreak(RuleError):
    template = N_("There’s a break. Ask for a deal when it’s over.")


class NoChips(RuleError):
    template = N_("Nobody has chips in a race.")


class TooManyChips(RuleError):
    template = ngettext_noop(
        "They have {count} chip, and need to keep at least 1.",
        "They have {count} chips, and need to keep at least 1.",
        "count",
    )
    count: int


class NoOtherTable(RuleError):
    template = N_("Please choose another table that’s in play.")


class HeatsStay(RuleError):
    template = N_("Each heat is played separately, so nobody can move to another one.")


class NoDeal(RuleError):
    template = N_(
        "A deal is possible when everyone left sits at one table, nobody can enter any more and there’s "
        "money to win."
    )


class NoDealNow(RuleError):
    template = N_("There’s no deal to agree on right now.")


class NotAgain(RuleError):
    template = N_("There was no deal. You can ask again when the level has risen or someone has gone out.")


class OutOfDeal(RuleError):
    template = N_("Only the players who are still in can make a deal.")


class MoneyLaidDown(RuleError):
    template = N_("Entries and prizes can’t change once a tournament is announced.")


class FewerPlaces(RuleError):
    template = ngettext_noop(
        "{count} player is in already, so there can’t be fewer places.",
        "{count} players are in already, so there can’t be fewer places.",
        "count",
    )
    count: int


class NoMoney(RuleError):  # TB-12
    template = N_("House players can only join tournaments without entry fees or prize money.")


class MoreThanPlanned(RuleError):
    """A series would have more tournaments than planned."""

    template = N_(
        "That would make more tournaments than the {count} planned for this series. Change the number "
        "with `/organise series manage` first."
    )
    count: int


class ResultsCount(RuleError):
    template = N_(
        "Some results already count, so the points and how many results count can’t change any more."
    )


class SeriesClosed(RuleError):
    template = N_("That series is closed. `/tournament show` shows who won it.")


class StillPlayed(RuleError):
    template = N_("These tournaments of the series aren’t over yet: {numbers}. End them first.")
    numbers: tuple[int, ...]


class InASeries(RuleError):
    template = N_("That tournament counts for a series already.")
