"""Values that are made by the hundred."""

from __future__ import annotations

import dataclasses

import pytest

from games.engine.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Chip:
    """A value of this kind."""

    colour: str
    worth: int = 1


def test_a_value_is_made_without_a_call_for_each_field() -> None:
    """A value's class refuses no assignment, which would make its constructor slow; mypy refuses it."""
    assert "__setattr__" not in vars(Chip)
    assert not hasattr(Chip("red"), "__dict__")


def test_a_value_compares_like_a_frozen_one() -> None:
    """Values with equal fields are equal and one key; another is made by `replace`."""
    red = Chip("red")

    assert red == Chip("red", 1)
    assert {red: "first"}[Chip("red")] == "first"
    assert dataclasses.replace(red, worth=5) == Chip("red", 5)
    assert red != Chip("blue")


def test_a_value_may_not_be_the_base_of_a_frozen_one() -> None:
    """A class with such a base is one itself: Python refuses a mixture."""
    with pytest.raises(TypeError, match="frozen"):

        @dataclasses.dataclass(frozen=True)
        class _Marked(Chip):
            mark: str = ""
