"""One command prints all measurements of house players, and the lab's page explains them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import training.__main__ as command_line
from training import levels
from training.__main__ import BENCHMARKS

PAGE = (Path(__file__).parents[2] / "docs" / "lab" / "how-strong.md").read_text(encoding="utf-8")


def test_one_command_prints_every_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every table of a game, as the lab's page shows it, is printed with its default numbers."""
    called = dict[str, tuple[object, ...]]()
    for name, benchmark in BENCHMARKS.items():

        def told(*asked: object, name: str = name, **flags: object) -> Iterator[str]:
            called[name] = (*asked, *flags.values())
            yield f"the line of {name}"

        monkeypatch.setitem(BENCHMARKS, name, benchmark._replace(table=told))
    monkeypatch.setattr(sys, "argv", ["training", "all", "dividha", "--seed", "7"])

    assert command_line.main() == 0
    printed = capsys.readouterr().out
    assert all(f"the line of {name}" in printed and f"training {name}" in PAGE for name in BENCHMARKS)
    assert called["company"] == ("dividha", (3, 5), 600, "7", False)
    assert called["levels"] == ("dividha", None, "7")


def test_levels_have_a_line_for_each_step() -> None:
    """Each step between levels has a line; a few hands separate no levels."""
    lines = [*levels.table("stone_hand", 4, "few")]

    assert [line.split(":")[0] for line in lines] == [
        "stone_hand, regular from master",
        "stone_hand, apprentice from regular",
    ]
    assert all(line.endswith(", not apart") for line in lines)
