"""The props of Knights' Heads people: the tools of their trades, and what each is known for."""

from __future__ import annotations

from art.drawing import BRONZE, EDGE, GOLD, INK, STEEL, box, circle, group, paint, path, polygon, star, stroke


def held(face: str, traits: frozenset[str]) -> str:
    """Return the tool of the trade, unless the person is known for holding something else."""
    match face:
        case "A":
            shield = path("M-17 -20 h34 v15 q0 22 -17 30 q-17 -8 -17 -30 z", paint("#dfe6ee", EDGE, 3.5))
            return group("translate(52 28) rotate(14)", shield)
        case "M" if not traits & {"wizard", "holy"}:
            purse = path("M-14 -8 q14 -13 28 0 q11 28 -14 28 q-25 0 -14 -28 z", paint(GOLD, "#7a5a10", 3.5))
            return group("translate(52 32)", purse)
        case "S" if not traits & {"wings", "hawk"}:
            return group("translate(50 34)", _letter())
        case "J":
            return _juggled(traits)
        case "B":
            side = -1 if "lefthand" in traits else 1
            return group(f"translate({54 * side} 18) rotate({20 * side}) scale(1.4)", _hammer())
        case _:
            return ""


def _letter() -> str:
    sheet = box(-19, -13, 38, 26, round_by=3, style=paint("#f4ead2", "#8c7a55", 3))
    return sheet + path("M-19 -12 L0 4 L19 -12", stroke("#8c7a55", 2.5)) + circle(0, 4, 5, paint("#b83232"))


def _hammer() -> str:
    return box(-5, -8, 10, 40, round_by=3, style=paint("#a9743f", "#3c2410", 2)) + box(
        -20, -24, 40, 20, round_by=4, style=paint("#9aa4af", "#23272c", 3.5)
    )


def _juggled(traits: frozenset[str]) -> str:
    """Return three or more of the person's juggled things, in an arc."""
    spots = ((-64, 0), (-52, 26), (52, 26), (64, 0))
    things = {
        "torches": path("M-3 4 h6 v18 h-6 z", paint("#7a5230"))
        + path("M0 -22 q14 14 6 26 h-12 q-8 -12 6 -26 z", paint("#ff9a3c", "#c23b1a", 2)),
        "daggers": path("M0 -22 L6 6 H-6 Z", paint("#e5ebf2", EDGE, 2))
        + path("M-10 6 H10 M0 6 V18", stroke("#5a3a22", 5)),
        "eggs": '<ellipse cx="0" cy="0" rx="9" ry="12" fill="#fff6e3" stroke="#b79a6b" stroke-width="2.5"/>',
        "plates": '<ellipse cx="0" cy="0" rx="17" ry="7" fill="#ffffff" stroke="#6d7a88" stroke-width="3"/>',
        "shoes": path("M-12 -8 h10 q2 8 14 8 v8 h-24 z", paint("#7a3b2a", "#3c1a10", 2)),
        "horseshoes": path("M-9 10 Q-16 -14 0 -14 Q16 -14 9 10", stroke("#69717a", 7)),
        "coins": circle(0, 0, 11, paint(GOLD, BRONZE, 3)),
        "apples": circle(0, 2, 11, paint("#c8352c", "#6e1616", 2))
        + path("M0 -8 q2 -8 8 -8", stroke("#1f7a3d", 4)),
    }
    named = sorted(traits & set(things))
    if "oneball" in traits:
        return group("translate(44 -62)", circle(0, 0, 12, paint("#ffd34d", BRONZE, 3)))
    if named:
        return "".join(group(f"translate({x} {y})", things[named[0]]) for x, y in spots)
    colours = ("#ffd34d", "#6fb7ff", "#7fd48a", "#c792ea")
    return "".join(circle(x, y, 12, paint(c, INK, 2.5)) for (x, y), c in zip(spots, colours, strict=True))


