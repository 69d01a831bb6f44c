from collections import Counter

import pytest

from games.stone_hand.game import HAND_NAMES
from games.stone_hand.hands import DiceHand, HandKind, all_throws, in_order, key, odds, read_dice
from tests.games.stone_hand.scripted import dice


@pytest.mark.parametrize(
    ("text", "kind", "score"),
    [
        ("1-1-1", "triple", 1),
        ("8-8-8", "triple", 8),
        ("1-2-3", "run", 2),
        ("4-3-2", "run", 3),
        ("6-7-8", "run", 7),
        ("1-7-8", "junk", 7),  # a run does not wrap from 8 to 1
        ("1-2-8", "junk", 2),
        ("2-2-7", "pair", 7),
        ("2-7-7", "pair", 2),
        ("8-8-1", "pair", 1),
        ("2-5-6", "junk", 5),
        ("1-3-8", "junk", 3),
        ("1-4-7", "empty", None),
        ("8-2-5", "empty", None),
        ("2-4-6", "show_up", None),
        ("6-2-4", "show_up", None),
        ("8-6-4", "double_show_up", None),
        ("3-6-8", "junk", 6),
    ],
)
def test_readings(text: str, kind: HandKind, score: int | None) -> None:
    """The rulebook's table of hands: what each throw is called, and what it scores."""
    hand = read_dice(dice(text))

    assert DiceHand(dice(text), kind, score) == hand


def test_counts_of_all_throws() -> None:
    """The 512 throws, with no home throw set, give the rulebook's count of each hand."""
    counts = Counter(read_dice(each).kind for each in all_throws())

    assert counts == {
        "triple": 8,
        "run": 36,
        "pair": 168,
        "empty": 12,
        "show_up": 6,
        "double_show_up": 6,
        "junk": 276,
    }
    assert sum(counts.values()) == 512


def test_order_of_hands() -> None:
    """SH-6: home throw, triple, run, pair, junk, empty: best first, whatever they score."""
    best_first = [
        read_dice(dice("1-3-5"), [dice("1-3-5")]),
        *(read_dice(dice(text)) for text in ("8-8-8", "6-7-8", "1-1-8", "1-2-4", "1-4-7", "2-4-6")),
    ]
    keys = [key(hand, inverted_junk=False) for hand in best_first]

    assert sorted(keys, reverse=True) == keys
    assert len(set(keys)) == 7


@pytest.mark.parametrize(
    ("better", "worse"),
    [("1-1-1", "2-2-2"), ("1-2-3", "2-3-4"), ("8-8-1", "1-1-2"), ("1-2-8", "1-3-4"), ("1-5-8", "4-6-7")],
)
def test_lower_score_is_better(better: str, worse: str) -> None:
    """SH-6: the lower score of two hands of the same kind is better."""
    keys = [key(read_dice(dice(text)), inverted_junk=False) for text in (worse, better)]

    assert keys[0] < keys[1]


def test_same_score_ties() -> None:
    """SH-7: the same kind and the same score tie, whatever the other dice show."""
    assert key(read_dice(dice("1-5-8")), inverted_junk=False) == key(
        read_dice(dice("2-5-6")), inverted_junk=False
    )
    assert key(read_dice(dice("2-2-7")), inverted_junk=False) == key(
        read_dice(dice("7-8-8")), inverted_junk=False
    )


def test_home_throws_tie() -> None:
    """SH-7: home throws tie, whichever numbers they are."""
    first, second = dice("1-1-1"), dice("2-4-6")
    keys = {key(read_dice(each, [first, second]), inverted_junk=False) for each in (first, second)}

    assert len(keys) == 1


@pytest.mark.parametrize("text", ["2-5-6", "2-4-6", "4-6-8", "1-4-7", "3-3-3", "4-5-6"])
def test_home_throw_comes_first(text: str) -> None:
    """SH-3: a home throw comes before every other reading, show-up and empty included."""
    hand = read_dice(dice(text), [dice(text)])

    assert DiceHand(dice(text), "home", None) == hand


def test_home_throw_in_any_order() -> None:
    """SH-3: the three numbers count in any order."""
    assert read_dice(in_order(5, 1, 3), [dice("3-5-1")]).kind == "home"


def test_inverted_junk() -> None:
    """SH-9: among junk the higher score is better; all other hands are as they were."""
    low, high = read_dice(dice("1-2-8")), read_dice(dice("4-6-7"))
    pairs = read_dice(dice("1-1-2")), read_dice(dice("1-1-8"))
    empty = read_dice(dice("1-4-7"))

    assert key(high, inverted_junk=True) > key(low, inverted_junk=True)
    assert key(pairs[0], inverted_junk=True) > key(pairs[1], inverted_junk=True)
    assert key(pairs[1], inverted_junk=True) > key(high, inverted_junk=True)
    assert key(low, inverted_junk=True) > key(empty, inverted_junk=True)


def test_every_hand_has_a_name() -> None:
    """The rulebook's notation: each reading has a name."""
    kinds = {read_dice(each, [dice("1-1-1")]).kind for each in all_throws()}

    assert kinds == set(HAND_NAMES)


def test_odds_are_those_of_the_rulebook() -> None:
    """SH-14: 8 triples among the 512 throws; three different numbers of a home throw fall in 6 ways."""
    assert odds(DiceHand((1, 1, 1), "triple", 1)) == 8
    assert odds(DiceHand((2, 4, 6), "show_up", None)) == 6
    assert odds(DiceHand((1, 3, 5), "home", None)) == 6
    assert odds(DiceHand((1, 1, 5), "home", None)) == 3
