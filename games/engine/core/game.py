"""What a game is to the engine, and what else one may bring along: a ranker, a deal of the day.

A game is a set of pure functions over values of its own: state S, moves M, public events E, view V, house
rules R, keepsakes K (what a player brings along, such as a home throw) and carry C (what lasts from hand to
hand). The House is a seat that deals and throws; its moves carry their outcome, so that `apply` is sure and
a hand can be replayed. The deal of the day is one deal, a few answers, and what each of them is worth.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, NewType, Protocol, TypeAlias, TypeVar, get_args

from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import Reason, Templated, must_find
from games.engine.core.hand_stats import HandStats, Title
from games.engine.core.offers import Action, Answer, Offer, exchanged
from games.engine.provable_chance import Chance


class HandState(Protocol):
    """The state of a hand, as far as the engine looks into it."""

    @property
    def turn(self) -> int:
        """A number that stays the same through all questions of one turn, and then changes."""


@dataclass(frozen=True, slots=True)
class GameTypes:
    """The types of a game's values, for reading them back strictly."""

    state: Any
    move: Any
    event: Any
    view: Any
    carry: Any
    rules: Any
    keepsake: Any


Seat = NewType("Seat", int)
CHANCE_SEAT = Seat(0)
"""The House's seat. Players' seats count from 1, clockwise in joining order (TB-3)."""


@dataclass(frozen=True, slots=True)
class SeatAmount:
    """An amount and whose it is, or was."""

    seat: Seat
    amount: int


def owned(amounts: Iterable[SeatAmount], winner: Seat | None) -> dict[Seat, int]:
    """Who gets amounts that lie between hands: the winner, or without one each its owner."""
    if winner is not None:
        return {winner: sum(each.amount for each in amounts)}
    return {each.seat: each.amount for each in amounts}


def clockwise(seats: Iterable[Seat], start: Seat) -> list[Seat]:
    """These seats from the first one left of `start`, which itself comes last."""
    return sorted(seats, key=lambda seat: (seat <= start, seat))


S = TypeVar("S", bound=HandState)
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")
C = TypeVar("C")
R = TypeVar("R")
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Level:
    """What is posted in a hand of a tournament; each game uses the fields that it knows."""

    ante: int = 0
    small_blind: int = 0
    big_blind: int = 0


@dataclass(frozen=True, slots=True)
class SeatedPlayer(Generic[K]):
    """A seated player as the rules see one: no name, no account."""

    seat: Seat
    stack: int
    keepsake: K | None = None
    is_away: bool = False
    """Seated out (TB-8)."""
    owes_blind: bool = False
    """Dealt in with the big blind (TB-17)."""
    posts_blind: bool = False
    """Or, by their own wish, as soon as they can post one that changes nobody's."""


@dataclass(frozen=True, slots=True)
class HandSetup(Generic[R, K]):
    """What the rules know of the table before a hand; guests in seat order."""

    rules: R
    guests: tuple[SeatedPlayer[K], ...]
    opener: Seat
    """The seat, now or once, of the player who opened the table."""

    @property
    def stacks(self) -> tuple[tuple[Seat, int], ...]:
        """What lies before each guest."""
        return tuple((guest.seat, guest.stack) for guest in self.guests)


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """What a move led to: the new state, and what everybody may know of how it came about."""

    state: S
    events: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class HandResult(Generic[C]):
    """How a hand ended: the stack of every seat that began it, the carry, points for the scoreboard."""

    stacks: Mapping[Seat, int]
    carry: C
    points: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Withheld:
    """Why a card is not shown again yet: where it lies, and until when."""

    where: str
    until: str


class Estimate(Protocol):
    """What somebody who is asked can expect, made once from a view and thrown away with it (TB-12).

    A house player decides from it, and its reason, the coach and a hint tell its numbers.
    """

    @property
    def win_probability(self) -> Mapping[str, float]:
        """How often the seat's cards are the best of all still in, by what they win: a column or the pot."""

    @property
    def ev(self) -> Mapping[str, float]:
        """What answers are worth on average, in coins, by the keys of their offers; giving up is worth 0."""


