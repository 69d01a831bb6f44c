"""What records and boards can be asked for: days, games, and what was played for (TB-19)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.core.screen import Choice, Select
from bot.text.translate import _
from games.engine.core.sentences import phrase
from storage.standing.records import PlayedFor

PERIODS: Mapping[str, tuple[str, int | None]] = {
    "today": (phrase("Today"), 1),
    "week": (phrase("The last 7 days"), 7),
    "month": (phrase("The last 30 days"), 30),
    "all": (phrase("All time"), None),
}
"""The periods of a record, each with its days, today among them."""
ALL_GAMES = "all"
FOR: Mapping[PlayedFor, str] = {
    "coins": phrase("For {currency}"),
    "house": phrase("For {currency}, with house players"),
    "practice": phrase("For practice"),
    "chips": phrase("At tournaments"),
}


def since(period: str, today: int) -> int:
    """The first day of a period that ends today."""
    days = PERIODS[period][1]
    return 0 if days is None else today - days + 1


def periods(action: str, period: str) -> Select:
    """The select that leads to other days."""
    choices = tuple(
        Choice(_(words), str(index), is_chosen=each == period)
        for index, (each, (words, _days)) in enumerate(PERIODS.items())
    )
    return Select(action, _("Which days"), choices)
