"""The content of a press or a form, whatever it is: it is parsed, or refused in words."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.discord_io.interactions.dispatch import sentence
from bot.discord_io.interactions.requests import request_fields
from bot.front.forms import three_numbers, whole, words
from bot.front.request import Request, User
from bot.tavern.tournament.draft import NoLevels, NoShares, OneOrSeveral, read_levels, read_shares
from bot.text.translate import speaking
from games.catalog import GAMES
from games.engine.core.errors import NotOffered

PARTS = ("components", "component", "value", "values", "type", "custom_id", "0")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(PARTS) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)
READERS: list[Callable[[str], object]] = [
    lambda text: whole(text, 0, 100),
    lambda text: words(text, 40),
    lambda text: three_numbers(text, 8),
    read_shares,
    *[lambda text, game=game: read_levels(text, game) for game in GAMES.values()],
]


def carrying(data: Mapping[str, object]) -> Request:
    """A visit of an interaction with this inside."""
    return Request(id=1, at=0.0, person=User(7), **request_fields(data))


@given(st.dictionaries(st.sampled_from(PARTS), JSON, max_size=4))
@example({"components": [{"type": 18, "component": {"type": 21, "value": None}}]})
@example({"components": [{"type": 18, "component": 5}]})
@example({"values": [None, 2**70, "١"]})
def test_f42_any_kind_of_component_is_read(data: dict[str, Any]) -> None:
    """F-27, F-42: text and lines of any interaction, of components that are new as well."""
    assert isinstance(carrying(data).typed, str)
    with contextlib.suppress(NotOffered):
        assert carrying(data).chosen() in range(1000)
    assert all(0 <= each < 1000 for each in carrying(data).all_chosen())


def test_f42_nothing_at_all_is_read() -> None:
    """F-42: an interaction without data, as of a kind that is new."""
    nothing = carrying({})

    assert (nothing.typed, nothing.all_chosen()) == ("", ())
    with pytest.raises(NotOffered):
        nothing.chosen()


@given(st.text(max_size=60) | st.text("0123456789 ,;/-", max_size=60))
@example("0\x1f")
def test_f43_whatever_is_typed_is_read_or_refused_in_words(text: str) -> None:
    """F-43: input that cannot be read is refused with a sentence, whatever the form asks for."""
    for read in READERS:
        try:
            read(text)
        except Exception as refused:
            # An exception without words is a fault, and is shown as it is.
            if sentence(refused, "coins") is None:
                raise


def test_each_kind_of_field_is_read() -> None:
    """A text, a list, a radio group, and a tick as Discord sends them; nothing chosen is empty."""
    fields: list[dict[str, object]] = [
        {"type": 4, "custom_id": "title", "value": "The Cup"},
        {"type": 3, "custom_id": "seats", "values": ["6"]},
        {"type": 21, "custom_id": "format", "value": "heats_2"},
        {"type": 21, "custom_id": "unit", "value": None},
        {"type": 23, "custom_id": "ticked", "value": True},
        {"type": 23, "custom_id": "left", "value": False},
    ]
    sent = {"components": [{"type": 18, "component": each} for each in fields]}

    assert carrying(sent).fields == {
        "title": "The Cup",
        "seats": "6",
        "format": "heats_2",
        "unit": "",
        "ticked": "on",
        "left": "",
    }


@pytest.mark.parametrize(
    "typed",
    ["1 3 5", "５-３-１", "135", "1–3–5", "1/3/5", "1.3.5", "1 . 3 . 5", "5, 3, 1", "1—3—5", "1+3+5"],
)
def test_three_numbers_are_read(typed: str) -> None:
    """TB-1: in any order, with what people put between, in full-width digits too."""
    assert three_numbers(typed, 8) == (1, 3, 5)


@pytest.mark.parametrize(
    ("typed", "shares"),
    [
        ("50 30 20", (50, 30, 20)),
        ("50, 30, 20", (50, 30, 20)),
        ("50,30,20", (50, 30, 20)),
        ("５０ ３０", (50, 30)),  # full-width
        ("1000,500", (1000, 500)),
        ("2 500", None),
        ("60 40 x", None),
    ],
)
def test_several_numbers_in_a_line(typed: str, shares: tuple[int, ...] | None) -> None:
    """TB-1: in a list a blank parts numbers, so 2 500 are two, of which the second is too large a share."""
    if shares is None:
        with pytest.raises(NoShares):
            read_shares(typed)
    else:
        assert read_shares(typed) == shares


@pytest.mark.parametrize("typed", ["1,500", "100,200,400", "1,500 3,000", "2 4,000", "１，５００"])
def test_one_number_or_several(typed: str) -> None:
    """TB-1: an ambiguous comma, between groups of three or between numbers, is not guessed."""
    for read in READERS[3:]:
        with pytest.raises(OneOrSeveral):
            read(typed)


def test_levels_as_the_bot_writes_numbers() -> None:
    """TB-1: a point parts no numbers, so in German 1.500 is fifteen hundred; in English it is nothing."""
    game = GAMES["stone_hand"]
    with pytest.raises(NoLevels):
        read_levels("1.500 3.000", game)
    with speaking("de"):
        assert [each.ante for each in read_levels("1.500 3.000", game)] == [1500, 3000]
