"""Equity of a hand as a house player judges it: the probability of taking Win or Lose (TB-12).

The player samples completions of every hand. A complete hand is shown either at its strongest, for Win, or at
its weakest, for Lose. A rival is assumed to choose the column on which its cards beat more of all hands.
Its public cards are known; its range of private cards is sampled once for each pair of public cards, and
cached. All samples are seeded by the seat's view, so a repeated question has the same answer.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import combinations, cycle, islice, takewhile
from math import ceil
from random import Random
from typing import NamedTuple

from games.dividha.cards import DECK
from games.dividha.hands import FACE_UP, HELD
from games.dividha.strength import strength
from games.dividha.view import DividhaSeat, DividhaView
from games.engine.betting.bot_betting import pressure, raise_weight
from games.engine.betting.rounds import amount_to_call, behind, raisers_of_round, winnable
from games.engine.core.characters import Character, Skill
from games.engine.core.game import Seat

FUTURES = 32
"""The number of sampled completions of the player's own cards."""
FORESEEN: Mapping[Skill, int] = {"apprentice": 4, "regular": 10, "master": FUTURES}
"""The number of these completions that a house player considers."""
LOOKED_AT: Mapping[Skill, int] = {"apprentice": 0, "regular": 1, "master": HELD}
"""The number of each rival's public cards that a house player notices."""
TRADES: Mapping[Skill, int] = {"apprentice": 2, "regular": 6, "master": 48}
"""The number of sampled completions after a trade: with few of them, the choice of a trade is luck."""
FIRST_LOOK, FINALISTS = 4, 3
"""One sample in four is used for a first evaluation, after which three trades are evaluated with all."""
TRADED_MAX = 2
TRADE_GAIN = 0.02
"""The minimum gain of equity for which a card is traded."""
LIKELY = 96
"""The number of sampled hands in a rival's range."""
CHOSEN_OF = (1, 2)
"""The numbers of samples of which the best is a hand in a rival's range, in turn: players trade bad cards."""
RAISER_CHOSEN_OF, CHECKER_CHOSEN_OF = (8,), (1,)
"""`CHOSEN_OF` for a rival that bet or raised in the last round, and for a rival that checked in it.

Fitted to the outcomes of 927 questions of that round (docs/lab/house-players.md).
"""
OVERRATED, OVERRATED_AFTER_BET = 0.05, 0.1
"""The correction of probabilities in the last round towards an equal share, since samples overrate them."""
HEEDED = 0.5
"""The minimum weight of rivals' actions with which a player considers them."""
MEASURES = 400
"""The number of random hands with which a hand is compared."""
FAIR = 1.0
"""The expected return of a coin at which it breaks even."""
FAIR_EARLY = 0.65
"""The break-even return before the trade, where the estimated return is too low."""
RESPECT = 0.1
"""The reduction of a coin's expected return by each raise of the round."""
REMEMBERED = 256
"""The cache size for samples of cards, which are needed several times in a round."""


class Extremes(NamedTuple):
    """The strength of six cards at their strongest and at their weakest."""

    strong: int
    weak: int


class LikelyHand(NamedTuple):
    """The strength of a hand that a rival shows, and whether it is shown for Lose."""

    strength: int
    is_for_lose: bool


class RivalRange(NamedTuple):
    """A rival's range at the showdown: sorted strengths, and the share of hands that go for Lose."""

    strengths: tuple[int, ...]
    for_lose: float


class PotCoins(NamedTuple):
    """Coins in the pot: the player's on Win and on Lose, those of each rival, and all others."""

    win: int
    lose: int
    each: float
    rest: int


class ColumnOdds(NamedTuple):
    """The probability of taking each column, and the return of a coin on it if each rival bets one coin."""

    win: float
    brings_win: float
    lose: float
    brings_lose: float


class Trading(NamedTuple):
    """The aspects of a trade beside the cards."""

    price: float = 0.0
    """The price of a card, as a share of the pot."""
    is_all_on_win: bool = False
    skill: Skill = "master"


