"""The deal of the day, the same for everybody, dealt from the day's seed, as anybody can check (TB-20).

The seed is shown when the day is over; until then its seal is, which is the SHA-256. Game and day are mixed
in like a cut, so that one seed makes one deal for each game, and would make others on another day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from games.catalog import CATALOG
from games.engine.chance.seals import Cut, Draw, Seal
from games.engine.core.daily import DailyGame

DAILY: Mapping[str, DailyGame[Any]] = {
    key: each.daily for key, each in CATALOG.items() if each.daily is not None
}
"""The games that have a deal of the day."""
FIRST_DAY = date(1970, 1, 1)


def date_of(day: int) -> date:
    """The date of a day that is counted from 1970."""
    return FIRST_DAY + timedelta(day)


def deal_of(game: str, day: date, seed: str) -> Any:
    """The deal of that game on that day."""
    sealed = Seal(seed, (Cut("", f"{game} {day.isoformat()}"),))
    return DAILY[game].deal(Draw(sealed).below)


def fingerprint(game: str, deal: Any) -> str:
    """The same for deals that look alike and have the same answers, in the same order."""
    asked = DAILY[game]
    return hashlib.sha256("\n".join((asked.told(deal), *asked.answers(deal))).encode()).hexdigest()


def commitment(seed: str) -> str:
    """What is shown while the seed is secret."""
    return Seal(seed).commitment
