"""Equity of a hand as a house player judges it: how often it takes the Win or the Lose (TB-12).

The player samples ways to complete every hand. A hand is shown in one of two ways: at its strongest, for Win,
or at its weakest, for Lose. A rival is assumed to choose the way in which its cards would beat more of all
hands. Its public cards are known; its range of private cards is sampled once for each pair of public cards,
and cached. All samples depend only on the seat's view, so a repeated question has the same answer.
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
from games.engine.betting.bot_betting import pressure, telling
from games.engine.betting.rounds import amount_to_call, behind, raisers_of_round, winnable
from games.engine.core.characters import Character, Skill
from games.engine.core.game import Seat

FUTURES = 32
"""The number of sampled completions of the player's own cards."""
FORESEEN: Mapping[Skill, int] = {"apprentice": 4, "regular": 10, "master": FUTURES}
"""The number of them that a house player considers."""
LOOKED_AT: Mapping[Skill, int] = {"apprentice": 0, "regular": 1, "master": HELD}
"""The number of each rival's public cards that a house player notices."""
TRADES: Mapping[Skill, int] = {"apprentice": 2, "regular": 6, "master": 48}
"""The number of sampled completions after a trade: with few of them, the choice of a trade is luck."""
FIRST_LOOK, FINALISTS = 4, 3
"""One sample in four is for a first evaluation, and three trades are evaluated again."""
TRADED_MAX = 2
TRADE_GAIN = 0.02
"""The minimum gain of equity for which a card is traded."""
LIKELY = 96
"""The number of sampled hands of a rival with the same public cards."""
CHOSEN_OF = (1, 2)
"""Players trade bad cards, so of every second pair of sampled hands a rival holds the better one."""
RAISER_CHOSEN_OF, CHECKER_CHOSEN_OF = (8,), (1,)
"""The same for a rival that bet or raised in the last round, and for one that could bet there and checked.

Fitted to the outcomes of 927 questions of that round (docs/lab/house-players.md).
"""
OVERRATED, OVERRATED_AFTER_BET = 0.05, 0.1
"""The part of the way to an equal share by which imagined hands overrate chances of the last round."""
HEEDED = 0.5
"""The weight of rivals' actions from which they count."""
MEASURES = 400
"""The number of random hands that a strong and a weak hand are compared with."""
FAIR = 1.0
"""The expected return of a coin at which it breaks even."""
FAIR_EARLY = 0.65
"""The same before the trade, where the estimated return is 0.27 too low, as a share of a stack."""
RESPECT = 0.1
"""The reduction of a coin's expected return for each raise of the round."""
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


class Showing(NamedTuple):
    """A rival's range at the showdown: strengths in order, and the share that goes for Lose."""

    strengths: tuple[int, ...]
    for_lose: float


class Laid(NamedTuple):
    """Coins in the pot: the player's own on Win and on Lose, each rival's, and all others."""

    win: int
    lose: int
    each: float
    rest: int


class Ways(NamedTuple):
    """The probability of taking each column, and a coin's return there if each rival bets one."""

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


