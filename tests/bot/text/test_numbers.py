"""Numbers and days as a language writes them."""

from __future__ import annotations

import pytest

from bot.text.numbers import change, day, number, own_name
from bot.text.translate import speaking


@pytest.mark.parametrize(("code", "words"), [("en-GB", "12,345"), ("de", "12.345"), ("fr", "12,345")])
@pytest.mark.usefixtures("german")
def test_a_number_goes_with_the_words_around_it(code: str, words: str) -> None:
    """Whose language is not spoken reads English, numbers and all."""
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
    """Whoever speaks it finds it, whatever is spoken now."""
    assert [own_name(code) for code in ("en", "de", "pt-BR")] == ["English", "Deutsch", "Português (Brasil)"]
