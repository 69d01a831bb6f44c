"""How a house player plays: it imagines deals, and bets on the column it is likelier to take (TB-12).

A rival with a strong hand is assumed to go for Win, one with a weak hand for Lose. A few dozen
deals are enough for a bet, and take a few milliseconds (docs/performance.md).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

from games.dividha.cards import DECK
from games.dividha.model import Move
from games.dividha.readings import FACE_UP, HELD
from games.dividha.strength import strength
from games.dividha.view import DividhaView, Makes
from games.engine.betting.house import raising
from games.engine.betting.rounds import winnable
from games.engine.core.offers import Answer, Offer, Pick, Split
from games.engine.fairness.chance import Chance

SEEDS = 2**32
DEALS = 24
"""Imagined deals of the unknown cards per decision."""
FUTURES = 8
"""Imagined ways to fill up a hand when judging a trade."""
MEASURES = 40
"""Random hands that a strong and a weak hand are measured against."""
BOLD = 1.4
"""Raise when the better column's chance is this many times an equal share of both columns."""
PATIENCE: Mapping[str, float] = {"wager": 1.4, "first_round": 1.3, "second_round": 1.2, "third_round": 1.1}
"""How much more a hand is worth than it looks while cards are still to come."""
BLUFF_ONE_IN = 24
TRADE_GAIN = 0.02
"""How much better than the present cards a trade must promise to be."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely the strongest play is to take the Win, and the weakest to take the Lose."""

    win: float
    lose: float

    @property
    def best(self) -> float:
        """The chance of the column that is likelier to be taken."""
        return max(self.win, self.lose)

    def part(self, coins: int) -> int:
        """How many of these coins to lay on Win: most on the likelier column, yet seldom all."""
        # Cubed, so that a small edge already moves most of the coins.
        weights = self.win**3, self.lose**3
        return round(coins * weights[0] / sum(weights)) if any(weights) else coins // 2


def decide(view: DividhaView, offers: tuple[Offer[Move], ...], chance: Chance) -> Answer:
    """Bet, trade and show by imagined deals of the unknown cards."""
    offered = {offer.key: offer for offer in offers}
    if "lower" in offered:
        return Answer("keep" if _has_most(view) else "lower")
    for key in ("lay", "call"):
        pick = offered.get(key)
        if isinstance(pick, Pick):
            return Answer(key, (_due(view, pick),))
    seat = _ColumnInsight(view, Random(chance.below(SEEDS)))  # noqa: S311 -- it only imagines cards; none is dealt from it
    discard = offered.get("discard")
    if isinstance(discard, Pick):
        return Answer("discard", (discard.choices.index(seat.discard()),))
    if "no_trade" in offered:
        return _trade(seat, offered)
    pay = offered.get("pay")
    if isinstance(pay, Split):
        return Answer("pay", (pay.least, seat.odds().part(pay.least)))
    return _bet(seat, offered)


def _has_most(view: DividhaView) -> bool:
    """Whether more than half of all chips at the table are the viewer's: then the ante stays (DV-14)."""
    there = {line.seat: line.stack for line in view.lines if not line.has_left}
    return view.viewer is not None and 2 * there[view.viewer] > sum(there.values())


