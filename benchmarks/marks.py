"""The structure of the code: files, functions, imports, lines, and the path of a press: `make marks`."""

from __future__ import annotations

import ast
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parents[1]
FOLDERS = ("bot", "games", "storage")
WAY = "tests/discord/test_way_of_a_press.py"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)


def marks() -> Iterator[tuple[str, str, str]]:
    """Yield the name, the figure and the target of each mark."""
    texts = [path.read_text() for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    lengths = [text.count("\n") for text in texts]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    lines = sum(lengths)
    functions = sum(isinstance(each, FUNCTIONS) for each in nodes)
    imports = sum((each.end_lineno or 0) - each.lineno + 1 for each in nodes if isinstance(each, IMPORTS))
    yield "files", f"{len(texts):,}", "≤ 220"
    yield "median of their lines", f"{statistics.median(lengths):.0f}", "≥ 180"
    yield "longest", f"{max(lengths):,}", "≤ 600"
    yield "lines", f"{lines:,}", "≤ 56,500"
    yield "functions in 1,000 lines", f"{1000 * functions / lines:.1f}", "≤ 58"
    yield "imports", f"{100 * imports / lines:.1f} %", "≤ 6 %"
    for (name, wanted), figure in zip(WAYS.items(), way(), strict=True):
        yield f"{name} that a split bet goes through", f"{figure:,}", wanted


WAYS = {"functions": "≤ 420", "calls": "≤ 1,500", "files": "≤ 60"}


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
        print(f"{name:45} {figure:>10}   {wanted}")
