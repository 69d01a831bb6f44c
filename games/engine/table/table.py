"""A table as a value: seats, terms, the current hand, and the changes to store.

The functions that change it are in `seating.py` (seats, and the host's actions), `play.py` (hands),
`table_talk.py` (pauses and the last hand) and `tournament_table.py` (tournaments).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from games.engine.core.errors import must_find
from games.engine.core.game import AnyGame, HandSetup, Seat, SeatAmount, SeatedPlayer
from games.engine.core.hand_stats import BestHand, HandStats
from games.engine.core.values import dataclass
from games.engine.provable_chance import Seal
from games.engine.table.events import HostChanged, TableEvent
from games.engine.table.pace import LIVE, SLOW, SLOW_SECONDS, PaceTimes
from games.engine.table.refusals import (
    AtTournament,
    HandUnderWay,
    NotCalled,
    NotSeated,
    NotStarted,
    TableClosed,
)

S = TypeVar("S")
R = TypeVar("R")
C = TypeVar("C")
K = TypeVar("K")
E = TypeVar("E")

STORY_LENGTH = 60
"""The number of recent public events that a table keeps: enough for most hands."""
SEATS_EVER = 100
"""The maximum number of seats ever taken at a table, which bounds its size (TB-3)."""

Standing: TypeAlias = Literal["in", "away", "out", "leaving", "gone"]
"""In play; away: seated out and played for (TB-8); out: sitting out, without cards (TB-17); leaving when
the hand is over; gone: no longer at the table."""
Phase: TypeAlias = Literal["lobby", "playing", "closed"]
Money: TypeAlias = Literal["coins", "practice", "chips"]
"""The server's currency; money that exists only at this table (TB-12); a tournament's chips."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms a table was opened with. `host` and `invited` are people's ids.

    The player who opens a table is its host; when the host leaves, another player becomes the host (TB-15).
    `money` is the requested kind of money, `Table.money` the actual kind.
    """

    host: int
    buy_in: int
    turn_seconds: int = 60
    money: Money = "coins"
    hands_max: int | None = None
    invited: tuple[int, ...] = ()
    """If not empty, only these people may sit here (TB-16)."""
    sent_away: tuple[int, ...] = ()
    """The people the host sent away: they may sit here again only when invited."""
    tournament: int | None = None
    """The tournament the table belongs to: its director decides on seats and the start of hands."""
    house_points: bool = False
    """True if points of a hand without wagers count even with a house player in it (SH-12)."""
    company: tuple[int | str, ...] = ()
    """The players of the previous game, in seat order: people's ids, house players' names."""
    bank_seconds: int = 0
    """Each player's time bank for the whole game (TB-18)."""
    minutes_max: int = 0
    """Minutes of play after which a hand is the last; 0: none, as at every tournament (SH-8)."""
    seats_min: int | None = None
    """The minimum number of players if not the game's own: one, for a throw outside a game."""

    @property
    def pace(self) -> PaceTimes:
        """The times that depend on the table's pace (TB-28)."""
        return SLOW if self.turn_seconds >= SLOW_SECONDS else LIVE

    @property
    def is_private(self) -> bool:
        """True for an invited table; a challenge is none (TB-16)."""
        return bool(self.invited) and self.hands_max is None

    def seats_needed(self, seats: range) -> int:
        """Return the number of players needed for a hand, in a game for `seats`."""
        return seats.start if self.seats_min is None else self.seats_min


