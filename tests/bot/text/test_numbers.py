"""Numbers and days as a language writes them."""

from __future__ import annotations

import pytest

from bot.text.translate import change, day, number, own_name, read_number, speaking, typed_length


@pytest.mark.parametrize(("code", "words"), [("en-GB", "12,345"), ("de", "12.345"), ("fr", "12,345")])
@pytest.mark.usefixtures("german")
def test_a_number_goes_with_the_words_around_it(code: str, words: str) -> None:
    """In a language without a catalogue, texts are English, numbers included."""
    with speaking(code):
        assert number(12_345) == words


@pytest.mark.usefixtures("german")
def test_decimals_signs_and_days() -> None:
    """A comma or a point, a true minus, the month by its name."""
    assert (number(2.3, 1), change(5), change(-1_000), change(0)) == ("2.3", "+5", "−1,000", "±0")
    assert day(20_780) == "Nov 23, 2026"
    with speaking("de"):
        assert (number(2.3, 1), change(-1_000)) == ("2,3", "−1.000")
        assert day(20_780) == "23.11.2026"


def test_a_language_is_named_by_its_own_name() -> None:
    """A player who speaks it finds it, whatever is spoken now."""
    assert [own_name(code) for code in ("en", "de", "pt-BR")] == ["English", "Deutsch", "Português (Brasil)"]


@pytest.mark.parametrize("whole", [0, 7, 999, 1_000, 12_345, 1_000_000, 2**53 - 1])
@pytest.mark.parametrize("code", ["en", "de", "pt-BR", "fr"])
def test_an_amount_is_read_as_it_is_written(code: str, whole: int) -> None:
    """TB-1: the bot's amounts in the reader's language can be typed, plain too, and fit into the field."""
    with speaking(code):
        assert read_number(number(whole)) == read_number(str(whole)) == read_number(f" {whole} ") == whole
        assert max(len(number(whole)), len(str(whole))) <= typed_length(whole)


@pytest.mark.parametrize(
    ("typed", "english", "german"),
    [
        ("2,500", 2500, None),
        ("2.500", None, 2500),
        ("2 500", 2500, 2500),
        ("2\u00a0500", 2500, 2500),
        ("2\u202f500", 2500, 2500),
        ("２５００", 2500, 2500),  # full-width
        ("２，５００", 2500, None),  # full-width
        ("1 234 567", 1_234_567, 1_234_567),
    ],
)
def test_amounts_in_groups(typed: str, english: int | None, german: int | None) -> None:
    """TB-1: groups are parted by the reader's sign or by blanks; another language's sign is decimal."""
    assert read_number(typed) == english
    with speaking("de"):
        assert read_number(typed) == german


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "-1", "+1", "1.5", "1e9", "NaN", "١٢٣", "1k", "250 coins", "²", "①", "1" * 17),
        *("2 5", "12 00", "0 500", "1234 567", "5 000 5", "1 234,567", "2,,500", ",500", "2 500 ,", "1\n234"),
    ],
)
def test_what_is_no_amount(typed: str) -> None:
    """F-43: two numbers are no number, nor are groups that are not whole or are parted by two signs."""
    assert read_number(typed) is None
