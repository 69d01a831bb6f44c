"""The people on the cards."""

from __future__ import annotations

import re

import pytest

from games.knights_heads.cards import DECK, PEOPLE, WOMEN

HERS = re.compile(r"\b(she|her|hers|herself|queen|dame|sister|lady|widow)\b", re.IGNORECASE)
HIS = re.compile(r"\b(he|him|his|himself|king|sir|master)\b", re.IGNORECASE)
LINE_MAX = 90


def test_everybody_has_a_name_and_a_line() -> None:
    """The cards: no two are alike, so every one is a person, with a name and a line of their own."""
    assert list(PEOPLE) == list(DECK)
    assert len({person.name for person in PEOPLE.values()}) == 104
    assert len({person.line for person in PEOPLE.values()}) == 104


@pytest.mark.parametrize(
    ("card", "shown"),
    [
        ("K01", "sceptre of blessing"),
        ("K02", "throne of judgment"),
        ("Q01", "elven"),
        ("Q02", "half-celestial"),
        ("N01", "dead or seeming so"),
        ("N02", "being dubbed"),
        ("A01", "mug of ale"),
        ("A02", "smokes a pipe"),
        ("M01", "wizard"),
        ("M02", "cleric"),
        ("S01", "winged"),
        ("S02", "hawk on his shoulder"),
        ("D01", "veiled by her hands and her hair"),
        ("D02", "suggestive dance"),
        ("J01", "fiery torches"),
        ("J02", "daggers"),
        ("B01", "bald"),
        ("B02", "left-handed"),
    ],
)
def test_the_notable_ones(card: str, shown: str) -> None:
    """The table of cards: the line of a notable card tells what makes it one."""
    others = [person.line.lower() for other, person in PEOPLE.items() if other != card]

    assert shown in PEOPLE[card].line.lower()
    assert not any(shown in line for line in others)


@pytest.mark.parametrize("card", DECK)
def test_women_and_men(card: str) -> None:
    """The table of cards: nobody is told of as what they are not."""
    told = f"{PEOPLE[card].name} {PEOPLE[card].line}"

    assert not (HIS if card in WOMEN else HERS).search(told)


@pytest.mark.parametrize("card", DECK)
def test_lines_are_short(card: str) -> None:
    """A line is read aloud while a card is laid down."""
    line = PEOPLE[card].line

    assert len(line) <= LINE_MAX
    assert line[0].isupper()
    assert line.endswith((".", "?"))
