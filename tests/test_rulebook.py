"""The numbers of rules, faults and laws: what is cited exists, and what exists has a test."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = (
    *sorted((ROOT / "docs" / "rulebook").glob("*.md")),
    ROOT / "docs" / "faults.md",
    ROOT / "docs" / "laws.md",
)
NUMBER = r"(?:(?:TB|SH|DE|KH|DV|TN|F)-|Law )\d+\b"
DECLARED = {
    match[1]: bool(match[2])
    for page in PAGES
    for match in re.finditer(
        rf"^(?:- )?\*\*({NUMBER})[^*]*\*\*( \*\(to come\)\*)?", page.read_text(), re.MULTILINE
    )
}
"""Each number, and whether what it says is yet to be built."""
CITING = {".py", ".md", ".sql", ".toml"}


def cited_in(text: str) -> set[str]:
    """The numbers that a text names."""
    return set(re.findall(rf"\b{NUMBER}", text))


CITED = {
    path: cited_in(path.read_text())
    for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()  # noqa: S607
    if (path := ROOT / name).suffix in CITING and path.exists()
}
NAMED = set().union(
    *(
        numbers
        for path, numbers in CITED.items()
        if path.is_relative_to(ROOT / "tests") and path != Path(__file__)
    )
)


def test_a_number_is_read_wherever_it_stands() -> None:
    """A guard that overlooks numbers guards nothing."""
    assert cited_in("(TB-9, F-12), by Law 5; XTB-3") == {"TB-9", "F-12", "Law 5"}


@pytest.mark.parametrize(
    ("prefix", "count"),
    [("TB-", 23), ("SH-", 14), ("DE-", 13), ("KH-", 13), ("DV-", 23), ("F-", 63), ("Law ", 9)],
)
def test_each_page_numbers_its_entries_without_a_gap(prefix: str, count: int) -> None:
    """Nothing was lost when an entry was written anew."""
    numbers = {each for each in DECLARED if each.startswith(prefix)}

    assert numbers == {f"{prefix}{number}" for number in range(1, count + 1)}


def test_every_number_that_is_cited_exists() -> None:
    """Whoever looks a number up finds it."""
    lost = {str(path.relative_to(ROOT)): numbers - set(DECLARED) for path, numbers in CITED.items()}

    assert {path: numbers for path, numbers in lost.items() if numbers} == {}


def test_every_rule_is_named_by_a_test() -> None:
    """What is built is proved, and what a test proves is no longer marked as yet to come."""
    assert {number for number, is_to_come in DECLARED.items() if is_to_come == (number in NAMED)} == set()