@dataclass(frozen=True, slots=True)
class Response:
    """A question of a hand, whose it was, and how it was answered."""

    state: Any
    seat: Seat
    answer: Answer


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Answers to a question that can be compared, by their offers' keys, and what difference is no matter.

    Where numbers go with an answer, they are what somebody sensible would say.
    """

    answers: Mapping[str, Answer]
    least: float
    price: int = 0
    """What it takes to stay, where one chance of winning goes with that; else 0."""
    wants: float = 0.0
    """From which chance on that pays, if nobody bets again."""


NO_ALTERNATIVES = Alternatives(MappingProxyType({}), 0)


class Game(ABC, Generic[S, M, E, V, C, R, K]):
    """A game. All functions are pure; chance comes in as an argument, time not at all.

    The defaults are what holds for most games.
    """

    key: str
    title: str
    seats: range
    """How many may sit; a stop of 13 means twelve."""
    seats_left: int = 2
    """How few may play on once a game has begun with enough."""
    house_rules: type[R]
    buy_in: int
    """The usual stake of a seat, in whole coins."""
    is_dealt: bool
    """Whether it is played with cards."""
    charges_absent: bool = False
    """True if a player who sits out is dealt in and pays from the second missed hand on (TB-17, DV-16)."""
    whole_deck: tuple[str, ...] = ()
    """The cards of a game that shuffles the same ones for every hand."""
    ends_by_agreement: bool = False
    """Whether its players may agree on a last hand (SH-8)."""
    tournament_seats: range
    """How many a table of a tournament may take; empty where there are no tournaments of it."""
    looks_back: bool = False
    """Whether players may choose again once a hand is over (TB-26)."""
    departure: M | None = None
    """The move of a seat that leaves, in turn or not (TB-9); None where the hand is played on for it."""
    levels: tuple[Level, ...]
    """The usual levels of a tournament with the usual stake of a seat."""
    titles: tuple[Title, ...] = ()
    """What people are called for deeds in it (TB-21)."""
    actions: tuple[Action, ...]
    """All that `offers` may ever offer, each key once."""
    words: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What a text in a view may be where it names no card, by the field that it stands in."""
    types: GameTypes

    def __init_subclass__(cls) -> None:
        """Note the types between the brackets behind `Game`."""
        for base in vars(cls).get("__orig_bases__", ()):
            cls.types = GameTypes(*get_args(base))
            cls.house_rules = cls.types.rules

    def price(self, rules: R, buy_in: int) -> int:
        """What a seat really costs under these house rules."""
        return buy_in

    def usual_stake(self, rules: R) -> int:
        """The usual stake of a seat under these house rules."""
        return self.buy_in

    def stake_min(self, rules: R) -> int:
        """The least that a seat can cost: with it a hand can be paid."""
        return 1

    def check_stake(self, rules: R, stake: int) -> None:
        """Refuse a stake that does not go with these house rules."""

    def admits(self, rules: R, carry: C | None) -> bool:
        """Whether newcomers may still join a game that has begun."""
        return True

    def lets_sit_out(self, rules: R) -> bool:
        """Whether players may sit hands out and fill up their stacks (TB-17)."""
        return True

    def forfeits(self, rules: R, carry: C | None) -> bool:
        """Whether a player who gives up the seat leaves the stack to the winner of the game."""
        return False

    def rests(self, rules: R) -> bool:
        """Whether the table waits between hands until somebody begins the next; with cards it does."""
        return self.is_dealt

    def for_house_money(self, rules: R) -> R:
        """The house rules that the house insists on when its own coins are at stake (TB-12)."""
        return rules

    @abstractmethod
    def at_level(self, rules: R, level: Level) -> R:
        """The house rules for a tournament hand at that level."""

    def at_tournament(self, rules: R, kept: K | None, below: Callable[[int], int]) -> R:
        """The house rules for all tables of a tournament, with what is fixed before the first hand.

        `kept` is the server's own keepsake, `below` draws the tournament's lots (TN-22).
        """
        return rules

    def dealt_in(self, facts: HandSetup[R, K], _carry: C | None, /) -> tuple[Seat, ...]:
        """The seats that could take part in the next hand; with too few of them the game is over.

        Usually everybody who has money left.
        """
        return tuple(guest.seat for guest in facts.guests if guest.stack)

    @abstractmethod
    def start(self, facts: HandSetup[R, K], carry: C | None) -> S:
        """The next hand of these guests, every one of whom takes part; carry is None before the first."""

    def deck(self, rules: R, carry: C | None) -> tuple[str, ...]:
        """The cards that the next hand may have to shuffle, in their usual order; none where it has none.

        It depends on nothing that can change before the hand, so that a deck that was cut stays valid.
        """
        return self.whole_deck

    def cards(self, state: S) -> tuple[str, ...]:
        """All cards that a hand is played with, wherever they are; empty in a game without cards."""
        return self.whole_deck

    def shuffles(self, state: S) -> bool:
        """Whether the hand that begins really shuffles the deck sealed for it."""
        return True

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Who is to answer, HOUSE alone or players only; empty when the hand is over."""

    @abstractmethod
    def offers(self, state: S, seat: Seat) -> tuple[Offer[M], ...]:
        """What a seat may do now; empty for a seat that is not to act."""

    def asides(self, state: S, seat: Seat) -> tuple[Offer[M], ...]:
        """What a seat may do out of turn, unseen by others, such as changing a hidden choice."""
        return ()

    @abstractmethod
    def timeout(self, state: S, seat: Seat, /) -> Answer:
        """The mildest answer, for a seat whose time has run out (TB-8)."""

    @abstractmethod
    def chance_move(self, state: S, chance: Chance) -> M:
        """What the House deals or throws; the only place where chance enters."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M) -> Transition[S]:
        """The one door to a new state."""

    def is_out(self, state: S, seat: Seat) -> bool:
        """Whether a seat has folded, and only watches the rest of the hand."""
        return False

    def is_all_in(self, state: S, seat: Seat) -> bool:
        """Whether a seat is still in with no coin left to bet, so that leaving folds nothing (TB-9)."""
        return False

    def pot(self, state: S) -> int:
        """What lies in the middle for all to see; nothing in a game without bets."""
        return 0

    @abstractmethod
    def result(self, state: S) -> HandResult[C]:
        """How the hand ended; asked only when nobody is to act any more."""

    @abstractmethod
    def stacks(self, state: S) -> Mapping[Seat, int]:
        """What lies before each seat, its bets aside."""

    @abstractmethod
    def hand_stats(self, state: S) -> Mapping[Seat, HandStats]:
        """What a hand that is over leaves in the records of all who began it; nothing that was not public."""

    def claims(self, carry: C | None, winner: Seat | None) -> Mapping[Seat, int]:
        """Who gets the money that lies between hands.

        `winner` is the only one left in a game that has been played out; without one everything
        goes back to where it came from (TB-10).
        """
        return {}

    def repaid(self, carry: C, seat: Seat) -> C:
        """The carry without a seat's money that lies there: it is its player's again (TB-17, TB-23)."""
        return carry

    def big_blind(self, carry: C | None) -> Seat | None:
        """Who posted the big blind of the last hand; None in a game without blinds."""
        return None

    def blind(self, rules: R) -> int:
        """What somebody who owes a blind posts to be dealt in at once (TB-17); 0 in a game without blinds."""
        return 0

    def has_missed_blind(self, before: C | None, seats: tuple[Seat, ...], seat: Seat) -> bool:
        """Whether a blind was due at a seat in the hand that these seats played without it (TB-17)."""
        return False

    @abstractmethod
    def vacated(self, carry: C, seat: Seat) -> C:
        """The carry once a seat is free for somebody else: nothing in it belongs to the previous player."""

    def reshuffled(self, carry: C) -> C:
        """The carry without any card that a later hand would deal or show: all are reshuffled (F-59)."""
        return carry

    def forgotten(self, state: S, seat: Seat) -> S:
        """The state without the words of a player who wants to be forgotten."""
        return state

    def house_keepsake(self, name: str) -> K | None:
        """What a house player of that name brings along."""
        return None

    def taken_along(self, keepsake: K | None, carry: C | None, seat: Seat) -> K | None:
        """What a player takes along from one table of a tournament to another.

        `keepsake` is what they brought here. None if what is kept for them, or their score, says it all.
        """
        return None

    def brought(self, keepsake: K | None, score: int) -> K | None:
        """What a player with that score in a tournament brings along to another of its tables."""
        return keepsake

    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V:
        """What a seat may see, or a spectator (None): the one place where secrets are cut."""

    def recollection(self, state: S, seat: Seat) -> V:
        """What a house player decides from: its seat's view, and all that it remembers (TB-12)."""
        return self.view(state, seat)

    def seen(self, state: S, viewer: Seat | None) -> tuple[str, ...]:
        """The cards this viewer has seen, and may get proofs of once the hand is over (TB-13)."""
        return ()

    def withheld(self, state: S, carry: C, viewer: Seat | None) -> Mapping[str, Withheld]:
        """Cards that this viewer saw in a hand but is not shown again yet."""
        return {}

    def shared(self, state: S, end: S, seat: Seat) -> V:
        """What a seat may show everybody of its own view once the hand is over.

        Only cards that are its own or lie open by then; where it saw others, what everybody saw.
        """
        is_open = {*self.seen(state, seat)} <= {*self.seen(end, None)}
        return self.view(state, seat if is_open else None)

    def unfolding(self, state: S) -> tuple[S, ...]:
        """What whoever watches a hand again sees of its end before they see that; nothing, if it is at once.

        It holds nothing that its end does not show everybody.
        """
        return ()

    def unshown(self, state: S, seat: Seat) -> tuple[str, ...]:
        """The seat's own cards at the end of a hand, if it folded them or nobody called them (TB-11)."""
        return ()

    def disclosed(self, move: M, seat: Seat, after: S, end: S) -> M | None:
        """A seat's move as all may know it when the hand is over, its cards aside; None for nothing of it.

        `after` is what it led to. A card that somebody has not seen is cut by whoever tells them (TB-13).
        """
        return move

    def sample_possible_state(self, state: S, viewer: Seat | None, chance: Chance) -> S:
        """A random state that this viewer cannot tell from this one (TB-11).

        Unseen cards are swapped. A game that hides more than cards, such as how a bet is split
        or a choice that is not shown yet, redraws that too.
        """
        seen = self.seen(state, viewer)
        return exchanged(state, [card for card in self.cards(state) if card not in seen], chance)

    def sample_likely_state(self, state: S, _past: Sequence[Response], viewer: Seat, chance: Chance, /) -> S:
        """A possible state in which each rival who is still in might have answered as they did (TB-26).

        `past` is what rivals were asked and answered before, in that order.
        """
        return self.sample_possible_state(state, viewer, chance)

    @abstractmethod
    def decide(
        self, view: V, offers: tuple[Offer[M], ...], chance: Chance, character: Character = MASTER, /
    ) -> Answer:
        """A house player's answer, from exactly what its seat may see (TB-12).

        What a player imagines is drawn from the view, so that `reason` can repeat it; `chance` only mixes.
        """

    def estimate(
        self, view: V, offers: tuple[Offer[M], ...], character: Character = MASTER, /
    ) -> Estimate | None:
        """What a house player expects who has to weigh coins; None where there are none to weigh."""
        return None

    def looked_back(self, state: S, seat: Seat, /) -> Mapping[str, float]:
        """What each answer to a question of a hand that is over was worth, in coins, by its offer's key.

        From what the seat could know then; empty where that is not sure, or no matter (TB-26).
        """
        return {}

    def ways(self, state: S, seat: Seat, /) -> Alternatives:
        """How a question of a hand that is over might have been answered, where imagined hands can tell.

        None where `looked_back` knows, or where that takes too long (TB-26).
        """
        return NO_ALTERNATIVES

    def reason(
        self, view: V, offers: tuple[Offer[M], ...], answer: Answer, character: Character, /
    ) -> Reason | None:
        """Why a house player answers so, by its own numbers and from its view alone; None for no reason."""
        return None

    def grounds(self, state: S, seat: Seat, move: M, seen: AbstractSet[str]) -> V | None:
        """What the reason for a move rests on, if somebody who has seen these cards may know it (TB-11).

        No other card is left in that view. Usually a reason rests on every card that the seat has seen.
        """
        return self.recollection(state, seat) if seen >= {*self.seen(state, seat)} else None

    def may_explain(self, view: V, seat: Seat) -> bool:
        """Whether that seat can have a reason to tell this viewer, once the hand is over (TB-11).

        It follows from what the viewer sees, so that asking is offered only where something is said.
        """
        return True

    def advice(self, view: V, offers: tuple[Offer[M], ...], /) -> Templated | None:
        """What matters now, in one line for somebody who learns the game; None where nothing does."""
        return None


