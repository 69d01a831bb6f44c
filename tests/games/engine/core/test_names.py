"""People of one name, and how they are told apart (F-46)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.engine.core.characters import DISTINCT_LENGTH, distinct_names, same_name


@dataclass(frozen=True)
class Called:
    """A player with names."""

    player: int | None
    name: str
    handle: str


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alex", "ALEX"),
        ("Straße", "STRASSE"),
        ("Bob", "Ｂｏｂ"),
        ("ﬁn", "Fin"),
        ("ｱ", "ア"),
        ("é", "e\u0301"),
    ],
)
def test_names_that_read_alike(one: str, other: str) -> None:
    """F-46: capitals, width and form do not make another name."""
    assert same_name(one) == same_name(other)


def test_other_names_are_others() -> None:
    """F-46: letters do."""
    assert len({same_name(each) for each in ("Alex", "Alexa", "Álex", "A lex")}) == 4


def test_two_of_one_name_are_told_apart() -> None:
    """F-46: they get their user names, which are unique; a unique name stays as it is."""
    people = [Called(1, "Alex", "first"), Called(2, "alex", "second"), Called(3, "Ben", "third")]

    assert distinct_names(people) == ["Alex (first)", "alex (second)", "Ben"]


def test_one_person_on_two_seats_is_one() -> None:
    """F-46: a player who left and came back shares the name with nobody."""
    assert distinct_names([Called(1, "Alex", "first"), Called(1, "Alex", "first")]) == ["Alex", "Alex"]


def test_whose_user_name_is_not_known() -> None:
    """F-46: house players have none, and old tables know none; the others are told apart from them."""
    people = [Called(None, "Sweet Ada", ""), Called(7, "Sweet Ada", "imposter")]

    assert distinct_names(people) == ["Sweet Ada", "Sweet Ada (imposter)"]


@pytest.mark.parametrize("handle", ["a", "h" * 32])
def test_long_names_are_cut_so_that_both_can_be_read(handle: str) -> None:
    """F-46: the user name stands whole, and of the name what there is room for."""
    name = "x" * 32
    one, other = distinct_names([Called(1, name, handle), Called(2, name, "y")])

    assert one.endswith(f" ({handle})")
    assert other == f"{name} (y)"
    assert len(one) <= max(DISTINCT_LENGTH, len(handle) + 11)
    assert one.startswith("xxxxxxx")
