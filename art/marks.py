"""Marks of the table: seats, money, and events."""

from __future__ import annotations

from collections.abc import Iterator

from art.drawing import (
    BRONZE,
    GOLD,
    INK,
    SIDE,
    box,
    circle,
    group,
    paint,
    path,
    polygon,
    regular,
    star,
    stroke,
    svg,
    text,
)

SEATS = ("#6fb7ff", "#ffb454", "#c792ea", "#7fd48a", "#ff8f80", "#f2e96b")
EDGE = "#20242c"


def sprites() -> Iterator[tuple[str, str]]:
    """Yield names and drawings: `seat_1` to `seat_12`, `coin`, `crown`, and so on."""
    for seat in range(1, 13):
        yield f"seat_{seat}", _seat(seat)
    yield "coin", svg(_coin())
    yield "pay", svg(_coin(), path("M64 34 V84 M46 68 L64 88 L82 68", stroke("#6d4c0c", 11)))
    yield (
        "crown",
        svg(
            path("M18 104 L8 36 L42 62 L64 16 L86 62 L120 36 L110 104 Z", paint(GOLD, BRONZE, 7)),
            *(circle(x, 88, 7, paint("#c0392b")) for x in (40, 64, 88)),
        ),
    )
    yield "pays", svg(path("M44 8 H84 V58 H112 L64 120 L16 58 H44 Z", paint("#e0604f", "#7b2419", 6)))
    yield (
        "eye",
        svg(
            path("M6 64 Q64 8 122 64 Q64 120 6 64 Z", paint("#ffffff", EDGE, 7)),
            circle(64, 64, 22, paint("#2f78ba")),
            circle(64, 64, 11, paint(INK)),
        ),
    )
    ring = circle(64, 64, 52, stroke(EDGE, 20)) + circle(64, 64, 52, stroke(GOLD, 12))
    yield "held", svg(box(43, 36, 42, 56, round_by=6, style=paint("#39507a", "#c9d4ea", 6)), ring)
    yield "dealer", svg(circle(64, 64, 56, paint("#ffffff", EDGE, 7)), text("D", 64, 90, 54, INK))
    yield (
        "gap",
        svg(
            '<rect x="15" y="5" width="98" height="118" rx="13" fill="none" stroke="#8f98a3" stroke-width="6"'
            ' stroke-dasharray="14 10"/>'
        ),
    )
    yield "win", svg(polygon(regular(64, 76, 68, 3), paint("#f2c14e", "#6b4d08", 7)))
    yield (
        "lose",
        svg(group("rotate(180 64 64)", polygon(regular(64, 76, 68, 3), paint("#8fb8f5", "#203f73", 7)))),
    )
    yield (
        "half",
        svg(
            polygon(regular(64, 64, 58, 4), paint("#8fb8f5", EDGE, 6)),
            polygon([(64, 6), (122, 64), (6, 64)], paint("#f2c14e", EDGE, 6)),
        ),
    )
    yield "notable", svg(polygon(star(64, 68, 62), paint(GOLD, BRONZE, 7)))
    yield (
        "house",
        svg(
            path("M10 62 L64 14 L118 62 V66 H104 V118 H24 V66 H10 Z", paint("#b8722c", "#4a2c0d", 6)),
            box(52, 78, 24, 40, round_by=3, style=paint("#ffe4a8", "#4a2c0d", 5)),
        ),
    )
    yield (
        "chance",
        svg(
            box(26, 54, 76, 64, round_by=10, style=paint("#9fb3a6", EDGE, 6)),
            path("M42 54 V38 A22 22 0 0 1 86 38 V54", stroke(EDGE, 11)),
            circle(64, 82, 9, paint(EDGE)),
        ),
    )
    yield (
        "clock",
        svg(
            path("M30 12 H98 M30 116 H98", stroke(EDGE, 10)),
            path("M36 16 V34 L60 64 L36 94 V112 H92 V94 L68 64 L92 34 V16 Z", paint("#f6efdf", EDGE, 6)),
            path("M46 108 L64 82 L82 108 Z", paint("#d8a50e")),
        ),
    )


def _coin() -> str:
    return (
        circle(64, 67, 57, paint(BRONZE))
        + circle(64, 61, 56, paint(GOLD, BRONZE, 6))
        + circle(64, 61, 40, stroke("#b98a24", 5))
    )


def _seat(seat: int) -> str:
    """Return one of six shapes in six colours; from the seventh seat on light and dark are swapped."""
    shape, is_dark = (seat - 1) % 6, seat > len(SEATS)
    colour = SEATS[shape]
    style = paint(EDGE, colour, 10) if is_dark else paint(colour, EDGE, 6)
    middle = SIDE / 2
    drawn = (
        circle(middle, middle, 54, style),
        box(12, 12, 104, 104, round_by=12, style=style),
        polygon(regular(middle, middle, 60, 4), style),
        polygon(regular(middle, 76, 70, 3), style),
        polygon(regular(middle, middle, 60, 6), style),
        polygon(star(middle, 68, 64, waist=0.6), style),
    )[shape]
    baseline, room = ((88, 66), (88, 66), (86, 60), (102, 48), (88, 66), (90, 48))[shape]
    number = str(seat)
    height = 46 if len(number) == 1 else 36
    return svg(drawn, text(number, middle, baseline, height, colour if is_dark else INK, width_max=room))
