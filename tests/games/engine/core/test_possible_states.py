"""States that cannot be told apart, and what they are made with."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.offers import permute_cards, sample
from tests.games.luck import Written


@dataclass(frozen=True, slots=True)
class Box:
    """Something that holds cards, and other things."""

    cards: tuple[str, ...]
    inner: Box | None = None
    count: int = 0


def test_cards_change_places() -> None:
    """TB-11: with 0 and 0, a lies where b lay, b where c lay, c where a lay; wherever they stand."""
    value = Box(("a", "x", "b"), Box(("c",), count=3))

    other = permute_cards(value, ("a", "b", "c"), Written(0, 0))

    assert other == Box(("b", "x", "c"), Box(("a",), count=3))


def test_what_holds_none_of_them_stays() -> None:
    """TB-11: the very same value, where there is nothing to exchange in it."""
    kept, moved = Box(("x",)), Box(("a",), Box(("x",)))

    assert permute_cards(kept, ("a", "b"), Written(0)) is kept
    assert permute_cards(kept, (), Written()) is kept
    assert permute_cards(moved, ("a", "b"), Written(0)).inner is moved.inner


def test_some_keep_their_order() -> None:
    """Two of three, as they stood: with 0 and 0 the second and the third."""
    assert sample("abc", 2, Written(0, 0)) == ("b", "c")
