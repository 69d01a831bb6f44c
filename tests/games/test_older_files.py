"""Files of hands that an older version wrote or sealed are still checked (TB-13)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from games import __version__
from games.tools.replay import history, sealed, to_file, written
from games.tools.simulation import LineRefused
from games.tools.verify import verify
from tests.games.cards_table import CardsTable
from tests.games.verify import CARDS, faults, tampered
from tests.laws.toy import FISTS
from tests.laws.walk import ALL_RECORDS

OF_FORMAT_3, OF_FORMAT_4 = (
    [path.read_bytes() for path in sorted((Path(__file__).parent / folder).glob("*.json"))]
    for folder in ("format_3", "format_4")
)
"""A round and a hand as they were written before cuts were mixed in as UTF-8; one cut is `Bär & Birne 🍐`.

A hand of each betting game as it was written before what nobody matched went back first: all fold to a bet.
"""


@pytest.mark.parametrize("content", OF_FORMAT_3)
def test_a_file_of_the_format_before(content: bytes) -> None:
    """TB-13: files of format 3 are still checked, by the escaped text that was mixed in then."""
    told = json.loads(content)
    lines = verify(content).to_know

    assert told["format"] == 3
    assert faults(content) == ()
    assert any("Bär & Birne 🍐" in line for line in lines)
    told["format"] = 4
    told["seals"] = [{**each, "writing": "utf-8"} for each in told["seals"]]
    assert faults(written(sealed(told))) != ()
    told["seals"] = [{**each, "writing": "ascii"} for each in told["seals"]]
    assert faults(written(sealed(told))) == ()


@pytest.mark.parametrize("content", OF_FORMAT_4)
def test_a_bet_that_nobody_matched_in_the_format_before(content: bytes) -> None:
    """TB-13, TB-7: files of format 4 are still checked, where an unmatched bet was part of the pot."""
    told = json.loads(content)

    assert told["format"] == 4
    assert [each["kind"] for each in told["events"] if each["kind"] in ("returned", "last_standing")] == [
        "last_standing"
    ]
    assert faults(content) == ()
    # Today's rules give it back, so nobody can pass such a telling off as one of today.
    told["format"] = 6
    told["version"] = "taproom 0.3.0"
    for part in ("beginning", "end"):
        told[part]["betting"]["keeps_unmatched"] = True
    assert faults(written(sealed(told))) != ()
    told["format"] = 4
    del told["version"]
    with pytest.raises(LineRefused, match=r"betting: not written as this program writes it$"):
        faults(written(sealed(told)))


def test_a_file_without_a_version() -> None:
    """TB-13: files of format 5, which name no version of the game, are still checked."""
    told = json.loads(CARDS)
    told["format"] = 5
    del told["version"]

    assert faults(written(sealed(told))) == ()


def test_a_file_of_another_version_says_so() -> None:
    """TB-13: a file names the version that told it; the checker says when it is another one itself."""
    told = {**json.loads(CARDS), "version": "taproom-fists 9.0"}
    told_so = [each for each in verify(written(sealed(told)), ALL_RECORDS).to_know if "9.0" in each]

    assert told_so == [f"told by taproom-fists 9.0, checked by taproom {__version__}"]
    assert not any("checked by" in each for each in verify(CARDS, ALL_RECORDS).to_know)


def test_decks_of_two_versions_on_one_table() -> None:
    """TB-13: a file says of each seal how its cuts were mixed in: one of an older version stays as it is."""
    played = CardsTable()
    played.table = replace(played.table, next_seal=replace(played.table.next_seal, writing="ascii"))
    played.cuts("Bär").begins().plays(1, 1, 1).cuts("Möhre").deals().plays(1, 1, 1)
    older, newer = (to_file(history(played.table, FISTS, played.over(hand), 11)) for hand in (1, 2))

    assert [each["writing"] for each in json.loads(older)["seals"]] == ["ascii"]
    assert [each["writing"] for each in json.loads(newer)["seals"]] == ["ascii", "utf-8"]
    assert faults(older) == faults(newer) == ()
    assert tampered(older, lambda told: told["seals"][0].update(writing="utf-8")) != ()
    assert tampered(newer, lambda told: told["seals"][1].update(writing="ascii")) != ()


def test_a_score_that_nobody_can_have() -> None:
    """TB-13, KH-12: no proof covers the score that a player brought, but it is never below zero."""
    (content,) = (each for each in OF_FORMAT_3 if b"knights_heads" in each)
    told = json.loads(content)
    for part in ("beginning", "end"):
        told[part]["lines"][0]["points"] = -1
    with pytest.raises(LineRefused, match=r"^not the history of a hand: no rules allow -1$"):
        faults(written(sealed(told)))
