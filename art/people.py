"""The 104 people of Knights' Heads: nine faces with hat, hair and tool, each person by their looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from art.cards import back
from art.drawing import (
    BRONZE,
    CREAM,
    EDGE,
    GOLD,
    INK,
    PALE,
    STEEL,
    box,
    circle,
    clipped,
    group,
    paint,
    path,
    polygon,
    star,
    stroke,
    svg,
    text,
)
from art.looks import LOOKS, Looks
from art.props import EXTRAS, held

GOWNS = {
    "K": "#b8860b",
    "Q": "#8e3b8a",
    "N": "#4a6fa5",
    "A": "#6b7280",
    "M": "#2f7d4f",
    "S": "#c0652a",
    "D": "#c2417a",
    "J": "#b83232",
    "B": "#4b4038",
}
GROUNDS = {
    "K": "#ecd9a4",
    "Q": "#dfc3dd",
    "N": "#bcd0ea",
    "A": "#e6e8ea",
    "M": "#b9dcc4",
    "S": "#f0c39b",
    "D": "#f6bcd4",
    "J": "#e79b94",
    "B": "#57483c",
}
"""The background of each face; smiths stand in a dark forge."""
SUNLIT = "#ffe39a"
"""The paper of a notable person's card."""
WOMEN = {
    *(f"Q{number:02}" for number in range(1, 13)),
    *(f"M{number:02}" for number in range(2, 8)),
    *(f"D{number:02}" for number in range(1, 12)),
    *(f"J{number:02}" for number in range(2, 8)),
    "B12",
}
PORTRAIT = (9, 7, 110, 72)
"""The window above the number that shows the person."""


def sprites() -> Iterator[tuple[str, str]]:
    """Yield names and drawings: `knights_k01` to `knights_b12`, and the back."""
    yield "knights_back", back("#6d4023", "#e8d3b5", "#b98a5c")
    for card, looks in LOOKS.items():
        yield f"knights_{card.lower()}", _card(card, looks)


def _card(card: str, looks: Looks) -> str:
    x, y, width, height = PORTRAIT
    is_notable = card[1:] in ("01", "02")
    window = box(x, y, width, height, round_by=9, style="")
    ground = box(x, y, width, height, round_by=9, style=paint(GROUNDS[card[0]]))
    number = text(str(int(card[1:])), 80 if is_notable else 64, 119, 36, INK)
    mark = polygon(star(38, 102, 22), paint(GOLD, BRONZE, 4)) if is_notable else ""
    paper, edge = (SUNLIT, BRONZE) if is_notable else (CREAM, PALE)
    return svg(
        box(4, 2, 120, 124, round_by=13, style=paint(paper, edge, 5)),
        clipped("portrait", window, ground, group("translate(64 50) scale(0.63)", *_portrait(card, looks))),
        number,
        mark,
    )


def _portrait(card: str, looks: Looks) -> list[str]:
    """Return a person around the middle of the face, from behind the shoulders to the tool held in front."""
    is_woman = card in WOMEN
    face = card[0]
    drawn = [_behind(looks, is_woman), _gown(face, looks), _head(looks), _features(looks)]
    drawn += [_beard(looks)] if not is_woman else []
    drawn += [_front_hair(looks, is_woman), HATS[face](looks), held(face, looks.features)]
    return [*drawn, *(EXTRAS[each] for each in sorted(looks.features) if each in EXTRAS)]


def _behind(looks: Looks, is_woman: bool) -> str:  # noqa: FBT001 -- a plain yes or no of the card
    drawn = ""
    if "throne" in looks.features:
        drawn += path("M-56 70 V-44 L-40 -66 L0 -54 L40 -66 L56 -44 V70 Z", paint("#7a1f2b", BRONZE, 4))
    if "wings" in looks.features:
        wing = path(
            "M-30 34 C-70 30 -86 -10 -78 -50 C-60 -34 -40 -24 -30 6 Z", paint("#ffffff", "#9aa7b8", 3)
        )
        drawn += wing + group("scale(-1 1)", wing)
    if "halo" in looks.features:
        drawn += circle(0, -16, 50, stroke("#ffd95a", 6))
    if is_woman and "wimple" not in looks.features:
        drawn += _long_hair(looks)
    return drawn


