"""`python -m games verify FILE`: a history is checked by anybody, without the bot (TB-13)."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from games import __main__ as command_line
from games import __version__
from games.__main__ import main
from games.engine.core.errors import MoneyMadeOrLost
from games.engine.history import History
from games.tools.replay import file_name, sealed, to_file, written
from games.tools.simulation import LineRefused
from games.tools.verify import BYTES_MAX, CUTS_MAX, verify
from tests.games.verify import CARDS, DICE, Told, cards_history, faults, tampered
from tests.laws.walk import ALL_RECORDS


def deck(told: Told) -> Told:
    """The deck's seal."""
    seal: Told = told["seals"][0]
    return seal


def other_hash(text: str) -> str:
    """Another of the same length."""
    return ("0" if text[0] != "0" else "1") + text[1:]


def test_all_fits() -> None:
    """TB-13: the bot's file is right, and the checks are listed."""
    assert faults(CARDS) == faults(DICE) == faults(to_file(cards_history(None))) == ()
    checked = verify(DICE).checked

    assert checked.startswith("Stone Hand, table 1, hand 1, as seat 1 saw it: 0 cards, ")
    assert checked.endswith(f"{len(json.loads(DICE)['events'])} events, the result")


def test_what_stands_in_a_history() -> None:
    """TB-13: names, cuts, commitment, and the proofs of exactly what the viewer saw."""
    told = json.loads(CARDS)

    assert (told["format"], told["game"], told["table"], told["hand"]) == (6, "fists", 7, 1)
    assert told["version"] == f"taproom {__version__}"
    assert (told["viewer"], told["names"]) == (1, {"1": "p11", "2": "p12", "3": "p13"})
    assert told["rules"] == {"cards": 2, "low_wins": False, "guesses": False}
    assert deck(told)["writing"] == "utf-8"
    assert deck(told)["slots"] == 26
    assert deck(told)["cuts"] == [{"name": "p12", "words": "charm"}, {"name": "p11", "words": "lucky"}]
    assert len(deck(told)["cards"]) == 4
    assert sum(told["stacks"].values()) == 18
    assert file_name(cards_history()) == "taproom-7-1.json"


def test_cuts_have_no_order_in_a_file() -> None:
    """TB-13: written in whatever order, they prove the same."""
    assert tampered(CARDS, lambda told: deck(told)["cuts"].reverse()) == ()


def test_what_no_proof_covers_is_said() -> None:
    """TB-13: the seal to compare, the words mixed in, the promises, and their limits."""
    told = json.loads(CARDS)
    to_know = verify(CARDS, ALL_RECORDS).to_know

    assert to_know[0].startswith(f"seal {deck(told)['commitment']}: compare this seal with the one you kept")
    assert to_know[1] == "its cuts, in no order: p12 'charm', p11 'lucky'"
    assert "unless it was in league with the last player who cut; where nobody cut" in to_know[2]
    for each in ("the names", "the numbers of table and hand", "the house rules", "before the hand"):
        assert each in to_know[3]
    assert to_know[3].startswith("Not proved by anything in here: ")


def test_a_history_of_a_spectator() -> None:
    """TB-14: a player who had no seat, or was dealt in later, gets what everybody saw."""
    shown = {card.leaf.card for card in cards_history(None).seals[0].cards}  # type: ignore[union-attr]

    assert cards_history(None) == cards_history(99)
    assert cards_history(99).viewer is None
    assert len(shown) == 3


def change_card(told: Told) -> None:
    """Another card in a leaf; nobody names the old one."""
    told["events"], told["beginning"], told["end"] = [], None, None
    deck(told)["cards"][0]["leaf"]["card"] = "!"


def one_more(told: Told) -> None:
    """A card proved a second time."""
    deck(told)["cards"].append(copy.deepcopy(deck(told)["cards"][0]))


SEAL_CHANGES: dict[str, tuple[Callable[[Told], object], str]] = {
    "card": (change_card, "card !: slot"),
    "salt": (
        lambda told: deck(told)["cards"][1]["leaf"].update(salt="00" * 32),
        "do not lead to the commitment",
    ),
    "slot": (
        lambda told: deck(told)["cards"][1]["leaf"].update(slot=26),
        "do not lead to the commitment",
    ),
    "slot that is none": (lambda told: deck(told)["cards"][1]["leaf"].update(slot=27), "there is no slot 27"),
    "negative slot": (lambda told: deck(told)["cards"][1]["leaf"].update(slot=-1), "there is no slot -1"),
    "path": (
        lambda told: deck(told)["cards"][1]["leaf"]["path"].reverse(),
        "do not lead to the commitment",
    ),
    "place": (lambda told: deck(told)["cards"][1].update(place=26), "the cuts put slot None at place 26"),
    "cut": (lambda told: deck(told)["cuts"][0].update(words="charms"), "the cuts put slot"),
    "no cut": (lambda told: deck(told).update(cuts=deck(told)["cuts"][1:]), "the cuts put slot"),
    "commitment": (
        lambda told: deck(told).update(commitment=other_hash(deck(told)["commitment"])),
        "do not lead to the commitment",
    ),
    "slots": (lambda told: deck(told).update(slots=25), "not the leaf after the last of 25 slots"),
    "lots": (lambda told: deck(told)["lots"].update(salt="00" * 32), "card lots: slot 26"),
    "lots are a card": (
        lambda told: deck(told).update(lots=deck(told)["cards"][0]["leaf"]),
        "lots: not the leaf after the last",
    ),
    "twice": (one_more, "proved 2 times"),
}


