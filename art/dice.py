"""Stone Hand's eight-sided dice: plain ones, and those of a home throw."""

from __future__ import annotations

from collections.abc import Iterator

from art.drawing import BRONZE, GOLD, INK, paint, polygon, svg, text

_OUTLINE = [(64.0, 4.0), (122.0, 46.0), (104.0, 122.0), (24.0, 122.0), (6.0, 46.0)]
_FACE = [(64.0, 8.0), (113.0, 98.0), (15.0, 98.0)]


def sprites() -> Iterator[tuple[str, str]]:
    """Yield names and drawings: `die_5`, and `home_5` on gold."""
    for number in range(1, 9):
        yield f"die_{number}", _die(str(number), "#cdbb92", "#fffaf0", "#8d7a4d")
        yield f"home_{number}", _die(str(number), GOLD, "#fff1c4", BRONZE)


def _die(number: str, side: str, face: str, edge: str) -> str:
    """Return a lying die: one face towards the viewer, its number large, the others around it."""
    return svg(
        polygon(_OUTLINE, paint(side, edge, 5)),
        polygon(_FACE, paint(face, edge, 4)),
        text(number, 64, 90, 54, INK),
    )