class _ColumnInsight:
    """What a seat knows of the cards, and what it imagines of the others."""

    def __init__(self, view: DividhaView, random: Random) -> None:
        assert view.viewer is not None
        assert view.own is not None
        self.view = view
        self.random = random
        self.line = view.line(view.viewer)
        self.own = view.own
        self.cards = (*view.own.private, *self.line.public)
        self.rivals = [line for line in view.lines if line != self.line and not line.has_folded]
        shown = {card for line in view.lines for card in (*line.public, *line.turned_down)}
        self._known = {*self.cards, *self.own.turned_in, *shown}
        self.unknown = [card for card in DECK if card not in self._known]
        self._divine = view.rules.divine_intervention

    def odds(self) -> Odds:
        """Estimates from imagined deals in which everybody holds six cards and shows what suits them."""
        won = lost = 0
        for _ in range(DEALS):
            mine, rivals = self._deal()
            shown = [self._shown(each) for each in rivals]
            won += self._strong(mine) >= max(shown)
            lost += self._weak(mine) <= min(shown)
        return Odds(won / DEALS, lost / DEALS)

    def discard(self) -> str:
        """The discard whose hand takes most of the columns on average."""
        pot = self.view.betting.pot
        on_win = self.own.tablet.win + (pot - self.own.tablet.win - self.own.tablet.lose) / 2
        made = {card: self._strong(tuple(each for each in self.cards if each != card)) for card in self.cards}
        if self.view.is_all_on_win:
            return max(self.cards, key=made.__getitem__)
        won, lost = dict.fromkeys(self.cards, 0), dict.fromkeys(self.cards, 0)
        for _ in range(DEALS):
            shown = [self._shown(each) for each in self._deal()[1]]
            for card, mine in made.items():
                won[card] += mine >= max(shown)
                lost[card] += mine <= min(shown)

        def worth(card: str) -> tuple[float, int]:
            """The expected winnings; among equals, the most extreme hand."""
            further = made[card] if won[card] >= lost[card] else -made[card]
            return on_win * won[card] + (pot - on_win) * lost[card], further

        return max(self.cards, key=worth)

    def promise(self, kept: Sequence[str]) -> float:
        """How good these cards are likely to be when they are filled up, for the better of both columns."""
        strong = weak = 0.0
        highs, lows = _measure(divine=self._divine)
        for _ in range(FUTURES):
            six = (*kept, *self.random.sample(self.unknown, HELD - len(kept)))
            strong += (bisect_left(highs, self._strong(six)) / MEASURES) ** len(self.rivals)
            weak += (1 - bisect_left(lows, self._weak(six)) / MEASURES) ** len(self.rivals)
        return (strong if self.view.is_all_on_win else max(strong, weak)) / FUTURES

    def _deal(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Six cards for this seat and for each rival, those known among them."""
        missing = [HELD - len(self.cards), *(HELD - len(line.public) for line in self.rivals)]
        drawn = self.random.sample(self.unknown, sum(missing))
        parts = [tuple(drawn.pop() for _ in range(count)) for count in missing]
        rivals = zip(self.rivals, parts[1:], strict=True)
        return (*self.cards, *parts[0]), [(*line.public, *part) for line, part in rivals]

    def _shown(self, six: tuple[str, ...]) -> int:
        """What a rival would show of these: the strongest hand if above average, else the weakest."""
        strong = self._strong(six)
        return strong if strong >= _measure(divine=self._divine)[0][MEASURES // 2] else self._weak(six)

    def _strong(self, cards: tuple[str, ...]) -> int:
        return strength(cards, divine_intervention=self._divine)

    def _weak(self, six: tuple[str, ...]) -> int:
        return _weakest(six, divine=self._divine)


def _weakest(six: tuple[str, ...], *, divine: bool) -> int:
    return min(strength(five, divine_intervention=divine) for five in combinations(six, FACE_UP))


@cache
def _measure(*, divine: bool) -> tuple[list[int], list[int]]:
    """What random cards make at their strongest and at their weakest, in order."""
    random = Random(MEASURES)  # noqa: S311 -- a measure, the same for ever
    hands = [tuple(random.sample(DECK, HELD)) for _ in range(MEASURES)]
    highs = sorted(strength(six, divine_intervention=divine) for six in hands)
    return highs, sorted(_weakest(six, divine=divine) for six in hands)


def _due(view: DividhaView, pick: Pick[Move]) -> int:
    """The next card in the right order, or the right name."""
    assert view.own is not None
    makes: Makes = next(each for each in view.own.makes if each.discard == view.own.discard)
    if pick.key == "call":
        return pick.choices.index(str(makes.number))
    return pick.choices.index(next(card for card in (*makes.cards, *pick.choices) if card in pick.choices))


def _trade(seat: _ColumnInsight, offered: Mapping[str, Offer[Move]]) -> Answer:
    """Trade the cards whose replacement promises most, if that beats keeping all."""
    best, answer = seat.promise(seat.cards) + TRADE_GAIN, Answer("no_trade")
    price = seat.view.ante if seat.view.rules.pay_to_trade else 0
    for offer in offered.values():
        if not isinstance(offer, Pick):
            continue
        for places in combinations(range(len(offer.choices)), offer.count):
            kept = [card for place, card in enumerate(offer.choices) if place not in places]
            promise = seat.promise(kept) - price * offer.count / max(1, seat.view.betting.pot)
            if promise > best:
                best, answer = promise, Answer(offer.key, places)
    return answer


def _bet(seat: _ColumnInsight, offered: Mapping[str, Offer[Move]]) -> Answer:
    """Raise what is good, match what the column pays for, and now and then pretend."""
    view, odds, below = seat.view, seat.odds(), seat.random.randrange
    worth = odds.best * PATIENCE.get(view.stage, 1.0)
    is_good = worth * (1 + len(seat.rivals)) > BOLD * 2
    raised = raising(offered, below, is_good=is_good, bluff_one_in=BLUFF_ONE_IN)
    if raised:
        offer, to = raised
        assert isinstance(offer, Split)
        return _lay(offer, to, odds)
    if "check" in offered:
        return Answer("check")
    matching = offered.get("match") or offered["all_in"]
    assert isinstance(matching, Split)
    coins = matching.least - matching.laid
    # About half of what others have laid there is in the column that this seat goes for.
    if worth * ((winnable(view.betting, coins) - coins) / 2 + coins) < coins:
        return Answer("fold")
    return _lay(matching, matching.least, odds)


def _lay(offer: Split[Move], to: int, odds: Odds) -> Answer:
    """The bet with its split; where that may not be, all on the likelier column."""
    coins = to - offer.laid
    part = odds.part(coins)
    if part not in offer.parts(to):
        part = coins if odds.win >= odds.lose else 0
    return Answer(offer.key, (to, part))
