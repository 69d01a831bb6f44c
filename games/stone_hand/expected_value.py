"""The expected values of keeping dice and rethrowing them, in coins.

With at most one more player to throw, they are exact: the round is solved backwards from its last throw, over
all 512 throws, with best play by all. The standing hands summarise a round: the pay, the best and the worst
of them, and their owners. Home throws, and the maximum loss, are each player's own.

With more players to throw, that would take seconds, and in a round for a pool a throw may stop the round.
There the values are approximated as if all remaining players rethrew junk as long as they may. For the first
of three players, the error is at most 0.2 of a coin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import prod
from operator import itemgetter, mul
from typing import NamedTuple, TypeAlias

from games.engine.betting.bets import share
from games.engine.core.errors import must_find
from games.engine.core.game import Seat
from games.stone_hand.hands import RAISES, Dice, DiceHand, all_throws, key, lowered, read_dice
from games.stone_hand.model import JUNK_RETHROWS, OPAL_RETHROWS
from games.stone_hand.view import StoneHandSeat, StoneHandView

SHOW_UPS_MAX = 2
"""More show-ups occur once in 77,000 throws, and are then rethrown for the same pay."""
KEPT = 1 << 16
"""The cache size for expected values."""
LATER_MAX = 1
"""With more players still to throw, the values are approximated."""
Lines: TypeAlias = Sequence[StoneHandSeat]
Gains: TypeAlias = tuple[float, ...]
"""The expected gain of each player, in throwing order."""
Part: TypeAlias = tuple[int, Gains]
"""The number of throws, and each player's expected gain from them."""


class Thrower(NamedTuple):
    """A player of a round: the home throws that count for them, and their maximum loss."""

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
    """The summary of the standing hands: the pay, the next player, and the current losers and winners."""

    pay: int
    turn: int = 0
    best: Extreme | None = None
    worst: Extreme | None = None
    rethrows_first: int | None = None
    """The number of rethrows by the first player (SH-10)."""


def stand(match: RoundFacts, stood: Stood, hand: DiceHand, rethrows: int) -> Stood:
    """Return the summary after this hand of the next player stands."""
    mine = Extreme(key(hand, inverted_junk=match.inverted_junk), (Seat(stood.turn),))
    first = rethrows if stood.rethrows_first is None and match.river else stood.rethrows_first
    return Stood(
        pay=lowered(stood.pay, hand),
        turn=stood.turn + 1,
        best=_joined(stood.best, mine, is_mine=stood.best is None or mine.key > stood.best.key),
        worst=_joined(stood.worst, mine, is_mine=stood.worst is None or mine.key < stood.worst.key),
        rethrows_first=first,
    )


def _joined(known: Extreme | None, mine: Extreme, *, is_mine: bool) -> Extreme:
    if known is None or is_mine:
        return mine
    return Extreme(known.key, (*known.players, *mine.players)) if known.key == mine.key else known


@lru_cache(KEPT)
def gains(match: RoundFacts, stood: Stood) -> Gains:
    """Return each player's expected gain once these hands stand."""
    if stood.turn == len(match.players):
        return _settled(match, stood)
    rethrows, _ = _allowed(match, stood)
    return thrown(match, stood, rethrows, 0)


@lru_cache(KEPT)
def thrown(match: RoundFacts, stood: Stood, left: int, show_ups: int) -> Gains:
    """Return each player's expected gain when the next player throws, with this many rethrows left."""
    homes, (most, _) = match.players[stood.turn].homes, _allowed(match, stood)
    standing, choices = _landed(match, stood, most - left if match.river else 0)
    parts = [*standing]
    if left:
        again = thrown(match, stood, left - 1, show_ups)
        parts += [(count, max(each, again, key=itemgetter(stood.turn))) for count, each in choices]
    else:
        parts += choices
    if show_ups < SHOW_UPS_MAX:
        for raised, count in _raises(homes).items():
            each = thrown(match, stood._replace(pay=stood.pay + raised), left, show_ups + 1)
            parts.append((count, each))
    return _averaged(parts)[1]


@lru_cache(KEPT)
def _landed(match: RoundFacts, stood: Stood, rethrows: int) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the combined gains from throws that stand, and the gains from each that may be rethrown."""
    homes, (_, may_rethrow_all) = match.players[stood.turn].homes, _allowed(match, stood)
    standing: list[Part] = []
    choices: list[Part] = []
    for count, hand in outcomes(homes):
        found = choices if may_rethrow_all or hand.kind == "junk" else standing
        found.append((count, gains(match, stand(match, stood, hand, rethrows))))
    return (_averaged(standing),) if standing else (), tuple(choices)


def _averaged(parts: Sequence[Part]) -> Part:
    """Return the average of all parts as one."""
    throws = sum(count for count, _ in parts)
    columns = zip(*(gained for _, gained in parts), strict=True)
    counts = [count for count, _ in parts]
    return throws, tuple(sum(map(mul, counts, column)) / throws for column in columns)


def _allowed(match: RoundFacts, stood: Stood) -> tuple[int, bool]:
    """Return the next player's number of rethrows, and whether any hand may be rethrown (SH-4, SH-10)."""
    if match.river and stood.rethrows_first != 0:
        return OPAL_RETHROWS if stood.rethrows_first is None else stood.rethrows_first, True
    return JUNK_RETHROWS, False