_CANDLE = box(-6, -4, 12, 34, round_by=2, style=paint("#fffdf6", "#8c7a55", 2.5)) + path(
    "M0 -26 q9 12 0 20 q-9 -8 0 -20 z", paint("#ffb43c", "#c2571a", 2)
)
_CUP = path("M-15 -18 H15 Q15 4 4 6 V16 H12 V22 H-12 V16 H-4 V6 Q-15 4 -15 -18 Z", paint(GOLD, BRONZE, 3))
_MUG = box(-14, -16, 28, 34, round_by=4, style=paint("#b8722c", "#4a2c0d", 3)) + path(
    "M14 -8 h9 v18 h-9", stroke("#4a2c0d", 5)
)
_FOAM = "".join(circle(x, -18, 8, paint("#ffffff", "#b9b2a2", 2)) for x in (-10, 0, 10))
EXTRAS = {
    "sceptre": group(
        "translate(-62 22) rotate(-8)",
        path("M0 -34 V40", stroke(BRONZE, 8)),
        circle(0, -42, 12, paint(GOLD, BRONZE, 3)),
    ),
    "ring": group("translate(50 40)", circle(0, 0, 10, stroke(GOLD, 5)), circle(0, -12, 5, paint("#3b82c4"))),
    "cup": group("translate(56 26)", _CUP),
    "sword": group(
        "translate(44 30)",
        path("M0 -52 L7 -40 V28 H-7 V-40 Z", paint("#e5ebf2", EDGE, 3)),
        path("M-18 28 H18 M0 28 V46", stroke(BRONZE, 8)),
    ),
    "letter": group("translate(50 36)", _letter()),
    "earrings": circle(-31, 20, 5.5, paint(GOLD, BRONZE, 2)) + circle(31, 20, 5.5, paint(GOLD, BRONZE, 2)),
    "poppies": "".join(
        circle(x, y, 9, paint("#d8352c", "#6e1616", 2)) + circle(x, y, 3, paint(INK))
        for x, y in ((-66, 14), (-52, 34), (52, 34), (66, 14))
    ),
    "dubbed": group(
        "translate(-38 -20) rotate(28)", path("M0 -60 L6 -50 V58 H-6 V-50 Z", paint("#e5ebf2", EDGE, 3))
    ),
    "mule": group(
        "translate(60 22)",
        path(
            "M-14 30 L-10 -6 L-18 -34 L-4 -14 L4 -34 L8 -10 L20 14 L14 30 Z", paint("#8c7b6b", "#463a30", 3)
        ),
        circle(2, -2, 3.5, paint(INK)),
    ),
    "mug": group("translate(-56 28)", _MUG, _FOAM),
    "pipe": path("M8 24 Q24 26 34 36", stroke("#5a3a22", 5))
    + path("M28 32 h14 v16 h-14 z", paint("#5a3a22", INK, 2))
    + path("M36 26 q-6 -10 2 -18 q8 -8 0 -18", stroke("#cfd3d8", 4)),
    "shine": polygon(star(-42, -34, 16, points=4, waist=0.3), paint("#fff3b0", BRONZE, 2)),
    "twohammers": group("translate(-54 24) rotate(-24)", _hammer()),
    "bandage": group(
        "translate(-54 38)",
        box(-6, -22, 12, 36, round_by=6, style=paint("#f2c3a0", "#8a5a33", 2)),
        box(-7, -22, 14, 18, round_by=6, style=paint("#ffffff", "#9aa7b8", 2)),
    ),
    "coin": group(
        "translate(-54 36)", circle(0, 0, 13, paint(GOLD, BRONZE, 3)), circle(0, 0, 7, stroke(BRONZE, 2.5))
    ),
    "strap": path("M-40 38 L30 60", stroke("#5a3a22", 10)),
    "cat": group(
        "translate(-56 32)",
        path("M-16 20 V-8 L-12 -22 L-4 -12 H4 L12 -22 L16 -8 V20 Z", paint(STEEL, EDGE, 3)),
        circle(-5, -2, 2.8, paint(INK)),
        circle(5, -2, 2.8, paint(INK)),
    ),
    "holy": group("translate(54 28)", path("M0 -24 V26 M-15 -8 H15", stroke(GOLD, 9))),
    "candle": group("translate(-60 22)", _CANDLE),
    "pack": path("M-56 80 V18 Q-56 -2 -40 2 L-38 80 Z", paint("#8b5a2b", "#4a2c0d", 3)),
    "eel": path("M-74 40 Q-62 10 -52 28 Q-42 46 -32 24", stroke("#41565a", 9)),
    "hawk": group(
        "translate(46 6)",
        path("M-6 26 Q-18 -2 4 -18 L18 -14 L10 -8 Q20 10 8 30 Z", paint("#7a5230", "#3c2410", 3)),
        circle(4, -9, 3, paint("#ffe08a")),
    ),
    "muddy": "".join(
        circle(x, y, 5, paint("#5b4326"))
        for x, y in ((-40, 40), (-24, 42), (34, 40), (16, 18), (-20, 14), (4, -24))
    ),
    "hush": path("M0 8 V40", stroke("#e9b98f", 8)),
    "wet": "".join(
        path(f"M{x} {y} q7 11 0 15 q-7 -4 0 -15 z", paint("#6fb7ff", "#2f78ba", 1.5))
        for x, y in ((-24, 12), (20, 18), (-8, 40), (34, -4))
    ),
    "veiled": path("M-32 12 Q0 2 32 12 Q26 46 0 46 Q-26 46 -32 12 Z", paint("#f7c6dc", "#98325f", 2.5)),
    "rose": path("M-14 24 H14", stroke("#1f7a3d", 3.5)) + circle(18, 23, 8, paint("#d8352c", "#6e1616", 2)),
    "snow": "".join(
        polygon(star(x, y, 8, points=6, waist=0.3), paint("#ffffff", "#8fb8f5", 1))
        for x, y in ((-52, -30), (50, -40), (-54, 24), (54, 16))
    ),
    "bells": "".join(circle(x, 34, 7, paint("#ffd34d", BRONZE, 2)) for x in (-24, -8, 8, 24)),
    "flower": group(
        "translate(28 -30)",
        *(circle(x, y, 6, paint("#ffffff", "#c2417a", 1.5)) for x, y in ((0, -8), (8, 0), (0, 8), (-8, 0))),
        circle(0, 0, 5, paint("#ffd34d")),
    ),
    "drop": path("M46 -44 q15 24 0 32 q-15 -8 0 -32 z", paint("#6fb7ff", "#2f78ba", 2.5)),
    "shadow": group(
        "translate(16 6)",
        path("M20 -40 Q56 -30 44 10 Q60 50 50 80 H30 Q36 20 20 -40 Z", paint(INK, opacity=0.35)),
    ),
    "blindfold": path("M-31 -8 H31 V7 H-31 Z", paint("#3d5a80", "#1d2f47", 2))
    + path("M30 -2 L50 10 M30 0 L46 20", stroke("#3d5a80", 5)),
    "upside": path(
        "M-66 42 q4 -28 13 -28 q9 0 5 28 z M48 42 q-4 -28 5 -28 q9 0 13 28 z", paint("#7a3b2a", "#3c1a10", 2)
    ),
    "nail": group("translate(-56 28) rotate(-12)", path("M-9 -18 H9 M0 -18 V26", stroke("#69717a", 6))),
}
"""The things that people are known for, by their words in `art/looks.py`."""
