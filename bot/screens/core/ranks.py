"""Places in an order of hands, so that nobody has to ask which end is the best."""

from __future__ import annotations

from bot.text.translate import _
from games.engine.core.sentences import phrase

TEENS = range(11, 14)
USUAL = phrase("{number}th best")
ENDINGS = {1: phrase("{number}st best"), 2: phrase("{number}nd best"), 3: phrase("{number}rd best")}


def nth_best(number: int) -> str:
    """The place of the hand that is so many from the top: best, 2nd best, 10th best."""
    if number == 1:
        return _("best")
    words = USUAL if number % 100 in TEENS else ENDINGS.get(number % 10, USUAL)
    return _(words).format(number=number)
