"""Tables of layers, columns, ties, broken hands and odd coins, every one worked out by hand.

`1: 1+1 3+1-2 t2+0` is seat 1 with an ante, a bet of 3 on Win and 1 on Lose of which 2 coins came
back, and a trade paid for with 2 on Win; seats stand in turn order. `1 > 2 = 3 > 4x` are the hands
of those who have not folded, the strongest first, x for broken.
"""

from __future__ import annotations

import re

import pytest

from games.dividha.cards import LaidCoins, Tablet, Usual
from games.dividha.hands import BROKEN, DividhaHand
from games.dividha.showdown import gains, invictories, share_out
from games.engine.core.game import Seat

TWO = "1: 1+1 4+0 | 2: 1+1 0+4"
THREE = "1: 1+1 4+0 | 2: 1+1 2+2 | 3: 1+1 0+4"
ODD = "1: 1+1 5+0 | 2: 1+1 2+3 | 3: 1+1 0+5"
FOUR = "1: 1+1 | 2: 1+1 | 3: 1+1 | 4: 1+1"
SHORT = "1: 1+1 6+2 | 2: 1+1 2+2 | 3: 1+1 4+4"
CUT_TWICE = "1: 3+4 | 2: 3+0 | 3: 5+0"
GONE = "1: 1+1 4+0 | 2: 1+1 | 3: 1+1 1+1 | 4: 1+1 0+4"
STAIRS = "1: 1+1 | 2: 1+1 2+2 | 3: 1+1 4+4 | 4: 1+1 4+4"