AnyGame = Game[Any, Any, Any, Any, Any, Any, Any]


class UnreadableHand(Exception):
    """A text that is no hand in the game's notation; its message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a hand is.

    Of two keys the lexicographically larger is the better hand, equal keys share. `number`
    is the hand's place in its game's table, or its score where the game counts so. `cards`
    make the hand; `discard` is the card left out, in games that leave one out.
    """

    hand: str
    number: int | None
    key: tuple[int, ...]
    cards: tuple[str, ...]
    discard: str | None = None


Rank: TypeAlias = Callable[[str, Any], Ranking]
"""Read a line under the house rules in force; raises `UnreadableHand`."""


@dataclass(frozen=True, slots=True)
class Ranker:
    """How a game's hands are ranked, and its house rules.

    `weakest` takes the weakest hand that the cards can make, in a game that pays for it.
    """

    house_rules: type[Any]
    best: Rank
    weakest: Rank | None = None


D = TypeVar("D")

AnswerValues: TypeAlias = tuple[int, ...]
"""What each answer is worth, in the order of the answers; in units of the game, rounded to whole ones.

Answers that are worth the same are equally good: what rounding hides matters to nobody.
"""
Grading: TypeAlias = Iterator[AnswerValues | None]
"""Work in short pieces: None after each of them, and the worths at the end."""

BEST = 5
"""As many stars as the best answer has."""
STARS = ((0, BEST), (10, 4), (25, 3), (50, 2))
"""Hundredths of the way down from the best answer to the worst that are lost at most, and the stars."""
LAST = 1


class DailyGame(Protocol[D]):
    """A game's deal of the day; it has no other rules than those of the game."""

    def deal(self, below: Callable[[int], int]) -> D:
        """A deal; `below` draws a number from 0 to its bound - 1."""
        ...

    def told(self, deal: D) -> str:
        """The deal in a line of plain letters."""
        ...

    def answers(self, deal: D) -> tuple[str, ...]:
        """All that may be answered, in an order that tells nothing."""
        ...

    def grading(self, deal: D) -> Grading:
        """Find out what each answer is worth; the same deal always gives the same."""
        ...


def graded(grading: Grading) -> AnswerValues:
    """The worths at the end of the work, done without a pause."""
    return must_find(worths for worths in grading if worths is not None)


def stars(worths: AnswerValues, answer: int) -> int:
    """How good an answer is, from `LAST` to `BEST`."""
    best, worst = max(worths), min(worths)
    lost = 100 * (best - worths[answer])
    return next((count for share, count in STARS if lost <= share * (best - worst)), LAST)
