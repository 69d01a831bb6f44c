import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.errors import Indivisible, NotOffered, OutOfRange
from games.engine.core.offers import (
    NumberOffer,
    Offer,
    PickOffer,
    PlainOffer,
    SplitOffer,
    checksum,
    find,
    take,
)

PRESS: PlainOffer[str] = PlainOffer("keep", "kept")
NUMBER: NumberOffer[str] = NumberOffer("bet", 2, 9, lambda amount: f"bet {amount}", marks=(2, 9))
PICK: PickOffer[str] = PickOffer("trade", ("7H", "6B", "AK"), 2, ",".join)
OFFERS: tuple[Offer[str], ...] = (PRESS, NUMBER, PICK)


def test_find() -> None:
    """An answer names one of the offers by its key."""
    assert find(OFFERS, "bet") is NUMBER
    with pytest.raises(NotOffered):
        find(OFFERS, "raise")


def test_press() -> None:
    """An offer to press is taken as it stands."""
    assert take(PRESS, ()) == "kept"
    with pytest.raises(OutOfRange):
        take(PRESS, (1,))


@pytest.mark.parametrize("amount", [2, 5, 9])
def test_number(amount: int) -> None:
    """F-44: a number from least to most, bounds included."""
    assert take(NUMBER, (amount,)) == f"bet {amount}"


@pytest.mark.parametrize("numbers", [(1,), (10,), (0,), (-1,), (2**53,), (2**63,), (10**30,), (), (2, 3)])
def test_number_out_of_range(numbers: tuple[int, ...]) -> None:
    """F-43: anything else is refused with the range."""
    with pytest.raises(OutOfRange) as refused:
        take(NUMBER, numbers)

    assert (refused.value.least, refused.value.most) == (2, 9)


@pytest.mark.parametrize(("numbers", "picked"), [((0, 1), "7H,6B"), ((2, 0), "7H,AK")])
def test_pick(numbers: tuple[int, ...], picked: str) -> None:
    """A choice of so many different ones, by their places."""
    assert take(PICK, numbers) == picked


@pytest.mark.parametrize("numbers", [(), (0,), (0, 0), (0, 1, 2), (0, 3), (-1, 0), (0, 1, 1)])
def test_pick_out_of_range(numbers: tuple[int, ...]) -> None:
    """F-43: too few, too many, one twice, or one that is not there is refused."""
    with pytest.raises(OutOfRange):
        take(PICK, numbers)


@given(numbers=st.lists(st.integers(-3, 5), max_size=4).map(tuple))
def test_pick_takes_nothing_else(numbers: tuple[int, ...]) -> None:
    """F-43: whatever is sent, a pick is two different ones of the three, or refused."""
    is_legal = len(numbers) == len(set(numbers)) == 2 and set(numbers) <= {0, 1, 2}
    try:
        picked = take(PICK, numbers)
    except OutOfRange:
        assert not is_legal
    else:
        assert is_legal
        assert len(picked.split(",")) == 2


def test_checksum_changes_with_the_question() -> None:
    """F-24: the next question's button has another checksum, so an old one is stale."""
    assert checksum(PRESS, 1) != checksum(PRESS, 2)


def test_checksum_changes_with_what_is_offered() -> None:
    """F-25: a price that changed meanwhile makes the button stale."""
    assert checksum(PlainOffer("match", 5), 1) != checksum(PlainOffer("match", 6), 1)
    assert checksum(NUMBER, 1) != checksum(NumberOffer("bet", 2, 8, lambda amount: f"bet {amount}"), 1)


def test_checksum_outlives_a_restart() -> None:
    """F-25: offers made anew are the same offers: nothing in a checksum rests on an address."""

    def again() -> NumberOffer[str]:
        return NumberOffer("bet", 2, 9, lambda amount: f"bet {amount}", marks=(2, 9))

    assert checksum(again(), 4) == checksum(again(), 4) == checksum(NUMBER, 4)
    assert checksum(PICK, 1) == checksum(PickOffer("trade", ("7H", "6B", "AK"), 2, str), 1)
    assert len(checksum(NUMBER, 4)) == 6


SPLIT: SplitOffer[str] = SplitOffer(
    "raise", 6, 12, lambda amount, part: f"{amount} {part}", laid=4, whole_from=12
)


@pytest.mark.parametrize("numbers", [(6,), (12,), (6, 0), (6, 2), (11, 7), (12, 0), (12, 8)])
def test_a_split_takes_an_amount_and_a_part_of_its_new_coins(numbers: tuple[int, ...]) -> None:
    """DV-13: amount and split in one answer; without a part the seat's usual one is meant."""
    amount, part = (*numbers, None)[:2]

    assert take(SPLIT, numbers) == f"{amount} {part}"


@pytest.mark.parametrize(
    ("numbers", "bounds"),
    [
        *((numbers, (6, 12)) for numbers in [(), (5,), (13,), (5, 0), (13, 0)]),
        *((numbers, (0, 2)) for numbers in [(6, 3), (6, -1), (6, 1, 1)]),
    ],
)
def test_a_split_names_the_bounds_that_were_passed(numbers: tuple[int, ...], bounds: tuple[int, int]) -> None:
    """Law 6, DV-13: any other numbers are refused, with the bounds of the amount or else of its part."""
    with pytest.raises(OutOfRange) as refused:
        take(SPLIT, numbers)

    assert (refused.value.least, refused.value.most) == bounds


def test_a_split_that_may_not_be() -> None:
    """DV-21: from some amount on all goes one way."""
    with pytest.raises(Indivisible) as refused:
        take(SPLIT, (12, 3))

    assert refused.value.most == 8
    assert checksum(SPLIT, 1) != checksum(PRESS, 1)
