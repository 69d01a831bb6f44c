"""A table as a value: who sits there, what was agreed, the hand under way, and what a change of it stores.

How it changes stands in `seating.py` (coming and going, and whom its host has there), `play.py` (the hands),
`table_talk.py` (pauses and the last hand) and `tournament_table.py` (at a tournament).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from games.engine.core.errors import (
    AtTournament,
    HandUnderWay,
    NotCalled,
    NotSeated,
    NotStarted,
    TableClosed,
    must_find,
)
from games.engine.core.game import AnyGame, HandSetup, Seat, SeatAmount, SeatedPlayer
from games.engine.core.hand_stats import BestHand, HandStats
from games.engine.provable_chance import Seal
from games.engine.table.events import HostChanged, TableEvent

S = TypeVar("S")
R = TypeVar("R")
C = TypeVar("C")
K = TypeVar("K")
E = TypeVar("E")

STORY_LENGTH = 12
"""How many of the latest public events a table remembers, to tell what just happened."""
SEATS_EVER = 100
"""The most seats that are ever taken at a table, so that its size is bounded (TB-3)."""

Standing: TypeAlias = Literal["in", "away", "out", "leaving", "gone"]
"""In play; seated out, and played for (TB-8); sitting out, and dealt no cards (TB-17); leaving when the
hand is over; no longer at the table."""
Phase: TypeAlias = Literal["lobby", "playing", "closed"]
Money: TypeAlias = Literal["coins", "practice", "chips"]
"""The server's currency; money that exists only at this table (TB-12); a tournament's chips."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table was opened with. `host` and `invited` are people's ids.

    The player who opens a table hosts it, and a host who leaves hands it on (TB-15).
    `money` is what was asked for; what is really played for is the table's.
    """

    host: int
    buy_in: int
    turn_seconds: int = 60
    money: Money = "coins"
    hands_max: int | None = None
    invited: tuple[int, ...] = ()
    """Not empty: only these people may sit here (TB-16)."""
    sent_away: tuple[int, ...] = ()
    """People whom the host sent away: they sit here again only when invited."""
    tournament: int | None = None
    """The tournament whose table this is: its director says who sits where, and when a hand begins."""
    house_points: bool = False
    """Whether points of a hand without wagers count even with a house player in it (SH-12)."""
    company: tuple[int | str, ...] = ()
    """Who played the game before, in the order of their seats: people's ids, house players' names."""
    bank_seconds: int = 0
    """Each player's reserve for the whole game (TB-18)."""
    seats_min: int | None = None
    """The least number of players if not the game's own: one, for a throw outside a game."""

    @property
    def is_private(self) -> bool:
        """Whether this is an invited table; a challenge is none (TB-16)."""
        return bool(self.invited) and self.hands_max is None

    def seats_needed(self, seats: range) -> int:
        """How many must take part for a hand to begin, in a game for `seats`."""
        return seats.start if self.seats_min is None else self.seats_min


@dataclass(frozen=True, slots=True)
class TableSeat(Generic[K]):
    """One seat and who has it; `player` is a person's id, or None for a house player or a program."""

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
    """How many hands had begun when the seat was taken: in those it was somebody else's."""
    home: int | None = None
    """What whoever left the game took along; None for those who never paid."""
    sits_out_next: bool = False
    """Sits out as soon as the hand under way is over (TB-17)."""
    tops_up_next: bool = False
    """Fills the stack up as soon as the hand under way is over (TB-17)."""
    owes_blind: bool = False
    """A blind passed that was not posted here: dealt in with the big blind (TB-17)."""
    posts_blind: bool = False
    """Would rather post one, and be dealt in sooner."""
    bank_spent: int = 0
    """Seconds that were taken out of the time bank (TB-18)."""
    slow: int = 0
    """Number of slow answers in a row, counted as far as it matters (TB-18)."""
    topped_up: int = 0
    """What the player added to the buy-in so far (TB-17), less what they took home before they came back."""
    came: int = 0
    """How many sat down here before them: who came first has sat there longest (TB-15)."""
    handle: str = ""
    """The person's user name, which nobody else has; empty if it is not known."""
    program: str = ""
    """Which program from outside has the seat, by a number of its own; empty if none (TB-27)."""
    halved: int = 0
    """Number of times that turns have been halved (TB-18)."""
    hands_out: int = 0
    """Number of hands in a row that began while the player sat out (TB-17)."""

    @property
    def is_house(self) -> bool:
        """Whether the house decides for this seat, and no clock has to run for it."""
        return self.player is None and not self.program


