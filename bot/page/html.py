"""HTML as a value, and the conversion of the Discord Markdown in which screens are written.

Everything put into HTML is escaped, unless it is HTML already. No other module of this package writes tags,
so no name or text of a user can become one.

A library for CommonMark would interpret other characters, and would not know Discord's mentions, timestamps,
small lines and emojis. Screens escape users' texts, so ASCII punctuation after a backslash is literal here
too, and so is an emoji of ours after `NO_PICTURE`. External links are https or http only; a link to a table's
message on Discord opens the table.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from html import escape
from typing import Protocol, TypeAlias

from babel.dates import format_datetime

from bot.page.assets import address
from bot.page.places import Audience, audience_of, page_of, title_of
from bot.screens.catalog import FACES
from bot.screens.sprite_words import in_words
from bot.text.translate import NO_PICTURE, _, language, written_in

ICONS = {
    "back": "M15 5 L8 12 L15 19",
    "more": "M5 12 h.01 M12 12 h.01 M19 12 h.01",
    "first": "M18 6 L11 12 L18 18 M7 6 V18",
    "on": "M9 5 L16 12 L9 19",
    "last": "M6 6 L13 12 L6 18 M17 6 V18",
    "close": "M6 6 L18 18 M18 6 L6 18",
    "log": "M5 7 H19 M5 12 H19 M5 17 H13",
    "up": "M6 15 L12 9 L18 15",
    "ranks": "M4 18 H9 V13 H14 V8 H20",
    "here": "M12 4 a8 8 0 1 0 .01 0 z M12 11.5 v1",
    "cards": "M8 6 L18 4 L20 17 L10 19 Z M8 8 L4 9 L6 20 L12 19",
    "cup": "M7 4 H17 V10 a5 5 0 0 1 -10 0 Z M7 6 H4 a4 4 0 0 0 3.5 5 "
    "M17 6 H20 a4 4 0 0 1 -3.5 5 M12 15 V19 M8 20 H16",
    "board": "M5 20 V12 M12 20 V5 M19 20 V15",
    "me": "M12 12 a4 4 0 1 0 0 -8 a4 4 0 0 0 0 8 M4.5 20 a7.5 7 0 0 1 15 0",
    "gear": "M4 7 H20 M4 17 H20 M9 4 V10 M15 14 V20",
    "wallet": "M4 7 H18 V19 H4 Z M4 7 L15 4 V7 M15 13 h.01",
    "star": "M12 3 l2.6 6 6.4.5 -4.9 4.2 1.6 6.3 -5.7-3.5 -5.7 3.5 1.6-6.3 -4.9-4.2 6.4-.5z",
    "again": "M5 12 a7 7 0 1 0 2.5 -5.4 M5 4 V8 H9",
    "eye": "M2 12 Q12 2 22 12 Q12 22 2 12 Z M12 9.5 a2.5 2.5 0 1 0 .01 0",
    "moon": "M19 14 A8 8 0 1 1 10 5 A6 6 0 0 0 19 14 Z",
    "shield": "M12 3 L19 6 V12 C19 17 15 20 12 21 C9 20 5 17 5 12 V6 Z",
    "bell": "M6 17 V11 a6 6 0 0 1 12 0 V17 L20 18 H4 Z M10 21 H14",
    "check": "M5 13 L10 18 L19 7",
    "clock": "M12 4 a8 8 0 1 0 .01 0 M12 8 V12 L15 14",
    "plus": "M12 5 V19 M5 12 H19",
    "book": "M5 4 H17 V20 H7 a2 2 0 0 1 -2 -2 Z M5 17 H17",
    "say": "M4 5 H20 V16 H11 L6 20 V16 H4 Z",
    "door": "M6 3 H17 V21 H6 Z M13 12 h.01",
    "dot": "M12 12 h.01",
    "keys": "M3 7 H21 V17 H3 Z M7 11 h.01 M12 11 h.01 M17 11 h.01 M8 14 H16",
    "link": "M10 14 a4 4 0 0 0 5.6 0 l3-3 a4 4 0 0 0 -5.6-5.6 l-1 1 M14 10 a4 4 0 0 0 -5.6 0 l-3 3 "
    "a4 4 0 0 0 5.6 5.6 l1-1",
    "look": "M12 3 a9 9 0 1 0 0 18 z M12 3 a9 9 0 0 1 0 18",
}
VOID = frozenset({"img", "input", "br", "hr", "meta", "link"})


ALL: frozenset[Audience] = frozenset({"everybody", "organisers", "managers"})
audiences: ContextVar[frozenset[Audience]] = ContextVar("audiences", default=ALL)
"""The audiences to which the reader belongs: links to pages for others are plain text."""


class Html(str):
    """Text that is HTML already, so it is not escaped again."""

    __slots__ = ()


Content: TypeAlias = "str | Html | None"
Value: TypeAlias = "str | int | bool | None"
NOTHING = Html()


def escaped(content: Content) -> Html:
    """Escape text; return HTML unchanged."""
    return content if type(content) is Html else Html(_text(content or ""))


def joined(parts: Iterable[Content]) -> Html:
    """Concatenate pieces, escaping those that are not HTML."""
    return Html("".join([each if type(each) is Html else _text(each or "") for each in parts]))


def _text(words: str) -> str:
    """Escape text, and keep “…” on the line of the word before it."""
    return escape(words).replace(" …", "\u00a0…")


def el(name: str, /, *content: Content, **attributes: Value) -> Html:
    """Return an element; `class_` and `data_x` become `class` and `data-x`, None and False are omitted."""
    written = "".join(map(_attribute, attributes, attributes.values()))
    if name in VOID:
        return Html(f"<{name}{written}>")
    inner = "".join([each if type(each) is Html else _text(each or "") for each in content])
    return Html(f"<{name}{written}>{inner}</{name}>")


@cache
def icon(name: str) -> Html:
    """Return an icon drawn with lines, hidden from screen readers."""
    path = el("path", d=ICONS[name])
    return el("svg", path, class_="icon", viewBox="0 0 24 24", width=22, height=22, aria_hidden="true")


# The same attributes recur often. `typed`, because 1 and True are equal but written differently.
@lru_cache(4096, typed=True)
def _attribute(key: str, value: Value) -> str:
    if value is None or value is False or (key == "class_" and value == ""):
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


PAINTED = {"👑": "crown", "🏆": "crown", "🏅": "crown", **{face.emoji: face.sign for face in FACES.values()}}
"""Emojis that not every browser can show, and the sprites that replace them."""

_SIGNS = re.compile(f"({'|'.join(PAINTED)})")
KEYCAP = "\ufe0f\u20e3"
"""The keycap suffix of a digit: not every browser can show it, and the digit says the same."""

_TOKEN = re.compile(
    rf"""
    {NO_PICTURE}(?P<letter>{"|".join(PAINTED)}) |
    (?P<sign>{"|".join(PAINTED)}) |
    \\(?P<plain>[!-/:-@\[-`{{-~])
    | `(?P<code>[^`]+)`
    | <t:(?P<at>-?[0-9]{{1,12}})(?::(?P<style>[tTdDfFR]))?>
    | <@!?(?P<person>[0-9]{{1,20}})>
    | <@&(?P<role>[0-9]{{1,20}})>
    | <\#(?P<channel>[0-9]{{1,20}})>
    | <a?:(?P<sprite>\w{{1,40}}):[0-9]{{1,20}}>
    | \[(?P<label>(?:\\.|[^\]\\]){{1,200}})\]\((?P<address>https?://[^\s)]{{1,500}})\)
    | (?P<mark>\*\*|\*|__|(?<!\w)_(?!\s)|_(?!\w)|~~|\|\|)
    """,
    re.VERBOSE,
)
_OF_NOW = re.compile("<[@#t]|`")
"""The start of a mention, a timestamp or a code span, whose rendering can change."""
_DRAWING = re.compile(r"_[0-9a-f]{8}$")
_TAGS = {"**": "strong", "*": "em", "__": "u", "_": "em", "~~": "s", "||": "span"}
_HEADING = re.compile(r"(#{1,3}) (.*)")
_RUN = re.compile(r"(?:<img [^>]*>){2,}")
"""Consecutive dice or cards, which are kept together at the end of a line."""
_CLAUSE = re.compile(r"[<.,;·]")
"""Ends the words about a card: a punctuation mark, or the next card's tag."""
_ITEM = re.compile(r"\s*(?:[-*]|[0-9]{1,3}\.) (.*)")
_DATED = re.compile(r"(?:\*\*([+−][^*]+)\*\* · )?(.+) · (<t:[0-9]{1,12}(?::[a-zA-Z])?>)")
"""An item of a list with its moment at the end, and perhaps a sum in front."""
_TABLE = re.compile(r"https://discord\.com/channels/(?:@me|[0-9]{1,20})/([0-9]{1,20})/([0-9]{1,20})")
_COMMAND = re.compile(r"/([a-z][a-z -]{0,99})")
_DAYS = {"d": "short", "D": "long", "f": "medium", "F": "full"}


class NameResolver(Hashable, Protocol):
    """Resolves what texts can mention: users, channels, sprites and commands."""

    @property
    def sprites(self) -> frozenset[str]:
        """The names of the available sprites."""

    def person(self, player: int) -> str:
        """Return a user's name."""

    def channel(self, channel: int) -> str:
        """Return a channel's name."""

    def is_command(self, name: str) -> bool:
        """Return True if a command can be started here."""


def rendered(text: str, resolver: NameResolver) -> Html:
    """Render a whole text: headings, small lines, lists, quotes and paragraphs."""
    return joined(_blocks(text.split("\n"), resolver))


def inline(text: str, resolver: NameResolver) -> Html:
    """Render one line with its inline markup."""
    if _OF_NOW.search(text):
        return _line(text, resolver)
    return _same_line(text, resolver, language.get(), audiences.get())


def label(text: str) -> Html:
    """Render a button's label, which has no markup: only emojis that we draw become sprites."""
    pieces = _SIGNS.split(text.replace(KEYCAP, ""))
    return joined(image(PAINTED[each]) if each in PAINTED else each for each in pieces)


@lru_cache(4096)
def _same_line(text: str, resolver: NameResolver, _language: str, _audiences: frozenset[Audience]) -> Html:
    """Render a line without mentions and timestamps, whose rendering never changes; cached."""
    return _line(text, resolver)


def _line(text: str, resolver: NameResolver) -> Html:
    text = text.replace(KEYCAP, "")
    out: list[Html] = []
    opened: list[tuple[str, int]] = []
    end = 0
    for found in _TOKEN.finditer(text):
        out.append(escaped(text[end : found.start()]))
        end = found.end()
        mark = found["mark"]
        if mark is None:
            out.append(_token(found, resolver))
        elif any(each == mark for each, _at in opened):
            _close(mark, opened, out)
        else:
            opened.append((mark, len(out)))
            out.append(escaped(mark))
    out.append(escaped(text[end:]))
    return Html(_RUN.sub(r'<span class="run">\g<0></span>', joined(out)))


@lru_cache(1024)
def image(sprite: str, alt: str = "", class_: str = "ic", *, is_lazy: bool = False) -> Html:
    """Return a sprite as an inline image; without `alt` it is decorative.

    A lazy image is loaded only when it becomes visible.
    """
    loading = "lazy" if is_lazy else None
    return el(
        "img", class_=class_, src=address(f"{sprite}.png"), alt=alt, loading=loading, width=24, height=24
    )


def sprite_of(emoji: str) -> str:
    """Return the sprite of an application emoji, whose name ends with the version of the drawing."""
    return _DRAWING.sub("", emoji)


def table_address(url: str) -> tuple[int, int] | None:
    """Return the channel and message in the URL of a Discord message; None for any other URL."""
    found = _TABLE.fullmatch(url)
    return None if found is None else (int(found[1]), int(found[2]))


@dataclass(slots=True)
class _Lines:
    """Consecutive lines of one kind."""

    kind: str
    lines: list[str]


def _grouped(lines: list[str]) -> Iterator[_Lines]:
    last: _Lines | None = None
    for line in lines:
        kind, words = _kind(line)
        if last is not None and last.kind == kind and kind in ("p", "li", "quote", "small"):
            last.lines.append(words)
            continue
        if last is not None:
            yield last
        last = _Lines(kind, [words])
    if last is not None:
        yield last


def _kind(line: str) -> tuple[str, str]:
    if found := _HEADING.fullmatch(line):
        return f"h{max(2, len(found[1]))}", found[2]
    if line.startswith("-# "):
        return "small", line[3:]
    if line.startswith("> "):
        return "quote", line[2:]
    if found := _ITEM.fullmatch(line):
        return "li", found[1]
    return ("p", line) if line.strip() else ("blank", "")


def _blocks(lines: list[str], resolver: NameResolver) -> Iterator[Html]:
    for block in _grouped(lines):
        dated = [each for each in map(_DATED.fullmatch, block.lines) if each]
        if block.kind == "li" and len(dated) == len(block.lines):
            yield el("ul", *(_dated(each, resolver) for each in dated), class_="dated")
            continue
        lines_html = [inline(each, resolver) for each in block.lines]
        match block.kind:
            case "blank":
                continue
            case "li":
                yield el("ul", *(el("li", each) for each in lines_html))
            case "quote":
                yield el("blockquote", _broken(lines_html))
            case "small":
                yield el("p", _broken(lines_html), class_="small")
            case kind:
                yield el(kind, _broken(lines_html))


def _dated(match: re.Match[str], resolver: NameResolver) -> Html:
    """Return a list item with a timestamp and an amount: the time below the text, the amount in a column."""
    amount, words, moment = match.groups()
    text = el("span", inline(words, resolver), el("small", inline(moment, resolver)))
    class_ = "net up" if (amount or "").startswith("+") else "net"
    return el("li", text, el("b", amount, class_=class_) if amount else NOTHING)


def _broken(lines: list[Html]) -> Html:
    return Html("<br>".join(lines))


def _close(mark: str, opened: list[tuple[str, int]], out: list[Html]) -> None:
    """Turn a pair of marks into tags; unclosed marks between them stay literal."""
    while opened:
        each, position = opened.pop()
        if each == mark:
            tag = _TAGS[mark]
            out[position] = Html(f"<{tag}>")
            out.append(Html(f"</{tag}>"))
            return


def _token(match: re.Match[str], resolver: NameResolver) -> Html:
    match match.lastgroup:
        case "sign":
            html = image(PAINTED[match["sign"]])
        case "plain" | "letter" as kind:
            html = escaped(match[kind])
        case "code":
            html = _code(match["code"], resolver)
        case "at" | "style":
            html = _moment(int(match["at"]), match["style"] or "f")
        case "person":
            html = el("b", resolver.person(int(match["person"])), class_="who")
        case "role":
            html = el("b", "@", class_="who")
        case "channel":
            html = el("b", resolver.channel(int(match["channel"])), class_="who")
        case "sprite":
            html = _pictured(sprite_of(match["sprite"]), match, resolver)
        case _:
            html = _link(inline(match["label"], resolver), match["address"])
    return html


def _pictured(name: str, match: re.Match[str], resolver: NameResolver) -> Html:
    """Return a sprite, with its words as alternative text unless they stand beside it."""
    if name not in resolver.sprites:
        return NOTHING
    words = in_words(name)
    before, after = match.string[: match.start()].rstrip(" *_"), match.string[match.end() :].lstrip(" *_")
    named, _until, _then = after.partition(f"({words})")
    if after.startswith(words) or (named != after and not _CLAUSE.search(named)):
        return image(name)
    first, _blank, rest = words.partition(" ")
    return image(name, rest if rest and before.split(" ")[-1] == first else words)


def _code(words: str, resolver: NameResolver) -> Html:
    command = _COMMAND.fullmatch(words)
    title = None if command is None else title_of(command[1])
    if command is None or title is None:
        return el("code", words)
    if (seen := audiences.get()) is not ALL and audience_of(command[1]) not in seen:
        return el("b", _(title))
    if (page := page_of(command[1])) is not None:
        return el("button", _(title), type="button", class_="word", data_page=page)
    if resolver.is_command(command[1]):
        return el("button", _(title), type="button", class_="word", data_command=command[1])
    return el("em", _(title))


def _link(label: Html, url: str) -> Html:
    spot = table_address(url)
    if spot is None:
        return el("a", label, href=url, target="_blank", rel="noopener noreferrer")
    return el("button", label, type="button", class_="word", data_go=f"{spot[0]}/{spot[1]}")


def _moment(unix: int, style: str) -> Html:
    try:
        moment = datetime.fromtimestamp(unix, UTC)
    except (OverflowError, OSError, ValueError):
        return escaped(str(unix))
    width = _DAYS.get(style, "short")
    words = format_datetime(moment, width, locale=written_in(language.get()).replace("-", "_"))
    return el("time", words, datetime=moment.isoformat(), data_at=unix, data_style=style)
