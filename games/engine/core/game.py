"""The interface of a game, and its optional parts: a ranker, and a deal of the day."""

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
from games.engine.core.offers import Action, Answer, Offer, permute_cards
from games.engine.provable_chance import Chance, Draw, Seal


class HandState(Protocol):
    """The part of a hand's state that the engine reads."""

    @property
    def turn(self) -> int:
        """The number of the turn, the same for all questions of one turn."""


@dataclass(frozen=True, slots=True)
class GameTypes:
    """The types of a game's values, for strict parsing."""

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
    """An amount and its owner."""

    seat: Seat
    amount: int


def owned(amounts: Iterable[SeatAmount], winner: Seat | None) -> dict[Seat, int]:
    """Return the receivers of amounts kept between hands: the winner, or otherwise the owners."""
    if winner is not None:
        return {winner: sum(each.amount for each in amounts)}
    return {each.seat: each.amount for each in amounts}


def clockwise(seats: Iterable[Seat], start: Seat) -> list[Seat]:
    """Return the seats clockwise from the first one left of `start`, which itself comes last."""
    return sorted(seats, key=lambda seat: (seat <= start, seat))


S = TypeVar("S", bound=HandState)
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")
C = TypeVar("C")
R = TypeVar("R")
K = TypeVar("K")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Level:
    """The ante and blinds of a tournament level; each game uses the fields that it knows."""

    ante: int = 0
    small_blind: int = 0
    big_blind: int = 0


@dataclass(frozen=True, slots=True)
class SeatedPlayer(Generic[K]):
    """A seated player as seen by the rules, without a name or an account."""

    seat: Seat
    stack: int
    keepsake: K | None = None
    is_away: bool = False
    """True if sitting out (TB-8)."""
    owes_blind: bool = False
    """True if to be dealt in as the big blind (TB-17)."""
    posts_blind: bool = False
    """True if the player posts the owed blind at the first hand in which that changes nobody else's blind."""


@dataclass(frozen=True, slots=True)
class HandSetup(Generic[R, K]):
    """The rules' view of the table before a hand; players in seat order."""

    rules: R
    players: tuple[SeatedPlayer[K], ...]
    opener: Seat
    """The present seat of the player who opened the table, or else their first seat."""

    @property
    def stacks(self) -> tuple[tuple[Seat, int], ...]:
        """The stack of each player."""
        return tuple((player.seat, player.stack) for player in self.players)


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """The result of a move: the new state and its public events."""

    state: S
    events: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class HandResult(Generic[C]):
    """The result of a hand: stacks of all seats that began it, the carry, points for the scoreboard."""

    stacks: Mapping[Seat, int]
    carry: C
    points: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Withheld:
    """The reason why a card is not shown again yet: the place where it lies, and the time until then."""

    where: str
    until: str


class Estimate(Protocol):
    """The estimate of the seat to act, from one view, used by its decision, reason and hints (TB-12)."""

    @property
    def win_probability(self) -> Mapping[str, float]:
        """The probability of winning against all seats still in, for each column, or for the pot."""

    @property
    def ev(self) -> Mapping[str, float]:
        """The expected value of each answer in coins, by offer key; folding is 0."""

    @property
    def is_exact(self) -> bool:
        """True if the expected values are exact as long as masters play on (`tests/laws`)."""


