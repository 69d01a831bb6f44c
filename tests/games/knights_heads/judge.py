"""A plain judge: the rulebook's table, read from the top, one sentence after the other.

It shares nothing with the game: neither the deck, nor who is a woman, nor the order of the faces.
It takes its time, and is there to be believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

FACES = "KQNAMSDJB"
RABBLE = 27
KINGDOM = Counter("KNNNAMSDJB")
QUEENDOM = Counter("KQNNAMSDJB")
WAR_ROOM = Counter("KNAAAABBBB")
ENTOURAGE = Counter("AAAASSSSMM")
GALA = Counter("DDDDJJJJMM")
SETS = {1: 10, 3: 8, 9: 5, 14: 4, 16: 2, 21: 3, 22: 4, 24: 3, 26: 3}
"""The number of a face that makes a set, for each hand of sets."""
FACES_FIXED = {2: "K", 4: FACES, 6: FACES, 8: FACES, 10: FACES, 12: "KQN", 13: FACES, 18: "KQN"}
"""The faces whose cards count, where the faces of the hand are fixed."""
TWINS = (11, 15, 19, 23, 25)


def is_woman(card: str) -> bool:
    """The rulebook's column of women."""
    face, number = card[0], int(card[1:])
    women: dict[str, range] = {
        "Q": range(1, 13),
        "M": range(2, 8),
        "D": range(1, 12),
        "J": range(2, 8),
        "B": range(12, 13),
    }
    return number in women.get(face, ())


def is_notable(card: str) -> bool:
    """Every face has two notable cards, number 01 and 02."""
    return card[1:] in ("01", "02")


def number(faces: Mapping[str, int], twins: int, women: int) -> int:  # noqa: C901, PLR0911, PLR0912 -- it is a list
    """The hand that ten cards are: so many of each face, so many sets of twins, so many women."""
    most = sorted((faces.get(face, 0) for face in FACES), reverse=True)
    king, queen, knight = (faces.get(face, 0) for face in "KQN")
    exactly = Counter({face: count for face, count in faces.items() if count})
    if most[0] == 10:
        return 1
    if king == 8:
        return 2
    if most[0] >= 8:
        return 3
    if exactly == KINGDOM and women == 0:
        return 4
    if king + queen + knight == 10:
        return 5
    if exactly == QUEENDOM:
        return 6
    if women == 10 and all(faces.get(face, 0) for face in "QMDJB"):
        return 7
    if exactly == WAR_ROOM:
        return 8
    if most[:2] == [5, 5]:
        return 9
    if exactly == ENTOURAGE:
        return 10
    if twins == 5:
        return 11
    if king >= 2 and queen >= 2 and knight >= 4:
        return 12
    if exactly == GALA:
        return 13
    if most[1] >= 4:
        return 14
    if twins == 4:
        return 15
    if most[:5] == [2, 2, 2, 2, 2]:
        return 16
    if king + queen + knight == 0:
        return 17
    if king >= 1 and queen >= 1 and knight >= 2:
        return 18
    if twins == 3:
        return 19
    if women == 5:
        return 20
    if most[2] >= 3:
        return 21
    if most[0] >= 4:
        return 22
    if twins == 2:
        return 23
    if most[1] >= 3:
        return 24
    if twins == 1:
        return 25
    if most[0] >= 3:
        return 26
    return RABBLE


Verdict = tuple[int, list[int], int, int]
"""The larger the better: the place counted from below, the faces, the two counts of notable cards."""


def verdict(cards: list[str]) -> Verdict:
    """Return the criteria between hands, in their order (KH-1, KH-2, KH-3)."""
    faces = Counter(card[0] for card in cards)
    twins = [face for face in FACES if {f"{face}01", f"{face}02"} <= set(cards)]
    hand = number(faces, len(twins), sum(map(is_woman, cards)))
    making, compared = _makers(hand, cards, faces, twins)
    return (
        RABBLE - hand,
        sorted((9 - FACES.index(face) for face in compared), reverse=True),
        sum(map(is_notable, making)),
        sum(map(is_notable, cards)),
    )


def _makers(hand: int, cards: list[str], faces: Counter[str], twins: list[str]) -> tuple[list[str], str]:
    """The cards that make a hand, and the faces to compare."""
    if hand in TWINS:
        return [card for card in cards if card[0] in twins and is_notable(card)], "".join(twins)
    if hand in SETS:
        sets = "".join(face for face in faces if faces[face] >= SETS[hand])
        return [card for card in cards if card[0] in sets], sets
    if hand in FACES_FIXED:
        return [card for card in cards if card[0] in FACES_FIXED[hand]], ""
    return cards, "".join(card[0] for card in cards)
