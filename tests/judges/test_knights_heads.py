"""The evaluator agrees with the plain judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from games.knights_heads.cards import DECK, FACES
from games.knights_heads.hands import HANDS, RABBLE, key, made
from tests.games.knights_heads.judge import is_notable, is_woman, number, verdict

HANDS_COUNT = 4_000
HANDS_COUNT_SOAK = 20_000
EXACT = (
    "DDDDDDDDDD",
    "KNNNAMSDJB",
    "KQNNAMSDJB",
    "KNAAAABBBB",
    "AAAASSSSMM",
    "DDDDJJJJMM",
    "KKKKKKKKSS",
    "QMDJBQMDJM",
)


def random_hands(random: Random, count: int) -> Iterator[list[str]]:
    """Yield ten cards of the whole deck."""
    for _ in range(count):
        yield random.sample(DECK, 10)


def constructed_hands(random: Random, count: int) -> Iterator[list[str]]:
    """Yield ten cards of a part of the deck, so that rare hands come up, and their neighbours."""
    for _ in range(count // 3):
        faces = random.sample(FACES, random.randint(2, 6))
        some = [card for card in DECK if card[0] in faces]
        yield random.sample(some, 10)
        notable = {card for card in DECK if is_notable(card)}
        yield random.sample(sorted(notable.union(random.sample(DECK, 4))), 10)
        yield exact_hand(random)


def exact_hand(random: Random) -> list[str]:
    """Return an exact hand by its faces, of one sex if possible; now and then with another card in it."""
    women_wanted = random.random() < 0.5
    left = sorted(DECK, key=lambda card: (is_woman(card) != women_wanted, random.random()))
    hand: list[str] = []
    for face in random.choice(EXACT):
        hand.append(next(card for card in left if card[0] == face))
        left.remove(hand[-1])
    if random.random() < 0.4:
        hand[random.randrange(10)] = random.choice(left)
    return hand


@pytest.mark.parametrize("count", [HANDS_COUNT, pytest.param(HANDS_COUNT_SOAK, marks=pytest.mark.soak)])
def test_as_the_judge_says(count: int) -> None:
    """KH-1, KH-2, KH-3: random and constructed hands are what the plain judge says, in its order."""
    random = Random(4)
    hands = [*random_hands(random, count), *constructed_hands(random, count)]
    judged = sorted((verdict(hand), key(hand)) for hand in hands)
    numbers = Counter(RABBLE.number - place for (place, *_), _ in judged)

    for (lower, its_key), (higher, other_key) in pairwise(judged):
        assert (lower < higher) == (its_key < other_key)
        assert (lower == higher) == (its_key == other_key)
    for (place, faces, *notable), (key_place, key_faces, *key_notable) in judged:
        assert (place, notable) == (key_place, key_notable)
        assert "".join(map(str, faces)) == (str(key_faces) if key_faces else "")
    assert set(numbers) == set(range(1, 28)), "some hand never came up"


def test_what_is_made_is_what_the_judge_says() -> None:
    """KH-1: the slow reading, which names the cards, gives the same hand as the fast one."""
    random = Random(5)
    for hand in (exact_hand(random) for _ in range(1000)):
        faces = Counter(card[0] for card in hand)
        twins = sum({f"{face}01", f"{face}02"} <= set(hand) for face in FACES)
        judged = number(faces, twins, sum(map(is_woman, hand)))

        assert made(hand).hand is HANDS[judged - 1]


def test_a_triplet_that_does_not_count_is_as_the_judge_says() -> None:
    """KH-4: Rabble, as if the table ended with Twins."""
    for hand in random_hands(Random(6), HANDS_COUNT):
        usual, without = key(hand), key(hand, triplet_counts=False)
        place, faces, notable, all_notable = without
        if usual[0] == 1:
            assert place == 0
            assert str(faces) == "".join(
                sorted((str(9 - FACES.index(card[0])) for card in hand), reverse=True)
            )
            assert notable == all_notable == usual[3]
        else:
            assert without == usual
