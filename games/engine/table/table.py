"""A table as a value: who sits there, what was agreed, and the hand under way.

How a table changes stands in `lobby.py` (coming and going), `play.py` (the hand) and `tournament_table.py`
(at a tournament).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from games.engine.core.errors import AtTournament, HandUnderWay, NotCalled, NotSeated, NotStarted, TableClosed
from games.engine.core.game import AnyGame, Guest, Seat, TableFacts
from games.engine.fairness.chance import Seal
from games.engine.table.events import Hosts, TableEvent

S = TypeVar("S")
R = TypeVar("R")
C = TypeVar("C")
K = TypeVar("K")
E = TypeVar("E")

STORY_LENGTH = 12
"""How many of the latest public events a table remembers, to tell what just happened."""
SEATS_EVER = 100
"""A table takes no more newcomers than this over its whole life, so that it stays bounded."""

Standing: TypeAlias = Literal["in", "away", "leaving", "gone"]
"""In play; seated out (TB-8); leaving when the hand is over; no longer at the table."""
Phase: TypeAlias = Literal["lobby", "playing", "closed"]
Money: TypeAlias = Literal["coins", "practice", "chips"]
"""The server's currency; table money that comes from nowhere and goes nowhere (TB-12), or that
stands for nothing but a place in a tournament."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What whoever opens a table lays down. `host` and `invited` are people's ids.

    Whoever opens a table hosts it, and a host who leaves hands it on (TB-15).
    `money` is what was asked for; what is really played for is the table's.
    """

    host: int
    buy_in: int
    turn_seconds: int = 60
    money: Money = "coins"
    hands_max: int | None = None
    invited: tuple[int, ...] = ()
    """Not empty: only these people may sit here."""
    tournament: int | None = None
    """The tournament whose table this is: its director says who sits where, and when a hand begins."""
    house_points: bool = False
    """Points of a hand in which nothing is wagered count though a house player is in it (SH-12)."""
    seats_min: int | None = None
    """So few may play, where that is not the game's own number: one, for a throw outside a game."""

    def seats_needed(self, seats: range) -> int:
        """How many must take part for a hand to begin, in a game for so many seats."""
        return seats.start if self.seats_min is None else self.seats_min


@dataclass(frozen=True, slots=True)
class Seated(Generic[K]):
    """One seat and who has it; `player` is a person's id, or None for a house player."""

    seat: Seat
    player: int | None
    name: str
    stack: int
    standing: Standing = "in"
    keepsake: K | None = None
    question: int = 0
    """How many questions this seat has answered; part of every button's checksum."""
    missed: int = 0
    """Turns in a row that ran out of time."""
    away_since: int = 0
    """The number of the hand in which the seat was seated out."""
    since: int = 0
    """How many hands had begun at the table when the seat was taken: of those, others had it."""


@dataclass(frozen=True, slots=True)
class Closing:
    """That a table closes, or that the hand of that number is called off: who says so, and why (TB-10).

    `by` is a person's id; None where it comes about by itself.
    """

    by: int | None
    reason: str = ""
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Hand(Generic[S]):
    """One deal: its number at this table, who takes part, its state, and the seal of its chance."""

    number: int
    seats: tuple[Seat, ...]
    state: S
    seal: Seal


@dataclass(frozen=True, slots=True)
class Table(Generic[S, R, C, K, E]):
    """A table.

    Nobody pays before the game begins. While a hand is under way a seat's `stack` is what
    it began the hand with, so calling the hand off is forgetting it.
    """

    id: int
    game: str
    rules: R
    terms: Terms
    phase: Phase
    money: Money
    next_seal: Seal
    """The next hand's secret: fixed, and committed to, before anybody can cut (TB-13)."""
    seats: tuple[Seated[K], ...] = ()
    hand: Hand[S] | None = None
    last: Hand[S] | None = None
    """While the table rests, the hand that is over: its end lies there to be looked at."""
    carry: C | None = None
    decks: tuple[Seal, ...] = ()
    """The seals of earlier hands from whose decks there are still cards in play."""
    hands: int = 0
    """How many hands have begun."""
    revealed: Seal | None = None
    """The seal of the hand before this one, opened."""
    story: tuple[TableEvent | E, ...] = ()
    is_called: bool = False
    """At a tournament's table: its director has called for the next hand."""
    wants_last: tuple[Seat, ...] = ()
    """Who would have the hand under way be the last (SH-8)."""
    last_hand: int | None = None
    """The number of the hand that all have agreed is the last."""
    closing: Closing | None = None
    """The table was closed, or will be when the hand under way is over."""

    @property
    def present(self) -> tuple[Seated[K], ...]:
        """Everybody who has a seat, those included who leave after this hand."""
        return tuple(each for each in self.seats if each.standing != "gone")

    def seated(self, seat: Seat) -> Seated[K]:
        """Whoever has, or had, this seat."""
        for each in self.seats:
            if each.seat == seat:
                return each
        raise NotSeated

    def seat_of(self, player: int) -> Seated[K]:
        """The seat of a person, or `NotSeated`."""
        for each in self.present:
            if each.player == player:
                return each
        raise NotSeated

    def with_seat(self, changed: Seated[K]) -> Table[S, R, C, K, E]:
        """The table with one seat replaced by its new self."""
        seats = tuple(changed if each.seat == changed.seat else each for each in self.seats)
        return replace(self, seats=seats)

    def telling(self, *events: TableEvent | E) -> Table[S, R, C, K, E]:
        """The table with its story carried on."""
        return replace(self, story=told(self.story, events))


