"""Helpers that several tests about machine share."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tavern.deadlines import MonotonicClock

BEGAN = 1_800_000_000.0


HOUR, DAY = 3600.0, 86_400.0


TEN_YEARS = 3650 * DAY


@dataclass(slots=True)
class Machine:
    """A machine's clocks: seconds since it started, and the error of its wall clock."""

    elapsed: float = 500.0
    wrong: float = 0.0

    def steady(self) -> MonotonicClock:
        """The time of a process that starts on it now."""
        return MonotonicClock(lambda: BEGAN + self.elapsed + self.wrong, lambda: self.elapsed)

    def run(self, seconds: float, steady: MonotonicClock) -> None:
        """Advance the time while the process runs, and so looks at its time now and then."""
        for _ in range(int(seconds // 5)):
            self.elapsed += 5.0
            steady()
