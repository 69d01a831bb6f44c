"""The build of files from drawings: SVG beside this module, PNG for the bot, a sheet for `docs/`."""

from __future__ import annotations

from io import BytesIO
from itertools import chain
from pathlib import Path

import resvg_py
from PIL import Image

from art import cards, dice, marks, people, portal

ROOT = Path(__file__).parents[1]
DRAWN = ROOT / "art" / "svg"
PACKED = ROOT / "bot" / "sprites"
SHEET = ROOT / "docs" / "develop" / "sprites.png"
SIDE = 128
LARGE = 256
"""The side of the sprites from which pictures are composed, in pixels."""
COLOURS = 96
SHEET_COLUMNS = 16
GROUNDS = ("#313338", "#ffffff")
"""Discord's dark and light backgrounds."""
SIZES = (48, 33, 22)
"""Discord's sizes of an emoji alone, in a heading and in text, in pixels."""


def drawings() -> dict[str, str]:
    """Return every sprite by its name, in the order of usefulness."""
    return dict(chain(marks.sprites(), dice.sprites(), cards.sprites(), people.sprites()))


def png(drawing: str, side: int) -> bytes:
    """Return a drawing as a small PNG with a palette."""
    rendered = Image.open(
        BytesIO(
            bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=side, height=side, skip_system_fonts=True))
        )
    )
    packed = BytesIO()
    rendered.convert("RGBA").quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(
        packed, "PNG", optimize=True
    )
    return packed.getvalue()


def build() -> None:
    """Write all files anew, and delete those of drawings that no longer exist."""
    portal.build()
    for folder in (DRAWN, PACKED / str(SIDE), PACKED / str(LARGE)):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
    drawn = drawings()
    for name, drawing in drawn.items():
        (DRAWN / f"{name}.svg").write_text(drawing)
        for side in (SIDE, LARGE):
            (PACKED / str(side) / f"{name}.png").write_bytes(png(drawing, side))
    (PACKED / "names.txt").write_text("".join(f"{name}\n" for name in drawn))
    sheet(list(drawn)).quantize(256).save(SHEET, optimize=True)


def sheet(names: list[str]) -> Image.Image:
    """Return all sprites as Discord shows them: in three sizes, on its dark and its light background."""
    cell = sum(SIZES) + 5 * len(SIZES)
    rows = -(-len(names) // SHEET_COLUMNS)
    page = Image.new("RGB", (cell * SHEET_COLUMNS, len(GROUNDS) * rows * (SIZES[0] + 8)))
    for half, ground in enumerate(GROUNDS):
        top = half * rows * (SIZES[0] + 8)
        page.paste(ground, (0, top, page.width, top + rows * (SIZES[0] + 8)))
        for index, name in enumerate(names):
            sprite = Image.open(PACKED / str(SIDE) / f"{name}.png").convert("RGBA")
            left, upper = index % SHEET_COLUMNS * cell + 4, top + index // SHEET_COLUMNS * (SIZES[0] + 8) + 4
            for size in SIZES:
                small = sprite.resize((size, size), Image.Resampling.LANCZOS)
                page.paste(small, (left, upper), small)
                left += size + 4
    return page