USUAL_TRADING = Trading()


class Equity(NamedTuple):
    """The equity of cards against these rivals.

    `win` and `lose`: the probability of going for that column and taking it. `gain`: the return of a coin bet
    now on the likelier column, if each rival bets one coin too. `best`: the probability of taking the column
    that the player goes for in the end.
    """

    win: float
    lose: float
    gain: float
    best: float


def extremes(six: Sequence[str], *, divine: bool) -> Extremes:
    """Return the strength of six cards at their strongest and at their weakest."""
    fives = [strength(five, divine_intervention=divine) for five in combinations(six, FACE_UP)]
    return Extremes(strength(tuple(six), divine_intervention=divine), min(fives))


@lru_cache(maxsize=REMEMBERED)
def completions(held: tuple[str, ...], unknown: tuple[str, ...], *, divine: bool) -> tuple[Extremes, ...]:
    """Return sampled completions of these cards to six."""
    missing = HELD - len(held)
    if not missing:
        return (extremes(held, divine=divine),)
    random = random_for_samples(*held)
    return tuple(extremes((*held, *random.sample(unknown, missing)), divine=divine) for _ in range(FUTURES))


@lru_cache(maxsize=REMEMBERED)
def best_to_keep(
    held: tuple[str, ...],
    unknown: tuple[str, ...],
    rivals: tuple[RivalRange, ...],
    trading: Trading = USUAL_TRADING,
    *,
    divine: bool,
) -> tuple[str, ...]:
    """Return the best cards to keep of four in the trade, at least two of them."""
    random, samples = random_for_samples(*held), TRADES[trading.skill]
    drawn = [random.sample(unknown, HELD - len(held) + TRADED_MAX) for _ in range(samples)]

    def promise(cards: Sequence[str], tries: int) -> float:
        """Return the probability of taking the likelier column with these cards kept, less the price."""
        total = 0.0
        for each in drawn[:tries]:
            six = extremes((*cards, *each[: HELD - len(cards)]), divine=divine)
            taken = _on_win(six.strong, rivals)[0]
            total += taken if trading.is_all_on_win else max(taken, _on_lose(six.weak, rivals)[0])
        return total / tries - trading.price * (len(held) - len(cards))

    counts = range(len(held) - TRADED_MAX, len(held))
    choices = [cards for count in counts for cards in combinations(held, count)]
    # The first evaluation discards hopeless trades.
    first = ceil(samples / FIRST_LOOK)
    likely = sorted(choices, key=lambda cards: promise(cards, first), reverse=True)[:FINALISTS]
    best = max(likely, key=lambda cards: promise(cards, samples))
    return best if promise(best, samples) > promise(held, samples) + TRADE_GAIN else held


@lru_cache(maxsize=2048)
def rival_range(
    public: tuple[str, ...],
    *,
    divine: bool,
    is_all_on_win: bool = False,
    chosen_of: tuple[int, ...] = CHOSEN_OF,
) -> RivalRange:
    """Return a rival's range with these public cards; nobody goes for Lose if there are no coins on it."""
    unknown = [card for card in DECK if card not in public]
    random, counts = random_for_samples(*public), islice(cycle(chosen_of), LIKELY)
    likely = [
        *sample_likely_hands(public, unknown, random, counts, divine=divine, is_all_on_win=is_all_on_win)
    ]
    return RivalRange(
        tuple(sorted(each.strength for each in likely)), sum(each.is_for_lose for each in likely) / LIKELY
    )


def sample_likely_hands(
    public: tuple[str, ...],
    unknown: Sequence[str],
    random: Random,
    counts: Iterable[int],
    *,
    divine: bool,
    is_all_on_win: bool = False,
) -> Iterator[LikelyHand]:
    """Yield for each count the best of this many hands with these public cards and random private cards."""
    for count in counts:
        drawn = [
            extremes((*public, *random.sample(unknown, HELD - len(public))), divine=divine)
            for _ in range(count)
        ]
        chosen = max(drawn, key=lambda each: max(ranks(each, divine=divine)))
        win, lose = ranks(chosen, divine=divine)
        is_for_lose = not is_all_on_win and win < lose
        yield LikelyHand(chosen.weak if is_for_lose else chosen.strong, is_for_lose)


