"""Names, made harmless (F-46)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.translate import NAME_LENGTH, isolated, plain_name, shown


@pytest.mark.parametrize(
    ("given_name", "plain"),
    [
        ("Ann", "Ann"),
        ("  two\n lines\t", "two lines"),
        ("\u202etxt.exe", "txt.exe"),
        ("a\u200bb\u2060c", "abc"),
        ("\u200b\u200b", "ann.1"),
        ("\u3164", "ann.1"),
        ("\u115f \u2800", "ann.1"),
        ("\ufe0f", "ann.1"),
        ("Bo\u3164b", "Bob"),
        ("", "ann.1"),
        ("x" * 10_000, "x" * NAME_LENGTH),
        ("q" + "\u0301" * 40, "q\u0301\u0301"),
    ],
)
def test_a_name_on_one_line(given_name: str, plain: str) -> None:
    """F-46: no control, direction or zero-width characters, no towers of marks, never empty, never long."""
    assert plain_name(given_name, "ann.1") == plain


@given(st.text(max_size=300))
def test_every_name_becomes_a_plain_one(text: str) -> None:
    """F-46: whatever it was."""
    name = plain_name(text, text)

    assert 0 < len(name) <= NAME_LENGTH
    assert not [each for each in name if unicodedata.category(each).startswith("C")]


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("@everyone", r"\@everyone"),
        ("<@&12>", r"\<\@&12\>"),
        ("**b** `c` ~~s~~ ||h||", r"\*\*b\*\* \`c\` \~\~s\~\~ \|\|h\|\|"),
        ("[a](https://x.example)", r"\[a\]\(https\://x\.example\)"),
        ("# big", r"\# big"),
    ],
)
def test_a_name_shows_as_it_is_written(name: str, seen: str) -> None:
    """F-46: no mention, no formatting, no link."""
    assert shown(name) == seen


@pytest.mark.parametrize("name", ["דוד", "داود", "ben דוד 5", "דוד_x"])
def test_a_name_from_right_to_left_keeps_to_itself(name: str) -> None:
    """F-46: between U+2068 and U+2069, so that the amount after it stays after it."""
    assert isolated(name) == f"\u2068{name}\u2069"
    assert (shown(name)[0], shown(name)[-1]) == ("\u2068", "\u2069")
    assert shown(name)[1:-1].replace("\\", "") == name


@pytest.mark.parametrize("name", ["Ann", "Žofie 7", "王", "", "𝐁𝐨𝐛"])
def test_other_names_stand_as_they_are(name: str) -> None:
    """F-46: nothing is put around a name that turns nothing."""
    assert isolated(name) == name
