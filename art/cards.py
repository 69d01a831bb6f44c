"""The cards of Destiny and of Dividha: one big rank, one big suit, a plain ground."""

from __future__ import annotations

from collections.abc import Iterator

from art.drawing import (
    CREAM,
    GOLD,
    INK,
    PALE,
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

_LEFT, _WIDTH = 15, 98
DESTINY = {"c": "#1f7a3d", "d": "#1769c4", "h": "#c8352c", "s": "#20242c"}
DIVIDHA = {"H": "#2f78ba", "D": "#15877a", "B": "#a8611b", "V": "#b98500", "L": "#ff8a73"}
MORTAL = ("A", "K", "Q", "J", "7", "6", "5", "4", "3", "2")


def sprites() -> Iterator[tuple[str, str]]:
    """Yield names and drawings: `destiny_ah`, `dividha_6v1`, `dividha_god`, and the backs."""
    yield "destiny_back", back("#39507a", "#c9d4ea", "#7f97c4")
    yield "dividha_back", back("#5b3f73", "#ddcbea", "#a184bd")
    for suit, colour in DESTINY.items():
        for rank in "23456789TJQKA":
            shown = "10" if rank == "T" else rank
            yield (
                f"destiny_{rank.lower()}{suit}",
                _card(CREAM, PALE, _rank(shown, colour), _pip(suit, colour)),
            )
    for number in "12":
        yield f"destiny_joker{number}", _card("#f3ecfb", "#8d6ab0", _jester(), text(number, 64, 120, 33, INK))
    for suit in "HDBVL":
        for rank in MORTAL:
            if rank == "6" and suit in "VL":
                yield from (
                    (f"dividha_6{suit.lower()}{each}", _dividha("6", suit, int(each))) for each in "123"
                )
            else:
                yield f"dividha_{rank.lower()}{suit.lower()}", _dividha(rank, suit)
    sun = polygon(star(64, 50, 42, points=12, waist=0.62), paint("#fff8dc", "#8a6414", 4))
    yield "dividha_god", _card("#f2b91f", "#8a6414", sun, text("GOD", 64, 117, 24, INK, width_max=84))
    name = text("SATAN", 64, 117, 22, "#ffd9cf", width_max=86)
    yield "dividha_satan", _card("#120607", "#ff5a43", _horns(), name)


def back(ground: str, edge: str, line: str) -> str:
    """Return a card face down."""
    lozenge = [(64.0, 34.0), (88.0, 64.0), (64.0, 94.0), (40.0, 64.0)]
    return svg(
        box(_LEFT, 3, _WIDTH, 122, round_by=13, style=paint(ground, edge, 6)),
        box(_LEFT + 12, 15, _WIDTH - 24, 98, round_by=7, style=paint("none", line, 4)),
        polygon(lozenge, paint(line)),
    )


def _card(ground: str, edge: str, *shapes: str) -> str:
    return svg(box(_LEFT, 3, _WIDTH, 122, round_by=13, style=paint(ground, edge, 5)), *shapes)


def _rank(rank: str, colour: str) -> str:
    baseline, height = (56, 43) if rank == "Q" else (66, 50)  # room for its tail
    return text(rank, 64, baseline, height, colour, width_max=84)


def _dividha(rank: str, suit: str, number: int = 1) -> str:
    ground, edge, ink = {"V": ("#fff3c9", "#d8a50e", INK), "L": ("#3a1414", "#b0392d", "#ffe4dc")}.get(
        suit, (CREAM, PALE, INK)
    )
    return _card(ground, edge, _rank(rank, ink), *_suits(suit, number))


def _suits(suit: str, number: int) -> list[str]:
    """Return the suit this many times side by side."""
    drawn, scale = suit_of_dividha(suit), (1, 0.86, 0.6)[number - 1]
    middles = [64 + (each - (number - 1) / 2) * 50 * scale for each in range(number)]
    return [group(f"translate({x:g} 97) scale({scale}) translate(-64 -97)", drawn) for x in middles]


def suit_of_dividha(suit: str) -> str:
    """Return a ring, half disc, triangle, star or flame: each is recognisable without its colour."""
    colour = DIVIDHA[suit]
    match suit:
        case "H":
            return circle(64, 96, 17, stroke(colour, 10))
        case "D":
            return circle(64, 96, 19, stroke(colour, 6)) + path("M64 77 A19 19 0 0 0 64 115 Z", paint(colour))
        case "B":
            return polygon(regular(64, 100, 22, 3), paint("none", colour, 9))
        case "V":
            return polygon(star(64, 97, 26), paint(colour))
        case _:
            return path(
                "M64 70 C69 82 87 86 84 102 C82 115 72 119 64 119 C56 119 46 115 44 102 C43 92 53 89 53 79"
                " C59 82 62 78 64 70 Z",
                paint(colour),
            )


def _pip(suit: str, colour: str) -> str:
    """Return a French suit."""
    match suit:
        case "h":
            return path(
                "M64 119 L42 96 C34 86 42 73 53 75 C59 76 62 80 64 84"
                " C66 80 69 76 75 75 C86 73 94 86 86 96 Z",
                paint(colour),
            )
        case "d":
            return polygon([(64, 71), (86, 96), (64, 121), (42, 96)], paint(colour))
        case "s":
            return path(
                "M64 71 C72 82 88 89 87 101 C86 110 75 113 68 106 L72 120 L56 120 L60 106"
                " C53 113 42 110 41 101 C40 89 56 82 64 71 Z",
                paint(colour),
            )
        case _:
            stem = path("M60 98 L55 120 L73 120 L68 98 Z", paint(colour))
            return stem + "".join(
                circle(x, y, 12, paint(colour)) for x, y in ((64, 83), (51, 101), (77, 101))
            )


def _jester() -> str:
    """Return a cap with three bells, and no face under it."""
    cap = path(
        "M34 84 Q24 40 20 62 Q26 20 52 44 Q64 8 76 44 Q102 20 108 62 Q104 40 94 84 Z",
        paint("#7a3fa0", "#3d1b54", 4),
    )
    bells = "".join(circle(x, y, 7, paint(GOLD, "#8a6414", 3)) for x, y in ((20, 64), (64, 20), (108, 64)))
    return group("translate(6.4 -2) scale(0.9)", cap, bells)


def _horns() -> str:
    """Return a horned head with burning eyes."""
    head = path(
        "M34 44 Q14 34 20 10 Q28 30 46 28 Q64 20 82 28 Q100 30 108 10 Q114 34 94 44"
        " Q98 66 64 92 Q30 66 34 44 Z",
        paint("#d1362a", "#ff8a73", 3),
    )
    return head + path("M42 46 L58 54 L46 60 Z M86 46 L70 54 L82 60 Z", paint("#ffe08a"))