def ranks(held: Extremes, *, divine: bool) -> tuple[float, float]:
    """Return the shares of random hands that these cards beat on Win and on Lose."""
    highs, lows = _measure(divine=divine)
    return bisect_left(highs, held.strong) / MEASURES, 1 - bisect_right(lows, held.weak) / MEASURES


@cache
def _measure(*, divine: bool) -> tuple[list[int], list[int]]:
    random = random_for_samples(str(MEASURES))
    hands = [extremes(random.sample(DECK, HELD), divine=divine) for _ in range(MEASURES)]
    return sorted(each.strong for each in hands), sorted(each.weak for each in hands)


def estimate_equity(own: Sequence[Extremes], rivals: Sequence[RivalRange]) -> Equity:
    """Return the equity against these rivals, over all completions of the own cards."""
    win = lose = on_win = on_lose = 0.0
    for each in own:
        found = column_odds(each, rivals)
        if found.win >= found.lose:
            win += found.win
            on_win += found.brings_win
        else:
            lose += found.lose
            on_lose += found.brings_lose
    count = len(own)
    gain = on_win if win >= lose else on_lose
    return Equity(win / count, lose / count, gain / count, (win + lose) / count)


def after_raises(equity: Equity, raises: int, weight: float = 1.0) -> Equity:
    """Return the equity after these raises of the round, each of which lowers the return of a coin."""
    return equity._replace(gain=equity.gain - RESPECT * weight * raises)


def call_value(faced: Equity, owed: int, pot: int, fair: float = FAIR) -> float:
    """Return the expected value of a call for `owed` coins, with half of the pot on the same column."""
    return (faced.gain - fair) * owed + faced.best * pot / 2


def columns(own: Sequence[Extremes], rivals: Sequence[RivalRange], *, is_traded: bool) -> tuple[float, float]:
    """Return the probabilities of taking Win and of taking Lose, whichever column the cards go for.

    If `is_traded`, the trade is still to come and improves the cards as it does in a rival's range.
    """
    pairs = [_columns(each, rivals) for each in own]
    if is_traded:
        rest = iter(pairs)
        groups = (tuple(islice(rest, count)) for count in cycle(CHOSEN_OF))
        pairs = [max(each, key=sum) for each in takewhile(bool, groups)]
    return _mean([win for win, _ in pairs]), _mean([lose for _, lose in pairs])


def _mean(shares: Sequence[float]) -> float:
    return sum(shares) / len(shares)


def _columns(own: Extremes, rivals: Sequence[RivalRange]) -> tuple[float, float]:
    found = column_odds(own, rivals)
    if found.win >= found.lose:
        return found.win, _on_lose(own.strong, rivals)[0]
    return _on_win(own.weak, rivals)[0], found.lose


def column_odds(own: Extremes, rivals: Sequence[RivalRange]) -> ColumnOdds:
    """Return the probabilities and returns of complete cards on both columns."""
    return ColumnOdds(*_on_win(own.strong, rivals), *_on_lose(own.weak, rivals))


def is_better_strong(found: ColumnOdds, coins: PotCoins) -> bool:
    """Return True if complete cards win more of the pot at their strongest than at their weakest."""
    on_win = found.win * (coins.win + coins.rest / 2) + (found.brings_win - found.win) * coins.each
    on_lose = found.lose * (coins.lose + coins.rest / 2) + (found.brings_lose - found.lose) * coins.each
    return on_win >= on_lose


def random_for_samples(*seen: str) -> Random:
    """Return random numbers for samples, seeded by these cards and never used for dealing."""
    return Random(" ".join(seen))  # noqa: S311 -- not for dealing