class Prospect(NamedTuple):
    """The equity of cards against these rivals, each value as a share of one.

    `win` and `lose`: the probability of going for that column and taking it. `gain`: the return of a coin now
    bet on the likelier column, if each rival bets one too. `best`: the probability of taking the final
    column.
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
def futures(held: tuple[str, ...], unknown: tuple[str, ...], *, divine: bool) -> tuple[Extremes, ...]:
    """Return sampled completions of these cards to six."""
    missing = HELD - len(held)
    if not missing:
        return (extremes(held, divine=divine),)
    random = imagining(*held)
    return tuple(extremes((*held, *random.sample(unknown, missing)), divine=divine) for _ in range(FUTURES))


@lru_cache(maxsize=REMEMBERED)
def kept(
    held: tuple[str, ...],
    unknown: tuple[str, ...],
    rivals: tuple[Showing, ...],
    trading: Trading = USUAL_TRADING,
    *,
    divine: bool,
) -> tuple[str, ...]:
    """Return the best cards to keep of four in the trade, at least two of them."""
    random, all_tries = imagining(*held), TRADES[trading.skill]
    drawn = [random.sample(unknown, HELD - len(held) + TRADED_MAX) for _ in range(all_tries)]

    def promise(cards: Sequence[str], tries: int) -> float:
        """Return the probability of taking the column that these cards go for, less their price."""
        found = 0.0
        for each in drawn[:tries]:
            six = extremes((*cards, *each[: HELD - len(cards)]), divine=divine)
            taken = _on_win(six.strong, rivals)[0]
            found += taken if trading.is_all_on_win else max(taken, _on_lose(six.weak, rivals)[0])
        return found / tries - trading.price * (len(held) - len(cards))

    counts = range(len(held) - TRADED_MAX, len(held))
    choices = [cards for count in counts for cards in combinations(held, count)]
    # The first evaluation discards hopeless trades.
    first = ceil(all_tries / FIRST_LOOK)
    likely = sorted(choices, key=lambda cards: promise(cards, first), reverse=True)[:FINALISTS]
    best = max(likely, key=lambda cards: promise(cards, all_tries))
    return best if promise(best, all_tries) > promise(held, all_tries) + TRADE_GAIN else held


@lru_cache(maxsize=2048)
def showing(
    public: tuple[str, ...],
    *,
    divine: bool,
    is_all_on_win: bool = False,
    chosen_of: tuple[int, ...] = CHOSEN_OF,
) -> Showing:
    """Return a rival's range with these public cards; no Lose where no coins lie on it."""
    unknown = [card for card in DECK if card not in public]
    random, counts = imagining(*public), islice(cycle(chosen_of), LIKELY)
    likely = [*imagined(public, unknown, random, counts, divine=divine, is_all_on_win=is_all_on_win)]
    return Showing(
        tuple(sorted(each.strength for each in likely)), sum(each.is_for_lose for each in likely) / LIKELY
    )


def imagined(
    public: tuple[str, ...],
    unknown: Sequence[str],
    random: Random,
    counts: Iterable[int],
    *,
    divine: bool,
    is_all_on_win: bool = False,
) -> Iterator[LikelyHand]:
    """Yield for each count the best of so many hands with these public cards and any unknown private ones."""
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
    random = imagining(str(MEASURES))
    hands = [extremes(random.sample(DECK, HELD), divine=divine) for _ in range(MEASURES)]
    return sorted(each.strong for each in hands), sorted(each.weak for each in hands)


def prospect(own: Sequence[Extremes], rivals: Sequence[Showing]) -> Prospect:
    """Return the equity of these cards against those rivals, over all their completions."""
    win = lose = on_win = on_lose = 0.0
    for each in own:
        found = ways(each, rivals)
        if found.win >= found.lose:
            win += found.win
            on_win += found.brings_win
        else:
            lose += found.lose
            on_lose += found.brings_lose
    count = len(own)
    gain = on_win if win >= lose else on_lose
    return Prospect(win / count, lose / count, gain / count, (win + lose) / count)


def heard(prospect: Prospect, raises: int, weight: float = 1.0) -> Prospect:
    """Return the equity after these raises of the round: a coin brings less each time, with that weight."""
    return prospect._replace(gain=prospect.gain - RESPECT * weight * raises)


def call_value(faced: Prospect, owed: int, lying: int, fair: float = FAIR) -> float:
    """Return the expected value of a call for `owed` coins, with half of the pot on the same column."""
    return (faced.gain - fair) * owed + faced.best * lying / 2


def columns(own: Sequence[Extremes], rivals: Sequence[Showing], *, is_traded: bool) -> tuple[float, float]:
    """Return how often these cards take Win and Lose, including by accident; better ones if traded first."""
    found = [_columns(each, rivals) for each in own]
    if is_traded:
        # As with a rival, the better of every second pair counts.
        left = iter(found)
        groups = (tuple(islice(left, count)) for count in cycle(CHOSEN_OF))
        found = [max(each, key=sum) for each in takewhile(bool, groups)]
    return _mean([win for win, _ in found]), _mean([lose for _, lose in found])


def _mean(shares: Sequence[float]) -> float:
    return sum(shares) / len(shares)


