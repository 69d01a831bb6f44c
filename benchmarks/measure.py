"""The measuring itself, and its report: several repeats, side by side, as ratios."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import isnan

REPEATS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the report: the measurement, the comparison, and the target."""

    what: str
    ours: str
    beside: str
    ratio: float
    aim: str
    is_met: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """Several measurements of the same thing, in seconds."""

    seconds: tuple[float, ...]

    @property
    def least(self) -> float:
        """The least disturbed measurement."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """The median measurement."""
        return statistics.median(self.seconds)


def at_least(what: str, ours: str, beside: str, ratio: float, aim: float) -> Figure:
    """Return a line whose ratio should be at least `aim`."""
    return Figure(what, ours, beside, ratio, f">= {aim:g}", ratio >= aim)


def at_most(what: str, ours: str, beside: str, ratio: float, aim: float) -> Figure:
    """Return a line whose ratio should be at most `aim`."""
    return Figure(what, ours, beside, ratio, f"<= {aim:g}", ratio <= aim)


def told(what: str, ours: str, beside: str = "", ratio: float = float("nan")) -> Figure:
    """Return a line without a target."""
    return Figure(what, ours, beside, ratio, "", is_met=True)


async def in_turn(*measured: Callable[[], Awaitable[float]], repeats: int = REPEATS) -> tuple[Sample, ...]:
    """Measure several things in turn, so that a disturbance hits all; the first round warms up."""
    taken: list[list[float]] = [[] for _ in measured]
    for each in measured:
        await each()
    for _ in range(repeats):
        for place, each in enumerate(measured):
            gc.collect()
            taken[place].append(await each())
    return tuple(Sample(tuple(seconds)) for seconds in taken)


def report(lines: list[Figure]) -> str:
    """Return all lines, in columns."""
    head = ("", "ours", "beside", "ratio", "aim", "")
    rows = [head, *((each.what, each.ours, each.beside, *_verdict(each)) for each in lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _verdict(line: Figure) -> tuple[str, str, str]:
    ratio = "" if isnan(line.ratio) else f"{line.ratio:.2f}"
    return (ratio, line.aim, "met" if line.is_met else "MISSED") if line.aim else (ratio, "", "")
