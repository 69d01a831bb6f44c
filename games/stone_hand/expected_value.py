"""The expected values of keeping dice and rethrowing them, in coins.

With at most one more player to throw, they are exact: the round is solved backwards from its last throw, over
all 512 throws, with best play by all. The state of a round is its pay, and the best and the worst standing
hands with their owners. Each player has their own home throws and maximum loss.

With more players to throw, that would take seconds; and in a round for a pool, a throw may stop the round.
In these cases the values are approximated as if all later players rethrew junk as long as they may. For the
first of three players, the error is at most 0.2 of a coin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import prod
from operator import mul
from typing import NamedTuple, TypeAlias

from games.engine.betting.bets import share
from games.engine.core.errors import must_find
from games.engine.core.game import Seat
from games.stone_hand.hands import RAISES, Dice, DiceHand, all_throws, key, lowered, read_dice
from games.stone_hand.model import JUNK_RETHROWS, OPAL_RETHROWS
from games.stone_hand.view import StoneHandSeat, StoneHandView

SHOW_UPS_MAX = 2
"""The number of show-ups considered; more occur once in 77,000 throws."""
SOLVED = 16
"""The number of rounds whose expected values are cached."""
LATER_MAX = 1
"""The maximum number of later players with which the values are exact."""
Lines: TypeAlias = Sequence[StoneHandSeat]
Gains: TypeAlias = tuple[float, ...]
"""The expected gain of each player, in throwing order."""
Part: TypeAlias = tuple[int, Gains]
"""The number of throws, and each player's expected gain from them."""
Landed: TypeAlias = tuple[tuple[Part, ...], tuple[Part, ...]]
"""The gains from all throws that stand, as one part, and the gains from throws that may be rethrown."""
Seats: TypeAlias = tuple[Seat, ...]


class Thrower(NamedTuple):
    """A player of a round, with the home throws that count for them and their maximum loss."""

    homes: tuple[Dice, ...]
    left: int


class RoundFacts(NamedTuple):
    """The constants of a round; the players are in throwing order."""

    players: tuple[Thrower, ...]
    factor: int
    inverted_junk: bool
    arcade: bool
    river: bool


class Extreme(NamedTuple):
    """The best or the worst standing hand, and its owner."""

    key: tuple[int, int]
    players: tuple[Seat, ...]


class Stood(NamedTuple):
    """The state of a round: the pay, the index of the next player, and the best and worst standing hands."""

    pay: int
    turn: int = 0
    best: Extreme | None = None
    worst: Extreme | None = None
    rethrows_first: int | None = None
    """The number of rethrows by the first player (SH-10)."""


def stand(match: RoundFacts, stood: Stood, hand: DiceHand, rethrows: int) -> Stood:
    """Return the state after the next player's hand stands."""
    own = Extreme(key(hand, inverted_junk=match.inverted_junk), (Seat(stood.turn),))
    first = rethrows if stood.rethrows_first is None and match.river else stood.rethrows_first
    return Stood(
        pay=lowered(stood.pay, hand),
        turn=stood.turn + 1,
        best=_merged(stood.best, own, replaces=stood.best is None or own.key > stood.best.key),
        worst=_merged(stood.worst, own, replaces=stood.worst is None or own.key < stood.worst.key),
        rethrows_first=first,
    )


def _merged(known: Extreme | None, own: Extreme, *, replaces: bool) -> Extreme:
    if known is None or replaces:
        return own
    return Extreme(known.key, (*known.players, *own.players)) if known.key == own.key else known


def gains(match: RoundFacts, stood: Stood) -> Gains:
    """Return each player's expected gain from this state of the round."""
    return _solver(match).gains(stood)


def thrown(match: RoundFacts, stood: Stood, left: int, show_ups: int) -> Gains:
    """Return each player's expected gain when the next player throws, with this many rethrows left."""
    return _solver(match).thrown(stood, left, show_ups)


