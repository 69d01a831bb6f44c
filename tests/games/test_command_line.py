import io
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import __main__ as command_line
from games.__main__ import main
from games.tools.simulation import Simulation


def run(monkeypatch: pytest.MonkeyPatch, text: bytes, *arguments: str) -> int:
    """The command line with this on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    return main(arguments)


def ranked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, *rules: str
) -> list[dict[str, Any]]:
    """Return the output for lines that are all hands."""
    assert run(monkeypatch, text.encode(), "rank", "stone-hand", *rules) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return [json.loads(line) for line in captured.out.splitlines()]


def test_rank(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: one hand a line, one JSON object a line; the dice in any order, lowest first on output."""
    first, second, third = ranked(monkeypatch, capsys, "6-2-5\n4-4-4\n1-4-7\n")

    assert (first["hand"], first["number"], first["cards"]) == ("junk", 5, ["2-5-6"])
    assert (second["hand"], second["number"]) == ("triple", 4)
    assert (third["hand"], third["number"]) == ("empty", None)
    assert list(first) == ["hand", "number", "key", "cards"]


def test_keys_order_the_hands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: the larger of two keys is the better hand; a show-up's is below every hand's."""
    best_first = "2-5-6 home=6-5-2\n1-1-1\n2-2-2\n1-2-3\n1-1-2\n1-1-3\n1-2-4\n1-3-5\n1-4-7\n2-4-6\n"
    keys = [each["key"] for each in ranked(monkeypatch, capsys, best_first)]

    assert keys == sorted(keys, reverse=True)
    assert len(set(map(tuple, keys))) == 10
    assert all(isinstance(number, int) for key in keys for number in key)


def test_home_throw(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: optionally home=1-3-5."""
    text = "5-3-1 home=1-3-5\n1-3-5 HOME=5-3-1\n1-3-5 home=1-3-6\n2-4-6\thome=2-4-6\r\n"

    assert [each["hand"] for each in ranked(monkeypatch, capsys, text)] == [
        "home throw",
        "home throw",
        "junk",
        "home throw",
    ]


def test_home_throw_where_none_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SH-3: under `none` no home throw counts."""
    rules = '{"home_throws": "none"}'

    assert ranked(monkeypatch, capsys, "1-3-5 home=1-3-5", "--rules", rules)[0]["hand"] == "junk"


def test_inverted_junk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """SH-9, README: house rules by their names in snake case."""
    text = "1-2-4\n2-5-6\n"
    usual = [each["key"] for each in ranked(monkeypatch, capsys, text)]
    inverted = [
        each["key"] for each in ranked(monkeypatch, capsys, text, "--rules", '{"inverted_junk": true}')
    ]

    assert usual[0] > usual[1]
    assert inverted[0] < inverted[1]


def test_empty_lines_are_skipped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: empty lines are skipped, and nothing at all is nothing to do."""
    assert len(ranked(monkeypatch, capsys, "\n  \n1-1-1\n\n2-2-2")) == 2
    assert ranked(monkeypatch, capsys, "") == []


@pytest.mark.parametrize(
    "line",
    [
        "2-5",
        "2-5-6-7",
        "2-5-9",
        "0-1-2",
        "2 5 6",
        "2-5-6 1-3-5",
        "2-5-6 home=",
        "2-5-6 home=1-3",
        "2-5-6 home=1-3-5 home=1-3-5",
        "home=1-3-5",
        "2-5-٦",
        "7H 7D",
        "two-five-six",
        "2-5-6-" * 10_000,
    ],
)
def test_refused_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """README: anything else is refused: status 2, one line with the line's number, those before printed."""
    status = run(monkeypatch, f"1-1-1\n\n{line}\n2-2-2\n".encode(), "rank", "stone-hand")
    captured = capsys.readouterr()

    assert status == 2
    assert len(captured.out.splitlines()) == 1
    assert captured.err.startswith("line 3: ")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 200


