"""Money and files are guarded under `python -O` as well, which skips every `assert` (TB-2, TB-13, Law 4)."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from games.catalog import GAMES

pytestmark = pytest.mark.soak
"""Guards of money and files are no `assert`s, which ruff holds as well (S101)."""
REFUSED = {
    "changed_snapshot": "Differs",
    "other_snapshot": "OtherTable",
    "unread_rules": "Unreadable",
    "between_servers": "CrossedBooks",
    "to_itself": "CrossedBooks",
    "chips_made": "MoneyMadeOrLost",
    "chips_below_zero": "BelowZero",
    "chips_from_elsewhere": "SeatsDiffer",
    "up_during_a_hand": "Untimely",
    "more_than_there_is": "BelowZero",
    "other_deck": "OtherDeck",
}
REFUSED_IN_EACH_GAME = {
    "coin_made": "MoneyMadeOrLost",
    "coin_made_in_a_simulation": "MoneyMadeOrLost",
    "below_zero": "BelowZero",
    "forged_stacks": "Untrue",
    "forged_house_rule": "LineRefused",
    "forged_numbers": "Untrue",
}


@pytest.fixture(scope="module")
def refusals() -> dict[str, str]:
    """The refusal of every attempt by a Python that skips asserts."""
    command = [sys.executable, "-O", "-m", "tests.laws.without_asserts"]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)  # noqa: S603
    told: dict[str, str] = json.loads(ran.stdout)
    return told


def test_asserts_are_skipped(refusals: dict[str, str]) -> None:
    """The other refusals do not depend on asserts."""
    assert refusals["asserts"] == "skipped"


def test_what_costs_money_is_refused_by_name(refusals: dict[str, str]) -> None:
    """TB-2: a snapshot, a transfer, a report or a payment that does not add up changes nothing."""
    assert {name: refusals[name] for name in REFUSED} == REFUSED


@pytest.mark.parametrize("key", GAMES)
def test_a_leak_in_a_game_is_refused_by_name(refusals: dict[str, str], key: str) -> None:
    """Law 4, TB-13: a game that makes a coin, and a file that tells what is not so, in each game."""
    assert {name: refusals[f"{name} {key}"] for name in REFUSED_IN_EACH_GAME} == REFUSED_IN_EACH_GAME


@pytest.mark.parametrize("key", GAMES)
def test_a_game_without_a_leak_is_not_refused(refusals: dict[str, str], key: str) -> None:
    """Law 4: the same game as it is comes to its end, its books balance, and its file is right."""
    assert refusals[f"clean {key}"] == ""
