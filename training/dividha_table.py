"""Train Dividha’s house players in self-play: `python -m training.dividha_table` writes their table.

Deals are prepared first, with their trades and with the sampled hands by which each seat judges its cards on
each street. Then hands are played with these deals to learn how often to bet in which style. As in
`games/dividha/bot_player.py` all coins go on the likelier column, and a complete hand is shown the way that
takes more of the pot. All stacks are equal, so that there are no side pots.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter

import games.dividha
from games.dividha import equity
from games.dividha.bot_player import (
    ALL_IN,
    FOLD,
    HALF,
    POT,
    RAISES_MAX,
    RIVALS_MAX,
    SIZES,
    STAY,
    STYLES,
    Style,
    action_shares,
    with_legal_raises,
)
from games.dividha.cards import DECK
from games.dividha.equity import ColumnOdds, Equity, Extremes, PotCoins, RivalRange
from games.engine.betting.bot_betting import encode_strategies
from training.regret import Regrets, drawn

TABLE = Path(games.dividha.__file__).parent / "betting.table"
DEALS_SEED, LEARNING_SEED = "deals of dividha", "betting in dividha"
"""Two seeds, so that learning can be repeated differently with the same deals."""
DEALS = 1000
TRIALS = 15_000
SEATS = 6
"""The number of seats of a deal; a hand is played by some of them."""
PLAYERS = (2, 4, 3)
"""The numbers of players, in turn; the table does not distinguish more than four."""
STACKS = (10, 25, 50, 50)
"""The starting stacks in antes; one is drawn for each hand."""
STREETS = 4
ANTE = 2


class TrainingDeal:
    """The cards of six seats on each street, and the estimates from them."""

    def __init__(self, random: Random) -> None:
        deck = list(DECK)
        random.shuffle(deck)
        held = [tuple(deck[start : start + 4]) for start in range(0, 4 * SEATS, 4)]
        rest = deck[4 * SEATS :]
        before = [_showing(cards) for cards in held]
        traded = []
        for seat, cards in enumerate(held):
            others = [each for other, each in enumerate(before) if other != seat]
            rivals = random.sample(others, random.randint(1, 3))
            kept = equity.best_to_keep(cards, _unknown(cards), tuple(rivals), divine=False)
            traded.append(tuple(card if card in kept else rest.pop() for card in cards))
        six = [(*cards, rest.pop(), rest.pop()) for cards in traded]
        after = [_showing(cards) for cards in six]
        self._showing = ([equity.rival_range((), divine=False)] * SEATS, before, after, after)
        self._own = [
            [equity.completions(cards, _unknown(cards), divine=False) for cards in street]
            for street in ([cards[:2] for cards in held], held, traded, six)
        ]
        self._equities: dict[tuple[int, int, int], Equity] = {}
        self._ways: dict[tuple[int, int], ColumnOdds] = {}

    def equity(self, street: int, seat: int, staying: int) -> Equity:
        """Return the equity of a seat’s cards against the staying seats, given as a bit mask."""
        key = street, seat, staying
        found = self._equities.get(key)
        if found is None:
            rivals = self._rivals(street, seat, staying)
            found = self._equities[key] = equity.estimate_equity(self._own[street][seat], rivals)
        return found

    def ways(self, seat: int, staying: int) -> ColumnOdds:
        """Return the shares that a seat takes at the showdown by each way to show its hand."""
        found = self._ways.get((seat, staying))
        if found is None:
            rivals = self._rivals(STREETS - 1, seat, staying)
            found = self._ways[seat, staying] = equity.column_odds(self.final(seat), rivals)
        return found

    def final(self, seat: int) -> Extremes:
        """Return a seat’s six cards."""
        return self._own[-1][seat][0]

    def _rivals(self, street: int, seat: int, staying: int) -> list[RivalRange]:
        shown = self._showing[street]
        return [shown[each] for each in range(SEATS) if staying >> each & 1 and each != seat]


class TrainingHand:
    """A hand at some point of its betting. Players are numbered in turn; each has a seat of the deal."""

    __slots__ = (
        "_acted",
        "_bet",
        "_deal",
        "_gathered",
        "_lose",
        "_pot",
        "_raises",
        "_seats",
        "_stack",
        "_staying",
        "_street",
        "_to_match",
        "_win",
        "actor",
    )

    def __init__(self, deal: TrainingDeal, seats: tuple[int, ...], stack: int) -> None:
        count = len(seats)
        self._deal, self._seats = deal, seats
        self._stack = [stack - ANTE] * count
        self._bet = [0] * count
        self._win, self._lose = [ANTE // 2] * count, [ANTE // 2] * count
        self._acted = [False] * count
        self._staying = 0
        for seat in seats:
            self._staying |= 1 << seat
        self._street = self._to_match = self._raises = 0
        self._pot = self._gathered = ANTE * count
        self.actor: int | None = 0

    @property
    def legal(self) -> Sequence[int]:
        """The legal actions: fold, stay, bet half the pot, and bet or raise the pot, or else all in."""
        assert self.actor is not None
        owed, left = self._to_match - self._bet[self.actor], self._stack[self.actor]
        found = [FOLD, STAY] if owed else [STAY]
        if self._raises >= RAISES_MAX or left <= owed or not self._can_anybody_answer():
            return found
        pot = self._pot + owed
        if not owed and max(ANTE, int(pot * SIZES[HALF])) < left:
            found.append(HALF)
        if owed + max(ANTE, int(pot * SIZES[POT])) < left:
            found.append(POT)
        else:
            found.append(ALL_IN)
        return found

    def choice(self, style: Style, dice: Random) -> int:
        """Return the action that the actor takes in that style."""
        assert self.actor is not None
        seat_equity = self._deal.equity(self._street, self._seats[self.actor], self._staying)
        owed, faced = self._to_match - self._bet[self.actor], equity.after_raises(seat_equity, self._raises)
        value = equity.call_value(faced, owed, self._pot)
        shares = with_legal_raises(action_shares(style, faced.gain, value, owed), self.legal)
        return drawn(shares, dice)

    def after(self, action: int) -> TrainingHand:
        """Return the hand after that action."""
        new = object.__new__(TrainingHand)
        new._deal, new._seats = self._deal, self._seats
        new._stack, new._bet, new._acted = self._stack[:], self._bet[:], self._acted[:]
        new._win, new._lose = self._win[:], self._lose[:]
        new._street, new._to_match, new._raises = self._street, self._to_match, self._raises
        new._pot, new._gathered, new._staying = self._pot, self._gathered, self._staying
        new.actor = self.actor
        new._act(action)
        return new

    def gain(self, player: int) -> float:
        """Return a player's gain in antes; a loss is negative."""
        paid = self._win[player] + self._lose[player]
        if not self._staying >> self._seats[player] & 1:
            return -paid / ANTE
        if self._staying.bit_count() == 1:
            return (self._pot - paid) / ANTE
        staying = [each for each in range(len(self._seats)) if self._stays(each)]
        shown = [self._shown(each, staying) for each in staying]
        own, won = shown[staying.index(player)], 0.0
        if own == max(shown):
            won += sum(self._win) / shown.count(own)
        if own == min(shown):
            won += sum(self._lose) / shown.count(own)
        return (won - paid) / ANTE

    def _stays(self, player: int) -> bool:
        return bool(self._staying >> self._seats[player] & 1)

    def _can_anybody_answer(self) -> bool:
        for player, stack in enumerate(self._stack):
            if stack and player != self.actor and self._stays(player):
                return True
        return False

    def _act(self, action: int) -> None:
        actor = self.actor
        assert actor is not None
        seat = self._seats[actor]
        owed = self._to_match - self._bet[actor]
        if action == FOLD:
            self._staying ^= 1 << seat
        elif action == STAY:
            self._pay(actor, owed)
        elif action == ALL_IN:
            self._pay(actor, self._stack[actor])
        else:
            self._pay(actor, owed + max(ANTE, int((self._pot + owed) * SIZES[action])))
        if self._bet[actor] > self._to_match:
            self._to_match = self._bet[actor]
            self._raises += 1
            self._acted = [False] * len(self._seats)
        self._acted[actor] = True
        self._go_on(actor)

    def _pay(self, player: int, coins: int) -> None:
        """Put coins into the pot, all of them on the likelier column."""
        if coins:
            seat_equity = self._deal.equity(self._street, self._seats[player], self._staying)
            column = self._win if seat_equity.win >= seat_equity.lose else self._lose
            column[player] += coins
            self._stack[player] -= coins
            self._bet[player] += coins
            self._pot += coins

    def _go_on(self, actor: int) -> None:
        """Ask the next player, or open the next round if there is one."""
        count = len(self._seats)
        if self._staying.bit_count() == 1:
            self.actor = None
            return
        for player in (*range(actor + 1, count), *range(actor)):
            is_asked = not self._acted[player] or self._bet[player] < self._to_match
            if is_asked and self._stack[player] and self._stays(player):
                self.actor = player
                return
        self._gathered = self._pot
        self._bet, self._acted = [0] * count, [False] * count
        self._to_match = self._raises = 0
        self._street += 1
        able_to_bet = [player for player in range(count) if self._stack[player] and self._stays(player)]
        self.actor = able_to_bet[0] if self._street < STREETS and len(able_to_bet) > 1 else None

    def _shown(self, player: int, staying: Sequence[int]) -> int:
        """Return the strength of the hand that the player shows at the showdown."""
        seat, own_coins = self._seats[player], self._win[player] + self._lose[player]
        paid = 0
        for each in staying:
            paid += self._win[each] + self._lose[each]
        others = paid - own_coins
        coins = PotCoins(self._win[player], self._lose[player], others / (len(staying) - 1), self._pot - paid)
        own, ways = self._deal.final(seat), self._deal.ways(seat, self._staying)
        return own.strong if equity.is_better_strong(ways, coins) else own.weak