AnyTable: TypeAlias = Table[Any, Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Payment:
    """Money between a player (None: the house's bank) and the table; positive is paid in."""

    player: int | None
    amount: int
    reason: Literal["buy_in", "cash_out"]


@dataclass(frozen=True, slots=True)
class Logged:
    """A move as it is written down."""

    hand: int
    seat: Seat
    move: object


Seeds: TypeAlias = Iterator[str]
"""Fresh secret seeds in hex, 32 bytes each: one for every hand that begins."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A hand as it began: from here its moves lead to every later state."""

    number: int
    state: object


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand that is over: the seals of all that was dealt in it, its own the last, and what it led to."""

    number: int
    seals: tuple[Seal, ...]
    stacks: Mapping[Seat, int]
    points: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Change:
    """A changed table, and what is to be written down in the same transaction."""

    table: AnyTable
    payments: tuple[Payment, ...] = ()
    moves: tuple[Logged, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    """Points for the scoreboard: people's ids and how many."""
    begun: tuple[Begun, ...] = ()
    ended: tuple[Ended, ...] = ()
    closings: tuple[Closing, ...] = ()
    """Who closed the table or called a hand off: that stands in the books."""

    def then(self, later: Change) -> Change:
        """Two changes, one after the other, as one."""
        return Change(
            later.table,
            (*self.payments, *later.payments),
            (*self.moves, *later.moves),
            (*self.points, *later.points),
            (*self.begun, *later.begun),
            (*self.ended, *later.ended),
            (*self.closings, *later.closings),
        )


def house_sits(table: AnyTable) -> bool:
    """Whether a house player has a seat."""
    return any(each.player is None for each in table.present)


def facts(table: AnyTable) -> TableFacts[Any, Any]:
    """The table as the rules see it before a hand: with all who are in play or played for.

    Where whoever opened it is not among them, the first seat that they had stands for it.
    """
    chosen = [each for each in table.seats if each.standing in ("in", "away")]
    people = [each for each in (*chosen, *table.seats) if each.player is not None]
    # Whoever opens a table takes its first seat.
    opened = (each.seat for each in people if each.player == table.seats[0].player)
    guests = tuple(
        Guest(each.seat, each.stack, each.keepsake, is_away=each.standing == "away") for each in chosen
    )
    return TableFacts(table.rules, guests, next(opened, Seat(1)))


def hosted(table: AnyTable) -> AnyTable:
    """The table with a host who stays: from one who leaves, whoever sat down first takes over (TB-15)."""
    host = table.terms.host
    staying = {
        each.player: each.seat
        for each in table.seats
        if each.player is not None and each.standing in ("in", "away")
    }
    has_sat = any(each.player == host for each in table.seats)
    if not staying or not has_sat or host in staying:
        return table
    heir, seat = next(iter(staying.items()))
    return replace(table, terms=replace(table.terms, host=heir)).telling(Hosts(seat))


def money(table: AnyTable, game: AnyGame) -> int:
    """All that lies on the table: stacks, and what the game keeps between hands; nothing once closed."""
    if table.phase == "closed":
        return 0
    return sum(each.stack for each in table.seats) + sum(game.claims(table.carry, None).values())


def points_count(terms: Terms, money: Money, *, is_free: bool, has_house: bool) -> bool:
    """Whether a hand's points go to the scoreboard: they do where coins could be at stake.

    A practice table leaves no trace (TB-12). Where nothing is wagered, points won while a house
    player is in the hand count only by the server's leave (SH-12).
    """
    return money == "coins" and (terms.house_points or not (is_free and has_house))


def told(story: tuple[Any, ...], events: tuple[Any, ...]) -> tuple[Any, ...]:
    """A story carried on, as far back as a table remembers."""
    return (*story, *events)[-STORY_LENGTH:] if events else story


def sealed(table: AnyTable, game: AnyGame) -> AnyTable:
    """The table with what its next hand may shuffle under the next seal; as it is while a hand is under way.

    Another deck is another commitment: what was cut before it was shown does not count.
    """
    cards = table.next_seal.cards if table.hand else game.deck(table.rules, table.carry)
    if cards == table.next_seal.cards:
        return table
    return replace(table, next_seal=replace(table.next_seal, cards=cards, cuts=(), cutters=()))


def has_clock(table: AnyTable) -> bool:
    """Whether a turn's time runs out: not where all others are house players, who wait gladly (TB-8).

    It does in a throw in passing, which has to come to its end (SH-14), and at a tournament, where
    other tables wait.
    """
    people = sum(each.player is not None for each in table.present)
    is_waited_for = people != 1 or len(table.present) == people
    return is_waited_for or table.terms.hands_max is not None or table.terms.tournament is not None


def require_open(table: AnyTable) -> None:
    """Refuse to touch a closed table."""
    if table.phase == "closed":
        raise TableClosed


def require_free(table: AnyTable) -> None:
    """Refuse where not the players say who sits there and when it is played."""
    require_open(table)
    if table.terms.tournament is not None:
        raise AtTournament


def require_resting(table: AnyTable) -> None:
    """Refuse where no hand is awaited: before the game, while one is under way, before it is called for."""
    require_open(table)
    if table.phase == "lobby":
        raise NotStarted
    if table.hand is not None:
        raise HandUnderWay
    if table.terms.tournament is not None and not table.is_called:
        raise NotCalled
