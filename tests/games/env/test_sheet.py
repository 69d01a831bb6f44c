"""Views as numbers, which are worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from games.engine.core.game import Seat, SeatAmount
from games.env.observation import ObservationEncoder
from games.stone_hand.game import StoneHand


@dataclass(frozen=True, slots=True)
class Kept:
    """A player's card, in a place."""

    place: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """A view with a field of every type."""

    viewer: Seat | None
    stage: Literal["early", "late"]
    dealer: Seat | None
    waiting: tuple[Seat, ...]
    dice: tuple[int, int]
    throws: tuple[tuple[int, int], ...]
    pool: tuple[SeatAmount, ...]
    lying: tuple[Kept, ...]
    cards: tuple[str, ...]
    why: str
    is_last: bool


class Shelf(StoneHand):
    """A game with such views."""

    words = {"place": ("top", "bottom"), "why": ()}  # noqa: RUF012  (it is only read)


SEEN = Seen(
    viewer=Seat(2),
    stage="late",
    dealer=Seat(1),
    waiting=(Seat(2), Seat(3)),
    dice=(5, 6),
    throws=((1, 2), (3, 4)),
    pool=(SeatAmount(Seat(3), 7), SeatAmount(Seat(2), 1), SeatAmount(Seat(3), 2)),
    lying=(Kept("bottom", "b"), Kept("top", None)),
    cards=("c", "a"),
    why="the road home",
    is_last=True,
)


def sheet_of(kind: Any) -> ObservationEncoder:
    """Return a sheet for three seats and the cards a, b, c."""
    shelf = Shelf()
    shelf.types = type(shelf).types.__class__(*[kind] * 7)
    return ObservationEncoder(shelf, 3, ("a", "b", "c"))


def test_each_kind_of_field_has_its_numbers() -> None:
    """Seats are counted from the viewer to the left: from seat 2 that is 2, 3, 1."""
    sheet = sheet_of(Seen)

    told = {name: each.tolist() for name, each in sheet.by_field(sheet.written(SEEN, Seat(2))).items()}

    assert told == {
        "stage": [0, 1],
        "dealer": [1, 0, 0, 1],
        "waiting": [1, 1, 0],
        "dice": [5, 6],
        "throws": [2, 4, 6],
        # These are the number of amounts of each seat, and their sum.
        "pool": [1, 1, 2, 9, 0, 0],
        # These tell if something lies at the top, if it is a card, and which; then the same of the bottom.
        "lying": [1, 0, 0, 0, 0, 1, 1, 0, 1, 0],
        "cards": [1, 0, 1],
        "is_last": [1],
    }


def test_what_is_missing_is_nothing() -> None:
    """A missing value is zero, and the sheet keeps its length."""
    sheet = sheet_of(Seen)

    empty = Seen(Seat(1), "early", None, (), (0, 0), (), (), (), (), "", is_last=False)

    assert sheet.written(empty, Seat(1)).tolist() == [1] + [0] * (sheet.size - 1)