COLUMNS = [
    ("1: 1+1 | 2: 1+1", "1 > 2", "1=2 2=2"),
    (TWO, "1 > 2", "1=6 2=6"),
    (TWO, "2 > 1", "1=6 2=6"),
    ("1: 1+1 0+4 | 2: 1+1 4+0", "1 > 2", "1=6 2=6"),
    ("1: 1+1 4+0 | 2: 1+1 4+0", "1 > 2", "1=10 2=2"),
    ("1: 1+1 0+4 | 2: 1+1 0+4", "1 > 2", "1=2 2=10"),
    ("1: 1+1 | 2: 1+1 | 3: 1+1", "1 > 2 > 3", "1=3 3=3"),
    (ODD, "3 > 2 > 1", "1=11 3=10"),
    (ODD, "2 > 3 > 1", "1=11 2=10"),
    # Folded players' coins lie on their columns.
    (THREE, "1 > 3", "1=9 3=9"),
    (THREE, "3 > 2", "2=9 3=9"),
    # The only one left takes both.
    ("1: 1+1 3+1 | 2: 1+1", "1", "1=8"),
    (ODD, "2", "2=21"),
]
TIES = [
    ("1: 1+1 4+0 | 2: 1+1 4+0", "1 = 2", "1=6 2=6"),
    ("1: 1+1 3+1 | 2: 1+1 2+2", "1 = 2", "1=7 2=5"),
    ("2: 1+1 3+1 | 1: 1+1 2+2", "1 = 2", "2=7 1=5"),
    (THREE, "1 = 2 > 3", "1=5 2=4 3=9"),
    (THREE, "1 > 2 = 3", "1=9 2=5 3=4"),
    (THREE, "1 = 2 = 3", "1=6 2=6 3=6"),
    (ODD, "1 = 2 = 3", "1=8 2=7 3=6"),
    (FOUR, "1 = 2 > 3 = 4", "1=2 2=2 3=2 4=2"),
    (FOUR, "1 > 2 = 3 = 4", "1=4 2=2 3=1 4=1"),
    (FOUR, "1 = 2 = 3 > 4", "1=2 2=1 3=1 4=4"),
]
BROKEN_HANDS = [
    (TWO, "1 > 2x", "1=12"),
    (TWO, "2 > 1x", "2=12"),
    (TWO, "1x > 2x", "1=12"),
    (TWO, "1x = 2x", "1=6 2=6"),
    (THREE, "1 > 2 > 3x", "1=9 2=9"),
    (THREE, "1 > 2x > 3x", "1=18"),
    (THREE, "3 > 1x > 2x", "3=18"),
    (THREE, "1x > 2x > 3x", "1=18"),
    (THREE, "1x = 2x > 3x", "1=10 2=8"),
    (THREE, "1 = 2 > 3x", "1=10 2=8"),
    (FOUR, "1 > 2 = 3 > 4x", "1=4 2=2 3=2"),
]
LAYERS = [
    (SHORT, "2 > 1 > 3", "1=5 2=10 3=11"),
    (SHORT, "1 > 2 > 3", "1=15 3=11"),
    (SHORT, "1 > 3 > 2", "1=15 2=8 3=3"),
    (SHORT, "2 > 3 > 1", "1=11 2=10 3=5"),
    (SHORT, "2 > 3", "2=10 3=16"),
    (SHORT, "1 > 2", "1=18 2=8"),
    (SHORT, "1 > 3", "1=15 3=11"),
    (SHORT, "1 = 3 > 2", "1=10 2=8 3=8"),
    (SHORT, "2 > 1 = 3", "1=9 2=10 3=7"),
    (SHORT, "2 > 1 > 3x", "1=16 2=10"),
    (SHORT, "2 > 3x > 1x", "2=18 3=8"),
    (SHORT, "1 > 3x > 2x", "1=26"),
    (STAIRS, "1 > 2 > 3 > 4", "1=4 2=6 3=4 4=14"),
    (STAIRS, "4 > 3 > 2 > 1", "1=4 2=6 3=4 4=14"),
    (STAIRS, "1 = 4 > 2 = 3", "1=2 2=5 3=9 4=12"),
    # Coins of folded players above the highest contender fall to the top layer.
    ("1: 1+1 0+2 | 2: 1+1 0+2 | 3: 1+1 6+0", "1 > 2", "1=9 2=7"),
    (GONE, "2 > 4 > 1", "1=9 2=4 4=5"),
    (GONE, "1 > 4 > 2", "1=9 2=4 4=5"),
    (GONE, "2", "2=18"),
]
CUTS = [
    ("1: 3+4 | 2: 5+0", "2 > 1", "1=5 2=7"),
    ("1: 3+4 | 2: 5+0", "1 > 2", "1=9 2=3"),
    ("1: 1+6 | 2: 3+0", "2 > 1", "1=7 2=3"),
    ("1: 6+1 | 2: 3+0", "2 > 1", "1=5 2=5"),
    (CUT_TWICE, "2 > 3 > 1", "1=5 2=7 3=3"),
    (CUT_TWICE, "1 > 2 > 3", "1=12 3=3"),
    # Reckoned from the whole bet, though 3 of its 8 coins came back.
    ("1: 3+5-3 | 2: 5+0 | 3: 3+0", "3 > 2 > 1", "1=4 2=2 3=7"),
    # In the order in which they were bet.
    ("1: 1+1 0+4 4+0 | 2: 1+1 2+2", "2 > 1", "1=12 2=4"),
    ("1: 1+1 4+0 0+4 | 2: 1+1 2+2", "2 > 1", "1=8 2=8"),
]
DEAD = [
    ("1: 1+1 t2+0 | 2: 1+1", 0, "1 > 2", "1=4 2=2"),
    ("1: 1+1 t0+4 | 2: 1+1", 0, "1 > 2", "1=2 2=6"),
    ("1: 1+1 4+0 t1+1 | 2: 1+1 | 3: 1+1 4+0", 0, "2 > 1 > 3", "1=8 2=4 3=4"),
    ("1: 1+1 | 2: 1+1 | 3: 1+1 t2+2", 0, "1 > 2", "1=5 2=5"),
    ("1: 1+1 t4+0 | 2: 1+1 2+0 | 3: 1+1 2+0", 0, "1 > 2 > 3", "1=7 2=4 3=3"),
    ("1: 1+1 | 2: 1+1", 3, "1 > 2", "1=5 2=2"),
    ("1: 1+1 4+0 | 2: 1+1 | 3: 1+1 0+4", 1, "2 > 1 > 3", "1=4 2=4 3=7"),
    ("1: 1+1 | 2: 1+1", 1, "1 = 2", "1=3 2=2"),
]


def tablet(text: str) -> Tablet:
    """One seat's."""
    seat, _, bets = text.partition(": ")
    laid: dict[str, list[LaidCoins]] = {"": [], "t": []}
    for bet in bets.split():
        found = re.fullmatch(r"(t?)(\d+)\+(\d+)(?:-(\d+))?", bet)
        assert found is not None
        kind, win, lose, back = found.groups()
        laid[kind].append(LaidCoins(int(win) + int(lose), int(win), int(back or 0)))
    return Tablet(Seat(int(seat)), tuple(laid[""]), tuple(laid["t"]))


def tablets(text: str) -> list[Tablet]:
    """Return the tablets of all seats, in turn order."""
    return [tablet(each) for each in text.split(" | ")]


def hands(text: str) -> dict[Seat, DividhaHand]:
    """Hands by which is stronger."""
    found = {}
    for height, equal in enumerate(reversed(text.split(" > "))):
        for each in equal.split(" = "):
            number = BROKEN if each.endswith("x") else 12
            found[Seat(int(each.strip("x")))] = DividhaHand(number, (BROKEN - number, height), ())
    return found