@dataclass(frozen=True, slots=True)
class TableSeat(Generic[K]):
    """One seat and its occupant; `player` is a person's id, or None for a house player or a program."""

    seat: Seat
    player: int | None
    name: str
    stack: int
    standing: Standing = "in"
    keepsake: K | None = None
    question: int = 0
    """The number of questions this seat has answered; part of every button's checksum."""
    missed: int = 0
    """The number of turns missed in a row."""
    away_since: int = 0
    """The number of the hand in which the seat was seated out."""
    since: int = 0
    """The number of hands begun before this player took the seat."""
    home: int | None = None
    """The amount with which the player left; None for a player who has not left, or never paid."""
    sits_out_next: bool = False
    """True if the player sits out after the current hand (TB-17)."""
    tops_up_next: bool = False
    """True if the player tops up after the current hand (TB-17)."""
    owes_blind: bool = False
    """True if the seat missed a blind, and so is dealt in as the big blind (TB-17)."""
    posts_blind: bool = False
    """True if the player prefers to post a blind in order to be dealt in sooner."""
    bank_spent: int = 0
    """The seconds used from the time bank (TB-18)."""
    slow: int = 0
    """The number of slow answers in a row, at most `SLOW_TIMES` (TB-18)."""
    topped_up: int = 0
    """The sum of top-ups (TB-17), less the amount with which the player left before coming back."""
    came: int = 0
    """The number of players who sat down earlier; the lowest is the player seated longest (TB-15)."""
    handle: str = ""
    """The person's unique user name; empty if unknown."""
    program: str = ""
    """The number of the external program in the seat; empty if none (TB-27)."""
    halved: int = 0
    """The number of times that turns have been halved (TB-18)."""
    hands_out: int = 0
    """The number of hands in a row that began while the player sat out (TB-17)."""
    away_for: int = 0
    """The seconds for which the player has been away or sat out, at a slow table (TB-8)."""

    @property
    def is_house(self) -> bool:
        """True if the house decides for this seat, so that no clock has to run for it."""
        return self.player is None and not self.program


@dataclass(frozen=True, slots=True)
class Closing:
    """The reason and author of closing a table, or of calling off the hand with this number (TB-10).

    `by` is a person's id; None if it was automatic.
    """

    by: int | None
    reason: str = ""
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Hand(Generic[S]):
    """One deal: its number at this table, its seats, its state, and the seal of its chance."""

    number: int
    seats: tuple[Seat, ...]
    state: S
    seal: Seal