def _on_win(strong: int, rivals: Sequence[RivalRange]) -> tuple[float, float]:
    """Return the probability of taking Win, and its product with the coins then on Win.

    Each rival that goes for Win bets one coin, like the player.
    """
    taken, coins = 1.0, 1.0
    for rival in rivals:
        below = bisect_right(rival.strengths, strong) / LIKELY
        if not below:
            return 0.0, 0.0
        taken *= below
        coins += max(0.0, below - rival.for_lose) / below
    return taken, taken * coins


def _on_lose(weak: int, rivals: Sequence[RivalRange]) -> tuple[float, float]:
    """Return the probability of taking Lose, and its product with the coins then on Lose."""
    taken, coins = 1.0, 1.0
    for rival in rivals:
        above = 1 - bisect_left(rival.strengths, weak) / LIKELY
        if not above:
            return 0.0, 0.0
        taken *= above
        coins += max(0.0, above - (1 - rival.for_lose)) / above
    return taken, taken * coins


BEFORE_TRADE = ("first_round", "second_round")
USUAL_RAISES = 0.35
"""The frequency of hands in which an average seat bets or raises."""


@dataclass(frozen=True)
class HandAssessment:
    """A house player's assessment of its cards, from its seat's view."""

    view: DividhaView
    character: Character

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All cards of the seat."""
        assert self.view.viewer is not None
        assert self.view.own is not None
        return (*self.view.own.private, *self.view.line(self.view.viewer).public)

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The cards unknown to all viewers of a reason: also the cards that the seat traded (TB-11)."""
        known = {*self.cards}
        for line in self.view.lines:
            known.update(line.public, line.turned_down)
        return tuple(card for card in DECK if card not in known)

    @cached_property
    def rivals(self) -> tuple[RivalRange, ...]:
        """The ranges of all rivals still in, by their public cards."""
        return tuple(self._range_of(line) for line in self._staying)

    @cached_property
    def heard_rivals(self) -> tuple[RivalRange, ...]:
        """The ranges of all rivals still in, adjusted to their actions in the last round."""
        weight = self.character.attention * raise_weight(self.view.betting, USUAL_RAISES)
        if self.view.stage != "last_round" or weight < HEEDED:
            return self.rivals
        return tuple(self._range_of(line, self._chosen_of(line.seat)) for line in self._staying)

    @property
    def _staying(self) -> Iterator[DividhaSeat]:
        """The rivals still in."""
        return (line for line in self.view.lines if line.seat != self.view.viewer and not line.has_folded)

    def _range_of(self, line: DividhaSeat, chosen_of: tuple[int, ...] = CHOSEN_OF) -> RivalRange:
        public = tuple(sorted(line.public[: LOOKED_AT[self.character.skill]]))
        is_all_on_win = self.view.is_all_on_win
        return rival_range(public, divine=self.divine, is_all_on_win=is_all_on_win, chosen_of=chosen_of)

    def _chosen_of(self, seat: Seat) -> tuple[int, ...]:
        """Return the `CHOSEN_OF` of a rival's range, by its action in this round."""
        betting = self.view.betting
        if seat in raisers_of_round(betting):
            return RAISER_CHOSEN_OF
        stake = betting.stake(seat)
        return CHECKER_CHOSEN_OF if stake.has_acted and not stake.bet else CHOSEN_OF

    @property
    def divine(self) -> bool:
        """True if God and Satan together make a hand (DV-9)."""
        return self.view.rules.divine_intervention

    @cached_property
    def futures(self) -> tuple[Extremes, ...]:
        """The sampled completions of the hand, or the hand itself if it is complete."""
        count = FORESEEN[self.character.skill]
        return completions(self.cards, self.unknown, divine=self.divine)[:count]

    @cached_property
    def equity(self) -> Equity:
        """The equity of the cards as this player judges it, with its errors and confidence."""
        actual = self._actual
        best = _share(actual.best + self.character.confidence)
        gain = actual.gain * best / actual.best if actual.best else 0.0
        return Equity(actual.win, actual.lose, gain, best)

    def without(self, seats: Collection[Seat]) -> HandAssessment:
        """Return the assessment as if these seats had folded."""
        lines = (replace(line, has_folded=line.has_folded or line.seat in seats) for line in self.view.lines)
        return HandAssessment(replace(self.view, lines=tuple(lines)), self.character)

    @property
    def sees_through(self) -> float:
        """The probability of taking the final column, without the player's overconfidence."""
        return self._actual.best

    @cached_property
    def win_probability(self) -> Mapping[str, float]:
        """The probability of taking each column, as this player judges it."""
        is_traded = self.view.stage in BEFORE_TRADE
        win, lose = columns(self.futures, self.heard_rivals, is_traded=is_traded)
        correction = 0.0
        if self.view.stage == "last_round":
            correction = OVERRATED_AFTER_BET if self.cost else OVERRATED
        share = 1 / (1 + len(self.rivals))
        return {"win": win + correction * (share - win), "lose": lose + correction * (share - lose)}

    @cached_property
    def cost(self) -> int:
        """The price of staying in; a seat wins nothing of bets it can't call (TB-6)."""
        betting = self.view.betting
        return min(amount_to_call(betting, betting.acting), betting.acting.stack)

    @cached_property
    def is_last_bet(self) -> bool:
        """True if no further bet is possible after a call."""
        betting = self.view.betting
        return bool(self.cost) and not pressure(betting, betting.acting.bet + self.cost)

    @cached_property
    def faced(self) -> Equity:
        """The equity against the rivals that are likely to pay, after the raises of the round."""
        # Few players behind call the last bet; at any other bet only a master considers them.
        ignores = self.is_last_bet or (self.cost and self.character.skill != "master")
        seat = self.without(behind(self.view.betting)) if ignores else self
        betting = self.view.betting
        weight = self.character.attention * raise_weight(betting, USUAL_RAISES)
        return after_raises(seat.equity, betting.raises, weight)

    @cached_property
    def ev(self) -> Mapping[str, float]:
        """The expected value of a call, if each rival bets too and half of the pot is on the same column."""
        pot = winnable(self.view.betting, self.cost) - self.cost
        is_early = self.is_last_bet and self.view.stage in BEFORE_TRADE
        return {"match": call_value(self.faced, self.cost, pot, FAIR_EARLY if is_early else FAIR)}

    @property
    def is_exact(self) -> bool:
        """Always False: the rivals' cards and answers are estimated."""
        return False

    @cached_property
    def _actual(self) -> Equity:
        return estimate_equity(self.futures, self.rivals)

    @cached_property
    def ways(self) -> ColumnOdds:
        """The probabilities and returns of six cards on both columns, as this player judges them."""
        return column_odds(self.futures[0], self.rivals)

    @property
    def is_on_win(self) -> bool:
        """True if Win is the likelier column, as this player judges it."""
        return self.equity.win >= self.equity.lose

    @property
    def shows_strong(self) -> bool:
        """True if six cards win more at their strongest, given the coins on the columns."""
        assert self.view.own is not None
        if self.view.is_all_on_win:
            return True
        tablet, lines = self.view.own.tablet, self.view.lines
        own = tablet.win + tablet.lose
        bet = sum(each.total for each in lines if each.seat != self.view.viewer and not each.has_folded)
        rest = max(0, self.view.betting.pot - bet - own)
        each = bet / max(1, len(self.rivals))
        return is_better_strong(self.ways, PotCoins(tablet.win, tablet.lose, each, rest))

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The best cards to keep in the trade."""
        view = self.view
        price = view.ante / max(1, view.betting.pot) if view.rules.pay_to_trade else 0.0
        trading = Trading(price, view.is_all_on_win, self.character.skill)
        return best_to_keep(self.cards, self.unknown, self.rivals, trading, divine=self.divine)


def _share(number: float) -> float:
    return min(1.0, max(0.0, number))
