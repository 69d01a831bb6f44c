"""The numbers of rules, faults and laws: what is cited exists, and what exists has a test."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULEBOOK = ROOT / "docs" / "rulebook"
PAGES = (
    *sorted(path for path in RULEBOOK.glob("*.md") if path.name != "README.md"),
    ROOT / "docs" / "develop" / "faults.md",
    ROOT / "docs" / "develop" / "laws.md",
)
ENTRY = re.compile(r"^(?:- )?\*\*((?:[A-Z]{1,2}-|Law )\d+)\b[^*]*\*\*( \*\(to come\)\*)?", re.MULTILINE)


def entries(page: str) -> dict[str, bool]:
    """Each number that a page declares, and whether what it says is yet to be built."""
    return {match[1]: bool(match[2]) for match in ENTRY.finditer(page)}


def prefixes(numbers: Iterable[str]) -> set[str]:
    """Return the prefixes of these numbers, such as `TB-`."""
    return {number.rstrip("0123456789") for number in numbers}


DECLARED = {number: later for page in PAGES for number, later in entries(page.read_text()).items()}
PREFIXES = sorted(prefixes(DECLARED))
NUMBER = rf"(?:{'|'.join(PREFIXES)})\d+\b"
OVERVIEW = (RULEBOOK / "README.md").read_text()
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


def test_a_new_page_is_read() -> None:
    """A fifth game's rules are looked at like those of the others, whatever their prefix."""
    page = (
        "# Fists\n\n**FI-1 Deal.** Two cards.\n\n- **FI-2 Bet** *(to come)*\n\nNot **A bold word**, nor FI-3."
    )

    assert entries(page) == {"FI-1": False, "FI-2": True}
    assert prefixes(entries(page)) == {"FI-"}


def test_every_page_has_a_prefix_of_its_own() -> None:
    """The rulebook's first page lists all others, each with the prefix of its numbers."""
    found = re.findall(r"^\| \[[^]]+]\(([\w-]+\.md)\)[^|]*\| (\w+) \|$", OVERVIEW, re.MULTILINE)
    declared = {path.name: prefixes(entries(path.read_text())) for path in PAGES if path.parent == RULEBOOK}

    assert declared == {page: {f"{prefix}-"} for page, prefix in found}
    assert len({prefix for _, prefix in found}) == len(found)


@pytest.mark.parametrize("prefix", PREFIXES)
def test_each_page_numbers_its_entries_without_a_gap(prefix: str) -> None:
    """No entry was lost when the page was rewritten."""
    numbers = {each for each in DECLARED if each.startswith(prefix)}

    assert numbers == {f"{prefix}{number}" for number in range(1, len(numbers) + 1)}


def test_every_number_that_is_cited_exists() -> None:
    """A user who looks a number up finds it."""
    lost = {str(path.relative_to(ROOT)): numbers - set(DECLARED) for path, numbers in CITED.items()}

    assert {path: numbers for path, numbers in lost.items() if numbers} == {}


def test_every_rule_is_named_by_a_test() -> None:
    """Built rules are proved by a test, and proved rules are no longer marked as yet to come."""
    assert {number for number, is_to_come in DECLARED.items() if is_to_come == (number in NAMED)} == set()