def taken(text: str, showing: str, left_behind: int = 0) -> dict[int, int]:
    """Return the gain of each seat."""
    laid, shown = tablets(text), hands(showing)
    in_turn = {each.seat: shown[each.seat] for each in laid if each.seat in shown}
    found = gains(share_out(laid, in_turn, left_behind))
    return {seat: amount for seat, amount in found.items() if amount}


def due(text: str) -> dict[int, int]:
    """Return the due gain of each seat."""
    return {int(seat): int(amount) for seat, amount in (each.split("=") for each in text.split())}


@pytest.mark.parametrize(("laid", "showing", "takes"), COLUMNS)
def test_columns(laid: str, showing: str, takes: str) -> None:
    """DV-20: the strongest takes all that lies on Win, the weakest all on Lose, folded coins included."""
    assert taken(laid, showing) == due(takes)


@pytest.mark.parametrize(("laid", "showing", "takes"), TIES)
def test_ties(laid: str, showing: str, takes: str) -> None:
    """DV-20, TB-1: equal hands share each column by itself, odd coins from the dealer's left."""
    assert taken(laid, showing) == due(takes)


@pytest.mark.parametrize(("laid", "showing", "takes"), BROKEN_HANDS)
def test_broken_hands(laid: str, showing: str, takes: str) -> None:
    """DV-10: no broken hand takes the Lose; of broken hands alone the strongest takes both."""
    assert taken(laid, showing) == due(takes)


@pytest.mark.parametrize(("laid", "showing", "takes"), LAYERS)
def test_layers(laid: str, showing: str, takes: str) -> None:
    """DV-21, TB-6: within each layer those who reached it share it out among themselves."""
    assert taken(laid, showing) == due(takes)


@pytest.mark.parametrize(("laid", "showing", "takes"), CUTS)
def test_cuts(laid: str, showing: str, takes: str) -> None:
    """DV-21: the lower part of a bet of w and l, cut after x coins, has floor(w x / (w + l)) on Win."""
    assert taken(laid, showing) == due(takes)


@pytest.mark.parametrize(("laid", "left_behind", "showing", "takes"), DEAD)
def test_dead_money(laid: str, left_behind: int, showing: str, takes: str) -> None:
    """DV-15, DV-19: trades lie on their columns in the lowest layer; what was left behind on Win there."""
    assert taken(laid, showing, left_behind) == due(takes)


def test_there_are_enough_tables() -> None:
    """There are at least sixty of them."""
    assert len([*COLUMNS, *TIES, *BROKEN_HANDS, *LAYERS, *CUTS, *DEAD]) >= 60


@pytest.mark.parametrize(
    ("laid", "showing", "announced"),
    [
        ("1: 1+1 0+4 | 2: 1+1 4+0", "1 > 2", [1]),
        ("1: 1+1 0+4 | 2: 1+1 4+0", "2 > 1", []),
        ("1: 1+1 2+2 | 2: 1+1 4+0", "1 > 2", []),
        ("1: 1+1 0+4 | 2: 1+1 0+4", "1 = 2", [1, 2]),
        ("1: 1+1 t0+2 | 2: 1+1", "1 > 2", [1]),
        # The Win of the lowest layer, not of a higher one.
        ("1: 1+1 0+4 | 2: 1+1 | 3: 1+1 4+0", "2 > 1 > 3", []),
        # Coins that came back lie on no column: 1 + floor(1 * 3 / 4) + 0 on Win, 1 + 3 on Lose.
        ("1: 1+1 1+3-1 | 2: 1+1 3+0", "1 > 2", [1]),
    ],
)
def test_invictory(laid: str, showing: str, announced: list[int]) -> None:
    """DV-12: more on Lose than on Win, and the Win of the lowest layer."""
    found = share_out(tablets(laid), hands(showing))

    assert list(invictories(found, tablets(laid))) == announced


@pytest.mark.parametrize(
    ("percent", "coins", "win"),
    [(70, 10, 7), (70, 5, 4), (50, 7, 4), (50, 1, 1), (0, 9, 0), (100, 9, 9), (33, 10, 4)],
)
def test_usual_split(percent: int, coins: int, win: int) -> None:
    """DV-13: the odd coin of a standing split goes to Win."""
    assert Usual(Seat(1), percent).part(coins) == win


@pytest.mark.parametrize(("percent", "win"), [(70, 9), (50, 9), (49, 0), (0, 0), (100, 9)])
def test_usual_split_of_what_may_not_be_split(percent: int, win: int) -> None:
    """DV-21: if a bet goes wholly on one column, a standing split gives it the larger part's."""
    assert Usual(Seat(1), percent).whole(9) == win
