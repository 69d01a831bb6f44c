"""A game of another package is held to every law by one import, and is told which it breaks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.laws import every_law

ROOT = Path(__file__).parents[2]
GAME = """
from dataclasses import replace

from tests.laws.toy import Fists, FistsReferee
from tests.laws.walk import FISTS_RECORD


class Honest(Fists):
    key = "honest"
    seats = range(2, 4)


class Peeking(Honest):
    key = "peeking"

    def view(self, state, viewer):
        return replace(super().view(state, viewer), cards=state.fists[0].cards)


class HonestReferee(FistsReferee):
    game = Honest()


class PeekingReferee(FistsReferee):
    game = Peeking()


HONEST = replace(FISTS_RECORD, game=HonestReferee.game, referee=HonestReferee.judge)
PEEKING = replace(FISTS_RECORD, game=PeekingReferee.game, referee=PeekingReferee.judge)
"""
LAWS = """
from tests.laws.every_law import {laws}
from inn.games import {name}

RECORDS = ({name},)
"""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """The laws that two games of another package break: an honest one, and one that shows a seat's cards.

    The latter is asked only whether it keeps its secrets.
    """
    inn = tmp_path_factory.mktemp("elsewhere") / "inn"
    inn.mkdir()
    (inn / "__init__.py").touch()
    (inn / "games.py").write_text(GAME)
    for name, laws in (("HONEST", "*"), ("PEEKING", "pytest_generate_tests, test_secrets_are_kept")):
        (inn / f"test_{name.lower()}.py").write_text(LAWS.format(name=name, laws=laws))
    alone = ["-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(inn)]
    short = ["-W", "ignore", "-m", "not soak", "-rfE", "--tb=no"]
    done = subprocess.run(  # noqa: S603  (our own Python)
        [sys.executable, "-m", "pytest", *alone, *short, str(inn)],
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{inn.parent}"},
        cwd=inn.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert " passed" in done.stdout, done.stdout + done.stderr
    return set(re.findall(r"^(?:FAILED|ERROR) \S*test_(\w+)\.py::(\w+)", done.stdout, re.MULTILINE))


@pytest.mark.soak
def test_an_honest_game_breaks_none(broken: set[tuple[str, str]]) -> None:
    """Law 1 to Law 9: a game from elsewhere keeps every law of the games here."""
    assert [law for game, law in broken if game == "honest"] == []


@pytest.mark.soak
def test_one_that_shows_what_is_hidden_is_found_out(broken: set[tuple[str, str]]) -> None:
    """Law 5: it breaks that law."""
    assert ("peeking", "test_secrets_are_kept") in broken


def test_every_law_that_is_asked_of_a_game_is_among_them() -> None:
    """A law that is added here is asked elsewhere too."""
    modules = [import_module(f"tests.laws.{path.stem}") for path in Path(__file__).parent.glob("test_*.py")]
    asked = {name for module in modules for name, law in vars(module).items() if hasattr(law, "of_every")}

    assert {*every_law.__all__} == {*asked, "pytest_generate_tests"}
