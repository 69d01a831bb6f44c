"""Train Dividha’s house players in self-play: `python -m training.dividha_table` writes their table.

Deals are made beforehand, with their trades and with what each seat imagines on each street; then it is
learned on them how often to have which style (`games/dividha/bot_player.py`). As in
`games/dividha/bot_player.py` all coins go on the likelier column, and a complete hand is shown the way that
takes more of the pot. All have equal stacks, so that no pot has layers.
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
    made_possible,
    wishes,
)
from games.dividha.cards import DECK
from games.dividha.equity import Extremes, Laid, Prospect, Showing, Ways
from games.engine.betting.bot_betting import packed
from training.regret import Regrets, drawn

TABLE = Path(games.dividha.__file__).parent / "betting.table"
DEALT_FROM, LEARNED_FROM = "deals of dividha", "betting in dividha"
"""Two seeds, so that the betting can be learned anew on the same deals."""
DEALS = 1000
TRIALS = 15_000
SEATS = 6
"""The number of seats that are dealt to; any of them then play a hand."""
PLAYERS = (2, 4, 3)
"""The numbers of hands that are tried in turn: the table does not distinguish more."""
STACKS = (10, 25, 50, 50)
"""Starting stacks in antes."""
STREETS = 4
ANTE = 2


class TrainingDeal:
    """The cards of six seats, and the sampled rivals' cards of each seat on each street."""

    def __init__(self, random: Random) -> None:
        deck = list(DECK)
        random.shuffle(deck)
        held = [tuple(deck[at : at + 4]) for at in range(0, 4 * SEATS, 4)]
        rest = deck[4 * SEATS :]
        before = [_showing(cards) for cards in held]
        traded = []
        for seat, cards in enumerate(held):
            others = [each for at, each in enumerate(before) if at != seat]
            rivals = random.sample(others, random.randint(1, 3))
            kept = equity.kept(cards, _unknown(cards), tuple(rivals), divine=False)
            traded.append(tuple(card if card in kept else rest.pop() for card in cards))
        six = [(*cards, rest.pop(), rest.pop()) for cards in traded]
        after = [_showing(cards) for cards in six]
        self._showing = ([equity.showing((), divine=False)] * SEATS, before, after, after)
        self._own = [
            [equity.futures(cards, _unknown(cards), divine=False) for cards in street]
            for street in ([cards[:2] for cards in held], held, traded, six)
        ]
        self._prospects: dict[tuple[int, int, int], Prospect] = {}
        self._ways: dict[tuple[int, int], Ways] = {}

    def prospect(self, street: int, seat: int, staying: int) -> Prospect:
        """Return the prospects of a seat’s cards against all who stay (`staying` is a bit mask)."""
        key = street, seat, staying
        found = self._prospects.get(key)
        if found is None:
            rivals = self._rivals(street, seat, staying)
            found = self._prospects[key] = equity.prospect(self._own[street][seat], rivals)
        return found

    def ways(self, seat: int, staying: int) -> Ways:
        """Return the shares that a seat takes at the showdown by either way to show its hand."""
        found = self._ways.get((seat, staying))
        if found is None:
            rivals = self._rivals(STREETS - 1, seat, staying)
            found = self._ways[seat, staying] = equity.ways(self.final(seat), rivals)
        return found

    def final(self, seat: int) -> Extremes:
        """Return a seat’s six cards."""
        return self._own[-1][seat][0]

    def _rivals(self, street: int, seat: int, staying: int) -> list[Showing]:
        shown = self._showing[street]
        return [shown[each] for each in range(SEATS) if staying >> each & 1 and each != seat]