def _long_hair(looks: Looks) -> str:
    style = paint(looks.hair, "#2a211d", 2)
    if "bun" in looks.features:
        return circle(-22, -38, 15, style) + path("M-34 -6 Q-40 -46 0 -48 Q40 -46 34 -6 V14 H-34 Z", style)
    if "braids" in looks.features:
        braid = path("M-30 0 Q-46 20 -36 36 Q-48 52 -36 68 L-26 66 Q-34 50 -24 36 Q-32 22 -22 6 Z", style)
        return braid + group("scale(-1 1)", braid) + path("M-34 0 Q-40 -46 0 -48 Q40 -46 34 0 Z", style)
    if "curls" in looks.features:
        spots = (
            (-32, -24),
            (-38, -4),
            (-38, 18),
            (-32, 36),
            (32, -24),
            (38, -4),
            (38, 18),
            (32, 36),
            (0, -36),
        )
        return "".join(circle(x, y, 15, style) for x, y in spots)
    return path("M-34 -14 Q-46 48 -32 70 L32 70 Q46 48 34 -14 Q0 -60 -34 -14 Z", style)


def _gown(face: str, looks: Looks) -> str:
    wide = 56 if looks.features & {"round", "strong", "full"} else 48
    colour = "#262a31" if "blackarmour" in looks.features else GOWNS[face]
    shoulders = path(f"M-{wide} 80 Q-{wide - 4} 40 0 36 Q{wide - 4} 40 {wide} 80 Z", paint(colour, INK, 2))
    neck = box(-11, 26, 22, 18, round_by=8, style=paint(looks.skin))
    return shoulders + neck + path("M-17 40 Q0 56 17 40", stroke(CREAM, 5))


def _head(looks: Looks) -> str:
    wide = 34 if "round" in looks.features else 28 if "tall" in looks.features else 30
    ears = circle(-wide, 6, 7, paint(looks.skin)) + circle(wide, 6, 7, paint(looks.skin))
    if "elven" in looks.features:
        ear = path("M-26 10 L-52 -10 L-28 -6 Z", paint(looks.skin, "#8a5a33", 2))
        ears = ear + group("scale(-1 1)", ear)
    if "halfear" in looks.features:
        ears = circle(-wide, 6, 7, paint(looks.skin)) + path(
            f"M{wide} 6 l5 3 l-3 4 l4 4 l-8 0 z", paint(looks.skin)
        )
    return ears + f'<ellipse cx="0" cy="4" rx="{wide}" ry="36" {paint(looks.skin, "#8a5a33", 1.5)}/>'


def _features(looks: Looks) -> str:
    """Return eyes, brows, mouth, and the marks of life in the face."""
    traits = looks.features
    eye = path("M-18 2 Q-11 6 -5 2", stroke(INK, 3.5))
    left, right = circle(-11, 0, 4.2, paint(INK)), circle(11, 0, 4.2, paint(INK))
    if "asleep" in traits:
        left, right = eye, group("translate(22 0)", eye)
    if "wink" in traits:
        right = path("M5 1 H18", stroke(INK, 4))
    brows = (
        "M-19 -12 L-6 -7 M19 -12 L6 -7"
        if "stern" in traits
        else "M-18 -9 Q-11 -14 -5 -10 M18 -9 Q11 -14 5 -10"
    )
    if "puzzled" in traits:
        brows = "M-18 -9 H-5 M18 -15 Q11 -20 5 -15"
    mouth = "M-9 24 H9" if traits & {"stern", "puzzled"} else "M-10 20 Q0 29 10 20"
    if "hum" in traits or "hush" in traits:
        mouth = "M-4 22 a4 4 0 1 0 8 0 a4 4 0 1 0 -8 0"
    drawn = left + right + path(brows, stroke("#4a3020", 3)) + path(mouth, stroke("#8a3f30", 3.6))
    drawn += path("M0 2 L-3 12 H2", stroke("#a86f4a", 2.2))
    if "lined" in traits:
        drawn += path("M-23 10 q4 4 8 2 M23 10 q-4 4 -8 2 M-12 -20 H12 M-9 -25 H9", stroke("#9a6a48", 1.8))
    if "freckled" in traits:
        drawn += "".join(
            circle(x, y, 1.8, paint("#b5652f")) for x, y in ((-18, 10), (-13, 13), (13, 13), (18, 10))
        )
    if "sooty" in traits:
        drawn += path(
            "M-24 12 q6 -6 12 2 q-4 8 -12 -2 z M12 20 q8 -4 12 2 q-6 6 -12 -2 z",
            paint("#33302d", opacity=0.6),
        )
    if "goldtooth" in traits:
        drawn += box(1, 22, 5, 5, round_by=1, style=paint(GOLD))
    return drawn