def _columns(own: Extremes, rivals: Sequence[Showing]) -> tuple[float, float]:
    found = ways(own, rivals)
    if found.win >= found.lose:
        return found.win, _on_lose(own.strong, rivals)[0]
    return _on_win(own.weak, rivals)[0], found.lose


def ways(own: Extremes, rivals: Sequence[Showing]) -> Ways:
    """Return the probabilities and returns of complete cards in both ways."""
    return Ways(*_on_win(own.strong, rivals), *_on_lose(own.weak, rivals))


def is_better_strong(found: Ways, laid: Laid) -> bool:
    """Return True if complete cards win more of the pot at their strongest than at their weakest."""
    on_win = found.win * (laid.win + laid.rest / 2) + (found.brings_win - found.win) * laid.each
    on_lose = found.lose * (laid.lose + laid.rest / 2) + (found.brings_lose - found.lose) * laid.each
    return on_win >= on_lose


def imagining(*seen: str) -> Random:
    """Return the random numbers for samples from these cards, which are never used for dealing."""
    return Random(" ".join(seen))  # noqa: S311 -- it only imagines


def _on_win(strong: int, rivals: Sequence[Showing]) -> tuple[float, float]:
    """Return the probability of taking the Win, and the coins then on it, one of each rival going for it."""
    taken, coins = 1.0, 1.0
    for rival in rivals:
        below = bisect_right(rival.strengths, strong) / LIKELY
        if not below:
            return 0.0, 0.0
        taken *= below
        coins += max(0.0, below - rival.for_lose) / below
    return taken, taken * coins


def _on_lose(weak: int, rivals: Sequence[Showing]) -> tuple[float, float]:
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
"""The frequency of hands in which a seat normally bets or raises."""


