"""Whatever is done to the file of a history, it is noticed (TB-13)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tools.replay import sealed, to_file, written
from games.tools.simulation import LineRefused
from games.tools.verify import verify
from tests.games import retold
from tests.games.played import PLAYED
from tests.games.verify import CARDS, DICE, faults

HANDS = [to_file(retold.told(hands[0]())) for hands in PLAYED.values()]
"""A hand of every dealt game."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("00" * 32),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(place=st.integers(0, len(CARDS) - 1), byte=st.integers(0, 255))
def test_any_changed_byte_of_a_hand_of_cards(place: int, byte: int) -> None:
    """TB-13: whatever byte of a valid file is changed, it is noticed."""
    assert is_noticed(CARDS, place, byte)


@given(place=st.integers(0, len(DICE) - 1), byte=st.integers(0, 255))
def test_any_changed_byte_of_a_round(place: int, byte: int) -> None:
    """TB-13: whatever byte of a valid file is changed, it is noticed."""
    assert is_noticed(DICE, place, byte)


def is_noticed(content: bytes, place: int, byte: int) -> bool:
    """Return True if that byte there is refused or found wrong, or is the same as before."""
    changed = content[:place] + bytes([byte]) + content[place + 1 :]
    try:
        return changed == content or faults(changed) != ()
    except LineRefused:
        return True


@given(start=st.integers(0, len(DICE)), length=st.integers(1, 400))
def test_any_missing_piece(start: int, length: int) -> None:
    """TB-13: a file that was cut short, or lost a piece, is noticed."""
    changed = DICE[:start] + DICE[start + length :]
    try:
        found = faults(changed)
    except LineRefused:
        return

    assert found != () or changed == DICE


@given(data=st.data(), value=JSON)
def test_anything_anywhere(data: st.DataObject, value: object) -> None:
    """TB-13: whatever stands anywhere in a file, with a right checksum, it is found wrong or refused."""
    told = json.loads(data.draw(st.sampled_from([CARDS, DICE, *HANDS])))
    node = told
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        inner = node[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        node = inner
    node[key] = value

    assert is_one_line_each(written(sealed(told)))


def is_one_line_each(content: bytes) -> bool:
    """Return True if a file is refused in one line, or each of its faults is one line."""
    try:
        found = faults(content)
    except LineRefused as refused:
        found = (str(refused),)
    return not any("\n" in each for each in found)


@given(content=st.binary(max_size=200) | st.text().map(str.encode) | JSON.map(json.dumps).map(str.encode))
def test_any_bytes_at_all(content: bytes) -> None:
    """TB-13: bytes that are no history are refused in one line."""
    with pytest.raises(LineRefused) as refused:
        verify(content)

    assert "\n" not in str(refused.value)