@dataclass(frozen=True, slots=True)
class Closing:
    """Who closed a table, or called the hand of that number off, and why (TB-10).

    `by` is a person's id; None if it happened by itself.
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
class Remark:
    """One of the phrases (`table_talk.py`), who said it, and when (unix seconds)."""

    seat: Seat
    key: str
    at: int


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause, or the question whether there is to be one: `left` is what the clock has when it goes on."""

    agreed: tuple[Seat, ...]
    left: int | None = None
    """In seconds; None while somebody has yet to agree."""


@dataclass(frozen=True, slots=True)
class ShownCards:
    """What its owner showed to all, though nothing asked for it (TB-11)."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """How much a seat won in the hand of that number."""

    hand: int
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class BestShown:
    """What a seat showed to all in the hand of that number."""

    hand: int
    seat: Seat
    cards: BestHand


@dataclass(frozen=True, slots=True)
class TableRecap:
    """What is told of a table's hands when it closes, noted hand by hand, and of what everybody saw alone.

    A hand that was called off is not among them. Seats stand for the players who had them in that hand. Of
    equal hands the first stays the most, or the best.
    """

    hands: int = 0
    won: tuple[SeatAmount, ...] = ()
    """How many hands each seat won."""
    most: Take | None = None
    best: BestShown | None = None

    def after(self, hand: int, gains: Mapping[Seat, int], deeds: Mapping[Seat, HandStats]) -> TableRecap:
        """The evening with one more hand."""
        won = Counter({each.seat: each.amount for each in self.won})
        won.update(seat for seat, each in deeds.items() if each.has_won)
        takes = [Take(hand, seat, amount) for seat, amount in gains.items() if amount > 0]
        shown = [BestShown(hand, seat, each.shown) for seat, each in deeds.items() if each.shown is not None]
        most = max(filter(None, (self.most, *takes)), key=lambda take: take.amount, default=None)
        best = max(filter(None, (self.best, *shown)), key=lambda each: each.cards.key, default=None)
        return TableRecap(
            self.hands + 1, tuple(SeatAmount(seat, won[seat]) for seat in sorted(won)), most, best
        )

    def without(self, seats: Collection[Seat]) -> TableRecap:
        """The evening without the best hand if these seats held it: it may be what somebody typed (SH-3)."""
        return self if self.best is None or self.best.seat not in seats else replace(self, best=None)


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
    seats: tuple[TableSeat[K], ...] = ()
    hand: Hand[S] | None = None
    last: Hand[S] | None = None
    """While the table rests, the hand that is over, still there to be looked at."""
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
    """The seats that ask for the hand under way to be the last (SH-8)."""
    last_hand: int | None = None
    """The number of the hand that all have agreed is the last."""
    sent: tuple[Seat, ...] = ()
    """The seats that are emptied when the hand under way is over, by the host or a bar (TB-16, TB-23)."""
    barred: tuple[Seat, ...] = ()
    """The seats of people who are barred from the games: they lose no coin by going (TB-23)."""
    has_called: bool = False
    """Whether its host has called for players, which a table does once."""
    unread: tuple[Seat, ...] = ()
    """Who sat there when the host changed what is played for, and may not have seen it (TB-15)."""
    pause: Pause | None = None
    remarks: tuple[Remark, ...] = ()
    shown: tuple[ShownCards, ...] = ()
    """What was shown to all once the last hand was over."""
    closing: Closing | None = None
    """The table was closed, or will be when the hand under way is over."""
    gains: tuple[SeatAmount, ...] = ()
    """What each seat won, or below zero lost, by the last hand that was settled."""
    evening: TableRecap = field(default_factory=TableRecap)
    """What its hands came to."""

    @property
    def present(self) -> tuple[TableSeat[K], ...]:
        """Everybody who has a seat, including players who leave after this hand."""
        return tuple(each for each in self.seats if each.standing != "gone")

    def seated(self, seat: Seat) -> TableSeat[K]:
        """The player who has, or had, this seat."""
        for each in self.seats:
            if each.seat == seat:
                return each
        raise NotSeated

    def seat_of(self, player: int) -> TableSeat[K]:
        """The seat of a person; raises `NotSeated`."""
        for each in self.present:
            if each.player == player:
                return each
        raise NotSeated

    def with_seat(self, changed: TableSeat[K]) -> Table[S, R, C, K, E]:
        """The table with one seat replaced."""
        seats = tuple(changed if each.seat == changed.seat else each for each in self.seats)
        return replace(self, seats=seats)

    def calling(self, player: int, name: str, handle: str) -> Table[S, R, C, K, E]:
        """The table with a person's seat under the names that they have now."""
        for each in self.seats:
            is_theirs = each.player == player and each.standing != "gone"
            if is_theirs and (each.name, each.handle) != (name, handle):
                return self.with_seat(replace(each, name=name, handle=handle))
        return self

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
    """A move as it is stored."""

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
    """A hand that is over: the seals of all that was dealt in it, its own the last, and what it led to.

    `gains` and `deeds` are what records keep of it: of a hand that was called off nothing.
    """

    number: int
    seals: tuple[Seal, ...]
    stacks: Mapping[Seat, int]
    points: Mapping[Seat, int]
    gains: Mapping[Seat, int] = field(default_factory=dict)
    deeds: Mapping[Seat, HandStats] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableChange:
    """A changed table, and what is to be stored in the same transaction."""

    table: AnyTable
    payments: tuple[Payment, ...] = ()
    moves: tuple[Logged, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    """Points for the scoreboard: people's ids and how many."""
    begun: tuple[Begun, ...] = ()
    ended: tuple[Ended, ...] = ()
    closings: tuple[Closing, ...] = ()
    """Who closed the table or called a hand off: that stands in the books."""
    inherited: tuple[SeatAmount, ...] = ()
    """What seats got beside their stacks of what lay between hands, or below zero left to others."""

    def then(self, later: TableChange) -> TableChange:
        """Two changes, one after the other, as one."""
        return TableChange(
            later.table,
            (*self.payments, *later.payments),
            (*self.moves, *later.moves),
            (*self.points, *later.points),
            (*self.begun, *later.begun),
            (*self.ended, *later.ended),
            (*self.closings, *later.closings),
            (*self.inherited, *later.inherited),
        )


def house_sits(table: AnyTable) -> bool:
    """Whether a house player has a seat."""
    return any(each.player is None for each in table.present)


def charged(table: AnyTable, game: AnyGame) -> tuple[Seat, ...]:
    """Return the seats that sit out but are dealt into the next hand as if seated out (TB-17, DV-16)."""
    if not game.charges_absent:
        return ()
    return tuple(each.seat for each in table.seats if each.standing == "out" and each.hands_out)


def facts(
    table: AnyTable, playing: Collection[Standing] = ("in", "away"), absent: Collection[Seat] = ()
) -> HandSetup[Any, Any]:
    """The table as the rules see it before a hand: with everyone who is in play or played for.

    `absent` are seats that are played for besides. `opener` is the opener's present seat if they have one,
    otherwise their first.
    """
    chosen = [each for each in table.seats if each.standing in playing or each.seat in absent]
    people = [each for each in (*chosen, *table.seats) if each.player is not None]
    # Whoever opens a table takes its first seat.
    opened = (each.seat for each in people if each.player == table.seats[0].player)
    guests = tuple(
        SeatedPlayer(
            each.seat,
            each.stack,
            each.keepsake,
            is_away=each.standing == "away" or each.seat in absent,
            owes_blind=each.owes_blind,
            posts_blind=each.posts_blind,
        )
        for each in chosen
    )
    return HandSetup(table.rules, guests, next(opened, Seat(1)))


def absent(terms: Terms, players: Collection[int | None]) -> tuple[int, ...]:
    """The people of the game before who are not among these players."""
    return tuple(who for who in terms.company if isinstance(who, int) and who not in players)


def hosted(table: AnyTable) -> AnyTable:
    """The table with a host who stays: if the host leaves, the one who sat down first takes over (TB-15)."""
    host = table.terms.host
    staying = {
        each.player: each.seat
        for each in sorted(table.seats, key=lambda each: each.came)
        if each.player is not None and each.standing in ("in", "away", "out") and each.seat not in table.sent
    }
    has_sat = any(each.player == host for each in table.seats)
    if not staying or not has_sat or host in staying:
        return table
    heir, seat = must_find(staying.items())
    return replace(table, terms=replace(table.terms, host=heir)).telling(HostChanged(seat))


def money(table: AnyTable, game: AnyGame) -> int:
    """All that lies on the table: stacks, and what the game keeps between hands; nothing once closed."""
    if table.phase == "closed":
        return 0
    return sum(each.stack for each in table.seats) + sum(game.claims(table.carry, None).values())


def played_for(table: AnyTable, game: AnyGame) -> Money:
    """What hands count for: where a seat costs nothing they are practice (TB-19, TB-21)."""
    is_free = table.money == "coins" and not game.price(table.rules, table.terms.buy_in)
    return "practice" if is_free else table.money


def points_count(terms: Terms, money: Money, *, is_free: bool, has_house: bool) -> bool:
    """Whether a hand's points go to the scoreboard: they do if coins could be at stake.

    A practice table leaves no trace (TB-12). Without wagers, points from a hand with a house player
    count only if the server allows it (SH-12).
    """
    return money == "coins" and (terms.house_points or not (is_free and has_house))


def told(story: tuple[Any, ...], events: tuple[Any, ...]) -> tuple[Any, ...]:
    """The story with these events added, as far back as a table remembers."""
    return (*story, *events)[-STORY_LENGTH:] if events else story


def sealed(table: AnyTable, game: AnyGame) -> AnyTable:
    """The table with its next deck under the next seal; unchanged while a hand is under way.

    A different deck is a different commitment: cuts made before it was shown do not count.
    """
    cards = table.next_seal.cards if table.hand else game.deck(table.rules, table.carry)
    if cards == table.next_seal.cards:
        return table
    return replace(table, next_seal=replace(table.next_seal, cards=cards, cuts=(), cutters=()))


def has_clock(table: AnyTable) -> bool:
    """Whether a turn's time runs out: not for one person among house players, who wait gladly (TB-8).

    It always does in a throw in passing, which has to end (SH-14), and at a tournament, where other
    tables wait.
    """
    present = table.present
    # Asked at every turn, for every viewer: the house's people are left out without asking each of them.
    guests = [each for each in present if each.player is not None or each.program]
    is_waited_for = len(guests) != 1 or len(present) == 1 or guests[0].player is None
    return is_waited_for or table.terms.hands_max is not None or table.terms.tournament is not None


def is_enough(table: AnyTable, game: AnyGame, dealt_in: Sequence[Seat]) -> bool:
    """Whether these can play the next hand: enough of them, and a person among them."""
    needed = table.terms.seats_needed(game.seats)
    needed = min(needed, game.seats_left) if table.hands else needed
    has_people = any(table.seated(seat).player is not None for seat in dealt_in)
    return has_people and len(dealt_in) >= needed


def awaited(table: AnyTable, game: AnyGame) -> tuple[Seat, ...]:
    """Those who sit out, where the next hand cannot begin without them but could with them; else nobody."""
    out = tuple(each.seat for each in table.seats if each.standing == "out")
    if not out or table.phase != "playing" or table.hand is not None:
        return ()
    if is_enough(table, game, game.dealt_in(facts(table), table.carry)):
        return ()
    everybody = facts(table, playing=("in", "away", "out"))
    return out if is_enough(table, game, game.dealt_in(everybody, table.carry)) else ()


def require_open(table: AnyTable) -> None:
    """Refuse to touch a closed table."""
    if table.phase == "closed":
        raise TableClosed


def require_free(table: AnyTable) -> None:
    """Refuse at a tournament's table, where players do not decide who sits there and when it is played."""
    require_open(table)
    if table.terms.tournament is not None:
        raise AtTournament


def require_resting(table: AnyTable) -> None:
    """Refuse before the game, during a hand, and before the next hand is called for."""
    require_open(table)
    if table.phase == "lobby":
        raise NotStarted
    if table.hand is not None:
        raise HandUnderWay
    if table.terms.tournament is not None and not table.is_called:
        raise NotCalled
