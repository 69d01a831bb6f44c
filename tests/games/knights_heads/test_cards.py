"""The deck."""

from __future__ import annotations

from collections import Counter

from games.knights_heads.cards import DECK, FACE_NAMES, FACES, INDEXES, NOTABLE, WOMEN, face


def test_the_deck() -> None:
    """The cards: 104 of them, twelve of each face, but eight Kings; no two are alike."""
    assert len(DECK) == len(set(DECK)) == 104
    assert Counter(card[0] for card in DECK) == {"K": 8, **dict.fromkeys("QNAMSDJB", 12)}
    assert (DECK[0], DECK[7], DECK[8], DECK[-1]) == ("K01", "K08", "Q01", "B12")
    assert (INDEXES["K01"], INDEXES["B12"]) == (0, 103)


def test_the_faces() -> None:
    """The faces from high to low."""
    assert FACES == "KQNAMSDJB"
    assert [face(card) for card in ("K08", "Q01", "B12")] == [0, 1, 8]
    assert " ".join(FACE_NAMES.values()) == (
        "King Queen Knight Armorer Merchant Messenger Dancer Juggler Blacksmith"
    )


def test_women() -> None:
    """The table of cards: who is a woman; all others are men."""
    by_face = {
        each: " ".join(card[1:] for card in DECK if card[0] == each and card in WOMEN) for each in FACES
    }

    assert by_face == {
        "K": "",
        "Q": "01 02 03 04 05 06 07 08 09 10 11 12",
        "N": "",
        "A": "",
        "M": "02 03 04 05 06 07",
        "S": "",
        "D": "01 02 03 04 05 06 07 08 09 10 11",
        "J": "02 03 04 05 06 07",
        "B": "12",
    }


def test_notable_cards() -> None:
    """The table of cards: every face has two notable cards, number 01 and 02."""
    assert sorted(NOTABLE) == sorted(f"{each}{number}" for each in FACES for number in ("01", "02"))