@dataclass(frozen=True)
class HandAssessment:
    """A seat's knowledge, and the player's assessment of its cards."""

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
        """The cards that may be anywhere, also those it traded, which no reason may depend on (TB-11)."""
        known = {*self.cards}
        for line in self.view.lines:
            known.update(line.public, line.turned_down)
        return tuple(card for card in DECK if card not in known)

    @cached_property
    def rivals(self) -> tuple[Showing, ...]:
        """The ranges of all rivals still in, by their public cards."""
        return tuple(self._showing(line) for line in self._staying)

    @cached_property
    def heard_rivals(self) -> tuple[Showing, ...]:
        """The same after what each of them did in the last round, as far as this player heeds that."""
        weight = self.character.attention * telling(self.view.betting, USUAL_RAISES)
        if self.view.stage != "last_round" or weight < HEEDED:
            return self.rivals
        return tuple(self._showing(line, self._chosen_of(line.seat)) for line in self._staying)

    @property
    def _staying(self) -> Iterator[DividhaSeat]:
        """The rivals still in."""
        return (line for line in self.view.lines if line.seat != self.view.viewer and not line.has_folded)

    def _showing(self, line: DividhaSeat, chosen_of: tuple[int, ...] = CHOSEN_OF) -> Showing:
        public = tuple(sorted(line.public[: LOOKED_AT[self.character.skill]]))
        is_all_on_win = self.view.is_all_on_win
        return showing(public, divine=self.divine, is_all_on_win=is_all_on_win, chosen_of=chosen_of)

    def _chosen_of(self, seat: Seat) -> tuple[int, ...]:
        """Return the numbers of hands of which a rival holds the best, after what it did in this round."""
        betting = self.view.betting
        if seat in raisers_of_round(betting):
            return RAISER_CHOSEN_OF
        stake = betting.stake(seat)
        return CHECKER_CHOSEN_OF if stake.has_acted and not stake.bet else CHOSEN_OF

    @property
    def divine(self) -> bool:
        """True if God and Satan are a hand together (DV-9)."""
        return self.view.rules.divine_intervention

    @cached_property
    def futures(self) -> tuple[Extremes, ...]:
        """The sampled completions of the hand, or the hand itself if it is complete."""
        count = FORESEEN[self.character.skill]
        return futures(self.cards, self.unknown, divine=self.divine)[:count]

    @cached_property
    def prospect(self) -> Prospect:
        """The equity of the cards as this player judges it, with its errors and confidence."""
        seen = self._seen
        best = _share(seen.best + self.character.confidence)
        gain = seen.gain * best / seen.best if seen.best else 0.0
        return Prospect(seen.win, seen.lose, gain, best)

    def without(self, seats: Collection[Seat]) -> HandAssessment:
        """Return the same assessment if these seats fold."""
        lines = (replace(line, has_folded=line.has_folded or line.seat in seats) for line in self.view.lines)
        return HandAssessment(replace(self.view, lines=tuple(lines)), self.character)

    @property
    def sees_through(self) -> float:
        """The actual probability of taking the final column: large sums are judged carefully."""
        return self._seen.best

    @cached_property
    def win_probability(self) -> Mapping[str, float]:
        """The probability of taking each column, as this player judges it."""
        is_traded = self.view.stage in BEFORE_TRADE
        win, lose = columns(self.futures, self.heard_rivals, is_traded=is_traded)
        part = 0.0
        if self.view.stage == "last_round":
            part = OVERRATED_AFTER_BET if self.cost else OVERRATED
        share = 1 / (1 + len(self.rivals))
        return {"win": win + part * (share - win), "lose": lose + part * (share - lose)}

    @cached_property
    def cost(self) -> int:
        """The price of staying in; a seat wins nothing of bets it can't call (TB-6)."""
        betting = self.view.betting
        return min(amount_to_call(betting, betting.acting), betting.acting.stack)

    @cached_property
    def is_last_bet(self) -> bool:
        """True if a call leaves nothing to bet."""
        betting = self.view.betting
        return bool(self.cost) and not pressure(betting, betting.acting.bet + self.cost)

    @cached_property
    def faced(self) -> Prospect:
        """The equity against the rivals that are likely to pay, after the raises of the round."""
        # Few players still to act call the last bet, and only a master thinks of them at any other.
        ignores = self.is_last_bet or (self.cost and self.character.skill != "master")
        seat = self.without(behind(self.view.betting)) if ignores else self
        betting = self.view.betting
        weight = self.character.attention * telling(betting, USUAL_RAISES)
        return heard(seat.prospect, betting.raises, weight)

    @cached_property
    def ev(self) -> Mapping[str, float]:
        """The expected value of a call if each rival bets too, including half of the pot."""
        lying = winnable(self.view.betting, self.cost) - self.cost
        is_early = self.is_last_bet and self.view.stage in BEFORE_TRADE
        return {"match": call_value(self.faced, self.cost, lying, FAIR_EARLY if is_early else FAIR)}

    @property
    def is_exact(self) -> bool:
        """Always False: the rivals' cards and answers are estimated."""
        return False

    @cached_property
    def _seen(self) -> Prospect:
        return prospect(self.futures, self.rivals)

    @cached_property
    def ways(self) -> Ways:
        """The results of six cards in both ways, as this player judges them."""
        return ways(self.futures[0], self.rivals)

    @property
    def is_on_win(self) -> bool:
        """True if this player thinks Win the likelier column."""
        return self.prospect.win >= self.prospect.lose

    @property
    def shows_strong(self) -> bool:
        """True if six cards win more at their strongest, given the coins on the columns."""
        assert self.view.own is not None
        if self.view.is_all_on_win:
            return True
        tablet, lines = self.view.own.tablet, self.view.lines
        mine = tablet.win + tablet.lose
        laid = sum(each.total for each in lines if each.seat != self.view.viewer and not each.has_folded)
        rest = max(0, self.view.betting.pot - laid - mine)
        each = laid / max(1, len(self.rivals))
        return is_better_strong(self.ways, Laid(tablet.win, tablet.lose, each, rest))

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The best cards to keep in the trade."""
        view = self.view
        price = view.ante / max(1, view.betting.pot) if view.rules.pay_to_trade else 0.0
        trading = Trading(price, view.is_all_on_win, self.character.skill)
        return kept(self.cards, self.unknown, self.rivals, trading, divine=self.divine)


def _share(number: float) -> float:
    return min(1.0, max(0.0, number))
