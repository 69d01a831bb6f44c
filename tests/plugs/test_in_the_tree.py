"""A bare game of ours in a copy of the tree: exactly one test is red, and names what the game lacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.tools.new_game import write_game
from tests.plugs.packages import KEY, ROOT

WITHOUT = (".git", ".venv", ".*_cache", ".hypothesis", ".screens", "__pycache__", "build", "shared")
ONE = "tests/bot/test_whole_games.py::test_every_game_is_whole[low_road]"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the smallest game in it, listed among ours and nothing else."""
    tree, written = tmp_path_factory.mktemp("tree") / "taproom", tmp_path_factory.mktemp("written")
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*WITHOUT))
    write_game(KEY, written, {})
    shutil.copytree(written / KEY, tree / "games" / KEY)
    own = tree / "games" / "own.py"
    source = own.read_text().rstrip().removesuffix(")")
    assert "from games.destiny" in source
    source = source.replace("from games.destiny", f"from games import {KEY}\nfrom games.destiny", 1)
    own.write_text(f"{source}    {KEY}.RECORD,\n)\n")
    return tree


def red(tree: Path, *words: str) -> list[str]:
    """Run tests of the tree in a process of its own; return the red ones, errors too."""
    asked = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rfE", *words]
    there = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"}
    ran = subprocess.run(asked, cwd=tree, env=there, capture_output=True, text=True, check=False)  # noqa: S603 -- our own interpreter
    lines = [each.split() for each in ran.stdout.splitlines() if each.startswith(("FAILED ", "ERROR "))]
    assert ran.returncode == bool(lines), ran.stdout[-3000:]
    return [each[1] for each in lines]


def test_one_test_is_red(tree: Path) -> None:
    """It is named once; the laws play it from the first day, and its class names may be the template’s."""
    files = ("tests/bot/test_whole_games.py", "tests/laws/test_laws.py", "tests/test_project.py")

    assert red(tree, *files, "-k", f"{KEY} or classes") == [ONE]


@pytest.mark.soak
def test_one_test_of_all_is_red(tree: Path) -> None:
    """No other test in the whole tree minds it."""
    subprocess.run(["git", "init", "--quiet"], cwd=tree, check=True)  # noqa: S607
    subprocess.run(["git", "add", "--all"], cwd=tree, check=True)  # noqa: S607
    found = red(tree, "--ignore=tests/plugs/test_in_the_tree.py")
    assert found == [ONE], "\n".join(found)
