"""Places in an order of hands, so that nobody has to ask which end they are counted from."""

from __future__ import annotations

from bot.text.translate import _
from games.engine.core.sentences import phrase

TEENS = range(11, 14)
USUAL = phrase("{number}th best")
ENDINGS = {1: phrase("{number}st best"), 2: phrase("{number}nd best"), 3: phrase("{number}rd best")}
USUAL_LOW = phrase("{number}th lowest")
ENDINGS_LOW = {
    1: phrase("{number}st lowest"),
    2: phrase("{number}nd lowest"),
    3: phrase("{number}rd lowest"),
}


def nth_best(number: int) -> str:
    """The place of the hand that is so many from the top: best, 2nd best, 10th best."""
    if number == 1:
        return _("best")
    words = USUAL if number % 100 in TEENS else ENDINGS.get(number % 10, USUAL)
    return _(words).format(number=number)


def nth_lowest(number: int) -> str:
    """The place of the hand that is so many from the bottom: lowest, 2nd lowest, 10th lowest."""
    if number == 1:
        # Translators: the last of a row: 3rd lowest, 2nd lowest, lowest.
        return _("lowest")
    words = USUAL_LOW if number % 100 in TEENS else ENDINGS_LOW.get(number % 10, USUAL_LOW)
    return _(words).format(number=number)
