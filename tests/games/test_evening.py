"""All hands of a table in one file, and the check of it (TB-13)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.catalog import GAMES
from games.engine.betting.bets import Raise
from games.engine.table.table import AnyTable
from games.knights_heads.game import KNIGHTS_HEADS
from games.tools import replay as evening
from games.tools.replay import EveningFile, FinishedHand, evening_file, history, sealed, to_file, written
from games.tools.simulation import LineRefused
from games.tools.verify import verify
from tests.games.knights_heads import played as knights_heads
from tests.games.retold import finished, table_of
from tests.laws.walk import Case, play_hands, some_seats, walk

CASE: Case = ("destiny", 0, 3)


@cache
def played(case: Case = CASE) -> tuple[AnyTable, tuple[FinishedHand, ...]]:
    """A table at its end, and its hands that are over."""
    table = walk(case)[-1].change.table
    hands = (FinishedHand(each.number, each.beginning, each.moves, each.seals) for each in play_hands(case))
    return table, tuple(each for each in hands if each.seals)


def made(case: Case = CASE, player: int | None = None) -> EveningFile:
    """The file of that table."""
    table, hands = played(case)
    file = evening_file(table, GAMES[case[0]], hands, player)
    assert file is not None
    return file


def told(file: EveningFile) -> dict[str, Any]:
    """Return the content of a file."""
    content: dict[str, Any] = json.loads(file.content)
    return content


@pytest.mark.parametrize("key", GAMES)
def test_a_file_of_all_hands_fits(key: str) -> None:
    """TB-13: each hand is in it as in a file of its own, and each is checked."""
    case = (key, 0, some_seats(key))
    table, hands = played(case)
    player = next(each.player for each in table.seats if each.player is not None)
    file = made(case, player)
    finding = verify(file.content)

    assert file.name == "taproom-1.json"
    assert (file.hands, file.rest) == (tuple(each.number for each in hands), None)
    assert [written(each) for each in told(file)["hands"]] == [
        to_file(history(table, GAMES[key], each, player)) for each in hands
    ]
    assert finding.faults == ()
    assert finding.checked.startswith(f"table 1, {len(hands)} hands: 1")
    assert sum("seal" in line and line.startswith("hand ") for line in finding.to_know) >= len(hands)


def test_a_hand_that_does_not_fit_is_named() -> None:
    """TB-13: one of two hands is forged: it is named, and the other is not."""
    content = told(made())
    content["hands"][1]["stacks"]["1"] += 1
    content["hands"][1] = sealed(content["hands"][1])
    faults = verify(written(content)).faults

    assert faults
    assert all(each.startswith("hand 2: ") for each in faults)


@pytest.mark.parametrize(
    ("forge", "fault"),
    [
        (lambda told: told["hands"].reverse(), "hands: not in their order, or one of them twice"),
        (
            lambda told: told["hands"].append(told["hands"][-1]),
            "hands: not in their order, or one of them twice",
        ),
        (lambda told: told.update(table=2), "hand 1: of table 1, not of table 2"),
        (lambda told: told["hands"].insert(0, 7), "hands[0]: not the history of a hand"),
        (lambda told: told["hands"][0].update(checksum=""), "hand 1: checksum"),
    ],
)
def test_what_does_not_fit_together_is_named(forge: Callable[[dict[str, Any]], None], fault: str) -> None:
    """TB-13: the hands of one table, each once and in their order; the check goes on behind a bad one."""
    content = told(made())
    forge(content)

    assert verify(written(content)).faults[0].startswith(fault)


@pytest.mark.parametrize(
    "forge",
    [
        lambda told: told.update(evening=2),
        lambda told: told.update(evening=True),
        lambda told: told.update(table=True),
        lambda told: told.update(hands={}),
        lambda told: told.update(hands=[]),
        lambda told: told.update(more=1),
        lambda told: told.pop("table"),
    ],
)
def test_what_this_program_never_writes_is_refused(forge: Callable[[dict[str, Any]], None]) -> None:
    """TB-13: another format, or other fields."""
    content = told(made())
    forge(content)

    with pytest.raises(LineRefused, match="not the hands of an evening"):
        verify(written(content))


def test_a_file_written_otherwise_is_not_ours() -> None:
    """TB-13: every byte follows from what the file says."""
    assert verify(made().content + b"\n").faults == ("the file is not written as this program writes it",)


def test_a_large_file_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes ten million bytes: what is larger is packed, and read all the same."""
    plain = made()
    monkeypatch.setattr(evening, "PLAIN_MAX", len(plain.content) - 1)
    packed = made()

    assert packed.name == "taproom-1.json.gz"
    assert gzip.decompress(packed.content) == plain.content
    assert verify(packed.content) == verify(plain.content)


@pytest.mark.parametrize(("name", "least"), [("PACKED_MAX", 1), ("WHOLE_MAX", 1), ("HANDS_MAX", 0)])
def test_a_file_that_is_still_too_large_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, name: str, least: int
) -> None:
    """It ends with a hand, and says which is the next; where not even one fits there is no file."""
    whole = made()
    monkeypatch.setattr(evening, name, len(whole.content) - 1 if least else 1)
    if name == "PACKED_MAX":
        monkeypatch.setattr(evening, "PLAIN_MAX", len(whole.content))
    first = made()
    monkeypatch.setattr(evening, name, least)
    table, hands = played()

    assert (first.hands, first.rest) == ((1,), 2)
    assert verify(first.content).faults == ()
    assert evening_file(table, GAMES[CASE[0]], hands, None) is None


@pytest.mark.parametrize(
    "spoil", [lambda packed: packed[:-9], lambda packed: packed[:40] + b"?" * 9 + packed[49:]]
)
def test_a_packed_file_that_is_damaged_is_refused(spoil: Callable[[bytes], bytes]) -> None:
    """TB-13: cut off, or damaged; and so is one that would unpack to more than there ever is."""
    with pytest.raises(LineRefused):
        verify(spoil(gzip.compress(made().content, mtime=0)))
    with pytest.raises(LineRefused, match="too large"):
        verify(gzip.compress(b" " * (evening.WHOLE_MAX + 1), mtime=0))


def test_hands_of_other_rules_are_left_out() -> None:
    """TB-13: a hand with a move that is no longer offered cannot be told; the other hands are."""
    hand = knights_heads.short_antes()
    table, over = table_of(hand), finished(hand)
    index = next(index for index, each in enumerate(over.moves) if isinstance(each.move, Raise))
    forged = replace(over.moves[index], move=Raise(1))
    by_old_rules = replace(over, moves=(*over.moves[:index], forged, *over.moves[index + 1 :]))
    file = evening_file(table, KNIGHTS_HEADS, (by_old_rules, replace(over, number=2)), None)

    assert file is not None
    assert (file.hands, file.rest) == ((2,), None)


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """TB-13: a whole evening is checked like a hand; which hand does not fit is said, and the exit code 1."""
    path = tmp_path / made().name
    path.write_bytes(made().content)
    good = main(["verify", str(path)]), capsys.readouterr().out.splitlines()[0]
    content = told(made())
    content["hands"][1]["checksum"] = ""
    path.write_bytes(written(content))

    assert good == (0, "table 1, 3 hands: 1-3: all of it fits")
    assert (main(["verify", str(path)]), capsys.readouterr().out) == (
        1,
        "hand 2: checksum: not that of what the file says\n",
    )