def test_bytes_that_are_no_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: refused without a traceback, whatever the bytes."""
    assert run(monkeypatch, b"\xff\xfe\n", "rank", "stone-hand") == 2
    assert capsys.readouterr().err.startswith("line 1: ")


@pytest.mark.parametrize(
    "rules",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        '{"no_such_rule": true}',
        '{"inverted_junk": 1}',
        '{"inverted_junk": "on"}',
        '{"home_throws": "everybody"}',
        '{"house_throw": [1, 2, 3]}',
        '{"prize_pool": true, "arcade": true}',
    ],
)
def test_refused_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    """README: an unknown rule is refused: status 2, one line, no traceback."""
    assert run(monkeypatch, b"1-1-1\n", "rank", "stone-hand", "--rules", rules) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert captured.err.startswith("--rules: ")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["rank"],
        ["rank", "chess"],
        ["whistle", "stone-hand"],
        ["simulate", "stone-hand", "--seats", "1"],
        ["simulate", "stone-hand", "--seats", "13"],
        ["simulate", "stone-hand", "--seats", "many"],
        ["simulate", "stone-hand", "--hands", "0"],
    ],
)
def test_refused_arguments(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """Impossible arguments are refused in one line, with status 2."""
    assert run(monkeypatch, b"", *arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_games_are_called_as_in_the_readme(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """README: `stone-hand`; so it is told what there is, too. An underscore does as well."""
    assert run(monkeypatch, b"", "rank", "chess") == 2
    assert "'knights-heads'" in capsys.readouterr().err
    assert run(monkeypatch, b"", "rank", "knights_heads") == 0


def test_simulate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: prints who won what and the time a hand took; the seed makes it repeatable."""
    reports = []
    for _ in range(2):
        arguments = ("simulate", "stone-hand", "--seats", "3", "--hands", "10", "--seed", "7")
        assert run(monkeypatch, b"", *arguments) == 0
        reports.append(capsys.readouterr().out.splitlines())

    assert reports[0][:-1] == reports[1][:-1]
    assert reports[0][0].startswith("stone_hand: 10 hands in ")
    assert [line[:7] for line in reports[0][1:4]] == ["seat 1:", "seat 2:", "seat 3:"]
    assert "laws held" in reports[0][4]
    assert reports[0][5].startswith("time a hand: ")


def test_simulate_until_games_are_won(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SH-8, README: a game goes on until one has wager left; then the next begins."""
    arguments = (
        "simulate",
        "stone_hand",
        "--seats",
        "2",
        "--hands",
        "150",
        "--rules",
        '{"prize_pool": true}',
    )

    assert run(monkeypatch, b"", *arguments) == 0
    first, *seats = capsys.readouterr().out.splitlines()[:3]
    games = int(first.split()[4])
    won = [int(line.split()[2]) for line in seats]
    gained = [int(line.split()[5]) for line in seats]
    assert games > 1
    assert sum(won) in (games, games - 1)
    assert gained == [20 * (won[0] - won[1]), 20 * (won[1] - won[0])] or sum(won) == games - 1
    assert sum(gained) == 0


def test_simulate_a_game_that_is_dealt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """TB-13: if cards are dealt, the next hand follows without a press for it."""
    arguments = ("simulate", "destiny", "--seats", "3", "--hands", "20", "--seed", "7")

    assert run(monkeypatch, b"", *arguments) == 0
    assert capsys.readouterr().out.startswith("destiny: 20 hands")


def test_simulate_the_arcade(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """SH-12, README: in the arcade points are what is won."""
    arguments = ("simulate", "stone-hand", "--seats", "2", "--hands", "30", "--rules", '{"arcade": true}')

    assert run(monkeypatch, b"", *arguments) == 0
    seats = capsys.readouterr().out.splitlines()[1:3]
    assert all("0 games won, +0 coins" in line for line in seats)
    assert sum(int(line.split()[-2]) for line in seats) > 0


def test_a_reader_that_has_seen_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m games rank stone-hand | head -1`: no traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as nobody_reads:
        monkeypatch.setattr(sys, "stdout", nobody_reads)

        assert run(monkeypatch, b"2-5-6\n", "rank", "stone-hand") == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device here that is always full")
def test_output_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m games rank stone-hand > FILE` on a full disk: one line, no traceback."""
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)

        assert run(monkeypatch, b"2-5-6\n", "rank", "stone-hand") == 2
    assert capsys.readouterr().err == "No space left on device\n"


def test_stopped_from_the_keyboard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A long simulation is broken off by Ctrl-C, without a traceback."""

    def press_ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Simulation, "play", press_ctrl_c)

    assert run(monkeypatch, b"", "simulate", "destiny") == 130
    assert capsys.readouterr().err == ""


def test_as_a_program() -> None:
    """README: `python -m games rank stone-hand` works as it stands there."""
    done = subprocess.run(
        [sys.executable, "-m", "games", "rank", "stone-hand"],
        input="2-5-6\nnothing\n",
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert json.loads(done.stdout)["hand"] == "junk"
    assert done.stderr == "line 2: 'nothing' is not three dice such as 2-5-6\n"


def test_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """README: a refusal sets the program's exit status."""
    monkeypatch.setattr(sys, "argv", ["games", "rank", "chess"])

    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(command_line.__file__, run_name="__main__")

    assert stopped.value.code == 2