def _beard(looks: Looks) -> str:
    style = paint(looks.hair, "#2a211d", 1.5)
    shapes = {
        "full": path("M-29 6 Q-30 48 0 52 Q30 48 29 6 Q20 17 0 15 Q-20 17 -29 6 Z", style)
        + path("M-8 24 Q0 29 8 24", stroke("#7a3b2a", 3.4)),
        "long": path("M-29 6 Q-32 56 0 82 Q32 56 29 6 Q20 17 0 15 Q-20 17 -29 6 Z", style)
        + path("M-8 24 Q0 29 8 24", stroke("#7a3b2a", 3.4)),
        "short": path("M-28 12 Q-24 42 0 43 Q24 42 28 12 Q22 30 0 31 Q-22 30 -28 12 Z", style),
        "pointed": path("M-9 30 L0 54 L9 30 Q0 34 -9 30 Z M-14 17 Q0 10 14 17 Q0 20 -14 17 Z", style),
        "moustache": path("M0 14 Q-8 8 -22 20 Q-8 22 0 17 Q8 22 22 20 Q8 8 0 14 Z", style),
        "stubble": path(
            "M-27 14 Q-22 41 0 41 Q22 41 27 14 Q20 26 0 26 Q-20 26 -27 14 Z", paint(looks.hair, opacity=0.4)
        )
        + path("M-10 21 Q0 27 10 21", stroke("#8a3f30", 3.6)),
    }
    return "".join(shape for each, shape in shapes.items() if each in looks.features)


def _front_hair(looks: Looks, is_woman: bool) -> str:  # noqa: FBT001 -- a plain yes or no of the card
    if "bald" in looks.features:
        return path("M-14 -24 Q-6 -30 2 -28", stroke("#ffffff", 4))
    style = paint(looks.hair, "#2a211d", 1.5)
    if is_woman:
        return path("M-31 -2 Q-32 -38 0 -38 Q32 -38 31 -2 Q24 -22 4 -24 Q-22 -22 -31 -2 Z", style)
    return path(
        "M-31 -2 Q-34 -38 0 -40 Q34 -38 31 -2 Q28 -18 14 -22 Q-8 -24 -24 -18 Q-29 -12 -31 -2 Z", style
    )


def _king(_: Looks) -> str:
    crown = path("M-32 -20 L-37 -58 L-17 -38 L0 -64 L17 -38 L37 -58 L32 -20 Z", paint(GOLD, "#7a5a10", 3.5))
    return crown + "".join(circle(x, -29, 4.5, paint("#c0392b")) for x in (-16, 0, 16))


def _queen(looks: Looks) -> str:
    if "uncrowned" in looks.features:
        return path("M-28 -26 Q0 -40 28 -26", stroke("#e58ab5", 6))
    tiara = path(
        "M-29 -22 Q0 -36 29 -22 L24 -46 L12 -34 L0 -58 L-12 -34 L-24 -46 Z", paint(GOLD, "#7a5a10", 3)
    )
    return tiara + circle(0, -36, 5, paint("#7b3fa0"))


def _knight(looks: Looks) -> str:
    steel = "#3c434d" if "blackarmour" in looks.features else STEEL
    if "bare" in looks.features:
        return ""
    plume = path("M0 -48 Q18 -84 38 -64", stroke("#c0392b", 10))
    helmet = path("M-35 34 Q-42 -48 0 -52 Q42 -48 35 34 L22 38 V-6 H-22 V38 Z", paint(steel, EDGE, 3))
    visor = path("M-24 -8 H24 V8 H-24 Z", paint(steel, EDGE, 3)) + path("M-17 0 H17", stroke(INK, 4))
    return plume + helmet + (visor if "closed" in looks.features else "")


