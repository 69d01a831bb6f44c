"""The cost of a picture: CPU time, bytes, and the memory of all caches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time

from benchmarks.measure import Figure, at_most
from bot.pictures.canvas import band
from bot.pictures.painter import paint
from bot.screens.core.picture import Curve, Gauge, Lane, Picture, Plot
from bot.screens.core.tiles import Tile

MILLISECONDS_MAX = 40
BYTES_MAX = 60_000
MEMORY_MAX = 30e6
REPEATS = 20
FACES = "kqnasmdjb"


async def measure() -> list[Figure]:
    """Measure the most expensive kinds, then many others for the memory of their caches."""
    before = _memory()
    people = _people(0)
    first = _seconds(people)
    lines = []
    for what, picture in (("forty people", people), ("twelve seats", _seats()), ("a record", _record())):
        again = min(_seconds(picture) for _ in range(REPEATS))
        size = len(paint(picture))
        lines += [
            _line(f"a picture of {what}, its sprites known", again * 1000, "ms", MILLISECONDS_MAX),
            _line("its size", size / 1000, "KB", BYTES_MAX / 1000),
        ]
    for picture in _many():
        paint(picture)
    held = _memory() - before
    return [
        *lines,
        _line("the first picture after a start", first * 1000, "ms", MILLISECONDS_MAX),
        _line("memory for sprites, with Pillow at work", held / 1e6, "MB", MEMORY_MAX / 1e6),
    ]


def _line(what: str, ours: float, unit: str, most: float) -> Figure:
    return at_most(what, f"{ours:.1f} {unit}", f"{most:g} {unit}", ours / most, 1)


def _seconds(picture: Picture) -> float:
    # The cache is cleared, so that all of the picture is painted.
    band.cache_clear()
    started = process_time()
    paint(picture)
    return process_time() - started


def _people(shift: int) -> Picture:
    """Return four shown hands of Knights' Heads: more are not shown whole."""
    names = [f"knights_{face}{1 + (at + shift) % 7:02}" for at in range(5) for face in FACES]
    hands = (names[row * 10 :][:10] for row in range(4))
    lanes = tuple(
        Lane(
            tuple(Tile(each, "lit" if place < 5 else "dim") for place, each in enumerate(hand)),
            f"seat_{seat}",
            "Sweet Ada",
            said="Royal Family",
            gain="+213",
        )
        for seat, hand in enumerate(hands, start=1)
    )
    return Picture("four hands", lanes=lanes)


def _seats() -> Picture:
    """Return a round of Stone Hand with the most players."""
    dice = tuple(Tile(f"die_{face}") for face in (3, 4, 5))
    lane = Lane(dice, "seat_1", "Brenna", "Seat 1", "Run, 4", "+5", "gold")
    return Picture("twelve", "Brenna takes 5 from all others", "and why", lanes=(lane,) * 12)


def _record() -> Picture:
    """Return a player's year of Knights' Heads: a curve, gauges and the best hand."""
    walk = tuple((day, 37 * day * day % 199 - 99) for day in range(120))
    plot = Plot((Curve(walk, "gold"),), "+99", "−99", "2026-01-01 – 2026-12-31")
    best = Lane(tuple(Tile(f"knights_k0{at}", "lit") for at in range(1, 9)), "crown", "Council of Kings")
    gauges = tuple(Gauge("House of Mirrors", "1,280 (1,190)", 100 * at, 50 * at) for at in range(8))
    return Picture("record", "+99 coins", "all", lanes=(best,), plot=plot, gauges=gauges, legend="Hands")


def _many() -> Iterator[Picture]:
    yield from map(_people, range(8))
    for value in "23456789tjqka":
        cards = tuple(Tile(f"destiny_{value}{suit}", "lit") for suit in "cdhs")
        yield Picture("large", lanes=(Lane(cards, name="Four"),))


def _memory() -> int:
    """Return the resident memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096
