"""Answers by number, which are worked out by hand."""

from __future__ import annotations

from games.engine.core.offers import (
    Answer,
    NumberAction,
    NumberOffer,
    PickAction,
    PickOffer,
    PlainAction,
    PlainOffer,
    SplitAction,
    SplitOffer,
)
from games.env.environment import ActionIndex


def told(
    slots: ActionIndex, offer: PlainOffer[int] | NumberOffer[int] | PickOffer[int] | SplitOffer[int]
) -> list[object]:
    """Return the numbers of each slot."""
    return [None if each is None else each.numbers for each in slots.answers([offer])]


def test_every_action_has_its_place() -> None:
    """An offer has the same slot whatever else is offered."""
    slots = ActionIndex([PlainAction("fold"), PickAction("show", 1, 3), PlainAction("check")])

    assert slots.count == 5
    assert slots.answers([PlainOffer("check", 0)]) == (None, None, None, None, Answer("check"))


def test_amounts_are_closer_where_they_are_small() -> None:
    """They run from the least to the most by the square: an eighth of the way is 1/64 of the range."""
    slots = ActionIndex([NumberAction("bet")])

    amounts = [4, 5, 8, 13, 20, 29, 40, 53, 68]
    assert told(slots, NumberOffer("bet", 4, 68, int)) == [(each,) for each in amounts]


def test_no_answer_stands_twice() -> None:
    """Two amounts take two slots; and only even ones are taken if odd ones are refused."""
    slots = ActionIndex([NumberAction("bet")])

    assert told(slots, NumberOffer("bet", 4, 5, int)) == [(4,), *[None] * 5, (5,), None, None]
    assert {*told(slots, NumberOffer("bet", 2, 5, int, is_even=True))} == {(2,), (4,), None}


def test_a_pick_has_a_slot_for_each_choice() -> None:
    """At most two of three can be picked; of two, only one."""
    slots = ActionIndex([PickAction("trade", 2, 3)])

    assert told(slots, PickOffer("trade", ("a", "b", "c"), 2, len)) == [(0, 1), (0, 2), (1, 2)]
    assert told(slots, PickOffer("trade", ("a", "b"), 2, len)) == [(0, 1), None, None]


def test_coins_are_split_in_quarters() -> None:
    """One amount or each of many is split; a whole one goes to either side."""
    one, many = ActionIndex([SplitAction("match")]), ActionIndex([SplitAction("raise", is_ranged=True)])
    offer = SplitOffer("match", 10, 10, lambda amount, _: amount, laid=2, whole_from=None)
    whole = SplitOffer("match", 10, 10, lambda amount, _: amount, laid=2, whole_from=10)

    assert told(one, offer) == [(10, 0), (10, 2), (10, 4), (10, 6), (10, 8)]
    assert [each for each in told(one, whole) if each is not None] == [(10, 0), (10, 8)]
    raised = told(many, SplitOffer("raise", 4, 68, lambda amount, _: amount))
    assert len(raised) == 45
    assert raised[-5:] == [(68, 0), (68, 17), (68, 34), (68, 51), (68, 68)]
    assert raised[:5] == [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4)]
