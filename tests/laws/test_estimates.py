"""An exact estimate is the average of simulated hands, by every house rule (TB-12)."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalog import GAMES
from games.engine.core.house_rules import options
from games.stone_hand import model
from games.stone_hand.model import StoneHandRules
from tests.laws.estimates import compared
from tests.laws.walk import rule_sets

ANSWERS, PLAYS = 80, 60
BIAS_MAX = 4.0
"""The largest bias of an estimate that is right, in standard errors."""
SPREAD_MAX = 1.4
"""The largest spread: 80 chance differences stay within 1 ± 0.3."""
SOME_ANSWERS, SOME_PLAYS = 24, 50
EXACT = ("stone_hand",)
"""The games with exact estimates, for two players."""


def single_rules() -> list[Any]:
    """Return the usual rules of each game, and each other value of a house rule by itself."""
    return [
        pytest.param(key, rules, id=f"{key}-{index}")
        for key in GAMES
        for index, rules in enumerate(rule_sets(key))
        if sum(getattr(rules, each.name) != each.default for each in options(type(rules))) < 2
    ]


@pytest.mark.soak
@pytest.mark.parametrize(("key", "rules"), single_rules())
def test_tb12_an_exact_estimate_is_the_average_of_hands(key: str, rules: Any) -> None:
    """TB-12: by every house rule, an answer brings on average what an exact estimate says of it."""
    found = compared(GAMES[key], rules, ANSWERS, PLAYS, f"{key} {rules}")

    # A round for a pool may stop at any throw, so its estimates are approximations.
    assert (found is not None) == (key in EXACT and not rules.prize_pool)
    if found is not None:
        assert abs(found.bias) <= BIAS_MAX
        assert found.spread <= SPREAD_MAX


def test_tb12_a_few_answers_bring_their_estimate() -> None:
    """TB-12: the same of a few answers by the usual rules."""
    found = compared(GAMES["stone_hand"], StoneHandRules(), SOME_ANSWERS, SOME_PLAYS, "some")

    assert found is not None
    assert abs(found.bias) <= BIAS_MAX
    assert found.spread <= SPREAD_MAX


def test_a_house_rule_unknown_to_the_estimate_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted house rule by which junk is rethrown once (SH-4) makes answers bring something else."""
    monkeypatch.setattr(model, "JUNK_RETHROWS", 1)
    found = compared(GAMES["stone_hand"], StoneHandRules(), ANSWERS, SOME_PLAYS, "planted")

    assert found is not None
    assert found.bias > BIAS_MAX