@dataclass(frozen=True, slots=True)
class Response:
    """A question of a hand, the seat that was asked, and its answer."""

    state: Any
    seat: Seat
    answer: Answer


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Comparable answers to a question, by offer key, with sensible amounts filled in.

    `least` is the smallest significant difference between their values.
    """

    answers: Mapping[str, Answer]
    least: float
    price: int = 0
    """The cost of staying in; 0 if more than one probability of winning would apply."""
    wants: float = 0.0
    """The pot odds: the probability from which calling pays, if nobody bets again."""


NO_ALTERNATIVES = Alternatives(MappingProxyType({}), 0)


class Game(ABC, Generic[S, M, E, V, C, R, K]):
    """The rules of one game, as pure functions of its own frozen values.

    The engine runs the loop: ask `to_act` which seats decide, collect answers to `offers`, turn an answer
    into a move (`offers.take`), `apply` it, and repeat until `to_act` is empty; then read `result`. Chance
    enters only through the argument of `chance_move` and is recorded in the move, so `apply` is
    deterministic and any hand can be replayed. Rules never read a clock.

    `apply` may assume that its move came from an offer. Secrets leave through `view` only (`tests/laws`).

    Type parameters:
        S: state of a hand        M: move        E: public event        V: view of one viewer
        C: carry, kept from hand to hand   R: house rules   K: keepsake, which a player brings along

    A game implements every abstract method; the other methods have the default that fits most games. Any of
    them may raise `ImpossibleValue` for a value no rules allow, which is a bug; only `check_stake` and
    `offers.take` raise user errors (`RuleError`).

    Example: one hand, decided by house players.

        state = game.start(HandSetup(rules, players, opener), None)
        while seats := game.to_act(state):
            seat = min(seats)
            if seat == CHANCE_SEAT:
                move = game.chance_move(state, chance)
            else:
                offers = game.offers(state, seat)
                answer = game.decide(game.recollection(state, seat), offers, chance)
                move = take(find(offers, answer.key), answer.numbers)
            state = game.apply(state, seat, move).state
        stacks = game.result(state).stacks
    """

    key: str
    title: str
    seats: range
    """The possible numbers of players; a stop of 13 means at most twelve."""
    seats_left: int = 2
    """The minimum number of players to continue a game once it has begun with enough."""
    house_rules: type[R]
    buy_in: int
    """The usual buy-in, in whole coins."""
    is_dealt: bool
    """True if the game is played with cards."""
    charges_absent: bool = False
    """True if a player who sits out is dealt in, and from the second missed hand pays too (TB-17, DV-16)."""
    whole_deck: tuple[str, ...] = ()
    """The deck of a game that shuffles the same cards for every hand."""
    ends_by_agreement: bool = False
    """True if players may agree on a last hand (SH-8)."""
    tournament_seats: range
    """The possible sizes of a tournament table; empty if the game has no tournaments."""
    looks_back: bool = False
    """True if players can replay their decisions once a hand is over (TB-26)."""
    departure: M | None = None
    """The move of a seat that leaves, in turn or not (TB-9); None: the engine plays its hand to the end."""
    levels: tuple[Level, ...]
    """The default levels of a tournament with the usual buy-in."""
    titles: tuple[Title, ...] = ()
    """The titles that players can earn in the game (TB-21)."""
    actions: tuple[Action, ...]
    """All actions that `offers` may ever offer, each key once."""
    words: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The texts that a field of a view may contain instead of a card, by field name."""
    types: GameTypes

    def __init_subclass__(cls) -> None:
        """Store the type arguments of `Game` as `types`."""
        for base in vars(cls).get("__orig_bases__", ()):
            cls.types = GameTypes(*get_args(base))
            cls.house_rules = cls.types.rules

    def price(self, rules: R, buy_in: int) -> int:
        """Return the actual cost of a seat under these house rules."""
        return buy_in

    def usual_stake(self, rules: R) -> int:
        """Return the default buy-in under these house rules."""
        return self.buy_in

    def stake_min(self, rules: R) -> int:
        """Return the minimum buy-in: enough to pay for a hand."""
        return 1

    def check_stake(self, rules: R, stake: int) -> None:
        """Raise a `RuleError` for a buy-in that these house rules don't allow."""

    def admits(self, rules: R, carry: C | None) -> bool:
        """Return True if newcomers may join a game that has begun."""
        return True

    def lets_sit_out(self, rules: R) -> bool:
        """Return True if players may sit out and top up their stacks (TB-17)."""
        return True

    def forfeits(self, rules: R, carry: C | None) -> bool:
        """Return True if a player who gives up the seat forfeits the stack to the winner of the game."""
        return False

    def rests(self, rules: R) -> bool:
        """Return True if the next hand waits until a player starts it, as in games with cards."""
        return self.is_dealt

    def for_slow(self, rules: R) -> R:
        """Return the house rules in force at a slow table (TB-28); they must not change the deck."""
        return rules

    def for_house_money(self, rules: R) -> R:
        """Return the house rules in force when the house's own coins are at stake (TB-12)."""
        return rules

    def beside_house(self, rules: R) -> R:
        """Return the default house rules of a table that house players fill at once (TB-5)."""
        return rules

    @abstractmethod
    def at_level(self, rules: R, level: Level) -> R:
        """Return the house rules for a tournament hand at this level."""

    def at_tournament(self, rules: R, kept: K | None, below: Callable[[int], int]) -> R:
        """Return a tournament's rules with the server's keepsake and with lots drawn by `below` (TN-22)."""
        return rules

    def dealt_in(self, facts: HandSetup[R, K], _carry: C | None, /) -> tuple[Seat, ...]:
        """Return the seats that could take part in the next hand, by default all with chips."""
        return tuple(player.seat for player in facts.players if player.stack)

    @abstractmethod
    def start(self, facts: HandSetup[R, K], carry: C | None) -> S:
        """Return the next hand of these players, all of whom take part; the first hand has no carry."""

    def deck(self, rules: R, carry: C | None) -> tuple[str, ...]:
        """Return the cards the next hand may shuffle, in a fixed order; empty for a game without cards.

        Must not depend on anything that changes before the hand: a deck that was cut must stay valid.
        """
        return self.whole_deck

    def cards(self, state: S) -> tuple[str, ...]:
        """Return all cards of a hand, wherever they are; empty in a game without cards."""
        return self.whole_deck

    def shuffles(self, state: S) -> bool:
        """Return True if the hand actually shuffles the deck sealed for it."""
        return True

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats to act: CHANCE_SEAT alone or players only; empty when the hand is over."""

    @abstractmethod
    def offers(self, state: S, seat: Seat) -> tuple[Offer[M], ...]:
        """Return the legal choices of a seat; empty for a seat that is not to act."""

    def asides(self, state: S, seat: Seat) -> tuple[Offer[M], ...]:
        """Return the choices a seat has out of turn, unseen by others, such as changing a hidden choice."""
        return ()

    @abstractmethod
    def timeout(self, state: S, seat: Seat, /) -> Answer:
        """Return the mildest answer, for a seat whose time has run out (TB-8)."""

    @abstractmethod
    def chance_move(self, state: S, chance: Chance) -> M:
        """Deal or throw for the House; the only place where chance enters."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M) -> Transition[S]:
        """Return the state and events after a move; the only way to a new state."""

    def is_out(self, state: S, seat: Seat) -> bool:
        """Return True if a seat has folded and only watches the rest of the hand."""
        return False

    def is_all_in(self, state: S, seat: Seat) -> bool:
        """Return True if a seat is still in without chips to bet, so that leaving folds nothing (TB-9)."""
        return False

    def pot(self, state: S) -> int:
        """Return the chips in the middle, as all see them; 0 in a game without bets."""
        return 0

    @abstractmethod
    def result(self, state: S) -> HandResult[C]:
        """Return the result of a hand; called only when no seat is to act."""

    @abstractmethod
    def stacks(self, state: S) -> Mapping[Seat, int]:
        """Return each seat's stack, without its bets."""

    @abstractmethod
    def hand_stats(self, state: S) -> Mapping[Seat, HandStats]:
        """Return the statistics of a hand that is over for all who began it, from public facts only."""

    def claims(self, carry: C | None, winner: Seat | None) -> Mapping[Seat, int]:
        """Return the receivers of money kept between hands: the winner, or otherwise the owners (TB-10)."""
        return {}

    def repaid(self, carry: C, seat: Seat) -> C:
        """Return the carry without a seat's money, which has been repaid to the player (TB-17, TB-23)."""
        return carry

    def big_blind(self, carry: C | None) -> Seat | None:
        """Return the big blind of the last hand; None in a game without blinds."""
        return None

    def blind(self, rules: R) -> int:
        """Return the blind to post in order to be dealt in at once (TB-17); 0 in a game without blinds."""
        return 0

    def has_missed_blind(self, before: C | None, seats: tuple[Seat, ...], seat: Seat) -> bool:
        """Return True if a seat that was not dealt in missed a blind in the hand of these seats (TB-17)."""
        return False

    @abstractmethod
    def vacated(self, carry: C, seat: Seat) -> C:
        """Return the carry for a new player in the seat, without anything of the previous one."""

    def reshuffled(self, carry: C) -> C:
        """Return the carry without cards that a later hand would deal or show: all are reshuffled (F-59)."""
        return carry

    def forgotten(self, state: S, seat: Seat) -> S:
        """Return the state without the words of a player whose data is erased."""
        return state

    def house_keepsake(self, name: str) -> K | None:
        """Return the keepsake that a house player of this name brings along."""
        return None

    def taken_along(self, keepsake: K | None, carry: C | None, seat: Seat) -> K | None:
        """Return the keepsake that a player takes from one tournament table to another.

        `keepsake` is what they brought here. None if the stored keepsake or the score is enough.
        """
        return None

    def brought(self, keepsake: K | None, score: int) -> K | None:
        """Return the keepsake that a player with this tournament score brings to another of its tables."""
        return keepsake

    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V:
        """Return what a seat, or a spectator (None), may see: the one place where secrets are redacted."""

    def recollection(self, state: S, seat: Seat) -> V:
        """Return what a house player decides from: its seat's view and everything it remembers (TB-12)."""
        return self.view(state, seat)

    def seen(self, state: S, viewer: Seat | None) -> tuple[str, ...]:
        """Return the cards this viewer has seen and may get proofs of once the hand is over (TB-13)."""
        return ()

    def withheld(self, state: S, carry: C, viewer: Seat | None) -> Mapping[str, Withheld]:
        """Return the cards that this viewer saw in a hand but is not shown again yet."""
        return {}

    def shared(self, state: S, end: S, seat: Seat) -> V:
        """Return a seat's view to show after the hand; the public one if it saw others' hidden cards."""
        is_open = {*self.seen(state, seat)} <= {*self.seen(end, None)}
        return self.view(state, seat if is_open else None)

    def unfolding(self, state: S) -> tuple[S, ...]:
        """Return the public states a replay shows before the hand's end, such as a slow showdown."""
        return ()

    def unshown(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Return the seat's own cards at the end of a hand, if it folded them or was not called (TB-11)."""
        return ()

    def disclosed(self, move: M, seat: Seat, after: S, end: S) -> M | None:
        """Return the part of a seat's move that becomes public after the hand; None if it stays secret.

        `after` is the state after the move. The caller redacts cards that the viewer has not seen (TB-13).
        """
        return move

    def sample_possible_state(self, state: S, viewer: Seat | None, chance: Chance) -> S:
        """Return a random state that looks the same to this viewer (TB-11).

        Unseen cards are permuted. A game with other secrets, such as the split of a bet, redraws them too.
        """
        seen = self.seen(state, viewer)
        return permute_cards(state, [card for card in self.cards(state) if card not in seen], chance)

    def sample_likely_state(self, state: S, _past: Sequence[Response], viewer: Seat, chance: Chance, /) -> S:
        """Return a possible state in which the rivals still in might have given their answers (TB-26).

        `past` are the rivals' earlier questions and answers, in order.
        """
        return self.sample_possible_state(state, viewer, chance)

    @abstractmethod
    def decide(
        self, view: V, offers: tuple[Offer[M], ...], chance: Chance, character: Character = MASTER, /
    ) -> Answer:
        """Return a house player's answer, decided from its seat's view alone (TB-12).

        Its random estimates are seeded by the view, so that `reason` repeats them; `chance` mixes strategies.
        """

    def hint(self, view: V, offers: tuple[Offer[M], ...], /) -> Answer:
        """Return a master's answer for a hint, always the same for the same view (TB-12)."""
        return self.decide(view, offers, Draw(Seal("")), MASTER)

    def estimate(
        self, view: V, offers: tuple[Offer[M], ...], character: Character = MASTER, /
    ) -> Estimate | None:
        """Return a house player's estimate of its answers; None if no coins depend on them."""
        return None

    def looked_back(self, state: S, seat: Seat, /) -> Mapping[str, float]:
        """Return each answer's exact value in a finished hand, in coins, where that is relevant (TB-26)."""
        return {}

    def ways(self, state: S, seat: Seat, /) -> Alternatives:
        """Return comparable answers to a question of a finished hand; empty if there are none (TB-26)."""
        return NO_ALTERNATIVES

    def reason(
        self, view: V, offers: tuple[Offer[M], ...], answer: Answer, character: Character, /
    ) -> Reason | None:
        """Return the reason for a house player's answer, from its view alone; None if it has none."""
        return None

    def grounds(self, state: S, seat: Seat, move: M, seen: AbstractSet[str]) -> V | None:
        """Return the view from which a move's reason is computed, for a viewer who has seen `seen` (TB-11).

        None if it would reveal other cards; by default, unless the viewer has seen all that the seat saw.
        """
        return self.recollection(state, seat) if seen >= {*self.seen(state, seat)} else None

    def may_explain(self, view: V, seat: Seat) -> bool:
        """Return True if this viewer may get the seat's reason after the hand (TB-11)."""
        return True

    def advice(self, view: V, offers: tuple[Offer[M], ...], /) -> Templated | None:
        """Return one line of advice for a beginner; None if no answer is better than another."""
        return None


AnyGame = Game[Any, Any, Any, Any, Any, Any, Any]


class UnreadableHand(Exception):
    """The text is no hand of this game; the message says why."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rank of a hand.

    The lexicographically larger of two keys is the better hand; hands with equal keys share the pot. `number`
    is the hand's rank in its game's table, or its score in a game that counts points. `cards` are the cards
    that make the hand; `discard` is the card left out, in games that leave one out.
    """

    hand: str
    number: int | None
    key: tuple[int, ...]
    cards: tuple[str, ...]
    discard: str | None = None


Rank: TypeAlias = Callable[[str, Any], Ranking]
"""A function that parses a hand from a text and ranks it under house rules. Raises `UnreadableHand`."""


@dataclass(frozen=True, slots=True)
class Ranker:
    """Functions to rank hands, and the house rules; `weakest` is for games that pay for weak hands."""

    house_rules: type[Any]
    best: Rank
    weakest: Rank | None = None


AnswerValues: TypeAlias = tuple[int, ...]
"""The value of each answer, in the order of the answers, rounded to whole units of the game."""
Grading: TypeAlias = Iterator[AnswerValues | None]
"""A computation in short steps: it yields None after each step, and finally the values."""

BEST = 5
"""The number of stars of the best answer."""
STARS = ((0, BEST), (10, 4), (25, 3), (50, 2))
"""Pairs of the maximum loss, in percent of the range from best to worst, and its stars."""
LAST = 1


class DailyGame(Protocol[D]):
    """A game's deal of the day, played by the game's own rules."""

    def deal(self, below: Callable[[int], int]) -> D:
        """Return a deal; `below` draws a number from 0 to its bound - 1."""
        ...

    def told(self, deal: D) -> str:
        """Return the deal as one line of ASCII text."""
        ...

    def answers(self, deal: D) -> tuple[str, ...]:
        """Return all possible answers, in an order that does not reveal the best."""
        ...

    def grading(self, deal: D) -> Grading:
        """Compute the value of each answer, always the same for the same deal."""
        ...


def graded(grading: Grading) -> AnswerValues:
    """Run the whole computation and return the values."""
    return must_find(values for values in grading if values is not None)


def stars(values: AnswerValues, answer: int) -> int:
    """Return the number of stars of an answer, from `LAST` to `BEST`."""
    best, worst = max(values), min(values)
    loss = 100 * (best - values[answer])
    return next((count for share, count in STARS if loss <= share * (best - worst)), LAST)
