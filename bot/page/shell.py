"""The page as a browser gets it first: its head, its parts as they are shown, and how it looks and sounds.

What it shows stands in it, so that a table is on the screen with the styles, before any script has come. The
script is told the same once more with the ticket, and from then on by the stream.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from aiohttp import web

from bot.page.assets import STYLES, address
from bot.page.markup import NOTHING, Html, el, joined
from bot.page.screens import closing
from bot.text.translate import _, speaking, spoken

NEEDED = {"activity.js": ("embedded-app-sdk.js", "page.js")}
"""What scripts of the page load beside `look.js`, which always is there."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?")
_BEGIN, _END = " data-part>", "</section>"
"""Where within the table what beats what has its place, which is a part of its own."""


def language_of(request: web.Request) -> str:
    """The language that a browser asks for."""
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    return spoken(first) if _LANGUAGE.fullmatch(first) else spoken("en")


def shell(
    request: web.Request,
    parts: Mapping[str, Html],
    script: str = "page.js",
    told: Mapping[str, str] = MappingProxyType({}),
) -> web.Response:
    """The page with the parts that it shows, the script that goes on with them and what that is told."""
    code = language_of(request)
    with speaking(code):
        page = web.Response(text=shell_html(code, parts, script, told), content_type="text/html")
    page.headers["Cache-Control"] = "no-store"
    page.enable_compression()
    return page


def shell_html(code: str, parts: Mapping[str, Html], script: str, told: Mapping[str, str]) -> str:
    """The page in a language, as HTML."""
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        el("meta", name="color-scheme", content="dark light"),
        el("title", "Taproom"),
        el("link", rel="icon", href=address("coin.png")),
        el("link", rel="stylesheet", href=address(STYLES)),
        el("script", src=address("look.js"), type="module", blocking="render"),
        el("script", src=address(script), type="module"),
        # Whatever a script asks for comes along with it.
        *(el("link", rel="modulepreload", href=address(each)) for each in NEEDED.get(script, ())),
    )
    lost = el(
        "p", _("No connection. I’ve kept what you pressed, and I keep trying."), id="lost", role="status"
    )
    ranks = f"{_BEGIN}{parts.get('ranks', NOTHING)}{_END}"
    main = Html(parts.get("main", NOTHING).replace(f"{_BEGIN}{_END}", ranks))
    body = el(
        "body",
        lost,
        el("header", parts.get("top"), id="top", class_="top"),
        el("main", main, id="main"),
        el("p", id="said", class_="hidden", role="status"),
        el("dialog", parts.get("sheet"), id="sheet", class_="sheet"),
        _look_html(),
        el("noscript", el("p", _("This page needs JavaScript."))),
    )
    return f"<!doctype html>{el('html', joined([head, body]), lang=code, **told)}"


def _look_html() -> Html:
    """How the page looks and sounds: chosen on each device, and kept there."""
    themes = {"": _("As on this device"), "dark": _("Dark"), "light": _("Light")}
    ways = (
        el("label", el("input", type="radio", name="theme", value=value), words)
        for value, words in themes.items()
    )
    sound = el("input", type="checkbox", name="sound")
    return el(
        "section",
        closing("look"),
        el("h2", _("This page")),
        el("fieldset", el("legend", _("Colours")), *ways),
        el("label", sound, _("Sounds, when it’s your turn and at the end"), class_="tick"),
        id="look",
        class_="look",
        popover=True,
        aria_label=_("This page"),
    )
