"""The workflows where the project is hosted: they say the same as the tree."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from bot import __version__
from tests.parcel import PROMISED

ROOT = Path(__file__).parents[1]
WORKFLOWS = {path.stem: path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")}


def notes(tag: str) -> subprocess.CompletedProcess[str]:
    """Return the notes of a release with this tag."""
    return subprocess.run([ROOT / ".ci/notes", tag], capture_output=True, text=True, check=False)  # noqa: S603


def test_the_tests_run_on_every_python_that_is_promised() -> None:
    """They run by the same script as everywhere."""
    (tried,) = re.findall(r"python: \[(.+)\]", WORKFLOWS["tests"])

    assert tuple(re.findall(r'"([\d.]+)"', tried)) == PROMISED
    assert "- run: .ci/run\n" in WORKFLOWS["tests"]


def test_every_long_test_is_in_a_part_of_the_soak() -> None:
    """Once: its folder stands there, or its file where it is in none."""
    (listed,) = re.findall(r"part:\n((?: +- .+\n)+)", WORKFLOWS["soak"])
    parts = re.findall(r"tests/\S+", listed)
    long = [
        path
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"pytest\.mark\.soak", path.read_text())
    ]

    assert sorted(parts) == sorted({"/".join(path.relative_to(ROOT).parts[:2]) for path in long})
    assert '- run: .ci/run soak PART="${{ matrix.part }}"\n' in WORKFLOWS["soak"]


def test_translators_get_the_texts_without_python() -> None:
    """The template is a file of each release, and an artifact of the checks."""
    release, tests = WORKFLOWS["release"], WORKFLOWS["tests"]

    assert "make template BIN=/tmp/build/bin" in release
    assert re.search(r"gh release create .* taproom\.pot ", release)
    assert "- run: make template\n" in tests
    assert "path: bot/locales/taproom.pot\n" in tests


def test_a_release_says_its_part_of_the_changelog() -> None:
    """Whole, and nothing of the version before."""
    said = notes(f"v{__version__}")

    assert said.returncode == 0
    assert said.stdout in (ROOT / "CHANGELOG.md").read_text()
    assert len(said.stdout) > 100
    assert "\n## [" not in said.stdout


@pytest.mark.parametrize("tag", ["v9.9.9", "nonsense", f"v{__version__}.1"])
def test_a_tag_of_another_version_releases_nothing(tag: str) -> None:
    """A mistyped tag, or a forgotten changelog, is reported before the release."""
    said = notes(tag)

    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr


def test_a_job_may_do_no_more_than_it_needs() -> None:
    """Each workflow may only read, and a job that writes says what; no password is kept for publishing."""
    for workflow in WORKFLOWS.values():
        assert re.findall(r"(?m)^permissions:\n  contents: read\n$", workflow)
        assert set(re.findall(r"secrets\.\w+", workflow)) == set()
    assert re.findall(r"(?m)^      ([a-z-]+: write)\b", WORKFLOWS["release"]) == [
        "id-token: write",
        "packages: write",
        "contents: write",
    ]