@dataclass(frozen=True, slots=True)
class Remark:
    """A phrase (`table_talk.py`), its speaker, and its time (unix seconds)."""

    seat: Seat
    key: str
    at: int


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause, or the vote on one: `left` is the time on the clock when the game resumes."""

    agreed: tuple[Seat, ...]
    left: int | None = None
    """In seconds; None during the vote."""


@dataclass(frozen=True, slots=True)
class AbsenceVote:
    """The vote to go on without the player of a seat who does not answer a question (TB-8).

    `is_here` is True if that player has pressed that they are there, which ends the vote for this question.
    """

    seat: Seat
    question: int
    agreed: tuple[Seat, ...] = ()
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Cards that their owner showed to all voluntarily (TB-11)."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """The amount a seat won in the hand of that number."""

    hand: int
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class BestShown:
    """A hand that a seat showed to all in the hand of that number."""

    hand: int
    seat: Seat
    cards: BestHand


@dataclass(frozen=True, slots=True)
class TableRecap:
    """The summary of a table's hands from public facts, shown when the table closes.

    It leaves out hands that were called off. A seat stands for the player who had it in that hand. Of equal
    takes or best hands, the first is kept.
    """

    hands: int = 0
    won: tuple[SeatAmount, ...] = ()
    """The number of hands won by each seat."""
    most: Take | None = None
    best: BestShown | None = None

    def after(self, hand: int, gains: Mapping[Seat, int], deeds: Mapping[Seat, HandStats]) -> TableRecap:
        """Return the recap with one more hand."""
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
        """Return the recap without a best hand of these seats, because it may contain typed text (SH-3)."""
        return self if self.best is None or self.best.seat not in seats else replace(self, best=None)


@dataclass(frozen=True, slots=True)
class Table(Generic[S, R, C, K, E]):
    """A table.

    Nobody pays before the game begins. A seat's `stack` stays the same during a hand, so calling the hand off
    means dropping `hand`.
    """

    id: int
    game: str
    rules: R
    terms: Terms
    phase: Phase
    money: Money
    next_seal: Seal
    """The next hand's secret, fixed and committed to before players can cut (TB-13)."""
    seats: tuple[TableSeat[K], ...] = ()
    hand: Hand[S] | None = None
    last: Hand[S] | None = None
    """The finished hand, while the table rests and shows it."""
    carry: C | None = None
    decks: tuple[Seal, ...] = ()
    """The seals of earlier hands whose decks still have cards in play."""
    hands: int = 0
    """The number of hands begun."""
    revealed: Seal | None = None
    """The opened seal of the previous hand."""
    story: tuple[TableEvent | E, ...] = ()
    is_called: bool = False
    """True if a tournament's director has called for the next hand."""
    ready: tuple[Seat, ...] = ()
    """The seats that have asked for the next hand, at a slow table (TB-13)."""
    wants_last: tuple[Seat, ...] = ()
    """The seats that ask for the current hand to be the last (SH-8)."""
    last_hand: int | None = None
    """The number of the hand that all have agreed is the last."""
    sent: tuple[Seat, ...] = ()
    """The seats to be emptied after the current hand, by the host or a bar (TB-16, TB-23)."""
    barred: tuple[Seat, ...] = ()
    """The seats of people barred from the games: they lose no coin by leaving (TB-23)."""
    has_called: bool = False
    """True if the host has called for players, which is possible once per table."""
    unread: tuple[Seat, ...] = ()
    """The seats of players who may not have seen the host's change of terms (TB-15)."""
    pause: Pause | None = None
    played_seconds: int = 0
    """The time played, if that is limited: without pauses, and without time in which the bot was away."""
    counted_at: int = 0
    """The time up to which `played_seconds` has been counted, in unix seconds; 0 before the game."""
    absence: AbsenceVote | None = None
    """The latest vote on an absent player, which is over once the question is answered."""
    remarks: tuple[Remark, ...] = ()
    shown: tuple[ShownCards, ...] = ()
    """The cards shown voluntarily after the last hand."""
    closing: Closing | None = None
    """Set if the table is closed, or will be after the current hand."""
    gains: tuple[SeatAmount, ...] = ()
    """The net result of each seat in the last settled hand."""
    evening: TableRecap = field(default_factory=TableRecap)
    """The summary of all hands."""

    @property
    def present(self) -> tuple[TableSeat[K], ...]:
        """All occupied seats, including players who leave after this hand."""
        return tuple(each for each in self.seats if each.standing != "gone")

    def seated(self, seat: Seat) -> TableSeat[K]:
        """Return the player who has, or had, this seat."""
        for each in self.seats:
            if each.seat == seat:
                return each
        raise NotSeated

    def seat_of(self, player: int) -> TableSeat[K]:
        """Return the seat of a person. Raises `NotSeated`."""
        for each in self.present:
            if each.player == player:
                return each
        raise NotSeated

    def with_seat(self, changed: TableSeat[K]) -> Table[S, R, C, K, E]:
        """Return the table with one seat replaced."""
        seats = tuple(changed if each.seat == changed.seat else each for each in self.seats)
        return replace(self, seats=seats)

    def with_name(self, player: int, name: str, handle: str) -> Table[S, R, C, K, E]:
        """Return the table with a person's current names on their seat."""
        for each in self.seats:
            is_seated = each.player == player and each.standing != "gone"
            if is_seated and (each.name, each.handle) != (name, handle):
                return self.with_seat(replace(each, name=name, handle=handle))
        return self

    def with_events(self, *events: TableEvent | E) -> Table[S, R, C, K, E]:
        """Return the table with these events added to its story."""
        return replace(self, story=extended_story(self.story, events))


