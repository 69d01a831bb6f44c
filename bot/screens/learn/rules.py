"""The rules of games for players: one Markdown file a game under `docs/rules`, shown section by section.

Sections begin with `## `. Paragraphs are separated by empty lines; each is a message id of its own.
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
"""The folder of the files in an installed wheel."""
FOLDER = INSTALLED if INSTALLED.is_dir() else HERE.parent / "docs" / "rules"
HEADING = re.compile(r"^##? +")
ENTRY = re.compile(r" *([-*>|]|\d+\.) *")
"""The beginning of a line that keeps its line break; all other line breaks become spaces, as in Markdown."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its text, in the current language."""

    title: str
    body: str


def sections(page: str, folder: Path = FOLDER) -> tuple[Section, ...]:
    """Return a file's sections, translated; the text before the first heading has the file's title."""
    translated = []
    for heading, body in _parts(folder / f"{page}.md"):
        translated.append(Section(_(heading), "\n\n".join(_(each) for each in body)))
    return tuple(translated)


def pages_of(game: str) -> tuple[Section, ...]:
    """Return the sections of a game's rules; without a file, the game's intro is the only section."""
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
    """Yield every paragraph of a file with its line: an extractor for Babel."""
    for line, paragraph in _paragraphs(file.read().decode()):
        yield line, "", HEADING.sub("", paragraph), []


@cache
def _parts(path: Path) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return a file's headings with their paragraphs, in English; files do not change while the bot runs."""
    parts: list[tuple[str, list[str]]] = []
    for _line, paragraph in _paragraphs(path.read_text(encoding="utf-8")):
        if HEADING.match(paragraph):
            parts.append((HEADING.sub("", paragraph), []))
        else:
            parts[-1][1].append(paragraph)
    return tuple((heading, tuple(body)) for heading, body in parts if body)


def _paragraphs(page: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, each with its first line's number; a heading is a paragraph by itself."""
    first_line, paragraph = 0, ""
    for number, line in enumerate([*page.splitlines(), ""], start=1):
        is_heading = HEADING.match(line) is not None
        if paragraph and (is_heading or not line.strip()):
            yield first_line, paragraph
            paragraph = ""
        if is_heading:
            yield number, line.strip()
        elif paragraph:
            paragraph += f"\n{line.rstrip()}" if ENTRY.match(line) else f" {line.strip()}"
        else:
            first_line, paragraph = number, line.strip()


def page_screen(game: str, index: int) -> Screen:
    """Return a section of a game's rules, with a button to the next section and a select of all.

    Raises `NotOffered` if there is no such section.
    """
    pages = pages_of(game)
    if not 0 <= index < len(pages):
        raise NotOffered
    page = pages[index]
    titles = {number: each.title for number, each in enumerate(pages)}
    select = one_of(table_id(0, "page", OfGame(game, str(index))), _("All pages"), titles, index)
    following = index + 1
    # The select shows only the current section, so a button says that there is a next one.
    buttons = []
    if following < len(pages):
        # Translators: a button with the next page’s title; a phone has room for 34 letters of both.
        label = _("Next: {title}").format(title=pages[following].title)
        buttons.append(Button(label, table_id(0, "page", OfGame(game, str(following))), "main"))
    buttons.append(Button(_("Teach me"), table_id(0, "teach", game)))
    return Screen((Text(f"### {page.title}\n{page.body}"), *rows(buttons), select))
