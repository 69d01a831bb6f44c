"""The structure of the code: imports, lengths, names, features, and the path of a press: `make marks`."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

from benchmarks import features
from tests.source import listed_docstrings, nodes, old_names

ROOT = Path(__file__).parents[1]
FOLDERS = ("bot", "games", "storage")
EVERYTHING = (*FOLDERS, "art", "training", "tests", "benchmarks")
WAY = "tests/discord/test_way_of_a_press.py"
PAGE = ROOT / "docs/develop/architecture.md"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)
WAYS = {"functions": "≤ 420", "files": "≤ 63"}


def _paths(folders: Iterable[str]) -> list[Path]:
    """Return the modules in these folders."""
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def marks() -> Iterator[tuple[str, str, str]]:
    """Yield the name, the figure and the target of each mark."""
    ours = _paths(FOLDERS)
    lengths = [path.read_text(encoding="utf-8").count("\n") for path in ours]
    found = [node for path in ours for node in nodes(path)]
    imports = sum(_length(each) for each in found if isinstance(each, IMPORTS))
    functions = max(_length(each) for each in found if isinstance(each, FUNCTIONS))
    graph = import_graph(ours)
    yield "import circles", f"{len(circles(graph))}", "0"
    yield "imports", f"{100 * imports / sum(lengths):.1f} %", "≤ 6 %"
    yield "longest file", f"{max(lengths):,}", "≤ 600"
    yield "longest function", f"{functions:,}", "≤ 50"
    for (name, wanted), figure in zip(WAYS.items(), way(), strict=True):
        yield f"{name} that a split bet goes through", f"{figure:,}", wanted
    yield "importers of discord that the page leaves out", f"{len(discord_strangers(ours))}", "0"
    yield "old identifiers", f"{len(old_names(_paths(EVERYTHING)))}", "0"
    yield "docstrings with a listed first word", f"{len(listed_docstrings(_paths(EVERYTHING)))}", "0"


def _length(node: ast.stmt) -> int:
    """Return the number of lines of a statement."""
    return (node.end_lineno or 0) - node.lineno + 1


def import_graph(paths: Iterable[Path]) -> dict[str, set[str]]:
    """Return the modules that each module imports, for type checking and inside functions too."""
    modules = {
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): path
        for path in paths
    }
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                asked = (f"{node.module}.{each.name}" for each in node.names)
                graph[name] |= {each if each in modules else node.module for each in asked}
            elif isinstance(node, ast.Import):
                graph[name] |= {each.name for each in node.names}
    return {name: (asked & modules.keys()) - {name} for name, asked in graph.items()}


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that reach each other by imports."""
    reached = {name: _reached(graph, name) for name in graph}
    groups = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in graph
        if name in reached[name]
    }
    return [list(group) for group in sorted(groups)]


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """Return the modules that one module imports, by way of others too."""
    found: set[str] = set()
    waiting = [*graph[start]]
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += graph[name]
    return found


def discord_strangers(paths: Iterable[Path]) -> set[str]:
    """Return the modules that import discord, though the architecture page doesn't name them."""
    page = PAGE.read_text(encoding="utf-8")
    told = re.search(r"discord\.py is imported only in (.+?`)\.\s", page, re.DOTALL)
    assert told is not None, "the page doesn't say who imports discord"
    allowed = tuple(re.findall(r"`([^`]+)`", told[1]))
    importers = {
        path.relative_to(ROOT).as_posix()
        for path in paths
        for node in nodes(path)
        if any(each.partition(".")[0] == "discord" for each in _imported(node))
    }
    return {each for each in importers if not each.startswith(allowed)}


def _imported(node: ast.AST) -> list[str]:
    """Return the modules that an import statement asks for."""
    match node:
        case ast.Import(names=names):
            return [each.name for each in names]
        case ast.ImportFrom(module=str(module)):
            return [module]
    return []


def way() -> Iterator[int]:
    """Yield the counts of a press's path, as its test counts them."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "way.xml"
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-k", "split", "-o", "junit_family=xunit1"),
            f"--junitxml={told}",
            WAY,
        ]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 -- our own words
        found = {each.get("name"): each.get("value") for each in ET.parse(told).iter("property")}  # noqa: S314
    yield from (int(found[name] or 0) for name in WAYS)


if __name__ == "__main__":
    for name, figure, wanted in marks():
        print(f"{name:50} {figure:>10}   {wanted}")
    print()
    for row in sorted(features.rows(), key=lambda row: -row.lines):
        where = "" if row.shown else "; shown nowhere"
        print(f"{row.name:50} {row.lines:>10,}   tests {row.test_lines:,}{where}")
