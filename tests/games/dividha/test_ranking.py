import io
import json
import sys
from typing import Any

import pytest

from games.__main__ import main
from games.dividha.model import DividhaRules
from games.engine.core.house_rules import options

DIVINE = ("--rules", '{"divine_intervention": true}')


def ranked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *given: str
) -> list[dict[str, Any]]:
    """Return the output for the lines given first, with the arguments after them."""
    text, *arguments = given
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["rank", "dividha", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return [json.loads(line) for line in captured.out.splitlines()]


def test_five_cards(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: five cards are the face-up cards; the hand, its number, key and cards."""
    (found,) = ranked(monkeypatch, capsys, "kb 7h KD 7d KH\n")

    assert list(found) == ["hand", "number", "key", "cards"]
    assert (found["hand"], found["number"]) == ("Full House", 6)
    assert sorted(found["cards"]) == ["7D", "7H", "KB", "KD", "KH"]


def test_only_the_cards_that_make_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """README: `cards` make the hand, the others are left out."""
    (found,) = ranked(monkeypatch, capsys, "AH 2L KV KD 5B")

    assert (found["hand"], set(found["cards"])) == ("Two Pair", {"AH", "2L", "KV", "KD"})


def test_six_cards(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """DV-8, README: the best discard of six is taken, and given."""
    six, five = ranked(monkeypatch, capsys, "KH KD KB 7H 7D 2B\n\nKH KD KB 7H 7D\n")

    assert (six["hand"], six["discard"]) == ("Full House", "2B")
    assert six["key"] == five["key"]


def test_the_weakest(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """DV-8, README: with --weakest the weakest discard."""
    hand, divine = ranked(monkeypatch, capsys, "KH KD QB 7H 5D 2B\nGOD SATAN KH 7D 4B 2H", "--weakest")

    assert (hand["hand"], hand["discard"] in ("KH", "KD")) == ("High Card", True)
    assert hand["cards"] in (["KH"], ["KD"])
    assert (divine["hand"], divine["discard"]) == ("One Pair", "KH")


def test_divine_intervention(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """DV-9, README: Divine Intervention is number 0, with the best discard and with the weakest."""
    line = "GOD SATAN KH 7D 4B 2H"
    (best,) = ranked(monkeypatch, capsys, line, *DIVINE)
    (weakest,) = ranked(monkeypatch, capsys, line, "--weakest", *DIVINE)

    assert (best["hand"], best["number"], best["discard"]) == ("Divine Intervention", 0, "2H")
    assert (weakest["hand"], weakest["discard"] in ("GOD", "SATAN")) == ("One Pair", True)


def test_keys_order_the_hands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: the larger of two keys is the better hand, equal keys share."""
    text = "KH KD 7B 5H 3D\nKB KD 7H 5D 3V\nKH KD 7B 5H 2D\nKH QD 7B 5H 3D 2D\n"
    keys = [each["key"] for each in ranked(monkeypatch, capsys, text)]

    assert keys[0] == keys[1] > keys[2] > keys[3]
    assert all(type(number) is int for key in keys for number in key)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("KH KD KB 7H", "4 cards"),
        ("KH KD KB 7H 7D 2B 3B", "7 cards"),
        ("KH KD KB 7H KH", "KH is there twice"),
        ("KH KD KB 7H 6V", "'6V' is not a card"),
        ("2-5-6", "'2-5-6' is not a card"),
        ("KH" * 10_000, "is not a card"),
    ],
)
@pytest.mark.parametrize("weakest", [[], ["--weakest"]])
def test_refused_lines(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    wrong: str,
    weakest: list[str],
) -> None:
    """README: anything else is refused: status 2, one line with the line's number and what is wrong."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"KH KD KB 7H 7D 2B\n{line}\n".encode())))

    assert main(["rank", "dividha", *weakest]) == 2
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1
    assert captured.err.startswith("line 2: ")
    assert wrong in captured.err
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 200


def test_the_weakest_of_five(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """README: --weakest needs six cards."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"KH KD KB 7H 7D")))

    assert main(["rank", "dividha", "--weakest"]) == 2
    assert capsys.readouterr().err == "line 1: 5 cards; the weakest discard is one of six\n"


def test_the_weakest_of_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    """README: --weakest is Dividha's."""
    assert main(["rank", "stone-hand", "--weakest"]) == 2
    assert capsys.readouterr().err == "--weakest: not in this game\n"


@pytest.mark.parametrize(
    "rules", ['{"inverted_junk": true}', '{"divine_intervention": 1}', '{"ante_rise": 4}']
)
def test_refused_rules(capsys: pytest.CaptureFixture[str], rules: str) -> None:
    """README: an unknown rule is refused."""
    assert main(["rank", "dividha", "--rules", rules]) == 2
    assert capsys.readouterr().err.startswith("--rules: ")


def test_house_rules() -> None:
    """DV-9 to DV-11, DV-14, DV-18, DV-19, DV-21, DV-22, TB-5: the house rules, each with its default."""
    assert {each.name: each.default for each in options(DividhaRules)} == {
        "limit": "pot_limit",
        "divine_intervention": False,
        "rule_of_order": False,
        "aural_rule": False,
        "ante_rise": 10,
        "demons_wager": False,
        "pay_to_trade": False,
        "split_all_in": True,
        "opponents_purse": False,
    }
    assert 0 in dict(next(each.choices for each in options(DividhaRules) if each.name == "ante_rise"))