@pytest.mark.parametrize("name", SEAL_CHANGES)
def test_a_wrong_seal(name: str) -> None:
    """TB-13: a changed card, slot, salt, path, place or cut does not fit, and it is said which."""
    change, words = SEAL_CHANGES[name]
    found = tampered(CARDS, change)

    assert any(fault.startswith(("seals[0]: ", "card ")) and words in fault for fault in found)
    assert not any("checksum" in fault for fault in found)


def test_a_card_that_is_not_proved() -> None:
    """TB-13: every card that is named, by answer, event or view, needs its proof."""
    shown = json.loads(CARDS)["events"][-1]["what"]
    unseen = next(card for card in "abcdefghijklmnop" if card not in str(deck(json.loads(CARDS))["cards"]))

    assert tampered(CARDS, lambda told: told["events"][-1].update(what=[unseen, *shown[1:]])) == (
        f"events[{len(json.loads(CARDS)['events']) - 1}]: card {unseen} is not proved",
    )
    last = len(json.loads(CARDS)["answers"]) - 1
    assert tampered(CARDS, lambda told: told["answers"][-1].update(picked=[unseen])) == (
        f"answers[{last}]: card {unseen} is not proved",
    )
    assert tampered(CARDS, lambda told: told["end"].update(cards=[unseen])) == (
        f"end: card {unseen} is not proved",
    )


def test_a_seed_that_was_not_sealed() -> None:
    """TB-13: a seed whose SHA-256 was not the one that was shown."""
    found = tampered(DICE, lambda told: told["seals"][0].update(commitment="00" * 32))

    assert found == ("seals[0]: the seed's SHA-256 is not the commitment",)


def test_dice_that_were_not_drawn() -> None:
    """TB-13: other dice, other cuts: the throws are worked out again."""
    assert any(fault.startswith("events[0]: ") for fault in tampered(DICE, cut_otherwise))


def cut_otherwise(told: Told) -> None:
    """Another first cut."""
    told["seals"][0]["cuts"][0]["words"] = "other"


def test_a_changed_file_is_noticed_even_where_nothing_else_is_wrong() -> None:
    """TB-13: a checksum of the whole covers what no proof does, such as a name."""
    told = json.loads(DICE)
    told["names"]["1"] = "somebody else"

    assert faults(written(told)) == ("checksum: not that of what the file says",)
    assert faults(json.dumps(json.loads(DICE)).encode()) == (
        "the file is not written as this program writes it",
    )
    del told["checksum"]
    assert faults(written(told)) == ("checksum: not that of what the file says",)


def with_change(change: Callable[[Told], object]) -> bytes:
    """A history with a right checksum and something in it that this program never writes."""
    told = json.loads(CARDS)
    change(told)
    return written(sealed(told))


def of_format_3(told: Told, **changes: object) -> None:
    """Make a history say that it is of format 3, where none named a version."""
    del told["version"]
    told.update(format=3, **changes)


