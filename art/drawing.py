"""The shapes of all sprites, as SVG on a ground of 128 by 128."""

from __future__ import annotations

import json
import math
from pathlib import Path

SIDE = 128
INK = "#1b1d22"
CREAM = "#fffdf6"
GOLD = "#e7b84b"
BRONZE = "#8a6414"
PALE = "#d9cfb5"
STEEL = "#b9c3cf"
EDGE = "#5b6672"
"""The line around steel."""

_GLYPHS = json.loads((Path(__file__).parent / "glyphs.json").read_text())
_HEIGHT = 660
"""The height of a capital, in thousandths of the letter height."""


def svg(*shapes: str) -> str:
    """Return a whole sprite."""
    body = "\n".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">\n{body}\n</svg>\n'


def box(x: float, y: float, width: float, height: float, *, round_by: float, style: str) -> str:
    """Return a rectangle with round corners; `style` are the attributes that colour it."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_by:g}" {style}/>'


def circle(x: float, y: float, radius: float, style: str) -> str:
    """Return a circle around a point."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {style}/>'


def path(commands: str, style: str) -> str:
    """Return a path by its SVG commands."""
    return f'<path d="{commands}" {style}/>'


def polygon(points: list[tuple[float, float]], style: str) -> str:
    """Return a closed shape through these points."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{corners}" {style}/>'


def regular(
    x: float, y: float, radius: float, corners: int, *, turned: float = 0.0
) -> list[tuple[float, float]]:
    """Return the corners of a regular polygon, the first of them on top."""
    angles = (math.tau * each / corners - math.pi / 2 + turned for each in range(corners))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def star(
    x: float, y: float, radius: float, *, points: int = 5, waist: float = 0.44
) -> list[tuple[float, float]]:
    """Return the corners of a star, the first of them on top."""
    outer = regular(x, y, radius, points)
    inner = regular(x, y, radius * waist, points, turned=math.pi / points)
    return [corner for pair in zip(outer, inner, strict=True) for corner in pair]


def paint(fill: str, line: str = "none", width: float = 0, *, opacity: float = 1) -> str:
    """Return the attributes of a filled shape with an outline."""
    outline = f' stroke="{line}" stroke-width="{width:g}" stroke-linejoin="round"' if width else ""
    veil = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return f'fill="{fill}"{outline}{veil}'


def stroke(line: str, width: float) -> str:
    """Return the attributes of an open line."""
    return (
        f'fill="none" stroke="{line}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
    )


def group(transform: str, *shapes: str) -> str:
    """Return shapes that are moved, turned or scaled together."""
    return f'<g transform="{transform}">{"".join(shapes)}</g>'


def clipped(name: str, window: str, *shapes: str) -> str:
    """Return shapes clipped to a window, which is a shape itself."""
    return f'<clipPath id="{name}">{window}</clipPath><g clip-path="url(#{name})">{"".join(shapes)}</g>'


def text(words: str, x: float, baseline: float, height: float, fill: str, *, width_max: float = SIDE) -> str:
    """Return capitals and digits of that height, centred on x, and narrowed if they are too wide."""
    scale = height / _HEIGHT
    squeeze = min(1.0, width_max / (sum(_GLYPHS[each]["width"] for each in words) * scale))
    left = x - sum(_GLYPHS[each]["width"] for each in words) * scale * squeeze / 2
    letters = []
    for each in words:
        letters.append(
            group(
                f"translate({left:.1f} {baseline:g}) scale({scale * squeeze:.4f} {scale:.4f})",
                path(_GLYPHS[each]["path"], ""),
            )
        )
        left += _GLYPHS[each]["width"] * scale * squeeze
    return f'<g fill="{fill}">{"".join(letters)}</g>'
