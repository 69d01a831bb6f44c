"""What a picture costs: processor time, bytes, and the memory of all that is kept for the next ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time

from benchmarks.measure import Figure, at_most
from bot.pictures.painter import paint
from bot.screens.core.picture import Lane, Picture, Tile

MILLISECONDS_MAX = 40
BYTES_MAX = 60_000
MEMORY_MAX = 30e6
REPEATS = 20
FACES = "kqnasmdjb"


async def measure() -> list[Figure]:
    """Three hands of ten people, which are the most work; then many others, for what stays of them."""
    before = _memory()
    largest = _people(0)
    first = _seconds(largest)
    again = min(_seconds(largest) for _ in range(REPEATS))
    size = len(paint(largest))
    for picture in _many():
        paint(picture)
    held = _memory() - before
    return [
        _line("a picture of thirty people, its sprites known", again * 1000, "ms", MILLISECONDS_MAX),
        _line("the same, the first after a start", first * 1000, "ms", MILLISECONDS_MAX),
        _line("its size", size / 1000, "KB", BYTES_MAX / 1000),
        _line("memory for sprites, with Pillow at work", held / 1e6, "MB", MEMORY_MAX / 1e6),
    ]


def _line(what: str, ours: float, unit: str, most: float) -> Figure:
    return at_most(what, f"{ours:.1f} {unit}", f"{most:g} {unit}", ours / most, 1)


def _seconds(picture: Picture) -> float:
    started = process_time()
    paint(picture)
    return process_time() - started


def _people(shift: int) -> Picture:
    """Three hands laid down."""
    names = [f"knights_{face}{1 + (at + shift) % 8:02}" for at in range(4) for face in FACES]
    hands = (names[row * 10 :][:10] for row in range(3))
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
    return Picture("three hands", lanes=lanes)


def _many() -> Iterator[Picture]:
    yield from map(_people, range(8))
    for value in "23456789tjqka":
        cards = tuple(Tile(f"destiny_{value}{suit}", "lit") for suit in "cdhs")
        yield Picture("large", lanes=(Lane(cards, name="Four"),))


def _memory() -> int:
    """Bytes of this process that lie in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096
