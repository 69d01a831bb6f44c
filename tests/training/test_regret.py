"""Regret minimisation finds the known solution of a game that can be worked out by hand: Kuhn's poker.

Three cards, two players, an ante of 1 each, one bet of 1. The first player loses 1/18 a hand against the
best play (H. W. Kuhn, 1950). The second calls with the King always, with the Jack never, and with the Queen
one time in three; after a check it bets the King always, the Queen never and the Jack one time in three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

import pytest

from games.engine.betting.bot_betting import SHARES
from training.regret import Regrets, drawn, learn, rounded

JACK, QUEEN, KING = range(3)
PASS, BET = range(2)
HISTORIES = ((), (PASS,), (BET,), (PASS, BET))
HANDS = 12_000


@dataclass(frozen=True, slots=True)
class Kuhn:
    """A hand of Kuhn's poker."""

    cards: tuple[int, ...]
    history: tuple[int, ...] = ()
    legal: Sequence[int] = (PASS, BET)

    @property
    def actor(self) -> int | None:
        """The player to act; None at the end."""
        return len(self.history) % 2 if self.history in HISTORIES else None

    @property
    def situation(self) -> int:
        """The own card, and the actions so far."""
        return situation(self.cards[len(self.history) % 2], *self.history)

    def after(self, action: int) -> Kuhn:
        """Pass or bet."""
        return replace(self, history=(*self.history, action))

    def gain(self, player: int) -> float:
        """Return the ante or the bet, which goes to the player who did not fold or has the higher card."""
        bets = self.history.count(BET)
        if bets == 1:
            winner = self.history.index(BET) % 2
            return 1.0 if winner == player else -1.0
        return (1.0 + bets / 2) * (1 if self.cards[player] > self.cards[1 - player] else -1)


def situation(card: int, *history: int) -> int:
    """Return the number of a situation."""
    return card * len(HISTORIES) + HISTORIES.index(history)


def taught(hands: int) -> dict[int, tuple[int, ...]]:
    """Return the average strategy after this many hands, from which each of the two learns."""
    regrets, dice = Regrets(2), Random(1)
    for number in range(hands):
        cards = tuple(dice.sample(range(3), 2))
        for player in (0, 1):
            learn(regrets, Kuhn(cards), player, dice, number)
    return dict(regrets.averages())


@pytest.fixture(scope="module")
def table() -> dict[int, tuple[int, ...]]:
    """Return the learned strategy."""
    return taught(HANDS)


def worth(table: dict[int, tuple[int, ...]], hand: Kuhn) -> float:
    """Return the first player's gain in a hand that both play by the table."""
    if hand.actor is None:
        return hand.gain(0)
    shares = table[hand.situation]
    return sum(share / SHARES * worth(table, hand.after(action)) for action, share in enumerate(shares))


def test_the_first_player_loses_what_theory_says(table: dict[int, tuple[int, ...]]) -> None:
    """The first player loses 1/18 a hand, within the precision of sixteenths."""
    deals = list(permutations(range(3), 2))

    value = sum(worth(table, Kuhn(cards)) for cards in deals) / len(deals)

    assert value == pytest.approx(-1 / 18, abs=0.02)


@pytest.mark.parametrize(
    ("card", "history", "bets"),
    [
        (KING, (BET,), 1),
        (QUEEN, (BET,), 1 / 3),
        (JACK, (BET,), 0),
        (KING, (PASS,), 1),
        (QUEEN, (PASS,), 0),
        (JACK, (PASS,), 1 / 3),
    ],
)
def test_the_second_player_plays_as_theory_says(
    table: dict[int, tuple[int, ...]], card: int, history: tuple[int, ...], bets: float
) -> None:
    """Bluffs and calls have their theoretical frequency, within two sixteenths."""
    assert table[situation(card, *history)][BET] / SHARES == pytest.approx(bets, abs=2 / SHARES)


def test_the_first_player_bluffs_a_third_as_often_as_it_bets_the_best(
    table: dict[int, tuple[int, ...]],
) -> None:
    """The share of Jacks that is bet at once is a third of the share of Kings."""
    jack, king = (table[situation(card)][BET] for card in (JACK, KING))

    assert jack == pytest.approx(king / 3, abs=2)


def test_a_seed_gives_the_same_table() -> None:
    """A seed determines the whole training, number by number."""
    assert taught(500) == taught(500)


def test_what_is_never_possible_has_no_share() -> None:
    """The third of three actions, which is not legal, is never drawn and never recorded."""
    regrets = Regrets(3)

    regrets.regret(7, (0, 2), (1.0, 3.0), weight=1.0)
    strategy = regrets.strategy(7, (0, 2))
    regrets.note(7, (0, 2), strategy, weight=1.0)

    assert strategy == [0.25, 0.75]
    assert dict(regrets.averages()) == {7: (4, 0, 12)}
    assert len(regrets) == 1


def test_what_is_regretted_less_than_nothing_is_not_done() -> None:
    """Only actions with a positive regret are taken; without any, all alike."""
    regrets = Regrets(2)

    regrets.regret(1, (0, 1), (-2.0, 1.0), weight=1.0)
    regrets.regret(2, (0, 1), (-2.0, -1.0), weight=1.0)

    assert regrets.strategy(1, (0, 1)) == [0.0, 1.0]
    assert regrets.strategy(2, (0, 1)) == [0.5, 0.5]


def test_an_action_is_drawn_as_often_as_its_share() -> None:
    """A share of one in four is drawn in one of four draws, within five standard errors of 0.0043."""
    dice = Random(5)

    places = [drawn([0.25, 0.75], dice) for _ in range(10_000)]

    assert places.count(0) / len(places) == pytest.approx(0.25, abs=0.022)


def test_parts_add_up() -> None:
    """A third each of sixteen parts gives six, five and five."""
    assert rounded([1.0, 1.0, 1.0]) == (6, 5, 5)
    assert rounded([0.0, 31.0, 1.0]) == (0, 16, 0)