class TrainingHand:
    """A hand at some point of its betting: players, in turn order, sit at seats of the deal."""

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
        """The legal actions: bets of half the pot or the pot, a raise of the pot, or else all in."""
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
        prospect = self._deal.prospect(self._street, self._seats[self.actor], self._staying)
        owed, faced = self._to_match - self._bet[self.actor], equity.heard(prospect, self._raises)
        value = equity.call_value(faced, owed, self._pot)
        shares = made_possible(wishes(style, faced.gain, value, owed), self.legal)
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
        laid = self._win[player] + self._lose[player]
        if not self._staying >> self._seats[player] & 1:
            return -laid / ANTE
        if self._staying.bit_count() == 1:
            return (self._pot - laid) / ANTE
        places = [place for place in range(len(self._seats)) if self._stays(place)]
        shown = [self._shown(place, places) for place in places]
        mine, won = shown[places.index(player)], 0.0
        if mine == max(shown):
            won += sum(self._win) / shown.count(mine)
        if mine == min(shown):
            won += sum(self._lose) / shown.count(mine)
        return (won - laid) / ANTE

    def _stays(self, place: int) -> bool:
        return bool(self._staying >> self._seats[place] & 1)

    def _can_anybody_answer(self) -> bool:
        for place, stack in enumerate(self._stack):
            if stack and place != self.actor and self._stays(place):
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
            self._lay(actor, owed)
        elif action == ALL_IN:
            self._lay(actor, self._stack[actor])
        else:
            self._lay(actor, owed + max(ANTE, int((self._pot + owed) * SIZES[action])))
        if self._bet[actor] > self._to_match:
            self._to_match = self._bet[actor]
            self._raises += 1
            self._acted = [False] * len(self._seats)
        self._acted[actor] = True
        self._go_on(actor)

    def _lay(self, place: int, coins: int) -> None:
        """Put coins in, all of them on the likelier column."""
        if coins:
            prospect = self._deal.prospect(self._street, self._seats[place], self._staying)
            column = self._win if prospect.win >= prospect.lose else self._lose
            column[place] += coins
            self._stack[place] -= coins
            self._bet[place] += coins
            self._pot += coins

    def _go_on(self, actor: int) -> None:
        """Ask the next player, or open the next round if there is one."""
        count = len(self._seats)
        if self._staying.bit_count() == 1:
            self.actor = None
            return
        for place in (*range(actor + 1, count), *range(actor)):
            is_asked = not self._acted[place] or self._bet[place] < self._to_match
            if is_asked and self._stack[place] and self._stays(place):
                self.actor = place
                return
        self._gathered = self._pot
        self._bet, self._acted = [0] * count, [False] * count
        self._to_match = self._raises = 0
        self._street += 1
        able = [place for place in range(count) if self._stack[place] and self._stays(place)]
        self.actor = able[0] if self._street < STREETS and len(able) > 1 else None

    def _shown(self, place: int, places: Sequence[int]) -> int:
        seat, mine = self._seats[place], self._win[place] + self._lose[place]
        laid = 0
        for each in places:
            laid += self._win[each] + self._lose[each]
        others = laid - mine
        coins = Laid(self._win[place], self._lose[place], others / (len(places) - 1), self._pot - laid)
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
            # All get the same chance, so that only the style makes a difference.
            others = [*styles[:learner], style, *styles[learner + 1 :]]
            gains.append(played(hand, others, Random(seed)).gain(learner))
        average = 0.0
        for share, gain in zip(strategy, gains, strict=True):
            average += share * gain
        regrets.regret(rivals, legal, [gain - average for gain in gains], number + 1)
        regrets.note(rivals, legal, strategy, number + 1)
    return regrets


def played(hand: TrainingHand, styles: Sequence[Style], dice: Random) -> TrainingHand:
    """Play a hand to its end, each player in a style of its own."""
    while hand.actor is not None:
        hand = hand.after(hand.choice(styles[hand.actor], dice))
    return hand


def main() -> None:
    """Write the table, and print how long it took."""
    started, dice = perf_counter(), Random(DEALT_FROM)
    deals = [TrainingDeal(dice) for _ in range(DEALS)]
    print(f"{DEALS} deals: {perf_counter() - started:.0f} s")
    regrets = train(deals, TRIALS, Random(LEARNED_FROM))
    table = packed(dict(regrets.averages()))
    TABLE.write_bytes(table)
    print(f"{len(table)} bytes: {perf_counter() - started:.0f} s")


def _showing(cards: Sequence[str]) -> Showing:
    """Return the showing that a seat is likely to have: its third and fourth cards are public."""
    return equity.showing(tuple(sorted(cards[2:4])), divine=False)


def _unknown(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in DECK if card not in cards)


if __name__ == "__main__":
    main()
