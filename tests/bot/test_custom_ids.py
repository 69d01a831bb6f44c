"""Parsing of custom_ids."""

from __future__ import annotations

from dataclasses import astuple
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.custom_ids import (
    NUMBER_MAX,
    About,
    AnswerPress,
    Argument,
    AsShown,
    DailyDeal,
    LessonPress,
    OfGame,
    Page,
    TableHand,
    TablePress,
    answer_id,
    parse,
    read_whole,
    table_id,
)
from bot.screens.core.screen import CUSTOM_ID_MAX
from bot.screens.server.board import BoardNamed
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, Offer, PlainOffer, checksum

AnyArgument: TypeAlias = TableHand | DailyDeal | AsShown | OfGame | About | LessonPress | BoardNamed
KEEP: Offer[object] = PlainOffer("keep", "a move")


def test_an_answer_comes_back_as_it_was_written() -> None:
    """Table, seat, offer, checksum and numbers."""
    written = answer_id(7, Seat(2), 5, KEEP, 40, 0)

    assert parse(written) == AnswerPress(7, Seat(2), Answer("keep", (40, 0), checksum(KEEP, 5)))


def test_a_verb_comes_back_as_it_was_written() -> None:
    """It does with and without an argument."""
    assert parse(table_id(7, "join")) == TablePress(7, "join")
    assert parse(table_id(7, "rule", "opal_river")) == TablePress(7, "rule", "opal_river")


def test_a_page_comes_back_as_it_was_written() -> None:
    """Hand, step and, of what is shown to all, the seat; nothing else is one."""
    page, shown = Page(7, 0, "first"), Page(10**9 - 1, 10**6 - 1, "first", Seat(100))

    assert [Page.of(str(each)) for each in (page, shown)] == [page, shown]
    assert parse(table_id(7, "shown", shown)) is not None
    for forged in ("", "7", "7_0", "7_0_on_", "7_0_on_2_3", "x_0_on"):
        with pytest.raises(NotOffered):
            Page.of(forged)


@pytest.mark.parametrize(
    ("argument", "written"),
    [
        (TableHand(7, 12), "7_12"),
        (DailyDeal(20_000, "stone_hand"), "20000_stone_hand"),
        (DailyDeal(20_000, "stone_hand", 3), "20000_stone_hand_3"),
        (AsShown("late_until", "00ff12"), "late_until_00ff12"),
        (OfGame("stone_hand", "opal_river"), "stone_hand__opal_river"),
        (About(10**18, "knights_heads"), "1000000000000000000_knights_heads"),
        (LessonPress("knights_heads", "01a"), "knights_heads_01a"),
        (LessonPress("destiny", ""), "destiny_"),
        (BoardNamed("won", "stone_hand"), "won_stone_hand"),
        (BoardNamed("net", "all", "all"), "net_all_all"),
    ],
    ids=str,
)
def test_an_argument_comes_back_as_it_was_written(argument: AnyArgument, written: str) -> None:
    """It is written as on messages that were sent long ago, and no other text is parsed as one."""
    assert str(argument) == written
    assert type(argument).of(written) == argument
    with pytest.raises(NotOffered):
        type(argument).of("")


def test_the_longest_fits() -> None:
    """A custom_id has at most 100 characters."""
    longest = answer_id(10**18 - 1, Seat(100), 999, PlainOffer("k" * 20, None), *[10**5] * 6)

    assert len(longest) <= CUSTOM_ID_MAX


@pytest.mark.parametrize(
    "forged",
    ["", "a", "a:1:1:keep", "a:1:1:KEEP:abcdef", "a:1:1:keep:abcdef:", "a:-1:1:keep:abcdef", "t:1:",
     "t::join", "t:1:join:A", "t:1:join\n", "a:١:1:keep:abcdef", f"t:{'9' * 19}:join"],
)  # fmt: skip
def test_anything_else_means_nothing(forged: str) -> None:
    """F-27: an unknown custom_id is not guessed at."""
    assert parse(forged) is None


@given(st.text(max_size=120))
def test_no_text_is_too_much(text: str) -> None:
    """F-27: whatever is sent, it is read or not read, and never fails."""
    assert parse(text) is None or text[:2] in ("a:", "t:")


NEAR = st.integers(0, 10**20) | st.integers(2**63 - 2, 10**19)


@given(st.sampled_from(Argument.__subclasses__()), NEAR, NEAR)
def test_no_number_is_greater_than_a_database_takes(kind: type[Argument], first: int, second: int) -> None:
    """F-22: whatever number a press carries, it is one that can be stored and looked up, or is refused."""
    sent = (f"{first}", f"{first}_{second}", f"{first}_x", f"{first}_{second}_on", f"x__{first}")
    numbers = [TablePress(1, "watch", each).number_or(0) for each in sent]
    for argument in sent:
        try:
            numbers += [each for each in astuple(kind.of(argument)) if isinstance(each, int)]
        except NotOffered:
            continue

    assert all(0 <= each <= NUMBER_MAX for each in numbers)


def test_the_greatest_number_is_read_and_the_next_is_not() -> None:
    """A press says 2^63 − 1 in 19 digits; 2^63 is no number of ours, nor are other scripts' digits."""
    assert 2**63 - 1 == TablePress(1, "watch", "9223372036854775807").number
    assert (2**63 - 1, None, None) == tuple(map(read_whole, (str(2**63 - 1), str(2**63), "٣")))
    with pytest.raises(NotOffered):
        _ = TablePress(1, "watch", "9223372036854775808").number
