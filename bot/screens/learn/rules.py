"""The rules in the project's own words, a section at a time: one text a game, a page under `docs/rules`.

A page is Markdown. Sections begin with `## `; paragraphs, separated by empty lines, are translated one by
one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

from bot.custom_ids import OfGame, table_id
from bot.screens.catalog import SHOWN_GAMES
from bot.screens.core.screen import Button, Screen, Text, one_of, rows
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import NotOffered

HERE = Path(__file__).resolve().parents[2]
INSTALLED = HERE / "rules"
"""The pages in an installed wheel."""
FOLDER = INSTALLED if INSTALLED.is_dir() else HERE.parent / "docs" / "rules"
HEADING = re.compile(r"^##? +")
ENTRY = re.compile(r" *([-*>|]|\d+\.) *")
"""The beginning of a line of its own; every other line break is a space, as in Markdown."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its text, in the current language."""

    title: str
    body: str


def sections(page: str, folder: Path = FOLDER) -> tuple[Section, ...]:
    """A page's sections; the text before the first one has the page's title."""
    read = []
    for heading, body in _parts(folder / f"{page}.md"):
        read.append(Section(_(heading), "\n\n".join(_(each) for each in body)))
    return tuple(read)


def pages_of(game: str) -> tuple[Section, ...]:
    """Return a game's rules as it brings them; if nobody has written any, its intro as the only page."""
    shown = SHOWN_GAMES.get(game)
    if shown is None:
        raise NotOffered
    folder = FOLDER if shown.files is None else shown.files / "rules"
    if not (folder / f"{shown.face.rules_page}.md").is_file():
        return (Section(_(GAMES[game].title), _(shown.face.intro)),)
    return sections(shown.face.rules_page, folder)


def gather(
    file: IO[bytes],
    _keywords: Mapping[str, object],
    _tags: Collection[str],
    options: Mapping[str, str],  # noqa: ARG001 -- Babel gives it by name
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Babel's extractor: every paragraph of a page, with its line."""
    for line, paragraph in _paragraphs(file.read().decode()):
        yield line, "", HEADING.sub("", paragraph), []


@cache
def _parts(path: Path) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Headings and their paragraphs, in English. A page does not change while the bot runs."""
    parts: list[tuple[str, list[str]]] = []
    for _line, paragraph in _paragraphs(path.read_text(encoding="utf-8")):
        if HEADING.match(paragraph):
            parts.append((HEADING.sub("", paragraph), []))
        else:
            parts[-1][1].append(paragraph)
    return tuple((heading, tuple(body)) for heading, body in parts if body)


def _paragraphs(page: str) -> Iterator[tuple[int, str]]:
    """The paragraphs and the line each begins on; a heading is one by itself."""
    begun, paragraph = 0, ""
    for number, line in enumerate([*page.splitlines(), ""], start=1):
        is_heading = HEADING.match(line) is not None
        if paragraph and (is_heading or not line.strip()):
            yield begun, paragraph
            paragraph = ""
        if is_heading:
            yield number, line.strip()
        elif paragraph:
            paragraph += f"\n{line.rstrip()}" if ENTRY.match(line) else f" {line.strip()}"
        else:
            begun, paragraph = number, line.strip()


def page_screen(game: str, index: int) -> Screen:
    """A section of a game's rules, with a way to the next and to all; `NotOffered` if there is none."""
    pages = pages_of(game)
    if not 0 <= index < len(pages):
        raise NotOffered
    page = pages[index]
    titles = {number: each.title for number, each in enumerate(pages)}
    select = one_of(table_id(0, "page", OfGame(game, str(index))), _("All pages"), titles, index)
    following = index + 1
    # The select shows what is read now, which does not say that there is more.
    buttons = []
    if following < len(pages):
        # Translators: a button with the next page’s title; a phone has room for 34 letters of both.
        label = _("Next: {title}").format(title=pages[following].title)
        buttons.append(Button(label, table_id(0, "page", OfGame(game, str(following))), "main"))
    buttons.append(Button(_("Teach me"), table_id(0, "teach", game)))
    return Screen((Text(f"### {page.title}\n{page.body}"), *rows(buttons), select))
