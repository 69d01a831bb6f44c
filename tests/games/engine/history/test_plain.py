"""Values as JSON has them, and back: strictly, since a file comes from anybody."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.game import Seat
from games.engine.core.house_rules import option
from games.engine.core.offers import variant
from games.engine.history import MalformedInput, plain, read
from tests.laws.bones import BonesRules, Die


@variant
class Card:
    """A card somewhere."""

    name: str
    place: int | None = None


@variant
class Chip:
    """Another thing."""

    worth: int


@dataclass(frozen=True, slots=True)
class Box:
    """All kinds of fields."""

    seat: Seat
    owner: Seat | None
    pair: tuple[int, str]
    things: tuple[Card | Chip, ...]
    counts: Mapping[Seat, int]
    names: Mapping[str, str]
    is_open: bool
    rest: Any
    cards: int = option("Cards", {2: "two"}, default=2)


BOX = Box(
    seat=Seat(1),
    owner=None,
    pair=(2, "b"),
    things=(Card("As", 3), Chip(5), Card("2c")),
    counts={Seat(1): 4, Seat(12): 0},
    names={"a": "b"},
    is_open=True,
    rest=[None, {"x": [1]}],
)


def changed(**fields: object) -> dict[str, Any]:
    """The box as JSON, with other fields."""
    told: dict[str, Any] = plain(BOX)
    return told | fields


def test_there_and_back() -> None:
    """A written value is read as the same value."""
    assert read(Box, json.loads(json.dumps(plain(BOX))), "box") == BOX


def test_as_json_has_it() -> None:
    """Classes are objects with all their fields, keys are texts; what is plain already stays."""
    assert plain(Card("As")) == {"name": "As", "place": None, "kind": "card"}
    assert plain({Seat(3): (1, True)}) == {"3": [1, True]}
    assert plain(plain(BOX)) == plain(BOX)


@pytest.mark.parametrize(
    ("told", "where"),
    [
        ([], "box: "),
        (None, "box: "),
        ({}, "box.seat: "),
        (changed(more=1), "box.more: "),
        (changed(seat="1"), "box.seat: "),
        (changed(seat=True), "box.seat: "),
        (changed(seat=1.0), "box.seat: "),
        (changed(owner="nobody"), "box.owner: "),
        (changed(pair=[2]), "box.pair.1: "),
        (changed(pair=[2, "b", 3]), "box.pair: "),
        (changed(pair="2b"), "box.pair: "),
        (changed(pair=["b", 2]), "box.pair.0: "),
        (changed(things={}), "box.things: "),
        (changed(things=[{"worth": 1, "kind": "coin"}]), "box.things.0."),
        (changed(things=[{"worth": 1}]), "box: "),
        (changed(counts=[]), "box.counts: "),
        (changed(counts={"one": 1}), "box.counts.one."),
        (changed(counts={"01": 1}), "box: "),
        (changed(counts={"1": "4"}), "box.counts.1: "),
        (changed(names={"a\n": 1}), "box.names.a\\n: "),
        (changed(names={"a": "\ud800"}), "box: "),
        (changed(is_open=1), "box.is_open: "),
        (changed(cards=None), "box.cards: "),
    ],
)
def test_misshapen(told: object, where: str) -> None:
    """A value of another form is refused, with its place."""
    with pytest.raises(MalformedInput) as refused:
        read(Box, told, "box")

    assert str(refused.value).startswith(where)
    assert "\n" not in str(refused.value)


def test_literals_are_told_apart() -> None:
    """One and true are equal to Python, and not the same."""
    assert read(Literal[1], 1, "it") == 1
    with pytest.raises(MalformedInput):
        read(Literal[1], True, "it")


def test_what_a_value_itself_refuses() -> None:
    """A contradictory value is refused like one of another form."""
    with pytest.raises(MalformedInput):
        read(Die, {"number": 11, "kind": "die"}, "move")
    with pytest.raises(MalformedInput):
        read(BonesRules, plain(BonesRules()) | {"pool": True, "points": True}, "rules")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(name=st.sampled_from([name for name in plain(BOX) if name != "rest"]), value=JSON)
def test_anything_is_read_or_refused(name: str, value: object) -> None:
    """Whatever stands in a field, it is taken as it is or refused, and nothing else happens."""
    try:
        box = read(Box, changed(**{name: value}), "box")
    except MalformedInput:
        return

    assert plain(box)[name] == value
