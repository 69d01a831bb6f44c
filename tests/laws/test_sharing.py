"""The laws of every showdown of Dividha's two columns, whatever lies on them."""

from __future__ import annotations

from random import Random

import pytest

from games.dividha.cards import LaidCoins, Tablet
from games.dividha.hands import BROKEN, DividhaHand
from games.dividha.showdown import gains, share_out, strongest, weakest
from games.engine.core.game import Seat


def random_table(random: Random) -> tuple[list[Tablet], dict[Seat, DividhaHand], int]:
    """Any tablets and hands."""
    count = random.randint(2, 7)
    laid = []
    for seat in range(1, count + 1):
        bets = [LaidCoins(2, 1)]
        for _ in range(random.randrange(4)):
            coins = random.randint(1, 12)
            bets.append(LaidCoins(coins, random.randint(0, coins)))
        if len(bets) > 1:
            bets[-1] = LaidCoins(bets[-1].coins, bets[-1].win, random.randrange(bets[-1].coins))
        trades = [LaidCoins(2, random.randint(0, 2)) for _ in range(random.randrange(2))]
        laid.append(Tablet(Seat(seat), tuple(bets), tuple(trades)))
    staying = random.sample(range(1, count + 1), random.randint(1, count))
    shown = {}
    for seat in sorted(staying):
        number = random.choice((12, 12, BROKEN))
        shown[Seat(seat)] = DividhaHand(number, (BROKEN - number, random.randrange(3)), ())
    return laid, shown, random.randrange(4)


def check(laid: list[Tablet], shown: dict[Seat, DividhaHand], left_behind: int) -> None:
    """No coin is lost, none changes its column, and nobody takes both where another could take one."""
    found = share_out(laid, shown, left_behind)

    assert sum(layer.win for layer in found) == left_behind + sum(each.win for each in laid)
    assert sum(layer.lose for layer in found) == sum(each.lose for each in laid)
    assert sum(gains(found).values()) == sum(layer.win + layer.lose for layer in found)
    for layer in found:
        assert layer.win >= 0
        assert layer.lose >= 0
        able = {seat: shown[seat] for seat in layer.contenders}
        assert layer.strongest == strongest(able)
        whole = [hand.key for hand in able.values() if hand.number != BROKEN]
        if len(set(whole)) > 1:
            assert not {*layer.strongest} & {*weakest(able)}


@pytest.mark.soak
def test_no_coin_is_lost() -> None:
    """DV-20, DV-21, TB-2: after any bets and folds, every coin is taken from its column."""
    random = Random(1)
    for _ in range(3_000):
        check(*random_table(random))


@pytest.mark.soak
def test_no_coin_is_lost_in_a_million() -> None:
    """The same for a million tables."""
    random = Random(2)
    for _ in range(1_000_000):
        check(*random_table(random))