class Solver:
    """A cache of the expected gains in a round.

    Each round has its own solver, since the round as part of the keys would take most of the time.
    """

    def __init__(self, match: RoundFacts) -> None:
        self._match = match
        self._turns = [
            [
                (count, hand, key(hand, inverted_junk=match.inverted_junk))
                for count, hand in outcomes(player.homes)
            ]
            for player in match.players
        ]
        self._thrown: dict[tuple[Stood, int, int], Gains] = {}
        self._landed: dict[tuple[Stood, int], Landed] = {}
        self._settled: dict[tuple[int, Seats, Seats], Gains] = {}

    @property
    def work(self) -> int:
        """The number of expected gains that have been computed."""
        return len(self._thrown) + len(self._landed) + len(self._settled)

    def gains(self, stood: Stood) -> Gains:
        """Return each player's expected gain from this state of the round."""
        if stood.turn == len(self._match.players):
            assert stood.best is not None
            assert stood.worst is not None
            is_tie = stood.best.key == stood.worst.key
            return self._none if is_tie else self._settle(stood.pay, stood.best.players, stood.worst.players)
        rethrows, _ = _allowed(self._match, stood)
        return self.thrown(stood, rethrows, 0)

    def thrown(self, stood: Stood, left: int, show_ups: int) -> Gains:
        """Return each player's expected gain when the next player throws."""
        key_ = stood, left, show_ups
        gains_ = self._thrown.get(key_)
        if gains_ is None:
            gains_ = self._thrown[key_] = self._throw(*key_)
        return gains_

    def _throw(self, stood: Stood, left: int, show_ups: int) -> Gains:
        match, turn = self._match, stood.turn
        standing, choices = self._land(stood, left)
        parts = [*standing]
        if left:
            again = self.thrown(stood, left - 1, show_ups)
            own = again[turn]
            parts += [(count, each if each[turn] >= own else again) for count, each in choices]
        else:
            parts += choices
        if show_ups < SHOW_UPS_MAX:
            for raised, count in _raises(match.players[turn].homes).items():
                each = self.thrown(stood._replace(pay=stood.pay + raised), left, show_ups + 1)
                parts.append((count, each))
        return _averaged(parts)[1]

    def _land(self, stood: Stood, left: int) -> Landed:
        """Return the average gains of throws that stand, and the gains of throws that may be rethrown."""
        most, may_rethrow_all = _allowed(self._match, stood)
        # Only the first player's number of rethrows matters to the others (SH-10).
        rethrows = most - left if self._match.river and stood.rethrows_first is None else 0
        found = self._landed.get((stood, rethrows))
        if found is None:
            counts: Counter[tuple[Gains, bool]] = Counter()
            is_last = stood.turn == len(self._match.players) - 1
            for count, hand, hand_key in self._turns[stood.turn]:
                each = self._end(stood, hand, hand_key) if is_last else self._stand(stood, hand, rethrows)
                counts[each, may_rethrow_all or hand.kind == "junk"] += count
            standing = [(count, each) for (each, is_choice), count in counts.items() if not is_choice]
            choices = tuple((count, each) for (each, is_choice), count in counts.items() if is_choice)
            found = ((_averaged(standing),) if standing else (), choices)
            self._landed[stood, rethrows] = found
        return found

    def _stand(self, stood: Stood, hand: DiceHand, rethrows: int) -> Gains:
        return self.gains(stand(self._match, stood, hand, rethrows))

    def _end(self, stood: Stood, hand: DiceHand, own_key: tuple[int, int]) -> Gains:
        """Return the gains after the round's last hand."""
        if stood.best is None or stood.worst is None:
            # This is the only player of the round.
            return self._none
        me, best, worst = (Seat(stood.turn),), stood.best, stood.worst
        if best.key == own_key == worst.key:
            return self._none
        winners = me if own_key > best.key else (*best.players, *me) if own_key == best.key else best.players
        losers = (
            me if own_key < worst.key else (*worst.players, *me) if own_key == worst.key else worst.players
        )
        return self._settle(lowered(stood.pay, hand), winners, losers)

    @property
    def _none(self) -> Gains:
        return (0.0,) * len(self._match.players)

    def _settle(self, pay: int, winners: Seats, losers: Seats) -> Gains:
        """Return each player's gain from the round (SH-6, SH-7, SH-12)."""
        found = self._settled.get((pay, winners, losers))
        if found is None:
            match = self._match
            lost = {each: min(pay * match.factor, match.players[each].left) for each in losers}
            if match.arcade:
                lost, gained = {}, dict.fromkeys(winners, pay // len(winners))
            else:
                gained = share(sum(lost.values()), winners)
            everybody = map(Seat, range(len(match.players)))
            found = tuple(float(gained.get(each, 0) - lost.get(each, 0)) for each in everybody)
            self._settled[pay, winners, losers] = found
        return found


@lru_cache(SOLVED)
def _solver(match: RoundFacts) -> Solver:
    return Solver(match)


def _averaged(parts: Sequence[Part]) -> Part:
    """Return the average of all parts as one part."""
    throws = sum(count for count, _ in parts)
    columns = zip(*(gained for _, gained in parts), strict=True)
    counts = [count for count, _ in parts]
    return throws, tuple(sum(map(mul, counts, column)) / throws for column in columns)


def _allowed(match: RoundFacts, stood: Stood) -> tuple[int, bool]:
    """Return the next player's number of rethrows, and whether any hand may be rethrown (SH-4, SH-10)."""
    if match.river and stood.rethrows_first != 0:
        return OPAL_RETHROWS if stood.rethrows_first is None else stood.rethrows_first, True
    return JUNK_RETHROWS, False


@cache
def outcomes(homes: tuple[Dice, ...]) -> tuple[tuple[int, DiceHand], ...]:
    """Return all possible results of a turn's throw, without show-ups, and the number of throws for each."""
    hands = [read_dice(dice, homes) for dice in all_throws()]
    counts = Counter((hand.kind, hand.score) for hand in hands)
    examples = {(hand.kind, hand.score): hand for hand in hands if hand.kind not in RAISES}
    return tuple((counts[known], hand) for known, hand in examples.items())


@cache
def _raises(homes: tuple[Dice, ...]) -> Mapping[int, int]:
    """Return the number of throws for each raise of the pay."""
    kinds = (read_dice(dice, homes).kind for dice in all_throws())
    return Counter(RAISES[kind] for kind in kinds if kind in RAISES)


@dataclass(frozen=True, slots=True)
class ExpectedValues:
    """The expected value of each answer in coins; not exact if it was approximated."""

    keep: float
    rethrow: float
    is_exact: bool


@lru_cache(64)
def worths(view: StoneHandView, lying: DiceHand) -> ExpectedValues:
    """Return the expected values of keeping this hand and of rethrowing."""
    lines = [line for line in view.lines if not line.is_safe]
    index = must_find(index for index, line in enumerate(lines) if line.seat == view.thrower)
    later = len(lines) - index - 1
    if view.rules.prize_pool or later > LATER_MAX:
        return _Approximation(view, lines[:index], lines[index + 1 :]).worths(lying)
    return _exact(view, lines, index, lying)


def _exact(view: StoneHandView, lines: Lines, index: int, lying: DiceHand) -> ExpectedValues:
    rules = view.rules
    players = tuple(Thrower(homes_of(line, view), line.wager) for line in lines)
    match = RoundFacts(players, rules.pay_factor, rules.inverted_junk, rules.arcade, rules.opal_river)
    stood = Stood(view.pay)
    for line in lines[:index]:
        assert line.hand is not None
        stood = stand(match, stood, line.hand, 0)
    # `stand` recomputed the pay without show-ups.
    stood = stood._replace(pay=view.pay, rethrows_first=view.rethrows_first)
    kept = gains(match, stand(match, stood, lying, view.rethrows))
    again = thrown(match, stood, view.rethrows_left - 1, 0)
    return ExpectedValues(kept[index], again[index], is_exact=True)


def homes_of(line: StoneHandSeat, view: StoneHandView) -> tuple[Dice, ...]:
    """Return the home throws that count for a seat (SH-3)."""
    if view.house_throw is not None:
        return (view.house_throw.numbers,)
    counting = view.lines if view.rules.home_throws == "shared" else (line,)
    return tuple(each.home.numbers for each in counting if each.home is not None)


class _Approximation:
    """Approximate expected values of hands, against standing hands and hands still to come."""

    def __init__(self, view: StoneHandView, before: Lines, later: Lines) -> None:
        self._view = view
        self._before = [self._key(line.hand) for line in before if line.hand is not None]
        again = view.rethrows_first or JUNK_RETHROWS
        self._to_come = [_last_throws(homes_of(line, view), again) for line in later]
        self._left = must_find(line.wager for line in view.lines if line.seat == view.thrower)

    def worths(self, lying: DiceHand) -> ExpectedValues:
        """Return the values; a throw that may be rethrown has at least the value of a rethrow."""
        view = self._view
        worths = [(count, hand, self.worth(hand)) for count, hand in outcomes(view.counting_homes)]
        throws = sum(count for count, _, _ in worths)
        hope = sum(count * worth for count, _, worth in worths) / throws
        for _ in range(view.rethrows_left - 1):
            hopes = (
                count * (max(worth, hope) if view.may_rethrow_all or hand.kind == "junk" else worth)
                for count, hand, worth in worths
            )
            hope = sum(hopes) / throws
        return ExpectedValues(self.worth(lying), hope, is_exact=False)

    def worth(self, hand: DiceHand) -> float:
        """Return a hand's expected gain; with a pool nobody wins coins, in the arcade nobody loses any."""
        own_key, rules = self._key(hand), self._view.rules
        may_win = all(own_key >= each for each in self._before) and not rules.prize_pool
        may_lose = all(own_key <= each for each in self._before) and not rules.arcade
        unit, value = rules.pay_factor, 0.0
        # The expected pay is the sum of the probabilities that it is at least 1, at least 2 and so on.
        for least in range(1, lowered(self._view.pay, hand) + 1):
            gained, lost = self._likely(own_key, least)
            can_pay = min(unit, max(0, self._left - unit * (least - 1)))
            value += unit * gained * may_win - can_pay * lost * may_lose
        return value

    def _likely(self, own_key: tuple[int, int], least: int) -> tuple[float, float]:
        """Return the probabilities of no better and of no worse hand, with the pay at least `least`."""
        better, worse = [], []
        for throws in self._to_come:
            high = [(self._key(each), likely) for each, likely in throws if lowered(least, each) == least]
            better.append(sum(likely for key, likely in high if key <= own_key))
            worse.append(sum(likely for key, likely in high if key >= own_key))
        return prod(better), prod(worse)

    def _key(self, hand: DiceHand) -> tuple[int, int]:
        return key(hand, inverted_junk=self._view.rules.inverted_junk)


@cache
def _last_throws(homes: tuple[Dice, ...], rethrows: int) -> tuple[tuple[DiceHand, float], ...]:
    """Return the probability of each final hand of a turn, if junk is rethrown this many times."""
    hands = outcomes(homes)
    throws = sum(count for count, _ in hands)
    junk = sum(count for count, hand in hands if hand.kind == "junk") / throws
    all_junk = junk**rethrows
    turns = sum(junk**each for each in range(rethrows + 1))
    return tuple(
        (hand, count / throws * (all_junk if hand.kind == "junk" else turns)) for count, hand in hands
    )
