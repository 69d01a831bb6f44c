"""The size of each feature, and where it is documented: `make features` writes docs/lab/features.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/lab/features.md"
SOURCES = ("bot", "games", "storage")
SHOWN_IN = (
    *("README.md", "PRIVACY.md", "docs/commands.md", "docs/develop/programs.md"),
    *("docs/play/*.md", "docs/run/*.md", "docs/host/*.md", "docs/rules/*.md"),
)
"""Documents for players, organisers and hosts."""
SHOWN_MAX = 3


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature: patterns of the paths of its modules and tests, and of a phrase in the documents."""

    name: str
    path: str
    phrase: str


FEATURES = (
    Feature("Stone Hand", r"stone_hand", "Stone Hand"),
    Feature("Destiny", r"destiny", "Destiny"),
    Feature("Knights' Heads", r"knights", "Knights.{1,5}Heads"),
    Feature("Dividha", r"dividha", "Dividha"),
    Feature("tables", r"/table[/_]|/tables|posting", "open a table|a table"),
    Feature("betting", r"betting|pots|stakes", r"\bpots?\b"),
    Feature("fair chance and histories", r"fairness|histor|verif|fair_play", "history|[Ff]air"),
    Feature("screens", r"screens/core|panel|live_messages|rendering|markdown", "screens?|panel"),
    Feature("pictures", r"pictures|sprite", "pictures?"),
    Feature("own deck", r"house_deck|own_deck|hostile_deck|/deck", "deck of your own|own deck"),
    Feature("page", r"bot/page|tests/page|tests/browser", "browser|the page"),
    Feature("hosting the page", r"hosted|hosting", "PAGE_URL|page beside Discord"),
    Feature("tournaments", r"tournament", "tournament"),
    Feature("series", r"series", "series"),
    Feature("seasons", r"season|standing/(boards|closings)|server_screens", "season"),
    Feature("prizes", r"prize|keepsake", "prizes?"),
    Feature("throws", r"throw|without_a_server|abroad", "throw"),
    Feature("deal of the day", r"daily", "daily|of the day"),
    Feature("records and titles", r"record|titles", "records?|titles?"),
    Feature("boards", r"board", "boards?|leaderboard"),
    Feature("reviews and replays", r"review|replay|second_look", "review|replay|look back"),
    Feature("coach and hints", r"coach|hints?\b|advice", "coach|hint"),
    Feature("tutorials", r"lesson|learn", "tutorial|teach|lesson"),
    Feature("house players", r"bot_player|house_|characters?|opponent", "house player"),
    Feature("languages", r"/text/|translat|language|tongues", "language"),
    Feature("programs at the table", r"program_seats|games/env|program", "programs?"),
    Feature("metrics", r"metrics|observ", "metrics"),
    Feature("several processes", r"lease|shard|heir|overtak", "several processes|SHARD"),
    Feature("PostgreSQL", r"postgres", "PostgreSQL"),
    Feature("backup, restore and move", r"backup|restor|migrate_backend|moving", "backup"),
    Feature("privacy", r"privacy|retention|forget|personal", "[Ff]orget|[Pp]ersonal data|[Pp]rivacy"),
    Feature("audit", r"audit", "audit"),
    Feature("money and the house bank", r"house_bank|ledger|wallet|payments", "coins|money"),
    Feature("practice room", r"practice|chat_room|simcord_room", "practice room|taproom play"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one feature."""

    name: str
    files: int
    lines: int
    test_lines: int
    shown: tuple[str, ...]


def _lines(folders: tuple[str, ...], pattern: re.Pattern[str]) -> list[int]:
    """Return the lengths of the modules whose path matches."""
    return [
        len(path.read_text().splitlines())
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if pattern.search(path.relative_to(ROOT).as_posix())
    ]


def rows() -> Iterator[Row]:
    """Yield the figures of each feature; a module that serves two features counts for both."""
    pages = {
        path.relative_to(ROOT).as_posix(): path.read_text()
        for each in SHOWN_IN
        for path in sorted(ROOT.glob(each))
    }
    for feature in FEATURES:
        pattern, phrase = re.compile(feature.path), re.compile(feature.phrase)
        lines, tests = _lines(SOURCES, pattern), _lines(("tests",), pattern)
        counts = {name: len(phrase.findall(text)) for name, text in pages.items()}
        shown = sorted(filter(counts.__getitem__, counts), key=lambda name: -counts[name])
        yield Row(feature.name, len(lines), sum(lines), sum(tests), tuple(shown[:SHOWN_MAX]))


def _link(document: str) -> str:
    """Return the address of a document as seen from the page."""
    inside = document.removeprefix("docs/")
    return f"../{inside}" if inside != document else f"../../{document}"


def page() -> str:
    """Return the page: a table with a line for each feature, and the features that no document shows."""
    found = sorted(rows(), key=lambda row: -row.lines)
    hidden = [row.name for row in found if not row.shown]
    text = [
        "# Features and their size",
        "",
        "Written by `make features`: lines of the modules and test files whose path names the feature.",
        "A module that serves two features counts for both, and shared modules for none. The last column has",
        "the pages for players, organisers and hosts that mention the feature most.",
        "",
        "| feature | files | lines | lines of tests | shown in |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in found:
        shown = ", ".join(f"[{each.removeprefix('docs/')}]({_link(each)})" for each in row.shown)
        text.append(f"| {row.name} | {row.files} | {row.lines:,} | {row.test_lines:,} | {shown} |")
    text += ["", f"Features that no document shows: {', '.join(hidden) or 'none'}.", ""]
    return "\n".join(text)


if __name__ == "__main__":
    PAGE.write_text(page())
    print(page())