def _settled(match: RoundFacts, stood: Stood) -> Gains:
    """Return each player's gain from the round (SH-6, SH-7, SH-12)."""
    assert stood.best is not None
    assert stood.worst is not None
    if stood.best.key == stood.worst.key:
        return (0.0,) * len(match.players)
    winners, losers = stood.best.players, stood.worst.players
    lost = {each: min(stood.pay * match.factor, match.players[each].left) for each in losers}
    if match.arcade:
        lost, gained = {}, dict.fromkeys(winners, stood.pay // len(winners))
    else:
        gained = share(sum(lost.values()), winners)
    everybody = map(Seat, range(len(match.players)))
    return tuple(float(gained.get(each, 0) - lost.get(each, 0)) for each in everybody)


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
    """The expected value of each answer in coins; exact unless it had to be approximated."""

    keep: float
    rethrow: float
    is_exact: bool


@lru_cache(64)
def worths(view: StoneHandView, lying: DiceHand) -> ExpectedValues:
    """Return the expected values of keeping this hand and of rethrowing."""
    lines = [line for line in view.lines if not line.is_safe]
    me = must_find(at for at, line in enumerate(lines) if line.seat == view.thrower)
    later = len(lines) - me - 1
    if view.rules.prize_pool or later > LATER_MAX:
        return _Reckoning(view, lines[:me], lines[me + 1 :]).worths(lying)
    return _exact(view, lines, me, lying)


def _exact(view: StoneHandView, lines: Lines, me: int, lying: DiceHand) -> ExpectedValues:
    rules = view.rules
    players = tuple(Thrower(homes_of(line, view), line.wager) for line in lines)
    match = RoundFacts(players, rules.pay_factor, rules.inverted_junk, rules.arcade, rules.opal_river)
    stood = Stood(view.pay)
    for line in lines[:me]:
        assert line.hand is not None
        stood = stand(match, stood, line.hand, 0)
    # The pay has already been raised and lowered.
    stood = stood._replace(pay=view.pay, rethrows_first=view.rethrows_first)
    kept = gains(match, stand(match, stood, lying, view.rethrows))
    again = thrown(match, stood, view.rethrows_left - 1, 0)
    return ExpectedValues(kept[me], again[me], is_exact=True)


def homes_of(line: StoneHandSeat, view: StoneHandView) -> tuple[Dice, ...]:
    """Return the home throws that count for a seat (SH-3)."""
    if view.house_throw is not None:
        return (view.house_throw.numbers,)
    counting = view.lines if view.rules.home_throws == "shared" else (line,)
    return tuple(each.home.numbers for each in counting if each.home is not None)


class _Reckoning:
    """A hand compared with standing hands and hands still to come."""

    def __init__(self, view: StoneHandView, before: Lines, later: Lines) -> None:
        self._view = view
        self._before = [self._key(line.hand) for line in before if line.hand is not None]
        again = view.rethrows_first or JUNK_RETHROWS
        self._to_come = [_last_throws(homes_of(line, view), again) for line in later]
        self._left = must_find(line.wager for line in view.lines if line.seat == view.thrower)

    def worths(self, lying: DiceHand) -> ExpectedValues:
        """Return the values; each throw is worth its own value or that of a rethrow, if higher."""
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
        """Return a hand's expected net gain; a pool pays no winner, and the arcade costs no loser."""
        mine, rules = self._key(hand), self._view.rules
        may_win = all(mine >= each for each in self._before) and not rules.prize_pool
        may_lose = all(mine <= each for each in self._before) and not rules.arcade
        unit, found = rules.pay_factor, 0.0
        # The expected pay is the sum of its probabilities of being at least 1, at least 2 and so on.
        for least in range(1, lowered(self._view.pay, hand) + 1):
            gained, lost = self._likely(mine, least)
            can_pay = min(unit, max(0, self._left - unit * (least - 1)))
            found += unit * gained * may_win - can_pay * lost * may_lose
        return found

    def _likely(self, mine: tuple[int, int], least: int) -> tuple[float, float]:
        """Return the probabilities of no better and no worse hand, while the pay stays at least that."""
        better, worse = [], []
        for throws in self._to_come:
            high = [(self._key(each), likely) for each, likely in throws if lowered(least, each) == least]
            better.append(sum(likely for key, likely in high if key <= mine))
            worse.append(sum(likely for key, likely in high if key >= mine))
        return prod(better), prod(worse)

    def _key(self, hand: DiceHand) -> tuple[int, int]:
        return key(hand, inverted_junk=self._view.rules.inverted_junk)


@cache
def _last_throws(homes: tuple[Dice, ...], rethrows: int) -> tuple[tuple[DiceHand, float], ...]:
    """Return the probability of each final hand of a turn, if junk is rethrown this many times."""
    hands = outcomes(homes)
    throws = sum(count for count, _ in hands)
    junk = sum(count for count, hand in hands if hand.kind == "junk") / throws
    goes_on = junk**rethrows
    turns = sum(junk**each for each in range(rethrows + 1))
    return tuple(
        (hand, count / throws * (goes_on if hand.kind == "junk" else turns)) for count, hand in hands
    )