def train(deals: Sequence[TrainingDeal], trials: int, dice: Random) -> Regrets:
    """Learn how often to use each style, by the number of rivals."""
    regrets, legal = Regrets(len(STYLES)), range(len(STYLES))
    for number in range(trials):
        count = PLAYERS[number % len(PLAYERS)]
        stack = ANTE * dice.choice(STACKS)
        hand = TrainingHand(dice.choice(deals), tuple(dice.sample(range(SEATS), count)), stack)
        rivals = min(count - 1, RIVALS_MAX)
        strategy = regrets.strategy(rivals, legal)
        styles = [STYLES[drawn(strategy, dice)] for _ in range(count)]
        learner, seed = dice.randrange(count), dice.random()
        gains = []
        for style in STYLES:
            # Each style is tried with the same random numbers, so that only the style makes a difference.
            others = [*styles[:learner], style, *styles[learner + 1 :]]
            gains.append(played(hand, others, Random(seed)).gain(learner))
        average = 0.0
        for share, gain in zip(strategy, gains, strict=True):
            average += share * gain
        regrets.regret(rivals, legal, [gain - average for gain in gains], number + 1)
        regrets.note(rivals, legal, strategy, number + 1)
    return regrets


def played(hand: TrainingHand, styles: Sequence[Style], dice: Random) -> TrainingHand:
    """Return the hand's end if each player bets in its own style."""
    while hand.actor is not None:
        hand = hand.after(hand.choice(styles[hand.actor], dice))
    return hand


def main() -> None:
    """Write the table, and print how long it took."""
    started, dice = perf_counter(), Random(DEALS_SEED)
    deals = [TrainingDeal(dice) for _ in range(DEALS)]
    print(f"{DEALS} deals: {perf_counter() - started:.0f} s")
    regrets = train(deals, TRIALS, Random(LEARNING_SEED))
    table = encode_strategies(dict(regrets.averages()))
    TABLE.write_bytes(table)
    print(f"{len(table)} bytes: {perf_counter() - started:.0f} s")


def _showing(cards: Sequence[str]) -> RivalRange:
    """Return what the others see of a seat's hand: its third and fourth cards are public."""
    return equity.rival_range(tuple(sorted(cards[2:4])), divine=False)


def _unknown(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in DECK if card not in cards)


if __name__ == "__main__":
    main()
