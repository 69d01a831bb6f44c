"""Drawings of Discord’s developer portal at each step of setting up a bot, for `docs/host`.

They show only what matters: the page, the button to press (ringed), and the expected text afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
DRAWN = ROOT / "docs" / "host"
WIDTH, HEIGHT = 720, 320
SIDE = 168
"""The width of the list of pages."""
PAGES = ("General Information", "Installation", "OAuth2", "Bot", "Emojis")
GROUND, LIST, FIELD, LINE = "#1a1b1e", "#232428", "#111214", "#3a3c43"
WORDS, QUIET, BLUE, GREEN, RING = "#f2f3f5", "#a5a8b0", "#5865f2", "#248046", "#f0b232"


def drawings() -> dict[str, str]:
    """Return every step by the name of its file."""
    return {
        "portal-1-application": _window("", "Applications", _application()),
        "portal-2-token": _window("Bot", "Bot", _token()),
        "portal-3-intents": _window("Bot", "Privileged Gateway Intents", _intents()),
        "portal-4-installation": _window("Installation", "Installation Contexts", _installation()),
        "portal-5-invitation": _window("", "Add Taproom to your server", _invitation()),
    }


def build() -> None:
    """Write all of them anew."""
    for name, drawing in drawings().items():
        (DRAWN / f"{name}.svg").write_text(drawing)


def _window(page: str, title: str, body: Iterator[str]) -> str:
    """Return the portal with a page of its list chosen; without a page there is no list."""
    left = SIDE if page else 0
    listed = _list(page) if page else ()
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
            '<g font-family="sans-serif">',
            _box(0, 0, WIDTH, HEIGHT, GROUND, 12),
            *listed,
            f'<g transform="translate({left + 28} 0)">',
            _text(0, 46, title, 20, bold=True),
            *body,
            "</g></g>",
            "</svg>\n",
        )
    )


def _list(page: str) -> Iterator[str]:
    yield _box(0, 0, SIDE, HEIGHT, LIST, 12)
    yield _text(18, 38, "Taproom", 15, bold=True)
    for index, name in enumerate(PAGES):
        top = 58 + 36 * index
        if name == page:
            yield _box(10, top, SIDE - 20, 30, LINE, 6)
        yield _text(18, top + 20, name, 13, WORDS if name == page else QUIET)


def _application() -> Iterator[str]:
    yield _button(520, 24, "New Application", BLUE, 144)
    yield _ring(514, 18, 156, 44)
    yield _box(150, 92, 370, 196, LIST, 10)
    yield _text(172, 126, "Create an application", 16, bold=True)
    yield _text(172, 154, "NAME", 11, QUIET)
    yield _box(172, 162, 326, 34, FIELD, 6)
    yield _text(184, 184, "Taproom", 14)
    yield _tick(172, 210)
    yield _text(198, 223, "I agree to the terms", 12, QUIET)
    yield _button(410, 240, "Create", BLUE, 88)
    yield _ring(404, 234, 100, 44)


def _token() -> Iterator[str]:
    yield _text(0, 84, "USERNAME", 11, QUIET)
    yield _box(0, 92, 300, 34, FIELD, 6)
    yield _text(12, 114, "Taproom", 14)
    yield _text(0, 168, "TOKEN", 11, QUIET)
    yield _text(0, 192, "It is shown once. Who has it is the bot: show it to nobody.", 13, QUIET)
    yield _button(0, 210, "Reset Token", BLUE, 116)
    yield _ring(-6, 204, 128, 44)
    yield _button(136, 210, "Copy", LINE, 70)


def _intents() -> Iterator[str]:
    intents = ("Presence Intent", "Server Members Intent", "Message Content Intent")
    for index, name in enumerate(intents):
        top = 78 + 62 * index
        yield _text(0, top + 16, name, 15, bold=True)
        yield _text(0, top + 36, "Taproom needs none of them.", 12, QUIET)
        yield _box(410, top, 44, 24, LINE, 12)
        yield f'<circle cx="422" cy="{top + 12}" r="9" fill="{WORDS}"/>'
    yield _ring(402, 70, 60, 168)
    yield _text(411, 260, "all off", 13, RING)


def _installation() -> Iterator[str]:
    for index, (name, told) in enumerate(
        (
            ("User Install", "people can take the bot along: throws everywhere"),
            ("Guild Install", "the bot joins a server: tables and tournaments"),
        )
    ):
        top = 72 + 54 * index
        yield _tick(0, top)
        yield _text(30, top + 14, name, 15, bold=True)
        yield _text(30, top + 34, told, 12, QUIET)
    yield _ring(-6, 62, 350, 106)
    yield _text(0, 214, "INSTALL LINK", 11, QUIET)
    yield _box(0, 222, 300, 34, FIELD, 6)
    yield _text(12, 244, "None", 14)
    yield _button(380, 262, "Save Changes", GREEN, 128)
    yield _ring(374, 256, 140, 44)


def _invitation() -> Iterator[str]:
    yield _text(0, 84, "SERVER", 11, QUIET)
    yield _box(0, 92, 320, 34, FIELD, 6)
    yield _text(12, 114, "Friday’s dice", 14)
    yield _ring(-6, 88, 332, 42)
    for index, name in enumerate(
        (
            "View Channels",
            "Send Messages",
            "Send Messages in Threads",
            "Attach Files",
            "Read Message History",
        )
    ):
        top = 156 + 28 * index
        yield _tick(0, top)
        yield _text(26, top + 13, name, 13)
    yield _button(560, 262, "Authorise", BLUE, 104)
    yield _ring(554, 256, 116, 44)


def _box(left: int, top: int, width: int, height: int, colour: str, round_by: int) -> str:
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{round_by}" fill="{colour}"/>'


def _tick(left: int, top: int) -> str:
    return (
        f'{_box(left, top, 18, 18, BLUE, 4)}<path d="M{left + 4} {top + 9}l4 4 7-8" fill="none"'
        f' stroke="{WORDS}" stroke-width="2.5"/>'
    )


def _ring(left: int, top: int, width: int, height: int) -> str:
    return (
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="10" fill="none"'
        f' stroke="{RING}" stroke-width="3"/>'
    )


def _button(left: int, top: int, label: str, colour: str, width: int) -> str:
    return (
        f'{_box(left, top, width, 32, colour, 6)}<text x="{left + width // 2}" y="{top + 21}" fill="{WORDS}"'
        f' font-size="14" font-weight="600" text-anchor="middle">{escape(label)}</text>'
    )


def _text(left: int, base: int, words: str, size: int, colour: str = WORDS, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{left}" y="{base}" fill="{colour}" font-size="{size}"{weight}>{escape(words)}</text>'
