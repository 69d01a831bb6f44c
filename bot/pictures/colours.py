"""Chooses the palette of all pictures: `python -m bot.pictures.colours`, part of `make art`.

With a fixed palette, the painter takes the nearest colour for each pixel; a palette for each picture would
take ten times as long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from PIL import ImageColor

from bot import sprites
from bot.pictures import tiles

COUNT = 64
OFTEN = 40
"""The minimum number of pixels of a colour in a sprite; rarer colours are ignored."""

Colour: TypeAlias = tuple[int, ...]


def chosen() -> list[str]:
    """Return the palette: the colours of backgrounds and text, then those of the sprites that differ most."""
    fixed = dict.fromkeys(
        (
            *tiles.FELT,
            *tiles.PLATES.values(),
            tiles.CREAM,
            tiles.GREY,
            tiles.INK,
            *tiles.INKS.values(),
            *tiles.FILLS.values(),
        )
    )
    palette: list[Colour] = [ImageColor.getrgb(each) for each in fixed]
    used = Counter(dict(sorted(_used())))
    distances = {colour: min(_distance(colour, each) for each in palette) for colour in used}
    while len(palette) < COUNT:
        # A few pixels can identify a suit, so the number of a colour's pixels has little weight.
        farthest = max(distances, key=lambda colour: distances[colour] * used[colour] ** 0.5)
        palette.append(farthest)
        distances = {colour: min(before, _distance(colour, farthest)) for colour, before in distances.items()}
    return ["#" + bytes(each).hex() for each in palette]


def _distance(one: Colour, other: Colour) -> int:
    """Return roughly how different two colours look; green has the largest weight, as eyes see it best."""
    return sum(weight * (a - b) ** 2 for weight, a, b in zip((2, 4, 3), one, other, strict=True))


def _used() -> Iterator[tuple[Colour, int]]:
    """Yield every colour of the sprites, with its number of pixels."""
    counted: Counter[Colour] = Counter()
    for name in sprites.names():
        counted.update(_colours(name))
    yield from counted.items()


def _colours(name: str) -> dict[Colour, int]:
    """Return the colours of a sprite on the background, with their numbers of pixels."""
    ground = tiles.felt(tiles.SMALL, tiles.SMALL)
    drawn = tiles.tile(name, tiles.SMALL, "plain")
    ground.paste(drawn, (-tiles.PAD, -tiles.PAD), drawn)
    counted = ground.getcolors(tiles.SMALL * tiles.SMALL) or []
    return {colour: count for count, colour in counted if count >= OFTEN and isinstance(colour, tuple)}


if __name__ == "__main__":
    tiles.COLOURS.write_text("".join(f"{each}\n" for each in chosen()))
