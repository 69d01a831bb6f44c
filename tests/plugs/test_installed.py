"""A game of a package of its own, installed by pip: it needs nothing but its rules, on both fronts."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.__main__ import main
from tests.plugs.packages import KEY, pip_install, run


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed what `python -m games new` writes."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    assert main(["new", KEY, str(source / "game")]) == 0
    pip_install(source / "game", folder)
    return folder


def test_the_package_is_one_file_and_a_project(tmp_path: Path) -> None:
    """`python -m games new` writes the rules, the project and a test of the laws, and overwrites nothing."""
    assert main(["new", KEY, str(tmp_path)]) == 0
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    (tmp_path / KEY / "__init__.py").write_text("mine")

    assert written == {"pyproject.toml", f"{KEY}/__init__.py", "test_laws.py"}
    assert main(["new", KEY, str(tmp_path)]) == 2
    assert (tmp_path / KEY / "__init__.py").read_text() == "mine"


@pytest.mark.parametrize("key", ["destiny", "Low", "me", "a-b"])
def test_a_key_that_cannot_be_is_refused(key: str, tmp_path: Path) -> None:
    """A key of a game or of a command of ours, or one that no command can have, writes nothing."""
    assert main(["new", key, str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("front", ["chat", "page"])
def test_it_is_played(installed: Path, front: str) -> None:
    """The game is opened, played and looked up in Discord and on the page."""
    played = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/plugs/{front}.py")

    assert played.returncode == 0, played.stdout[-3000:]


def test_it_is_removed_and_installed_again(installed: Path) -> None:
    """Its tables rest meanwhile, and nobody loses a coin."""
    played = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/plugs/removed.py")

    assert played.returncode == 0, played.stdout[-3000:]


def test_the_terminal_knows_it(installed: Path) -> None:
    """`taproom games` names its package and version; house players play it."""
    listed = run(installed, "-m", "bot.cli", "games")
    simulated = run(installed, "-m", "games", "simulate", "low-road", "--hands", "20", "--seats", "3")

    assert listed.stdout.splitlines()[-1].split() == ["low_road", "Low", "Road", "taproom-low-road", "0.1"]
    assert (listed.returncode, simulated.returncode) == (0, 0), listed.stderr + simulated.stderr


def test_what_it_lacks_is_named(installed: Path) -> None:
    """No part is missing to play it; a screen, a lesson, rules and translations are, to be at home."""
    told = run(installed, "-m", "games", "lacks", KEY)

    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("to play: nothing is missing\nto be at home:\n")
    for what in ("a screen of its own", "a first hand of its own", "low-road.md", "locales/pt_BR.po"):
        assert what in told.stdout.partition("to be in the tree:")[0]
    assert "docs/rulebook/low-road.md" in told.stdout


def test_it_is_held_to_the_laws(installed: Path, tmp_path: Path) -> None:
    """The test that is written beside it passes."""
    assert main(["new", KEY, str(tmp_path)]) == 0
    laws = run(installed, "-m", "pytest", str(tmp_path))

    assert laws.returncode == 0, laws.stdout[-3000:]
    assert "passed" in laws.stdout
    assert "UnknownMark" not in laws.stdout