def _armorer(looks: Looks) -> str:
    if "bighelmet" in looks.features:
        return path(
            "M-42 6 Q-46 -58 0 -60 Q46 -58 42 6 L30 6 Q32 -18 0 -18 Q-32 -18 -30 6 Z", paint(STEEL, EDGE, 3)
        )
    band = path("M-33 -12 Q-30 -44 0 -45 Q30 -44 33 -12 Q0 -26 -33 -12 Z", paint("#7d6a4f", "#463a28", 3))
    return band + path("M-32 -14 Q0 -28 32 -14", stroke(STEEL, 5))


def _merchant(looks: Looks) -> str:
    traits = looks.features
    if "wizard" in traits:
        hat = path("M-46 -18 Q0 -34 46 -18 L30 -26 L8 -70 L-30 -26 Z", paint("#31408f", "#1a2350", 3))
        return hat + polygon(star(2, -46, 9), paint("#ffe08a"))
    if "turban" in traits:
        wrap = path("M-38 -8 Q-48 -54 0 -56 Q48 -54 38 -8 Q0 -26 -38 -8 Z", paint("#f4ead2", "#8c7a55", 3))
        return (
            wrap
            + path("M-34 -20 Q4 -50 36 -34 M-24 -12 Q10 -36 40 -20", stroke("#c9b98f", 4))
            + circle(0, -30, 6, paint("#1f7d6a"))
        )
    if "wimple" in traits:
        veil = "M-36 44 Q-44 -50 0 -50 Q44 -50 36 44 L24 52 Q32 -20 0 -22 Q-32 -20 -24 52 Z"
        return path(veil, paint("#ffffff", "#9aa7b8", 3))
    return path("M-44 -16 Q0 -32 44 -16 Q38 -56 0 -54 Q-38 -56 -44 -16 Z", paint("#1f5c3a", "#0f3520", 3.5))


def _messenger(looks: Looks) -> str:
    cap = path("M-34 -14 Q-30 -52 6 -50 Q36 -46 34 -14 Q0 -28 -34 -14 Z", paint("#c0652a", "#6d3410", 3.5))
    if "mask" in looks.features:
        cap += path("M-28 -8 Q0 -14 28 -8 V6 Q12 12 0 4 Q-12 12 -28 6 Z", paint(INK)) + "".join(
            circle(x, 0, 4, paint("#ffffff")) for x in (-11, 11)
        )
    return cap + path("M24 -38 q34 -26 40 6 q-20 -8 -36 8 z", paint("#ffffff", "#8a8f98", 2.5))


def _dancer(looks: Looks) -> str:
    if "short" in looks.features:
        return path(
            "M-34 -12 Q-28 -52 24 -44 Q46 -36 34 -12 Q0 -28 -34 -12 Z", paint("#c2417a", "#6e1a42", 3)
        ) + path("M20 -44 Q40 -78 52 -46", stroke("#ffd34d", 6))
    veil = path(
        "M-37 10 Q-46 -50 0 -50 Q46 -50 37 10 Q48 52 32 70 Q36 4 0 -22 Q-36 4 -32 70 Q-48 52 -37 10 Z",
        paint("#e58ab5", "#98325f", 3),
    )
    return veil + circle(0, -31, 6, paint("#ffe08a", "#8a6414", 2))


def _juggler(_: Looks) -> str:
    cap = path(
        "M-33 -15 Q-54 -66 -60 -28 Q-48 -54 -15 -40 Q0 -80 15 -40"
        " Q48 -54 60 -28 Q54 -66 33 -15 Q0 -30 -33 -15 Z",
        paint("#b83232", "#5e1010", 3.5),
    )
    return cap + "".join(
        circle(x, y, 8, paint("#ffd34d", BRONZE, 2)) for x, y in ((-60, -24), (60, -24), (0, -62))
    )


def _blacksmith(_: Looks) -> str:
    return path("M-31 -18 Q0 -32 31 -18", stroke("#e0562f", 9)) + path(
        "M30 -20 l14 -8 l2 14 z", paint("#e0562f")
    )


HATS: dict[str, Callable[[Looks], str]] = {
    "K": _king,
    "Q": _queen,
    "N": _knight,
    "A": _armorer,
    "M": _merchant,
    "S": _messenger,
    "D": _dancer,
    "J": _juggler,
    "B": _blacksmith,
}