AnyTable: TypeAlias = Table[Any, Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Payment:
    """Money between a player (None: the house's bank) and the table; positive is paid in."""

    player: int | None
    amount: int
    reason: Literal["buy_in", "cash_out"]


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move as it is stored."""

    hand: int
    seat: Seat
    move: object


Seeds: TypeAlias = Iterator[str]
"""Fresh secret seeds in hex, 32 bytes each, one for every hand that begins."""


@dataclass(frozen=True, slots=True)
class BegunHand:
    """A hand at its beginning: every later state follows from this state and the moves."""

    number: int
    state: object


@dataclass(frozen=True, slots=True)
class EndedHand:
    """A finished hand: its result, and the seals of all decks dealt in it, its own last.

    `gains` and `deeds` are for the players' records; empty for a hand that was called off.
    """

    number: int
    seals: tuple[Seal, ...]
    stacks: Mapping[Seat, int]
    points: Mapping[Seat, int]
    gains: Mapping[Seat, int] = field(default_factory=dict)
    deeds: Mapping[Seat, HandStats] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableChange:
    """A changed table, and what to store in the same transaction."""

    table: AnyTable
    payments: tuple[Payment, ...] = ()
    moves: tuple[LoggedMove, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    """Points for the scoreboard, by people's ids."""
    begun: tuple[BegunHand, ...] = ()
    ended: tuple[EndedHand, ...] = ()
    closings: tuple[Closing, ...] = ()
    """The closed table and the hands called off, for the books."""
    inherited: tuple[SeatAmount, ...] = ()
    """Shares of money kept between hands that seats received, or, if negative, left to others."""
    by: int | None = None
    """The id of the person who made the change; None if it was automatic."""

    def then(self, later: TableChange) -> TableChange:
        """Combine this change and a later one."""
        return TableChange(
            later.table,
            (*self.payments, *later.payments),
            (*self.moves, *later.moves),
            (*self.points, *later.points),
            (*self.begun, *later.begun),
            (*self.ended, *later.ended),
            (*self.closings, *later.closings),
            (*self.inherited, *later.inherited),
            later.by if self.by is None else self.by,
        )


def house_sits(table: AnyTable) -> bool:
    """Return True if a house player has a seat."""
    return any(each.player is None for each in table.present)


def charged_while_out(table: AnyTable, game: AnyGame) -> tuple[Seat, ...]:
    """Return the seats that sit out but are dealt into the next hand as if seated out (TB-17, DV-16)."""
    if not game.charges_absent:
        return ()
    return tuple(each.seat for each in table.seats if each.standing == "out" and each.hands_out)


def hand_setup(
    table: AnyTable, playing: Collection[Standing] = ("in", "away"), absent: Collection[Seat] = ()
) -> HandSetup[Any, Any]:
    """Return the rules' view of the table before a hand, with the seats of a standing in `playing`.

    `missing_people` are further seats, played for by the House.
    """
    chosen = [each for each in table.seats if each.standing in playing or each.seat in absent]
    people = [each for each in (*chosen, *table.seats) if each.player is not None]
    # The player who opened the table took the first seat.
    opened = (each.seat for each in people if each.player == table.seats[0].player)
    players = tuple(
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
    return HandSetup(table.rules, players, next(opened, Seat(1)))


def missing_people(terms: Terms, players: Collection[int | None]) -> tuple[int, ...]:
    """Return the people of the previous game who are not among these players."""
    return tuple(who for who in terms.company if isinstance(who, int) and who not in players)


def with_host_present(table: AnyTable) -> AnyTable:
    """Return the table with a new host if the host has left: the player who has sat longest (TB-15)."""
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
    return replace(table, terms=replace(table.terms, host=heir)).with_events(HostChanged(seat))


def money(table: AnyTable, game: AnyGame) -> int:
    """Return all money on the table: stacks, and what the game keeps between hands; 0 once closed."""
    if table.phase == "closed":
        return 0
    return sum(each.stack for each in table.seats) + sum(game.claims(table.carry, None).values())


def played_for(table: AnyTable, game: AnyGame) -> Money:
    """Return the kind of money played for: practice if a seat costs nothing (TB-19, TB-21)."""
    is_free = table.money == "coins" and not game.price(table.rules, table.terms.buy_in)
    return "practice" if is_free else table.money


def points_count(terms: Terms, money: Money, *, is_free: bool, has_house: bool) -> bool:
    """Return True if a hand's points go to the scoreboard, as they do at a table for coins.

    A practice table leaves no trace (TB-12). If the game is free, points of a hand with a house player count
    only if the server allows it (SH-12).
    """
    return money == "coins" and (terms.house_points or not (is_free and has_house))


def extended_story(story: tuple[Any, ...], events: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the story with these events added, cut to the length that a table keeps."""
    return (*story, *events)[-STORY_LENGTH:] if events else story


def with_sealed_deck(table: AnyTable, game: AnyGame) -> AnyTable:
    """Return the table with its next deck under the next seal; unchanged during a hand.

    A different deck needs a different commitment: cuts made before it was shown do not count.
    """
    cards = table.next_seal.cards if table.hand else game.deck(table.rules, table.carry)
    if cards == table.next_seal.cards:
        return table
    return replace(table, next_seal=replace(table.next_seal, cards=cards, cuts=(), cutters=()))


def has_clock(table: AnyTable) -> bool:
    """Return True if turns time out: they don't for a single person among house players (TB-8).

    They always time out in a throw outside a game, which has to end (SH-14), and at a tournament, where other
    tables wait.
    """
    present = table.present
    # This is called at every turn for every viewer, so it does without the property `is_house`.
    players = [each for each in present if each.player is not None or each.program]
    is_waited_for = len(players) != 1 or len(present) == 1 or players[0].player is None
    return is_waited_for or table.terms.hands_max is not None or table.terms.tournament is not None


def is_enough(table: AnyTable, game: AnyGame, dealt_in: Sequence[Seat]) -> bool:
    """Return True if these seats can play the next hand: enough of them, and a person among them."""
    needed = table.terms.seats_needed(game.seats)
    needed = min(needed, game.seats_left) if table.hands else needed
    has_people = any(table.seated(seat).player is not None for seat in dealt_in)
    return has_people and len(dealt_in) >= needed


def awaited(table: AnyTable, game: AnyGame) -> tuple[Seat, ...]:
    """Return the seats that sit out if the next hand cannot begin without them, otherwise none.

    A slow table also waits while all people are absent (TB-8): then their seats are returned.
    """
    if table.phase != "playing" or table.hand is not None:
        return ()
    if table.terms.pace.is_slow:
        people = [each for each in table.present if each.player is not None and each.standing != "leaving"]
        if people and all(each.standing in ("away", "out") for each in people):
            return tuple(each.seat for each in people)
    out = tuple(each.seat for each in table.seats if each.standing == "out")
    if not out or is_enough(table, game, game.dealt_in(hand_setup(table), table.carry)):
        return ()
    everybody = hand_setup(table, playing=("in", "away", "out"))
    return out if is_enough(table, game, game.dealt_in(everybody, table.carry)) else ()


def unready(table: AnyTable) -> tuple[Seat, ...]:
    """Return the seats of present players who have not asked for the next hand, at a slow table (TB-13)."""
    if table.phase != "playing" or table.hand is not None or not table.terms.pace.is_slow:
        return ()
    people = (each for each in table.seats if each.player is not None and each.standing == "in")
    return tuple(each.seat for each in people if each.seat not in table.ready)


def require_open(table: AnyTable) -> None:
    """Raise if the table is closed."""
    if table.phase == "closed":
        raise TableClosed


def require_free(table: AnyTable) -> None:
    """Raise at a tournament's table, where players decide neither on seats nor on the start of hands."""
    require_open(table)
    if table.terms.tournament is not None:
        raise AtTournament


def require_resting(table: AnyTable) -> None:
    """Raise before the game, during a hand, and before the next hand is called for."""
    require_open(table)
    if table.phase == "lobby":
        raise NotStarted
    if table.hand is not None:
        raise HandUnderWay
    if table.terms.tournament is not None and not table.is_called:
        raise NotCalled
