"""The choice of the pictures' common colours: `python -m bot.pictures.colours`, part of `make art`.

With one palette, painting takes the nearest colour for each pixel; counting colours takes ten times as long.
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
"""The number of pixels of a sprite from which on a colour of it counts."""

Colour: TypeAlias = tuple[int, ...]


def chosen() -> list[str]:
    """Return the palette: the colours of grounds and text, then each time the sprites' most different one."""
    certain = dict.fromkeys(
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
    found: list[Colour] = [ImageColor.getrgb(each) for each in certain]
    used = Counter(dict(sorted(_used())))
    apart = {colour: min(_apart(colour, each) for each in found) for colour in used}
    while len(found) < COUNT:
        # A suit is recognised by few pixels, so the count of a colour weighs little.
        missed = max(apart, key=lambda colour: apart[colour] * used[colour] ** 0.5)
        found.append(missed)
        apart = {colour: min(before, _apart(colour, missed)) for colour, before in apart.items()}
    return ["#" + bytes(each).hex() for each in found]


def _apart(one: Colour, other: Colour) -> int:
    """Return how different two colours look, roughly: eyes see green best."""
    return sum(weight * (a - b) ** 2 for weight, a, b in zip((2, 4, 3), one, other, strict=True))


def _used() -> Iterator[tuple[Colour, int]]:
    """Yield every colour of the sprites, and its number of pixels."""
    counted: Counter[Colour] = Counter()
    for name in sprites.names():
        counted.update(_colours(name))
    yield from counted.items()


def _colours(name: str) -> dict[Colour, int]:
    """Return the colours of a sprite as it is painted."""
    ground = tiles.felt(tiles.SMALL, tiles.SMALL)
    drawn = tiles.tile(name, tiles.SMALL, "plain")
    ground.paste(drawn, (-tiles.PAD, -tiles.PAD), drawn)
    counted = ground.getcolors(tiles.SMALL * tiles.SMALL) or []
    return {colour: count for count, colour in counted if count >= OFTEN and isinstance(colour, tuple)}


if __name__ == "__main__":
    tiles.COLOURS.write_text("".join(f"{each}\n" for each in chosen()))