OLDER = "not of format 3 to 6; a file of an older one is checked by the Taproom that wrote it"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[1]", "not of format 3 to 6"),
        (b'{"format": 1}', OLDER),
        (b'{"format": 2}', OLDER),
        (b'{"format": [4]}', OLDER),
        (b'{"format": 3}', "history."),
        (b'{"format": 4}', "history."),
        (b'{"format": 5}', "history."),
        (b'{"format": 6}', "history."),
        (b'{"format": 7}', OLDER),
        (with_change(lambda told: told.update(format=5)), "history: not written as this program writes"),
        (with_change(lambda told: told.pop("version")), "history.version: "),
        (with_change(lambda told: told.update(version="")), "history.version: not that of a game"),
        (with_change(lambda told: told.update(version="a\nb")), "history.version: not that of a game"),
        (with_change(lambda told: told.update(format=6.0)), "history.format: "),
        (
            with_change(of_format_3),
            "history.seals: not written as this program writes",
        ),
        (with_change(lambda told: of_format_3(told, seals=[1])), "history.seals: not written as this"),
        (with_change(lambda told: of_format_3(told, seals=1)), "history.seals"),
        (
            with_change(lambda told: deck(told).update(writing="utf-16")),
            "history.seals.0.RevealedSeed.writing: ",
        ),
        (with_change(lambda told: deck(told).pop("writing")), "history.seals.0.RevealedSeed.writing: "),
        (b'{"format": ' + b"1" * 5000 + b"}", "not JSON"),
        (with_change(lambda told: told.update(game="chess")), "'chess' is none of this tavern's"),
        (with_change(lambda told: told.update(seals=[])), "seals: there is none"),
        (with_change(lambda told: told["rules"].update(cards=4)), "'cards' is one of [2, 3]"),
        (with_change(lambda told: told["rules"].update(chess=4)), "history.rules: not those of the game"),
        (with_change(lambda told: told["rules"].pop("cards")), "history.rules: not those of the game"),
        (with_change(lambda told: deck(told).update(slots=0)), "seals[0]: a deck of 0"),
        (with_change(lambda told: deck(told).update(slots=1001)), "seals[0]: a deck of 1001"),
        (with_change(lambda told: deck(told).update(commitment="AB" * 32)), "is not 32 bytes in hex"),
        (with_change(lambda told: deck(told)["lots"].update(salt="ab")), "is not 32 bytes in hex"),
        (with_change(lambda told: deck(told)["lots"]["path"].append("")), "is not 32 bytes in hex"),
        (with_change(lambda told: deck(told)["lots"].update(card="\n")), "is no card"),
        (with_change(lambda told: deck(told)["lots"].update(card="\ud800")), "not JSON"),
        (with_change(lambda told: told["names"].update({"1": "\ud800"})), "not JSON"),
        (with_change(lambda told: told.update(hand=2**53)), "not JSON"),
        (with_change(lambda told: told["answers"][0].update(numbers=[-(2**53)])), "not JSON"),
        (with_change(lambda told: told["answers"][0].update(seat="1")), "history.answers.0.seat: "),
        (
            with_change(lambda told: deck(told).update(cuts=[{"name": "", "words": "a"}] * (CUTS_MAX + 1))),
            "more than 200 cuts",
        ),
    ],
)
def test_refused(content: bytes, words: str) -> None:
    """TB-13: a file that is no history is refused, and it is said what is wrong with it."""
    with pytest.raises(LineRefused) as refused:
        faults(content)

    assert str(refused.value).startswith("not the history of a hand: ")
    assert words in str(refused.value)


@pytest.mark.parametrize("depth", [200, 400, 600, 800, 900, 950, 1000, 5000])
def test_nested_beyond_measure(depth: int) -> None:
    """TB-13: however deep a file goes, it is found wrong or refused."""
    content = with_change(lambda told: told.update(end="deep"))
    deep = content.replace(b'"deep"', b"[" * depth + b"]" * depth)
    try:
        found = faults(deep)
    except LineRefused:
        return

    assert found != ()


def run(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The command line's exit status, its output, and what it complains of."""
    status = main(["verify", str(path)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """README: exit status 0 and a line saying what was checked."""
    (tmp_path / "hand.json").write_bytes(DICE)
    status, out, err = run(tmp_path / "hand.json", capsys)

    first, seal, *_ = out.splitlines()
    assert (status, err, out.count("\n")) == (0, "", 5)
    assert first.endswith("the result: all of it fits")
    assert "compare this seal" in seal


def test_faults_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """README: exit status 1 and a line for each fault, whatever a file says."""
    told = json.loads(DICE)
    told["names"]["1"] = "a\nb\u2028"
    told["stacks"]["1"] += 1
    (tmp_path / "hand.json").write_bytes(written(told))
    status, out, err = run(tmp_path / "hand.json", capsys)

    assert (status, err) == (1, "")
    assert [line.partition(":")[0] for line in out.splitlines()] == ["stacks.1", "checksum"]


def test_refused_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """README: exit status 2 and one line for what cannot be read."""
    (tmp_path / "empty").touch()
    (tmp_path / "large").write_bytes(b" " * (BYTES_MAX + 1))
    for name in ("empty", "large", "missing", ".", "no\nname", "\0"):
        status, out, err = run(tmp_path / name, capsys)
        assert (status, out, err.count("\n")) == (2, "", 1)
    assert main(["verify"]) == 2


def test_as_a_program(tmp_path: Path) -> None:
    """README: `taproom verify FILE` works as it stands there, and is `python -m games verify FILE`."""
    (tmp_path / "hand.json").write_bytes(DICE)
    done = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-m", "bot.cli", "verify", str(tmp_path / "hand.json")],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(command_line.__file__).parents[1],
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "all of it fits" in done.stdout


def test_rules_that_break_off() -> None:
    """TB-13: if the rules find that no hand can go so, that is a fault of the file, told last."""

    def breaks_off(_history: History) -> Iterator[str]:
        yield "first"
        raise MoneyMadeOrLost(3, 4)

    catalog = {"fists": replace(ALL_RECORDS["fists"], referee=breaks_off)}

    assert verify(CARDS, catalog).faults == (
        "first",
        "history: by the rules no hand goes like this (MoneyMadeOrLost)",
    )
