"""Random games in which people sit out, come back and fill up their stacks (TB-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random

import pytest

from games.engine.core.errors import RuleError
from games.engine.core.game import AnyGame
from games.engine.table.play import (
    answer,
    ask_top_up,
    begin,
    call_off,
    come_back,
    deal,
    open_offers,
    post_blind,
    sit_out,
    take_back_top_up,
    top_up_wished,
)
from games.engine.table.seating import leave, open_table, sit_down
from games.engine.table.table import AnyTable, TableChange, Terms, awaited, money
from tests.laws.asked import EVERY_GAME
from tests.laws.toy import Fists, Rules
from tests.laws.walk import ALL_GAMES, random_answer, seeds

STEPS = 400
PEOPLE = range(11, 17)
PURSE = 10_000
"""More than anybody can lose in so many steps."""
MANAGER = 99


class Settled(Fists):
    """The toy game, were it one that lets nobody sit out."""

    key = "settled"

    def lets_sit_out(self, _rules: Rules) -> bool:
        """Always False: players cannot sit out."""
        return False


class SittingOut:
    """People with wallets, who come, go, sit out and fill up at one table after the other."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.random = Random(f"{game.key}-{seed}")
        self.seeds = seeds(f"{game.key}-{seed}")
        self.wallets: Counter[int] = Counter(dict.fromkeys(PEOPLE, PURSE))
        self.seen: Counter[str] = Counter()
        self.numbers = count(1)
        self.broke: set[int | None] = set()
        """Who went home with nothing from this table, as it was a moment before."""
        self.table = self.opened()

    def opened(self) -> AnyTable:
        """A table that has begun, with one more than the game needs, if there is room."""
        self.broke = set()
        rules = self.game.house_rules()
        terms = Terms(host=PEOPLE[0], buy_in=self.game.usual_stake(rules))
        table = open_table(next(self.numbers), self.game, rules, terms, self.seeds)
        for player in PEOPLE[: min(self.game.seats.start + 1, self.game.seats.stop - 1)]:
            table = self.paid(sit_down(table, self.game, player, f"p{player}", None))
        return self.paid(begin(table, self.game, self.seeds))

    def paid(self, change: TableChange) -> AnyTable:
        """The table, once the wallets have paid, and those who wished to have filled up."""
        for payment in change.payments:
            self.wallets[payment.player or 0] -= payment.amount
        table = change.table
        wishes = [each for each in table.present if each.tops_up_next]
        if table.phase != "playing" or table.hand is not None or not wishes:
            return table
        purses = {each.player or 0: self.random.choice((0, PURSE, PURSE)) for each in wishes}
        return self.paid(top_up_wished(table, self.game, self.seeds, purses))

    def way(self) -> TableChange:
        """Something happens."""
        table, game, player = self.table, self.game, self.random.choice(PEOPLE)
        wishing = next((each.player or 0 for each in table.present if each.tops_up_next), player)
        owing = next((each.player or 0 for each in table.present if each.owes_blind), player)
        ways: tuple[tuple[int, Callable[[], TableChange]], ...] = (
            (4, partial(sit_out, table, game, player, self.seeds)),
            (2, partial(come_back, table, player)),
            (4, partial(post_blind, table, game, owing)),
            (8, partial(ask_top_up, table, game, player)),
            (4, partial(take_back_top_up, table, game, wishing)),
            (3, partial(sit_down, table, game, player, f"p{player}", None)),
            (1, partial(leave, table, game, player, self.seeds)),
            (1, partial(call_off, table, game, self.seeds, MANAGER, "")),
            (80, self.goes_on),
        )
        (way,) = self.random.choices([way for _, way in ways], [weight for weight, _ in ways])
        return way()

    def goes_on(self) -> TableChange:
        """Answer for an asked seat, or deal the next hand."""
        asked = open_offers(self.table, self.game)
        if not asked:
            return deal(self.table, self.game, self.seeds)
        seat = self.random.choice(sorted(asked))
        given = random_answer(asked[seat], self.random)
        return answer(self.table, self.game, self.seeds, seat, given)

    def step(self) -> None:
        """Something happens, if the rules allow it, and what came of it is looked at."""
        before = self.table.hands
        try:
            self.table = self.paid(self.way())
        except RuleError as refused:
            self.seen[type(refused).__name__] += 1
        self.check(has_begun=self.table.hands > before)
        if self.table.phase == "closed":
            self.table = self.opened()

    def check(self, *, has_begun: bool) -> None:
        """All coins are in the wallets or on the table, and who sits out plays only where that costs."""
        table = self.table
        assert sum(self.wallets.values()) + money(table, self.game) == PURSE * len(PEOPLE)
        assert min(each.stack for each in table.seats) >= 0
        if table.hand is not None and has_begun:
            playing = [table.seated(seat) for seat in table.hand.seats]
            out = [each for each in playing if each.standing not in ("in", "away")]
            assert not out or self.game.charges_absent
            assert all(each.standing == "out" and each.hands_out > 1 for each in out)
            self.seen["charged"] += bool(out)
        self.seen.update(each.standing for each in table.present)
        self.seen.update(type(each).__name__ for each in table.story)
        self.seen["waits"] += bool(awaited(table, self.game))
        self.seen["blinds"] += table.carry is not None and self.game.big_blind(table.carry) is not None
        self.seen["owes"] += any(each.owes_blind for each in table.present)
        self.seen["posts"] += any(each.posts_blind for each in table.present)
        # A player who comes back has the old seat, so the state before is needed to see it.
        self.seen["bought in again"] += any(each.player in self.broke for each in table.present)
        self.broke = {each.player for each in table.seats if each.home == 0}


def expected(game: AnyGame) -> set[str]:
    """Return the events that must occur for the games to prove anything; they depend on the game."""
    rules = game.house_rules()
    if not game.lets_sit_out(rules):
        return {"PlaysOn"}
    is_paid = game.price(rules, game.usual_stake(rules)) > 0
    charged = ("charged",) if game.charges_absent else ()
    return {"out", "WillSitOut", "waits", *charged, *(("WillTopUp", "ToppedUp") if is_paid else ())}


def seen_in(game: AnyGame, numbers: range) -> Counter[str]:
    """Return the counted events of a game for each of these seeds."""
    seen: Counter[str] = Counter()
    for seed in numbers:
        walk = SittingOut(game, seed)
        for _ in range(STEPS):
            walk.step()
        seen.update(walk.seen)
    assert expected(game) <= set(+seen)
    assert bool(seen["out"]) == ("out" in expected(game))
    assert bool(seen["owes"]) == bool(seen["posts"]) == bool(seen["blinds"])
    return seen


@EVERY_GAME
def test_no_coin_is_made_or_lost(key: str) -> None:
    """TB-17, TB-2, Law 4: players sit out, come back and fill up at any time."""
    assert seen_in(ALL_GAMES[key], range(1, 3))


def test_a_game_that_lets_nobody_sit_out() -> None:
    """TB-17, TB-2, Law 4: nor where who plays plays on."""
    assert seen_in(Settled(), range(1, 3))


@pytest.mark.soak
@EVERY_GAME
def test_no_coin_is_made_or_lost_in_many_games(key: str) -> None:
    """TB-17, TB-2, Law 4: nor where a player lost everything and buys in again, or takes a wish back."""
    seen = seen_in(ALL_GAMES[key], range(2, 20))
    assert seen["bought in again"]
    assert bool(seen["TopUpTakenBack"]) == ("ToppedUp" in expected(ALL_GAMES[key]))
