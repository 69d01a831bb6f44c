"""What a custom_id means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.custom_ids import (
    AnswerPress,
    Page,
    TablePress,
    answer_id,
    page_argument,
    parse,
    parse_page,
    table_id,
)
from bot.screens.core.screen import CUSTOM_ID_MAX
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, Offer, Press, checksum

KEEP: Offer[object] = Press("keep", "a move")


def test_an_answer_comes_back_as_it_was_written() -> None:
    """Table, seat, offer, checksum and numbers."""
    written = answer_id(7, Seat(2), 5, KEEP, 40, 0)

    assert parse(written) == AnswerPress(7, Seat(2), Answer("keep", (40, 0), checksum(KEEP, 5)))


def test_a_verb_comes_back_as_it_was_written() -> None:
    """With and without an argument."""
    assert parse(table_id(7, "join")) == TablePress(7, "join")
    assert parse(table_id(7, "rule", "opal_river")) == TablePress(7, "rule", "opal_river")


def test_a_page_comes_back_as_it_was_written() -> None:
    """Hand, step and, of what is shown to all, the seat; nothing else is one."""
    page, shown = Page(7, 0), Page(10**9 - 1, 10**6 - 1, Seat(100))

    assert [parse_page(page_argument(each, "first")) for each in (page, shown)] == [page, shown]
    assert parse(table_id(7, "shown", page_argument(shown, "first"))) is not None
    assert [parse_page(forged) for forged in ("", "7", "7_0", "7_0_on_", "7_0_on_2_3", "x_0_on")] == [
        None
    ] * 6


def test_the_longest_fits() -> None:
    """A custom_id has at most 100 characters."""
    longest = answer_id(10**18 - 1, Seat(100), 999, Press("k" * 20, None), *[10**5] * 6)

    assert len(longest) <= CUSTOM_ID_MAX


@pytest.mark.parametrize(
    "forged",
    ["", "a", "a:1:1:keep", "a:1:1:KEEP:abcdef", "a:1:1:keep:abcdef:", "a:-1:1:keep:abcdef", "t:1:",
     "t::join", "t:1:join:A", "t:1:join\n", "a:١:1:keep:abcdef", f"t:{'9' * 19}:join"],
)  # fmt: skip
def test_anything_else_means_nothing(forged: str) -> None:
    """F-27: what we never wrote is not guessed at."""
    assert parse(forged) is None


@given(st.text(max_size=120))
def test_no_text_is_too_much(text: str) -> None:
    """F-27: whatever is sent, it is read or not read, and never fails."""
    assert parse(text) is None or text[:2] in ("a:", "t:")
