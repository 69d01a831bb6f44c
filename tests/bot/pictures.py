"""Helpers that several tests about pictures share."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.screens.core.picture import Lane, Picture
from bot.screens.core.tiles import Portion, Tile

BYTES_MAX = 60_000


COLOURS_MAX = 64


PEOPLE = tuple(f"knights_{face}{number:02}" for face in "kqnasmdjb" for number in range(1, 8))


ROW = Lane(
    (Tile("die_3"), Tile("die_4"), Tile("die_5")), "seat_1", "Brenna", "Seat 1", "Run, 4", "+5", "gold"
)


FAMILY = ("seat_3", "Tomas", "Seat 3", "Royal family", "−100")


FULLEST = (
    Picture("twelve", "Brenna takes 5 from all others", "and why", "", (ROW,) * 12),
    Picture(
        "five cards",
        lanes=(Lane(tuple(Tile(each, "lit") for each in PEOPLE[:5]), "seat_2", "p", "", "s", "g"),) * 7,
    ),
    Picture(
        "ten people each",
        lanes=tuple(
            Lane(
                tuple(
                    Tile(each, "dim" if at > 5 else "lit") for at, each in enumerate(PEOPLE[row * 10 :][:10])
                ),
                "seat_3",
                "p",
            )
            for row in range(4)
        ),
    ),
    Picture(
        "a hand",
        lanes=(
            Lane(
                tuple(Tile(each, "lit", "Blacksmith", "Marten Wrongside") for each in PEOPLE[:10]),
                name="Rabble",
            ),
        ),
        bar=(Portion("▲ Win 99", 99, "gold"), Portion("▼ Lose 1", 1, "blue")),
    ),
    Picture("two", "Brenna wins", "why " * 20, "crown", (ROW, ROW), coins=9),
    Picture(
        "podium",
        "A Cup",
        lanes=tuple(Lane(name="W" * 32, gain="1,000,000 coins", step=step) for step in (1, 2, 3)),
    ),
    Picture("title alone", "Nobody pays"),
    Picture(
        "four lay down ten people",
        lanes=(
            Lane(
                tuple(Tile(each, "lit", "Blacksmith") for each in PEOPLE[::6][:10]),
                *("seat_2", "Brenna", "", "Rabble", "+304", "gold"),
            ),
            Lane(tuple(Tile(each, "lit") for each in PEOPLE[1::6][:10]), *FAMILY),
            *(Lane(tuple(Tile(each, "lit") for each in PEOPLE[at::6][:4]), *FAMILY) for at in (2, 3)),
            *(Lane((), *FAMILY, is_out=True),) * 2,
        ),
    ),
)


def shown(content: bytes) -> Image.Image:
    """A painted picture."""
    return Image.open(BytesIO(content))
