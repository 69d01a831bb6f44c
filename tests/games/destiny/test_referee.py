"""The findings of Destiny's referee beyond those of every referee: field, looks, holds (TB-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.destiny.game import DestinyReferee
from games.destiny.view import UNTIL
from games.engine.core.game import Withheld
from games.engine.history import LEAVE, History, MalformedInput
from tests.games.destiny.played import Kept, late_blind, leaving, raises, refused, showdown
from tests.games.retold import answered, begun_with, changed, index_of, told

SHOWN = told(showdown())


def found(told: History) -> list[str]:
    """Return the findings of the referee."""
    return list(DestinyReferee.judge(told))


def test_another_winner() -> None:
    """DE-7, TB-13: the highest card that was shown wins the pot."""
    index = index_of(SHOWN, "showdown")
    pot = SHOWN.events[index]["pots"][0]
    loser = next(seat for seat in pot["contenders"] if seat != pot["winner"])

    faults = found(changed(SHOWN, "showdown", pots=[pot | {"winner": loser}]))

    assert faults[0].startswith(f"events[{index}]: ")


def test_another_card() -> None:
    """DE-7, TB-13: a card is turned over from its place, as the deck that was sealed says."""
    index = index_of(SHOWN, "showdown")
    shown = SHOWN.events[index]["shown"]
    swapped = [shown[0] | {"card": shown[1]["card"]}, shown[1] | {"card": shown[0]["card"]}, *shown[2:]]

    assert found(changed(SHOWN, "showdown", shown=swapped))[0].startswith(f"events[{index}]: ")


@pytest.mark.parametrize(
    ("kind", "fields", "due"),
    [
        ("looked", {"place": "Z9"}, "place: Z9 is told, and by the rules it is A1"),
        ("looked", {"seat": 9}, "seat: 9 is told, and by the rules it is 1"),
        ("held", {"place": "A1"}, "place: A1 is told, and by the rules it is B2"),
    ],
)
def test_what_was_not_done(kind: str, fields: dict[str, Any], due: str) -> None:
    """DE-4: only what a player answered can have been done."""
    assert found(changed(SHOWN, kind, **fields)) == [f"events[{index_of(SHOWN, kind)}]: {due}"]


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("look_a1", {"key": "look_z9"}),
        ("look_a1", {"seat": 9}),
        ("look_a1", {"numbers": (1,)}),
        ("look_a1", {"picked": ("As",)}),
        ("hold_b2", {"key": "hold_a1"}),
    ],
)
def test_what_cannot_be_done(key: str, fields: dict[str, Any]) -> None:
    """DE-4, TB-4: only what was offered can have been done."""
    (fault,) = found(answered(SHOWN, key, **fields))

    assert fault.startswith("answers[")
    assert fault.endswith("cannot come here")


def test_who_has_left_is_gone() -> None:
    """TB-9: nobody leaves twice, or with numbers, and a player who never was there not at all."""
    hand = told(leaving())
    gone = next(index for index, each in enumerate(hand.answers) if each.key == LEAVE)
    twice = (*hand.answers[: gone + 1], *hand.answers[gone:])

    assert found(hand) == []
    assert found(replace(hand, answers=twice))[0].startswith(f"answers[{gone + 1}]: ")
    for fields in ({"seat": 9}, {"numbers": (1,)}, {"picked": ("As",)}):
        assert found(answered(hand, LEAVE, **fields))[0].startswith(f"answers[{gone}]: ")


@pytest.mark.parametrize(
    ("play", "kind", "fields"),
    [(leaving, "held", {"place": "C3"}), (refused, "new_field_refused", {"seat": 2})],
    ids=["held", "refused"],
)
def test_what_came_to_nothing(play: Callable[[], Kept], kind: str, fields: dict[str, Any]) -> None:
    """Law 9, DE-6, DE-10: the final view also tells the held cards of a folded hand, and the votes."""
    assert found(told(play())) == []
    assert found(changed(told(play()), kind, **fields)) != []


def test_a_raise_beyond_all_chips() -> None:
    """TB-4: a raise keeps to what was offered."""
    hand = told(raises())

    assert found(changed(hand, "raised", to=1000)) == [
        f"events[{index_of(hand, 'raised')}]: to: 1000 is told, and by the rules it is 5"
    ]
    assert found(answered(hand, "raise", numbers=(1000,)))[0].endswith("cannot come here")


@pytest.mark.parametrize(("where", "until"), [("Z9", UNTIL), ("B2", UNTIL), ("A1", "for good")])
def test_withheld_without_a_reason(where: str, until: str) -> None:
    """DE-12: only what lies in the field is withheld, for as long as it lies there."""
    told = replace(SHOWN, withheld=(Withheld(where, until),))

    assert found(replace(SHOWN, withheld=(Withheld("A1", UNTIL),))) == []
    assert found(told) == [
        f"withheld[0]: {{'where': '{where}', 'until': '{until}'}} does not come about by the rules"
    ]


def test_a_blind_that_somebody_posted() -> None:
    """TB-17, TB-13: a history tells who was dealt in for a blind of their own; without that it is none."""
    posted = told(late_blind())
    assert found(posted) == []

    assert found(begun_with(posted, posting=[]))


@pytest.mark.parametrize(
    "wrong",
    [
        begun_with(SHOWN, field=SHOWN.beginning["field"][:24]),
        begun_with(SHOWN, field=[each | {"is_gone": False} for each in SHOWN.beginning["field"]]),
        begun_with(SHOWN, seen_before=[{"place": "Z9", "card": "As"}]),
        begun_with(SHOWN, deck_count=53),
        begun_with(SHOWN, dealer=1, blinds={"small": 2, "big": 2}),
        begun_with(SHOWN, dealer=1, blinds={"small": 2, "big": 9}),
        begun_with(SHOWN, blinds={"small": 1, "big": 2}),
        begun_with(SHOWN, posting=[9]),
        begun_with(SHOWN, posting=[1, 1]),
        replace(SHOWN, seals=(replace(SHOWN.seals[0], slots=27),)),  # type: ignore[arg-type]
    ],
)
def test_no_field_and_no_deck_of_destiny(wrong: History) -> None:
    """TB-13: a beginning that no hand has was never written."""
    with pytest.raises(MalformedInput):
        found(wrong)
