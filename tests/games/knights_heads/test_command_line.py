"""`python -m games rank knights-heads`, as the rulebook's README has it."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from games.__main__ import main
from tests.games.knights_heads.written import IS


def run(monkeypatch: pytest.MonkeyPatch, text: str, *rules: str) -> int:
    """The command line with this on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return main(["rank", "knights-heads", *rules])


def ranked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, *rules: str
) -> list[dict[str, Any]]:
    """Return the output for lines that are all hands."""
    assert run(monkeypatch, text, *rules) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return [json.loads(line) for line in captured.out.splitlines()]


def test_rank(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: the hand, its number and the cards that make it; case does not matter on reading."""
    text = "s03 s04 S05 b03 K03 k04 K05 K06 A03 J03\n\n" + IS["Rabble"] + "\n"
    court, rabble = ranked(monkeypatch, capsys, text)

    assert (court["hand"], court["number"]) == ("Court", 22)
    assert court["cards"] == ["K03", "K04", "K05", "K06"]
    assert list(court) == ["hand", "number", "key", "cards"]
    assert (rabble["hand"], rabble["number"]) == ("Rabble", None)
    assert sorted(rabble["cards"]) == sorted(IS["Rabble"].split())


def test_twins_are_the_cards(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: for sets of twins `cards` are the twins."""
    (twins,) = ranked(monkeypatch, capsys, "K01 K02 K03 A03 A04 S03 B03 M08 D12 J08")

    assert (twins["hand"], twins["number"], twins["cards"]) == ("Twins", 25, ["K01", "K02"])


def test_keys_order_the_hands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: keys are integers, and of two keys the larger is the better hand."""
    read = ranked(monkeypatch, capsys, "\n".join(IS.values()))
    keys = [each["key"] for each in read]

    assert [each["number"] for each in read] == [*range(1, 27), None]
    assert keys == sorted(keys, reverse=True)
    assert len(set(map(tuple, keys))) == 27
    assert all(type(number) is int for key in keys for number in key)


def test_a_triplet_that_does_not_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """KH-4: under the house rule it is Rabble, of all ten cards."""
    usual, without = (
        ranked(monkeypatch, capsys, IS["Triplet"], "--rules", rules)[0]
        for rules in ('{"triplet_counts": true}', '{"triplet_counts": false}')
    )

    assert (usual["hand"], usual["number"], len(usual["cards"])) == ("Triplet", 26, 3)
    assert (without["hand"], without["number"], len(without["cards"])) == ("Rabble", None, 10)
    assert without["key"] < usual["key"]


@pytest.mark.parametrize(
    "line",
    [
        "K03",
        "K03 K04 A03 A04 S03 S04 B03 B04 M08",
        "K03 K04 A03 A04 S03 S04 B03 B04 M08 D12 D11",
        "K03 K04 A03 A04 S03 S04 B03 B04 M08 M08",
        "K03 K04 A03 A04 S03 S04 B03 B04 M08 m08",
        "K09 K04 A03 A04 S03 S04 B03 B04 M08 D12",
        "K00 K04 A03 A04 S03 S04 B03 B04 M08 D12",
        "Q13 K04 A03 A04 S03 S04 B03 B04 M08 D12",
        "K3 K04 A03 A04 S03 S04 B03 B04 M08 D12",
        "C03 K04 A03 A04 S03 S04 B03 B04 M08 D12",
        "K03 K04 A03 A04 ſ03 S04 B03 B04 M08 D12",
        "K03 K04 A03 A04 S0٣ S04 B03 B04 M08 D12",
        "K03,K04,A03,A04,S03,S04,B03,B04,M08,D12",
        "K03 K04 A03 A04 S03 S04 B03 B04 M08 " + "D" * 10_000,
        "K03 " * 10_000,
    ],
)
def test_refused_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """README: another number of cards, a card twice, an unknown card: status 2, the line's number, why."""
    assert run(monkeypatch, f"{IS['Court']}\n\n{line}\n{IS['Court']}\n") == 2
    captured = capsys.readouterr()

    assert len(captured.out.splitlines()) == 1
    assert captured.err.startswith("line 3: ")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 200


@pytest.mark.parametrize(
    "rules",
    ['{"no_such_rule": true}', '{"triplet_counts": 1}', '{"inverted_junk": true}', '{"scoring": "all"}', "["],
)
def test_refused_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    """README: an unknown rule is refused: status 2, one line."""
    assert run(monkeypatch, IS["Court"], "--rules", rules) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert captured.err.startswith("--rules: ")
